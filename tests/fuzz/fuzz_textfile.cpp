// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// Whatever the bytes of a file are: decoding loses nothing, and positions in the text lead back to
// places in the bytes.

#include "base/charset.h"
#include "base/textfile.h"

#include <QByteArray>

#include <array>
#include <cstddef>
#include <cstdint>

using namespace Countersign;

namespace {

void require(bool holds, const char *what)
{
    if (!holds)
        qFatal("%s", what);
}

constexpr std::array<const char *, 8> kDeclared{"",     "windows-1252", "Shift_JIS", "GBK",
                                                "Big5", "EUC-JP",       "gb18030",   "KOI8-R"};

void checkOffsets(const QByteArray &bytes, const DecodedText &file)
{
    // A handful of positions that are not inside a pair.
    QList<qsizetype> positions;
    const qsizetype step = 1 + file.text.size() / 7;
    for (qsizetype at = 0; at < file.text.size(); at += step) {
        if (!file.text[at].isLowSurrogate() || at == 0 || !file.text[at - 1].isHighSurrogate())
            positions.append(at);
    }
    positions.append(file.text.size());
    const QList<qsizetype> offsets = byteOffsets(file, positions);
    require(offsets.last() == bytes.size(), "the end of the text is the end of the bytes");
    TextFormat bare = file.format;
    bare.byteOrderMark = false;
    for (qsizetype i = 0; i + 1 < positions.size(); ++i) {
        const auto part =
                encodeText(file.text.sliced(positions[i], positions[i + 1] - positions[i]), bare);
        require(part && *part == bytes.sliced(offsets[i], offsets[i + 1] - offsets[i]),
                "a part of the text is the same part of the bytes");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const QByteArray declared = kDeclared[data[0] % kDeclared.size()];
    const QByteArray bytes(reinterpret_cast<const char *>(data) + 1, qsizetype(size) - 1);
    const Result<DecodedText> file = decodeText(bytes, declared);
    if (file) {
        const Result<QByteArray> again = encodeText(file->text, file->format);
        require(again && *again == bytes, "encoding gives back what was decoded");
        require(file->foreignBytes == 0 || file->format.encoding == TextEncoding::Utf8,
                "only UTF-8 has foreign bytes");
        require(file->foreignBytes > 0 || file->text.isValidUtf16(), "the text is valid");
        require(file->format.lineEnding == lineEndingOf(file->text), "the line ends are told");
        checkOffsets(bytes, *file);
    } else {
        require(file.error().code == ErrorCode::Unsupported, "the one error there is");
    }
    // The other way round: what a charset takes, it gives back.
    if (!declared.isEmpty()) {
        const QString text = QString::fromUtf8(bytes);
        if (const auto encoded = encodeCharset(text, declared))
            require(decodeCharset(*encoded, declared) == text, "decoding gives back the text");
    }
    return 0;
}
