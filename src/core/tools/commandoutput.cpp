// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/commandoutput.h"

#include "base/bytesearch.h"
#include "tools/terminaltext.h"

#include <QStorageInfo>
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

/// A command that never stops writing would fill the disk long before its time is up.
constexpr qint64 kDiskCheck = 64 * 1024 * 1024;

/// How much of the beginning tells text from binary data.
constexpr qsizetype kSample = 8 * 1024;

/// The beginning of `text` with at most so many bytes and lines, up to a line end if one is near.
QByteArrayView beginning(QByteArrayView text, qsizetype bytes, qsizetype lines)
{
    qsizetype end = std::min(bytes, text.size());
    if (end < text.size()) {
        for (int back = 0; back < 3 && end > 0 && isContinuation(text[end]); ++back)
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
        for (int on = 0; on < 3 && start < text.size() && isContinuation(text[start]); ++on)
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

CommandOutput::CommandOutput(const OutputStore &store, qint64 diskReserve)
    : m_store(store)
    , m_diskReserve(diskReserve)
    , m_nextCheck(kDiskCheck)
    , m_byteBudget(std::max<qsizetype>(
              store.limits().maxBytes - kReservedBytes - store.directory().toUtf8().size(), 0))
    , m_lineBudget(std::max<qsizetype>(store.limits().maxLines - kReservedLines, 0))
{
}

Result<void> CommandOutput::append(QByteArrayView piece)
{
    if (piece.isEmpty())
        return {};
    m_bytes += piece.size();
    m_newlines += countOf(piece, '\n');
    m_endsInNewline = piece.endsWith('\n');
    if (!m_file) {
        m_head.append(piece);
        return m_bytes > m_byteBudget || m_newlines > m_lineBudget ? spill() : Result<void>();
    }
    if (const auto enough = checkDisk(); !enough) {
        discard();
        return failure(enough.error());
    }
    if (const auto written = m_file->append(piece); !written) {
        discard();
        return failure(written.error());
    }
    if (piece.size() >= m_byteBudget) {
        m_tail = piece.last(m_byteBudget).toByteArray();
        return {};
    }
    m_tail.append(piece);
    if (m_tail.size() > 2 * m_byteBudget)
        m_tail.remove(0, m_tail.size() - m_byteBudget);
    return {};
}

Result<void> CommandOutput::checkDisk()
{
    if (m_bytes < m_nextCheck)
        return {};
    m_nextCheck = m_bytes + kDiskCheck;
    const QStorageInfo disk(m_store.directory());
    if (!disk.isValid() || disk.bytesAvailable() >= m_diskReserve)
        return {};
    return failure(ErrorCode::Storage,
                   u"the command wrote %1 bytes, and its disk has only %2 bytes left, so it was "
                   "ended; let it write less, or into a file of its own."_s.arg(m_bytes)
                           .arg(disk.bytesAvailable()));
}

Result<void> CommandOutput::finish()
{
    // Replaced bytes are longer than what they replace; and what is no text is not for a message.
    if (m_file || (!isBinary() && fits(terminalText(m_head).text)))
        return {};
    return spill();
}

bool CommandOutput::fits(const QString &text) const
{
    return text.toUtf8().size() <= m_byteBudget && text.count(u'\n') <= m_lineBudget;
}

bool CommandOutput::isBinary() const
{
    const QByteArrayView sample = QByteArrayView(m_head).first(std::min(kSample, m_head.size()));
    if (!sample.contains('\0'))
        return false;
    // Names may be separated by NULs; then the rest is text.
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(sample);
    return text.contains(QChar::ReplacementCharacter);
}

Result<void> CommandOutput::spill()
{
    auto file = m_store.openManaged();
    if (!file)
        return failure(file.error());
    m_file = std::move(*file);
    if (const auto written = m_file->append(m_head); !written) {
        discard();
        return failure(written.error());
    }
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

QString CommandOutput::tail(qsizetype bytes) const
{
    const QByteArrayView kept = m_file ? QByteArrayView(m_tail) : QByteArrayView(m_head);
    return terminalText(ending(kept, bytes, bytes)).text;
}

QString CommandOutput::text() const
{
    const auto note = [](qsizetype overwritten) {
        return overwritten == 0 ? QString()
                                : u"[Carriage returns wrote over this output %1 times; what stood "
                                  "there last is shown.]\n"_s.arg(overwritten);
    };
    if (!m_file) {
        const TerminalText whole = terminalText(m_head);
        const bool gap = whole.overwritten > 0 && !whole.text.endsWith(u'\n');
        return whole.text + (gap ? u"\n"_s : QString()) + note(whole.overwritten);
    }
    const qint64 lines = m_newlines + (m_endsInNewline ? 0 : 1);
    if (isBinary())
        return u"[The command wrote %1 bytes that are no text. They are in %2]\n"_s.arg(m_bytes)
                .arg(m_file->path());
    const TerminalText first = terminalText(beginning(m_head, m_byteBudget / 2, m_lineBudget / 2));
    const TerminalText last = terminalText(ending(m_tail, m_byteBudget / 2, m_lineBudget / 2));
    // Cleaning mostly makes a text shorter; bytes that are no UTF-8 make it longer.
    const QByteArray firstBytes = first.text.toUtf8();
    const QByteArray lastBytes = last.text.toUtf8();
    QString text = QString::fromUtf8(beginning(firstBytes, m_byteBudget / 2, m_lineBudget / 2));
    if (!text.isEmpty() && !text.endsWith(u'\n'))
        text += u'\n';
    text += u"[… the command wrote %1 bytes in %2 lines; shown are the beginning and the end. The "
            "whole output is in %3 …]\n"_s.arg(m_bytes)
                    .arg(lines)
                    .arg(m_file->path());
    text += QString::fromUtf8(ending(lastBytes, m_byteBudget / 2, m_lineBudget / 2));
    const QString overwritten = note(first.overwritten + last.overwritten);
    if (!overwritten.isEmpty() && !text.endsWith(u'\n'))
        text += u'\n';
    return text + overwritten;
}

} // namespace Countersign
