// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "theme/theme.h"

#include <QCache>
#include <QStyledItemDelegate>
#include <QTextDocument>

namespace Countersign::Conversation {

/// Paints the rows of a conversation. Laid out documents are kept for what was shown lately.
class ConversationDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit ConversationDelegate(QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override;
    /// About the same height without laying the text out.
    [[nodiscard]] int estimatedHeight(const QModelIndex &index) const;
    /// The "Review" button of a call that waits; `row` is the row's rectangle, empty for other rows.
    [[nodiscard]] QRect buttonRect(const QRect &row, const QModelIndex &index) const;
    /// Forgets everything kept: the theme or the conversation is another.
    void clear();
    /// Width the rows are laid out for; set by the view, which knows its viewport.
    void setWidth(int width);

private:
    struct Cached
    {
        QTextDocument document;
        int revision = -1;
        int width = 0;
    };

    [[nodiscard]] QTextDocument &documentOf(const QModelIndex &index) const;
    void fill(QTextDocument &document, const QModelIndex &index) const;
    [[nodiscard]] int innerWidth() const; ///< Of the column of text.
    [[nodiscard]] int textWidth(const QModelIndex &index) const;
    [[nodiscard]] int topSpace(const QModelIndex &index) const;
    [[nodiscard]] int heightFor(const QModelIndex &index, int text) const;
    void paintSpeaker(QPainter *painter, const QRect &rect, const QModelIndex &index) const;
    void paintCall(QPainter *painter, const QRect &rect, const QModelIndex &index) const;
    void paintText(QPainter *painter, const QRect &rect, const QModelIndex &index) const;
    void drawDocument(QPainter *painter, const QPoint &at, const QModelIndex &index,
                      Theme::Token token) const;

    mutable QCache<QString, Cached> m_documents;
    int m_width = 600;
};

} // namespace Countersign::Conversation
