// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "conversation/chunks.h"
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
        TextRole, ///< Plain text or Markdown (Answer: a piece that can be rendered alone).
        CallRole, ///< Session::CallPart; only for calls.
        ExpandedRole, ///< Whether a thought or call shows its inside.
        SpeakerRole, ///< QString: who speaks from this row on; empty: the same as before.
        ContinuedRole, ///< The row goes on in the middle of a code block.
        KeyRole, ///< QString, stable for the row's life: for caches.
        RevisionRole, ///< int, another one after each change, never used before: for caches.
    };

    explicit ConversationModel(QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

    void setMessages(const QList<Session::Message> &messages); ///< A new conversation.
    void setMessage(const Session::Message &message); ///< New or replaced by id.
    void setPart(const MessageId &message, int index, const Session::Part &part);
    /// Shown within 33 ms, together with what else arrives until then.
    void appendText(const MessageId &message, int index, const QString &delta);

    void setExpanded(int row, bool expanded);
    [[nodiscard]] QString plainText(int row) const; ///< With who says it, for assistive tools.
    /// For copying: the whole part that the row belongs to, hidden characters visible.
    [[nodiscard]] QString copyText(int row) const;

private:
    struct Row
    {
        int message = 0;
        int part = -1; ///< -1: the message's own error or interruption.
        int number = 0; ///< Of the piece, for answers in several.
        Kind kind = Kind::Answer;
        Chunk chunk;
        int revision = 0;
    };

    [[nodiscard]] QList<Row> rowsOf(int message, const QList<Row> &before) const;
    [[nodiscard]] int indexOf(const MessageId &message) const;
    [[nodiscard]] int firstRowOf(int message) const;
    /// Brings the rows of a message in line with it. `was`: what it was before, when anything but the
    /// length of a text may differ.
    void refresh(int message, const Session::Message *was);
    void flush();
    [[nodiscard]] QString keyOf(const Row &row) const;
    [[nodiscard]] QString partText(const Row &row) const;
    [[nodiscard]] QString textOf(const Row &row) const;
    [[nodiscard]] QString speakerOf(int row) const;

    QList<Session::Message> m_messages;
    QHash<MessageId, int> m_byId;
    int m_revision = 0; ///< The latest that a row was given.
    QList<Row> m_rows; ///< In order of messages, then parts, then pieces.
    QSet<QString> m_expanded;
    QSet<int> m_dirty; ///< Messages of which a text has grown.
    QTimer m_flush;
};

} // namespace Countersign::Conversation
