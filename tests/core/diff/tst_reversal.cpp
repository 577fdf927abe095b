// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/reversal.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Diff;

namespace {

QByteArrayList linesOf(const QByteArray &text)
{
    QByteArrayList lines = text.split('\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    return lines;
}

/// Some of the lines replaced, removed and put in; what is new begins with `author` and never repeats.
QByteArray edited(const QByteArray &text, const QByteArray &author, QRandomGenerator &random,
                  int &serial)
{
    QByteArrayList lines = linesOf(text);
    const int edits = random.bounded(1, 5);
    for (int i = 0; i < edits; ++i) {
        const int at = random.bounded(int(lines.size()) + 1);
        const int kind = random.bounded(3);
        if (kind == 0 || at == lines.size())
            lines.insert(at, author + QByteArray::number(serial++));
        else if (kind == 1)
            lines.removeAt(at);
        else
            lines[at] = author + QByteArray::number(serial++);
    }
    return lines.isEmpty() ? QByteArray() : lines.join('\n') + '\n';
}

} // namespace

class tst_Reversal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesBack_data();
    void takesBack();
    void severalChangesAreOne();
    void oneBlockAlone_data();
    void oneBlockAlone();
    void refusesWhatHasNoLines();
    void neverTouchesWhatOthersWrote();
};

void tst_Reversal::takesBack_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("now");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<QList<LineRange>>("left");
    const QList<LineRange> none;
    const auto row = [](const char *name, const char *before, const char *after, const char *now,
                        const char *expected, const QList<LineRange> &left) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after) << QByteArray(now)
                            << QByteArray(expected) << left;
    };
    row("nothing since", "a\nb\nc\n", "a\nB\nc\n", "a\nB\nc\n", "a\nb\nc\n", none);
    row("taken back already", "a\nb\nc\n", "a\nB\nc\n", "a\nb\nc\n", "a\nb\nc\n", none);
    row("other lines since", "a\nb\nc\nd\n", "a\nB\nc\nd\n", "0\na\nB\nc\nD\n", "0\na\nb\nc\nD\n",
        none);
    row("the same line since", "a\nb\nc\n", "a\nB\nc\n", "a\nmine\nc\n", "a\nmine\nc\n", {{1, 1}});
    row("one of two since", "a\nb\nc\nd\ne\n", "A\nb\nc\nd\nE\n", "A\nb\nc\nd\nmine\n",
        "a\nb\nc\nd\nmine\n", {{4, 1}});
    row("right below", "a\nb\n", "a\nB\n", "a\nB\nmine\n", "a\nb\nmine\n", none);
    row("right above", "a\nb\n", "a\nB\n", "a\nmine\nB\n", "a\nmine\nb\n", none);
    row("inside of what came", "a\nd\n", "a\nb\nc\nd\n", "a\nb\nmine\nc\nd\n", "a\nb\nmine\nc\nd\n",
        {{1, 3}});
    row("removed lines come back", "a\nb\nc\n", "a\nc\n", "a\nc\nmine\n", "a\nb\nc\nmine\n", none);
    row("something else where lines were removed", "a\nb\nc\n", "a\nc\n", "a\nmine\nc\n",
        "a\nmine\nc\n", {{1, 1}});
    row("the neighbour was changed since", "a\nb\nc\n", "a\nc\n", "a\nC\n", "a\nb\nC\n", none);
    row("what came was removed since", "a\nc\n", "a\nb\nc\n", "a\nc\n", "a\nc\n", none);
    row("what was changed was removed since", "a\nb\nc\n", "a\nB\nc\n", "a\nc\n", "a\nc\n",
        {{1, 0}});
    row("all of it was removed since", "a\n", "b\n", "", "", {{0, 0}});
    row("line ends are bytes", "a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n", "mine\r\na\r\nB\r\nc\r\n",
        "mine\r\na\r\nb\r\nc\r\n", none);
    row("other line ends", "a\r\nb\r\n", "a\nb\n", "a\nb\nmine\n", "a\r\nb\r\nmine\n", none);
    row("no final line end", "a\nb", "a\nB", "0\na\nB", "0\na\nb", none);
    row("the final line end goes again", "a\nb", "a\nb\n", "a\nb\n", "a\nb", none);
    row("lines follow a last one without an end", "a\nb", "a\nb\n", "a\nb\nmine\n", "a\nb\nmine\n",
        none);
    row("the same for CR LF", "a\r\nb", "a\r\nb\r\n", "a\r\nb\r\nmine\r\n", "a\r\nb\r\nmine\r\n",
        none);
    row("from nothing", "", "a\nb\n", "a\nb\nmine\n", "mine\n", none);
    row("bytes of no encoding", "\xE9\nb\n", "\xE9\nB\n", "\xFF\n\xE9\nB\n", "\xFF\n\xE9\nb\n",
        none);
    row("repeated lines", "x\nx\nx\n", "x\nx\nx\nx\n", "x\nx\nx\nx\nmine\n", "x\nx\nx\nmine\n",
        none);
}

void tst_Reversal::takesBack()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QByteArray, now);
    QFETCH(QByteArray, expected);
    QFETCH(QList<LineRange>, left);
    const auto reversal = takenBack({{before, after}}, now);
    QVERIFY(reversal.has_value());
    QCOMPARE(reversal->text, expected);
    QCOMPARE(reversal->left, left);
}

void tst_Reversal::severalChangesAreOne()
{
    // The person put "mine" in between the two, and "later" after them.
    const QList<MadeChange> changes{{"a\nb\nc\n", "a\nB\nc\n"},
                                    {"mine\na\nB\nc\n", "mine\na\nB\nC\nd\n"}};
    const auto all = takenBack(changes, "mine\na\nB\nC\nd\nlater\n");
    QVERIFY(all.has_value());
    QCOMPARE(all->text, QByteArray("mine\na\nb\nc\nlater\n"));
    QVERIFY(all->left.isEmpty());
    // The lines that are named are those of the text as it is, not as it is half way.
    const auto some = takenBack(changes, "mine\na\nhand\nC\nd\nlater\n");
    QVERIFY(some.has_value());
    QCOMPARE(some->text, QByteArray("mine\na\nhand\nc\nlater\n"));
    QCOMPARE(some->left, (QList<LineRange>{{2, 1}}));
}

void tst_Reversal::oneBlockAlone_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<Block>("block");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("changed") << QByteArray("a\nb\nc\n") << QByteArray("A\nb\nC\n")
                             << Block{2, 1, 2, 1} << QByteArray("A\nb\nc\n");
    QTest::newRow("came") << QByteArray("a\n") << QByteArray("a\nb\n") << Block{1, 0, 1, 1}
                          << QByteArray("a\n");
    QTest::newRow("went") << QByteArray("a\nb\n") << QByteArray("b\n") << Block{0, 1, 0, 0}
                          << QByteArray("a\nb\n");
    QTest::newRow("other line ends elsewhere") << QByteArray("a\r\nb\r\n") << QByteArray("a\nB\n")
                                               << Block{1, 1, 1, 1} << QByteArray("a\nb\r\n");
    QTest::newRow("a mark that came") << QByteArray("a\nb\n")
                                      << QByteArray("\xEF\xBB\xBF"
                                                    "A\nb\n")
                                      << Block{0, 1, 0, 1}
                                      << QByteArray("\xEF\xBB\xBF"
                                                    "a\nb\n");
    QTest::newRow("a last line without an end comes between")
            << QByteArray("a") << QByteArray("b\nc\n") << Block{0, 1, 0, 1} << QByteArray("a\nc\n");
}

void tst_Reversal::oneBlockAlone()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(Block, block);
    QFETCH(QByteArray, expected);
    QCOMPARE(withBlockTakenBack(before, after, block), expected);
}

void tst_Reversal::refusesWhatHasNoLines()
{
    for (const QByteArray &bytes : {QByteArray("a\0b", 3), QByteArray("\xFF\xFE\x61\x00", 4)}) {
        const auto reversal = takenBack({{"a\n", bytes}}, bytes);
        QVERIFY(!reversal.has_value());
        QCOMPARE(reversal.error().code, ErrorCode::Unsupported);
    }
}

void tst_Reversal::neverTouchesWhatOthersWrote()
{
    QRandomGenerator random(20261130);
    for (int round = 0; round < 3000; ++round) {
        int serial = 0;
        QByteArray text;
        const int size = random.bounded(12);
        for (int line = 0; line < size; ++line)
            text += "line" + QByteArray::number(random.bounded(6)) + '\n';
        const QByteArray start = text;
        QList<MadeChange> changes;
        bool onlySession = true;
        const int acts = random.bounded(1, 6);
        for (int act = 0; act < acts; ++act) {
            const bool session = act == 0 || random.bounded(2) == 0;
            const QByteArray next = edited(text, session ? "session" : "person", random, serial);
            if (session)
                changes.append({text, next});
            onlySession = onlySession && session;
            text = next;
        }
        const auto reversal = takenBack(changes, text);
        QVERIFY(reversal.has_value());
        if (onlySession) {
            QCOMPARE(reversal->text, start);
            QVERIFY(reversal->left.isEmpty());
        }
        // Each line that the person wrote and that is there stays, in the same order.
        const auto ofPerson = [](const QByteArray &of) {
            QByteArrayList lines = linesOf(of);
            lines.removeIf([](const QByteArray &line) { return !line.startsWith("person"); });
            return lines;
        };
        const QByteArrayList expected = ofPerson(text);
        QByteArrayList kept = ofPerson(reversal->text);
        // Lines of theirs that the session had removed may come back.
        kept.removeIf([&](const QByteArray &line) { return !expected.contains(line); });
        QCOMPARE(kept, expected);
        // Where everything was taken back, nothing of the session's is left.
        if (reversal->left.isEmpty())
            QVERIFY2(!reversal->text.contains("session"), reversal->text.constData());
        // Once more changes nothing but what was left.
        for (const LineRange &place : reversal->left)
            QVERIFY(place.first >= 0 && place.first + place.count <= linesOf(text).size());
    }
}

QTEST_APPLESS_MAIN(tst_Reversal)
#include "tst_reversal.moc"
