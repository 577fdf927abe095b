// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tool/outputstore.h"

#include "base/log.h"
#include "tool/jsontext.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// How long a managed file is kept: 7 days, as OpenCode V2.
constexpr qint64 kRetentionMs = qint64(7) * 24 * 60 * 60 * 1000;
/// Lines and bytes set aside for the two blank lines around the marker.
constexpr int kReserved = 4;

bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// The longest prefix of `text` that ends between two code points and has at most `limit` bytes.
QByteArrayView prefix(QByteArrayView text, qsizetype limit)
{
    if (text.size() <= limit)
        return text;
    qsizetype end = std::max<qsizetype>(limit, 0);
    while (end > 0 && isContinuation(text[end]))
        --end;
    return text.first(end);
}

/// The longest suffix of `text` that starts between two code points and has at most `limit` bytes.
QByteArrayView suffix(QByteArrayView text, qsizetype limit)
{
    if (text.size() <= limit)
        return text;
    qsizetype start = text.size() - std::max<qsizetype>(limit, 0);
    while (start < text.size() && isContinuation(text[start]))
        ++start;
    return text.sliced(start);
}

/// Offset just behind the first `count` lines, their last line end not included.
qsizetype endOfFirstLines(QByteArrayView text, qsizetype count)
{
    qsizetype from = 0;
    for (qsizetype i = 0; i < count; ++i) {
        const qsizetype at = text.indexOf('\n', from);
        if (at < 0)
            return text.size();
        from = at + 1;
    }
    return std::max<qsizetype>(from - 1, 0);
}

/// Offset of the last `count` lines (count > 0).
qsizetype startOfLastLines(QByteArrayView text, qsizetype count)
{
    qsizetype start = text.size();
    for (qsizetype i = 0; i < count; ++i) {
        start = start > 0 ? text.lastIndexOf('\n', start - 1) : -1;
        if (start < 0)
            return 0;
    }
    return start + 1;
}

/// What is left of `text` (which is too large) for the model, with `marker` in the middle.
QByteArray preview(const QByteArray &text, qsizetype lines, const QByteArray &marker,
                   const OutputLimits &limits)
{
    if (limits.maxLines <= kReserved || limits.maxBytes <= marker.size() + kReserved) {
        const QByteArrayView cut = prefix(marker, limits.maxBytes);
        return cut.first(endOfFirstLines(cut, std::max(limits.maxLines, 0))).toByteArray();
    }
    const qsizetype lineBudget = limits.maxLines - kReserved;
    const qsizetype byteBudget = limits.maxBytes - marker.size() - kReserved;

    QByteArray head = text;
    QByteArray tail;
    QByteArray sample = text;
    if (lines > lineBudget) {
        const qsizetype tailLines = lineBudget / 2;
        head = text.first(endOfFirstLines(text, lineBudget - tailLines));
        tail = tailLines > 0 ? text.sliced(startOfLastLines(text, tailLines)) : QByteArray();
        sample = head + '\n' + tail;
    }
    if (sample.size() > byteBudget) {
        head = prefix(sample, byteBudget - byteBudget / 2).toByteArray();
        tail = suffix(sample, byteBudget / 2).toByteArray();
    }
    QByteArray out = head + "\n\n" + marker;
    if (!tail.isEmpty())
        out += "\n\n" + tail;
    return out;
}

/// The text that is measured: all text parts without a separator, or the JSON of `structured`.
QByteArray measuredText(const ToolOutput &output)
{
    if (output.content.isEmpty())
        return indentedJson(output.structured).toUtf8();
    QString text;
    for (const ContentPart &part : output.content) {
        if (const auto *piece = std::get_if<TextContent>(&part))
            text += piece->text;
    }
    return text.toUtf8();
}

} // namespace

OutputStore::OutputStore(QString directory, OutputLimits limits, const Clock &clock)
    : m_directory(std::move(directory))
    , m_limits(limits)
    , m_clock(clock)
{
}

Result<ManagedOutput> OutputStore::openManaged() const
{
    return ManagedOutput::create(m_directory);
}

Result<BoundedOutput> OutputStore::bound(const ToolOutput &output) const
{
    const QByteArray text = measuredText(output);
    const qsizetype lines = 1 + text.count('\n');
    if (lines <= m_limits.maxLines && text.size() <= m_limits.maxBytes)
        return BoundedOutput{output, output.managed};

    auto file = openManaged();
    if (!file)
        return failure(file.error());
    if (const auto written = file->append(text); !written) {
        file->discard();
        return failure(written.error());
    }
    const QByteArray marker =
            u"...output truncated: the full content is saved in %1..."_s.arg(file->path()).toUtf8();
    ToolOutput bounded{output.structured,
                       {TextContent{QString::fromUtf8(preview(text, lines, marker, m_limits))}},
                       output.managed};
    for (const ContentPart &part : output.content) {
        if (std::holds_alternative<FileContent>(part))
            bounded.content.append(part);
    }
    return BoundedOutput{bounded, output.managed + QStringList{file->path()}};
}

void OutputStore::sweep() const
{
    const auto close = [](DIR *directory) {
        ::closedir(directory);
    };
    const std::unique_ptr<DIR, decltype(close)> directory(
            ::opendir(QFile::encodeName(m_directory).constData()), close);
    if (!directory) {
        // Nothing was ever kept: the usual case on a first start.
        if (errno != ENOENT)
            qCWarning(logTool, "Cannot look for old managed output: %s",
                      qUtf8Printable(qt_error_string(errno)));
        return;
    }
    const qint64 oldest = m_clock.nowMs() - kRetentionMs;
    const int folder = ::dirfd(directory.get());
    while (const dirent *entry = ::readdir(directory.get())) {
        const QByteArrayView name(entry->d_name);
        struct stat status{};
        // Only what this store makes: regular files with its prefix. A link is not followed.
        if (!name.startsWith("tool_")
            || ::fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0
            || !S_ISREG(status.st_mode))
            continue;
        const qint64 modified =
                qint64(status.st_mtim.tv_sec) * 1000 + status.st_mtim.tv_nsec / 1'000'000;
        if (modified < oldest && ::unlinkat(folder, entry->d_name, 0) != 0 && errno != ENOENT)
            qCWarning(logTool, "Cannot remove old managed output: %s",
                      qUtf8Printable(qt_error_string(errno)));
    }
}

} // namespace Countersign
