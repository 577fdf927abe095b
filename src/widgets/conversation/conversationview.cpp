// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/conversationview.h"

#include "actions/registry.h"
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
    : QListView(parent)
    , m_model(new ConversationModel(this))
    , m_delegate(new ConversationDelegate(this))
    , m_pill(new QToolButton(this))
    , m_copy(actions.add(this, {u"conversation.copy"_s, tr("Copy"), tr("Copy the current entry"),
                                {QKeySequence::Copy}, u"copy"_s, Qt::WidgetShortcut}))
{
    setObjectName(u"conversation"_s);
    setAccessibleName(tr("Conversation"));
    setModel(m_model);
    setItemDelegate(m_delegate);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setResizeMode(Adjust);
    viewport()->setBackgroundRole(QPalette::Window);
    verticalScrollBar()->setSingleStep(fontMetrics().height() * 2);

    m_pill->setObjectName(u"jumpToLatest"_s);
    m_pill->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_pill->setIcon(Theme::Theme::instance().icon(u"chevron-down"_s));
    m_pill->setMinimumHeight(Theme::kHitTarget);
    m_pill->hide();
    connect(m_pill, &QToolButton::clicked, this, [this] {
        m_follow = true;
        m_unseen = 0;
        m_pill->hide();
        scrollToBottom();
    });

    connect(m_copy, &QAction::triggered, this, &ConversationView::copyRow);
    connect(m_model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { onInserted(last - first + 1); });
    connect(m_model, &QAbstractItemModel::dataChanged, this, &ConversationView::onChanged);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_delegate->clear();
        m_follow = true;
        m_unseen = 0;
        updateTicking();
        followOrTell();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        if (!isAtEnd())
            return;
        m_follow = true;
        m_unseen = 0;
        m_pill->hide();
    });
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (m_follow)
            scrollToBottom();
    });
    // Only what the person does takes the view away from the end.
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        m_follow = verticalScrollBar()->sliderPosition() >= verticalScrollBar()->maximum() - 4;
    });
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, viewport(), qOverload<>(&QWidget::update));
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this,
            [this] { scheduleDelayedItemsLayout(); });
}

void ConversationView::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

bool ConversationView::isAtEnd() const
{
    return verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 4;
}

void ConversationView::onInserted(int count)
{
    m_unseen += count;
    updateTicking();
    followOrTell();
}

void ConversationView::onChanged()
{
    updateTicking();
    scheduleDelayedItemsLayout(); // Heights may be others now.
}

void ConversationView::updateTicking()
{
    bool running = false;
    // Only the last message can hold open calls; a look at the end is enough.
    for (int row = m_model->rowCount() - 1, seen = 0; row >= 0 && seen < 64 && !running; --row, ++seen) {
        const QVariant call = m_model->index(row).data(ConversationModel::CallRole);
        running = call.isValid()
                && call.value<Session::CallPart>().state == Session::CallState::Running;
    }
    if (running && !m_tick.isActive())
        m_tick.start();
    else if (!running)
        m_tick.stop();
}

void ConversationView::followOrTell()
{
    if (m_follow) {
        m_unseen = 0;
        m_pill->hide();
        scrollToBottom();
        return;
    }
    m_pill->setText(tr("%n new – jump to latest", nullptr, m_unseen));
    m_pill->adjustSize();
    placePill();
    m_pill->show();
}

void ConversationView::placePill()
{
    m_pill->move((width() - m_pill->width()) / 2, height() - m_pill->height() - Theme::Space::m);
}

void ConversationView::resizeEvent(QResizeEvent *event)
{
    m_delegate->setWidth(viewport()->width());
    QListView::resizeEvent(event);
    placePill();
    if (m_follow)
        scrollToBottom();
}

void ConversationView::paintEvent(QPaintEvent *event)
{
    QListView::paintEvent(event);
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
    if (kind == Kind::Call || kind == Kind::Thought) {
        m_follow = m_follow && isAtEnd() && index.row() == m_model->rowCount() - 1;
        m_model->setExpanded(index.row(), !index.data(ConversationModel::ExpandedRole).toBool());
    }
}

void ConversationView::mouseReleaseEvent(QMouseEvent *event)
{
    QListView::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    const QModelIndex index = indexAt(event->pos());
    if (!index.isValid() || index != currentIndex())
        return;
    const QVariant call = index.data(ConversationModel::CallRole);
    if (call.isValid() && ConversationDelegate::reviewRect(visualRect(index)).contains(event->pos())) {
        const auto part = call.value<Session::CallPart>();
        if (part.state == Session::CallState::Asking) {
            Q_EMIT reviewRequested(part.id);
            return;
        }
    }
    activate(index);
}

void ConversationView::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex index = currentIndex();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        const QVariant call = index.data(ConversationModel::CallRole);
        if (call.isValid()
            && call.value<Session::CallPart>().state == Session::CallState::Asking) {
            Q_EMIT reviewRequested(call.value<Session::CallPart>().id);
            return;
        }
        activate(index);
        return;
    }
    if (event->key() == Qt::Key_Space) {
        activate(index);
        return;
    }
    QListView::keyPressEvent(event);
}

void ConversationView::contextMenuEvent(QContextMenuEvent *event)
{
    if (!currentIndex().isValid())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(m_copy);
    menu->popup(event->globalPos());
}

void ConversationView::copyRow()
{
    if (currentIndex().isValid())
        QGuiApplication::clipboard()->setText(m_model->plainText(currentIndex().row()));
}

} // namespace Countersign::Conversation
