// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/frontmatter.h"

#include <QList>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace Countersign::Config {

namespace {

bool isSpace(QChar c)
{
    return c == u' ' || c == u'\t';
}

QStringView trimmedEnd(QStringView text)
{
    while (!text.isEmpty() && isSpace(text.back()))
        text.chop(1);
    return text;
}

qsizetype indentOf(QStringView line)
{
    return std::find_if_not(line.begin(), line.end(), isSpace) - line.begin();
}

bool isBlank(QStringView line)
{
    return indentOf(line) == line.size();
}

/// Lines without their ends ("\n", "\r\n" or "\r"), taken one after the other.
class Lines
{
public:
    explicit Lines(QStringView text) : m_text(text) { }
    [[nodiscard]] bool atEnd() const { return m_next >= m_text.size(); }
    [[nodiscard]] int number() const { return m_number; } ///< Of the line taken last, from 1.
    [[nodiscard]] qsizetype position() const { return m_next; } ///< Where the next one begins.
    QStringView take()
    {
        const qsizetype begin = m_next;
        qsizetype end = begin;
        while (end < m_text.size() && m_text.at(end) != u'\n' && m_text.at(end) != u'\r')
            ++end;
        m_next = end;
        if (m_next < m_text.size()) {
            const bool pair = m_text.at(m_next) == u'\r' && m_next + 1 < m_text.size()
                    && m_text.at(m_next + 1) == u'\n';
            m_next += pair ? 2 : 1;
        }
        ++m_number;
        return m_text.sliced(begin, end - begin);
    }

private:
    QStringView m_text;
    qsizetype m_next = 0;
    int m_number = 0;
};

bool isFence(QStringView line)
{
    return trimmedEnd(line) == "---"_L1;
}

/// A plain or quoted text over several lines: a line end is a space, an empty line is a line end.
class Folder
{
public:
    void add(QStringView line)
    {
        if (line.isEmpty()) {
            ++m_breaks;
            return;
        }
        if (m_started)
            m_text += m_breaks > 0 ? QString(m_breaks, u'\n') : u" "_s;
        m_text += line;
        m_started = true;
        m_breaks = 0;
    }
    [[nodiscard]] QString text() const { return m_text; }

private:
    QString m_text;
    bool m_started = false;
    qsizetype m_breaks = 0;
};

class Reader
{
public:
    explicit Reader(const QString &text) : m_lines(text) { }

    tl::expected<FrontMatter, FrontMatterError> read();

private:
    using Value = tl::expected<FrontMatterValue, FrontMatterError>;

    [[nodiscard]] tl::unexpected<FrontMatterError> error(int line, const QString &message) const
    {
        return tl::unexpected(FrontMatterError{line, message});
    }
    bool collect();
    tl::expected<void, FrontMatterError> readEntry();
    Value readValue(QStringView rest, int line);
    QList<QStringView> takeNested();
    Value block(QStringView header, int line);
    Value plain(QStringView first, int line);
    Value quoted(QStringView first, int line);
    Value nested(int line);

    Lines m_lines;
    QList<QStringView> m_inside; ///< The lines between the fences.
    qsizetype m_next = 0; ///< In m_inside.
    FrontMatter m_out;
};

/// Takes everything up to the closing fence; false when there is none.
bool Reader::collect()
{
    while (!m_lines.atEnd()) {
        const QStringView line = m_lines.take();
        if (isFence(line) || trimmedEnd(line) == "..."_L1)
            return true;
        m_inside.append(line);
    }
    return false;
}

tl::expected<FrontMatter, FrontMatterError> Reader::read()
{
    if (m_lines.atEnd() || !isFence(m_lines.take()))
        return error(1,
                     u"it does not begin with a front matter: write a line --- first, then name "
                     "and description, then another line ---"_s);
    if (!collect())
        return error(1, u"the front matter does not end: write a line --- after it"_s);
    while (m_next < m_inside.size()) {
        const QStringView line = m_inside.at(m_next);
        if (isBlank(line) || line.sliced(indentOf(line)).startsWith(u'#')) {
            ++m_next;
            continue;
        }
        if (auto done = readEntry(); !done)
            return tl::unexpected(done.error());
    }
    m_out.bodyStart = m_lines.position();
    return m_out;
}

tl::expected<void, FrontMatterError> Reader::readEntry()
{
    const QStringView line = m_inside.at(m_next);
    const int number = int(m_next) + 2; // After the first fence, from 1.
    ++m_next;
    // The key ends at the first colon before a space or the end of the line.
    qsizetype colon = 0;
    while ((colon = line.indexOf(u':', colon)) >= 0 && colon + 1 < line.size()
           && !isSpace(line.at(colon + 1)))
        ++colon;
    if (isSpace(line.front()) || colon <= 0)
        return error(number, u"a line \"key: value\" must stand here"_s);
    QStringView key = trimmedEnd(line.first(colon));
    if (key.size() >= 2 && key.front() == key.back()
        && (key.front() == u'"' || key.front() == u'\''))
        key = key.sliced(1, key.size() - 2);
    const QString name = key.toString();
    if (m_out.values.contains(name))
        return error(number, u"the key \"%1\" occurs more than once"_s.arg(name));
    const QStringView rest = line.sliced(colon + 1);
    auto value = readValue(trimmedEnd(rest.sliced(indentOf(rest))), number);
    if (!value)
        return tl::unexpected(value.error());
    m_out.values.insert(name, *value);
    return {};
}

Reader::Value Reader::readValue(QStringView rest, int line)
{
    if (rest.isEmpty() || rest.startsWith(u'#'))
        return nested(line);
    switch (rest.front().unicode()) {
    case u'|':
    case u'>':
        return block(rest, line);
    case u'"':
    case u'\'':
        return quoted(rest, line);
    case u'[':
    case u'{':
    case u'&':
    case u'*':
    case u'!':
    case u'%':
    case u'@':
    case u'`':
        takeNested();
        return FrontMatterValue{{}, false, line};
    default:
        return plain(rest, line);
    }
}

/// The following lines that belong to the key above: indented ones, blank ones between them, and the
/// entries of a list, which may stand as far left as their key.
QList<QStringView> Reader::takeNested()
{
    QList<QStringView> taken;
    qsizetype end = m_next;
    for (qsizetype i = m_next; i < m_inside.size(); ++i) {
        const QStringView line = m_inside.at(i);
        if (isBlank(line))
            continue;
        if (!isSpace(line.front()) && line != "-"_L1 && !line.startsWith("- "_L1))
            break;
        end = i + 1;
    }
    for (; m_next < end; ++m_next)
        taken.append(m_inside.at(m_next));
    return taken;
}

Reader::Value Reader::nested(int line)
{
    const QList<QStringView> lines = takeNested();
    Folder text;
    bool first = true;
    for (const QStringView one : lines) {
        const QStringView content = trimmedEnd(one.sliced(indentOf(one)));
        const bool structure = content.startsWith("- "_L1) || content == "-"_L1
                || content.endsWith(u':') || content.contains(": "_L1);
        if (first && !content.isEmpty() && structure)
            return FrontMatterValue{{}, false, line};
        first = first && content.isEmpty();
        text.add(content);
    }
    return FrontMatterValue{text.text(), !first, line};
}

Reader::Value Reader::plain(QStringView first, int line)
{
    const auto withoutComment = [](QStringView text) {
        for (qsizetype at = text.indexOf(u'#'); at > 0; at = text.indexOf(u'#', at + 1)) {
            if (isSpace(text.at(at - 1)))
                return trimmedEnd(text.first(at));
        }
        return text;
    };
    Folder text;
    text.add(withoutComment(first));
    const QList<QStringView> more = takeNested();
    for (const QStringView one : more) {
        if (!one.isEmpty() && !isBlank(one) && !isSpace(one.front()))
            return error(line, u"a text and a list cannot both be the value of one key"_s);
        text.add(withoutComment(trimmedEnd(one.sliced(indentOf(one)))));
    }
    const QString whole = text.text();
    const bool null = whole == "~"_L1 || whole == "null"_L1;
    return FrontMatterValue{null ? QString() : whole, !null, line};
}

std::optional<char32_t> escapedCharacter(QChar c)
{
    switch (c.unicode()) {
    case u'0':
        return U'\0';
    case u'a':
        return U'\a';
    case u'b':
        return U'\b';
    case u'e':
        return U'\x1b';
    case u'f':
        return U'\f';
    case u'n':
        return U'\n';
    case u'r':
        return U'\r';
    case u't':
        return U'\t';
    case u'v':
        return U'\v';
    case u'"':
    case u'/':
    case u'\\':
    case u' ':
        return c.unicode();
    case u'_':
        return U'\u00a0';
    default:
        return {};
    }
}

/// Digits of \x, \u and \U; 0 for any other letter.
int escapeDigits(QChar c)
{
    return c == u'x' ? 2 : c == u'u' ? 4 : c == u'U' ? 8 : 0;
}

Reader::Value Reader::quoted(QStringView first, int line)
{
    const QChar quote = first.front();
    // Line after line, until the quotation mark that closes it.
    Folder text;
    QStringView rest = first.sliced(1);
    for (;;) {
        QString piece;
        bool closed = false;
        qsizetype i = 0;
        for (; i < rest.size() && !closed; ++i) {
            const QChar c = rest.at(i);
            if (c == quote) {
                if (quote == u'\'' && i + 1 < rest.size() && rest.at(i + 1) == quote) {
                    piece += c;
                    ++i;
                } else {
                    closed = true;
                }
            } else if (c == u'\\' && quote == u'"' && i + 1 < rest.size()) {
                const QChar kind = rest.at(++i);
                if (const int digits = escapeDigits(kind)) {
                    bool valid = false;
                    const uint code = rest.mid(i + 1, digits).toUInt(&valid, 16);
                    if (!valid || rest.size() - i - 1 < digits || code > QChar::LastValidCodePoint)
                        return error(
                                line,
                                u"\"\\%1\" needs %2 hexadecimal digits after it"_s.arg(kind).arg(
                                        digits));
                    piece += QChar::fromUcs4(code);
                    i += digits;
                } else if (const auto plainCharacter = escapedCharacter(kind)) {
                    piece += QChar::fromUcs4(*plainCharacter);
                } else {
                    return error(line, u"\"\\%1\" means nothing in a quoted text"_s.arg(kind));
                }
            } else {
                piece += c;
            }
        }
        if (closed) {
            text.add(piece);
            const QStringView after = rest.sliced(i);
            const QStringView content = after.sliced(indentOf(after));
            if (!content.isEmpty() && !(content.startsWith(u'#') && indentOf(after) > 0))
                return error(line, u"something follows the quotation mark that closes the text"_s);
            return FrontMatterValue{text.text(), true, line};
        }
        text.add(trimmedEnd(piece));
        if (m_next >= m_inside.size())
            return error(line, u"the quoted text does not end"_s);
        rest = m_inside.at(m_next++);
        rest = rest.sliced(indentOf(rest));
    }
}

Reader::Value Reader::block(QStringView header, int line)
{
    const bool folded = header.front() == u'>';
    QChar chomping;
    qsizetype indent = 0;
    for (const QChar c : header.sliced(1)) {
        if (c == u'+' || c == u'-')
            chomping = c;
        else if (c >= u'1' && c <= u'9')
            indent = c.unicode() - u'0';
        else if (isSpace(c))
            break; // A comment.
        else
            return error(line, u"\"%1\" is no beginning of a block of text"_s.arg(header));
    }
    QList<QStringView> lines;
    for (; m_next < m_inside.size(); ++m_next) {
        const QStringView one = m_inside.at(m_next);
        if (!isBlank(one)) {
            if (!isSpace(one.front()))
                break;
            if (indent == 0)
                indent = indentOf(one);
        }
        lines.append(one);
    }
    qsizetype kept = lines.size();
    while (kept > 0 && isBlank(lines.at(kept - 1)))
        --kept;
    QString text;
    qsizetype blanks = 0; // Empty lines directly before.
    bool joins = false; // The line before may be joined to the next one.
    for (qsizetype i = 0; i < kept; ++i) {
        const QStringView one = lines.at(i);
        if (isBlank(one)) {
            ++blanks;
            continue;
        }
        if (indentOf(one) < indent)
            return error(line,
                         u"a line of the block of text is indented less than its first one"_s);
        const QStringView content = one.sliced(indent);
        const bool ordinary = folded && !isSpace(content.front());
        if (joins && ordinary)
            text += blanks > 0 ? QString(blanks, u'\n') : u" "_s;
        else
            text += QString(text.isEmpty() ? blanks : blanks + 1, u'\n');
        text += content;
        joins = ordinary;
        blanks = 0;
    }
    if (chomping == u'+')
        text += QString(lines.size() - kept + 1, u'\n');
    else if (chomping != u'-' && !text.isEmpty())
        text += u'\n';
    return FrontMatterValue{text, true, line};
}

} // namespace

bool hasFrontMatter(QStringView text)
{
    return !text.isEmpty() && isFence(Lines(text).take());
}

tl::expected<FrontMatter, FrontMatterError> readFrontMatter(const QString &text)
{
    return Reader(text).read();
}

} // namespace Countersign::Config
