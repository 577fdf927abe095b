// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "media/htmlrenderer.h"

#include "media/pagetext.h"

#include <QSet>

#include <algorithm>
#include <array>
#include <utility>

namespace Countersign::Media {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kDeepestTable = 8; // Each level copies what is in it.
constexpr qsizetype kLanguageDistance = 4; // How far above its code a class is still about it.

bool isBlock(const QString &name)
{
    static const QSet<QString> names{
            u"address"_s, u"article"_s, u"aside"_s,  u"body"_s,     u"caption"_s, u"center"_s,
            u"details"_s, u"div"_s,     u"dl"_s,     u"fieldset"_s, u"figure"_s,  u"figcaption"_s,
            u"footer"_s,  u"form"_s,    u"header"_s, u"hgroup"_s,   u"legend"_s,  u"main"_s,
            u"nav"_s,     u"p"_s,       u"search"_s, u"section"_s,  u"summary"_s, u"textarea"_s};
    return names.contains(name);
}

/// What nobody reads: programs, styles, things with players of their own.
bool isLeftOut(const QString &name)
{
    static const QSet<QString> names{
            u"script"_s, u"style"_s, u"noscript"_s, u"template"_s, u"iframe"_s,   u"object"_s,
            u"embed"_s,  u"svg"_s,   u"canvas"_s,   u"audio"_s,    u"video"_s,    u"select"_s,
            u"applet"_s, u"rp"_s,    u"datalist"_s, u"frameset"_s, u"colgroup"_s, u"map"_s};
    return names.contains(name);
}

bool hasClass(const HtmlAttributes &attributes, std::initializer_list<QStringView> wanted)
{
    const QStringList classes = attributes.value(u"class"_s).split(u' ', Qt::SkipEmptyParts);
    return std::any_of(classes.begin(), classes.end(), [&wanted](const QString &one) {
        return std::find(wanted.begin(), wanted.end(), one) != wanted.end();
    });
}

/// Whether a person who looks at the page does not see the element. The pages of tabs are hidden only
/// until somebody clicks, and are part of the text.
bool isHidden(const HtmlAttributes &attributes)
{
    if (attributes.value(u"role"_s) == u"tabpanel"_s)
        return false;
    const auto hidden = attributes.constFind(u"hidden"_s);
    if (hidden != attributes.constEnd()
        && hidden->compare("until-found"_L1, Qt::CaseInsensitive) != 0)
        return true;
    QString style = attributes.value(u"style"_s).toLower();
    style.removeIf([](QChar c) { return c.isSpace(); });
    return style.contains("display:none"_L1) || style.contains("visibility:hidden"_L1);
}

/// Signs for readers with a mouse: the pilcrow of a heading's own link, the numbers beside code.
bool isOrnament(const QString &name, const HtmlAttributes &attributes)
{
    if (name == u"a"_s)
        return hasClass(attributes,
                        {u"headerlink", u"hash-link", u"header-anchor", u"anchorjs-link"});
    return hasClass(attributes, {u"linenos", u"lineno", u"linenodiv", u"line-numbers-rows"});
}

/// The language of code by the habits of Markdown converters, Sphinx, GitHub and others.
QString languageOf(const QString &name, const HtmlAttributes &attributes)
{
    const bool code = name == u"pre"_s || name == u"code"_s;
    QString found = attributes.value(u"data-language"_s);
    if (found.isEmpty() && code)
        found = attributes.value(u"data-lang"_s);
    const QStringList classes = attributes.value(u"class"_s).split(u' ', Qt::SkipEmptyParts);
    for (qsizetype i = 0; found.isEmpty() && i < classes.size(); ++i) {
        const QString &one = classes.at(i);
        for (const QString &prefix :
             {u"language-"_s, u"highlight-source-"_s, u"highlight-"_s, u"lang-"_s}) {
            if (one.startsWith(prefix) && (code || prefix != u"lang-"_s)) {
                found = one.mid(prefix.size());
                break;
            }
        }
        if (one == u"sourceCode"_s && i + 1 < classes.size())
            found = classes.at(i + 1);
    }
    static const QStringList none{u"default"_s, u"none"_s, u"notranslate"_s, u"plaintext"_s};
    const bool usable = found.size() <= 30 && !none.contains(found)
            && std::all_of(found.begin(), found.end(),
                           [](QChar c) { return c.isLetterOrNumber() || u"+#._-"_s.contains(c); });
    return usable ? found : QString();
}

qsizetype longestRun(const QString &text, QChar sign)
{
    qsizetype longest = 0;
    qsizetype run = 0;
    for (const QChar c : text) {
        run = c == sign ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

int headingLevel(const QString &name)
{
    return name.size() == 2 && name.at(0) == u'h' && name.at(1) >= u'1' && name.at(1) <= u'6'
            ? name.at(1).unicode() - u'0'
            : 0;
}

} // namespace

HtmlRenderer::HtmlRenderer(QUrl base, HtmlForm form)
    : m_base(std::move(base))
    , m_form(form)
    , m_page(form == HtmlForm::Markdown)
{
}

HtmlWriter &HtmlRenderer::out()
{
    return m_cells.isEmpty() ? m_page : m_cells.last().writer;
}

qsizetype HtmlRenderer::size() const
{
    qsizetype size = m_page.size() + (m_code ? m_code->size() : 0);
    for (const Cell &cell : m_cells)
        size += cell.writer.size();
    for (const HtmlTable &table : m_tables)
        size += table.size;
    return size;
}

QString HtmlRenderer::absolute(const QString &address) const
{
    const QUrl url = m_base.resolved(QUrl(address.trimmed()));
    const QString scheme = url.scheme();
    if (!url.isValid() || scheme.isEmpty() || scheme == u"javascript"_s || scheme == u"data"_s
        || scheme == u"vbscript"_s || scheme == u"blob"_s)
        return {};
    QString text = QString::fromLatin1(url.toEncoded());
    text.replace(u'(', u"%28"_s).replace(u')', u"%29"_s);
    return text;
}

HtmlRenderer::Closing HtmlRenderer::mark(const QString &sign)
{
    out().openMark(sign, sign);
    return Closing::Mark;
}

void HtmlRenderer::makeCellLarge()
{
    if (!m_cells.isEmpty())
        m_cells.last().large = true;
}

/// Ends what `name` ends by its beginning: an item the item before it, up to the list around them.
void HtmlRenderer::endImplied(const QString &name)
{
    struct Implied
    {
        QStringList begins;
        QStringList ends;
        QStringList around;
    };
    static const std::array<Implied, 4> all{
            Implied{{u"li"_s}, {u"li"_s}, {u"ul"_s, u"ol"_s, u"menu"_s, u"dir"_s, u"table"_s}},
            Implied{{u"dt"_s, u"dd"_s}, {u"dt"_s, u"dd"_s}, {u"dl"_s, u"table"_s}},
            Implied{{u"td"_s, u"th"_s}, {u"td"_s, u"th"_s}, {u"tr"_s, u"table"_s}},
            Implied{{u"tr"_s}, {u"tr"_s}, {u"table"_s}}};
    const auto *implied = std::find_if(all.begin(), all.end(), [&name](const Implied &one) {
        return one.begins.contains(name);
    });
    if (implied == all.end())
        return;
    for (qsizetype i = m_open.size() - 1; i >= 0; --i) {
        const QString open = m_open.at(i).name;
        if (implied->around.contains(open))
            return;
        if (implied->ends.contains(open)) {
            end(open);
            return;
        }
    }
}

void HtmlRenderer::start(const QString &name, const HtmlAttributes &attributes)
{
    if (m_skipping == 0)
        endImplied(name);
    Element element{name, Closing::Nothing, {}};
    if (m_skipping > 0) {
        m_open.append(element);
        return;
    }
    const bool plain = attributes.isEmpty();
    if (isLeftOut(name) || (!plain && (isHidden(attributes) || isOrnament(name, attributes)))
        || (m_code && name == u"button"_s)) {
        ++m_skipping;
        element.closing = Closing::Skip;
    } else {
        if (!plain)
            element.language = languageOf(name, attributes);
        element.closing = open(name, attributes);
    }
    m_open.append(element);
}

HtmlRenderer::Closing HtmlRenderer::open(const QString &name, const HtmlAttributes &attributes)
{
    if (name == u"title"_s) {
        m_inTitle = m_title.isEmpty();
        if (!m_inTitle)
            ++m_skipping;
        return m_inTitle ? Closing::Title : Closing::Skip;
    }
    if (name == u"base"_s) {
        if (!m_baseSet && attributes.contains(u"href"_s)) {
            m_baseSet = true;
            m_base = m_base.resolved(QUrl(attributes.value(u"href"_s).trimmed()));
        }
        return Closing::Nothing;
    }
    if (m_code) {
        if (name == u"br"_s)
            *m_code += u'\n';
        if (name == u"code"_s && m_codeLanguage.isEmpty())
            m_codeLanguage = languageOf(name, attributes);
        if (name == u"pre"_s) { // In <code>: it is a block after all.
            for (Element &one : m_open) {
                if (one.closing == Closing::Code)
                    one.closing = Closing::Preformatted;
            }
        }
        return isBlock(name) || name == u"li"_s || name == u"tr"_s ? Closing::Line
                                                                   : Closing::Nothing;
    }
    if (const int level = headingLevel(name)) {
        makeCellLarge();
        ++m_headings;
        out().block();
        if (markdown())
            out().lead(QString(level, u'#') + u' ');
        return Closing::Heading;
    }
    if (isBlock(name)) {
        out().block();
        return Closing::Block;
    }
    if (name == u"pre"_s || name == u"listing"_s) {
        makeCellLarge();
        m_code.emplace();
        return Closing::Preformatted;
    }
    if (name == u"blockquote"_s) {
        makeCellLarge();
        out().block();
        out().pushPrefix(markdown() ? u"> "_s : u"  "_s, markdown() ? u"> "_s : u"  "_s);
        return Closing::Quote;
    }
    if (name == u"ul"_s || name == u"ol"_s || name == u"menu"_s || name == u"dir"_s) {
        if (m_lists.isEmpty())
            out().block();
        else
            out().line();
        m_lists.append({name == u"ol"_s, attributes.value(u"start"_s, u"1"_s).toInt(), true});
        return Closing::List;
    }
    if (name == u"li"_s) {
        openItem(attributes);
        return Closing::Item;
    }
    if (name == u"dt"_s) {
        out().block();
        out().openMark(u"**"_s, u"**"_s);
        return Closing::Term;
    }
    if (name == u"dd"_s) {
        out().nextItem();
        out().pushPrefix(markdown() ? u": "_s : u"  "_s, u"  "_s);
        return Closing::Item;
    }
    if (name == u"hr"_s) {
        out().block();
        if (markdown())
            out().verbatim(u"---"_s);
        out().block();
        return Closing::Nothing;
    }
    return openInTable(name, attributes);
}

HtmlRenderer::Closing HtmlRenderer::openInTable(const QString &name,
                                                const HtmlAttributes &attributes)
{
    const bool cell = name == u"td"_s || name == u"th"_s;
    if (name == u"table"_s) {
        makeCellLarge();
        out().block();
        if (m_tables.size() == kDeepestTable)
            return Closing::Block;
        m_tables.append({{}, m_cells.size()});
        return Closing::Table;
    }
    if (!cell && name != u"tr"_s)
        return openInline(name, attributes);
    if (m_tables.isEmpty() || m_tables.size() == kDeepestTable) {
        out().line();
        return Closing::Line;
    }
    HtmlTable &table = m_tables.last();
    if (m_cells.size() > table.cellsBelow)
        closeCell();
    if (!cell || table.rows.isEmpty())
        table.rows.append(QList<HtmlTable::Cell>());
    if (!cell)
        return Closing::Row;
    const int columns = attributes.value(u"colspan"_s, u"1"_s).toInt();
    m_cells.append({HtmlWriter(markdown()), name == u"th"_s, false, std::clamp(columns, 1, 100)});
    return Closing::Cell;
}

HtmlRenderer::Closing HtmlRenderer::openInline(const QString &name,
                                               const HtmlAttributes &attributes)
{
    if (name == u"br"_s) {
        if (m_headings > 0)
            out().text(u" ");
        else
            out().lineBreak();
    } else if (name == u"img"_s) {
        picture(attributes);
    } else if (name == u"input"_s) {
        if (attributes.value(u"type"_s) == u"checkbox"_s && !m_lists.isEmpty()) {
            out().verbatim(attributes.contains(u"checked"_s) ? u"[x]"_s : u"[ ]"_s);
            out().text(u" ");
        }
    } else if (name == u"a"_s && attributes.contains(u"href"_s)) {
        const QString address = absolute(attributes.value(u"href"_s));
        if (!address.isEmpty()) {
            out().openMark(u"["_s, u"]("_s + address + u')');
            return Closing::Mark;
        }
    } else if (name == u"strong"_s || name == u"b"_s) {
        return mark(u"**"_s);
    } else if (name == u"em"_s || name == u"i"_s) {
        return mark(u"*"_s);
    } else if (name == u"del"_s || name == u"s"_s || name == u"strike"_s) {
        return mark(u"~~"_s);
    } else if (name == u"sup"_s || name == u"sub"_s) {
        out().openMark(u'<' + name + u'>', u"</"_s + name + u'>');
        return Closing::Mark;
    } else if (name == u"code"_s || name == u"kbd"_s || name == u"samp"_s || name == u"tt"_s) {
        m_code.emplace();
        return Closing::Code;
    }
    return Closing::Nothing;
}

void HtmlRenderer::openItem(const HtmlAttributes &attributes)
{
    if (m_lists.isEmpty()) { // An item of no list.
        out().line();
        out().pushPrefix(u"- "_s, u"  "_s);
        return;
    }
    List &list = m_lists.last();
    if (std::exchange(list.first, false))
        out().line();
    else
        out().nextItem();
    bool numbered = false;
    const int number = attributes.value(u"value"_s).toInt(&numbered);
    if (numbered)
        list.next = number;
    const QString sign = list.ordered ? QString::number(list.next++) + u". "_s : u"- "_s;
    out().pushPrefix(sign, QString(sign.size(), u' '));
}

void HtmlRenderer::picture(const HtmlAttributes &attributes)
{
    const auto alt = attributes.constFind(u"alt"_s);
    QString words = alt == attributes.constEnd() ? QString() : alt->simplified();
    m_hidden += removeHiddenLetters(words);
    if (alt != attributes.constEnd() && words.isEmpty())
        return; // Says of itself that it is an ornament.
    const QString source =
            attributes.contains(u"src"_s) ? absolute(attributes.value(u"src"_s)) : QString();
    if (!markdown() || source.isEmpty())
        out().text(words);
    else
        out().verbatim(u"!["_s + words + u"]("_s + source + u')');
}

void HtmlRenderer::end(const QString &name)
{
    qsizetype at = m_open.size() - 1;
    while (at >= 0 && m_open.at(at).name != name)
        --at;
    if (at < 0)
        return;
    while (m_open.size() > at)
        close(m_open.takeLast());
}

void HtmlRenderer::close(const Element &element)
{
    switch (element.closing) {
    case Closing::Nothing:
    case Closing::Row:
        return;
    case Closing::Line:
        if (!m_code)
            out().line();
        else if (!m_code->endsWith(u'\n'))
            *m_code += u'\n';
        return;
    case Closing::Block:
        out().block();
        return;
    case Closing::Mark:
        out().closeMark();
        return;
    case Closing::Term:
        out().closeMark();
        out().line();
        return;
    case Closing::Heading:
        --m_headings;
        out().block();
        out().lead({});
        return;
    case Closing::Skip:
        --m_skipping;
        return;
    case Closing::Title:
        m_inTitle = false;
        return;
    case Closing::Quote:
    case Closing::Item:
        if (element.closing == Closing::Quote)
            out().block();
        else
            out().line();
        out().popPrefix();
        return;
    case Closing::List:
        if (!m_lists.isEmpty())
            m_lists.removeLast();
        if (m_lists.isEmpty())
            out().block();
        else
            out().line();
        return;
    case Closing::Table:
        closeTable();
        return;
    case Closing::Cell:
        if (!m_tables.isEmpty() && m_cells.size() > m_tables.last().cellsBelow)
            closeCell();
        return;
    case Closing::Code:
        closeInlineCode();
        return;
    case Closing::Preformatted:
        closeCode(element.language);
        return;
    }
}

void HtmlRenderer::closeCell()
{
    const Cell cell = m_cells.takeLast();
    m_tables.last().append({cell.writer.written(), cell.header, cell.large, cell.columns});
}

void HtmlRenderer::closeTable()
{
    if (m_cells.size() > m_tables.last().cellsBelow)
        closeCell();
    const HtmlTable table = m_tables.takeLast();
    if (const QString text = table.toText(markdown()); !text.isEmpty())
        out().lines(text);
}

void HtmlRenderer::closeInlineCode()
{
    const QString code = std::exchange(m_code, {}).value_or(QString()).simplified();
    if (code.isEmpty())
        return;
    if (!markdown()) {
        out().verbatim(code);
        return;
    }
    const QString fence(longestRun(code, u'`') + 1, u'`');
    const QString pad = code.startsWith(u'`') || code.endsWith(u'`') ? u" "_s : QString();
    out().verbatim(fence + pad + code + pad + fence);
}

void HtmlRenderer::closeCode(const QString &ownLanguage)
{
    QString code = std::exchange(m_code, {}).value_or(QString());
    code.replace(u"\r\n"_s, u"\n"_s);
    if (code.startsWith(u'\n'))
        code.remove(0, 1); // As HTML has it.
    while (code.endsWith(u'\n'))
        code.chop(1);
    if (code.isEmpty())
        return;
    if (!markdown()) {
        out().lines(code);
        return;
    }
    QString language = ownLanguage.isEmpty() ? m_codeLanguage : ownLanguage;
    for (qsizetype i = m_open.size() - 1;
         language.isEmpty() && i >= 0 && i >= m_open.size() - kLanguageDistance; --i)
        language = m_open.at(i).language;
    m_codeLanguage.clear();
    const QString fence(std::max<qsizetype>(longestRun(code, u'`') + 1, 3), u'`');
    out().lines(fence + language + u'\n' + code + u'\n' + fence);
}

void HtmlRenderer::text(const QString &text)
{
    if (m_skipping > 0)
        return;
    QString seen;
    seen.reserve(text.size());
    for (const QChar c : text) {
        switch (c.unicode()) {
        case 0x00a0:
            seen += u' ';
            break;
        case 0x00ad: // Places where a line may break.
        case 0x200b:
        case 0x2060:
        case 0xfeff:
            break;
        default:
            if ((c >= QChar(0x202a) && c <= QChar(0x202e))
                || (c >= QChar(0x2066) && c <= QChar(0x2069)))
                break; // They only turn the direction of what is drawn.
            seen += c;
        }
    }
    if (m_inTitle)
        m_title += seen;
    else if (m_code)
        *m_code += seen;
    else
        out().text(seen);
}

QString HtmlRenderer::take()
{
    while (!m_open.isEmpty())
        close(m_open.takeLast());
    return m_page.written();
}

} // namespace Countersign::Media
