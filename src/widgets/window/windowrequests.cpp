// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// What waits for the person, and which of it the review shows.

#include "window/mainwindow.h"

#include "changes/changespanel.h"
#include "inbox/inboxpanel.h"
#include "review/reviewpanel.h"
#include "theme/states.h"
#include "window/headerbar.h"

#include <QApplication>
#include <QDockWidget>

#include <algorithm>

namespace Countersign::Window {

void MainWindow::onAsked(const Permission::Request &request)
{
    m_requests.append(request);
    m_inbox->add(request);
    updateWaiting();
    // An empty review may fill; one that is being read is never taken away.
    if (m_review->current().isEmpty() && !m_changes->isVisibleTo(this))
        review(request.id);
    QApplication::alert(this);
}

void MainWindow::onRevised(const Permission::Request &request)
{
    for (Permission::Request &waiting : m_requests) {
        if (waiting.id == request.id)
            waiting = request;
    }
    m_inbox->setRequests(m_requests);
    m_review->revise(request);
}

void MainWindow::onReplied(const Permission::Replied &replied)
{
    m_requests.removeIf(
            [&](const Permission::Request &request) { return request.id == replied.id; });
    m_inbox->remove(replied.id);
    updateWaiting();
    if (m_review->current() != replied.id)
        return;
    // Who looks at the changes is not taken away from them.
    if (m_changes->isVisibleTo(this))
        m_review->clear();
    else
        showNextRequest();
}

void MainWindow::onQuestion(const Question::Request &question)
{
    m_questions.append(question);
    m_inbox->addQuestion(question);
    updateWaiting();
    QApplication::alert(this);
}

void MainWindow::onQuestionEnded(const Question::Ended &ended)
{
    m_questions.removeIf(
            [&](const Question::Request &question) { return question.id == ended.id; });
    m_inbox->removeQuestion(ended.id);
    updateWaiting();
}

/// The person wants to see what a waiting call of the shown session waits for.
void MainWindow::reviewCall(const CallId &call)
{
    const auto isIt = [&](const auto &waiting) {
        return waiting.inquiry.call == call && waiting.inquiry.session == m_session;
    };
    const auto request = std::find_if(m_requests.cbegin(), m_requests.cend(), isIt);
    if (request != m_requests.cend()) {
        review(request->id);
        return;
    }
    const auto question = std::find_if(m_questions.cbegin(), m_questions.cend(), isIt);
    if (question == m_questions.cend())
        return;
    m_inboxDock->show();
    m_inbox->focusQuestion(question->id);
}

void MainWindow::review(const RequestId &request)
{
    const auto found = std::find_if(m_requests.cbegin(), m_requests.cend(),
                                    [&](const Permission::Request &r) { return r.id == request; });
    if (found == m_requests.cend())
        return;
    m_review->show(*found);
    showReview(true);
}

void MainWindow::showNextRequest()
{
    if (m_requests.isEmpty()) {
        m_review->clear();
        showReview(false);
        return;
    }
    review(m_requests.first().id);
}

void MainWindow::updateWaiting()
{
    const int count = int(m_requests.size() + m_questions.size());
    m_header->setWaiting(count);
    const QString name = Theme::visibleText(m_engine.projectName());
    setWindowTitle(count == 0 ? tr("%1 – Countersign").arg(name)
                              : tr("(%n waiting) %1 – Countersign", nullptr, count).arg(name));
}

} // namespace Countersign::Window
