// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "media/kinds.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr std::u16string_view kUnknown = u"application/octet-stream";

struct Known
{
    std::u16string_view extension;
    std::u16string_view mime;
};

// Sorted by extension. Names from the IANA registry, else what shared-mime-info gives.
constexpr auto kKnown = std::to_array<Known>({
        {u"7z", u"application/x-7z-compressed"},
        {u"avif", u"image/avif"},
        {u"bash", u"application/x-shellscript"},
        {u"bmp", u"image/bmp"},
        {u"bz2", u"application/x-bzip2"},
        {u"c", u"text/x-csrc"},
        {u"cc", u"text/x-c++src"},
        {u"cjs", u"text/javascript"},
        {u"cmake", u"text/x-cmake"},
        {u"conf", u"text/plain"},
        {u"cpp", u"text/x-c++src"},
        {u"cs", u"text/x-csharp"},
        {u"css", u"text/css"},
        {u"csv", u"text/csv"},
        {u"cxx", u"text/x-c++src"},
        {u"dart", u"text/x-dart"},
        {u"diff", u"text/x-patch"},
        {u"doc", u"application/msword"},
        {u"docx", u"application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
        {u"env", u"text/plain"},
        {u"ex", u"text/x-elixir"},
        {u"exs", u"text/x-elixir"},
        {u"gif", u"image/gif"},
        {u"go", u"text/x-go"},
        {u"gz", u"application/gzip"},
        {u"h", u"text/x-chdr"},
        {u"hpp", u"text/x-c++hdr"},
        {u"hs", u"text/x-haskell"},
        {u"htm", u"text/html"},
        {u"html", u"text/html"},
        {u"ico", u"image/vnd.microsoft.icon"},
        {u"ini", u"text/plain"},
        {u"ipynb", u"application/x-ipynb+json"},
        {u"jar", u"application/java-archive"},
        {u"java", u"text/x-java"},
        {u"jpeg", u"image/jpeg"},
        {u"jpg", u"image/jpeg"},
        {u"js", u"text/javascript"},
        {u"json", u"application/json"},
        {u"jsonc", u"application/json"},
        {u"jsonl", u"application/jsonl"},
        {u"jsx", u"text/jsx"},
        {u"kt", u"text/x-kotlin"},
        {u"kts", u"text/x-kotlin"},
        {u"lock", u"text/plain"},
        {u"log", u"text/plain"},
        {u"lua", u"text/x-lua"},
        {u"m4", u"application/x-m4"},
        {u"md", u"text/markdown"},
        {u"mdx", u"text/mdx"},
        {u"mjs", u"text/javascript"},
        {u"mp3", u"audio/mpeg"},
        {u"mp4", u"video/mp4"},
        {u"nix", u"text/x-nix"},
        {u"ods", u"application/vnd.oasis.opendocument.spreadsheet"},
        {u"odt", u"application/vnd.oasis.opendocument.text"},
        {u"ogg", u"audio/ogg"},
        {u"otf", u"font/otf"},
        {u"patch", u"text/x-patch"},
        {u"pdf", u"application/pdf"},
        {u"php", u"application/x-php"},
        {u"pl", u"application/x-perl"},
        {u"png", u"image/png"},
        {u"ppt", u"application/vnd.ms-powerpoint"},
        {u"pptx", u"application/vnd.openxmlformats-officedocument.presentationml.presentation"},
        {u"proto", u"text/x-protobuf"},
        {u"ps1", u"application/x-powershell"},
        {u"py", u"text/x-python"},
        {u"pyi", u"text/x-python"},
        {u"qml", u"text/x-qml"},
        {u"r", u"text/x-r"},
        {u"rb", u"application/x-ruby"},
        {u"rs", u"text/rust"},
        {u"rst", u"text/x-rst"},
        {u"scala", u"text/x-scala"},
        {u"scss", u"text/x-scss"},
        {u"sh", u"application/x-shellscript"},
        {u"sql", u"application/sql"},
        {u"svelte", u"text/x-svelte"},
        {u"svg", u"image/svg+xml"},
        {u"swift", u"text/x-swift"},
        {u"tar", u"application/x-tar"},
        {u"tex", u"text/x-tex"},
        {u"tif", u"image/tiff"},
        {u"tiff", u"image/tiff"},
        {u"toml", u"application/toml"},
        {u"ts", u"text/typescript"},
        {u"tsv", u"text/tab-separated-values"},
        {u"tsx", u"text/tsx"},
        {u"ttf", u"font/ttf"},
        {u"txt", u"text/plain"},
        {u"vue", u"text/x-vue"},
        {u"wasm", u"application/wasm"},
        {u"wav", u"audio/wav"},
        {u"webm", u"video/webm"},
        {u"webp", u"image/webp"},
        {u"woff", u"font/woff"},
        {u"woff2", u"font/woff2"},
        {u"xhtml", u"application/xhtml+xml"},
        {u"xls", u"application/vnd.ms-excel"},
        {u"xlsx", u"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
        {u"xml", u"application/xml"},
        {u"xz", u"application/x-xz"},
        {u"yaml", u"application/yaml"},
        {u"yml", u"application/yaml"},
        {u"zig", u"text/x-zig"},
        {u"zip", u"application/zip"},
        {u"zsh", u"application/x-shellscript"},
        {u"zst", u"application/zstd"},
});
static_assert(std::ranges::is_sorted(kKnown, {}, &Known::extension));

constexpr auto kBinary = std::to_array<std::u16string_view>({
        u"7z",  u"a",   u"bin", u"class", u"dat",  u"dll", u"doc",  u"docx", u"exe",  u"gz",
        u"jar", u"lib", u"o",   u"obj",   u"odp",  u"ods", u"odt",  u"ppt",  u"pptx", u"pyc",
        u"pyo", u"so",  u"tar", u"war",   u"wasm", u"xls", u"xlsx", u"zip",
});
static_assert(std::ranges::is_sorted(kBinary));

/// Lower-case, without its dot; empty for "Makefile", ".gitignore" and "name.".
QString extensionOf(QStringView path)
{
    const QStringView name = path.sliced(path.lastIndexOf(u'/') + 1);
    const qsizetype dot = name.lastIndexOf(u'.');
    return dot <= 0 ? QString() : name.sliced(dot + 1).toString().toLower();
}

std::u16string_view viewOf(const QString &text)
{
    return {QStringView(text).utf16(), static_cast<size_t>(text.size())};
}

QString stringOf(std::u16string_view text)
{
    return QStringView(text.data(), static_cast<qsizetype>(text.size())).toString();
}

} // namespace

MediaKind sniffKind(QByteArrayView head)
{
    if (head.startsWith(QByteArrayView("\x89PNG\r\n\x1A\n")))
        return MediaKind::Png;
    if (head.startsWith(QByteArrayView("\xFF\xD8\xFF")))
        return MediaKind::Jpeg;
    // All six letters: a text may begin with four of them.
    if (head.startsWith(QByteArrayView("GIF87a")) || head.startsWith(QByteArrayView("GIF89a")))
        return MediaKind::Gif;
    // A container: its length is in between.
    if (head.size() >= kSniffedBytes && head.startsWith(QByteArrayView("RIFF"))
        && head.sliced(8).startsWith(QByteArrayView("WEBP")))
        return MediaKind::WebP;
    // With its version: "%PDF" alone may be a comment of TeX.
    if (head.size() > 5 && head.startsWith(QByteArrayView("%PDF-")) && head[5] >= '1'
        && head[5] <= '9')
        return MediaKind::Pdf;
    return MediaKind::Other;
}

bool isImage(MediaKind kind)
{
    return kind != MediaKind::Other && kind != MediaKind::Pdf;
}

QString mimeOf(MediaKind kind)
{
    switch (kind) {
    case MediaKind::Png:
        return u"image/png"_s;
    case MediaKind::Jpeg:
        return u"image/jpeg"_s;
    case MediaKind::Gif:
        return u"image/gif"_s;
    case MediaKind::WebP:
        return u"image/webp"_s;
    case MediaKind::Pdf:
        return u"application/pdf"_s;
    case MediaKind::Other:
        return stringOf(kUnknown);
    }
    Q_UNREACHABLE();
}

QString mimeForPath(QStringView path)
{
    const QString extension = extensionOf(path);
    const auto found = std::ranges::lower_bound(kKnown, viewOf(extension), {}, &Known::extension);
    const bool known = found != kKnown.end() && found->extension == viewOf(extension);
    return stringOf(known ? found->mime : kUnknown);
}

bool hasBinaryExtension(QStringView path)
{
    const QString extension = extensionOf(path);
    return std::ranges::binary_search(kBinary, viewOf(extension));
}

} // namespace Countersign
