// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "sessionlist/sessionmodel.h"

#include "theme/states.h"

namespace Countersign::SessionList {

using namespace Qt::StringLiterals;

SessionModel::SessionModel(QObject *parent) : QAbstractListModel(parent) { }

int SessionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_sessions.size());
}

QVariant SessionModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Session::Info &info = m_sessions.at(index.row());
    const QString title = info.title.isEmpty() ? tr("New session") : Theme::visibleText(info.title);
    switch (role) {
    case Qt::DisplayRole:
        return title;
    case Qt::AccessibleTextRole:
        return tr("%1, %2").arg(title, Theme::lookOf(info.status).word);
    case Qt::ToolTipRole:
        return Theme::tipText(title); // An agent may have written it.
    case IdRole:
        return QVariant::fromValue(info.id);
    case StatusRole:
        return int(info.status);
    case UpdatedRole:
        return info.updated;
    default:
        return {};
    }
}

void SessionModel::setSessions(const QList<Session::Info> &sessions)
{
    beginResetModel();
    m_sessions = sessions;
    endResetModel();
}

void SessionModel::setSession(const Session::Info &session)
{
    const int row = rowOf(session.id);
    if (row >= 0) {
        m_sessions[row] = session;
        Q_EMIT dataChanged(index(row), index(row));
        return;
    }
    beginInsertRows({}, 0, 0);
    m_sessions.prepend(session);
    endInsertRows();
}

int SessionModel::rowOf(const SessionId &session) const
{
    for (int row = 0; row < m_sessions.size(); ++row) {
        if (m_sessions.at(row).id == session)
            return row;
    }
    return -1;
}

} // namespace Countersign::SessionList
