// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "inbox/questioncard.h"

#include "inbox/questionitem.h"
#include "theme/states.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Countersign::Inbox {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

QuestionCard::QuestionCard(const Question::Request &request, std::chrono::milliseconds armDelay,
                           QWidget *parent)
    : DeskCard(request.id.value, request.asked, request.inquiry.session, parent)
    , m_request(request)
{
    const int count = int(request.inquiry.items.size());
    headline()->setWordWrap(true);
    headline()->setText(count == 1 ? tr("The agent asks you")
                                   : tr("The agent asks you %n things", nullptr, count));
    for (const Question::Item &item : request.inquiry.items) {
        auto *form = new QuestionItem(item, this);
        column()->addSpacing(m_items.isEmpty() ? 0 : Space::s);
        column()->addWidget(form);
        m_items.append(form);
        connect(form, &QuestionItem::changed, this, [this] { refresh(); });
        connect(form, &QuestionItem::submitted, this, &QuestionCard::answerIfComplete);
        for (QAbstractButton *choice : form->choices())
            choice->installEventFilter(this);
    }
    m_answerStep = makeAnswer();
    m_dismissStep = makeDismiss();
    column()->addSpacing(Space::xs);
    column()->addWidget(m_answerStep);
    column()->addWidget(m_dismissStep);
    m_dismissStep->hide();
    setOrigin({request.inquiry.agent});
    describe();
    setArmDelay(armDelay);
    rearm();
}

QWidget *QuestionCard::makeAnswer()
{
    auto *step = new QWidget(this);
    auto *rows = new QVBoxLayout(step);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(Space::s);
    m_count = new Review::TokenLabel(Token::Muted, Review::Face::Small, step);
    m_count->setObjectName(u"questionCount"_s);
    m_answer = Review::makeButton(tr("Answer"), u"questionAnswer"_s, step);
    m_toDismiss = Review::makeButton(tr("Dismiss…"), u"questionDismiss"_s, step);
    auto *row = new QHBoxLayout;
    row->setSpacing(Space::s);
    row->addWidget(m_answer);
    row->addStretch();
    row->addWidget(m_toDismiss);
    rows->addWidget(m_count);
    rows->addLayout(row);
    connect(m_answer, &QPushButton::clicked, this, &QuestionCard::answer);
    connect(m_toDismiss, &QPushButton::clicked, this, [this] { setDismissing(true); });
    return step;
}

QWidget *QuestionCard::makeDismiss()
{
    auto *step = new QWidget(this);
    auto *rows = new QVBoxLayout(step);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(Space::s);
    m_words = new QLineEdit(step);
    m_words->setObjectName(u"questionWords"_s);
    m_words->setAccessibleName(tr("Words for the agent"));
    m_words->setPlaceholderText(tr("Tell the agent why, or what to do instead"));
    m_words->setMinimumHeight(Theme::kHitTarget);
    m_words->setTextMargins(Space::xs, 0, Space::xs, 0);
    m_consequence = new Review::TokenLabel(Token::Text, Review::Face::Base, step);
    m_consequence->setObjectName(u"questionConsequence"_s);
    m_consequence->setWordWrap(true);
    m_dismiss = Review::makeButton(tr("Dismiss with words"), u"questionDismissNow"_s, step);
    m_back = Review::makeButton(tr("Back"), u"questionBack"_s, step);
    rows->addWidget(m_consequence);
    rows->addWidget(m_words);
    rows->addWidget(m_dismiss); // Below each other: their words are long in a narrow inbox.
    rows->addWidget(m_back);
    connect(m_words, &QLineEdit::textChanged, this, [this] { refresh(); });
    connect(m_words, &QLineEdit::returnPressed, this, [this] {
        if (!m_words->text().trimmed().isEmpty())
            dismiss(); // To end the run takes the button.
    });
    connect(m_dismiss, &QPushButton::clicked, this, &QuestionCard::dismiss);
    connect(m_back, &QPushButton::clicked, this, [this] { setDismissing(false); });
    return step;
}

QList<QWidget *> QuestionCard::tabStops() const
{
    QList<QWidget *> stops;
    for (const QuestionItem *item : m_items)
        stops.append(item->tabStops());
    return stops + QList<QWidget *>{m_answer, m_toDismiss, m_words, m_dismiss, m_back};
}

void QuestionCard::setDismissing(bool dismissing)
{
    // The focus follows to where the hand goes on.
    const bool focused = m_toDismiss->hasFocus() || m_words->hasFocus() || m_dismiss->hasFocus()
            || m_back->hasFocus();
    if (focused)
        setFocus();
    m_answerStep->setVisible(!dismissing);
    m_dismissStep->setVisible(dismissing);
    // Each step arms anew: its buttons lie where the second click of a double click would land.
    rearm();
    if (focused && dismissing)
        m_words->setFocus();
}

int QuestionCard::answeredCount() const
{
    return int(std::count_if(m_items.cbegin(), m_items.cend(),
                             [](const QuestionItem *item) { return !item->answers().isEmpty(); }));
}

void QuestionCard::refresh()
{
    const bool takes = isArmed() && !m_answered;
    const int answered = answeredCount();
    m_answer->setEnabled(takes && answered > 0);
    m_answer->setToolTip(answered > 0 ? QString() : tr("Choose or write an answer first."));
    m_count->setVisible(m_items.size() > 1);
    m_count->setText(tr("%1 of %2 answered").arg(answered).arg(m_items.size()));
    m_toDismiss->setEnabled(takes);
    const bool words = !m_words->text().trimmed().isEmpty();
    m_dismiss->setText(words ? tr("Dismiss with words") : tr("Dismiss and stop"));
    m_dismiss->setAccessibleName(m_dismiss->text());
    m_dismiss->setEnabled(takes);
    m_consequence->setText(words ? tr("The agent reads your words instead of an answer, and "
                                      "continues.")
                                 : tr("Without words the run stops. With words the agent reads "
                                      "them and continues."));
}

void QuestionCard::describe()
{
    setAccessibleName(headline()->text());
    QStringList parts{originText()};
    for (const Question::Item &item : std::as_const(m_request.inquiry.items))
        parts.append(Theme::visibleText(item.question));
    setAccessibleDescription(parts.join(u". "_s));
}

void QuestionCard::answerIfComplete()
{
    if (answeredCount() == m_items.size())
        answer();
}

void QuestionCard::answer()
{
    if (!m_answer->isEnabled() || m_answerStep->isHidden())
        return;
    Question::Reply reply;
    reply.dismissed = false;
    for (const QuestionItem *item : std::as_const(m_items))
        reply.answers.append(item->answers());
    finish(reply);
}

void QuestionCard::dismiss()
{
    if (!m_dismiss->isEnabled())
        return;
    Question::Reply reply;
    reply.message = m_words->text().trimmed();
    finish(reply);
}

void QuestionCard::finish(const Question::Reply &reply)
{
    m_answered = true;
    keepFocus();
    refresh();
    Q_EMIT answered(reply);
}

bool QuestionCard::eventFilter(QObject *watched, QEvent *event)
{
    // A card that has just appeared or moved takes no choice either: what was meant for something
    // else would be chosen unseen. Nothing is greyed out for it.
    if (isArmed() || !qobject_cast<QAbstractButton *>(watched))
        return DeskCard::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
        return true;
    case QEvent::KeyPress:
    case QEvent::KeyRelease: {
        const int key = static_cast<QKeyEvent *>(event)->key();
        return key != Qt::Key_Tab && key != Qt::Key_Backtab;
    }
    default:
        return DeskCard::eventFilter(watched, event);
    }
}

void QuestionCard::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    if (key == Qt::Key_Escape && !m_dismissStep->isHidden()) {
        setDismissing(false);
        return;
    }
    if (!hasFocus()) {
        // What the controls leave over is not for the card: an arrow at the end of the options must
        // not lead to another card.
        event->ignore();
        return;
    }
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && !event->isAutoRepeat()) {
        tabStops().first()->setFocus(Qt::TabFocusReason);
        return;
    }
    DeskCard::keyPressEvent(event);
}

} // namespace Countersign::Inbox
