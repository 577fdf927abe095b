// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "conversation/conversationmodel.h"
#include "conversation/lazylistview.h"

#include <QTimer>

class QToolButton;

namespace Countersign::Actions {
class Registry;
}

namespace Countersign::Conversation {

class ConversationDelegate;

/// The conversation of one session. Follows what arrives only while the reader is at its end; else a
/// button tells how much is new. Enter or a click opens a call; a waiting call leads to its review.
class ConversationView final : public LazyListView
{
    Q_OBJECT
public:
    explicit ConversationView(Actions::Registry &actions, QWidget *parent = nullptr);

    [[nodiscard]] ConversationModel &conversation() { return *m_model; }
    /// A text for the empty conversation: one sentence.
    void setEmptyText(const QString &text);

Q_SIGNALS:
    /// The person wants to see the request of this waiting call.
    void reviewRequested(const Countersign::CallId &call);
    /// The person wants to see the change that this call did not make.
    void changeRequested(const Countersign::CallId &call);

protected:
    [[nodiscard]] int exactHeight(int row) const override;
    [[nodiscard]] int estimatedHeight(int row) const override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void onInserted(int count);
    void activate(const QModelIndex &index);
    void pressButton(const QModelIndex &index); ///< Of a call that has one.
    void copyRow();
    void updatePill();
    void updateTicking();

    ConversationModel *m_model;
    ConversationDelegate *m_delegate;
    QToolButton *m_pill;
    QAction *m_copy;
    QAction *m_showChange;
    QTimer m_tick; ///< Elapsed times of running calls.
    QString m_emptyText;
    QPersistentModelIndex m_pressed; ///< Where the mouse went down.
    int m_unseen = 0;
};

} // namespace Countersign::Conversation
