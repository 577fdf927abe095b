// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "todo/todopanel.h"

#include "actions/registry.h"
#include "review/parts.h"
#include "theme/states.h"
#include "theme/theme.h"
#include "todo/todomodel.h"

#include <QHBoxLayout>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Countersign::Todos {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr int kMostRows = 6; ///< Shown at once; more scroll.
constexpr int kRowHeight = 24;
constexpr int kIcon = 14;
constexpr int kMargin = Space::l; ///< As the conversation above and the composer below.

/// A row: the state's icon, the text, and the word "high" where that is the priority.
class TodoDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &) const override
    {
        return {0, std::max(kRowHeight, option.fontMetrics.height() + Space::xs)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        const auto todo = index.data(TodoModel::TodoRole).value<Todo>();
        const Theme::StateLook look = Theme::lookOf(todo.status);
        Theme::Theme &theme = Theme::Theme::instance();
        painter->save();
        QRect area = option.rect.adjusted(kMargin, 0, -kMargin, 0);
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(theme.color(Token::Accent));
            painter->drawRoundedRect(QRectF(option.rect).adjusted(4.5, 0.5, -4.5, -0.5),
                                     Theme::kControlRadius, Theme::kControlRadius);
        }
        theme.icon(look.icon, look.token)
                .paint(painter,
                       QRect(area.left(), area.center().y() - kIcon / 2 + 1, kIcon, kIcon));
        area.setLeft(area.left() + kIcon + Space::s);
        const bool over =
                todo.status == TodoStatus::Completed || todo.status == TodoStatus::Cancelled;
        if (todo.priority == TodoPriority::High && !over) {
            painter->setFont(theme.smallFont());
            painter->setPen(theme.color(Token::Ask));
            const QString word = TodoModel::tr("high");
            painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter, word);
            area.setRight(area.right() - painter->fontMetrics().horizontalAdvance(word) - Space::s);
        }
        QFont font = theme.baseFont();
        font.setStrikeOut(todo.status == TodoStatus::Cancelled);
        font.setWeight(todo.status == TodoStatus::InProgress ? QFont::DemiBold : QFont::Normal);
        painter->setFont(font);
        painter->setPen(theme.color(over ? Token::Muted : Token::Text));
        painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight,
                                                            area.width()));
        painter->restore();
    }
};

} // namespace

TodoPanel::TodoPanel(Actions::Registry &actions, QWidget *parent)
    : QWidget(parent)
    , m_model(new TodoModel(this))
    , m_header(new QToolButton(this))
    , m_now(new Review::TokenLabel(Token::Muted, Review::Face::Small, this))
    , m_list(new QListView(this))
{
    setAccessibleName(tr("Tasks"));
    m_header->setObjectName(u"todoHeader"_s);
    m_header->setAutoRaise(true);
    m_header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_header->setMinimumHeight(Theme::kHitTarget);
    m_header->setIconSize({kIcon, kIcon});
    m_now->setObjectName(u"todoNow"_s);
    m_now->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_list->setObjectName(u"todoList"_s);
    m_list->setAccessibleName(tr("Tasks of the agent"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new TodoDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSelectionMode(QAbstractItemView::NoSelection);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setUniformItemSizes(true);
    m_list->viewport()->setAutoFillBackground(false);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, Space::xs, 0, Space::xs);
    column->setSpacing(0);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(kMargin - Space::s, 0, kMargin, 0);
    row->setSpacing(Space::s);
    row->addWidget(m_header);
    row->addWidget(m_now, 1);
    row->addStretch();
    column->addLayout(row);
    column->addWidget(m_list);

    Actions::Registry::Spec spec;
    spec.id = u"todos.fold"_s;
    spec.text = tr("Show or Hide the Tasks");
    spec.tip = tr("Folds the list of what the agent means to do, or unfolds it.");
    spec.keys = {QKeySequence(u"Ctrl+T"_s)};
    spec.context = Qt::WindowShortcut;
    m_fold = actions.add(this, spec);
    connect(m_fold, &QAction::triggered, this, [this] { setFolded(!m_folded); });
    connect(m_fold, &QAction::changed, this, &TodoPanel::refresh);
    connect(m_header, &QToolButton::clicked, this, [this] { setFolded(!m_folded); });
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this, &TodoPanel::refresh);
    refresh();
}

void TodoPanel::setTodos(const QList<Todo> &todos)
{
    m_model->setTodos(todos);
    refresh();
    showCurrent();
}

void TodoPanel::setFolded(bool folded)
{
    // A list that goes must not hand its focus to some other panel.
    if (folded && m_list->hasFocus())
        m_header->setFocus();
    m_folded = folded;
    refresh();
    showCurrent();
}

void TodoPanel::refresh()
{
    const QList<Todo> &todos = m_model->todos();
    const auto done = std::count_if(todos.cbegin(), todos.cend(), [](const Todo &todo) {
        return todo.status == TodoStatus::Completed || todo.status == TodoStatus::Cancelled;
    });
    setVisible(!todos.isEmpty());
    m_header->setText(tr("Tasks · %1 of %2 done").arg(done).arg(todos.size()));
    m_header->setIcon(Theme::Theme::instance().icon(
            m_folded ? u"chevron-right"_s : u"chevron-down"_s, Token::Muted));
    m_header->setAccessibleName(m_header->text());
    m_header->setAccessibleDescription(m_folded ? tr("Folded; press to show the list")
                                                : tr("Press to fold the list"));
    m_header->setToolTip(Actions::Registry::withKeys(
            m_folded ? tr("Show the list") : tr("Hide the list"), m_fold));
    m_list->setVisible(!m_folded);
    const int rows = std::min(kMostRows, int(todos.size()));
    m_list->setFixedHeight(rows * std::max(kRowHeight, fontMetrics().height() + Space::xs));
    elideCurrent();
}

int TodoPanel::currentRow() const
{
    const QList<Todo> &todos = m_model->todos();
    const auto found = std::find_if(todos.cbegin(), todos.cend(), [](const Todo &todo) {
        return todo.status == TodoStatus::InProgress;
    });
    return found == todos.cend() ? -1 : int(found - todos.cbegin());
}

void TodoPanel::showCurrent()
{
    // Who reads the list is not scrolled away.
    if (const int row = currentRow(); row >= 0 && !m_list->hasFocus())
        m_list->scrollTo(m_model->index(row));
}

/// What is in progress, beside the header while the list is folded.
void TodoPanel::elideCurrent()
{
    const int row = currentRow();
    m_now->setVisible(m_folded && row >= 0);
    if (row < 0)
        return;
    const QString text = m_model->index(row).data().toString();
    m_now->setAccessibleName(text);
    const int room = width() - m_header->sizeHint().width() - 2 * Space::l;
    m_now->setText(m_now->fontMetrics().elidedText(text, Qt::ElideRight, room));
}

void TodoPanel::paintEvent(QPaintEvent *)
{
    // What was said above, what is meant to be done below.
    QPainter painter(this);
    painter.fillRect(0, 0, width(), 1, Theme::Theme::instance().color(Token::Line));
}

void TodoPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    elideCurrent();
}

} // namespace Countersign::Todos
