// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/types.h"

#include <QAbstractListModel>
#include <QHash>
#include <QList>
#include <QSet>
#include <QTimer>

namespace Countersign::Conversation {

/// One session's conversation as rows: a prompt, a piece of the answer, a thought, a tool call or a
/// remark each. GUI thread only.
class ConversationModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    enum class Kind { Prompt, Answer, Thought, Call, Remark };
    enum Role {
        KindRole = Qt::UserRole,
        TextRole,     ///< Plain text or Markdown (Answer).
        CallRole,     ///< Session::CallPart; only for calls.
        ExpandedRole, ///< Whether a thought or call shows its inside.
        FirstRole,    ///< The first row of its message.
        KeyRole,      ///< QString, stable for the row's life: for caches.
        RevisionRole, ///< int, grows with each change of the row: for caches.
    };

    explicit ConversationModel(QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

    void setMessages(const QList<Session::Message> &messages); ///< A new conversation.
    void setMessage(const Session::Message &message);          ///< New or replaced by id.
    void setPart(const MessageId &message, int index, const Session::Part &part);
    /// Shown within 33 ms, together with what else arrives until then.
    void appendText(const MessageId &message, int index, const QString &delta);

    void setExpanded(int row, bool expanded);
    [[nodiscard]] QString plainText(int row) const; ///< For copying.

private:
    struct Row
    {
        int message = 0;
        int part = -1; ///< -1: the message's own error or interruption.
        Kind kind = Kind::Answer;
        friend bool operator==(const Row &, const Row &) = default;
    };

    [[nodiscard]] QList<Row> rowsOf(int message) const;
    [[nodiscard]] int indexOf(const MessageId &message) const;
    [[nodiscard]] int firstRowOf(int message) const;
    void refresh(int message); ///< Brings the rows of a message in line with it.
    void flush();
    [[nodiscard]] QString keyOf(const Row &row) const;
    [[nodiscard]] QString textOf(const Row &row) const;

    QList<Session::Message> m_messages;
    QHash<MessageId, int> m_byId;
    QList<Row> m_rows; ///< In order of messages, then parts.
    QHash<QString, int> m_revisions;
    QSet<QString> m_expanded;
    QSet<int> m_dirty; ///< Rows whose text has grown.
    QTimer m_flush;
};

} // namespace Countersign::Conversation
