// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/linescan.h"

#include <algorithm>
#include <cerrno>

#include <unistd.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kChunk = 256 * 1024; ///< A multiple of every unit.
/// How far behind the page lines are still counted for the total, and how long a line may be before
/// its end is no longer looked for: a few milliseconds.
constexpr qint64 kCountedBytes = qint64(4) * 1024 * 1024;
constexpr qsizetype kMaximumMarks = 4096;
constexpr size_t kRememberedFiles = 8;

/// The search for line ends in bytes that begin with a whole unit.
class Breaks
{
public:
    explicit Breaks(const LineShape &shape)
        : m_shape(shape)
        , m_at(shape.bigEndian ? shape.unit - 1 : 0)
    {
    }

    /// Offset of the first line end at or after `from`, or -1.
    [[nodiscard]] qsizetype next(QByteArrayView bytes, qsizetype from) const
    {
        while (true) {
            const qsizetype hit = bytes.indexOf(m_shape.separator, from + m_at);
            if (hit < 0)
                return -1;
            const qsizetype unit = hit - m_at;
            if (isBreak(bytes, unit))
                return unit;
            from = unit - unit % m_shape.unit + m_shape.unit;
        }
    }
    [[nodiscard]] qint64 count(QByteArrayView bytes) const
    {
        qint64 found = 0;
        for (qsizetype at = next(bytes, 0); at >= 0; at = next(bytes, at + m_shape.unit))
            ++found;
        return found;
    }
    [[nodiscard]] qsizetype last(QByteArrayView bytes) const
    {
        qsizetype at = bytes.lastIndexOf(m_shape.separator);
        while (at >= 0 && !isBreak(bytes, at - m_at))
            at = at > 0 ? bytes.lastIndexOf(m_shape.separator, at - 1) : -1;
        return at < 0 ? -1 : at - m_at;
    }

private:
    [[nodiscard]] bool isBreak(QByteArrayView bytes, qsizetype unit) const
    {
        if (m_shape.unit == 1)
            return true;
        if (unit < 0 || unit % m_shape.unit != 0 || unit + m_shape.unit > bytes.size())
            return false;
        for (qsizetype i = 0; i < m_shape.unit; ++i) {
            if (i != m_at && bytes[unit + i] != 0)
                return false;
        }
        return true;
    }

    const LineShape &m_shape;
    qsizetype m_at; ///< Of the byte in a unit that is not zero.
};

class Scan
{
public:
    Scan(int fd, const LineShape &shape, const RawLimits &limits, LineMarks &marks)
        : m_fd(fd)
        , m_shape(shape)
        , m_breaks(shape)
        , m_limits(limits)
        , m_marks(marks)
    {
    }

    Result<RawPage> run(const QString &shown, const std::stop_token &stop)
    {
        const LineMarks::Mark from = m_marks.before(m_limits.offset, {1, m_shape.start});
        m_number = from.line;
        m_position = from.position;
        QByteArray chunk(kChunk, Qt::Uninitialized);
        while (!m_enough) {
            if (stop.stop_requested())
                return failure(ErrorCode::Cancelled, u"Reading %1 was stopped."_s.arg(shown));
            const ssize_t count = ::pread(m_fd, chunk.data(), size_t(kChunk), m_position);
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                return failure(ErrorCode::Io,
                               u"%1 could not be read (%2)."_s.arg(shown, qt_error_string(errno)));
            if (count == 0) {
                finish();
                break;
            }
            // Half a unit can only stand at the end of the file.
            const qsizetype whole = count < m_shape.unit ? count : count - count % m_shape.unit;
            take(QByteArrayView(chunk.constData(), whole));
        }
        return m_page;
    }

private:
    [[nodiscard]] bool isFull() const
    {
        return m_page.lines.size() >= m_limits.lines || m_collected >= m_limits.bytes;
    }

    void take(QByteArrayView bytes)
    {
        const qint64 base = m_position;
        m_position += bytes.size();
        qsizetype at = 0;
        while (at < bytes.size()) {
            if (m_number < m_limits.offset || isFull()) {
                at = skip(bytes, at, base);
                continue;
            }
            const qsizetype end = m_breaks.next(bytes, at);
            append(bytes.sliced(at, (end < 0 ? bytes.size() : end) - at));
            at = end < 0 ? bytes.size() : end + m_shape.unit;
            m_started = end < 0;
            if (end >= 0)
                endLine(base + at);
            else if (m_lineSize > kCountedBytes)
                leaveLine();
        }
    }

    /// Lines that nobody asked for; gives how far it came in `bytes`.
    qsizetype skip(QByteArrayView bytes, qsizetype at, qint64 base)
    {
        const QByteArrayView rest = bytes.sliced(at);
        const qint64 here = m_breaks.count(rest);
        if (isFull()) {
            m_page.more = true;
            if (m_marks.total) {
                m_page.total = m_marks.total;
                m_enough = true;
                return bytes.size();
            }
            m_behind += rest.size();
            m_enough = m_behind > kCountedBytes;
        } else if (m_number + here >= m_limits.offset) {
            // The wanted line starts in here.
            while (m_number < m_limits.offset) {
                at = m_breaks.next(bytes, at) + m_shape.unit;
                endLine(base + at);
            }
            m_started = false;
            return at;
        }
        m_number += here;
        const qsizetype last = here > 0 ? m_breaks.last(rest) : -1;
        if (last >= 0)
            m_marks.add({m_number, base + at + last + m_shape.unit});
        m_started = last < 0 || last + m_shape.unit < rest.size();
        return bytes.size();
    }

    void append(QByteArrayView bytes)
    {
        const qsizetype room = m_limits.lineBytes - m_line.bytes.size();
        m_line.bytes.append(bytes.first(std::min(room, bytes.size())));
        m_line.cut = m_line.cut || bytes.size() > room;
        m_lineSize += bytes.size();
    }

    /// The arriving line does not come to an end; what is behind it has to be asked for.
    void leaveLine()
    {
        m_page.lines.append(std::move(m_line));
        m_page.more = true;
        m_enough = true;
    }

    /// A line has ended, and the next would start at `next`.
    void endLine(qint64 next)
    {
        if (m_number >= m_limits.offset && !isFull()) {
            m_collected += m_line.bytes.size() + 1;
            m_page.lines.append(std::move(m_line));
        }
        m_line = {};
        m_lineSize = 0;
        ++m_number;
        m_marks.add({m_number, next});
    }

    /// The end of the file.
    void finish()
    {
        if (m_started)
            endLine(m_position);
        m_page.total = m_number - 1;
        m_marks.total = m_page.total;
        m_enough = true;
    }

    int m_fd;
    const LineShape &m_shape;
    Breaks m_breaks;
    const RawLimits &m_limits;
    LineMarks &m_marks;
    RawPage m_page;
    RawLine m_line;
    qint64 m_number = 1; ///< Of the line that is arriving.
    qint64 m_position = 0;
    qint64 m_collected = 0;
    qint64 m_lineSize = 0; ///< Bytes of the arriving line, if it is wanted.
    qint64 m_behind = 0; ///< Bytes counted after the page.
    bool m_started = false; ///< Something of the arriving line was there.
    bool m_enough = false;
};

QByteArray identityOf(const struct stat &file)
{
    QByteArray identity;
    for (const qint64 part : {qint64(file.st_dev), qint64(file.st_ino), qint64(file.st_size),
                              qint64(file.st_mtim.tv_sec), qint64(file.st_mtim.tv_nsec),
                              qint64(file.st_ctim.tv_sec), qint64(file.st_ctim.tv_nsec)})
        identity += QByteArray::number(part) + ' ';
    return identity;
}

} // namespace

LineMarks::Mark LineMarks::before(qint64 line, Mark first) const
{
    const auto after =
            std::upper_bound(m_marks.begin(), m_marks.end(), line,
                             [](qint64 value, const Mark &mark) { return value < mark.line; });
    return after == m_marks.begin() ? first : *std::prev(after);
}

void LineMarks::add(Mark mark)
{
    const qint64 last = m_marks.isEmpty() ? 0 : m_marks.last().position;
    if (mark.position < last + m_stride)
        return;
    m_marks.append(mark);
    if (m_marks.size() < kMaximumMarks)
        return;
    QList<Mark> sparser;
    for (qsizetype i = 1; i < m_marks.size(); i += 2)
        sparser.append(m_marks[i]);
    m_marks = sparser;
    m_stride *= 2;
}

LineMarks LineMarksCache::find(const struct stat &file) const
{
    const QByteArray identity = identityOf(file);
    const std::lock_guard lock(m_mutex);
    for (const Entry &entry : m_entries) {
        if (entry.identity == identity)
            return entry.marks;
    }
    return {};
}

void LineMarksCache::keep(const struct stat &file, const LineMarks &marks)
{
    const QByteArray identity = identityOf(file);
    const std::lock_guard lock(m_mutex);
    m_entries.remove_if([&](const Entry &entry) { return entry.identity == identity; });
    m_entries.push_front({identity, marks});
    if (m_entries.size() > kRememberedFiles)
        m_entries.pop_back();
}

Result<RawPage> scanLines(int fd, const LineShape &shape, const RawLimits &limits, LineMarks &marks,
                          const QString &shown, const std::stop_token &stop)
{
    return Scan(fd, shape, limits, marks).run(shown, stop);
}

} // namespace Countersign
