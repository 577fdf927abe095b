// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/inflater.h"

#include <QByteArray>

#include <array>

#include <zlib.h>

namespace Countersign::Net {

using namespace Qt::StringLiterals;

namespace {

constexpr int kGzipOrZlib = 32 + MAX_WBITS; // zlib finds out which by the header.

/// Some servers send "deflate" without the zlib header that the standard wants. A header's first two
/// bytes are a multiple of 31 and name the method 8.
bool hasHeader(quint8 first, quint8 second)
{
    const bool gzip = first == 0x1f && second == 0x8b;
    return gzip || ((first & 0x0f) == Z_DEFLATED && (first * 256 + second) % 31 == 0);
}

} // namespace

class Inflater::Private
{
public:
    z_stream stream{};
    QByteArray start; ///< What came before the two bytes that tell the format were there.
    std::array<Bytef, 65536> piece{};
    bool open = false;
    bool ended = false; ///< A gzip member is complete; another may follow.
};

bool Inflater::understands(QByteArrayView coding)
{
    const auto is = [coding](QByteArrayView name) {
        return coding.trimmed().compare(name, Qt::CaseInsensitive) == 0;
    };
    return is("gzip") || is("x-gzip") || is("deflate");
}

Inflater::Inflater() : d(std::make_unique<Private>()) { }

Inflater::~Inflater()
{
    if (d->open)
        ::inflateEnd(&d->stream);
}

Result<bool> Inflater::feed(QByteArrayView bytes, const std::function<bool(QByteArrayView)> &out)
{
    QByteArray joined = std::exchange(d->start, {});
    if (!joined.isEmpty()) {
        joined.append(bytes);
        bytes = joined;
    }
    if (!d->open) {
        if (bytes.size() < 2) {
            d->start = bytes.toByteArray();
            return true;
        }
        const bool headed = hasHeader(quint8(bytes.at(0)), quint8(bytes.at(1)));
        if (::inflateInit2(&d->stream, headed ? kGzipOrZlib : -MAX_WBITS) != Z_OK)
            return failure(ErrorCode::Internal, u"sent data that zlib could not begin with"_s);
        d->open = true;
    }
    // zlib's interface takes pointers to what it will not write to.
    d->stream.next_in = const_cast<Bytef *>(reinterpret_cast<const Bytef *>(bytes.data()));
    d->stream.avail_in = uInt(bytes.size());
    for (;;) {
        if (d->ended && d->stream.avail_in == 1 && d->stream.next_in[0] == 0x1f) {
            d->start = "\x1f"; // Perhaps the first half of another header.
            return true;
        }
        if (d->ended) {
            // What follows a member is another one, or padding that everybody ignores.
            if (d->stream.avail_in < 2 || d->stream.next_in[0] != 0x1f
                || d->stream.next_in[1] != 0x8b || ::inflateReset(&d->stream) != Z_OK)
                return true;
            d->ended = false;
        }
        d->stream.next_out = d->piece.data();
        d->stream.avail_out = uInt(d->piece.size());
        const int code = ::inflate(&d->stream, Z_NO_FLUSH);
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
            return failure(ErrorCode::Protocol, u"sent compressed data that is damaged"_s);
        const qsizetype made = qsizetype(d->piece.size()) - d->stream.avail_out;
        d->ended = code == Z_STREAM_END;
        if (made > 0 && !out(QByteArrayView(d->piece.data(), made)))
            return false;
        if (!d->ended && d->stream.avail_in == 0 && d->stream.avail_out > 0)
            return true;
        if (code == Z_BUF_ERROR && made == 0)
            return true;
    }
}

bool Inflater::complete() const
{
    return d->ended || (!d->open && d->start.isEmpty());
}

} // namespace Countersign::Net
