// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/types.h"
#include "question/types.h"

#include <QList>
#include <QWidget>

#include <chrono>
#include <memory>

namespace Countersign::Actions {
class Registry;
}

namespace Countersign::Inbox {

/// The pending requests and questions of all sessions, oldest first. Docked, never modal, never takes focus.
class InboxPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit InboxPanel(Actions::Registry &actions, QWidget *parent = nullptr);
    ~InboxPanel() override;

    /// All that wait. A card that stays keeps its place; a change that was computed again is told anew.
    void setRequests(const QList<Permission::Request> &requests);
    void add(const Permission::Request &request);
    void remove(const RequestId &request);
    void setQuestions(const QList<Question::Request> &questions);
    void addQuestion(const Question::Request &question);
    void removeQuestion(const QuestionId &question);
    /// Moves the keyboard to a card, for a person who asked for it; false when there is none.
    bool focusQuestion(const QuestionId &question);
    /// What covered it is gone: no card takes an answer before the delay.
    void rearm();
    void setSessionTitle(const SessionId &session, const QString &title);
    [[nodiscard]] int count() const;
    /// How long a card that appears or moves takes no answer; for tests. 400 ms unless told.
    void setArmDelay(std::chrono::milliseconds delay);

Q_SIGNALS:
    void reviewRequested(const Countersign::Permission::Request &request);
    /// A short answer given on the card itself (Allow once).
    void answered(const Countersign::RequestId &request,
                  const Countersign::Permission::Reply &reply);
    void questionAnswered(const Countersign::QuestionId &question,
                          const Countersign::Question::Reply &reply);
    void countChanged(int count);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace Countersign::Inbox
