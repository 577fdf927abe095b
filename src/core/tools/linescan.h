// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

#include <sys/stat.h>
#include <sys/types.h>

namespace Countersign {

/// Finding lines in a file without decoding or keeping it: only line ends are looked for, which is
/// the same in every encoding that has units of one size.

/// How lines are told apart in a file.
struct LineShape
{
    int unit = 1; ///< Bytes: 1, 2 (UTF-16) or 4 (UTF-32).
    bool bigEndian = false;
    qint64 start = 0; ///< Bytes of a byte order mark, which are before the first line.
    char separator = '\n'; ///< '\r' in a file that has only those.
};

/// The bytes of one line, without its line feed.
struct RawLine
{
    QByteArray bytes;
    bool cut = false; ///< There were more than RawLimits::lineBytes.
};

struct RawLimits
{
    qint64 offset = 1; ///< Number of the first line.
    qint64 lines = 2000;
    qint64 bytes = 0; ///< Lines are collected until they have this many.
    qint64 lineBytes = 0; ///< Kept of one line; a multiple of four.
};

struct RawPage
{
    QList<RawLine> lines;
    /// There is a line after them; or the last one has more than 4 MiB and what comes after it was
    /// not looked at.
    bool more = false;
    std::optional<qint64> total; ///< Of the file; nothing when counting the rest would take long.
};

/// Where some lines of a file start, so that the next page of a large one is found at once.
/// Its memory does not depend on the size of the file: the marks get sparser.
class LineMarks
{
public:
    struct Mark
    {
        qint64 line = 1;
        qint64 position = 0;
    };
    /// The last known start at or before `line`; `first` when there is none.
    [[nodiscard]] Mark before(qint64 line, Mark first) const;
    void add(Mark mark);

    std::optional<qint64> total; ///< Lines of the file, once they were counted.

private:
    QList<Mark> m_marks; ///< Ascending.
    qint64 m_stride = qint64(1) << 20;
};

/// The marks of the files that were read last. A file that changed (size or times) has none.
/// Thread-safe.
class LineMarksCache
{
public:
    [[nodiscard]] LineMarks find(const struct stat &file) const;
    void keep(const struct stat &file, const LineMarks &marks);

private:
    struct Entry
    {
        QByteArray identity;
        LineMarks marks;
    };
    mutable std::mutex m_mutex;
    std::list<Entry> m_entries; ///< The last used first.
};

/// Reads lines of `fd`. Memory is bounded by `limits`; a stop is noticed every 256 KiB. `marks` are
/// used and added to. Io, Cancelled. `shown` names the file in errors.
[[nodiscard]] Result<RawPage> scanLines(int fd, const LineShape &shape, const RawLimits &limits,
                                        LineMarks &marks, const QString &shown,
                                        const std::stop_token &stop);

} // namespace Countersign
