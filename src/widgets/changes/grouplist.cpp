// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "changes/grouplist.h"

#include "theme/states.h"
#include "theme/theme.h"

#include <QLocale>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace Countersign::Changes {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr int kTurnRole = Qt::UserRole;
constexpr int kFilesRole = Qt::UserRole + 1; ///< "3 files", for painting.
constexpr int kMostRows = 5; ///< Shown at once; more scroll.

class Delegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return {0,
                std::max(Theme::kHitTarget,
                         QFontMetrics(Theme::Theme::instance().baseFont()).height() + Space::s)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        const Theme::Theme &theme = Theme::Theme::instance();
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
            QColor fill = theme.color(Token::Accent);
            fill.setAlphaF(selected ? 0.14F : 0.06F);
            painter->fillRect(option.rect, fill);
        }
        QRect line = option.rect.adjusted(Space::m, 0, -Space::s, 0);
        painter->setFont(theme.smallFont());
        painter->setPen(theme.color(Token::Muted));
        const QString files = index.data(kFilesRole).toString();
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, files);
        line.setRight(line.right() - painter->fontMetrics().horizontalAdvance(files) - Space::s);
        QFont font = theme.baseFont();
        if (index.row() == 0)
            font.setWeight(QFont::DemiBold);
        painter->setFont(font);
        painter->setPen(theme.color(Token::Text));
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight,
                                                            line.width()));
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(theme.color(Token::Accent));
            painter->drawRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5));
        }
        painter->restore();
    }
};

} // namespace

GroupList::GroupList(QWidget *parent) : QListWidget(parent)
{
    setAccessibleName(tr("Turns"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setUniformItemSizes(true);
    setMouseTracking(true);
    setItemDelegate(new Delegate(this));
}

void GroupList::setChanges(const Session::SessionChanges &changes)
{
    const MessageId current = currentTurn();
    const QSignalBlocker quiet(this);
    clear();
    addGroup(changes.all, tr("All turns"));
    for (const Session::ChangeGroup &turn : changes.turns)
        addGroup(turn, turn.prompt.isEmpty() ? tr("Without a prompt") : turn.prompt);
    int row = 0;
    for (int i = 0; i < count(); ++i) {
        if (item(i)->data(kTurnRole).toString() == current.value)
            row = i;
    }
    setCurrentRow(row);
    setFixedHeight(std::min(count(), kMostRows) * sizeHintForRow(0));
}

void GroupList::addGroup(const Session::ChangeGroup &group, const QString &title)
{
    auto *entry = new QListWidgetItem(Theme::visibleText(title), this);
    const QString files = tr("%n files", nullptr, int(group.files.size()));
    entry->setData(kTurnRole, group.turn.value);
    entry->setData(kFilesRole, files);
    QStringList parts{entry->text(), files};
    if (group.time > 0)
        parts.append(QLocale().toString(QDateTime::fromMSecsSinceEpoch(group.time),
                                        QLocale::ShortFormat));
    entry->setData(Qt::AccessibleTextRole, parts.join(u", "_s));
    entry->setToolTip(Theme::tipText(parts.join(u'\n')));
}

MessageId GroupList::currentTurn() const
{
    return MessageId(currentItem() ? currentItem()->data(kTurnRole).toString() : QString());
}

} // namespace Countersign::Changes
