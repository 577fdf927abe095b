// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/readtool.h"

#include "base/textfile.h"
#include "location/filestyle.h"
#include "media/images.h"
#include "tools/asking.h"
#include "tools/readpage.h"
#include "tools/shownbytes.h"
#include "tools/similarnames.h"

#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <memory>

#include <sys/stat.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Images and PDF files are loaded whole; larger ones are refused. As OpenCode V2.
constexpr qint64 kMaximumMediaBytes = qint64(20) * 1024 * 1024;
/// What model providers take of one document, in base64.
constexpr qint64 kMaximumBase64Bytes = qint64(5) * 1024 * 1024;
constexpr qint64 kHeadBytes = 64 * 1024;
constexpr qint64 kMaximumLimit = 2000;
/// Left free within the output limits for the words around a page.
constexpr qint64 kReservedBytes = 1024;
constexpr qint64 kReservedLines = 4;

struct ReadInput
{
    QString path;
    std::optional<qint64> offset;
    std::optional<qint64> limit;
};

struct ReadOutput
{
    QString type; ///< "text", "directory" or "file"
    QString resource;
    std::optional<qint64> offset;
    std::optional<qint64> count;
    std::optional<qint64> next;
    std::optional<qint64> total;
    std::optional<QString> mime;
    std::optional<QString> encoding; ///< Of a text that is not plain UTF-8, for words.
    Content content; ///< Not encoded: for the model only.
};

Error missing(const ToolServices &services, const ToolContext &context, const ResolvedPath &path)
{
    QString message = u"There is no file or directory %1."_s.arg(path.resource);
    const QString folder = QFileInfo(path.canonical).path();
    // Names are contents, too: of a folder that may not be read none is told.
    QStringList similar = similarNames(path.canonical, [&](const QString &name) {
        return mayRead(services, context, {services.location.resourceOf(folder + u'/' + name)});
    });
    for (QString &name : similar)
        name = shownName(name.toUtf8());
    if (!similar.isEmpty())
        message += u" In its folder there is: %1."_s.arg(similar.join(u", "_s));
    else
        message += u" Use glob to find the one you mean."_s;
    return {ErrorCode::NotFound, message, {}};
}

/// The file whose name a model could not repeat faithfully, or `path` again.
ResolvedPath found(const Location &location, const ResolvedPath &path)
{
    const QString name = sameNameWrittenOtherwise(path.canonical);
    if (name.isEmpty())
        return path;
    const auto other =
            location.resolve(QFileInfo(path.canonical).path() + u'/' + name, PathKind::Directory);
    const bool samePlace = other && other->externalDirectory == path.externalDirectory;
    return samePlace ? *other : path;
}

ReadOutput fileOutput(const ResolvedPath &path, const QByteArray &bytes, const QString &mime,
                      const QString &words)
{
    ReadOutput output;
    output.type = u"file"_s;
    output.resource = path.resource;
    output.mime = mime;
    output.content = {TextContent{u"%1 (%2) follows."_s.arg(path.resource, words)},
                      FileContent{bytes, mime, QFileInfo(path.canonical).fileName()}};
    return output;
}

Result<ReadOutput> readImage(const QByteArray &bytes, MediaKind kind, const ImageLimits &limits,
                             const ResolvedPath &path, const std::stop_token &stop)
{
    const auto image = prepareImage(bytes, kind, limits, path.resource, stop);
    if (!image)
        return failure(image.error());
    return fileOutput(path, image->bytes, mimeOf(image->kind), imageWords(*image, kind));
}

Result<ReadOutput> readMedia(int fd, qint64 size, MediaKind kind, const ImageLimits &limits,
                             const ResolvedPath &path, const std::stop_token &stop)
{
    const qint64 maximum = isImage(kind) ? kMaximumMediaBytes : kMaximumBase64Bytes / 4 * 3;
    if (size > maximum)
        return failure(ErrorCode::Limit,
                       u"%1 (%2) has %3 bytes, which is more than a model takes: at most %4 bytes. "
                       "Make a smaller copy with bash and read that."_s.arg(
                               path.resource, mimeOf(kind), QString::number(size),
                               QString::number(maximum)));
    const auto bytes = readHead(fd, size, path.resource);
    if (!bytes)
        return failure(bytes.error());
    if (isImage(kind))
        return readImage(*bytes, kind, limits, path, stop);
    // Each complete one has these words, near its end as a rule.
    if (!bytes->contains("%%EOF") && !bytes->contains("startxref"))
        return failure(ErrorCode::Unsupported,
                       u"%1 begins like a PDF but has no end, so it is not given to the model; the "
                       "file is damaged or incomplete."_s.arg(path.resource));
    return fileOutput(path, *bytes, mimeOf(kind),
                      u"%1, %2 bytes"_s.arg(mimeOf(kind), QString::number(bytes->size())));
}

ReadOutput pageOutput(const QString &type, const ResolvedPath &path, qint64 offset,
                      const Page &page)
{
    const QString what = type == u"text"_s ? u"lines"_s : u"entries"_s;
    const QString total = page.total ? QString::number(*page.total) : u"more than shown"_s;
    const QString encoding = page.encoding.isEmpty() ? QString() : u", in "_s + page.encoding;
    QString text = page.count == 0
            ? u"%1 is empty.\n"_s.arg(path.resource)
            : u"%1, %2 %3-%4 of %5%6:\n"_s.arg(path.resource, what, QString::number(offset),
                                               QString::number(offset + page.count - 1), total,
                                               encoding);
    text += page.text;
    if (page.next)
        text += u"(More %1 follow: read on with offset %2.)"_s.arg(what).arg(*page.next);
    else
        text.chop(1);
    ReadOutput output;
    output.type = type;
    output.resource = path.resource;
    output.offset = offset;
    output.count = page.count;
    output.next = page.next;
    output.total = page.total;
    if (!page.encoding.isEmpty())
        output.encoding = page.encoding;
    output.content = {TextContent{text}};
    return output;
}

Result<ReadOutput> readFile(const ToolServices &services, const ResolvedPath &path,
                            const PageLimits &limits, LineMarksCache &marks,
                            const std::stop_token &stop)
{
    const Location &location = services.location;
    const auto fd = location.openFile(path);
    if (!fd)
        return failure(fd.error());
    TextSource source;
    source.fd = fd->get();
    source.resource = path.resource;
    if (::fstat(fd->get(), &source.status) != 0)
        return failure(
                ErrorCode::Io,
                u"%1 could not be looked at (%2)."_s.arg(path.resource, qt_error_string(errno)));
    const qint64 size = source.status.st_size;
    auto head = readHead(fd->get(), kHeadBytes, path.resource);
    if (!head)
        return failure(head.error());
    source.head = *std::move(head);
    if (const MediaKind kind = sniffKind(source.head); kind != MediaKind::Other)
        return readMedia(fd->get(), size, kind, services.images, path, stop);
    if (looksBinary(source.head))
        return failure(ErrorCode::Unsupported,
                       u"%1 is a binary file and is not shown as text. Look at it with a program "
                       "for its kind through bash."_s.arg(path.resource));
    source.decode = [&](const QByteArray &bytes) {
        return decodeFile(location, path.canonical, bytes);
    };
    const auto page = readTextPage(source, limits, marks, stop);
    if (!page)
        return failure(page.error());
    return pageOutput(u"text"_s, path, limits.offset, *page);
}

Result<ReadOutput> read(const ToolServices &services, LineMarksCache &marks, const ReadInput &input,
                        const ToolContext &context)
{
    auto path = resolvePath(services, context, input.path, PathKind::Directory);
    if (!path)
        return failure(path.error());
    if (path->type == FileType::Missing)
        path = found(services.location, *path);
    if (path->type == FileType::Missing)
        return failure(missing(services, context, *path));
    if (path->type == FileType::Other)
        return failure(ErrorCode::Unsupported,
                       u"%1 is neither a file nor a directory; devices, FIFOs and sockets are not "
                       "read."_s.arg(path->resource));
    const auto offers = offersFor(*path) + QList<Permission::SaveOffer>{{u"*"_s, false}};
    const auto grant = services.permission.require(
            inquiryOf(context, QString::fromUtf16(Permission::Action::read), resourcesOf(*path),
                      offers, {{u"path"_s, path->canonical}}),
            context.stop);
    if (!grant)
        return failure(grant.error());

    // Pages stay within the output limits with everything that is said around them: a result that
    // was cut twice would leave a hole that no offset leads to.
    const OutputLimits &output = services.outputs.limits();
    PageLimits limits;
    limits.offset = input.offset.value_or(1);
    limits.lines = std::clamp<qint64>(output.maxLines - kReservedLines, 1,
                                      input.limit.value_or(kMaximumLimit));
    limits.bytes =
            std::max<qint64>(output.maxBytes - kReservedBytes - path->resource.size() * 3, 1);
    if (path->type == FileType::Regular)
        return readFile(services, *path, limits, marks, context.stop);
    const auto page = directoryPage(*path, limits);
    if (!page)
        return failure(page.error());
    return pageOutput(u"directory"_s, *path, limits.offset, *page);
}

} // namespace

Tool makeReadTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<ReadInput, ReadOutput>{
            u"Reads a text file, a directory, an image (PNG, JPEG, GIF, WebP) or a PDF. Text comes "
            u"in "
            "pages of up to 2000 lines or 50 KiB, each line as \"number: text\"; the number, the "
            "colon and the space are not part of the file. Use offset and limit for other parts. "
            "Lines over 2000 characters are cut."_s,
            Schema::object<ReadInput>()
                    .field(u"path"_s, &ReadInput::path,
                           Schema::string().described(
                                   u"File or directory, relative to the project or absolute."_s))
                    .alias(u"filePath"_s)
                    .alias(u"file_path"_s)
                    .field(u"offset"_s, &ReadInput::offset,
                           Schema::integer(1).described(u"First line or entry, from 1."_s))
                    .field(u"limit"_s, &ReadInput::limit,
                           Schema::integer(1, kMaximumLimit)
                                   .described(u"Most lines or entries; default 2000."_s))
                    .codec(),
            Schema::object<ReadOutput>()
                    .field(u"type"_s, &ReadOutput::type,
                           Schema::oneOf({u"text"_s, u"directory"_s, u"file"_s}))
                    .field(u"resource"_s, &ReadOutput::resource, Schema::string())
                    .field(u"offset"_s, &ReadOutput::offset, Schema::integer(1))
                    .field(u"count"_s, &ReadOutput::count, Schema::integer(0))
                    .field(u"next"_s, &ReadOutput::next, Schema::integer(1))
                    .field(u"total"_s, &ReadOutput::total, Schema::integer(0))
                    .field(u"mime"_s, &ReadOutput::mime, Schema::string())
                    .field(u"encoding"_s, &ReadOutput::encoding, Schema::string())
                    .codec(),
            [services, marks = std::make_shared<LineMarksCache>()](const ReadInput &input,
                                                                   const ToolContext &context) {
                return read(services, *marks, input, context);
            },
            [](const ReadInput &, const QJsonValue &, const ReadOutput &output) {
                return output.content;
            }});
}

} // namespace Countersign
