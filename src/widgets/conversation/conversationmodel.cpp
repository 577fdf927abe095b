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
            return QVariant::fromValue(
                    std::get<CallPart>(m_messages.at(row.message).parts.at(row.part)));
        return {};
    case ExpandedRole:
        return m_expanded.contains(keyOf(row));
    case SpeakerRole:
        return speakerOf(index.row());
    case ContinuedRole:
        return !row.chunk.fence.isEmpty();
    case KeyRole:
        return keyOf(row);
    case RevisionRole:
        return row.revision;
    default:
        return {};
    }
}

QList<ConversationModel::Row> ConversationModel::rowsOf(int index, const QList<Row> &before) const
{
    const Message &message = m_messages.at(index);
    QList<Row> rows;
    for (int i = 0; i < message.parts.size(); ++i) {
        const Part &part = message.parts.at(i);
        const auto *text = std::get_if<TextPart>(&part);
        const auto *thought = std::get_if<ReasoningPart>(&part);
        if ((text && text->text.isEmpty()) || (thought && thought->text.isEmpty()))
            continue;
        if (!text || message.role != Session::Role::Assistant) {
            const Kind kind = thought                     ? Kind::Thought
                    : !text                               ? Kind::Call
                    : message.role == Session::Role::User ? Kind::Prompt
                                                          : Kind::Remark;
            rows.append({index, i, 0, kind, {}, 0});
            continue;
        }
        QList<Chunk> known;
        for (const Row &row : before) {
            if (row.part == i && row.kind == Kind::Answer)
                known.append(row.chunk);
        }
        const QList<Chunk> chunks = splitAnswer(text->text, known);
        for (int number = 0; number < chunks.size(); ++number)
            rows.append({index, i, number, Kind::Answer, chunks.at(number), 0});
    }
    if (!message.error.isEmpty() || message.interrupted)
        rows.append({index, -1, 0, Kind::Remark, {}, 0});
    return rows;
}

int ConversationModel::indexOf(const MessageId &message) const
{
    return m_byId.value(message, -1);
}

int ConversationModel::firstRowOf(int message) const
{
    const auto at =
            std::lower_bound(m_rows.cbegin(), m_rows.cend(), message,
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
    m_expanded.clear();
    for (int i = 0; i < m_messages.size(); ++i) {
        m_byId.insert(m_messages.at(i).id, i);
        m_rows += rowsOf(i, {});
    }
    for (Row &row : m_rows)
        row.revision = ++m_revision;
    endResetModel();
}

void ConversationModel::setMessage(const Message &message)
{
    int index = indexOf(message.id);
    Message was;
    if (index < 0) {
        index = int(m_messages.size());
        m_messages.append(message);
        m_byId.insert(message.id, index);
    } else {
        was = std::exchange(m_messages[index], message);
    }
    refresh(index, &was);
}

void ConversationModel::setPart(const MessageId &message, int part, const Part &value)
{
    const int index = indexOf(message);
    if (index < 0 || part < 0)
        return; // Of a conversation that is not shown, or older than what was loaded.
    const Message was = m_messages.at(index);
    QList<Part> &parts = m_messages[index].parts;
    while (parts.size() <= part)
        parts.append(TextPart{});
    parts[part] = value;
    refresh(index, &was);
}

void ConversationModel::refresh(int message, const Message *was)
{
    const int first = firstRowOf(message);
    int count = 0;
    while (first + count < m_rows.size() && m_rows.at(first + count).message == message)
        ++count;
    const QList<Row> old = m_rows.mid(first, count);
    QList<Row> wanted = rowsOf(message, was ? QList<Row>() : old);
    const auto isSame = [](const Row &one, const Row &other) {
        return one.part == other.part && one.number == other.number;
    };
    // Rows come and go in one place: what stands before and after them stays.
    const int most = qMin(count, int(wanted.size()));
    int head = 0;
    while (head < most && isSame(old.at(head), wanted.at(head)))
        ++head;
    int tail = 0;
    while (tail < most - head
           && isSame(old.at(count - 1 - tail), wanted.at(wanted.size() - 1 - tail)))
        ++tail;

    const Message &now = m_messages.at(message);
    const auto differs = [&](const Row &row, const Row &before) {
        if (row.kind != before.kind || row.chunk != before.chunk)
            return true;
        if (row.kind != Kind::Answer && !was)
            return row.kind == Kind::Thought; // Its text may be what grew.
        if (!was)
            return false;
        if (row.part < 0)
            return was->error != now.error || was->interrupted != now.interrupted;
        const Part &part = now.parts.at(row.part);
        const Part &past = was->parts.at(row.part);
        if (row.kind != Kind::Answer)
            return !(part == past);
        const auto piece = [&](const Part &of) {
            return QStringView(std::get<TextPart>(of).text)
                    .mid(row.chunk.start, row.chunk.end - row.chunk.start);
        };
        return piece(part) != piece(past);
    };
    const auto update = [&](int at, const Row &before, Row row) {
        const bool changed = differs(row, before);
        row.revision = changed ? ++m_revision : before.revision;
        m_rows[at] = row;
        if (changed)
            Q_EMIT dataChanged(index(at), index(at));
    };
    const int removed = count - head - tail;
    if (removed > 0) {
        beginRemoveRows({}, first + head, first + head + removed - 1);
        m_rows.remove(first + head, removed);
        endRemoveRows();
    }
    const int added = int(wanted.size()) - head - tail;
    if (added > 0) {
        beginInsertRows({}, first + head, first + head + added - 1);
        for (int i = head; i < head + added; ++i) {
            wanted[i].revision = ++m_revision;
            m_rows.insert(first + i, wanted.at(i));
        }
        endInsertRows();
    }
    for (int i = 0; i < head; ++i)
        update(first + i, old.at(i), wanted.at(i));
    for (int i = 0; i < tail; ++i) {
        const int place = int(wanted.size()) - tail + i;
        update(first + place, old.at(count - tail + i), wanted.at(place));
    }
    // Who speaks stands on the first row: the one that was it may not be it any more.
    const int next = first + head + qMax(0, added);
    if ((removed > 0 || added > 0) && next < m_rows.size()) {
        m_rows[next].revision = ++m_revision;
        Q_EMIT dataChanged(index(next), index(next));
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
        refresh(message, nullptr);
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
    m_rows[row].revision = ++m_revision;
    Q_EMIT dataChanged(index(row), index(row));
}

QString ConversationModel::keyOf(const Row &row) const
{
    return u"%1/%2/%3"_s.arg(m_messages.at(row.message).id.value).arg(row.part).arg(row.number);
}

QString ConversationModel::partText(const Row &row) const
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

QString ConversationModel::textOf(const Row &row) const
{
    if (row.kind != Kind::Answer)
        return partText(row);
    return row.chunk.fence + partText(row).mid(row.chunk.start, row.chunk.end - row.chunk.start);
}

QString ConversationModel::speakerOf(int row) const
{
    const auto roleAt = [this](int at) {
        return m_messages.at(m_rows.at(at).message).role;
    };
    if (row > 0 && roleAt(row) == roleAt(row - 1))
        return {};
    switch (roleAt(row)) {
    case Session::Role::User:
        return tr("You");
    case Session::Role::Assistant:
        return tr("Agent");
    case Session::Role::Notice:
        return tr("Countersign");
    }
    Q_UNREACHABLE();
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
    case Kind::Call:
        return copyText(row);
    }
    Q_UNREACHABLE();
}

QString ConversationModel::copyText(int row) const
{
    const Row &wanted = m_rows.at(row);
    const QString text = Theme::visibleText(partText(wanted));
    if (wanted.kind != Kind::Call)
        return text;
    const auto &call = std::get<CallPart>(m_messages.at(wanted.message).parts.at(wanted.part));
    const QString head = Theme::visibleText(call.tool) + u' ' + subjectOf(call) + u" – "_s
            + Theme::lookOf(call.state).word;
    return text.isEmpty() ? head : head + u'\n' + text;
}

} // namespace Countersign::Conversation
