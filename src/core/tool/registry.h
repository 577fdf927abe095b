// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/types.h"
#include "tool/tool.h"

#include <QHash>
#include <QList>
#include <QString>

#include <memory>
#include <optional>

namespace Countersign {

/// What a model is told of a tool.
struct ToolDefinition
{
    QString name;
    QString description;
    QJsonObject inputSchema;
    friend bool operator==(const ToolDefinition &, const ToolDefinition &) = default;
};

class ToolRegistry;

/// Keeps tools registered while it lives; destroying it reveals what they hid. Move-only.
class Registration
{
public:
    Registration(); ///< Keeps nothing.
    Registration(Registration &&) noexcept;
    Registration &operator=(Registration &&) noexcept;
    ~Registration();

private:
    friend class ToolRegistry;
    class Private;
    std::unique_ptr<Private> d;
};

/// Named tools of one layer (the application's, or one Location's): a stack per name, the newest
/// living registration wins. Thread-safe.
class ToolRegistry
{
public:
    struct Named
    {
        QString name;
        Tool tool;
    };
    /// One tool under one name, with an identity that no other registration has.
    struct Entry
    {
        QString name;
        Tool tool;
        quint64 identity = 0;
    };

    ToolRegistry();
    ~ToolRegistry();

    /// Registers all of `tools` or none: InvalidInput names the first that breaks the rule
    /// ^[A-Za-z][A-Za-z0-9_-]{0,63}$. Takes effect for the next materialisation.
    [[nodiscard]] Result<Registration> add(const QList<Named> &tools);
    /// The effective entries in order of their first registration.
    [[nodiscard]] QList<Entry> entries() const;
    /// The newest living entry of `name`; nothing when there is none.
    [[nodiscard]] std::optional<Entry> find(const QString &name) const;

private:
    friend class Registration;
    class Private;
    std::shared_ptr<Private> d; // Shared with the registrations, which may outlive the registry.
};

/// The tools that one provider turn advertises, with the identity of each registration.
struct Materialisation
{
    QList<ToolDefinition> definitions;
    QHash<QString, quint64> identities;
    QHash<QString, QString> unavailable; ///< Names of tools that cannot be used, and why.
};

/// Application tools overlaid by the Location's; those whose action is wholly disabled, and those
/// that cannot be used, left out (a hidden Location tool does not let an application tool of its name through).
[[nodiscard]] Materialisation materialise(const ToolRegistry &application,
                                          const ToolRegistry &location,
                                          const Permission::Ruleset &rules);
/// The entry that `name` means now; nothing when there is none.
[[nodiscard]] std::optional<ToolRegistry::Entry>
effective(const ToolRegistry &application, const ToolRegistry &location, const QString &name);

} // namespace Countersign
