// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tool/outputstore.h"

#include "support/scratch.h"

#include <QDir>
#include <QtTest>

#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Countersign {

namespace {

ToolOutput text(const QString &words)
{
    return {QJsonObject{{u"k"_s, 1}}, {TextContent{words}}};
}

QString shown(const BoundedOutput &bounded)
{
    return std::get<TextContent>(bounded.output.content.first()).text;
}

QString marker(const BoundedOutput &bounded)
{
    return u"...output truncated: the full content is saved in %1..."_s.arg(bounded.paths.first());
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString numbered(int from, int to)
{
    QStringList lines;
    for (int i = from; i <= to; ++i)
        lines.append(QString::number(i));
    return lines.join(u'\n');
}

} // namespace

class OutputStoreTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void untouchedWithinTheLimits_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("fits");
        QTest::newRow("empty") << QString() << true;
        QTest::newRow("2000 lines") << numbered(1, 2000) << true;
        QTest::newRow("2000 lines and a final line feed: that counts as a line")
                << QString(numbered(1, 2000) + u'\n') << false;
        QTest::newRow("2001 lines") << numbered(1, 2001) << false;
        QTest::newRow("51200 bytes") << QString(51200, u'x') << true;
        QTest::newRow("51201 bytes") << QString(51201, u'x') << false;
        QTest::newRow("51200 bytes of two-byte characters") << QString(25600, u'ä') << true;
        QTest::newRow("one more of them") << QString(25601, u'ä') << false;
    }
    void untouchedWithinTheLimits()
    {
        QFETCH(QString, words);
        QFETCH(bool, fits);
        const Test::Scratch scratch;
        const OutputStore store(scratch.path(u"out"_s), {});
        const auto bounded = store.bound(text(words));
        QVERIFY(bounded.has_value());
        QCOMPARE(bounded->paths.isEmpty(), fits);
        QCOMPARE(bounded->output == text(words), fits);
        QCOMPARE(scratch.exists(u"out"_s), !fits);
    }

    void cutByLines()
    {
        const Test::Scratch scratch;
        const OutputStore store(scratch.path(u"out"_s), {9, 1000});
        const auto bounded = store.bound(text(numbered(1, 10)));
        QVERIFY(bounded.has_value());
        // Five lines of budget: three from the start, two from the end.
        QCOMPARE(shown(*bounded), QString(u"1\n2\n3\n\n"_s + marker(*bounded) + u"\n\n9\n10"_s));
        QCOMPARE(contents(bounded->paths.first()), numbered(1, 10).toUtf8());
        QCOMPARE(bounded->output.structured, QJsonValue(QJsonObject{{u"k"_s, 1}}));
    }

    void cutAt2001Lines()
    {
        const Test::Scratch scratch;
        const OutputStore store(scratch.path(u"out"_s), {});
        const auto bounded = store.bound(text(numbered(1, 2001)));
        QVERIFY(bounded.has_value());
        QCOMPARE(shown(*bounded),
                 QString(numbered(1, 998) + u"\n\n"_s + marker(*bounded) + u"\n\n"_s
                         + numbered(1004, 2001)));
        QCOMPARE(shown(*bounded).count(u'\n') + 1, 1999);
    }

    void cutByBytesBetweenCodePoints_data()
    {
        QTest::addColumn<QString>("character");
        QTest::newRow("one byte") << u"x"_s;
        QTest::newRow("two bytes") << u"ä"_s;
        QTest::newRow("three bytes") << u"語"_s;
        QTest::newRow("four bytes") << u"😀"_s;
    }
    void cutByBytesBetweenCodePoints()
    {
        QFETCH(QString, character);
        const Test::Scratch scratch;
        const int maximum = 401;
        const OutputStore store(scratch.path(u"out"_s), {2000, maximum});
        const auto bounded = store.bound(text(character.repeated(1000)));
        QVERIFY(bounded.has_value());
        const qsizetype budget = maximum - marker(*bounded).toUtf8().size() - 4;
        const qsizetype size = character.toUtf8().size();
        QCOMPARE(shown(*bounded),
                 QString(character.repeated((budget - budget / 2) / size) + u"\n\n"_s
                         + marker(*bounded) + u"\n\n"_s + character.repeated(budget / 2 / size)));
        QVERIFY(shown(*bounded).toUtf8().size() <= maximum);
    }

    void cutByLinesAndBytes()
    {
        const Test::Scratch scratch;
        const OutputStore store(scratch.path(u"out"_s), {6, 500});
        const QString a(400, u'a');
        const QString z(400, u'z');
        const auto bounded = store.bound(text(a + u"\nm\nm\nm\nm\nm\n"_s + z));
        QVERIFY(bounded.has_value());
        const qsizetype budget = 500 - marker(*bounded).size() - 4;
        QCOMPARE(shown(*bounded),
                 QString(a.left(budget - budget / 2) + u"\n\n"_s + marker(*bounded) + u"\n\n"_s
                         + z.left(budget / 2)));
    }

    void onlyTheMarkerFits_data()
    {
        QTest::addColumn<int>("lines");
        QTest::addColumn<int>("bytes");
        QTest::newRow("four lines") << 4 << 51200;
        QTest::newRow("ten bytes") << 2000 << 10;
        QTest::newRow("one line, one byte") << 1 << 1;
    }
    void onlyTheMarkerFits()
    {
        QFETCH(int, lines);
        QFETCH(int, bytes);
        const Test::Scratch scratch;
        const OutputStore store(scratch.path(u"out"_s), {lines, bytes});
        const auto bounded = store.bound(text(numbered(1, 100)));
        QVERIFY(bounded.has_value());
        QCOMPARE(shown(*bounded), marker(*bounded).left(bytes));
    }

    void textPartsAreOneTextAndFilesStayInOrder()
    {
        const Test::Scratch scratch;
        const OutputStore store(scratch.path(u"out"_s), {9, 1000});
        const FileContent one{QByteArray(100'000, '\1'), u"image/png"_s, u"1"_s};
        const FileContent two{"2", u"image/png"_s, u"2"_s};
        const ToolOutput output{
                {}, {one, TextContent{numbered(1, 6)}, two, TextContent{numbered(7, 12)}}};
        const auto bounded = store.bound(output);
        QVERIFY(bounded.has_value());
        QCOMPARE(contents(bounded->paths.first()), (numbered(1, 6) + numbered(7, 12)).toUtf8());
        QCOMPARE(bounded->output.content, Content({TextContent{shown(*bounded)}, one, two}));
        // Files alone are never measured.
        const ToolOutput filesOnly{{}, {one, two}};
        QCOMPARE(store.bound(filesOnly)->output, filesOnly);
    }

    void withoutContentTheJsonIsMeasured()
    {
        const Test::Scratch scratch;
        const OutputStore store(scratch.path(u"out"_s), {5, 1000});
        const ToolOutput fits{QJsonArray{1, 2, 3}, {}};
        QCOMPARE(store.bound(fits)->output, fits);
        const ToolOutput large{QJsonArray{1, 2, 3, 4}, {}};
        const auto bounded = store.bound(large);
        QVERIFY(bounded.has_value());
        QCOMPARE(contents(bounded->paths.first()), QByteArray("[\n  1,\n  2,\n  3,\n  4\n]"));
        QCOMPARE(bounded->output.structured, large.structured);
        QCOMPARE(bounded->output.content.size(), 1);
    }

    void largeStructuredDataBesideContentAreNotMeasured()
    {
        const Test::Scratch scratch;
        const OutputStore store(scratch.path(u"out"_s), {5, 100});
        const ToolOutput output{QString(1000, u'x'), {TextContent{u"short"_s}}};
        QCOMPARE(store.bound(output)->output, output);
    }

    void theToolsOwnFilesAreNamedFirst()
    {
        const Test::Scratch scratch;
        const OutputStore store(scratch.path(u"out"_s), {5, 300});
        ToolOutput output = text(u"short"_s);
        output.managed = {u"/own"_s};
        QCOMPARE(store.bound(output)->paths, QStringList{u"/own"_s});
        output.content = {TextContent{numbered(1, 10)}};
        const auto bounded = store.bound(output);
        QCOMPARE(bounded->paths.size(), 2);
        QCOMPARE(bounded->paths.first(), u"/own"_s);
    }

    void filesArePrivate()
    {
        const Test::Scratch scratch;
        const mode_t before = ::umask(0);
        const OutputStore store(scratch.path(u"deep/out"_s), {1, 10});
        const auto bounded = store.bound(text(u"a\nb"_s));
        ::umask(before);
        QVERIFY(bounded.has_value());
        struct stat status{};
        QCOMPARE(::stat(QFile::encodeName(bounded->paths.first()).constData(), &status), 0);
        QCOMPARE(int(status.st_mode & 07777), 0600);
        QCOMPARE(::stat(QFile::encodeName(store.directory()).constData(), &status), 0);
        QCOMPARE(int(status.st_mode & 07777), 0700);
        const QString name = bounded->paths.first().section(u'/', -1);
        QVERIFY2(QRegularExpression(u"^tool_[0-9a-f]{12}[0-9A-Za-z]{14}$"_s).match(name).hasMatch(),
                 qPrintable(name));
    }

    void failedWriteIsAFailure()
    {
        const Test::Scratch scratch;
        scratch.write(u"out"_s, "a file where the folder should be");
        const OutputStore store(scratch.path(u"out"_s), {1, 10});
        const auto bounded = store.bound(text(u"a\nb"_s));
        QVERIFY(!bounded.has_value());
        QCOMPARE(bounded.error().code, ErrorCode::Storage);
    }

    void sweep()
    {
        const Test::Scratch scratch;
        const qint64 now = 1'800'000'000'000;
        const qint64 week = qint64(7) * 24 * 3600 * 1000;
        const ManualClock clock(now);
        const OutputStore store(scratch.path(u"out"_s), {}, clock);
        store.sweep(); // Without a folder: nothing to do, nothing to say.
        const auto make = [&scratch](const QString &name, qint64 modifiedMs) {
            const QString path = scratch.write("out/"_L1 + name, "x");
            const timeval time{modifiedMs / 1000, (modifiedMs % 1000) * 1000};
            const timeval times[2]{time, time};
            QCOMPARE(::lutimes(QFile::encodeName(path).constData(), times), 0);
        };
        make(u"tool_old"_s, now - week - 1);
        make(u"tool_week"_s, now - week);
        make(u"tool_new"_s, now);
        make(u"other_old"_s, 0);
        scratch.write(u"target"_s, "kept");
        QVERIFY(QFile::link(scratch.path(u"target"_s), scratch.path(u"out/tool_link"_s)));
        const timeval epoch[2]{};
        QCOMPARE(::lutimes(QFile::encodeName(scratch.path(u"out/tool_link"_s)).constData(), epoch),
                 0);
        QVERIFY(QDir().mkpath(scratch.path(u"out/tool_folder"_s)));
        store.sweep();
        QCOMPARE(QDir(scratch.path(u"out"_s))
                         .entryList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name),
                 QStringList({u"other_old"_s, u"tool_folder"_s, u"tool_link"_s, u"tool_new"_s,
                              u"tool_week"_s}));
        QCOMPARE(scratch.read(u"target"_s), QByteArray("kept"));
    }
};

} // namespace Countersign

QTEST_GUILESS_MAIN(Countersign::OutputStoreTest)
#include "tst_outputstore.moc"
