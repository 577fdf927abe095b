// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// Which session the window shows, and how it fares.

#include "window/mainwindow.h"

#include "changes/changespanel.h"
#include "composer/composer.h"
#include "conversation/conversationview.h"
#include "inbox/inboxpanel.h"
#include "sessionlist/sessionpanel.h"
#include "theme/theme.h"
#include "todo/todopanel.h"
#include "window/headerbar.h"
#include "window/infobar.h"

#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace Countersign::Window {

using namespace Qt::StringLiterals;

namespace {

bool isBusy(const Session::Info &session)
{
    return session.status == Session::Status::Working || session.status == Session::Status::Waiting;
}

} // namespace

SessionId MainWindow::begin(const QString &prompt)
{
    newSession();
    submit(prompt);
    return m_session;
}

void MainWindow::newSession()
{
    m_session = m_engine.createSession(m_header->agent());
    forgetTokens();
    m_header->setModel(m_engine.model());
    m_conversation->conversation().setMessages({});
    m_todos->setTodos({});
    m_composer->setSession(m_session);
    m_composer->setWorking(false);
    m_sessions->setCurrent(m_session);
    if (m_changes->isVisibleTo(this))
        m_changes->setSession(m_session);
}

void MainWindow::openSession(const Session::Info &session)
{
    m_session = session.id;
    m_header->setAgent(m_chosenAgents.value(session.id, session.agent));
    m_header->setModel(session.model.isEmpty() ? m_engine.model() : session.model);
    forgetTokens();
    m_conversation->conversation().setMessages({});
    m_todos->setTodos({});
    m_composer->setSession(session.id);
    m_composer->setWorking(isBusy(session));
    m_sessions->setCurrent(session.id);
    m_engine.requestHistory(session.id);
    if (m_changes->isVisibleTo(this))
        m_changes->setSession(session.id);
}

void MainWindow::submit(const QString &text)
{
    m_engine.prompt(m_session, text, m_header->agent());
}

void MainWindow::onSessionChanged(const Session::Info &session)
{
    m_titles.insert(session.id, session.title);
    m_sessions->setSession(session);
    m_inbox->setSessionTitle(session.id, session.title);
    if (isBusy(session))
        m_busy.insert(session.id);
    else
        m_busy.remove(session.id);
    if (session.id == m_session)
        m_composer->setWorking(isBusy(session));
}

void MainWindow::onRunEnded(const Session::RunEnded &ended)
{
    if (!ended.fault)
        return; // The conversation tells how it ended.
    m_info->add(
            tr("“%1” has stopped, because what it does could not be recorded in %2. %3 When that "
               "is mended, write to the session again.")
                    .arg(m_titles.value(ended.session), m_paths.data, ended.fault->message),
            ended.fault->detail);
}

void MainWindow::countTokens(const Session::Message &message)
{
    auto &[input, output] = m_tokens[message.id];
    m_inputTokens += message.inputTokens - std::exchange(input, message.inputTokens);
    m_outputTokens += message.outputTokens - std::exchange(output, message.outputTokens);
}

void MainWindow::forgetTokens()
{
    m_tokens.clear();
    m_inputTokens = 0;
    m_outputTokens = 0;
    m_header->setTokens(0, 0);
}

void MainWindow::askToLeave()
{
    if (m_leave && m_leave->isVisible()) {
        m_leave->raise();
        m_leave->activateWindow();
        return;
    }
    const int count = int(m_busy.size());
    m_leave = new QMessageBox(this);
    m_leave->setWindowTitle(tr("Quit"));
    // Not the style's own one, which is a picture of few pixels.
    m_leave->setIconPixmap(Theme::Theme::instance()
                                   .icon(u"warning"_s, Theme::Token::Ask)
                                   .pixmap(QSize(32, 32), devicePixelRatioF()));
    m_leave->setText(tr("%n sessions are at work or wait for you.", nullptr, count));
    m_leave->setAttribute(Qt::WA_DeleteOnClose);
    m_leave->setInformativeText(tr(
            "Quitting stops them: commands that run are ended, and what waits for your answer is "
            "not done. What has been done stays, and you can go on with each session later."));
    QPushButton *stay = m_leave->addButton(tr("Stay"), QMessageBox::RejectRole);
    QPushButton *quit = m_leave->addButton(tr("Stop and Quit"), QMessageBox::DestructiveRole);
    m_leave->setDefaultButton(stay);
    m_leave->setEscapeButton(stay);
    connect(quit, &QPushButton::clicked, this, [this] {
        m_leaving = true;
        close();
    });
    m_leave->open();
}

} // namespace Countersign::Window
