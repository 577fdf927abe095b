// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/parts.h"

#include "theme/states.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;

namespace {

Theme::Theme &theme()
{
    return Theme::Theme::instance();
}

QFont fontOf(Face face)
{
    switch (face) {
    case Face::Base:
        return theme().baseFont();
    case Face::Small:
        return theme().smallFont();
    case Face::Title:
        return theme().titleFont();
    case Face::Code:
        return theme().codeFont();
    }
    return theme().baseFont();
}

constexpr int kChipPadding = 6;

QString chipText(const Fact &fact)
{
    return fact.warning ? u"◆ "_s + fact.words : fact.words;
}

} // namespace

TokenLabel::TokenLabel(Token token, Face face, QWidget *parent)
    : QLabel(parent)
    , m_token(token)
    , m_face(face)
{
    setTextFormat(Qt::PlainText);
    apply();
    connect(&theme(), &Theme::Theme::changed, this, &TokenLabel::apply);
}

void TokenLabel::setToken(Token token)
{
    m_token = token;
    apply();
}

void TokenLabel::apply()
{
    setFont(fontOf(m_face));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, theme().color(m_token));
    setPalette(colours);
}

ChipRow::ChipRow(QWidget *parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&theme(), &Theme::Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ChipRow::setFacts(const QList<Fact> &facts)
{
    m_facts = facts;
    QStringList words;
    for (const Fact &fact : facts)
        words.append(fact.words);
    setAccessibleName(words.join(u"; "_s));
    setToolTip(Theme::tipText(words.join(u'\n')));
    setVisible(!facts.isEmpty());
    updateGeometry();
    update();
}

QList<QRect> ChipRow::chipRects(int width) const
{
    const QFontMetrics metrics(theme().smallFont());
    const int height = metrics.height() + Theme::Space::xs;
    QList<QRect> rects;
    int x = 0;
    int y = 0;
    for (const Fact &fact : m_facts) {
        const int wide = std::min(metrics.horizontalAdvance(chipText(fact)) + 2 * kChipPadding,
                                  std::max(width, 2 * kChipPadding));
        if (x > 0 && x + wide > width) {
            x = 0;
            y += height + Theme::Space::xs;
        }
        rects.append(QRect(x, y, wide, height));
        x += wide + Theme::Space::xs;
    }
    return rects;
}

QSize ChipRow::sizeHint() const
{
    const QList<QRect> rects = chipRects(QWIDGETSIZE_MAX);
    return rects.isEmpty() ? QSize(0, 0)
                           : QSize(rects.last().right() + 1, rects.last().bottom() + 1);
}

QSize ChipRow::minimumSizeHint() const
{
    return {Theme::Space::xl, sizeHint().height()};
}

int ChipRow::heightForWidth(int width) const
{
    const QList<QRect> rects = chipRects(width);
    return rects.isEmpty() ? 0 : rects.last().bottom() + 1;
}

void ChipRow::paintEvent(QPaintEvent *event)
{
    Q_UNUSED(event)
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme().smallFont());
    const QFontMetrics metrics(theme().smallFont());
    const QList<QRect> rects = chipRects(width());
    for (qsizetype i = 0; i < m_facts.size(); ++i) {
        const Fact &fact = m_facts.at(i);
        painter.setPen(theme().color(fact.warning ? Token::Ask : Token::Line));
        painter.drawRoundedRect(QRectF(rects.at(i)).adjusted(0.5, 0.5, -0.5, -0.5),
                                Theme::kControlRadius, Theme::kControlRadius);
        painter.setPen(theme().color(fact.warning ? Token::Ask : Token::Text));
        const QRect inner = rects.at(i).adjusted(kChipPadding, 0, -kChipPadding, 0);
        painter.drawText(inner, Qt::AlignCenter,
                         metrics.elidedText(chipText(fact), Qt::ElideMiddle, inner.width() + 1));
    }
}

QString countsText(Diff::LineCounts counts)
{
    return u"+%1 −%2"_s.arg(counts.added).arg(counts.removed);
}

CountsLabel::CountsLabel(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    connect(&theme(), &Theme::Theme::changed, this, [this] { update(); });
}

void CountsLabel::setCounts(Diff::LineCounts counts)
{
    m_counts = counts;
    setAccessibleName(tr("%1 lines added, %2 removed").arg(counts.added).arg(counts.removed));
    updateGeometry();
    update();
}

QSize CountsLabel::sizeHint() const
{
    const QFontMetrics metrics(theme().baseFont());
    return {metrics.horizontalAdvance(countsText(m_counts)) + 2, metrics.height()};
}

void CountsLabel::paintEvent(QPaintEvent *event)
{
    Q_UNUSED(event)
    QPainter painter(this);
    painter.setFont(theme().baseFont());
    const QFontMetrics metrics(theme().baseFont());
    const QString added = u"+%1 "_s.arg(m_counts.added);
    painter.setPen(theme().color(Token::Allow));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, added);
    painter.setPen(theme().color(Token::Deny));
    painter.drawText(rect().adjusted(metrics.horizontalAdvance(added), 0, 0, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, u"−%1"_s.arg(m_counts.removed));
}

Arming::Arming(QObject *parent) : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, [this] { set(true); });
}

void Arming::setDelay(std::chrono::milliseconds delay)
{
    m_delay = delay;
}

void Arming::restart()
{
    disarm();
    if (m_delay.count() == 0)
        set(true);
    else
        m_timer.start(m_delay);
}

void Arming::disarm()
{
    m_timer.stop();
    set(false);
}

void Arming::set(bool armed)
{
    m_armed = armed;
    Q_EMIT changed(armed);
}

QPushButton *makeButton(const QString &text, const QString &name, QWidget *parent)
{
    auto *button = new QPushButton(parent);
    setButtonText(button, text);
    button->setObjectName(name);
    button->setAutoDefault(false);
    button->setMinimumHeight(Theme::kHitTarget);
    return button;
}

void setButtonText(QPushButton *button, const QString &text)
{
    button->setText(text);
    button->setAccessibleName(text);
    button->setMinimumWidth(button->fontMetrics().horizontalAdvance(text) + 2 * Theme::Space::l);
}

void setPathText(QLabel *label, const QString &path)
{
    const QString visible = Theme::visibleText(path);
    QString breakable = visible;
    label->setWordWrap(true);
    // U+200B lets the label wrap; what is read aloud is the path itself.
    label->setText(breakable.replace(u'/', u"/\u200B"_s));
    label->setAccessibleName(visible);
}

} // namespace Countersign::Review
