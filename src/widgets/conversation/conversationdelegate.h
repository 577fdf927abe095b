// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/types.h"

#include <QCache>
#include <QStyledItemDelegate>
#include <QTextDocument>

namespace Countersign::Conversation {

/// Paints the rows of a conversation. Documents and heights are kept per row, width and revision.
class ConversationDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit ConversationDelegate(QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override;
    /// The rectangle of the "Review" link of a call that waits, in the row's own coordinates.
    [[nodiscard]] static QRect reviewRect(const QRect &row);
    /// Forgets everything cached: the theme or the conversation is another.
    void clear();
    /// Widths the rows are laid out for; set by the view, which knows its viewport.
    void setWidth(int width);

private:
    struct Cached
    {
        QTextDocument document;
        int revision = -1;
        int width = 0;
    };

    [[nodiscard]] QTextDocument &documentOf(const QModelIndex &index, int width) const;
    [[nodiscard]] int contentHeight(const QModelIndex &index) const;
    void paintCall(QPainter *painter, const QRect &rect, const QModelIndex &index,
                   bool selected) const;
    void paintText(QPainter *painter, const QRect &rect, const QModelIndex &index) const;

    mutable QCache<QString, Cached> m_documents;
    mutable QHash<QString, std::pair<int, int>> m_heights; ///< Key and width -> revision, height.
    int m_width = 600;
};

} // namespace Countersign::Conversation
