// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "media/htmltext.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>

#include <time.h>

using namespace Qt::StringLiterals;
using namespace Countersign;
using namespace Countersign::Media;

namespace {

QString convert(const QString &html, HtmlForm form = HtmlForm::Markdown)
{
    const auto read = htmlToText(html, QUrl(u"https://site.test/docs/page.html"_s), form, {});
    return read ? read->text : u"error: "_s + read.error().message;
}

QString many(const char *unit, int count)
{
    return QString::fromLatin1(unit).repeated(count);
}

using Maker = std::function<QString(int)>;

/// What reading a page costs this thread, whatever else the machine does.
double cpuMilliseconds(const QString &html)
{
    const auto now = [] {
        timespec time{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
    };
    const double began = now();
    const auto read = htmlToText(html, QUrl(u"https://a.test/"_s), HtmlForm::Markdown, {});
    if (!read || read->text.size() > kLongestHtmlText)
        return std::numeric_limits<double>::infinity();
    return now() - began;
}

/// A figure of this process in MiB, as the kernel names it ("VmRSS", "VmHWM").
double memoryMiB(QByteArrayView name)
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        return std::numeric_limits<double>::infinity();
    const QList<QByteArray> lines = status.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith(name))
            return line.sliced(name.size() + 1).trimmed().split(' ').first().toDouble() / 1024;
    }
    return std::numeric_limits<double>::infinity();
}

/// The peak (VmHWM) is what is in use now.
void forgetPeak()
{
    QFile clear(u"/proc/self/clear_refs"_s);
    QVERIFY(clear.open(QIODevice::WriteOnly) && clear.write("5") == 1);
}

} // namespace

Q_DECLARE_METATYPE(Maker)

class TestHtmlText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void markdown_data()
    {
        QTest::addColumn<QString>("html");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QString &html, const QString &expected) {
            QTest::newRow(name) << html << expected;
        };
        row("nothing", u""_s, u""_s);
        row("plain text", u"a  b\n c"_s, u"a b c"_s);
        row("paragraphs", u"<p>one<p>two</p>three"_s, u"one\n\ntwo\n\nthree"_s);
        row("headings", u"<h1>A</h1><h2> B <b>c</b></h2>d<h6></h6>e"_s,
            u"# A\n\n## B **c**\n\nd\n\ne"_s);
        row("a break in a heading", u"<h1>A<br>B</h1>"_s, u"# A B"_s);
        row("emphasis", u"a<b> bold </b>c <i>it<b>al</b></i> <del>no</del> <b></b>."_s,
            u"a **bold** c *it**al*** ~~no~~ ."_s);
        row("emphasis over blocks", u"<strong><div>a</div><div>b</div></strong>"_s,
            u"**a**\n\n**b**"_s);
        row("emphasis twice", u"<b><strong>a</strong></b>"_s, u"**a**"_s);
        row("breaks", u"a<br>b<br><br>c<br>"_s, u"a  \nb\n\nc"_s);
        row("rule", u"a<hr>b"_s, u"a\n\n---\n\nb"_s);
        row("links are absolute",
            u"<a href='../x?a=1&copy=2'>x</a> <a href='//other.test/y'>y</a> <a href='#z'>z</a>"_s,
            u"[x](https://site.test/x?a=1&copy=2) [y](https://other.test/y) "
            "[z](https://site.test/docs/page.html#z)"_s);
        row("base", u"<head><base href='/b/'></head><a href='x'>x</a>"_s,
            u"[x](https://site.test/b/x)"_s);
        row("links that run programs", u"<a href='javascript:alert(1)'>x</a>"_s, u"x"_s);
        row("a link with parentheses", u"<a href='/a_(b)'>x</a>"_s,
            u"[x](https://site.test/a_%28b%29)"_s);
        row("a link without words", u"a<a href='/x'></a>b"_s, u"ab"_s);
        row("a link around blocks", u"<a href='/x'><h3>T</h3><p>d</p></a>"_s,
            u"### [T](https://site.test/x)\n\n[d](https://site.test/x)"_s);
        row("a heading's own link", u"<h2>T<a class='headerlink' href='#t'>¶</a></h2>"_s,
            u"## T"_s);
        row("pictures",
            u"<img src='a.png' alt='An A'> <img src='b.png' alt=''><img src=c.png>"
            "<img alt=D src='data:image/png;base64,AAAA'>"_s,
            u"![An A](https://site.test/docs/a.png) ![](https://site.test/docs/c.png)D"_s);
        row("a picture as a link", u"<a href='/x'><img src='/a.png' alt='A'></a>"_s,
            u"[![A](https://site.test/a.png)](https://site.test/x)"_s);
        row("lists",
            u"<p>a</p><ul><li>b<li>c<ol start=3><li>d</li><li><p>e</p><p>f</p></ol></ul>g"_s,
            u"a\n\n- b\n- c\n  3. d\n  4. e\n\n     f\n\ng"_s);
        row("loose items are kept together", u"<ul><li><p>a</p></li><li><p>b</p></li></ul>"_s,
            u"- a\n- b"_s);
        row("an item's own number", u"<ol><li value=7>a<li>b</ol>"_s, u"7. a\n8. b"_s);
        row("an empty item", u"<ul><li></li><li>a</li></ul>"_s, u"- a"_s);
        row("things to do",
            u"<ul><li><input type=checkbox checked> a<li><input type=checkbox>b</ul>"_s,
            u"- [x] a\n- [ ] b"_s);
        row("definitions", u"<dl><dt>T<dd>d<dd>e<dt>U<dd>f</dl>"_s,
            u"**T**\n: d\n: e\n\n**U**\n: f"_s);
        row("quotations", u"a<blockquote><p>b</p><p>c</p></blockquote>d"_s,
            u"a\n\n> b\n>\n> c\n\nd"_s);
        row("a list in a quotation", u"<blockquote><ul><li>a<li>b</ul></blockquote>"_s,
            u"> - a\n> - b"_s);
        row("code in a line", u"a <code>b  c</code> <code>d`e</code> <kbd>`f</kbd><code></code>"_s,
            u"a `b c` ``d`e`` `` `f ``"_s);
        row("code", u"<pre>\na\n  b\n\n</pre>c"_s, u"```\na\n  b\n```\n\nc"_s);
        row("code with its language", u"<pre><code class='x language-c++'>int a;\n</code></pre>"_s,
            u"```c++\nint a;\n```"_s);
        row("the language on a block around",
            u"<div class='highlight-python notranslate'><div class=highlight><pre><span></span>"
            "a <span class=k>=</span> 1\n</pre></div></div>"_s,
            u"```python\na = 1\n```"_s);
        row("the language as GitHub has it",
            u"<div class='highlight highlight-source-shell'><pre>ls</pre></div>"_s,
            u"```shell\nls\n```"_s);
        row("a page's language is no code's", u"<body class='lang-en'><pre>a</pre></body>"_s,
            u"```\na\n```"_s);
        row("fences in code", u"<pre>```\na\n```</pre>"_s, u"````\n```\na\n```\n````"_s);
        row("lines of code in elements", u"<pre><div>a</div><div>b</div>c<br>d</pre>"_s,
            u"```\na\nb\nc\nd\n```"_s);
        row("a button in code", u"<pre>a<button>Copy</button></pre>"_s, u"```\na\n```"_s);
        row("code in a list", u"<ul><li>a<pre>b\n\nc</pre></ul>"_s,
            u"- a\n\n  ```\n  b\n\n  c\n  ```"_s);
        row("code is not markup", u"<pre>&lt;b&gt; &amp;amp; *x*</pre>"_s,
            u"```\n<b> &amp; *x*\n```"_s);
        row("a table",
            u"<table><thead><tr><th>A<th>B</tr></thead><tr><td>1<td>x|y</tr>"
            "<tr><td colspan=2>both</table>"_s,
            u"| A | B |\n| --- | --- |\n| 1 | x\\|y |\n| both |  |"_s);
        row("a table without headings", u"<table><tr><td>1<td>2</table>"_s,
            u"|  |  |\n| --- | --- |\n| 1 | 2 |"_s);
        row("lines and lists in a cell",
            u"<table><tr><th>A<th>B</tr><tr><td>1<br>2<td><ul><li>3<li>4</ul></table>"_s,
            u"| A | B |\n| --- | --- |\n| 1<br>2 | - 3<br>- 4 |"_s);
        row("a table for the layout",
            u"<table><tr><td><h1>T</h1></td></tr><tr><td><table><tr><td>1.<td>a</tr>"
            "<tr><td>2.<td>b</tr></table></td></tr></table>"_s,
            u"# T\n\n|  |  |\n| --- | --- |\n| 1. | a |\n| 2. | b |"_s);
        row("one column is a layout", u"<table><tr><td>a<tr><td>b</table>"_s, u"a\nb"_s);
        row("numbers beside code",
            u"<table><tr><td class=linenos><pre>1\n2</pre><td><pre>a\nb</pre></table>"_s,
            u"```\na\nb\n```"_s);
        row("cells without a table", u"<td>a</td><td>b</td>"_s, u"a\nb"_s);
        row("what nobody reads",
            u"<style>p{}</style><script>if (a<b) '</p>'</script>a<noscript>n</noscript>"
            "<template>t</template><svg><title>s</title><text>v</text></svg><!-- c --><iframe>f"
            "</iframe><select><option>o</select>b"_s,
            u"ab"_s);
        row("what the page hides",
            u"<p hidden>a</p><p style='display: none'>b</p><p style='VISIBILITY:hidden'>c</p>"
            "<p hidden=until-found>d</p><div role=tabpanel hidden>e</div>"_s,
            u"d\n\ne"_s);
        row("characters that are not seen", u"a\u00adb\u200bc\u202ed\U000E0041e\u00a0f"_s,
            u"abcde f"_s);
        row("entities", u"&lt;&amp;&eacute;&#8364;&#x1F600;&nbsp;&unknown; &"_s,
            u"<&é€\U0001F600 &unknown; &"_s);
        row("signs that are no tags", u"a < b <3 <> </> x>y"_s, u"a < b <3 <> x>y"_s);
        row("exponents", u"x<sup>2</sup>"_s, u"x<sup>2</sup>"_s);
        row("cut in a tag", u"a<p class='x"_s, u"a"_s);
        row("cut in a comment", u"a<!-- b"_s, u"a"_s);
        row("cut in a script", u"a<script>b"_s, u"a"_s);
        row("a short comment", u"a<!-->b<!--->c<!---->d"_s, u"abcd"_s);
        row("ends without beginnings", u"</div></p></b>a</i></table>"_s, u"a"_s);
        row("a control character", QString(u"a\u0000b\u0001c"_s), u"abc"_s);
        row("text in boxes", u"<textarea><b>a</textarea>"_s, u"<b>a"_s);
        row("attributes of all kinds",
            u"<a HREF = /x href=/y title=a\"b>1</a><a href=\"/z\"class=k>2</a><a /href=/w/>3</a>"_s,
            u"[1](https://site.test/x)[2](https://site.test/z)[3](https://site.test/w/)"_s);
    }
    void markdown()
    {
        QFETCH(QString, html);
        QFETCH(QString, expected);
        QCOMPARE(convert(html), expected);
    }

    void text_data()
    {
        QTest::addColumn<QString>("html");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no marks") << u"<h1>A</h1><p>b <b>c</b> <a href=/x>d</a> <code>e</code><br>f"
                                     "<img src=/g alt=g><hr>"_s
                                  << u"A\n\nb c d e\nfg"_s;
        QTest::newRow("lists, quotations and code")
                << u"<ul><li>a<li>b</ul><blockquote>c</blockquote><pre>d\n  e</pre>"_s
                << u"- a\n- b\n\n  c\n\nd\n  e"_s;
        QTest::newRow("a table") << u"<table><tr><th>A<th>B<tr><td>1<td>2</table>"_s
                                 << u"A | B\n1 | 2"_s;
        QTest::newRow("neighbours do not run together")
                << u"<div>a</div><div>b</div>"_s << u"a\n\nb"_s;
    }
    void text()
    {
        QFETCH(QString, html);
        QFETCH(QString, expected);
        QCOMPARE(convert(html, HtmlForm::Text), expected);
    }

    void wholePage()
    {
        const auto read = htmlToText(
                u"<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>My &amp; "
                "page</title><link rel=x><title>2</title></head><body><nav><a href=/>"
                "Home</a></nav><main><p>Text</main></body></html>"_s,
                QUrl(u"https://site.test/"_s), HtmlForm::Markdown, {});
        QVERIFY(read);
        QCOMPARE(*read,
                 (HtmlText{u"My & page"_s, u"[Home](https://site.test/)\n\nText"_s, false, false,
                           0}));
    }

    void hiddenCharactersAreCounted()
    {
        const auto read = htmlToText(u"a\U000E0049\U000E0067b"_s, QUrl(), HtmlForm::Markdown, {});
        QVERIFY(read);
        QCOMPARE(*read, (HtmlText{{}, u"ab"_s, false, false, 2}));
    }

    /// Each of these costs minutes, or a stack, in one parser or another. Four times the page may take
    /// four times as long: a quadratic reading takes sixteen times.
    void anyPageIsReadInLinearTime_data()
    {
        QTest::addColumn<Maker>("html"); // Of a size in units of a thousand.
        const auto row = [](const char *name, const Maker &html) {
            QTest::newRow(name) << html;
        };
        const auto repeated = [&row](const char *name, const char *unit, int perThousand) {
            row(name, [=](int size) { return many(unit, size * perThousand); });
        };
        repeated("open blocks", "<div>", 1000);
        repeated("open blocks with text", "<div>a", 1000);
        row("one tag with many attributes", [](int size) -> QString {
            return u"<p "_s + many("a=b ", size * 500) + many("href=x ", size * 500) + u">x"_s;
        });
        row("one tag with as many names", [](int size) -> QString {
            QString html = u"<p"_s;
            for (int i = 0; i < size * 1000; ++i)
                html += u" a"_s + QString::number(i);
            return html + u">x"_s;
        });
        row("a tag of blanks",
            [](int size) -> QString { return u"<p"_s + many(" ", size * 8000); });
        repeated("values without an end", "<a href=\"", 1000);
        row("a large picture in the page", [](int size) -> QString {
            return u"<img alt=x src=\"data:"_s + many("A", size * 8000) + u"\">"_s;
        });
        row("open emphasis and wrong ends", [](int size) -> QString {
            return many("<i>", size * 1000) + many("</b>", size * 1000);
        });
        row("ends that were implied", [](int size) -> QString {
            return many("<i>", size * 400) + many("<a><a></a></a>", size * 800);
        });
        repeated("open links", "<a href=/x>a", 700);
        repeated("open lists", "<ul><li>a", 400);
        repeated("open quotations", "<blockquote>a", 600);
        repeated("open tables", "<table><tr><td>a", 500);
        row("closed tables in tables", [](int size) -> QString {
            return many("<table><tr><td>", 200) + many("a ", size * 3000) + many("</table>", 200);
        });
        row("many columns", [](int size) -> QString {
            return u"<table>"_s + many("<tr><td colspan=1000>a", size * 50) + u"</table>"_s;
        });
        repeated("open code", "<code>", 1000);
        repeated("open preformatted blocks", "<pre>\n", 1000);
        repeated("many blocks of code", "<div><div><div><pre>a</pre></div></div></div>", 150);
        repeated("less-than signs", "<", 4000);
        repeated("ampersands", "&", 4000);
        repeated("references without an end", "&a", 2000);
        repeated("one long word", "a", 8000);
        repeated("blanks", " ", 8000);
        repeated("open comments", "<!--", 4000);
        repeated("open scripts", "<script>", 2000);
        row("nearly ends of a script",
            [](int size) -> QString { return u"<script>"_s + many("</scrip", size * 2000); });
        repeated("open titles", "<title>", 2000);
        row("as many names of elements", [](int size) -> QString {
            QString html;
            for (int i = 0; i < size * 1000; ++i)
                html += u"<x"_s + QString::number(i) + u'>';
            return html;
        });
        row("a deep page with marks", [](int size) -> QString {
            return many("<b><i><u><s>", 120) + many("<p>a", size * 1000);
        });
    }
    void anyPageIsReadInLinearTime()
    {
        QFETCH(Maker, html);
        const QString small = html(30);
        const QString large = html(120);
        const double ratio = cpuMilliseconds(large) / std::max(cpuMilliseconds(small), 5.0);
        QVERIFY2(ratio < 9, qPrintable(QString::number(ratio)));
    }

    /// 100 KB of small cells must not become gigabytes by what each of them is written with.
    void tablesAreBounded_data()
    {
        QTest::addColumn<QString>("html");
        const QString base = u"<base href='https://a.test/"_s + QString(8000, u'a') + u"/'>"_s;
        QTest::newRow("links") << base + u"<table>"_s + many("<tr><td><a href=x>y</a>", 30'000);
        QTest::newRow("links in one row")
                << base + u"<table><tr>"_s + many("<td><a href=x>y</a>", 30'000);
        QTest::newRow("pictures") << base + u"<table>"_s
                        + many("<tr><td><img src=x alt=y>", 30'000);
    }
    void tablesAreBounded()
    {
        QFETCH(QString, html);
        forgetPeak();
        const double before = memoryMiB("VmRSS");
        const auto read = htmlToText(html, QUrl(u"https://a.test/"_s), HtmlForm::Markdown, {});
        QVERIFY(read);
        QVERIFY(read->truncated);
        // Without the bound it is 1300; a build that checks memory holds more than others.
        const double grown = memoryMiB("VmHWM") - before;
        QVERIFY2(grown < 700, qPrintable(QString::number(grown) + u" MiB"_s));
    }

    void stops()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto read = htmlToText(many("<p>a", 1000), QUrl(), HtmlForm::Text, stop.get_token());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Cancelled);
    }

    /// Any bytes are a page: no crash, no endless loop, nothing longer than the bound.
    void randomPages()
    {
        const QStringList pieces{u"<"_s,
                                 u">"_s,
                                 u"</"_s,
                                 u"<!--"_s,
                                 u"-->"_s,
                                 u"<table>"_s,
                                 u"<tr>"_s,
                                 u"<td>"_s,
                                 u"</td>"_s,
                                 u"</table>"_s,
                                 u"<ul>"_s,
                                 u"<li>"_s,
                                 u"</ul>"_s,
                                 u"<pre>"_s,
                                 u"</pre>"_s,
                                 u"<code>"_s,
                                 u"</code>"_s,
                                 u"<a href='"_s,
                                 u"'"_s,
                                 u"\""_s,
                                 u"</a>"_s,
                                 u"<b>"_s,
                                 u"</b>"_s,
                                 u"<h1>"_s,
                                 u"</h1>"_s,
                                 u"<script>"_s,
                                 u"</script>"_s,
                                 u"<title>"_s,
                                 u"</title>"_s,
                                 u"<p hidden>"_s,
                                 u"</p>"_s,
                                 u"<br>"_s,
                                 u"<blockquote>"_s,
                                 u"</blockquote>"_s,
                                 u"&"_s,
                                 u"&amp;"_s,
                                 u"&#"_s,
                                 u"x"_s,
                                 u" "_s,
                                 u"\n"_s,
                                 u"é"_s,
                                 u"\U0001F600"_s,
                                 u"\u0000"_s,
                                 u"<dl><dt>"_s,
                                 u"<dd>"_s,
                                 u"<img src=x>"_s,
                                 u"="_s};
        std::mt19937 random(20260301); // NOLINT: the same pages every time.
        for (int page = 0; page < 3000; ++page) {
            QString html;
            const int length = int(random() % 60);
            for (int i = 0; i < length; ++i)
                html += pieces.at(qsizetype(random() % quint32(pieces.size())));
            for (const HtmlForm form : {HtmlForm::Markdown, HtmlForm::Text}) {
                const auto read = htmlToText(html, QUrl(u"https://a.test/"_s), form, {});
                QVERIFY2(read, qPrintable(html));
                QVERIFY2(!read->text.contains(QChar(0)), qPrintable(html));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestHtmlText)

#include "tst_htmltext.moc"
