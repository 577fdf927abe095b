// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/keys.h"

#include "base/atomicfile.h"
#include "config/documents.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Countersign::Config {

namespace {

constexpr QByteArrayView kFirstFile =
        "// Keys other than the built-in ones: \"action\": [\"key\"], or [] for none.\n"
        "// The list of shortcuts (F1) names an action where the pointer rests on it.\n{\n}\n";

/// Where an entry of the object stands, as offsets in bytes.
struct Entry
{
    QString action;
    qsizetype key = 0;
    qsizetype value = 0;
    qsizetype end = 0; ///< Behind the value.
    qsizetype comma = -1; ///< Behind the entry; -1: there is none.
};

/// Finds the entries of an object that is known to be well-formed.
class Entries
{
public:
    explicit Entries(const QByteArray &text) : m_text(text)
    {
        skip();
        m_open = m_at++;
        for (skip(); !at('}'); skip()) {
            Entry entry;
            entry.key = m_at;
            skipString();
            entry.action =
                    QJsonDocument::fromJson('[' + m_text.mid(entry.key, m_at - entry.key) + ']')
                            .array()
                            .first()
                            .toString();
            skip();
            ++m_at; // The colon.
            skip();
            entry.value = m_at;
            skipValue();
            entry.end = m_at;
            skip();
            if (at(','))
                entry.comma = m_at++;
            m_entries.append(entry);
        }
        m_close = m_at;
    }

    [[nodiscard]] const QList<Entry> &all() const { return m_entries; }
    [[nodiscard]] qsizetype open() const { return m_open; }
    [[nodiscard]] qsizetype close() const { return m_close; }

private:
    [[nodiscard]] bool at(char c) const { return m_at < m_text.size() && m_text.at(m_at) == c; }
    [[nodiscard]] bool isSpace() const { return at(' ') || at('\t') || at('\n') || at('\r'); }

    void skip()
    {
        if (m_at == 0 && m_text.startsWith("\xEF\xBB\xBF"))
            m_at = 3;
        while (m_at < m_text.size()) {
            if (isSpace())
                ++m_at;
            else if (m_text.mid(m_at, 2) == "//")
                goBehind("\n");
            else if (m_text.mid(m_at, 2) == "/*")
                goBehind("*/");
            else
                return;
        }
    }
    void goBehind(QByteArrayView mark)
    {
        const qsizetype found = m_text.indexOf(mark, m_at + 2);
        m_at = found < 0 ? m_text.size() : found + mark.size();
    }
    void skipString()
    {
        for (++m_at; m_at < m_text.size() && !at('"'); ++m_at)
            m_at += at('\\') ? 1 : 0;
        ++m_at;
    }
    void skipValue()
    {
        int depth = 0;
        do {
            skip();
            if (at('"')) {
                skipString();
            } else if (at('[') || at('{')) {
                ++depth;
                ++m_at;
            } else if (at(']') || at('}')) {
                --depth;
                ++m_at;
            } else if (at(',') || at(':')) {
                ++m_at;
            } else {
                while (m_at < m_text.size() && !isSpace()
                       && !QByteArrayView(",:]}/").contains(m_text.at(m_at)))
                    ++m_at;
            }
        } while (depth > 0 && m_at < m_text.size());
    }

    const QByteArray &m_text;
    qsizetype m_at = 0;
    qsizetype m_open = 0;
    qsizetype m_close = 0;
    QList<Entry> m_entries;
};

QByteArray written(const QStringList &keys)
{
    QByteArray text =
            QJsonDocument(QJsonArray::fromStringList(keys)).toJson(QJsonDocument::Compact);
    return text.replace("\",\"", "\", \"");
}

QByteArray quoted(const QString &text)
{
    const QByteArray list = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return list.mid(1, list.size() - 2);
}

void insert(QByteArray &text, const Entries &entries, const QByteArray &entry)
{
    // Behind everything that stands there, a comment on the last entry included.
    qsizetype at = entries.close();
    while (at > entries.open() + 1 && QByteArrayView(" \t\r\n").contains(text.at(at - 1)))
        --at;
    const bool newLine = text.mid(at, entries.close() - at).contains('\n');
    text.insert(at, "\n  " + entry + (newLine ? "" : "\n"));
    if (!entries.all().isEmpty() && entries.all().last().comma < 0)
        text.insert(entries.all().last().end, ',');
}

void erase(QByteArray &text, const Entry &entry)
{
    qsizetype from = entry.key;
    qsizetype to = entry.comma < 0 ? entry.end : entry.comma + 1;
    const auto blank = [&text](qsizetype at) {
        return text.at(at) == ' ' || text.at(at) == '\t' || text.at(at) == '\r';
    };
    qsizetype start = from;
    while (start > 0 && blank(start - 1))
        --start;
    qsizetype end = to;
    while (end < text.size() && blank(end))
        ++end;
    // The whole line, when nothing else is on it.
    if (start > 0 && text.at(start - 1) == '\n' && end < text.size() && text.at(end) == '\n') {
        from = start;
        to = end + 1;
    }
    text.remove(from, to - from);
}

void change(QByteArray &text, const QString &action, const std::optional<QStringList> &keys)
{
    const Entries entries(text);
    const QList<Entry> &all = entries.all();
    bool found = false;
    for (auto entry = all.crbegin(); entry != all.crend(); ++entry) {
        if (entry->action != action)
            continue;
        if (!keys) {
            erase(text, *entry);
        } else {
            text.replace(entry->value, entry->end - entry->value, written(*keys));
            return; // The last one holds.
        }
        found = true;
    }
    if (!found && keys)
        insert(text, entries, quoted(action) + ": " + written(*keys));
}

QString where(const Problem &problem)
{
    return problem.line > 0 ? u"%1:%2:%3: %4"_s.arg(problem.file)
                                      .arg(problem.line)
                                      .arg(problem.column)
                                      .arg(problem.message)
                            : u"%1: %2"_s.arg(problem.file, problem.message);
}

/// A link that leads nowhere is there: it was meant to be read.
bool isThere(const QString &path)
{
    const QFileInfo info(path);
    return info.exists() || info.isSymLink();
}

std::optional<QStringList> keysOf(const QJsonValue &value)
{
    if (value.isString())
        return QStringList{value.toString()};
    if (!value.isArray())
        return {};
    QStringList keys;
    const QJsonArray list = value.toArray();
    for (const QJsonValue &key : list) {
        if (!key.isString())
            return {};
        keys.append(key.toString());
    }
    return keys;
}

} // namespace

KeysFile readKeysFile(const QString &path)
{
    KeysFile read;
    if (!isThere(path))
        return read;
    const auto document = readSource({path, path, false});
    if (!document) {
        read.problems.append(document.error());
        return read;
    }
    QStringList actions = document->keys.value(QString());
    actions.removeDuplicates();
    for (const QString &action : std::as_const(actions)) {
        const QString pointer = pointerTo({}, action);
        const auto keys = keysOf(document->root.value(action));
        if (keys) {
            read.bound.append({action, *keys, document->places.value(pointer)});
        } else {
            read.problems.append(document->problem(
                    pointer,
                    u"\"%1\" needs a key or a list of keys: write [\"F8\"], or [] for none"_s.arg(
                            action)));
        }
    }
    return read;
}

Result<QByteArray> withKeys(const QByteArray &text, const QString &path, const KeyChanges &changes)
{
    QByteArray changed = text.trimmed().isEmpty() ? kFirstFile.toByteArray() : text;
    const auto refuse = [&path](const Problem &problem) {
        return failure(
                ErrorCode::InvalidInput,
                u"The keys cannot be kept in %1, because what is in it cannot be read: %2. Mend "
                "the file, or move it away."_s.arg(path, problem.message),
                where(problem));
    };
    if (const auto before = readDocument(changed, path); !before)
        return refuse(before.error());
    for (auto it = changes.cbegin(); it != changes.cend(); ++it)
        change(changed, it.key(), it.value());
    // Better none than one that is not understood at the next start.
    const auto after = readDocument(changed, path);
    if (!after)
        return refuse(after.error());
    return changed;
}

Result<void> changeKeysFile(const QString &path, const KeyChanges &changes)
{
    QByteArray text;
    if (isThere(path)) {
        const auto read = readSourceBytes({path, path, false});
        if (!read) {
            return failure(ErrorCode::Io,
                           u"The keys cannot be kept in %1: %2."_s.arg(path, read.error().message));
        }
        text = *read;
    }
    const bool onlyRemoved = std::none_of(changes.cbegin(), changes.cend(),
                                          [](const auto &keys) { return keys.has_value(); });
    if (text.isEmpty() && onlyRemoved)
        return {};
    const Result<QByteArray> changed = withKeys(text, path, changes);
    if (!changed)
        return failure(changed.error());
    if (*changed == text)
        return {};
    const QString folder = QFileInfo(path).path();
    if (!QDir().mkpath(folder)) {
        return failure(ErrorCode::Io, u"The folder %1 for the keys cannot be made."_s.arg(folder));
    }
    return replaceFile(path, *changed);
}

} // namespace Countersign::Config
