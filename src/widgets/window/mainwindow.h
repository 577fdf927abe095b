// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/paths.h"
#include "engine/engine.h"

#include <QHash>
#include <QMainWindow>
#include <QPointer>
#include <QSet>

class QDockWidget;
class QMessageBox;
class QSplitter;
class QStackedWidget;

namespace Countersign {
namespace Actions {
class Keymap;
class Registry;
} // namespace Actions
namespace Changes {
class ChangesPanel;
}
namespace Composer {
class Composer;
}
namespace Conversation {
class ConversationView;
}
namespace Inbox {
class InboxPanel;
}
namespace Keys {
class KeyOverlay;
}
namespace Review {
class ReviewPanel;
}
namespace SessionList {
class SessionPanel;
}
namespace Todos {
class TodoPanel;
}
} // namespace Countersign

namespace Countersign::Window {

class HeaderBar;
class InfoBar;

/// The desk: puts the panels together and connects them to the engine. Holds no logic of its own
/// beyond which session and which request is shown.
///
/// mainwindow.cpp builds it and keeps its sizes; windowconnections.cpp connects, windowsessions.cpp has
/// the shown session, windowrequests.cpp what waits for the person.
class MainWindow final : public QMainWindow
{
    Q_OBJECT
public:
    /// `engine` outlives the window. Sizes are kept in window.ini in the configuration folder.
    MainWindow(Engine &engine, const AppPaths &paths, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Begins a session and sends a prompt to it.
    SessionId begin(const QString &prompt);
    void openSession(const Session::Info &session);
    void review(const RequestId &request);
    [[nodiscard]] SessionId currentSession() const { return m_session; }

Q_SIGNALS:
    void firstFramePainted(); ///< Once, after the first paint of the window.

protected:
    void closeEvent(QCloseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void build();
    void addActions();
    void showReview(bool visible);
    void showChanges(bool visible);
    void showStage(QWidget *panel, bool visible);
    void toggleReviewMaximised();
    void showKeys();
    void restore();

    // windowconnections.cpp
    void connectPanels();
    void connectChanges();
    void connectEngine();

    // windowsessions.cpp
    void newSession();
    void submit(const QString &text);
    void onSessionChanged(const Session::Info &session);
    void onRunEnded(const Session::RunEnded &ended);
    void countTokens(const Session::Message &message);
    void forgetTokens();
    void askToLeave();

    // windowrequests.cpp
    void onAsked(const Permission::Request &request);
    void onRevised(const Permission::Request &request);
    void onReplied(const Permission::Replied &replied);
    void onQuestion(const Question::Request &question);
    void onQuestionEnded(const Question::Ended &ended);
    void reviewCall(const CallId &call);
    void showNextRequest();
    void updateWaiting();

    Engine &m_engine; // Not owned.
    const AppPaths m_paths;
    Actions::Registry *m_actions;
    Actions::Keymap *m_keymap;
    HeaderBar *m_header = nullptr;
    InfoBar *m_info = nullptr;
    SessionList::SessionPanel *m_sessions = nullptr;
    Conversation::ConversationView *m_conversation = nullptr;
    Review::ReviewPanel *m_review = nullptr;
    Changes::ChangesPanel *m_changes = nullptr;
    Inbox::InboxPanel *m_inbox = nullptr;
    Composer::Composer *m_composer = nullptr;
    Todos::TodoPanel *m_todos = nullptr;
    Keys::KeyOverlay *m_keys = nullptr; ///< Made when it is first asked for.
    QDockWidget *m_sessionDock = nullptr;
    QDockWidget *m_inboxDock = nullptr;
    QSplitter *m_centre = nullptr;
    QStackedWidget *m_stage = nullptr; ///< Below the conversation: the review or the changes.
    SessionId m_session; ///< Shown; empty: a new one that has no prompt yet.
    QHash<SessionId, QString> m_titles;
    QSet<SessionId> m_busy; ///< Sessions at work, or waiting for the person.
    QPointer<QMessageBox> m_leave; ///< While the person is asked whether to quit all the same.
    bool m_leaving = false; ///< They said so.
    QHash<SessionId, QString> m_chosenAgents; ///< For the next prompt; by the person.
    QHash<MessageId, std::pair<qint64, qint64>> m_tokens; ///< Of the session shown.
    qint64 m_inputTokens = 0; ///< The sums of them.
    qint64 m_outputTokens = 0;
    QList<Permission::Request> m_requests; ///< Pending, oldest first.
    QList<Question::Request> m_questions; ///< Pending, oldest first.
    bool m_narrow = false;
    bool m_folded = false; ///< The inbox was folded away for want of room.
    bool m_parted = false; ///< The centre has been shared out between conversation and review.
    bool m_painted = false;
};

} // namespace Countersign::Window
