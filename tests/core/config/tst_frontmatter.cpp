// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/frontmatter.h"

#include <QMap>
#include <QRandomGenerator>
#include <QTest>

using namespace Countersign::Config;
using namespace Qt::StringLiterals;

class tst_FrontMatter : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void values_data()
    {
        QTest::addColumn<QString>("inside");
        QTest::addColumn<QString>("expected"); // Of the key "d"; "(no text)" for anything else.
        const QString none = u"(no text)"_s;
        QTest::newRow("plain") << u"d: some words\n"_s << u"some words"_s;
        QTest::newRow("spaces around it") << u"d:   some words  \n"_s << u"some words"_s;
        QTest::newRow("a colon in it, as people write")
                << u"d: Use when: always\n"_s << u"Use when: always"_s;
        QTest::newRow("an address")
                << u"d: https://example.org/a#b\n"_s << u"https://example.org/a#b"_s;
        QTest::newRow("a comment after it") << u"d: words # not these\n"_s << u"words"_s;
        QTest::newRow("no comment") << u"d: C# words\n"_s << u"C# words"_s;
        QTest::newRow("over several lines")
                << u"d: some\n  more\n\n  words\n"_s << u"some more\nwords"_s;
        QTest::newRow("on the next line") << u"d:\n  some\n  words\n"_s << u"some words"_s;
        QTest::newRow("double quotes")
                << u"d: \"a \\\"b\\\" \\u00e4\\n\\x41\\U0001F600\"\n"_s << u"a \"b\" ä\nA😀"_s;
        QTest::newRow("double quotes over lines")
                << u"d: \"some\n  words\"  # end\n"_s << u"some words"_s;
        QTest::newRow("single quotes") << u"d: 'it''s \\n'\n"_s << u"it's \\n"_s;
        QTest::newRow("an empty text") << u"d: ''\n"_s << QString();
        QTest::newRow("literal") << u"d: |\n  one\n    two\n\n  three\n\n"_s
                                 << u"one\n  two\n\nthree\n"_s;
        QTest::newRow("literal, stripped") << u"d: |-\n  one\n  two\n\n"_s << u"one\ntwo"_s;
        QTest::newRow("literal, kept") << u"d: |+\n  one\n\n"_s << u"one\n\n"_s;
        QTest::newRow("literal, indented by order")
                << u"d: |2\n    one\n  two\n"_s << u"  one\ntwo\n"_s;
        QTest::newRow("folded") << u"d: >\n  one\n  two\n\n  three\n    four\n  five\n"_s
                                << u"one two\nthree\n  four\nfive\n"_s;
        QTest::newRow("folded, stripped") << u"d: >-\n  one\n  two\n"_s << u"one two"_s;
        QTest::newRow("a key in quotes") << u"\"d\": words\n"_s << u"words"_s;
        QTest::newRow("CRLF") << u"d: some\r\n  words\r\n"_s << u"some words"_s;
        QTest::newRow("lone CR") << u"d: words\re: x\r"_s << u"words"_s;
        QTest::newRow("tabs") << u"d:\twords\n"_s << u"words"_s;
        QTest::newRow("after other things")
                << u"# hello\nallowed-tools: [read, grep]\nmeta:\n  d: not this\n  deep:\n    - x\n"
                   "list:\n- a\n- b\n\nd: words\n"_s
                << u"words"_s;
        QTest::newRow("null") << u"d: ~\n"_s << none;
        QTest::newRow("nothing") << u"d:\n"_s << none;
        QTest::newRow("a list") << u"d:\n  - a\n"_s << none;
        QTest::newRow("a list in brackets") << u"d: [a]\n"_s << none;
        QTest::newRow("a map") << u"d:\n  a: b\n"_s << none;
        QTest::newRow("an anchor") << u"d: &x words\n"_s << none;
        QTest::newRow("an alias") << u"d: *x\n"_s << none;
        QTest::newRow("a tag") << u"d: !!str words\n"_s << none;
        QTest::newRow("missing") << u"e: words\n"_s << none;
        QTest::newRow("empty") << QString() << none;
    }

    void values()
    {
        QFETCH(const QString, inside);
        QFETCH(const QString, expected);
        const QString text = u"---\n"_s + inside + u"---\nbody\n"_s;
        const auto read = readFrontMatter(text);
        QVERIFY2(read, qPrintable(read ? QString() : read.error().message));
        const FrontMatterValue value = read->values.value(u"d"_s);
        QCOMPARE(value.isText ? value.text : u"(no text)"_s, expected);
        QCOMPARE(text.mid(read->bodyStart), u"body\n"_s);
    }

    void errors_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("words");
        QTest::newRow("empty") << QString() << 1 << u"does not begin"_s;
        QTest::newRow("none") << u"# Title\n"_s << 1 << u"does not begin"_s;
        QTest::newRow("after an empty line") << u"\n---\nd: x\n---\n"_s << 1 << u"does not begin"_s;
        QTest::newRow("no end") << u"---\nd: x\n"_s << 1 << u"does not end"_s;
        QTest::newRow("no key") << u"---\nd: x\nwords\n---\n"_s << 3 << u"key: value"_s;
        QTest::newRow("indented first") << u"---\n  d: x\n---\n"_s << 2 << u"key: value"_s;
        QTest::newRow("no space after the colon") << u"---\nd:x\n---\n"_s << 2 << u"key: value"_s;
        QTest::newRow("twice") << u"---\nd: x\nd: y\n---\n"_s << 3 << u"more than once"_s;
        QTest::newRow("quote without end") << u"---\nd: \"x\n---\n"_s << 2 << u"does not end"_s;
        QTest::newRow("something after the quote")
                << u"---\nd: \"x\" y\n---\n"_s << 2 << u"something follows"_s;
        QTest::newRow("an unknown escape")
                << u"---\nd: \"\\q\"\n---\n"_s << 2 << u"means nothing"_s;
        QTest::newRow("half an escape")
                << u"---\nd: \"\\u12\"\n---\n"_s << 2 << u"4 hexadecimal digits"_s;
        QTest::newRow("beyond Unicode")
                << u"---\nd: \"\\UFFFFFFFF\"\n---\n"_s << 2 << u"8 hexadecimal digits"_s;
        QTest::newRow("a block that steps back")
                << u"---\nd: |\n    a\n  b\n---\n"_s << 2 << u"indented less"_s;
        QTest::newRow("a bad block")
                << u"---\nd: |x\n  a\n---\n"_s << 2 << u"no beginning of a block"_s;
        QTest::newRow("a text and a list") << u"---\nd: x\n- a\n---\n"_s << 2 << u"cannot both"_s;
    }

    void errors()
    {
        QFETCH(const QString, text);
        QFETCH(const int, line);
        QFETCH(const QString, words);
        const auto read = readFrontMatter(text);
        QVERIFY(!read);
        QCOMPARE(read.error().line, line);
        QVERIFY2(read.error().message.contains(words), qPrintable(read.error().message));
    }

    void theBody_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("body");
        QTest::newRow("three dots end it") << u"---\nd: x\n...\nbody"_s << u"body"_s;
        QTest::newRow("rules in the body stay") << u"---\nd: x\n---\na\n---\nb"_s << u"a\n---\nb"_s;
        QTest::newRow("none") << u"---\nd: x\n---"_s << QString();
        QTest::newRow("spaces after the fences") << u"--- \nd: x\n---\t\nbody"_s << u"body"_s;
    }

    void theBody()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, body);
        const auto read = readFrontMatter(text);
        QVERIFY(read);
        QCOMPARE(text.mid(read->bodyStart), body);
    }

    /// Whatever stands there is read or refused with a line that exists; a quoted text comes back.
    void anything()
    {
        QRandomGenerator random(20261130);
        const QString letters = u"ab:#-|>'\"[]{}&*!\\ \t\n\r~.ux0é😀"_s;
        for (int round = 0; round < 20'000; ++round) {
            QString inside;
            for (int i = random.bounded(40); i > 0; --i)
                inside += letters.at(random.bounded(letters.size()));
            const QString text = u"---\n"_s + inside + u"\n---\n"_s;
            if (const auto read = readFrontMatter(text))
                QVERIFY(read->bodyStart > 4 && read->bodyStart <= text.size());
            else
                QVERIFY(read.error().line >= 1 && read.error().line <= text.size());

            QString words = inside;
            words.remove(u'\n').remove(u'\r').remove(u'\t');
            const auto quoted = readFrontMatter(
                    u"---\nd: '"_s + QString(words).replace(u'\'', u"''"_s) + u"'\n---\n"_s);
            QVERIFY(quoted);
            QCOMPARE(quoted->values.value(u"d"_s).text, words);
        }
    }
};

QTEST_GUILESS_MAIN(tst_FrontMatter)
#include "tst_frontmatter.moc"
