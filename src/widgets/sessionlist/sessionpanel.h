// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/types.h"

#include <QWidget>

class QListView;

namespace Countersign::Actions {
class Registry;
}

namespace Countersign::SessionList {

class SessionModel;

/// The list of sessions with a button for a new one.
class SessionPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit SessionPanel(Actions::Registry &actions, QWidget *parent = nullptr);

    void setSessions(const QList<Session::Info> &sessions);
    void setSession(const Session::Info &session);
    void setCurrent(const SessionId &session); ///< Marks it; emits nothing.

Q_SIGNALS:
    void newRequested();
    void chosen(const Countersign::Session::Info &session);

private:
    SessionModel *m_model;
    QListView *m_list;
    SessionId m_current;
};

} // namespace Countersign::SessionList
