// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/outputcollector.h"

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Left free within the store's limits for the words around the output.
constexpr qsizetype kReservedBytes = 1024;
constexpr qsizetype kReservedLines = 12;

/// The first lines of `text`: at most `lines` of them and `bytes` of UTF-8.
QString firstPart(const QString &text, qsizetype lines, qsizetype bytes)
{
    qsizetype used = 0;
    qsizetype ends = 0;
    qsizetype i = 0;
    while (i < text.size()) {
        const bool pair = text[i].isHighSurrogate() && i + 1 < text.size();
        const char16_t unit = text[i].unicode();
        used += pair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
        if (used > bytes || (unit == u'\n' && ++ends >= lines))
            break;
        i += pair ? 2 : 1;
    }
    return text.first(i);
}

QString lastPart(const QString &text, qsizetype lines, qsizetype bytes)
{
    qsizetype used = 0;
    qsizetype ends = 0;
    qsizetype i = text.size();
    while (i > 0) {
        const bool pair = text[i - 1].isLowSurrogate() && i > 1;
        const char16_t unit = text[i - 1].unicode();
        used += pair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
        if (used > bytes || (unit == u'\n' && ++ends > lines))
            break;
        i -= pair ? 2 : 1;
    }
    return text.sliced(i);
}

} // namespace

OutputCollector::OutputCollector(const OutputStore &store)
    : m_store(store)
    , m_byteBudget(std::max<qsizetype>(store.limits().maxBytes - kReservedBytes, 2))
    , m_lineBudget(std::max<qsizetype>(store.limits().maxLines - kReservedLines, 2))
{
}

Result<void> OutputCollector::spill()
{
    auto file = m_store.openManaged();
    if (!file)
        return failure(file.error());
    m_file = std::move(*file);
    if (const auto written = m_file->append(m_head); !written)
        return written;
    m_tail = m_head.last(std::min(m_head.size(), m_byteBudget));
    m_head.truncate(m_byteBudget);
    return {};
}

Result<void> OutputCollector::append(QByteArrayView bytes)
{
    m_bytes += bytes.size();
    m_lineEnds += std::count(bytes.begin(), bytes.end(), '\n');
    if (!m_file) {
        m_head.append(bytes);
        if (m_bytes <= m_byteBudget && m_lineEnds < m_lineBudget)
            return {};
        return spill();
    }
    if (const auto written = m_file->append(bytes); !written)
        return written;
    m_tail.append(bytes);
    // Shortened now and then, not with every piece, so that a piece costs what it is long.
    if (m_tail.size() > 4 * m_byteBudget)
        m_tail = m_tail.last(m_byteBudget);
    return {};
}

Result<OutputCollector::Collected> OutputCollector::finish()
{
    if (!m_file) {
        const QString text = QString::fromUtf8(m_head);
        // Replacement characters are longer than the bytes they stand for.
        if (text.toUtf8().size() <= m_byteBudget)
            return Collected{text, false, {}};
        if (const auto spilled = spill(); !spilled)
            return failure(spilled.error());
    }
    const QString head = firstPart(QString::fromUtf8(m_head), m_lineBudget - m_lineBudget / 2,
                                   m_byteBudget - m_byteBudget / 2);
    const QString tail = lastPart(QString::fromUtf8(m_tail), m_lineBudget / 2, m_byteBudget / 2);
    const QString text =
            u"%1\n\n...%2 bytes in %3 lines came; only the beginning and the end are shown here, "
            "everything is kept in %4...\n\n%5"_s.arg(head, QString::number(m_bytes),
                                                      QString::number(m_lineEnds + 1),
                                                      m_file->path(), tail);
    return Collected{text, true, m_file->path()};
}

} // namespace Countersign
