// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "media/htmlsieve.h"

#include <algorithm>
#include <array>

namespace Countersign::Media {

namespace {

constexpr qsizetype kLongestName = 64;
constexpr qsizetype kLongestEntity = 40; // The longest of HTML has 33 characters.

constexpr std::array<QByteArrayView, 17> kKept{
        "href",    "src",           "alt",       "title", "class",   "start",
        "value",   "colspan",       "hidden",    "type",  "role",    "style",
        "checked", "data-language", "data-lang", "lang",  "reversed"};

constexpr std::array<QByteArrayView, 16> kVoid{
        "area", "base", "br",    "col",    "embed", "hr",  "img",    "input",
        "link", "meta", "param", "source", "track", "wbr", "keygen", "frame"};

/// What is in them is no HTML and nothing to read.
constexpr std::array<QByteArrayView, 6> kRaw{"script",  "style",    "iframe",
                                             "noembed", "noframes", "xmp"};

/// Where one of these begins, a flattened document has a line break.
constexpr std::array<QByteArrayView, 24> kBlocks{
        "address", "article", "aside", "blockquote", "dd",    "div", "dl", "dt",
        "h1",      "h2",      "h3",    "h4",         "h5",    "h6",  "hr", "li",
        "ol",      "p",       "pre",   "section",    "table", "td",  "tr", "ul"};

template<size_t N>
bool isOneOf(const std::array<QByteArrayView, N> &names, QByteArrayView name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Control characters end or confuse a parse; none of them is visible.
bool isControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && !isSpace(c)) || byte == 0x7f;
}

/// A value between double quotes. An ampersand stays one unless it begins a whole reference:
/// "?a=1&copy=2" has none.
QByteArray quoted(QByteArrayView value)
{
    QByteArray out;
    out.reserve(value.size() + 2);
    out += '"';
    for (qsizetype i = 0; i < value.size(); ++i) {
        const char c = value.at(i);
        if (c == '"') {
            out += "&quot;";
        } else if (c == '<') {
            out += "&lt;";
        } else if (c == '&') {
            qsizetype end = i + 1;
            if (end < value.size() && value.at(end) == '#')
                ++end;
            while (end < value.size() && end - i < kLongestEntity
                   && (isLetter(value.at(end)) || isDigit(value.at(end))))
                ++end;
            const bool whole = end > i + 1 && end < value.size() && value.at(end) == ';';
            out += whole ? "&" : "&amp;";
        } else if (!isControl(c)) {
            out += c;
        }
    }
    out += '"';
    return out;
}

/// Text of an element that may hold no tags.
void appendPlain(QByteArray &out, QByteArrayView text)
{
    for (const char c : text) {
        if (c == '<')
            out += "&lt;";
        else if (!isControl(c))
            out += c;
    }
}

} // namespace

bool HtmlSieve::take(QByteArray &out, qsizetype size)
{
    const qsizetype full = out.size() + size;
    while (m_at < m_html.size() && out.size() < full) {
        if (m_html.at(m_at) == '<')
            takeMarkup(out);
        else
            takeText(out, full - out.size());
    }
    return m_at < m_html.size();
}

void HtmlSieve::takeText(QByteArray &out, qsizetype size)
{
    const QByteArrayView window = m_html.sliced(m_at, std::min(size, m_html.size() - m_at));
    qsizetype length = window.indexOf('<');
    if (length < 0)
        length = window.size();
    if (m_at + length < m_html.size() && m_html.at(m_at + length) != '<') {
        // Neither within a character nor within a reference.
        const auto isPart = [this](qsizetype at) {
            return (static_cast<unsigned char>(m_html.at(at)) & 0xc0) == 0x80;
        };
        while (m_at + length < m_html.size() && isPart(m_at + length))
            ++length;
        const qsizetype ampersand = m_html.sliced(m_at, length).lastIndexOf('&');
        if (ampersand > 0 && length - ampersand < kLongestEntity)
            length = ampersand;
    }
    for (const char c : m_html.sliced(m_at, length)) {
        if (!isControl(c))
            out += c;
    }
    m_at += length;
    // libxml2 keeps text until it sees a tag; this one means nothing.
    out += "<!---->";
}

void HtmlSieve::takeMarkup(QByteArray &out)
{
    const QByteArrayView rest = m_html.sliced(m_at);
    const char next = rest.size() > 1 ? rest.at(1) : ' ';
    if (rest.startsWith("<!--")) {
        if (rest.startsWith("<!-->") || rest.startsWith("<!--->"))
            skipPast(">");
        else {
            m_at += 4;
            skipPast("-->");
        }
    } else if (isLetter(next)) {
        takeStart(out);
    } else if (next == '/' && rest.size() > 2 && isLetter(rest.at(2))) {
        takeEnd(out);
    } else if (next == '!' || next == '?' || next == '/') {
        skipPast(">"); // Document types, processing instructions, broken end tags.
    } else {
        out += "&lt;";
        ++m_at;
    }
}

void HtmlSieve::skipPast(QByteArrayView what)
{
    const qsizetype found = m_html.indexOf(what, m_at);
    m_at = found < 0 ? m_html.size() : found + what.size();
}

QByteArray HtmlSieve::readName()
{
    const qsizetype from = m_at;
    while (m_at < m_html.size() && !isSpace(m_html.at(m_at)) && m_html.at(m_at) != '>'
           && m_html.at(m_at) != '/')
        ++m_at;
    const QByteArrayView name = m_html.sliced(from, m_at - from);
    const bool usable =
            name.size() <= kLongestName && std::all_of(name.begin(), name.end(), [](char c) {
                return isLetter(c) || isDigit(c) || c == '-' || c == '_' || c == ':';
            });
    return usable ? name.toByteArray().toLower() : QByteArray();
}

/// From behind the name to behind the '>'.
void HtmlSieve::readAttributes(QByteArray &into)
{
    const auto at = [this] {
        return m_html.at(m_at);
    };
    const auto more = [this] {
        return m_at < m_html.size();
    };
    quint32 seen = 0; // A bit for each of kKept: the first of a name counts.
    while (more()) {
        if (at() == '>') {
            ++m_at;
            return;
        }
        if (isSpace(at()) || at() == '/') {
            ++m_at;
            continue;
        }
        const qsizetype from = m_at++; // A '=' here belongs to the name.
        while (more() && !isSpace(at()) && at() != '=' && at() != '>' && at() != '/')
            ++m_at;
        const QByteArrayView name = m_html.sliced(from, m_at - from);
        qsizetype look = m_at;
        while (look < m_html.size() && isSpace(m_html.at(look)))
            ++look;
        QByteArrayView value;
        if (look < m_html.size() && m_html.at(look) == '=') {
            m_at = look + 1;
            while (more() && isSpace(at()))
                ++m_at;
            if (more() && (at() == '"' || at() == '\'')) {
                const char quote = at();
                const qsizetype end = m_html.indexOf(quote, ++m_at);
                value = m_html.sliced(m_at, (end < 0 ? m_html.size() : end) - m_at);
                m_at = end < 0 ? m_html.size() : end + 1;
            } else {
                const qsizetype begin = m_at;
                while (more() && !isSpace(at()) && at() != '>')
                    ++m_at;
                value = m_html.sliced(begin, m_at - begin);
            }
        } else {
            m_at = look; // Each blank is looked at once.
        }
        if (name.size() > kLongestName || value.size() > kLongestValue)
            continue;
        const QByteArray lower = name.toByteArray().toLower();
        const auto *kept = std::find(kKept.begin(), kKept.end(), lower);
        if (kept == kKept.end() || (seen >> (kept - kKept.begin())) & 1)
            continue;
        seen |= quint32(1) << (kept - kKept.begin());
        into += ' ' + lower + '=' + quoted(value);
    }
}

QByteArrayView HtmlSieve::skipRaw(const QByteArray &name)
{
    const qsizetype from = m_at;
    for (qsizetype look = m_at;; ++look) {
        look = m_html.indexOf("</", look);
        if (look < 0) {
            m_at = m_html.size();
            return m_html.sliced(from);
        }
        const qsizetype end = look + 2 + name.size();
        if (end > m_html.size()
            || m_html.sliced(look + 2, name.size()).compare(name, Qt::CaseInsensitive) != 0)
            continue;
        if (end == m_html.size() || isSpace(m_html.at(end)) || m_html.at(end) == '>'
            || m_html.at(end) == '/') {
            m_at = end;
            skipPast(">");
            return m_html.sliced(from, look - from);
        }
    }
}

void HtmlSieve::takeStart(QByteArray &out)
{
    ++m_at;
    const QByteArray name = readName();
    QByteArray attributes;
    readAttributes(attributes);
    if (name.isEmpty() || name == "meta" || name == "link" || name == "plaintext")
        return;
    if (isOneOf(kRaw, name)) {
        skipRaw(name);
        return;
    }
    if (m_flat) {
        if (name == "br" || isOneOf(kBlocks, name))
            out += "<br>";
        return;
    }
    out += '<' + name + attributes + '>';
    if (name == "title" || name == "textarea") {
        appendPlain(out, skipRaw(name));
        out += "</" + name + '>';
    } else if (!isOneOf(kVoid, name)) {
        ++m_open[name];
    }
}

void HtmlSieve::takeEnd(QByteArray &out)
{
    m_at += 2;
    const QByteArray name = readName();
    QByteArray ignored;
    readAttributes(ignored);
    if (name == "br") {
        out += "<br>";
        return;
    }
    // An end without a beginning makes libxml2 look through all that is open.
    const auto open = m_open.find(name);
    if (m_flat || open == m_open.end() || *open == 0)
        return;
    --*open;
    out += "</" + name + '>';
}

} // namespace Countersign::Media
