// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The part of DiffView that opens folds, and what is clicked for that.

#include "review/diffview.h"

#include "theme/theme.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;

namespace {

constexpr int kOpenLines = 20; // Of a fold at a time.
constexpr int kTargetGap = 8; // Between what can be clicked, in pixels.
constexpr int kTargetPadding = 6; // Beside its text.

} // namespace

void DiffView::openFold(int visual, bool all)
{
    if (visual < 0 || visual >= m_visuals.size()
        || m_visuals.at(visual).kind != VisualRow::Kind::Fold)
        return;
    const Fold fold = m_folds.at(m_visuals.at(visual).index);
    const int lines = all ? fold.count : kOpenLines;
    m_folds = withOpened(m_folds, m_visuals.at(visual).index, lines, usualEnd(fold));
    rebuildFolds();
    setCurrent(std::min(visual, static_cast<int>(m_visuals.size()) - 1), false);
}

void DiffView::rebuildFolds()
{
    const bool line = m_current >= 0 && m_visuals.at(m_current).kind == VisualRow::Kind::Line;
    const VisualRow was = line ? m_visuals.at(m_current) : VisualRow();
    clearSelection();
    rebuild();
    if (line)
        m_current = static_cast<int>(std::max<qsizetype>(0, m_visuals.indexOf(was)));
}

void DiffView::openFoldAt(int visual, FoldTarget::What what)
{
    const int index = m_visuals.at(visual).index;
    const int lines = what == FoldTarget::What::All ? m_folds.at(index).count : kOpenLines;
    const FoldEnd end = what == FoldTarget::What::Lower ? FoldEnd::Lower : FoldEnd::Upper;
    const bool onFold = visual == m_current;
    const bool stays = m_folds.at(index).count - lines >= kLeastFold;
    const int before = m_strip.first(m_current);
    m_folds = withOpened(m_folds, index, lines, end);
    rebuildFolds();
    if (onFold) {
        // What is left of the fold stays the current row, so that the same key opens more of it.
        const int fold = visual + (stays && end == FoldEnd::Upper ? lines : 0);
        setCurrent(std::min(fold, static_cast<int>(m_visuals.size()) - 1), false);
        return;
    }
    // Whatever appears above the current row, it stays where it is.
    verticalScrollBar()->setValue(verticalScrollBar()->value() + m_strip.first(m_current) - before);
    setCurrent(m_current, false);
}

int DiffView::foldBeside(int hunk, bool below) const
{
    const int from = below ? m_hunks.at(hunk).end + 1 : m_hunks.at(hunk).first - 1;
    for (int i = from; i >= 0 && i < m_visuals.size(); i += below ? 1 : -1) {
        const VisualRow &visual = m_visuals.at(i);
        if (visual.kind == VisualRow::Kind::Fold)
            return i;
        const bool other = visual.kind == VisualRow::Kind::LeftOut
                || (visual.kind == VisualRow::Kind::Line
                    && m_document->rows.at(visual.index).hunk >= 0);
        if (other)
            return -1;
    }
    return -1;
}

bool DiffView::growContext(bool below)
{
    if (m_current < 0)
        return false;
    int fold = m_current;
    const FoldTarget::What what = below ? FoldTarget::What::Upper : FoldTarget::What::Lower;
    if (m_visuals.at(m_current).kind != VisualRow::Kind::Fold) {
        if (m_hunks.isEmpty())
            return false;
        fold = foldBeside(currentHunk(), below);
        if (fold < 0)
            return false;
    }
    openFoldAt(fold, what);
    return true;
}

QList<DiffView::FoldTarget> DiffView::foldTargets(int visual) const
{
    using What = FoldTarget::What;
    const int line = m_strip.first(visual) - verticalScrollBar()->value();
    if (m_visuals.at(visual).kind != VisualRow::Kind::Fold || line < 0 || line > pageRows())
        return {};
    const Fold &fold = m_folds.at(m_visuals.at(visual).index);
    QList<FoldTarget> targets;
    if (fold.count - kOpenLines >= kLeastFold) {
        if (fold.first > 0) {
            targets.append({What::Upper,
                            {},
                            u"↓ %1"_s.arg(kOpenLines),
                            tr("Shows %n more lines below what is above", nullptr, kOpenLines)});
        }
        if (fold.first + fold.count < m_document->rows.size()) {
            targets.append({What::Lower,
                            {},
                            u"↑ %1"_s.arg(kOpenLines),
                            tr("Shows %n more lines above what is below", nullptr, kOpenLines)});
        }
    }
    targets.append({What::All, {}, tr("All"), tr("Shows all of these lines")});
    const QFontMetricsF metrics(m_font);
    qreal left = areas().constFirst().textLeft + metrics.horizontalAdvance(foldText(fold))
            + 2 * kTargetGap;
    for (FoldTarget &target : targets) {
        const qreal width = metrics.horizontalAdvance(target.text) + 2 * kTargetPadding;
        target.rect = QRect(static_cast<int>(left), line * m_rowHeight,
                            static_cast<int>(std::ceil(width)), m_rowHeight);
        left += width + kTargetGap;
    }
    // What has no room is left to the keys.
    targets.removeIf([this](const FoldTarget &target) {
        return target.rect.right() >= viewport()->width();
    });
    return targets;
}

std::optional<DiffView::FoldTarget> DiffView::foldTargetAt(QPoint position) const
{
    const int visual = visualAt(position.y());
    if (visual < 0)
        return {};
    const QList<FoldTarget> targets = foldTargets(visual);
    for (const FoldTarget &target : targets) {
        if (target.rect.contains(position))
            return target;
    }
    return {};
}

void DiffView::paintFoldTargets(QPainter &painter, int visual) const
{
    const Theme::Theme &theme = Theme::Theme::instance();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const FoldTarget &target : foldTargets(visual)) {
        painter.setPen(theme.color(Token::Line));
        painter.setBrush(theme.color(Token::Panel));
        painter.drawRoundedRect(QRectF(target.rect).adjusted(0.5, 1.5, -0.5, -1.5),
                                Theme::kControlRadius, Theme::kControlRadius);
        painter.setPen(theme.color(Token::Accent));
        painter.drawText(target.rect, Qt::AlignCenter, target.text);
    }
    painter.restore();
}

QString DiffView::cutBandAt(QPoint position) const
{
    const int visual = visualAt(position.y());
    if (visual < 0 || m_visuals.at(visual).kind == VisualRow::Kind::Line)
        return {};
    const Band band = bandOf(m_visuals.at(visual));
    return elided(band) == band.text ? QString() : band.text;
}

bool DiffView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QString whole = cutBandAt(help->pos());
        if (const auto target = foldTargetAt(help->pos()))
            QToolTip::showText(help->globalPos(), target->tip, viewport(), target->rect);
        else if (!whole.isEmpty()) // It may have anything in it that looks like markup.
            QToolTip::showText(help->globalPos(), u"<qt>%1</qt>"_s.arg(whole.toHtmlEscaped()),
                               viewport());
        else
            QToolTip::hideText();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace Countersign::Review
