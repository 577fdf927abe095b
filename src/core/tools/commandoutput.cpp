// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/commandoutput.h"

#include <QStringDecoder>

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Set aside for the line about what was left out (beside the path in it) and the tool's last line.
constexpr qsizetype kReservedBytes = 768;
constexpr qsizetype kReservedLines = 8;

bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// Bytes at the end of `bytes` that begin a character and do not end it.
qsizetype unfinishedBytes(QByteArrayView bytes)
{
    for (qsizetype back = 1; back <= std::min<qsizetype>(3, bytes.size()); ++back) {
        const auto byte = static_cast<unsigned char>(bytes[bytes.size() - back]);
        if (isContinuation(char(byte)))
            continue;
        const qsizetype length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
        return length > back ? back : 0;
    }
    return 0;
}

/// `bytes` as valid UTF-8. A byte order mark in the middle of a stream is a character like others.
QByteArray cleaned(QByteArrayView bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8,
                           QStringDecoder::Flag::Stateless
                                   | QStringDecoder::Flag::ConvertInitialBom);
    const QString text = decoder(bytes);
    return text.toUtf8();
}

/// The beginning of `text` with at most so many bytes and lines, up to a line end if one is near.
QByteArrayView beginning(QByteArrayView text, qsizetype bytes, qsizetype lines)
{
    qsizetype end = std::min(bytes, text.size());
    if (end < text.size()) {
        while (end > 0 && isContinuation(text[end]))
            --end;
        const qsizetype newline = text.first(end).lastIndexOf('\n');
        if (newline >= end - end / 4)
            end = newline + 1;
    }
    qsizetype at = 0;
    for (qsizetype line = 0; line < lines; ++line) {
        const qsizetype newline = text.indexOf('\n', at);
        if (newline < 0 || newline >= end)
            return text.first(end);
        at = newline + 1;
    }
    return text.first(at);
}

/// The end of `text` with at most so many bytes and lines, from a line's start if one is near.
QByteArrayView ending(QByteArrayView text, qsizetype bytes, qsizetype lines)
{
    qsizetype start = std::max<qsizetype>(text.size() - bytes, 0);
    if (start > 0) {
        while (start < text.size() && isContinuation(text[start]))
            ++start;
        const qsizetype newline = text.indexOf('\n', start - 1);
        if (newline >= 0 && newline < start + bytes / 4)
            start = newline + 1;
    }
    // A line end at the very end closes the last line; it does not begin another.
    qsizetype at = text.endsWith('\n') ? text.size() - 1 : text.size();
    for (qsizetype line = 0; line < lines; ++line) {
        const qsizetype newline = at > 0 ? text.lastIndexOf('\n', at - 1) : -1;
        if (newline < start)
            return text.sliced(start);
        at = newline;
    }
    return text.sliced(std::min(at + 1, text.size()));
}

} // namespace

CommandOutput::CommandOutput(const OutputStore &store)
    : m_store(store)
    , m_byteBudget(std::max<qsizetype>(
              store.limits().maxBytes - kReservedBytes - store.directory().toUtf8().size(), 0))
    , m_lineBudget(std::max<qsizetype>(store.limits().maxLines - kReservedLines, 0))
{
}

Result<void> CommandOutput::append(QByteArrayView piece)
{
    m_rawBytes += piece.size();
    if (m_file) {
        if (const auto written = m_file->append(piece); !written) {
            discard();
            return failure(written.error());
        }
    } else {
        m_raw.append(piece);
    }
    m_carry.append(piece);
    const qsizetype whole = m_carry.size() - unfinishedBytes(m_carry);
    const QByteArray clean = cleaned(QByteArrayView(m_carry).first(whole));
    m_carry.remove(0, whole);
    return take(clean);
}

Result<void> CommandOutput::finish()
{
    const QByteArray clean = cleaned(m_carry);
    m_carry.clear();
    return take(clean);
}

Result<void> CommandOutput::take(QByteArrayView clean)
{
    if (clean.isEmpty())
        return {};
    m_textBytes += clean.size();
    m_newlines += clean.count('\n');
    m_endsInNewline = clean.endsWith('\n');
    if (m_file) {
        m_tail.append(clean);
        if (m_tail.size() > 2 * m_byteBudget)
            m_tail.remove(0, m_tail.size() - m_byteBudget);
        return {};
    }
    m_head.append(clean);
    return m_textBytes > m_byteBudget || m_newlines > m_lineBudget ? spill() : Result<void>();
}

Result<void> CommandOutput::spill()
{
    auto file = m_store.openManaged();
    if (!file)
        return failure(file.error());
    m_file = std::move(*file);
    if (const auto written = m_file->append(m_raw); !written) {
        discard();
        return failure(written.error());
    }
    m_raw = {};
    m_tail = m_head.last(std::min(m_head.size(), m_byteBudget));
    m_head.truncate(std::min(m_head.size(), m_byteBudget));
    return {};
}

void CommandOutput::discard()
{
    if (m_file)
        m_file->discard();
    m_file.reset();
}

std::optional<QString> CommandOutput::path() const
{
    return m_file ? std::optional(m_file->path()) : std::nullopt;
}

QString CommandOutput::text() const
{
    if (!m_file)
        return QString::fromUtf8(m_head);
    const QByteArrayView head = beginning(m_head, m_byteBudget / 2, m_lineBudget / 2);
    const QByteArrayView tail = ending(m_tail, m_byteBudget / 2, m_lineBudget / 2);
    QString text = QString::fromUtf8(head);
    if (!text.isEmpty() && !text.endsWith(u'\n'))
        text += u'\n';
    text += u"[… the command wrote %1 bytes in %2 lines; %3 bytes of them are not shown here. The "
            "whole output is in %4 …]\n"_s.arg(m_rawBytes)
                    .arg(m_newlines + (m_endsInNewline ? 0 : 1))
                    .arg(m_textBytes - head.size() - tail.size())
                    .arg(m_file->path());
    return text + QString::fromUtf8(tail);
}

} // namespace Countersign
