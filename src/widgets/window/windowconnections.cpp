// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// What the panels want goes to the engine, and what the engine tells goes to the panels.

#include "window/mainwindow.h"

#include "changes/changespanel.h"
#include "composer/composer.h"
#include "conversation/conversationview.h"
#include "inbox/inboxpanel.h"
#include "review/reviewpanel.h"
#include "sessionlist/sessionpanel.h"
#include "todo/todopanel.h"
#include "window/headerbar.h"
#include "window/infobar.h"

#include <QDockWidget>

namespace Countersign::Window {

void MainWindow::connectPanels()
{
    connect(m_composer, &Composer::Composer::submitted, this, &MainWindow::submit);
    connect(m_composer, &Composer::Composer::stopRequested, this,
            [this] { m_engine.interrupt(m_session); });
    connect(m_sessions, &SessionList::SessionPanel::newRequested, this, [this] {
        newSession();
        m_composer->focusText();
    });
    connect(m_sessions, &SessionList::SessionPanel::chosen, this, &MainWindow::openSession);
    const auto answer = [this](const RequestId &request, const Permission::Reply &reply) {
        m_engine.reply(request, reply);
    };
    connect(m_review, &Review::ReviewPanel::answered, this, answer);
    connect(m_review, &Review::ReviewPanel::putAside, this, [this] {
        m_review->clear();
        showReview(false);
        m_conversation->setFocus(Qt::OtherFocusReason);
    });
    connect(m_review, &Review::ReviewPanel::recomputeWanted, &m_engine, &Engine::recompute);
    connect(m_inbox, &Inbox::InboxPanel::answered, this, answer);
    connect(m_inbox, &Inbox::InboxPanel::reviewRequested, this,
            [this](const Permission::Request &request) { review(request.id); });
    connect(m_inbox, &Inbox::InboxPanel::questionAnswered, this,
            [this](const QuestionId &question, const Question::Reply &reply) {
                m_engine.replyToQuestion(question, reply);
            });
    connect(m_conversation, &Conversation::ConversationView::reviewRequested, this,
            &MainWindow::reviewCall);
    connect(m_conversation, &Conversation::ConversationView::changeRequested, this,
            [this](const CallId &call) { m_engine.requestPastChange(m_session, call); });
    connect(&m_engine, &Engine::pastChangeLoaded, this,
            [this](const Permission::PastRequest &past) {
                m_review->read(past);
                showReview(true);
            });
    connect(m_header, &HeaderBar::waitingClicked, this, [this] {
        m_inboxDock->show();
        if (m_requests.isEmpty() && !m_questions.isEmpty())
            m_inbox->focusQuestion(m_questions.first().id);
        else
            showNextRequest();
    });
    connect(m_header, &HeaderBar::agentChosen, this,
            [this](const QString &agent) { m_chosenAgents.insert(m_session, agent); });
}

void MainWindow::connectChanges()
{
    connect(m_changes, &Changes::ChangesPanel::changesWanted, &m_engine, &Engine::requestChanges);
    connect(m_changes, &Changes::ChangesPanel::changeWanted, &m_engine, &Engine::requestChange);
    connect(m_changes, &Changes::ChangesPanel::putBackWanted, &m_engine, &Engine::putBack);
    connect(m_changes, &Changes::ChangesPanel::undoWanted, &m_engine, &Engine::undoPutBack);
    connect(m_changes, &Changes::ChangesPanel::redoWanted, &m_engine, &Engine::redoPutBack);
    connect(m_changes, &Changes::ChangesPanel::closed, this, [this] {
        showChanges(false);
        m_composer->focusText();
    });
    connect(&m_engine, &Engine::changesLoaded, m_changes, &Changes::ChangesPanel::setChanges);
    connect(&m_engine, &Engine::changeLoaded, m_changes, &Changes::ChangesPanel::setChange);
    connect(&m_engine, &Engine::putBackEnded, m_changes, &Changes::ChangesPanel::setReport);
    connect(&m_engine, &Engine::changesRecorded, this, [this](const SessionId &session) {
        if (session == m_changes->session() && m_changes->isVisibleTo(this))
            m_changes->reload();
    });
}

void MainWindow::connectEngine()
{
    connect(&m_engine, &Engine::sessionsLoaded, this, [this](const QList<Session::Info> &sessions) {
        m_sessions->setSessions(sessions);
        for (const Session::Info &info : sessions) {
            m_titles.insert(info.id, info.title);
            m_inbox->setSessionTitle(info.id, info.title);
        }
    });
    connect(&m_engine, &Engine::sessionChanged, this, &MainWindow::onSessionChanged);
    connect(&m_engine, &Engine::historyLoaded, this,
            [this](const SessionId &session, const QList<Session::Message> &messages) {
                if (session != m_session)
                    return;
                forgetTokens();
                for (const Session::Message &message : messages)
                    countTokens(message);
                m_header->setTokens(m_inputTokens, m_outputTokens);
                m_conversation->conversation().setMessages(messages);
            });
    connect(&m_engine, &Engine::messageChanged, this,
            [this](const SessionId &session, const Session::Message &message) {
                if (session != m_session)
                    return;
                m_conversation->conversation().setMessage(message);
                countTokens(message);
                m_header->setTokens(m_inputTokens, m_outputTokens);
            });
    connect(&m_engine, &Engine::partChanged, this,
            [this](const SessionId &session, const MessageId &message, int index,
                   const Session::Part &part) {
                if (session == m_session)
                    m_conversation->conversation().setPart(message, index, part);
            });
    connect(&m_engine, &Engine::textAppended, this,
            [this](const SessionId &session, const MessageId &message, int index,
                   const QString &delta) {
                if (session == m_session)
                    m_conversation->conversation().appendText(message, index, delta);
            });
    connect(&m_engine, &Engine::asked, this, &MainWindow::onAsked);
    connect(&m_engine, &Engine::revised, this, &MainWindow::onRevised);
    connect(&m_engine, &Engine::notRevised, this,
            [this](const RequestId &request, const Error &why) {
                if (why.code != ErrorCode::NotFound) // It is answered by now.
                    m_review->cannotRevise(request, why.message);
            });
    connect(&m_engine, &Engine::replied, this, &MainWindow::onReplied);
    connect(&m_engine, &Engine::questionAsked, this, &MainWindow::onQuestion);
    connect(&m_engine, &Engine::questionEnded, this, &MainWindow::onQuestionEnded);
    connect(&m_engine, &Engine::todosChanged, this,
            [this](const SessionId &session, const QList<Todo> &todos) {
                if (session == m_session)
                    m_todos->setTodos(todos);
            });
    connect(&m_engine, &Engine::runEnded, this, &MainWindow::onRunEnded);
    connect(&m_engine, &Engine::failed, this,
            [this](const Error &error) { m_info->add(error.message, error.detail); });
}

} // namespace Countersign::Window
