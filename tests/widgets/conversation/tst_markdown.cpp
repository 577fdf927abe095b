// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/markdown.h"
#include "theme/theme.h"

#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>

using namespace Countersign;
using namespace Countersign::Conversation;
using namespace Qt::StringLiterals;

namespace {

/// A document that notes what it is asked to load.
class Watched final : public QTextDocument
{
public:
    QList<QUrl> asked;

protected:
    QVariant loadResource(int, const QUrl &name) override
    {
        asked.append(name);
        return {};
    }
};

/// The text of all blocks that hold any.
QStringList blocks(const QTextDocument &document)
{
    QStringList texts;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (!block.text().isEmpty())
            texts.append(block.text());
    }
    return texts;
}

} // namespace

class tst_Markdown : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }

    void renders_data()
    {
        QTest::addColumn<QString>("markdown");
        QTest::addColumn<QStringList>("seen");
        const auto row = [](const char *name, const QString &markdown, const QStringList &seen) {
            QTest::newRow(name) << markdown << seen;
        };
        row("nothing", {}, {});
        row("headings", u"# One\n\ntext\n\n### Three"_s, {u"One"_s, u"text"_s, u"Three"_s});
        row("emphasis", u"a *b* **c** ~~d~~ `e`"_s, {u"a b c d e"_s});
        row("bullets", u"- a\n- b\n  - c"_s, {u"•  a"_s, u"•  b"_s, u"◦  c"_s});
        row("numbers begin where they begin", u"3. a\n4. b"_s, {u"3. a"_s, u"4. b"_s});
        row("loose list", u"1. a\n\n   more\n\n2. b"_s, {u"1. a"_s, u"more"_s, u"2. b"_s});
        row("tasks", u"- [ ] a\n- [x] b"_s, {u"☐ a"_s, u"☑ b"_s});
        row("code then text in an item", u"- ```\n  x\n  ```\n\n  after"_s,
            {u"•  "_s, u"x"_s, u"after"_s});
        row("code block", u"```cpp\nint a;\n\n  b\n```\nafter"_s,
            {u"int a;"_s, u"  b"_s, u"after"_s});
        row("code that has no end yet", u"```\nint a;\nint"_s, {u"int a;"_s, u"int"_s});
        row("table", u"| a | b |\n| --- | --- |\n| 1 | `2` |\n\nafter"_s,
            {u"a"_s, u"b"_s, u"1"_s, u"2"_s, u"after"_s});
        row("entities", u"&amp; &lt; &copy; &#65; &bogus;"_s, {u"& < © A &bogus;"_s});
        row("entity that is hidden", u"a&#x202e;b&nbsp;c"_s, {u"a⟨U+202E⟩b⟨U+00A0⟩c"_s});
        row("HTML is text", u"<b>x</b> <script>alert(1)</script>"_s,
            {u"<b>x</b> <script>alert(1)</script>"_s});
        row("HTML block is text", u"<div>\nx\n</div>"_s, {u"<div> x </div>"_s});
        row("HTML image is text", u"<img src=\"file:///etc/passwd\">"_s,
            {u"<img src=\"file:///etc/passwd\">"_s});
        row("image is its words and address", u"![logo](http://example.org/a.png)"_s,
            {u"logo (http://example.org/a.png)"_s});
        row("link shows where it leads", u"[bank](http://evil.example/?a=1&amp;b=2)"_s,
            {u"bank (http://evil.example/?a=1&b=2)"_s});
        row("link that ends like its target", u"[http://good/evil](evil)"_s,
            {u"http://good/evil (evil)"_s});
        row("plain address", u"<http://example.org/>"_s, {u"http://example.org/"_s});
        row("mail", u"<a@example.org>"_s, {u"a@example.org"_s});
        row("bidirectional", u"a\u202Eb `c\u2066d`"_s, {u"a⟨U+202E⟩b c⟨U+2066⟩d"_s});
        row("hidden in code", u"```\na\u200Bb\n```"_s, {u"a⟨U+200B⟩b"_s});
        row("emoji", u"\u26A0\uFE0F ok 😀"_s, {u"\u26A0\uFE0F ok 😀"_s});
        row("quotation", u"> a\n> b\n\nc"_s, {u"a b"_s, u"c"_s});
        row("hard break", u"a\\\nb"_s, {u"a\u2028b"_s});
    }
    void renders()
    {
        QFETCH(QString, markdown);
        Watched document;
        renderMarkdown(document, markdown);
        QTEST(blocks(document), "seen");
        document.setTextWidth(400);
        QVERIFY(document.size().height() > 0);
        QCOMPARE(document.asked, QList<QUrl>());
    }

    void tablesAreTables()
    {
        QTextDocument document;
        renderMarkdown(document, u"| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"_s);
        const auto frames = document.rootFrame()->childFrames();
        QCOMPARE(frames.size(), 1);
        const auto *table = qobject_cast<QTextTable *>(frames.first());
        QVERIFY(table);
        QCOMPARE(table->rows(), 3);
        QCOMPARE(table->columns(), 2);
    }

    void largeTextRenders_data()
    {
        QTest::addColumn<QString>("piece");
        QTest::addColumn<int>("blocks");
        QTest::newRow("paragraphs") << u"Words and words and words.\n\n"_s << 1;
        QTest::newRow("links in one paragraph") << u"[a](b) "_s << 0;
        QTest::newRow("entities") << u"&amp; "_s << 0;
        QTest::newRow("list") << u"- item\n"_s << 1;
        QTest::newRow("deep quotation") << u"> "_s << 0;
        QTest::newRow("brackets") << u"["_s << 0;
    }
    void largeTextRenders()
    {
        QFETCH(QString, piece);
        QFETCH(int, blocks);
        const int count = int(300'000 / piece.size());
        QTextDocument document;
        renderMarkdown(document, piece.repeated(count));
        if (blocks > 0)
            QCOMPARE(document.blockCount(), count * blocks);
        QVERIFY(!document.isEmpty() || piece == u"> "_s);
    }
};

QTEST_MAIN(tst_Markdown)
#include "tst_markdown.moc"
