// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/edittext.h"
#include "review/externaledit.h"

#include <QPlainTextEdit>
#include <QTest>

#include <random>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Qt::StringLiterals;

/// What a plain editor shows of a file, and the bytes that come of it.
class TestEditText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsTheRest_data();
    void keepsTheRest();
    void refuses_data();
    void refuses();
    void saysWhatTheEncodingLacks();
    void theProjectsCharset();
    void untouchedIsUntouched();
    void editorCommands_data();
    void editorCommands();
};

void TestEditText::keepsTheRest_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QByteArray>("wanted");
    QTest::addColumn<QByteArray>("before");
    const auto row = [](const char *name, const QByteArray &bytes, const QString &from,
                        const QString &to, const QByteArray &wanted,
                        const QByteArray &before = "x\n") {
        QTest::newRow(name) << bytes << from << to << wanted << before;
    };
    row("a word", "a\nb\n", u"b"_s, u"bb"_s, "a\nbb\n");
    row("CR LF", "a\r\nb\r\n", u"b\n"_s, u"b\nc\n"_s, "a\r\nb\r\nc\r\n");
    row("mixed line ends", "a\r\nb\nc\r\n", u"b"_s, u"B"_s, "a\r\nB\nc\r\n");
    row("new lines are like those above them", "a\r\nb\nc\r\n", u"b\n"_s, u"b\nn\n"_s,
        "a\r\nb\nn\nc\r\n");
    row("a new first line in CR LF", "a\r\n", u"a"_s, u"n\na"_s, "n\r\na\r\n");
    row("a last line without an end stays so", "a\nb", u"b"_s, u"c"_s, "a\nc");
    row("a line behind it", "a\r\nb", u"b"_s, u"b\nc"_s, "a\r\nb\r\nc");
    row("a final line end comes", "a\r\nb", u"b"_s, u"b\n"_s, "a\r\nb\r\n");
    row("a final line end goes", "a\nb\n", u"b\n"_s, u"b"_s, "a\nb");
    row("byte order mark",
        "\xEF\xBB\xBF"
        "a\n",
        u"a"_s, u"b"_s,
        "\xEF\xBB\xBF"
        "b\n");
    row("bytes that are no text", "caf\xE9 and more \xC3\xA9\nb\n", u"b"_s, u"c"_s,
        "caf\xE9 and more \xC3\xA9\nc\n");
    row("no-break spaces", "a\xC2\xA0z\nb\xC2\xA0z\n", u"b"_s, u"c"_s, "a\xC2\xA0z\nc\xC2\xA0z\n");
    row("a line separator of Unicode", "a\xE2\x80\xA8z\nb\n", u"b"_s, u"c"_s,
        "a\xE2\x80\xA8z\nc\n");
    row("UTF-16",
        QByteArray("\xFF\xFE"
                   "a\0\n\0",
                   6),
        u"a"_s, u"ä"_s, QByteArray("\xFF\xFE\xE4\0\n\0", 6));
    row("plain letters in a file of another charset", "a\n", u"a"_s, u"é"_s, "\xE9\n",
        "caf\xE9 au lait, d\xE9j\xE0 vu, o\xF9 \xEAtre ni\xE8\x63\x65\n");
    row("from nothing", "", QString(), u"a\n"_s, "a\n", "");
    row("to nothing", "a\n", u"a\n"_s, QString(), "");
}

void TestEditText::keepsTheRest()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QByteArray, before);
    const auto text = EditText::from(bytes, before);
    QVERIFY2(text.has_value(), text ? "" : qPrintable(text.error().message));
    // Through the very document that an editor has.
    QPlainTextEdit edit;
    edit.setPlainText(text->text());
    const auto now = [&] {
        return edit.document()->toRawText().replace(QChar::ParagraphSeparator, u'\n');
    };
    QCOMPARE(now(), text->text());
    const auto same = text->bytesOf(now());
    QVERIFY(same.has_value());
    QCOMPARE(*same, bytes);
    QString changed = now();
    if (from.isEmpty()) {
        changed = to;
    } else {
        const qsizetype at = changed.indexOf(from);
        QVERIFY(at >= 0);
        changed.replace(at, from.size(), to);
    }
    const auto after = text->bytesOf(changed);
    QVERIFY2(after.has_value(), after ? "" : qPrintable(after.error().message));
    QTEST(*after, "wanted");
}

void TestEditText::refuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("why");
    QTest::newRow("binary") << QByteArray("ab\0\0\1cd", 7) << u"no text"_s;
    QTest::newRow("a carriage return in a line")
            << QByteArray("a\nb\rc\n") << u"Line 2 has a U+000D"_s;
    QTest::newRow("a paragraph separator") << QByteArray("a\xE2\x80\xA9z\n") << u"U+2029"_s;
    QTest::newRow("too large") << QByteArray("a\n").repeated(kLargestEdited / 2 + 1)
                               << u"more than 1 MiB: change it in an editor of your own"_s;
    QTest::newRow("a line that is too long")
            << QByteArray("a\n" + QByteArray(kLongestEditedLine + 1, 'b') + "\n")
            << u"Line 2 has more than 20,000 characters: change it in an editor of your own."_s;
}

void TestEditText::refuses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, why);
    const auto text = EditText::from(bytes, bytes);
    QVERIFY(!text.has_value());
    QVERIFY2(text.error().message.contains(why), qPrintable(text.error().message));
}

void TestEditText::saysWhatTheEncodingLacks()
{
    const QByteArray before = "caf\xE9 au lait, d\xE9j\xE0 vu, o\xF9 \xEAtre ni\xE8\x63\x65\n";
    const auto text = EditText::from(before, before);
    QVERIFY(text.has_value());
    const auto bytes = text->bytesOf(text->text() + u"文\n"_s);
    QVERIFY(!bytes.has_value());
    QCOMPARE(bytes.error().code, ErrorCode::InvalidInput);
    QVERIFY2(bytes.error().message.contains(u"文"_s), qPrintable(bytes.error().message));
    QVERIFY(!text->bytesOf(u"a"_s + QChar(0) + u"b"_s).has_value());
}

void TestEditText::theProjectsCharset()
{
    const auto text = EditText::from("\xC4\xC1\n", "yes\n", "KOI8-R");
    QVERIFY(text.has_value());
    QCOMPARE(text->text(), u"да\n"_s);
    const auto bytes = text->bytesOf(u"да, нет\n"_s);
    QVERIFY(bytes.has_value());
    QCOMPARE(*bytes, QByteArray("\xC4\xC1, \xCE\xC5\xD4\n"));
}

void TestEditText::untouchedIsUntouched()
{
    std::mt19937 random(20261130); // NOLINT(bugprone-random-generator-seed): the same each time.
    const auto below = [&](int end) {
        return int(random() % unsigned(end));
    };
    for (int round = 0; round < 500; ++round) {
        QList<QByteArray> lines;
        for (int line = below(12); line > 0; --line) {
            static const QList<QByteArray> words{"a", "b", "über", "\xFF", "文", "\t", ""};
            lines.append(words.at(below(7)) + words.at(below(7)) + (below(3) == 0 ? "\r\n" : "\n"));
        }
        if (!lines.isEmpty() && below(3) == 0)
            lines.last() = "end";
        const QByteArray bytes = (below(4) == 0 ? "\xEF\xBB\xBF" : "") + lines.join();
        const auto text = EditText::from(bytes, bytes);
        if (!text)
            continue; // Too much in it that is no text.
        QCOMPARE(*text->bytesOf(text->text()), bytes);
        // A line that comes anywhere changes no other one.
        const int at = below(int(lines.size()) + 1);
        QStringList shown = text->text().split(u'\n');
        if (at >= shown.size())
            continue;
        shown.insert(at, u"inserted"_s);
        const auto after = text->bytesOf(shown.join(u'\n'));
        QVERIFY(after.has_value());
        QByteArray without = *after;
        const qsizetype where = without.indexOf("inserted");
        QVERIFY(where >= 0);
        const qsizetype next = without.indexOf('\n', where);
        QVERIFY(next >= 0 || at == lines.size());
        if (next >= 0)
            without.remove(where, next + 1 - where);
        if (next >= 0)
            QCOMPARE(without, bytes);
    }
}

void TestEditText::editorCommands_data()
{
    QTest::addColumn<QString>("visual");
    QTest::addColumn<QString>("editor");
    QTest::addColumn<QString>("terminal");
    QTest::addColumn<QStringList>("command");
    QTest::newRow("visual first") << u"code --wait"_s << u"vi"_s << QString()
                                  << QStringList{u"code"_s, u"--wait"_s};
    QTest::newRow("editor") << QString() << u"gedit"_s << QString() << QStringList{u"gedit"_s};
    QTest::newRow("a path with spaces")
            << u"\"/opt/my editor/ed it\" -n"_s << QString() << QString()
            << QStringList{u"/opt/my editor/ed it"_s, u"-n"_s};
    QTest::newRow("in a terminal") << QString() << u"/usr/bin/vim -f"_s << u"xterm"_s
                                   << QStringList{u"xterm"_s, u"-e"_s, u"/usr/bin/vim"_s, u"-f"_s};
    QTest::newRow("Emacs in a window")
            << u"emacs"_s << QString() << u"xterm"_s << QStringList{u"emacs"_s};
    QTest::newRow("Emacs in a terminal")
            << u"emacs -nw"_s << QString() << u"xterm -geometry 80x50"_s
            << QStringList{u"xterm"_s, u"-geometry"_s, u"80x50"_s, u"-e"_s, u"emacs"_s, u"-nw"_s};
    QTest::newRow("nothing") << QString() << u"  "_s << u"xterm"_s << QStringList();
}

void TestEditText::editorCommands()
{
    QFETCH(QString, visual);
    QFETCH(QString, editor);
    QFETCH(QString, terminal);
    QFETCH(QStringList, command);
    const auto found = editorCommand(visual, editor, terminal);
    QCOMPARE(found.value_or(QStringList()), command);
    if (!found)
        QVERIFY(found.error().message.contains(u"VISUAL"_s));
}

QTEST_MAIN(TestEditText)
#include "tst_edittext.moc"
