// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/conversationview.h"

#include "actions/registry.h"
#include "conversation/callsummary.h"
#include "conversation/conversationdelegate.h"
#include "theme/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolButton>

namespace Countersign::Conversation {

using namespace Qt::StringLiterals;
using Kind = ConversationModel::Kind;

ConversationView::ConversationView(Actions::Registry &actions, QWidget *parent)
    : LazyListView(parent)
    , m_model(new ConversationModel(this))
    , m_delegate(new ConversationDelegate(this))
    , m_pill(new QToolButton(this))
    , m_copy(actions.add(this,
                         {u"conversation.copy"_s,
                          tr("Copy"),
                          tr("Copy the current entry"),
                          {QKeySequence::Copy},
                          u"copy"_s,
                          Qt::WidgetShortcut}))
    , m_showChange(actions.add(this,
                               {u"conversation.showChange"_s,
                                tr("Show Change"),
                                tr("Show the change that the current call did not make"),
                                {QKeySequence(u"Ctrl+Return"_s)},
                                u"refused"_s,
                                Qt::WidgetShortcut}))
{
    setObjectName(u"conversation"_s);
    setAccessibleName(tr("Conversation"));
    setItemDelegate(m_delegate);
    setModel(m_model);
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Window);
    setEndSpace(Theme::Space::l);
    verticalScrollBar()->setSingleStep(fontMetrics().height() * 2);

    m_pill->setObjectName(u"jumpToLatest"_s);
    m_pill->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_pill->setIcon(Theme::Theme::instance().icon(u"chevron-down"_s));
    m_pill->setMinimumHeight(Theme::kHitTarget);
    m_pill->setAutoFillBackground(true);
    m_pill->hide();
    connect(m_pill, &QToolButton::clicked, this, [this] {
        setFollowing(true);
        setFocus(Qt::OtherFocusReason); // The button goes away: the focus stays with what is read.
    });

    connect(m_copy, &QAction::triggered, this, &ConversationView::copyRow);
    connect(m_showChange, &QAction::triggered, this, [this] {
        if (currentIndex().isValid())
            pressButton(currentIndex());
    });
    connect(m_model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { onInserted(last - first + 1); });
    connect(m_model, &QAbstractItemModel::dataChanged, this, &ConversationView::updateTicking);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_delegate->clear();
        setFollowing(true);
        updateTicking();
    });
    connect(this, &LazyListView::followingChanged, this, &ConversationView::updatePill);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, viewport(), qOverload<>(&QWidget::update));
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this, [this] {
        m_delegate->clear();
        remeasure();
    });
}

int ConversationView::exactHeight(int row) const
{
    return m_delegate->sizeHint({}, m_model->index(row)).height();
}

int ConversationView::estimatedHeight(int row) const
{
    return m_delegate->estimatedHeight(m_model->index(row));
}

void ConversationView::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

void ConversationView::onInserted(int count)
{
    if (!isFollowing())
        m_unseen += count;
    updateTicking();
    updatePill();
}

void ConversationView::updateTicking()
{
    bool running = false;
    // Only the last message can hold open calls; a look at the end is enough.
    for (int row = m_model->rowCount() - 1, seen = 0; row >= 0 && seen < 64 && !running;
         --row, ++seen) {
        const QVariant call = m_model->index(row).data(ConversationModel::CallRole);
        running = call.isValid()
                && call.value<Session::CallPart>().state == Session::CallState::Running;
    }
    if (running && !m_tick.isActive())
        m_tick.start();
    else if (!running)
        m_tick.stop();
}

void ConversationView::updatePill()
{
    if (isFollowing())
        m_unseen = 0;
    if (m_unseen == 0) {
        m_pill->hide();
        return;
    }
    m_pill->setText(tr("%n new – jump to latest", nullptr, m_unseen));
    m_pill->adjustSize();
    m_pill->move((width() - m_pill->width()) / 2, height() - m_pill->height() - Theme::Space::m);
    m_pill->show();
}

void ConversationView::resizeEvent(QResizeEvent *event)
{
    m_delegate->setWidth(viewport()->width());
    LazyListView::resizeEvent(event);
    remeasure();
    updatePill();
}

void ConversationView::paintEvent(QPaintEvent *event)
{
    LazyListView::paintEvent(event);
    if (m_model->rowCount() > 0 || m_emptyText.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setPen(Theme::Theme::instance().color(Theme::Token::Muted));
    painter.drawText(viewport()->rect().adjusted(Theme::Space::xl, 0, -Theme::Space::xl, 0),
                     Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
}

void ConversationView::activate(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    const auto kind = Kind(index.data(ConversationModel::KindRole).toInt());
    if (kind != Kind::Call && kind != Kind::Thought)
        return;
    // What was clicked stays under the pointer, also at the end.
    setFollowing(false);
    m_model->setExpanded(index.row(), !index.data(ConversationModel::ExpandedRole).toBool());
    setFollowing(isAtEnd());
}

void ConversationView::pressButton(const QModelIndex &index)
{
    const auto call = index.data(ConversationModel::CallRole).value<Session::CallPart>();
    if (call.state == Session::CallState::Asking)
        Q_EMIT reviewRequested(call.id);
    else if (wantedAChange(call))
        Q_EMIT changeRequested(call.id);
}

void ConversationView::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->button() == Qt::LeftButton ? indexAt(event->pos()) : QModelIndex();
    LazyListView::mousePressEvent(event);
}

void ConversationView::mouseMoveEvent(QMouseEvent *event)
{
    LazyListView::mouseMoveEvent(event);
    const QModelIndex index = indexAt(event->pos());
    const auto kind = Kind(index.data(ConversationModel::KindRole).toInt());
    const bool opens = index.isValid() && (kind == Kind::Call || kind == Kind::Thought);
    viewport()->setCursor(opens ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void ConversationView::mouseReleaseEvent(QMouseEvent *event)
{
    LazyListView::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    const QModelIndex pressed = m_pressed;
    m_pressed = QModelIndex();
    const QModelIndex index = indexAt(event->pos());
    if (!index.isValid() || index != pressed)
        return;
    if (m_delegate->buttonRect(visualRect(index), index).contains(event->pos()))
        pressButton(index);
    else
        activate(index);
}

void ConversationView::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex index = currentIndex();
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        const QVariant call = index.data(ConversationModel::CallRole);
        if (call.isValid() && call.value<Session::CallPart>().state == Session::CallState::Asking)
            pressButton(index);
        else
            activate(index);
        return;
    }
    case Qt::Key_Space:
        activate(index);
        return;
    default:
        LazyListView::keyPressEvent(event);
    }
}

void ConversationView::focusInEvent(QFocusEvent *event)
{
    LazyListView::focusInEvent(event);
    // Who comes by keyboard begins at the newest entry, where the eyes are.
    if (!currentIndex().isValid() && m_model->rowCount() > 0
        && event->reason() != Qt::MouseFocusReason) {
        const QModelIndex last = moveCursor(MoveNext, Qt::NoModifier);
        selectionModel()->setCurrentIndex(last, QItemSelectionModel::ClearAndSelect);
    }
}

void ConversationView::contextMenuEvent(QContextMenuEvent *event)
{
    if (!currentIndex().isValid())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(m_copy);
    const auto call = currentIndex().data(ConversationModel::CallRole).value<Session::CallPart>();
    if (wantedAChange(call))
        menu->addAction(m_showChange);
    menu->popup(event->reason() == QContextMenuEvent::Keyboard
                        ? viewport()->mapToGlobal(visualRect(currentIndex()).center())
                        : event->globalPos());
}

void ConversationView::copyRow()
{
    if (currentIndex().isValid())
        QGuiApplication::clipboard()->setText(m_model->copyText(currentIndex().row()));
}

} // namespace Countersign::Conversation
