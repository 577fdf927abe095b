// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/edittext.h"

#include "diff/linediff.h"
#include "review/changefacts.h"

#include <QLocale>

#include <algorithm>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

namespace {

QStringList rawLines(const QString &text)
{
    QStringList lines;
    for (qsizetype start = 0; start < text.size();) {
        const qsizetype end = text.indexOf(u'\n', start);
        const qsizetype next = end < 0 ? text.size() : end + 1;
        lines.append(text.mid(start, next - start));
        start = next;
    }
    return lines;
}

QString endOf(const QString &line)
{
    if (line.endsWith("\r\n"_L1))
        return u"\r\n"_s;
    return line.endsWith(u'\n') ? u"\n"_s : QString();
}

/// What a QTextDocument would take for the end of a line.
bool breaksLines(QChar c)
{
    return c == u'\r' || c == QChar::ParagraphSeparator || c == QChar(0xfdd0) || c == QChar(0xfdd1);
}

bool isAscii(const QByteArray &bytes)
{
    return std::all_of(bytes.begin(), bytes.end(),
                       [](char c) { return static_cast<uchar>(c) < 0x80; });
}

Error unsuitable(const QString &why)
{
    return {ErrorCode::Unsupported, why, {}};
}

} // namespace

Result<EditText> EditText::from(const QByteArray &bytes, const QByteArray &before,
                                const QByteArray &charset)
{
    if (bytes.size() > kLargestEdited)
        return failure(
                unsuitable(Words::tr("This is more than %1: change it in an editor of your own.")
                                   .arg(QLocale().formattedDataSize(kLargestEdited, 0))));
    if (looksBinary(bytes))
        return failure(
                unsuitable(Words::tr("This is no text: change it in a program of its own.")));
    const auto old = decodeText(before, charset);
    const bool oldTells = old && !old->format.charset.isEmpty();
    const auto decoded = decodeText(bytes, oldTells ? old->format.charset : charset);
    if (!decoded)
        return failure(decoded.error());
    EditText text;
    text.m_format = decoded->format;
    // Plain ASCII is the same in many encodings; what comes to it must be in the file's own.
    if (old && old->format.encoding == TextEncoding::Charset && isAscii(bytes))
        text.m_format = old->format;
    text.m_lines = rawLines(decoded->text);
    for (qsizetype i = 0; i < text.m_lines.size(); ++i) {
        const QString &line = text.m_lines.at(i);
        const QString shown = line.chopped(endOf(line).size());
        if (shown.size() > kLongestEditedLine)
            return failure(unsuitable(
                    Words::tr("Line %1 has more than %2 characters: change it in an editor of your "
                              "own.")
                            .arg(i + 1)
                            .arg(QLocale().toString(kLongestEditedLine))));
        const auto odd = std::find_if(shown.begin(), shown.end(), breaksLines);
        if (odd != shown.end())
            return failure(unsuitable(
                    Words::tr("Line %1 has a U+%2 in it, which would be lost here: change it in an "
                              "editor of your own.")
                            .arg(i + 1)
                            .arg(QString::number(odd->unicode(), 16)
                                         .rightJustified(4, u'0')
                                         .toUpper())));
        text.m_text += shown;
        if (shown.size() != line.size())
            text.m_text += u'\n';
    }
    return text;
}

Result<QByteArray> EditText::bytesOf(const QString &edited) const
{
    if (edited.contains(QChar::Null))
        return failure(ErrorCode::InvalidInput, Words::tr("A text cannot hold a NUL character."));
    const auto diff = Diff::lineDiff(m_text.toUtf8(), edited.toUtf8());
    if (!diff)
        return failure(diff.error());
    const QStringList lines = rawLines(edited);
    QString text;
    QString lastEnd;
    for (const QString &line : m_lines) {
        lastEnd = endOf(line); // Where there is no neighbour: the file's first line end.
        if (!lastEnd.isEmpty())
            break;
    }
    const auto write = [&](const QString &line, const QString &end) {
        const bool open = !line.endsWith(u'\n');
        const QString words = open ? line : line.chopped(1);
        if (!end.isEmpty())
            lastEnd = end;
        text += words;
        if (!open)
            text += lastEnd.isEmpty() ? u"\n"_s : lastEnd;
    };
    const auto keep = [&](qsizetype oldLine, qsizetype newLine) {
        const QString &line = m_lines.at(oldLine);
        const QString end = endOf(line);
        // The comparison is of UTF-8, in which bytes that are no text are all alike.
        if (QStringView(line).chopped(end.size())
            == lines.at(newLine).chopped(end.isEmpty() ? 0 : 1)) {
            text += line;
            lastEnd = end.isEmpty() ? lastEnd : end;
        } else {
            write(lines.at(newLine), end);
        }
    };
    qsizetype oldLine = 0;
    qsizetype newLine = 0;
    for (const Diff::Block &block : diff->blocks) {
        while (newLine < block.newStart)
            keep(oldLine++, newLine++);
        for (int i = 0; i < block.newCount; ++i)
            write(lines.at(newLine++),
                  i < block.oldCount ? endOf(m_lines.at(oldLine + i)) : QString());
        oldLine += block.oldCount;
    }
    while (newLine < lines.size())
        keep(oldLine++, newLine++);
    return encodeText(text, m_format);
}

} // namespace Countersign::Review
