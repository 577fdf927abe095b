// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/readtool.h"

#include "base/textfile.h"
#include "tools/asking.h"
#include "tools/readpage.h"

#include <QFileInfo>

#include <algorithm>

#include <sys/stat.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Images, PDF files and UTF-16 texts are loaded whole; larger ones are refused.
constexpr qint64 kMaximumMediaBytes = qint64(20) * 1024 * 1024;
/// What model providers take of one file, in base64.
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
    Content content; ///< Not encoded: for the model only.
};

/// The kind of a file that is given to the model as it is; by content, never by name.
QString mediaType(const QByteArray &head)
{
    if (head.startsWith("\x89PNG\r\n\x1A\n"))
        return u"image/png"_s;
    if (head.startsWith("\xFF\xD8\xFF"))
        return u"image/jpeg"_s;
    if (head.startsWith("GIF8"))
        return u"image/gif"_s;
    if (head.startsWith("RIFF") && head.mid(8, 4) == "WEBP")
        return u"image/webp"_s;
    if (head.startsWith("%PDF"))
        return u"application/pdf"_s;
    return {};
}

Error missing(const ResolvedPath &path)
{
    QString message = u"There is no file or directory %1."_s.arg(path.resource);
    const QStringList similar = similarNames(path.canonical);
    if (!similar.isEmpty())
        message += u" In its folder there is: %1."_s.arg(similar.join(u", "_s));
    else
        message += u" Use glob to find the one you mean."_s;
    return {ErrorCode::NotFound, message, {}};
}

Result<ReadOutput> readMedia(int fd, qint64 size, const QString &mime, const ResolvedPath &path)
{
    const qint64 base64 = (size + 2) / 3 * 4;
    if (size > kMaximumMediaBytes || base64 > kMaximumBase64Bytes)
        return failure(ErrorCode::Limit,
                       u"%1 (%2) has %3 bytes, which is more than a model takes: at most %4 bytes. "
                       "Make a smaller copy with bash and read that."_s.arg(
                               path.resource, mime, QString::number(size),
                               QString::number(kMaximumBase64Bytes / 4 * 3)));
    const auto bytes = readHead(fd, size, path.resource);
    if (!bytes)
        return failure(bytes.error());
    ReadOutput output{u"file"_s, path.resource, {}, {}, {}, {}, mime, {}};
    output.content = {TextContent{u"%1 (%2, %3 bytes) follows."_s.arg(
                              path.resource, mime, QString::number(bytes->size()))},
                      FileContent{*bytes, mime, QFileInfo(path.canonical).fileName()}};
    return output;
}

ReadOutput pageOutput(const QString &type, const ResolvedPath &path, qint64 offset,
                      const Page &page)
{
    const QString what = type == u"text"_s ? u"lines"_s : u"entries"_s;
    const QString total = page.total ? QString::number(*page.total) : u"more than shown"_s;
    QString text = page.count == 0
            ? u"%1 is empty.\n"_s.arg(path.resource)
            : u"%1, %2 %3-%4 of %5:\n"_s.arg(path.resource, what, QString::number(offset),
                                             QString::number(offset + page.count - 1), total);
    text += page.text;
    if (page.next)
        text += u"(More %1 follow: read on with offset %2.)"_s.arg(what).arg(*page.next);
    else
        text.chop(1);
    return {type,      path.resource, offset, page.count,
            page.next, page.total,    {},     {TextContent{text}}};
}

Result<ReadOutput> readText(int fd, qint64 size, const QByteArray &head, const PageLimits &limits,
                            const ResolvedPath &path, const std::stop_token &stop)
{
    const bool utf16 = head.startsWith("\xFF\xFE") || head.startsWith("\xFE\xFF");
    if (!utf16) {
        const auto page = readTextPage(fd, limits, path.resource, stop);
        if (!page)
            return failure(page.error());
        return pageOutput(u"text"_s, path, limits.offset, *page);
    }
    if (size > kMaximumMediaBytes)
        return failure(
                ErrorCode::Limit,
                u"%1 is a UTF-16 text of %2 bytes; such texts are read up to %3 bytes. "
                "Convert a part of it with bash."_s.arg(path.resource, QString::number(size),
                                                        QString::number(kMaximumMediaBytes)));
    const auto bytes = readHead(fd, size, path.resource);
    if (!bytes)
        return failure(bytes.error());
    const auto text = decodeText(*bytes);
    if (!text)
        return failure(
                text.error().code,
                u"%1 cannot be shown as text: %2"_s.arg(path.resource, text.error().message));
    const auto page = textPage(text->text, limits, path.resource);
    if (!page)
        return failure(page.error());
    return pageOutput(u"text"_s, path, limits.offset, *page);
}

Result<ReadOutput> readFile(const Location &location, const ResolvedPath &path,
                            const PageLimits &limits, const std::stop_token &stop)
{
    const auto fd = location.openFile(path);
    if (!fd)
        return failure(fd.error());
    struct stat status{};
    if (::fstat(fd->get(), &status) != 0 || !S_ISREG(status.st_mode))
        return failure(ErrorCode::Unsupported,
                       u"%1 is not a regular file; devices, FIFOs and sockets are not read."_s.arg(
                               path.resource));
    const auto head =
            readHead(fd->get(), std::min<qint64>(kHeadBytes, status.st_size + 1), path.resource);
    if (!head)
        return failure(head.error());
    if (const QString mime = mediaType(*head); !mime.isEmpty())
        return readMedia(fd->get(), status.st_size, mime, path);
    if (looksBinary(*head))
        return failure(ErrorCode::Unsupported,
                       u"%1 is a binary file and is not shown as text. Look at it with a program "
                       "for its kind through bash."_s.arg(path.resource));
    return readText(fd->get(), status.st_size, *head, limits, path, stop);
}

Result<ReadOutput> read(const ToolServices &services, const ReadInput &input,
                        const ToolContext &context)
{
    const auto path = resolvePath(services, context, input.path, PathKind::Directory);
    if (!path)
        return failure(path.error());
    if (path->type == FileType::Missing)
        return failure(missing(*path));
    if (path->type == FileType::Other)
        return failure(ErrorCode::Unsupported,
                       u"%1 is neither a file nor a directory; devices, FIFOs and sockets are not "
                       "read."_s.arg(path->resource));
    const auto offers = fileOffers(path->resource) + QList<Permission::SaveOffer>{{u"*"_s, false}};
    const auto grant = services.permission.require(
            inquiryOf(context, QString::fromUtf16(Permission::Action::read), {path->resource},
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
        return readFile(services.location, *path, limits, context.stop);
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
                    .codec(),
            [services](const ReadInput &input, const ToolContext &context) {
                return read(services, input, context);
            },
            [](const ReadInput &, const QJsonValue &, const ReadOutput &output) {
                return output.content;
            }});
}

} // namespace Countersign
