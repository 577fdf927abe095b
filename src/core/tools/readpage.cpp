// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/readpage.h"

#include "base/charset.h"
#include "base/unicode.h"
#include "tools/shownbytes.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// UTF-16 units of a line that are shown; as OpenCode V2.
constexpr qsizetype kMaximumLine = 2000;
/// Bytes of a line that are kept: enough for 2000 units of any kind.
constexpr qsizetype kKeptLineBytes = 4 * kMaximumLine;
/// Files up to this size tell their encoding by all of their bytes, as edit sees it; larger ones by
/// the page.
constexpr qint64 kWholeFileBytes = qint64(16) * 1024 * 1024;

tl::unexpected<Error> readFailure(const QString &resource, int error)
{
    return failure(ErrorCode::Io,
                   u"%1 could not be read (%2)."_s.arg(resource, qt_error_string(error)));
}

/// Fills a page line by line.
class PageBuilder
{
public:
    explicit PageBuilder(const PageLimits &limits) : m_limits(limits) { }

    /// Whether the line or entry `number`, which is there, can belong to the page.
    [[nodiscard]] bool wants(qint64 number)
    {
        if (number >= m_limits.offset && !page.next && page.count >= m_limits.lines)
            page.next = number;
        return number >= m_limits.offset && !page.next;
    }
    /// Adds a line as it is, unless it does not fit any more.
    void add(qint64 number, QString line)
    {
        if (page.count == 0)
            cutToPage(line);
        const qint64 size = Unicode::utf8Size(line) + 1;
        if (page.count > 0 && m_bytes + size > m_limits.bytes) {
            page.next = number;
            return;
        }
        m_bytes += size;
        page.text += line + u'\n';
        ++page.count;
    }

    Page page;

private:
    /// A first line that is longer than a page would be cut without a word later.
    void cutToPage(QString &line) const
    {
        const QString note = u"... (line cut at the size of a page)"_s;
        qint64 over = Unicode::utf8Size(line) + 1 - m_limits.bytes;
        if (over <= 0)
            return;
        while ((over = Unicode::utf8Size(line) + 1 + note.size() - m_limits.bytes) > 0
               && !line.isEmpty()) {
            line.chop(std::clamp<qint64>(over / 3, 1, line.size()));
            if (!line.isEmpty() && line.back().isHighSurrogate())
                line.chop(1);
        }
        line += note;
    }

    const PageLimits &m_limits;
    qint64 m_bytes = 0;
};

/// How the lines of a file are decoded.
struct Reading
{
    TextFormat format;
    bool guessed = false;
    bool foreign = false; ///< It is UTF-8 with bytes that are no text.
};

LineShape shapeOf(const QByteArray &head, const TextFormat &format)
{
    LineShape shape;
    switch (format.encoding) {
    case TextEncoding::Utf8:
    case TextEncoding::Charset:
        if (!head.contains('\n') && head.contains('\r'))
            shape.separator = '\r';
        break;
    case TextEncoding::Utf16Be:
        shape.bigEndian = true;
        [[fallthrough]];
    case TextEncoding::Utf16Le:
        shape.unit = 2;
        break;
    case TextEncoding::Utf32Be:
        shape.bigEndian = true;
        [[fallthrough]];
    case TextEncoding::Utf32Le:
        shape.unit = 4;
        break;
    }
    if (format.byteOrderMark)
        shape.start = byteOrderMark(format.encoding).size();
    return shape;
}

/// A line that was cut may end inside a character.
void trimToCharacter(QByteArray &bytes, const TextFormat &format)
{
    if (format.encoding == TextEncoding::Utf8) {
        qsizetype tail = 0;
        while (tail < std::min<qsizetype>(3, bytes.size())
               && (bytes[bytes.size() - 1 - tail] & 0xC0) == 0x80)
            ++tail;
        const bool lead =
                tail < bytes.size() && static_cast<uchar>(bytes[bytes.size() - 1 - tail]) >= 0xC0;
        bytes.chop(lead ? tail + 1 : 0);
    } else if (format.encoding != TextEncoding::Charset && !decodeAs(bytes, format)) {
        bytes.chop(2); // The first half of a surrogate pair, if it is valid at all.
    }
}

bool isUtf8(const RawLine &line)
{
    return Unicode::tallyUtf8(line.bytes).bad == 0;
}

/// The encoding of a file without units of its own, some lines of which are not UTF-8.
Result<Reading> readingByContent(const TextSource &source, const QList<RawLine> &lines)
{
    QByteArray bytes;
    if (source.status.st_size <= kWholeFileBytes) {
        const auto whole = readHead(source.fd, source.status.st_size, source.resource);
        if (!whole)
            return failure(whole.error());
        bytes = *whole;
    } else {
        for (const RawLine &line : lines)
            bytes += line.bytes + '\n';
    }
    const auto text = source.decode(bytes);
    if (!text)
        return failure(text.error());
    return Reading{text->format, text->guessed, text->foreignBytes > 0};
}

/// Zero bytes and bytes that are no text are for reading only.
QString withEscapes(QString text)
{
    const auto strange = [](QChar c) {
        return c.isNull() || isForeignByte(c);
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i].isHighSurrogate())
            ++i; // And its other half.
        else if (strange(text[i]))
            text.replace(i, 1, u"\\x%1"_s.arg(text[i].unicode() & 0xFF, 2, 16, QLatin1Char('0')));
    }
    return text;
}

Result<QString> decoded(RawLine line, qint64 number, const Reading &reading,
                        const TextSource &source)
{
    if (line.cut)
        trimToCharacter(line.bytes, reading.format);
    std::optional<QString> text = decodeAs(line.bytes, reading.format);
    if (!text && reading.format.encoding == TextEncoding::Charset) {
        // Part of a character, or a line of a large file that is encoded otherwise.
        text = line.cut ? decodeCharsetPrefix(line.bytes, reading.format.charset)
                        : decodeAs(line.bytes, {});
    }
    if (!text)
        return failure(
                ErrorCode::Unsupported,
                u"Line %1 of %2 is not valid %3, which the start of the file promises, so it "
                "cannot be shown as text. Look at its bytes with bash (for example with "
                "xxd)."_s.arg(QString::number(number), source.resource,
                              encodingName(reading.format)));
    if (!line.cut && text->endsWith(u'\r'))
        text->chop(1);
    QString shown = withEscapes(text->left(kMaximumLine));
    if (line.cut || text->size() > kMaximumLine)
        shown += u"... (line cut at %1 characters)"_s.arg(kMaximumLine);
    return shown;
}

QString wordsFor(const Reading &reading)
{
    if (reading.foreign)
        return u"UTF-8 with bytes that are no text (shown as \\xNN)"_s;
    QString words = encodingName(reading.format);
    if (reading.guessed)
        words += u" as far as it can be told"_s;
    return reading.format.encoding == TextEncoding::Utf8 ? QString() : words;
}

/// What an entry of a directory is; Missing for what is left out of a listing.
FileType typeOfEntry(int directory, const QByteArray &folder, const dirent &entry)
{
    if (entry.d_type == DT_DIR)
        return FileType::Directory;
    if (entry.d_type == DT_REG)
        return FileType::Regular;
    struct stat status{};
    if (::fstatat(directory, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return FileType::Missing;
    if (S_ISLNK(status.st_mode)) {
        const QByteArray inside = folder.endsWith('/') ? folder : folder + '/';
        const std::unique_ptr<char, decltype(&std::free)> target(
                ::realpath(QByteArray(inside + entry.d_name).constData(), nullptr), &std::free);
        if (!target || !QByteArrayView(target.get()).startsWith(inside)
            || ::stat(target.get(), &status) != 0)
            return FileType::Missing;
    }
    if (S_ISDIR(status.st_mode))
        return FileType::Directory;
    return S_ISREG(status.st_mode) ? FileType::Regular : FileType::Missing;
}

struct DirectoryCloser
{
    void operator()(DIR *directory) const { ::closedir(directory); }
};

/// By the bytes of the names: one that is no text is an entry, too, and a line feed in one must not make
/// two of it.
Result<void> listDirectory(const ResolvedPath &path, QStringList &directories, QStringList &files)
{
    const QByteArray folder = QFile::encodeName(path.canonical);
    const std::unique_ptr<DIR, DirectoryCloser> open(::opendir(folder.constData()));
    if (!open)
        return readFailure(path.resource, errno);
    const int descriptor = ::dirfd(open.get());
    for (;;) {
        errno = 0;
        const dirent *entry = ::readdir(open.get());
        if (!entry)
            return errno == 0 ? Result<void>() : readFailure(path.resource, errno);
        const QByteArrayView name(entry->d_name);
        if (name == "." || name == "..")
            continue;
        const FileType type = typeOfEntry(descriptor, folder, *entry);
        if (type == FileType::Directory)
            directories.append(shownName(name) + u'/');
        else if (type == FileType::Regular)
            files.append(shownName(name));
    }
}

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

Result<Page> readTextPage(const TextSource &source, const PageLimits &limits, LineMarksCache &marks,
                          const std::stop_token &stop)
{
    Reading reading;
    if (const auto marked = markedFormat(source.head)) {
        reading.format = *marked;
    } else if (const auto utf16 = sniffUtf16(source.head)) {
        reading.format.encoding = *utf16;
        reading.guessed = true;
    }
    const LineShape shape = shapeOf(source.head, reading.format);
    RawLimits raw;
    raw.offset = limits.offset;
    raw.lines = limits.lines;
    raw.bytes = shape.unit * limits.bytes; // No unit takes less than a byte of UTF-8.
    raw.lineBytes = kKeptLineBytes;
    LineMarks fileMarks = marks.find(source.status);
    const auto found = scanLines(source.fd, shape, raw, fileMarks, source.resource, stop);
    if (!found)
        return failure(found.error());
    marks.keep(source.status, fileMarks);
    if (found->lines.isEmpty() && limits.offset != 1)
        return failure(ErrorCode::InvalidInput,
                       u"The offset %1 is behind the end of %2, which has %3 lines."_s.arg(
                               QString::number(limits.offset), source.resource,
                               QString::number(found->total.value_or(0))));

    if (reading.format.encoding == TextEncoding::Utf8) {
        QList<RawLine> lines = found->lines;
        for (RawLine &line : lines) {
            if (line.cut)
                trimToCharacter(line.bytes, reading.format);
        }
        if (!std::all_of(lines.cbegin(), lines.cend(), isUtf8)) {
            const auto byContent = readingByContent(source, lines);
            if (!byContent)
                return failure(byContent.error());
            reading = *byContent;
        }
    }
    PageBuilder builder(limits);
    qint64 number = limits.offset;
    for (const RawLine &line : found->lines) {
        if (!builder.wants(number))
            break;
        const auto text = decoded(line, number, reading, source);
        if (!text)
            return failure(text.error());
        builder.add(number, QString::number(number) + u": "_s + *text);
        ++number;
    }
    if (!builder.page.next && found->more)
        builder.page.next = number;
    builder.page.total = found->total;
    builder.page.encoding = wordsFor(reading);
    return builder.page;
}

Result<Page> directoryPage(const ResolvedPath &path, const PageLimits &limits)
{
    QStringList directories;
    QStringList files;
    const auto listed = listDirectory(path, directories, files);
    if (!listed)
        return failure(listed.error());
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

} // namespace Countersign
