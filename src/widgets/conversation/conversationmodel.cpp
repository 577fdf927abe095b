// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/conversationmodel.h"

#include "conversation/callsummary.h"
#include "theme/states.h"

#include <algorithm>

Q_DECLARE_METATYPE(Countersign::Session::CallPart)

namespace Countersign::Conversation {

using namespace Qt::StringLiterals;
using namespace Countersign::Session;

namespace {

/// Text that streams in is shown at 30 Hz: more often costs layout without being seen.
constexpr int kFlushMs = 33;

} // namespace

ConversationModel::ConversationModel(QObject *parent) : QAbstractListModel(parent)
{
    m_flush.setInterval(kFlushMs);
    m_flush.setSingleShot(true);
    connect(&m_flush, &QTimer::timeout, this, &ConversationModel::flush);
}

int ConversationModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant ConversationModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return plainText(index.row());
    case KindRole:
        return int(row.kind);
    case TextRole:
        return textOf(row);
    case CallRole:
        if (row.kind == Kind::Call)
            return QVariant::fromValue(std::get<CallPart>(m_messages.at(row.message).parts.at(row.part)));
        return {};
    case ExpandedRole:
        return m_expanded.contains(keyOf(row));
    case FirstRole:
        return index.row() == 0 || m_rows.at(index.row() - 1).message != row.message;
    case KeyRole:
        return keyOf(row);
    case RevisionRole:
        return m_revisions.value(keyOf(row));
    default:
        return {};
    }
}

QList<ConversationModel::Row> ConversationModel::rowsOf(int index) const
{
    const Message &message = m_messages.at(index);
    QList<Row> rows;
    for (int i = 0; i < message.parts.size(); ++i) {
        const Part &part = message.parts.at(i);
        Kind kind = Kind::Call;
        if (const auto *text = std::get_if<TextPart>(&part)) {
            if (text->text.isEmpty())
                continue;
            kind = message.role == Session::Role::User ? Kind::Prompt : Kind::Answer;
        } else if (std::holds_alternative<ReasoningPart>(part)) {
            kind = Kind::Thought;
        }
        rows.append({index, i, kind});
    }
    if (!message.error.isEmpty() || message.interrupted)
        rows.append({index, -1, Kind::Remark});
    return rows;
}

int ConversationModel::indexOf(const MessageId &message) const
{
    return m_byId.value(message, -1);
}

int ConversationModel::firstRowOf(int message) const
{
    const auto at = std::lower_bound(m_rows.cbegin(), m_rows.cend(), message,
                                     [](const Row &row, int wanted) { return row.message < wanted; });
    return int(at - m_rows.cbegin());
}

void ConversationModel::setMessages(const QList<Message> &messages)
{
    beginResetModel();
    m_flush.stop();
    m_dirty.clear();
    m_messages = messages;
    m_byId.clear();
    m_rows.clear();
    m_revisions.clear();
    m_expanded.clear();
    for (int i = 0; i < m_messages.size(); ++i) {
        m_byId.insert(m_messages.at(i).id, i);
        m_rows += rowsOf(i);
    }
    endResetModel();
}

void ConversationModel::setMessage(const Message &message)
{
    int index = indexOf(message.id);
    if (index < 0) {
        index = int(m_messages.size());
        m_messages.append(message);
        m_byId.insert(message.id, index);
    } else {
        m_messages[index] = message;
    }
    refresh(index);
}

void ConversationModel::setPart(const MessageId &message, int part, const Part &value)
{
    const int index = indexOf(message);
    if (index < 0 || part < 0)
        return; // Of a conversation that is not shown, or older than what was loaded.
    QList<Part> &parts = m_messages[index].parts;
    while (parts.size() <= part)
        parts.append(TextPart{});
    parts[part] = value;
    refresh(index);
}

void ConversationModel::refresh(int message)
{
    const QList<Row> wanted = rowsOf(message);
    const int first = firstRowOf(message);
    int count = 0;
    while (first + count < m_rows.size() && m_rows.at(first + count).message == message)
        ++count;
    // Rows of a message only ever come at its end or change their kind in place.
    const int same = qMin(count, int(wanted.size()));
    for (int i = 0; i < same; ++i) {
        m_rows[first + i] = wanted.at(i);
        ++m_revisions[keyOf(wanted.at(i))];
    }
    if (same > 0)
        Q_EMIT dataChanged(index(first), index(first + same - 1));
    if (count > same) {
        beginRemoveRows({}, first + same, first + count - 1);
        m_rows.remove(first + same, count - same);
        endRemoveRows();
    } else if (wanted.size() > same) {
        beginInsertRows({}, first + same, first + int(wanted.size()) - 1);
        for (int i = same; i < wanted.size(); ++i)
            m_rows.insert(first + i, wanted.at(i));
        endInsertRows();
    }
}

void ConversationModel::appendText(const MessageId &message, int part, const QString &delta)
{
    const int index = indexOf(message);
    if (index < 0 || part < 0 || part >= m_messages.at(index).parts.size())
        return;
    Part &target = m_messages[index].parts[part];
    if (auto *text = std::get_if<TextPart>(&target))
        text->text += delta;
    else if (auto *thought = std::get_if<ReasoningPart>(&target))
        thought->text += delta;
    else
        return;
    m_dirty.insert(index);
    if (!m_flush.isActive())
        m_flush.start();
}

void ConversationModel::flush()
{
    const QSet<int> dirty = std::exchange(m_dirty, {});
    for (const int message : dirty)
        refresh(message);
}

void ConversationModel::setExpanded(int row, bool expanded)
{
    if (row < 0 || row >= m_rows.size())
        return;
    const QString key = keyOf(m_rows.at(row));
    if (expanded)
        m_expanded.insert(key);
    else
        m_expanded.remove(key);
    ++m_revisions[key];
    Q_EMIT dataChanged(index(row), index(row));
}

QString ConversationModel::keyOf(const Row &row) const
{
    return m_messages.at(row.message).id.value + u'/' + QString::number(row.part);
}

QString ConversationModel::textOf(const Row &row) const
{
    const Message &message = m_messages.at(row.message);
    if (row.part < 0)
        return message.error.isEmpty() ? tr("The turn was interrupted.") : message.error;
    const Part &part = message.parts.at(row.part);
    if (const auto *text = std::get_if<TextPart>(&part))
        return text->text;
    if (const auto *thought = std::get_if<ReasoningPart>(&part))
        return thought->text;
    return outputOf(std::get<CallPart>(part));
}

QString ConversationModel::plainText(int row) const
{
    const Row &wanted = m_rows.at(row);
    const QString text = Theme::visibleText(textOf(wanted));
    switch (wanted.kind) {
    case Kind::Prompt:
        return tr("You: %1").arg(text);
    case Kind::Answer:
        return tr("Agent: %1").arg(text);
    case Kind::Thought:
        return tr("Thought: %1").arg(text);
    case Kind::Remark:
        return text;
    case Kind::Call: {
        const auto &call = std::get<CallPart>(m_messages.at(wanted.message).parts.at(wanted.part));
        const QString head = call.tool + u' ' + subjectOf(call) + u" – "_s
                + Theme::lookOf(call.state).word;
        return text.isEmpty() ? head : head + u'\n' + text;
    }
    }
    Q_UNREACHABLE();
}

} // namespace Countersign::Conversation
