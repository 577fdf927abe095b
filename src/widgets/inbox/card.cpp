// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "inbox/card.h"

#include "inbox/codeblock.h"
#include "review/offers.h"
#include "theme/states.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

namespace Countersign::Inbox {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr int kCommandRows = 6;

bool isCommand(const Permission::Request &request)
{
    return request.inquiry.action == QStringView(Permission::Action::bash);
}

} // namespace

Card::Card(const Permission::Request &request, std::chrono::milliseconds armDelay, QWidget *parent)
    : DeskCard(request.id.value, request.asked, request.inquiry.session, parent)
    , m_request(request)
{
    Review::setPathText(headline(), Theme::headlineOf(request));
    m_command = new CodeBlock(kCommandRows, this);
    m_command->setObjectName(u"cardCommand"_s);
    m_command->setVisible(isCommand(request));
    if (isCommand(request))
        m_command->setText(Review::commandText(request));
    column()->addWidget(m_command);

    m_caution = new Review::TokenLabel(Token::Deny, Review::Face::Base, this);
    m_caution->setObjectName(u"cardCaution"_s);
    m_caution->setWordWrap(true);
    m_caution->setText(Review::cautionText(request.explanation));
    m_caution->setVisible(!m_caution->text().isEmpty());
    column()->addWidget(m_caution);

    m_chips = new Review::ChipRow(this);
    m_chips->setFacts({});
    column()->addWidget(m_chips);

    auto *bottom = new QHBoxLayout;
    bottom->setSpacing(Space::s);
    m_counts = new Review::CountsLabel(this);
    m_counts->hide();
    m_allow = Review::makeButton(tr("Allow once"), u"cardAllow"_s, this);
    // A change is allowed where it is shown: in the review.
    m_allow->setVisible(request.inquiry.proposal.isEmpty());
    m_review = Review::makeButton(tr("Review ▸"), u"cardReview"_s, this);
    m_review->setAccessibleName(tr("Review"));
    bottom->addWidget(m_counts);
    bottom->addStretch();
    bottom->addWidget(m_allow);
    bottom->addWidget(m_review);
    column()->addLayout(bottom);

    connect(m_command, &CodeBlock::completeChanged, this, &Card::refresh);
    connect(m_allow, &QPushButton::clicked, this, &Card::allow);
    connect(m_review, &QPushButton::clicked, this, &Card::reviewWanted);
    setOrigin({request.inquiry.agent, request.inquiry.action});
    describe();
    setArmDelay(armDelay);
    rearm();
}

void Card::setRevised(const Permission::Request &request)
{
    m_request = request;
    describe();
    refresh();
}

QList<QWidget *> Card::tabStops() const
{
    return {m_allow, m_review};
}

void Card::setSummary(const QList<Review::Summary> &files)
{
    Diff::LineCounts counts;
    QList<Review::Fact> facts;
    for (const Review::Summary &file : files) {
        counts.added += file.counts.added;
        counts.removed += file.counts.removed;
        for (Review::Fact fact : file.facts) {
            fact.words = Theme::visibleText(fact.words);
            if (fact.warning && !facts.contains(fact))
                facts.append(fact);
        }
    }
    m_counts->setCounts(counts);
    m_counts->setVisible(counts != Diff::LineCounts());
    m_chips->setFacts(facts);
    describe();
}

void Card::setAllowAction(const QAction *action)
{
    m_allowAction = action;
    connect(action, &QAction::changed, this, &Card::refresh);
    refresh();
}

void Card::refresh()
{
    const bool whole = !isCommand(m_request) || m_command->isComplete();
    m_allow->setEnabled(isArmed() && whole && !m_answered && m_request.inquiry.proposal.isEmpty());
    m_allow->setToolTip(!whole ? tr("The command is longer than this card shows: open the review.")
                                : m_allowAction ? m_allowAction->toolTip()
                                                : QString());
}

void Card::describe()
{
    setAccessibleName(Theme::visibleText(Theme::headlineOf(m_request)));
    QStringList parts{originText()};
    if (isCommand(m_request))
        parts.append(Review::commandText(m_request));
    if (!m_caution->text().isEmpty())
        parts.append(m_caution->text());
    if (!m_counts->isHidden())
        parts.append(m_counts->accessibleName());
    if (!m_chips->accessibleName().isEmpty())
        parts.append(m_chips->accessibleName());
    setAccessibleDescription(parts.join(u". "_s));
}

void Card::allow()
{
    if (!m_allow->isEnabled())
        return;
    m_answered = true;
    keepFocus();
    refresh();
    Q_EMIT allowed();
}

void Card::keyPressEvent(QKeyEvent *event)
{
    if (!event->isAutoRepeat()) {
        const int key = event->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            Q_EMIT reviewWanted();
            return;
        }
    }
    DeskCard::keyPressEvent(event);
}

} // namespace Countersign::Inbox
