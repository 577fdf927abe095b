// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/filelist.h"

#include "diff/changekind.h"
#include "review/parts.h"
#include "theme/states.h"
#include "theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

enum Role {
    KindRole = Qt::UserRole,
    AddedRole,
    RemovedRole,
    FactsRole,
    LeftOutRole,
    FromRole, ///< Of a moved file, as it is shown.
    ToRole,
};

const QString kMoveArrow = u" → "_s;

constexpr int kWidth = 240;

Token tokenOf(Diff::ChangeKind kind)
{
    switch (kind) {
    case Diff::ChangeKind::Added:
        return Token::Allow;
    case Diff::ChangeKind::Deleted:
        return Token::Deny;
    case Diff::ChangeKind::Modified:
    case Diff::ChangeKind::Moved:
        return Token::Info;
    }
    return Token::Text;
}

QString shownName(const QString &path)
{
    return Theme::visibleText(path).replace(u'\n', u"⟨U+000A⟩"_s);
}

/// Both names of a moved file in `width`: each keeps its end, where they differ most.
QString elidedMove(const QFontMetrics &metrics, const QString &from, const QString &to, int width)
{
    const int room = width - metrics.horizontalAdvance(kMoveArrow);
    const int fromWidth = metrics.horizontalAdvance(from);
    const int toWidth = metrics.horizontalAdvance(to);
    const int half = room / 2;
    // A short name leaves its room to the other.
    const int fromRoom = fromWidth <= half ? fromWidth : std::max(half, room - toWidth);
    return metrics.elidedText(from, Qt::ElideLeft, fromRoom) + kMoveArrow
            + metrics.elidedText(to, Qt::ElideLeft, room - std::min(fromWidth, fromRoom));
}

/// Two lines a file: box, letter and path; then its lines and its facts.
class Delegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &) const override
    {
        const Theme::Theme &theme = Theme::Theme::instance();
        return {option.rect.width(),
                QFontMetrics(theme.baseFont()).height() + QFontMetrics(theme.smallFont()).height()
                        + Space::m};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        const Theme::Theme &theme = Theme::Theme::instance();
        const QStyle *style = item.widget->style();
        const bool selected = item.state.testFlag(QStyle::State_Selected);
        if (selected || item.state.testFlag(QStyle::State_MouseOver)) {
            QColor fill = theme.color(Token::Accent);
            fill.setAlphaF(selected ? 0.14F : 0.06F);
            painter->fillRect(item.rect, fill);
        }
        QStyleOptionViewItem box = item;
        box.rect = style->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &item, item.widget);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(theme.color(Token::Muted));
        painter->setBrush(theme.color(Token::Panel));
        painter->drawRoundedRect(QRectF(box.rect).adjusted(0.5, 0.5, -0.5, -0.5),
                                 Theme::kControlRadius / 2.0, Theme::kControlRadius / 2.0);
        if (item.checkState == Qt::Checked)
            theme.icon(u"check"_s, Token::Text).paint(painter, box.rect);
        const auto kind = Diff::ChangeKind(index.data(KindRole).toInt());
        const bool leftOut = index.data(LeftOutRole).toBool();
        QFont strong = theme.baseFont();
        strong.setWeight(QFont::DemiBold);
        const QFontMetrics base(theme.baseFont());
        QRect line(box.rect.right() + Space::s, item.rect.top() + Space::xs, 0, base.height());
        line.setRight(item.rect.right() - Space::s);
        const QRect letter(line.left(), line.top(), base.horizontalAdvance(u'M') + 2,
                           line.height());
        painter->setFont(strong);
        painter->setPen(theme.color(leftOut ? Token::Muted : tokenOf(kind)));
        painter->drawText(letter, Qt::AlignCenter, Diff::kindLetter(kind));
        line.setLeft(letter.right() + Space::s);
        QFont name = theme.baseFont();
        name.setStrikeOut(leftOut);
        painter->setFont(name);
        painter->setPen(theme.color(leftOut ? Token::Muted : Token::Text));
        const QString from = index.data(FromRole).toString();
        const QString path = from.isEmpty()
                ? base.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle,
                                  line.width())
                : elidedMove(base, from, index.data(ToRole).toString(), line.width());
        painter->drawText(line, Qt::AlignVCenter | Qt::AlignLeft, path);

        painter->setFont(theme.smallFont());
        const QFontMetrics small(theme.smallFont());
        line.moveTop(line.bottom() + 1);
        line.setHeight(small.height());
        const auto write = [&](const QString &text, Token token) {
            painter->setPen(theme.color(token));
            painter->drawText(line, Qt::AlignVCenter | Qt::AlignLeft,
                              small.elidedText(text, Qt::ElideRight, line.width()));
            line.setLeft(line.left() + small.horizontalAdvance(text) + Space::xs);
        };
        if (leftOut) {
            write(FileList::tr("left out"), Token::Muted);
        } else {
            const int added = index.data(AddedRole).toInt();
            const int removed = index.data(RemovedRole).toInt();
            if (added + removed > 0) {
                write(u"+%1"_s.arg(added), Token::Allow);
                write(u"−%1"_s.arg(removed), Token::Deny);
            } else {
                write(kindWord(kind), Token::Muted);
            }
            const QStringList facts = index.data(FactsRole).toStringList();
            if (!facts.isEmpty())
                write(u"◆ "_s + facts.join(u" · "_s), Token::Ask);
        }
        if (item.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(theme.color(Token::Accent));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(QRectF(item.rect).adjusted(0.5, 0.5, -0.5, -0.5));
        }
        painter->restore();
    }
};

} // namespace

FileList::FileList(QWidget *parent) : QListWidget(parent)
{
    setAccessibleName(tr("Changed files"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setUniformItemSizes(true);
    setFixedWidth(kWidth);
    setMouseTracking(true);
    setItemDelegate(new Delegate(this));
    connect(this, &QListWidget::itemChanged, this, [this](const QListWidgetItem *item) {
        const int file = row(item);
        describe(file);
        Q_EMIT viewedChanged(file, isViewed(file));
    });
}

void FileList::setFiles(const QList<Diff::FileChange> &files)
{
    const QSignalBlocker quiet(this);
    clear();
    for (const Diff::FileChange &file : files) {
        const QString from = shownName(file.resource);
        const QString to = shownName(file.movedTo);
        auto *item = new QListWidgetItem(to.isEmpty() ? from : from + kMoveArrow + to, this);
        if (!to.isEmpty()) {
            item->setData(FromRole, from);
            item->setData(ToRole, to);
        }
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Unchecked);
        item->setData(KindRole, int(file.kind));
        describe(row(item));
    }
}

void FileList::setSummary(int file, const Summary &summary)
{
    const QSignalBlocker quiet(this);
    QStringList warnings;
    for (const Fact &fact : summary.facts) {
        if (fact.warning)
            warnings.append(Theme::visibleText(fact.words));
    }
    item(file)->setData(AddedRole, summary.counts.added);
    item(file)->setData(RemovedRole, summary.counts.removed);
    item(file)->setData(FactsRole, warnings);
    describe(file);
}

void FileList::setLeftOut(int file, bool leftOut)
{
    const QSignalBlocker quiet(this);
    item(file)->setData(LeftOutRole, leftOut);
    describe(file);
}

void FileList::setViewed(int file, bool viewed)
{
    item(file)->setCheckState(viewed ? Qt::Checked : Qt::Unchecked);
}

bool FileList::isViewed(int file) const
{
    return item(file)->checkState() == Qt::Checked;
}

int FileList::viewedCount() const
{
    int viewed = 0;
    for (int file = 0; file < count(); ++file)
        viewed += isViewed(file) ? 1 : 0;
    return viewed;
}

void FileList::describe(int file)
{
    const QSignalBlocker quiet(this);
    QListWidgetItem *entry = item(file);
    QStringList parts{entry->text(), kindWord(Diff::ChangeKind(entry->data(KindRole).toInt()))};
    const Diff::LineCounts counts{entry->data(AddedRole).toInt(), entry->data(RemovedRole).toInt()};
    if (counts != Diff::LineCounts())
        parts.append(countsText(counts));
    parts.append(entry->data(FactsRole).toStringList());
    if (entry->data(LeftOutRole).toBool())
        parts.append(tr("left out"));
    parts.append(isViewed(file) ? tr("viewed") : tr("not viewed"));
    entry->setData(Qt::AccessibleTextRole, parts.join(u", "_s));
    entry->setToolTip(Theme::tipText(parts.join(u'\n')));
    viewport()->update(); // The blocked signals would have asked for it.
}

} // namespace Countersign::Review
