// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QJsonValue>
#include <QLatin1StringView>
#include <QStringView>

namespace Countersign {

/// Writes compact JSON straight into bytes. A conversation is sent whole with every turn: building it
/// as QJsonValue first costs ten times as much. The caller keeps the grammar: one value at the top,
/// a key before each value of an object. Valid UTF-8 whatever comes in: a lone surrogate becomes
/// U+FFFD. Not thread-safe.
class JsonWriter
{
public:
    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }

    /// `name` needs no escaping.
    void key(QLatin1StringView name);
    void key(QStringView name);

    void string(QStringView text);
    void value(const QJsonValue &json);
    /// A string; `text` is valid UTF-8.
    void utf8(QByteArrayView text);
    /// One string: `prefix`, which needs no escaping, and the base64 of `data`.
    void base64(QByteArrayView prefix, const QByteArray &data);

    [[nodiscard]] QByteArray take() { return std::move(m_out); }

private:
    void open(char bracket);
    void close(char bracket);
    void separate();
    void escaped(QStringView text);

    QByteArray m_out;
    bool m_separate = false; ///< A comma is due before the next value.
};

} // namespace Countersign
