// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/ids.h"

#include <QHash>
#include <QWidget>

namespace Countersign::Theme {
class Card;
}

class QPlainTextEdit;
class QPushButton;

namespace Countersign::Actions {
class Registry;
}

namespace Countersign::Composer {

/// Where the person writes to the agent. Enter sends, Shift+Enter begins a new line; grows to eight
/// lines; Up in the empty field brings back what was sent last. What is typed is kept per session and never lost to anything that happens.
class Composer final : public QWidget
{
    Q_OBJECT
public:
    explicit Composer(Actions::Registry &actions, QWidget *parent = nullptr);

    void setSession(const SessionId &session); ///< Shows that session's draft.
    void setWorking(bool working); ///< A run is going on: it can be stopped.
    void focusText();
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void submitted(const QString &text);
    void stopRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void submit();
    void updateButtons();
    void fitHeight();

    Theme::Card *m_frame;
    QPlainTextEdit *m_edit;
    QPushButton *m_send;
    QPushButton *m_stop;
    QHash<SessionId, QString> m_drafts;
    QHash<SessionId, QString>
            m_sent; ///< The last message of each session; the Up key brings it back.
    SessionId m_session;
    bool m_working = false;
};

} // namespace Countersign::Composer
