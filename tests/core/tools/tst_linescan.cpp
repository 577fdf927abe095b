// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/linescan.h"

#include "base/uniquefd.h"
#include "support/scratch.h"

#include <QFile>
#include <QRandomGenerator>
#include <QtTest>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Countersign::Test {

class LineScanTest : public QObject
{
    Q_OBJECT

    static UniqueFd opened(const QString &path)
    {
        return UniqueFd(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC));
    }
    static RawPage scan(int fd, const LineShape &shape, qint64 offset, qint64 lines,
                        LineMarks &marks)
    {
        const auto page = scanLines(fd, shape, {offset, lines, 1 << 20, 64}, marks, u"f"_s,
                                    std::stop_token());
        if (!page)
            qFatal("%s", qPrintable(page.error().message));
        return *page;
    }
    static QList<QByteArray> bytesOf(const RawPage &page)
    {
        QList<QByteArray> lines;
        for (const RawLine &line : page.lines)
            lines.append(line.bytes);
        return lines;
    }

private Q_SLOTS:
    void lines_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<LineShape>("shape");
        QTest::addColumn<qint64>("offset");
        QTest::addColumn<QList<QByteArray>>("lines");
        QTest::addColumn<bool>("more");
        using Lines = QList<QByteArray>;
        const auto row = [](const char *name, const QByteArray &bytes, const LineShape &shape,
                            qint64 offset, const Lines &lines, bool more) {
            QTest::newRow(name) << bytes << shape << offset << lines << more;
        };
        row("two of three", "a\nb\nc\n", {}, 1, {"a", "b"}, true);
        row("the end", "a\nb\nc", {}, 2, {"b", "c"}, false);
        row("behind the end", "a\n", {}, 2, {}, false);
        row("empty lines", "\n\n\n", {}, 1, {"", ""}, true);
        row("carriage returns", "a\rb\rc", {1, false, 0, '\r'}, 2, {"b", "c"}, false);
        row("after a mark",
            "\xEF\xBB\xBF"
            "a\nb",
            {1, false, 3, '\n'}, 1, {"a", "b"}, false);
        // U+0A0A and U+0A61 hold the byte of a line feed, and are none.
        row("UTF-16 LE", QByteArray("\x0A\x0A\x61\x0A\n\0b\0", 8), {2, false, 0, '\n'}, 1,
            {QByteArray("\x0A\x0A\x61\x0A", 4), QByteArray("b\0", 2)}, false);
        row("UTF-16 BE", QByteArray("\x0A\x0A\x0A\x61\0\n\0b", 8), {2, true, 0, '\n'}, 1,
            {QByteArray("\x0A\x0A\x0A\x61", 4), QByteArray("\0b", 2)}, false);
        row("UTF-16 LE, a line feed across units", QByteArray("\0\n\0\0\n\0", 6),
            {2, false, 0, '\n'}, 1, {QByteArray("\0\n\0\0", 4)}, false);
        row("UTF-16, half a unit at the end", QByteArray("a\0\n\0b", 5), {2, false, 0, '\n'}, 2,
            {"b"}, false);
        row("UTF-32 BE", QByteArray("\0\0\0a\0\0\0\n\0\0\n\n", 12), {4, true, 0, '\n'}, 2,
            {QByteArray("\0\0\n\n", 4)}, false);
    }
    void lines()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(LineShape, shape);
        QFETCH(qint64, offset);
        QFETCH(QList<QByteArray>, lines);
        QFETCH(bool, more);
        Scratch scratch;
        const UniqueFd fd = opened(scratch.write(u"f"_s, bytes));
        LineMarks marks;
        const RawPage page = scan(fd.get(), shape, offset, 2, marks);
        QCOMPARE(bytesOf(page), lines);
        QCOMPARE(page.more, more);
    }

    /// Random files, every page compared with the lines themselves, in any order of reading.
    void pagesOfRandomFiles()
    {
        QRandomGenerator random(7);
        Scratch scratch;
        for (int round = 0; round < 8; ++round) {
            QList<QByteArray> all;
            QByteArray bytes;
            while (bytes.size() < 3'000'000) {
                const int longest = random.bounded(20) == 0 ? 5000 : 300;
                const QByteArray line(random.bounded(longest), char('a' + random.bounded(26)));
                all.append(line.first(std::min<qsizetype>(line.size(), 64)));
                bytes += line + '\n';
            }
            if (round % 2 == 0)
                bytes.chop(1);
            const UniqueFd fd = opened(scratch.write(u"f"_s, bytes));
            LineMarks marks;
            for (int read = 0; read < 40; ++read) {
                const qint64 offset = 1 + random.bounded(int(all.size()));
                const RawPage page = scan(fd.get(), {}, offset, 50, marks);
                QVERIFY(bytesOf(page) == all.mid(offset - 1, 50));
                QCOMPARE(page.more, offset + 49 < all.size());
                QCOMPARE(page.total, std::optional<qint64>(all.size()));
            }
        }
    }

    void longLinesAreCut()
    {
        Scratch scratch;
        const UniqueFd fd = opened(
                scratch.write(u"f"_s, QByteArray(64, 'a') + '\n' + QByteArray(65, 'b') + '\n'));
        LineMarks marks;
        const RawPage page = scan(fd.get(), {}, 1, 9, marks);
        QCOMPARE(bytesOf(page), QList<QByteArray>({QByteArray(64, 'a'), QByteArray(64, 'b')}));
        QVERIFY(!page.lines[0].cut);
        QVERIFY(page.lines[1].cut);
    }

    /// The rest of a huge file is not counted, and a line without an end not read to it.
    void hugeFilesAreLeft()
    {
        Scratch scratch;
        const QString path = scratch.write(u"f"_s, "a\nb\nc\n");
        QVERIFY(QFile::resize(path, qint64(5) << 30)); // Sparse.
        const UniqueFd fd = opened(path);
        LineMarks marks;
        const RawPage two = scan(fd.get(), {}, 1, 2, marks);
        QCOMPARE(bytesOf(two), QList<QByteArray>({"a", "b"}));
        QVERIFY(two.more);
        QCOMPARE(two.total, std::optional<qint64>());
        QVERIFY(::lseek(fd.get(), 0, SEEK_CUR) == 0); // Nothing depends on the descriptor's place.
        const RawPage four = scan(fd.get(), {}, 3, 5, marks);
        QCOMPARE(bytesOf(four), QList<QByteArray>({"c", QByteArray(64, '\0')}));
        QVERIFY(four.lines[1].cut);
        QVERIFY(four.more);
        QCOMPARE(four.total, std::optional<qint64>());
    }

    void stops()
    {
        Scratch scratch;
        const UniqueFd fd = opened(scratch.write(u"f"_s, "a\n"));
        std::stop_source stop;
        stop.request_stop();
        LineMarks marks;
        const auto page = scanLines(fd.get(), {}, {1, 9, 9, 64}, marks, u"f"_s, stop.get_token());
        QVERIFY(!page);
        QCOMPARE(page.error().code, ErrorCode::Cancelled);
    }

    /// However long a file is, its marks stay few, and still are near.
    void marksAreBounded()
    {
        LineMarks marks;
        const qint64 step = 100'000;
        for (qint64 line = 1; line <= 1'000'000; ++line)
            marks.add({line, line * step});
        const LineMarks::Mark mark = marks.before(777'777, {});
        QVERIFY(mark.line <= 777'777);
        QVERIFY(mark.line > 777'000);
        QCOMPARE(mark.position, mark.line * step);
        QCOMPARE(marks.before(1, {1, 3}).position, 3);
        QVERIFY(sizeof(LineMarks) < 128);
    }

    void aChangedFileHasNoMarks()
    {
        Scratch scratch;
        const QString path = scratch.write(u"f"_s, "a\n");
        struct stat before{};
        QCOMPARE(::stat(QFile::encodeName(path).constData(), &before), 0);
        LineMarks marks;
        marks.total = 1;
        LineMarksCache cache;
        cache.keep(before, marks);
        QCOMPARE(cache.find(before).total, std::optional<qint64>(1));
        struct stat after = before;
        after.st_mtim.tv_nsec ^= 1;
        QCOMPARE(cache.find(after).total, std::optional<qint64>());
    }
};

} // namespace Countersign::Test

Q_DECLARE_METATYPE(Countersign::LineShape)

QTEST_GUILESS_MAIN(Countersign::Test::LineScanTest)
#include "tst_linescan.moc"
