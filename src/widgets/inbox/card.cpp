// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "inbox/card.h"

#include "inbox/codeblock.h"
#include "review/offers.h"
#include "theme/states.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
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

QString ageText(qint64 ms)
{
    const qint64 seconds = ms / 1000;
    if (seconds < 5)
        return Card::tr("now");
    if (seconds < 60)
        return Card::tr("%1 s").arg(seconds);
    if (seconds < 3600)
        return Card::tr("%1 min").arg(seconds / 60);
    if (seconds < 86400)
        return Card::tr("%1 h").arg(seconds / 3600);
    return Card::tr("%1 d").arg(seconds / 86400);
}

Card::Card(const Permission::Request &request, std::chrono::milliseconds armDelay, QWidget *parent)
    : QWidget(parent)
    , m_request(request)
    , m_arming(new Review::Arming(this))
{
    setFocusPolicy(Qt::StrongFocus);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Space::m, Space::m, Space::m, Space::m);
    column->setSpacing(Space::s);

    auto *top = new QHBoxLayout;
    top->setSpacing(Space::s);
    auto *glyph = new Review::TokenLabel(Token::Ask, Review::Face::Base, this);
    glyph->setText(Theme::lookOf(Session::CallState::Asking).glyph);
    m_headline = new Review::TokenLabel(Token::Text, Review::Face::Base, this);
    m_headline->setObjectName(u"cardHeadline"_s);
    QFont strong = m_headline->font();
    strong.setWeight(QFont::DemiBold);
    m_headline->setFont(strong);
    Review::setPathText(m_headline, Theme::headlineOf(request));
    m_age = new Review::TokenLabel(Token::Muted, Review::Face::Small, this);
    m_age->setObjectName(u"cardAge"_s);
    top->addWidget(glyph, 0, Qt::AlignTop);
    top->addWidget(m_headline, 1);
    top->addWidget(m_age, 0, Qt::AlignTop);
    column->addLayout(top);

    m_origin = new Review::TokenLabel(Token::Muted, Review::Face::Small, this);
    m_origin->setObjectName(u"cardOrigin"_s);
    m_origin->setWordWrap(true);
    column->addWidget(m_origin);

    m_command = new CodeBlock(kCommandRows, this);
    m_command->setObjectName(u"cardCommand"_s);
    m_command->setVisible(isCommand(request));
    if (isCommand(request))
        m_command->setText(Review::commandText(request));
    column->addWidget(m_command);

    m_caution = new Review::TokenLabel(Token::Deny, Review::Face::Base, this);
    m_caution->setObjectName(u"cardCaution"_s);
    m_caution->setWordWrap(true);
    m_caution->setText(Review::cautionText(request.explanation));
    m_caution->setVisible(!m_caution->text().isEmpty());
    column->addWidget(m_caution);

    m_chips = new Review::ChipRow(this);
    m_chips->setFacts({});
    column->addWidget(m_chips);

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
    column->addLayout(bottom);

    connect(m_arming, &Review::Arming::changed, this, &Card::refresh);
    connect(m_command, &CodeBlock::completeChanged, this, &Card::refresh);
    connect(m_allow, &QPushButton::clicked, this, &Card::allow);
    connect(m_review, &QPushButton::clicked, this, &Card::reviewWanted);
    setSessionTitle({});
    setArmDelay(armDelay);
    rearm();
}

void Card::setSessionTitle(const QString &title)
{
    m_sessionTitle = title;
    QStringList parts;
    for (const QString &part : {title.isEmpty() ? m_request.inquiry.session.value : title,
                                m_request.inquiry.agent, m_request.inquiry.action}) {
        if (!part.isEmpty())
            parts.append(Theme::visibleText(part).replace(u'\n', u' '));
    }
    m_origin->setText(parts.join(u" · "_s));
    describe();
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

void Card::updateAge(qint64 nowMs)
{
    m_age->setText(ageText(nowMs - m_request.asked));
}

void Card::setArmDelay(std::chrono::milliseconds delay)
{
    m_arming->setDelay(delay);
}

void Card::rearm()
{
    // A button that is disabled under the focus would hand it to some other widget.
    if (m_allow->hasFocus())
        setFocus();
    m_arming->restart();
}

void Card::refresh()
{
    const bool whole = !isCommand(m_request) || m_command->isComplete();
    m_allow->setEnabled(m_arming->isArmed() && whole && !m_answered
                        && m_request.inquiry.proposal.isEmpty());
    m_allow->setToolTip(whole ? QString()
                              : tr("The command is longer than this card shows: open the review."));
}

void Card::describe()
{
    setAccessibleName(Theme::visibleText(Theme::headlineOf(m_request)));
    QStringList parts{m_origin->text()};
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
    if (m_allow->hasFocus())
        setFocus();
    refresh();
    Q_EMIT allowed();
}

void Card::keyPressEvent(QKeyEvent *event)
{
    // Only keys that were pressed on this very card: a held key repeats on whatever comes next.
    if (event->isAutoRepeat() && event->key() != Qt::Key_Up && event->key() != Qt::Key_Down) {
        event->accept();
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up:
        Q_EMIT stepWanted(-1);
        return;
    case Qt::Key_Down:
        Q_EMIT stepWanted(1);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT reviewWanted();
        return;
    case Qt::Key_A:
        if (event->modifiers() == Qt::NoModifier && hasFocus()) {
            allow();
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void Card::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void Card::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

void Card::paintEvent(QPaintEvent *event)
{
    Q_UNUSED(event)
    const Theme::Theme &theme = Theme::Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool focused = hasFocus();
    painter.setPen(QPen(theme.color(focused ? Token::Accent : Token::Line), focused ? 2 : 1));
    painter.setBrush(theme.color(Token::Card));
    const qreal inset = focused ? 1 : 0.5;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset),
                            Theme::kCardRadius, Theme::kCardRadius);
}

} // namespace Countersign::Inbox
