// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/filestyle.h"

#include "base/log.h"
#include "base/unicode.h"
#include "diff/gitlibrary.h"
#include "location/canonicalpath.h"
#include "location/editorconfig.h"

#include <QFile>

#include <array>
#include <memory>

#include <git2.h>
#include <sys/stat.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr off_t kMaximumAttributes = off_t(1) << 20;

struct RepositoryCloser
{
    void operator()(git_repository *repository) const { git_repository_free(repository); }
};

std::optional<LineEnding> lineEndingNamed(const QByteArray &name)
{
    if (name == "lf")
        return LineEnding::Lf;
    if (name == "crlf")
        return LineEnding::CrLf;
    if (name == "cr")
        return LineEnding::Cr;
    return std::nullopt;
}

/// False when something that libgit2 would open could hold it up: a FIFO, a device, a huge file.
bool attributesAreFiles(const QByteArray &root, const QByteArray &path)
{
    QByteArray folder = path;
    do {
        folder = parentOf(folder);
        const QByteArray file = folder + "/.gitattributes";
        struct stat status{};
        if (::stat(file.constData(), &status) == 0
            && (!S_ISREG(status.st_mode) || status.st_size > kMaximumAttributes))
            return false;
    } while (folder != root && folder != "/");
    return true;
}

void readAttributes(FileStyle &style, const Project &project, const QByteArray &path)
{
    const QByteArray root = QFile::encodeName(project.directory);
    if (!project.isGit || path == root || !isWithin(root, path) || !attributesAreFiles(root, path))
        return;
    ensureGitLibrary();
    git_repository *opened = nullptr;
    if (git_repository_open_ext(&opened, root.constData(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr)
        != 0) {
        // For example one that belongs to somebody else: its attributes are not ours to follow.
        qCDebug(logLocation, "attributes are not read: %s", qPrintable(lastGitError()));
        return;
    }
    const std::unique_ptr<git_repository, RepositoryCloser> repository(opened);
    std::array<const char *, 3> names{"text", "eol", "working-tree-encoding"};
    std::array<const char *, 3> values{};
    const QByteArray relative = path.sliced(root == "/" ? 1 : root.size() + 1);
    if (git_attr_get_many(values.data(), repository.get(), GIT_ATTR_CHECK_FILE_THEN_INDEX,
                          relative.constData(), names.size(), names.data())
        != 0) {
        qCDebug(logLocation, "attributes are not read: %s", qPrintable(lastGitError()));
        return;
    }
    if (git_attr_value(values[2]) == GIT_ATTR_VALUE_STRING) {
        if ((style.format = formatNamed(values[2])))
            style.formatSource = u".gitattributes"_s;
    }
    if (git_attr_value(values[1]) == GIT_ATTR_VALUE_STRING
        && git_attr_value(values[0]) != GIT_ATTR_VALUE_FALSE) {
        if ((style.lineEnding = lineEndingNamed(values[1])))
            style.lineEndingSource = u".gitattributes"_s;
    }
}

} // namespace

FileStyle declaredStyle(const Location &location, const QString &canonical)
{
    FileStyle style;
    const QByteArray path = QFile::encodeName(canonical);
    readAttributes(style, location.project(), path);
    const QHash<QByteArray, QByteArray> editor = editorConfigFor(path);
    if (const auto ending = lineEndingNamed(editor.value("end_of_line"))) {
        style.lineEnding = ending;
        style.lineEndingSource = u".editorconfig"_s;
    }
    if (!style.format) {
        if ((style.format = formatNamed(editor.value("charset"))))
            style.formatSource = u".editorconfig"_s;
    }
    style.finalNewline = editor.value("insert_final_newline") == "true";
    return style;
}

Result<DecodedText> decodeFile(const Location &location, const QString &canonical,
                               const QByteArray &bytes)
{
    Result<DecodedText> text = decodeText(bytes);
    // ASCII is the same in UTF-8 and in every charset, so that it tells of neither.
    const bool ascii = text && text->format.encoding == TextEncoding::Utf8
            && !text->format.byteOrderMark && Unicode::isAscii(bytes);
    const bool told = !text
            || (!ascii && text->format.encoding != TextEncoding::Charset
                && text->foreignBytes == 0);
    if (told)
        return text;
    const FileStyle style = declaredStyle(location, canonical);
    if (!style.format || style.format->charset.isEmpty())
        return text;
    if (!ascii)
        return decodeText(bytes, style.format->charset);
    text->format.encoding = TextEncoding::Charset;
    text->format.charset = style.format->charset;
    return text;
}

} // namespace Countersign
