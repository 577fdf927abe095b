// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "config/documents.h"

#include <QSet>

namespace Countersign::Config {

/// Lays documents over each other, from low to high precedence, into Settings. A scalar is the last
/// one defined, maps go by key, rules are appended. What comes with a project may only narrow.
class Fold
{
public:
    explicit Fold(QString locationRoot) : m_locationRoot(std::move(locationRoot)) { }

    void add(const Source &source, const Document &document);
    /// A file that cannot be read or parsed may have held rules: everything is asked.
    void addUnreadable(const Source &source, const Problem &problem);
    [[nodiscard]] Settings take() { return std::move(m_settings); }

private:
    struct Layer
    {
        const Source &source;
        const Document &document;
        int number = 0; ///< Permission::Rule::layer of its rules.
    };

    void report(const Layer &layer, const QString &pointer, const QString &message);
    /// Reports a value of a project's file that would widen rights; true when it is one.
    bool isInert(const Layer &layer, const QString &pointer, const QString &what);
    void readText(const Layer &layer, const QString &pointer, const QJsonValue &value,
                  std::optional<QString> &into);
    void readFlag(const Layer &layer, const QString &pointer, const QJsonValue &value,
                  std::optional<bool> &into);
    std::optional<int> readCount(const Layer &layer, const QString &pointer,
                                 const QJsonValue &value);
    void readModel(const Layer &layer, const QString &pointer, const QJsonValue &value,
                   std::optional<QString> &into);

    void readRights(const Layer &layer, const QString &parent, const QJsonObject &object,
                    Permission::Origin origin, Permission::Ruleset &into);
    void readDefaultAgent(const Layer &layer, const QJsonValue &value);
    void readShell(const Layer &layer, const QJsonValue &value);
    void readWebsearch(const Layer &layer, const QJsonValue &value);
    void readSnapshots(const Layer &layer, const QString &key, const QJsonValue &value);
    void readToolOutput(const Layer &layer, const QJsonValue &value);
    void readAttachments(const Layer &layer, const QJsonValue &value);
    void readAgents(const Layer &layer, const QString &key, const QJsonValue &value);
    void readAgent(const Layer &layer, const QString &pointer, const QString &name,
                   const QJsonObject &object, AgentConfig &agent);
    void readAvailability(const Layer &layer, const QString &pointer, const QString &name,
                          const QJsonObject &object, AgentConfig &agent);
    void readProviders(const Layer &layer, const QString &key, const QJsonValue &value);
    void readSkills(const Layer &layer, const QJsonValue &value);
    void reportKeys(const Layer &layer);

    QString m_locationRoot;
    Settings m_settings;
    QSet<QString> m_personsAgents; ///< Named in a global file.
    int m_projectFiles = 0; ///< Read so far.
    bool m_personChoseAgent = false; ///< A global file set default_agent.
};

} // namespace Countersign::Config
