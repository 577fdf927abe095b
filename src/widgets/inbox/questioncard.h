// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "inbox/deskcard.h"
#include "question/types.h"

class QLineEdit;
class QPushButton;

namespace Countersign::Inbox {

class QuestionItem;

/// A form that an agent asks to be filled in. It is answered or, in a second step, dismissed; neither
/// happens by accident: no key of the card itself answers, both steps arm after a delay.
class QuestionCard final : public DeskCard
{
    Q_OBJECT
public:
    QuestionCard(const Question::Request &request, std::chrono::milliseconds armDelay,
                 QWidget *parent = nullptr);

    [[nodiscard]] const Question::Request &request() const { return m_request; }
    [[nodiscard]] QList<QWidget *> tabStops() const override;

Q_SIGNALS:
    void answered(const Countersign::Question::Reply &reply);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void refresh() override;
    void describe() override;

private:
    QWidget *makeAnswer();
    QWidget *makeDismiss();
    void setDismissing(bool dismissing);
    [[nodiscard]] int answeredCount() const;
    void answer();
    void answerIfComplete();
    void dismiss();
    void finish(const Question::Reply &reply);

    Question::Request m_request;
    bool m_answered = false;
    QList<QuestionItem *> m_items;
    QWidget *m_answerStep = nullptr;
    Review::TokenLabel *m_count = nullptr;
    QPushButton *m_answer = nullptr;
    QPushButton *m_toDismiss = nullptr;
    QWidget *m_dismissStep = nullptr;
    QLineEdit *m_words = nullptr;
    Review::TokenLabel *m_consequence = nullptr;
    QPushButton *m_dismiss = nullptr;
    QPushButton *m_back = nullptr;
};

} // namespace Countersign::Inbox
