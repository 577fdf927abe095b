// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/terminaltext.h"

#include <QTest>

using namespace Countersign;
using namespace Qt::StringLiterals;

class TestTerminalText : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void shows_data();
    void shows();
};

void TestTerminalText::shows_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("overwritten");
    const auto row = [](const char *name, const QByteArray &bytes, const QString &text,
                        int overwritten = 0) {
        QTest::newRow(name) << bytes << text << overwritten;
    };
    row("nothing", "", u""_s);
    row("plain", "a\tb\nä\n", u"a\tb\nä\n"_s);
    row("colours", "\x1b[1;31mred\x1b[0m", u"red"_s);
    row("hidden text is shown", "\x1b[8msecret\x1b[0m", u"secret"_s);
    row("cursor and screen", "a\x1b[2J\x1b[H\x1b[?25lb", u"ab"_s);
    row("a title", "\x1b]0;title\x07x", u"x"_s);
    row("a link", "\x1b]8;;https://x\x1b\\text\x1b]8;;\x1b\\", u"text"_s);
    row("the clipboard", "\x1b]52;c;cm0gLXJm\x07x", u"x"_s);
    row("a string without an end stays in its line", "\x1b]0;title\nnext", u"\nnext"_s);
    row("a device control string", "\x1bPq#0\x1b\\x", u"x"_s);
    row("character sets", "\x1b(Bx\x1b=y", u"xy"_s);
    row("an 8-bit control sequence",
        "\xc2\x9b"
        "31mx",
        u"x"_s);
    row("a broken sequence", "\x1b[31", u""_s);
    row("an escape at the end", "x\x1b", u"x"_s);
    row("a progress bar", "10%\r50%\r100%\ndone", u"100%\ndone"_s, 2);
    row("a shorter state keeps the rest", "downloading\rdone\n", u"doneloading\n"_s, 1);
    row("unless it is erased", "downloading\r\x1b[Kdone\n", u"done\n"_s, 1);
    row("the whole line erased", "downloading\x1b[2K\rdone\n", u"done\n"_s, 0);
    row("line ends of DOS", "a\r\nb\r\n", u"a\nb\n"_s);
    row("backspaces", "abc\b\bX", u"aXc"_s);
    row("more backspaces than text", "\b\b\bx", u"x"_s);
    row("bell and others",
        "a\x07\x0e\x0f"
        "b\x7f",
        u"ab"_s);
    row("NUL", QByteArray("a\0b", 3), u"a\u2400b"_s);
    row("not UTF-8", "a\377b\303", u"a\uFFFDb\uFFFD"_s);
    row("wide characters", "漢字😀", u"漢字😀"_s);
    row("a byte order mark",
        "\xef\xbb\xbf"
        "a",
        u"\uFEFFa"_s);
}

void TestTerminalText::shows()
{
    QFETCH(QByteArray, bytes);
    const TerminalText shown = terminalText(bytes);
    QTEST(shown.text, "text");
    QTEST(int(shown.overwritten), "overwritten");
}

QTEST_GUILESS_MAIN(TestTerminalText)
#include "tst_terminaltext.moc"
