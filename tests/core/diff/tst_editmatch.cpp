// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/editmatch.h"

#include <QtTest>

using namespace Countersign::Diff;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(Countersign::Diff::EditRung)

namespace {

std::optional<TolerantEdit> edit(const QByteArray &text, const QByteArray &oldText,
                                 const QByteArray &newText)
{
    return tolerantEdit(LineTable(text), oldText, newText);
}

/// A function of `lines` numbered lines.
QByteArray function(int lines)
{
    QByteArray text = "void f()\n{\n";
    for (int i = 1; i <= lines; ++i)
        text += "    call(" + QByteArray::number(i) + ");\n";
    return text + "}\n";
}

} // namespace

class EditMatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onePlace_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("oldText");
        QTest::addColumn<QByteArray>("newText");
        QTest::addColumn<EditRung>("rung");
        QTest::addColumn<QByteArray>("after");
        const auto row = [](const char *name, EditRung rung, const QByteArray &before,
                            const QByteArray &oldText, const QByteArray &newText,
                            const QByteArray &after) {
            QTest::newRow(name) << before << oldText << newText << rung << after;
        };
        using enum EditRung;
        row("trailing space of lines that stay", TrailingSpace, "a {  \n  b();\t\n}\n",
            "a {\n  b();\n}", "a {\n  c();\n}", "a {  \n  c();\t\n}\n");
        row("a line end that the file does not have", TrailingSpace, "a\nb", "b\n", "c\n", "a\nc");
        row("spaces for tabs", Indentation, "if (a) {\n\tb();\n\tif (c)\n\t\td();\n}\n",
            "    b();\n    if (c)\n        d();\n",
            "    b();\n    if (c)\n        e(\n            1);\n",
            "if (a) {\n\tb();\n\tif (c)\n\t\te(\n\t\t\t1);\n}\n");
        row("tabs for spaces", Indentation, "class A:\n  def f():\n    x\n", "\tdef f():\n\t\tx\n",
            "\tdef f():\n\t\ty\n\n\tdef g():\n\t\tz\n",
            "class A:\n  def f():\n    y\n\n  def g():\n    z\n");
        row("the indentation was left out", Indentation, "{\n    a();\n    b();\n}\n", "a();\nb();",
            "a();\nif (x)\n    c();\nb();", "{\n    a();\n    if (x)\n        c();\n    b();\n}\n");
        row("a stricter place is preferred", TrailingSpace, "    a = 1\nx\n\ta = 1 \n", "\ta = 1\n",
            "\ta = 2\n", "    a = 1\nx\n\ta = 2 \n");
        row("another indentation in each line", LineTrimmed, "a:\n  b\n      c\n",
            "a:\n    b\n    c\n", "a:\n    b\n    d\n", "a:\n  b\n      d\n");
        row("runs of spaces", WhiteSpace, "int  a   = 1;\nint b\t= 2;\n", "int a = 1;\nint b = 2;",
            "int a = 1;\nint b = 3;", "int  a   = 1;\nint b\t= 3;\n");
        row("runs of spaces within a line", WhiteSpace, "x = f(a,  b); y\n", "f(a, b)", "g(a, b)",
            "x = g(a, b); y\n");
        row("typographic quotes elsewhere in the line stay", Punctuation,
            "say(\xE2\x80\x9Chi\xE2\x80\x9D, 1);\n", "say(\"hi\", 1);", "say(\"hi\", 2);",
            "say(\xE2\x80\x9Chi\xE2\x80\x9D, 2);\n");
        row("a dash and dots within a line", Punctuation, "a \xE2\x80\x93 b\xE2\x80\xA6 c\n",
            "a - b...", "x", "x c\n");
        row("a no-break space", Punctuation,
            "a\xC2\xA0"
            "b = 1\n",
            "a b = 1", "a b = 2",
            "a\xC2\xA0"
            "b = 2\n");
        row("backslashes before quotes", Escapes, "foo(\"a\") + 1\n", "foo(\\\"a\\\")",
            "bar(\\\"b\\\")", "bar(\"b\") + 1\n");
        row("a line end as an escape", Escapes, "a\r\nb\r\n", "a\\nb", "a\\nc", "a\r\nc\r\n");
        row("what is code in the new text stays", Escapes, "p(\"a\")\n", "p(\\\"a\\\")",
            "p(\\\"b\\n\\\")", "p(\"b\\n\")\n");
        row("two levels below a left out indentation", Indentation, "if a:\n\tx()\n\ty()\n",
            "x()\ny()\n", "if b:\n    if c:\n        z()\nx()\ny()\n",
            "if a:\n\tif b:\n\t\tif c:\n\t\t\tz()\n\tx()\n\ty()\n");
        row("aligned lines keep their spaces", Indentation, "\tx(\n\t)\n", "x(\n)\n",
            "x(\n    a,\n      b\n)\n", "\tx(\n\t\ta,\n\t\t  b\n\t)\n");
        row("escapes and another indentation", Escapes, "\tfoo(\"a\")\n\tx\n",
            "  foo(\\\"a\\\")\n  x\n", "  foo(\\\"b\\\")\n  x\n", "\tfoo(\"b\")\n\tx\n");
        row("white space around a part of a line", Boundary, "a = (b);\n", "\n (b)\n", "\n (c)\n",
            "a = (c);\n");
        row("white space of the new text that the old one has not is meant", Boundary, "a = (b);\n",
            " (b) ", " (b)\n  ", "a = (b)\n ;\n");
        row("a block whose inner lines drifted keeps them", BlockAnchor,
            "start(1);\nint value = 10;\nlog(\"one\");\nend(1);\n",
            "start(1);\nint value = 12;\nlog(\"one\");\nend(1);\n",
            "start(1);\nint value = 12;\nlog(\"two\");\nend(1);\n",
            "start(1);\nint value = 10;\nlog(\"two\");\nend(1);\n");
        row("CR LF", Indentation, "{\r\n\ta\r\n}\r\n", "  a\n", "  b\n  c\n",
            "{\r\n\tb\r\n\tc\r\n}\r\n");
        row("the replacement is literal", Indentation, "\tx = 1\n", "  x = 1", "  $& \\1 $$ %1",
            "\t$& \\1 $$ %1\n");
        row("removing lines", Indentation, "a\n\tb\n\tc\nd\n", "  b\n  c\n", "", "a\nd\n");
        row("other bytes of the file stay", Indentation, "\xFF\xE9\n\tb\n\xC3", "  b\n", "  c\n",
            "\xFF\xE9\n\tc\n\xC3");
    }
    void onePlace()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, oldText);
        QFETCH(QByteArray, newText);
        QFETCH(EditRung, rung);
        QFETCH(QByteArray, after);
        const auto found = edit(before, oldText, newText);
        QVERIFY(found);
        QCOMPARE(found->lines.size(), 1);
        QCOMPARE(rungName(found->rung), rungName(rung));
        QCOMPARE(found->text, after);
    }

    void severalPlaces_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("oldText");
        QTest::addColumn<QByteArray>("newText");
        QTest::addColumn<EditRung>("rung");
        QTest::addColumn<QList<qsizetype>>("lines");
        QTest::newRow("the same indentation twice")
                << QByteArray("\ta\nx\n\ta\n") << QByteArray("  a\n") << QByteArray("new\n")
                << EditRung::Indentation << QList<qsizetype>{0, 2};
        QTest::newRow("two indentations that are equally good")
                << QByteArray("\ta\nx\n\t\ta\n") << QByteArray("  a\n") << QByteArray("new\n")
                << EditRung::Indentation << QList<qsizetype>{0, 2};
        QTest::newRow("twice in a line")
                << QByteArray("f(a,  b) f(a,  b)\n") << QByteArray("f(a, b)") << QByteArray("new\n")
                << EditRung::WhiteSpace << QList<qsizetype>{0, 0};
        QTest::newRow("without escapes")
                << QByteArray("\"a\"\n\"a\"\n") << QByteArray("\\\"a\\\"") << QByteArray("new\n")
                << EditRung::Escapes << QList<qsizetype>{0, 1};
        QTest::newRow("two similar blocks")
                << QByteArray("begin\nvalue = 10\nend\nbegin\nvalue = 11\nend\n")
                << QByteArray("begin\nvalue = 12\nend\n") << QByteArray("start\nvalue = 12\nend\n")
                << EditRung::BlockAnchor << QList<qsizetype>{0, 3};
    }
    void severalPlaces()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, oldText);
        QFETCH(QByteArray, newText);
        QFETCH(EditRung, rung);
        QFETCH(QList<qsizetype>, lines);
        const auto found = edit(text, oldText, newText);
        QVERIFY(found);
        QCOMPARE(rungName(found->rung), rungName(rung));
        QCOMPARE(found->lines, lines);
        QVERIFY(found->text.isEmpty());
    }

    void noPlace_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("oldText");
        QTest::addColumn<QByteArray>("newText");
        QTest::newRow("nothing like it")
                << QByteArray("a\nb\n") << QByteArray("quite another") << QByteArray("x");
        // Replaced by anchors alone this would swallow the function.
        QTest::newRow("first and last line of a long function")
                << function(40) << QByteArray("void f()\n{\n}\n") << QByteArray("");
        QTest::newRow("a block with one line more")
                << QByteArray("begin\na = 1\nb = 2\nend\n") << QByteArray("begin\na = 1\nend\n")
                << QByteArray("begin\nend\n");
        QTest::newRow("another interior")
                << QByteArray("begin\nprint the report\nend\n") << QByteArray("begin\nx = y\nend\n")
                << QByteArray("begin\nx = z\nend\n");
        QTest::newRow("the changed line drifted")
                << QByteArray("begin\ntimeout = 30\nretry = 1\nend\n")
                << QByteArray("begin\ntimeout = 20\nretry = 1\nend\n")
                << QByteArray("begin\ntimeout = 60\nretry = 1\nend\n");
        QTest::newRow("one of many inner lines is another")
                << QByteArray("begin\na = 1\nb = 1\nc = 1\nsomething else entirely\nend\n")
                << QByteArray("begin\na = 1\nb = 1\nc = 1\nd = 1\nend\n")
                << QByteArray("begin\na = 2\nb = 1\nc = 1\nd = 1\nend\n");
        QTest::newRow("only signs")
                << QByteArray("\t}\n") << QByteArray("  }\n") << QByteArray("  )\n");
        QTest::newRow("a word in other letters")
                << QByteArray("Foo\n") << QByteArray("foo") << QByteArray("bar");
        QTest::newRow("an empty file") << QByteArray() << QByteArray("foo") << QByteArray("bar");
        QTest::newRow("too large") << QByteArray(kTolerantBytes, 'x') + "\n\tfoo\n"
                                   << QByteArray("  foo\n") << QByteArray("bar");
    }
    void noPlace()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, oldText);
        QFETCH(QByteArray, newText);
        const auto found = edit(text, oldText, newText);
        QVERIFY2(!found, found ? qPrintable(rungName(found->rung)) : "");
    }

    void workIsBounded_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("oldText");
        QTest::newRow("all lines equal") << QByteArray(" x\n").repeated(100'000)
                                         << QByteArray("x\n").repeated(20'000) + "y\n";
        QTest::newRow("every line begins the block")
                << QByteArray("begin x\n").repeated(100'000)
                << "begin x\n" + QByteArray("inner\n").repeated(5'000) + "end x\n";
        QTest::newRow("one line of repetitions")
                << QByteArray(4'000'000, 'x') + "  z" << QByteArray(100'000, 'x') + "  y";
        QTest::newRow("long similar lines in many blocks")
                << QByteArray("begin\n" + QByteArray("ab ").repeated(3000) + "\nend\n")
                           .repeated(150)
                << "begin\n" + QByteArray("ac ").repeated(3000) + "\nend\n";
    }
    void workIsBounded()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, oldText);
        // Without bounds each of them takes minutes.
        QVERIFY(!edit(text, oldText, "new\n"));
    }
};

QTEST_GUILESS_MAIN(EditMatchTest)
#include "tst_editmatch.moc"
