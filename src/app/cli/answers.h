// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "permission/types.h"

#include <QList>
#include <QString>

#include <optional>

namespace Countersign::Cli {

/// A scripted person: answers requests from a list, the first match answers.
class Answers
{
public:
    /// Answers every request with "once".
    [[nodiscard]] static Answers once();
    /// Reads [{"action", "resource", "reply": "once|always|reject", "message", "save": […]}, …].
    /// InvalidInput names the file, the entry and what is wrong with it.
    [[nodiscard]] static Result<Answers> fromFile(const QString &file);

    /// The answer to a request; nothing when no entry matches all of its resources.
    [[nodiscard]] std::optional<Permission::Reply> find(const Permission::Request &request) const;

private:
    struct Entry
    {
        QString action;
        QString resource;
        Permission::Answer answer = Permission::Answer::Once;
        QString message;
        std::optional<QStringList> save; ///< Nothing: all that is offered.
    };
    QList<Entry> m_entries;
};

/// The answer where no person is there to give one: the request is refused and the run stops.
[[nodiscard]] Permission::Reply nobodyThere();

} // namespace Countersign::Cli
