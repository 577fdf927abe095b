// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/newcontent.h"

#include "base/textfile.h"
#include "location/filestyle.h"
#include "tools/lineends.h"

#include <QStringList>

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// The mark that a model wrote as a character is a mark of the file.
void takeMark(QString &content, TextFormat &format)
{
    if (!content.startsWith(QChar::ByteOrderMark))
        return;
    content.remove(0, 1);
    format.byteOrderMark = format.encoding != TextEncoding::Charset;
}

/// In the format of what is replaced.
Result<NewContent> replacing(QString content, const Result<DecodedText> &old)
{
    TextFormat format;
    // What cannot be decoded has no format to keep: the new text is UTF-8 then, and the request
    // shows that the whole file is replaced.
    if (old) {
        format = old->format;
        if (format.lineEnding != LineEnding::Mixed) {
            content = withLineEnding(content, format.lineEnding);
        } else if (!content.contains(u'\r')) {
            const auto kept = withLineEndsOf(old->text, content);
            if (!kept)
                return failure(kept.error());
            content = *kept;
        }
    }
    takeMark(content, format);
    const auto bytes = encodeText(content, format);
    if (!bytes)
        return failure(bytes.error());
    return NewContent{*bytes, {}};
}

QString lineEndName(LineEnding ending)
{
    return ending == LineEnding::CrLf ? u"CRLF"_s : ending == LineEnding::Cr ? u"CR"_s : u"LF"_s;
}

/// As the project wants its files.
Result<NewContent> created(QString content, const FileStyle &style)
{
    NewContent out;
    QStringList said;
    const TextFormat plain;
    TextFormat format = style.format.value_or(plain);
    if (format != plain)
        said.append(u"%1%2 as %3 says"_s.arg(encodingName(format),
                                             format.byteOrderMark ? u" with a byte order mark"_s
                                                                  : QString(),
                                             style.formatSource));
    if (style.finalNewline && !content.isEmpty() && !content.endsWith(u'\n')
        && !content.endsWith(u'\r')) {
        content += u'\n';
        said.append(u"a final line end as .editorconfig says"_s);
    }
    if (style.lineEnding) {
        const QString ended = withLineEnding(content, *style.lineEnding);
        if (ended != content)
            said.append(u"%1 line ends as %2 says"_s.arg(lineEndName(*style.lineEnding),
                                                         style.lineEndingSource));
        content = ended;
    }
    takeMark(content, format);
    const auto bytes = encodeText(content, format);
    if (!bytes)
        return failure(bytes.error().code,
                       u"%1 (%2 names that encoding for this file.)"_s.arg(bytes.error().message,
                                                                           style.formatSource));
    return NewContent{*bytes, said.join(u", "_s)};
}

} // namespace

Result<NewContent> contentFor(const Location &location, const QString &canonical,
                              const FileSnapshot &before, const QString &content)
{
    if (!before.exists)
        return created(content, declaredStyle(location, canonical));
    // ASCII is the same in every charset, so that the project need not be asked for it.
    const bool ascii =
            std::all_of(content.begin(), content.end(), [](QChar c) { return c.unicode() < 0x80; });
    return replacing(content,
                     ascii ? decodeText(before.bytes)
                           : decodeFile(location, canonical, before.bytes));
}

} // namespace Countersign
