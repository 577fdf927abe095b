// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/readpage.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringDecoder>

#include <algorithm>
#include <cerrno>
#include <numeric>

#include <unistd.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kChunk = 64 * 1024;
/// UTF-16 units of a line that are shown; as OpenCode V2.
constexpr qsizetype kMaximumLine = 2000;
/// Bytes of a line that are kept: enough for 2000 units of any kind.
constexpr qsizetype kKeptLineBytes = 4 * kMaximumLine;
/// How far behind the page lines are still counted for the total.
constexpr qint64 kCountedBytes = qint64(64) * 1024 * 1024;
/// Entries of a folder that are compared with a missing name.
constexpr qsizetype kComparedNames = 5000;

tl::unexpected<Error> readFailure(const QString &resource, int error)
{
    return failure(ErrorCode::Io,
                   u"%1 could not be read (%2)."_s.arg(resource, qt_error_string(error)));
}

qsizetype utf8Size(QStringView text)
{
    return text.toUtf8().size();
}

/// Fills a page line by line.
class PageBuilder
{
public:
    explicit PageBuilder(const PageLimits &limits) : m_limits(limits) { }

    /// Whether the line or entry `number`, which is there, can belong to the page.
    [[nodiscard]] bool wants(qint64 number)
    {
        if (number >= m_limits.offset && !m_full && page.count >= m_limits.lines) {
            page.next = number;
            m_full = true;
        }
        return number >= m_limits.offset && !m_full;
    }
    /// Adds a line as it is, unless it does not fit any more.
    void add(qint64 number, const QString &line)
    {
        const qint64 size = utf8Size(line) + 1;
        if (page.count > 0 && m_bytes + size > m_limits.bytes) {
            page.next = number;
            m_full = true;
            return;
        }
        m_bytes += size;
        page.text += line + u'\n';
        ++page.count;
    }
    void addNumbered(qint64 number, QStringView line, bool cut)
    {
        QString shown = QString::number(number) + u": "_s;
        shown += line.first(std::min(line.size(), kMaximumLine));
        if (cut || line.size() > kMaximumLine)
            shown += u"... (line cut at %1 characters)"_s.arg(kMaximumLine);
        add(number, shown);
    }
    /// Ends a page over `total` lines, if that is known.
    Result<Page> finish(std::optional<qint64> total, const QString &resource)
    {
        page.total = total;
        if (page.count == 0 && m_limits.offset != 1)
            return failure(ErrorCode::InvalidInput,
                           u"The offset %1 is behind the end of %2, which has %3 lines."_s.arg(
                                   QString::number(m_limits.offset), resource,
                                   QString::number(total.value_or(0))));
        return page;
    }

    Page page;

private:
    const PageLimits &m_limits;
    qint64 m_bytes = 0;
    bool m_full = false;
};

/// One line's bytes while they arrive: the first of them, and whether there were more.
struct LineBytes
{
    QByteArray kept;
    bool cut = false;

    void append(QByteArrayView bytes)
    {
        const qsizetype room = kKeptLineBytes - kept.size();
        kept.append(bytes.first(std::min(room, bytes.size())));
        cut = cut || bytes.size() > room;
    }
    /// Strict; nothing when it is not UTF-8. The end of a cut line may be half a character.
    [[nodiscard]] std::optional<QString> decoded() const
    {
        QStringDecoder decoder(QStringDecoder::Utf8,
                               cut ? QStringDecoder::Flag::Default
                                   : QStringDecoder::Flag::Stateless);
        QByteArrayView bytes = kept;
        if (!cut && bytes.endsWith('\r'))
            bytes.chop(1);
        QString text = decoder.decode(bytes);
        if (decoder.hasError())
            return std::nullopt;
        return text;
    }
};

} // namespace

Result<QByteArray> readHead(int fd, qint64 maximum, const QString &resource)
{
    QByteArray bytes(maximum, Qt::Uninitialized);
    qint64 filled = 0;
    while (filled < maximum) {
        const ssize_t count = ::pread(fd, bytes.data() + filled, size_t(maximum - filled), filled);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return readFailure(resource, errno);
        if (count == 0)
            break;
        filled += count;
    }
    bytes.truncate(filled);
    return bytes;
}

Result<Page> readTextPage(int fd, const PageLimits &limits, const QString &resource,
                          const std::stop_token &stop)
{
    PageBuilder builder(limits);
    QByteArray chunk(kChunk, Qt::Uninitialized);
    LineBytes line;
    qint64 number = 1; // Of the line that is arriving.
    qint64 position = 0;
    qint64 pageEnd = 0;
    bool lineStarted = false;
    const auto endLine = [&]() -> Result<void> {
        if (builder.wants(number)) {
            const auto text = line.decoded();
            if (!text)
                return failure(
                        ErrorCode::Unsupported,
                        u"Line %1 of %2 is not valid UTF-8, so it cannot be shown as text. "
                        "Look at its bytes with bash (for example with iconv or xxd)."_s.arg(number)
                                .arg(resource));
            builder.addNumbered(number, *text, line.cut);
        }
        line = {};
        lineStarted = false;
        ++number;
        return {};
    };
    while (true) {
        if (stop.stop_requested())
            return failure(ErrorCode::Cancelled, u"Reading %1 was stopped."_s.arg(resource));
        const ssize_t count = ::pread(fd, chunk.data(), size_t(kChunk), position);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return readFailure(resource, errno);
        if (count == 0)
            break;
        QByteArrayView rest(chunk.constData(), count);
        if (position == 0 && rest.startsWith("\xEF\xBB\xBF"))
            rest = rest.sliced(3);
        position += count;
        while (!rest.isEmpty()) {
            const qsizetype end = rest.indexOf('\n');
            if (builder.wants(number))
                line.append(end < 0 ? rest : rest.first(end));
            lineStarted = true;
            if (end < 0)
                break;
            if (const auto ended = endLine(); !ended)
                return failure(ended.error());
            rest = rest.sliced(end + 1);
        }
        if (!builder.page.next)
            pageEnd = position;
        else if (position - pageEnd > kCountedBytes)
            return builder.finish(std::nullopt, resource);
    }
    if (lineStarted) {
        if (const auto ended = endLine(); !ended)
            return failure(ended.error());
    }
    return builder.finish(number - 1, resource);
}

Result<Page> textPage(const QString &text, const PageLimits &limits, const QString &resource)
{
    PageBuilder builder(limits);
    qint64 number = 0;
    qsizetype from = 0;
    while (from < text.size()) {
        const qsizetype at = text.indexOf(u'\n', from);
        QStringView line = QStringView(text).sliced(from, (at < 0 ? text.size() : at) - from);
        if (line.endsWith(u'\r'))
            line.chop(1);
        ++number;
        if (builder.wants(number))
            builder.addNumbered(number, line, false);
        from = at < 0 ? text.size() : at + 1;
    }
    return builder.finish(number, resource);
}

Result<Page> directoryPage(const ResolvedPath &path, const PageLimits &limits)
{
    const QDir directory(path.canonical);
    if (!directory.isReadable())
        return readFailure(path.resource, EACCES);
    const QString inside = path.canonical == u"/"_s ? path.canonical : path.canonical + u'/';
    QStringList directories;
    QStringList files;
    const auto entries = directory.entryInfoList(
            QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::NoSort);
    for (const QFileInfo &entry : entries) {
        if (entry.isSymLink() && !entry.canonicalFilePath().startsWith(inside))
            continue;
        if (entry.isDir())
            directories.append(entry.fileName() + u'/');
        else if (entry.isFile())
            files.append(entry.fileName());
    }
    directories.sort();
    files.sort();
    const QStringList all = directories + files;
    PageBuilder builder(limits);
    for (qsizetype i = 0; i < all.size() && !builder.page.next; ++i) {
        if (builder.wants(i + 1))
            builder.add(i + 1, all[i]);
    }
    if (builder.page.count == 0 && limits.offset != 1)
        return failure(ErrorCode::InvalidInput,
                       u"The offset %1 is behind the end of the directory %2, which has %3 "
                       "entries."_s.arg(QString::number(limits.offset), path.resource,
                                        QString::number(all.size())));
    builder.page.total = all.size();
    return builder.page;
}

namespace {

/// Levenshtein distance of two short names.
int editDistance(QStringView a, QStringView b)
{
    QList<int> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        int diagonal = row[0];
        row[0] = int(i);
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.last();
}

} // namespace

QStringList similarNames(const QString &missingPath)
{
    const QFileInfo missing(missingPath);
    const QString wanted = missing.fileName().toLower();
    const QStringList names = missing.dir().entryList(
            QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
    struct Candidate
    {
        int distance;
        QString name;
    };
    QList<Candidate> candidates;
    for (const QString &name : names.first(std::min(names.size(), kComparedNames))) {
        const int distance = editDistance(wanted, name.toLower());
        if (distance <= std::max<qsizetype>(2, wanted.size() / 3))
            candidates.append({distance, name});
    }
    std::stable_sort(
            candidates.begin(), candidates.end(),
            [](const Candidate &a, const Candidate &b) { return a.distance < b.distance; });
    QStringList similar;
    for (const Candidate &candidate : candidates.first(std::min<qsizetype>(candidates.size(), 3)))
        similar.append(candidate.name);
    return similar;
}

} // namespace Countersign
