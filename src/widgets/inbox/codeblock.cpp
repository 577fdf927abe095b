// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "inbox/codeblock.h"

#include "theme/theme.h"

#include <QFontMetrics>
#include <QPainter>
#include <QTextLayout>
#include <QTextOption>

#include <algorithm>

namespace Countersign::Inbox {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

/// More than this cannot be shown in a few rows; a layout of it would only cost time.
constexpr qsizetype kMostUnits = 4000;

QFont codeFont()
{
    return Theme::Theme::instance().codeFont();
}

} // namespace

CodeBlock::CodeBlock(int rows, QWidget *parent) : QWidget(parent), m_rows(rows)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void CodeBlock::setText(const QString &text)
{
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    check();
    update();
}

std::unique_ptr<QTextLayout> CodeBlock::makeLayout() const
{
    QString text = m_text.left(kMostUnits);
    text.replace(u'\n', QChar::LineSeparator);
    auto layout = std::make_unique<QTextLayout>(text, codeFont());
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTextDirection(Qt::LeftToRight);
    layout->setTextOption(option);
    return layout;
}

int CodeBlock::layOut(QTextLayout &layout, int width) const
{
    const int inner = std::max(1, width - 2 * Space::s);
    qreal y = 0;
    int rows = 0;
    layout.beginLayout();
    while (rows <= m_rows) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(inner);
        line.setPosition(QPointF(0, y));
        y += line.height();
        ++rows;
    }
    layout.endLayout();
    return rows;
}

void CodeBlock::check()
{
    const auto layout = makeLayout();
    const bool complete = m_text.size() <= kMostUnits && layOut(*layout, width()) <= m_rows;
    if (complete == m_complete)
        return;
    m_complete = complete;
    Q_EMIT completeChanged(complete);
}

QSize CodeBlock::sizeHint() const
{
    return {Space::xl * 8, heightForWidth(Space::xl * 8)};
}

int CodeBlock::heightForWidth(int width) const
{
    const auto layout = makeLayout();
    // One row more says that there is more.
    const int rows = std::min(layOut(*layout, width), m_rows + 1);
    const QFontMetricsF metrics(codeFont());
    return qRound(rows * std::max(metrics.height(), metrics.lineSpacing())) + 2 * Space::xs;
}

void CodeBlock::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    check();
}

void CodeBlock::paintEvent(QPaintEvent *event)
{
    Q_UNUSED(event)
    const Theme::Theme &theme = Theme::Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::Window));
    painter.drawRoundedRect(rect(), Theme::kControlRadius, Theme::kControlRadius);
    const auto layout = makeLayout();
    layOut(*layout, width());
    painter.setPen(theme.color(Token::Text));
    const int shown = std::min(layout->lineCount(), m_rows);
    const QPointF origin(Space::s, Space::xs);
    for (int i = 0; i < shown; ++i)
        layout->lineAt(i).draw(&painter, origin);
    if (m_complete || shown == 0)
        return;
    const QTextLine last = layout->lineAt(shown - 1);
    painter.setPen(theme.color(Token::Ask));
    painter.setFont(theme.smallFont());
    painter.drawText(QRectF(Space::s, origin.y() + last.y() + last.height(), width() - 2 * Space::s,
                            last.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("⋯ more: open the review"));
}

} // namespace Countersign::Inbox
