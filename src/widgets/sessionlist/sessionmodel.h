// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/types.h"

#include <QAbstractListModel>
#include <QList>

namespace Countersign::SessionList {

/// The project's sessions, newest first. GUI thread only.
class SessionModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role { IdRole = Qt::UserRole, StatusRole, UpdatedRole };

    explicit SessionModel(QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

    void setSessions(const QList<Session::Info> &sessions);
    void setSession(const Session::Info &session); ///< New or changed; a new one comes first.
    [[nodiscard]] int rowOf(const SessionId &session) const; ///< -1: none.
    [[nodiscard]] Session::Info at(int row) const { return m_sessions.at(row); }

private:
    QList<Session::Info> m_sessions;
};

} // namespace Countersign::SessionList
