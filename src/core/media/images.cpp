// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "media/images.h"

#include "media/picture.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QPainter>

#include <algorithm>
#include <array>
#include <mutex>
#include <semaphore>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// How often an image that is still too large is made smaller, and by how much; as OpenCode.
constexpr int kAttempts = 32;
constexpr double kStep = 0.75;
constexpr auto kQualities = std::to_array<int>({85, 80, 70, 55, 40});
constexpr int kDecodesAtOnce = 2;

std::counting_semaphore<kDecodesAtOnce> &decodes()
{
    static std::counting_semaphore<kDecodesAtOnce> semaphore(kDecodesAtOnce);
    return semaphore;
}

/// Qt's own limit of 128 MiB would refuse, as damaged, what kMaximumPixels allows.
constexpr int kAllocationMebibytes = int(kMaximumPixels * 8 / (1024 * 1024)) + 1;

class DecodeTurn
{
public:
    DecodeTurn()
    {
        static std::once_flag once;
        std::call_once(once, [] { QImageReader::setAllocationLimit(kAllocationMebibytes); });
        decodes().acquire();
    }
    ~DecodeTurn() { decodes().release(); }
    Q_DISABLE_COPY_MOVE(DecodeTurn)
};

QByteArray formatOf(MediaKind kind)
{
    switch (kind) {
    case MediaKind::Png:
        return "png";
    case MediaKind::Jpeg:
        return "jpeg";
    case MediaKind::Gif:
        return "gif";
    case MediaKind::WebP:
        return "webp";
    case MediaKind::Pdf:
    case MediaKind::Other:
        return {};
    }
    Q_UNREACHABLE();
}

qint64 base64Size(qsizetype bytes)
{
    return (qint64(bytes) + 2) / 3 * 4;
}

QString sizeText(QSize size)
{
    return u"%1×%2"_s.arg(QString::number(size.width()), QString::number(size.height()));
}

tl::unexpected<Error> broken(const QString &shown, MediaKind kind, const QString &reason)
{
    return failure(ErrorCode::Unsupported,
                   u"%1 begins like an image (%2) but cannot be decoded, so it is not given to the "
                   "model; the file is damaged or incomplete."_s.arg(shown, mimeOf(kind)),
                   reason);
}

tl::unexpected<Error> stopped(const QString &shown)
{
    return failure(ErrorCode::Cancelled, u"Reading %1 was stopped."_s.arg(shown));
}

QByteArray encoded(const QImage &image, MediaKind kind, int quality)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    const bool open = buffer.open(QIODevice::WriteOnly);
    return open && image.save(&buffer, formatOf(kind).constData(), quality) ? bytes : QByteArray();
}

/// JPEG has no transparency.
QImage onWhite(const QImage &image)
{
    if (!image.hasAlphaChannel())
        return image;
    QImage flat(image.size(), QImage::Format_RGB32);
    flat.fill(Qt::white);
    QPainter(&flat).drawImage(0, 0, image);
    return flat;
}

/// The first encoding of `image` that fits; empty bytes when none does.
PreparedImage fitting(const QImage &image, MediaKind source, qint64 maximum,
                      const std::stop_token &stop)
{
    PreparedImage out;
    out.size = image.size();
    // A photo gets larger as PNG, and no better.
    if (source != MediaKind::Jpeg) {
        out.kind = MediaKind::Png;
        out.bytes = encoded(image, out.kind, -1);
        if (!out.bytes.isEmpty() && base64Size(out.bytes.size()) <= maximum)
            return out;
    }
    const QImage flat = onWhite(image);
    out.kind = MediaKind::Jpeg;
    for (const int quality : kQualities) {
        if (stop.stop_requested())
            break;
        out.bytes = encoded(flat, out.kind, quality);
        if (!out.bytes.isEmpty() && base64Size(out.bytes.size()) <= maximum)
            return out;
    }
    out.bytes.clear();
    return out;
}

Result<PreparedImage> shrunk(QImage image, MediaKind kind, const ImageLimits &limits,
                             const QString &shown, const std::stop_token &stop)
{
    QSize size = image.size();
    if (size.width() > limits.maxWidth || size.height() > limits.maxHeight)
        size.scale(limits.maxWidth, limits.maxHeight, Qt::KeepAspectRatio);
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        size = size.expandedTo({1, 1});
        // From the last size: each picture is made of all pixels of the one before it.
        if (image.size() != size)
            image = image.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        PreparedImage out = fitting(image, kind, limits.maxBase64Bytes, stop);
        if (stop.stop_requested())
            return stopped(shown);
        if (!out.bytes.isEmpty())
            return out;
        size = QSize(int(size.width() * kStep), int(size.height() * kStep));
    }
    return failure(
            ErrorCode::Limit,
            u"%1 has more than the %2 bytes that a model takes of an image, however small it "
            "is made. Make a smaller copy with bash and read that."_s.arg(
                    shown, QString::number(limits.maxBase64Bytes / 4 * 3)));
}

} // namespace

Result<PreparedImage> prepareImage(const QByteArray &bytes, MediaKind kind,
                                   const ImageLimits &limits, const QString &shown,
                                   const std::stop_token &stop)
{
    const DecodeTurn turn;
    if (stop.stop_requested())
        return stopped(shown);
    const bool fitsAsBytes = base64Size(bytes.size()) <= limits.maxBase64Bytes;
    QBuffer buffer;
    buffer.setData(bytes);
    // By the kind that was found, never by what a plug-in makes of the content.
    QImageReader reader(&buffer, formatOf(kind));
    reader.setDecideFormatFromContent(false);
    reader.setAutoTransform(true);
    if (!QImageReader::supportedImageFormats().contains(formatOf(kind))) {
        if (fitsAsBytes)
            return PreparedImage{bytes, kind, {}, {}, false, false};
        return failure(ErrorCode::Limit,
                       u"%1 (%2) is larger than a model takes and cannot be made smaller, because "
                       "the image plug-in for its kind is not installed. Make a smaller copy with "
                       "bash and read that."_s.arg(shown, mimeOf(kind)));
    }
    const QSize original = reader.size();
    if (original.isEmpty())
        return broken(shown, kind, reader.errorString());
    if (qint64(original.width()) * original.height() > kMaximumPixels)
        return failure(
                ErrorCode::Limit,
                u"%1 has %2 pixels, which is more than the %3 million that are decoded. Make "
                "a smaller copy with bash and read that."_s.arg(
                        shown, sizeText(original), QString::number(kMaximumPixels / 1'000'000)));
    const bool fitsAsPixels =
            original.width() <= limits.maxWidth && original.height() <= limits.maxHeight;
    if (!limits.shrink && !(fitsAsBytes && fitsAsPixels))
        return failure(
                ErrorCode::Limit,
                u"%1 has %2 pixels and %3 bytes, which is more than the limits %4 and %5, and the "
                "configuration says that images are not made smaller (attachments.image). Make a "
                "smaller copy with bash and read that."_s.arg(
                        shown, sizeText(original), QString::number(bytes.size()),
                        sizeText({limits.maxWidth, limits.maxHeight}),
                        QString::number(limits.maxBase64Bytes / 4 * 3)));
    const bool animated = reader.supportsAnimation() && reader.imageCount() > 1;
    // Of a large photo the decoder can give a half, quarter or eighth for less time and memory. Twice
    // the wanted size leaves enough for a smooth scaling.
    if (kind == MediaKind::Jpeg && !fitsAsPixels) {
        const QSize wanted = 2
                * original.scaled(limits.maxWidth, limits.maxHeight, Qt::KeepAspectRatio)
                          .expandedTo({1, 1});
        if (wanted.width() < original.width())
            reader.setScaledSize(wanted);
    }
    QImage image = reader.read();
    if (image.isNull())
        return broken(shown, kind, reader.errorString());
    if (fitsAsBytes && fitsAsPixels)
        return PreparedImage{bytes, kind, original, original, false, false};
    Result<PreparedImage> out = shrunk(std::move(image), kind, limits, shown, stop);
    if (!out)
        return out;
    out->original = original;
    out->changed = true;
    out->animationLost = animated;
    return out;
}

Result<Picture> decodePicture(const QByteArray &bytes, MediaKind kind, int longest,
                              const QString &shown, const std::stop_token &stop)
{
    const DecodeTurn turn;
    if (stop.stop_requested())
        return stopped(shown);
    QBuffer buffer;
    buffer.setData(bytes);
    QImageReader reader(&buffer, formatOf(kind));
    reader.setDecideFormatFromContent(false);
    reader.setAutoTransform(true);
    if (!isImage(kind) || !QImageReader::supportedImageFormats().contains(formatOf(kind))) {
        return failure(ErrorCode::Unsupported,
                       u"%1 (%2) cannot be decoded here: the image plug-in for its kind is not "
                       "installed."_s.arg(shown, mimeOf(kind)));
    }
    QSize original = reader.size();
    if (original.isEmpty())
        return failure(ErrorCode::Unsupported,
                       u"%1 (%2) cannot be decoded: the file is damaged or incomplete."_s.arg(
                               shown, mimeOf(kind)),
                       reader.errorString());
    if (qint64(original.width()) * original.height() > kMaximumPixels) {
        return failure(
                ErrorCode::Limit,
                u"%1 has %2 pixels, which is more than the %3 million that are decoded."_s.arg(
                        shown, sizeText(original), QString::number(kMaximumPixels / 1'000'000)));
    }
    const bool animated = reader.supportsAnimation() && reader.imageCount() > 1;
    const QSize bounded = original.scaled(longest, longest, Qt::KeepAspectRatio).expandedTo({1, 1});
    const bool larger = original.width() > longest || original.height() > longest;
    if (kind == MediaKind::Jpeg && larger && 2 * bounded.width() < original.width())
        reader.setScaledSize(2 * bounded);
    QImage image = reader.read();
    if (image.isNull())
        return failure(ErrorCode::Unsupported,
                       u"%1 (%2) cannot be decoded: the file is damaged or incomplete."_s.arg(
                               shown, mimeOf(kind)),
                       reader.errorString());
    if (reader.transformation().testFlag(QImageIOHandler::TransformationRotate90))
        original.transpose();
    if (image.width() > longest || image.height() > longest)
        image = image.scaled(longest, longest, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    return Picture{std::move(image), original, animated};
}

QString imageWords(const PreparedImage &image, MediaKind original)
{
    const auto pixels = [](QSize size) {
        return u"%1×%2 pixels"_s.arg(QString::number(size.width()), QString::number(size.height()));
    };
    QStringList words{mimeOf(image.kind)};
    if (image.size.isValid())
        words.append(pixels(image.size));
    words.append(u"%1 bytes"_s.arg(image.bytes.size()));
    if (image.changed)
        words.append(u"made smaller for the model: the file itself is %1 with %2"_s.arg(
                mimeOf(original), pixels(image.original)));
    if (image.animationLost)
        words.append(u"only the first picture of an animation"_s);
    return words.join(u", "_s);
}

} // namespace Countersign
