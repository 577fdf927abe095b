// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include <QtTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace Countersign::Test {

using Permission::Effect;

class EditToolTest : public QObject
{
    Q_OBJECT

    static QJsonObject edit(const QString &path, const QString &from, const QString &to)
    {
        return {{u"path"_s, path}, {u"oldString"_s, from}, {u"newString"_s, to}};
    }
    static Permission::Ruleset asking() { return {rule(u"edit"_s, u"*"_s, Effect::Ask)}; }

private Q_SLOTS:
    void exactBytes_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("a word") << QByteArray("a b c\n") << u"b"_s << u"x"_s
                                << QByteArray("a x c\n");
        QTest::newRow("replacement text is literal")
                << QByteArray("a b c\n") << u"b"_s << u"$& $1 $$ \\1 $` %1"_s
                << QByteArray("a $& $1 $$ \\1 $` %1 c\n");
        QTest::newRow("the old text is no pattern")
                << QByteArray("axb\na.b\n") << u"a.b"_s << u"q"_s << QByteArray("axb\nq\n");
        QTest::newRow("CRLF file, LF text")
                << QByteArray("1\r\n2\r\n3\r\n") << u"1\n2\n"_s << u"1\nnew\n2\n"_s
                << QByteArray("1\r\nnew\r\n2\r\n3\r\n");
        QTest::newRow("CRLF file, new line inside a line")
                << QByteArray("one two\r\n") << u"one two"_s << u"one\ntwo"_s
                << QByteArray("one\r\ntwo\r\n");
        QTest::newRow("mixed file, LF region") << QByteArray("a\r\nb\r\nc\nd\n") << u"c\nd"_s
                                               << u"c\nx\nd"_s << QByteArray("a\r\nb\r\nc\nx\nd\n");
        QTest::newRow("mixed file, CRLF region")
                << QByteArray("a\r\nb\r\nc\nd\n") << u"a\nb"_s << u"a\nx\nb"_s
                << QByteArray("a\r\nx\r\nb\r\nc\nd\n");
        QTest::newRow("LF file, CRLF text") << QByteArray("1\n2\n") << u"1\r\n2"_s
                                            << u"1\r\nx\r\n2"_s << QByteArray("1\nx\n2\n");
        QTest::newRow("only CR") << QByteArray("1\r2\r3") << u"1\n2"_s << u"1\nx\n2"_s
                                 << QByteArray("1\rx\r2\r3");
        QTest::newRow("byte order mark, no final line feed, tabs")
                << QByteArray("\xEF\xBB\xBF\tx = 1") << u"x = 1"_s << u"x = 2"_s
                << QByteArray("\xEF\xBB\xBF\tx = 2");
        QTest::newRow("UTF-16 little endian") << QByteArray("\xFF\xFE"
                                                            "a\0b\0\n\0",
                                                            8)
                                              << u"b"_s << u"ä"_s
                                              << QByteArray("\xFF\xFE"
                                                            "a\0\xE4\0\n\0",
                                                            8);
        QTest::newRow("a second byte order mark is text")
                << QByteArray("\xFE\xFF\xFE\xFF\x01\x61", 6) << u"š"_s << u"é"_s
                << QByteArray("\xFE\xFF\xFE\xFF\x00\xE9", 6);
        QTest::newRow("beyond ASCII")
                << QByteArray("grün 😀 ende") << u"😀"_s << u"語"_s << QByteArray("grün 語 ende");
        QTest::newRow("windows-1252")
                << QByteArray("caf\xE9 a\n") << u"é a"_s << u"ü"_s << QByteArray("caf\xFC\n");
        QTest::newRow("UTF-8 with a bad byte") << QByteArray("größer \xE9 höher a\n") << u"a"_s
                                               << u"b"_s << QByteArray("größer \xE9 höher b\n");
        QTest::newRow("a CR alone is a character where the file has none")
                << QByteArray("a\nb\n") << u"a"_s << u"x\ry"_s << QByteArray("x\ry\nb\n");
        QTest::newRow("CRLF and a CR alone in an LF file")
                << QByteArray("a\nb\n") << u"a\r\n"_s << u"x\ry\r\n"_s << QByteArray("x\ry\nb\n");
        QTest::newRow("to nothing")
                << QByteArray("abc\n") << u"b"_s << QString() << QByteArray("ac\n");
    }
    void theRequestHasTheCharsetOfTheProject_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("charset");
        QTest::newRow("too short for a guess")
                << QByteArray("\xC4\xC1\n") << u"да"_s << u"нет"_s << QByteArray("\xCE\xC5\xD4\n")
                << QByteArray("KOI8-R");
        QTest::newRow("ASCII until now") << QByteArray("yes\n") << u"yes"_s << u"да"_s
                                         << QByteArray("\xC4\xC1\n") << QByteArray("KOI8-R");
        QTest::newRow("UTF-8 tells its own")
                << QByteArray("да\n") << u"да"_s << u"нет"_s << QByteArray("нет\n") << QByteArray();
    }
    void theRequestHasTheCharsetOfTheProject()
    {
        QFETCH(QByteArray, before);
        QFETCH(QString, from);
        QFETCH(QString, to);
        Workbench bench(asking());
        bench.file(u".editorconfig"_s, "root=true\n[*.txt]\ncharset=KOI8-R\n");
        Diff::FileChange shown;
        bench.seat([&shown](const Permission::Request &request) {
            shown = request.inquiry.proposal.files.value(0);
            return yes();
        });
        bench.file(u"f.txt"_s, before);
        const Settled settled = bench.call(u"edit"_s, edit(u"f.txt"_s, from, to));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QTEST(bench.bytesOf(u"f.txt"_s), "after");
        QTEST(shown.charset, "charset");
    }

    void exactBytes()
    {
        QFETCH(QByteArray, before);
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QByteArray, after);
        Workbench bench(asking());
        bench.seat([](const Permission::Request &) { return yes(); });
        bench.file(u"f.txt"_s, before);
        const Settled settled = bench.call(u"edit"_s, edit(u"f.txt"_s, from, to));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), after);
        // The request showed exactly what was written.
        Diff::FileChange shown;
        shown.kind = Diff::ChangeKind::Modified;
        shown.resource = u"f.txt"_s;
        shown.target = bench.path(u"f.txt"_s);
        shown.before = before;
        shown.after = after;
        if (after.contains('\0')) // UTF-16 is text, whatever its bytes look like.
            QVERIFY(!bench.asked().first().inquiry.proposal.files.first().facts.contains(
                    u"binary"_s));
        QCOMPARE(bench.asked().first().inquiry.proposal.files, QList<Diff::FileChange>{shown});
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("words");
        QTest::newRow("equal strings") << QByteArray("a") << u"a"_s << u"a"_s
                                       << ErrorCode::InvalidInput << u"nothing to change"_s;
        QTest::newRow("empty old string") << QByteArray("a") << QString() << u"b"_s
                                          << ErrorCode::InvalidInput << u"write tool"_s;
        QTest::newRow("not found") << QByteArray("foo(1);\n") << u"nothing like it"_s << u"b"_s
                                   << ErrorCode::NotFound << u"was not found in f.txt"_s;
        QTest::newRow("near miss in the second line")
                << QByteArray("int a;\nint b = 1;\n") << u"int a;\nint b = 2;"_s << u"b"_s
                << ErrorCode::NotFound << u"line 2, column 9: the file has \"1;\""_s;
        QTest::newRow("what only looks the same is explained")
                << QByteArray("cafe\xCC\x81\n") << u"caf\u00E9"_s << u"tea"_s << ErrorCode::NotFound
                << u"with their accents put together in another way"_s;
        QTest::newRow("a text of escape sequences")
                << QByteArray("\x1B$BF|K\\\x1B(B\nabc\n") << u"abc"_s << u"abd"_s
                << ErrorCode::Unsupported << u"ISO-2022"_s;
        QTest::newRow("several places")
                << QByteArray("a\nb\na\n") << u"a"_s << u"c"_s << ErrorCode::InvalidInput
                << u"2 places in f.txt (lines 1, 3)"_s;
        QTest::newRow("UTF-16 that is damaged") << QByteArray("\xFF\xFE\0a\0", 5) << u"a"_s
                                                << u"b"_s << ErrorCode::Unsupported << u"UTF-16"_s;
        QTest::newRow("a character that the encoding lacks")
                << QByteArray("caf\xE9 b\n") << u"b"_s << u"語"_s << ErrorCode::InvalidInput
                << u"windows-1252 cannot hold these characters of the text: “語”"_s;
        QTest::newRow("several places that are not exact")
                << QByteArray("\ta1\nb\n\ta1\n") << u"  a1\n"_s << u"c"_s << ErrorCode::InvalidInput
                << u"apart from the indentation it stands at several places (lines 1, 3)"_s;
        QTest::newRow("a block with another interior")
                << QByteArray("begin\nprint the report\nend\n") << u"begin\nx = y\nend\n"_s << u""_s
                << ErrorCode::NotFound
                << u"line 2, column 1: the file has \"print the report\", expected was \"x = y\""_s;
        QTest::newRow("what cannot be seen is made visible")
                << QByteArray("value =\xC2\xA0\xC2\xA0"
                              "1;\n")
                << u"value = 2;"_s << u"b"_s << ErrorCode::NotFound
                << u"column 8: the file has \"\\u00a0\\u00a01;\""_s;
        QTest::newRow("half a surrogate pair")
                << QByteArray("a") << u"a"_s << QString(QChar(0xD800)) << ErrorCode::InvalidInput
                << u"surrogate"_s;
        QTest::newRow("only the line ends differ")
                << QByteArray("a\nb\n") << u"a\nb"_s << u"a\r\nb"_s << ErrorCode::InvalidInput
                << u"line ends"_s;
    }
    void refusals()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(ErrorCode, code);
        QFETCH(QString, words);
        Workbench bench(asking());
        bench.seat([](const Permission::Request &) { return yes(); });
        bench.file(u"f.txt"_s, bytes);
        const Settled settled = bench.call(u"edit"_s, edit(u"f.txt"_s, from, to));
        QVERIFY(!settled.ok());
        QCOMPARE(settled.error->code, code);
        QVERIFY2(settled.modelText().contains(words), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), bytes);
        QVERIFY(bench.asked().isEmpty()); // Nobody is bothered with what cannot be done.
    }

    void aMatchThatIsNotExactIsSaid()
    {
        Workbench bench(asking());
        bench.seat([](const Permission::Request &) { return yes(); });
        bench.file(u"f.txt"_s, "f {\n\ta  \n\tb\n}\n");
        const Settled settled =
                bench.call(u"edit"_s, edit(u"f.txt"_s, u"    a\n    b\n"_s, u"    a\n    c\n"_s));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), QByteArray("f {\n\ta  \n\tc\n}\n"));
        QCOMPARE(
                settled.modelText(),
                u"Edited f.txt: 1 replacement (+1 -1 lines).\n"
                "oldString is not exactly in the file. It was found apart from the indentation, at "
                "line 2. The change:\n--- a/f.txt\n+++ b/f.txt\n@@ -2,3 +2,3 @@\n \ta  \n-\tb\n"
                "+\tc\n }\n"_s);
        QCOMPARE(settled.output.structured.toObject().value(u"match"_s),
                 QJsonValue(u"indentation"_s));
        const Permission::Inquiry inquiry = bench.asked().first().inquiry;
        QCOMPARE(inquiry.proposal.files.first().facts, QStringList{u"not-exact"_s});
        QCOMPARE(inquiry.metadata, QJsonObject({{u"match"_s, u"indentation"_s}, {u"line"_s, 2}}));
    }

    void replaceAllOfWhatIsNotExactIsOnePlace()
    {
        Workbench bench;
        bench.file(u"f.txt"_s, "\ta1\nb\n\ta1\n");
        QJsonObject input = edit(u"f.txt"_s, u"  a1\n"_s, u"  c\n"_s);
        input.insert(u"replaceAll"_s, true);
        QCOMPARE(bench.call(u"edit"_s, input).error->code, ErrorCode::InvalidInput);
        QCOMPARE(bench.bytesOf(u"f.txt"_s), QByteArray("\ta1\nb\n\ta1\n"));
    }

    void manyPlaces_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("all");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("words");
        const QByteArray oneLine = QByteArray("var a=1;").repeated(200'000);
        QTest::newRow("all of one long line")
                << oneLine << true << u"let "_s << u"Edited f.txt: 200000 replacements"_s;
        QTest::newRow("one of them") << oneLine << false << u"let "_s
                                     << u"stands at 200000 places in f.txt (lines 1, 1,"_s;
        QTest::newRow("more than are counted")
                << QByteArray("var ").repeated(1'000'001) << true << u"let "_s
                << u"more than 1000000 places in f.txt, which is too many"_s;
        QTest::newRow("one of more than are counted")
                << QByteArray("var ").repeated(1'000'001) << false << u"let "_s
                << u"stands at more than 1000000 places"_s;
        QTest::newRow("what no memory holds")
                << oneLine << true << QString(1'000'000, u'x')
                << u"f.txt would have 200000800000 bytes, more than the 67108864"_s;
    }
    void manyPlaces()
    {
        // Where each place is searched to the end of its line, this takes minutes.
        QFETCH(QByteArray, bytes);
        QFETCH(bool, all);
        QFETCH(QString, to);
        QFETCH(QString, words);
        Workbench bench;
        bench.file(u"f.txt"_s, bytes);
        QJsonObject input = edit(u"f.txt"_s, u"var "_s, to);
        input.insert(u"replaceAll"_s, all);
        const Settled settled = bench.call(u"edit"_s, input);
        QVERIFY2(settled.modelText().contains(words), qPrintable(settled.modelText().left(500)));
        if (!settled.ok())
            QCOMPARE(bench.bytesOf(u"f.txt"_s), bytes);
    }

    void whatMayNotBeReadIsNotQuoted_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("words");
        QTest::newRow("not found") << u"on=1\nkey=?"_s << u"x"_s
                                   << u"The closest text: line 2, which is not quoted, because "
                                      u"reading this file needs "
                                      "permission."_s;
        QTest::newRow("not exact") << u"  on=1\n  key=hidden"_s << u"  on=2\n  key=hidden"_s
                                   << u"It was found apart from the indentation, at line 1."_s;
    }
    void whatMayNotBeReadIsNotQuoted()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, words);
        Workbench bench({rule(u"read"_s, u"s.env"_s, Effect::Ask)});
        bench.file(u"s.env"_s, "on=1\nkey=hidden\nlast=secret\n");
        const Settled settled = bench.call(u"edit"_s, edit(u"s.env"_s, from, to));
        const QString text = settled.modelText();
        QVERIFY2(text.contains(words), qPrintable(text));
        QVERIFY2(!text.contains(u"secret"_s) && !text.contains(u"\"hidden"_s), qPrintable(text));
    }

    void missingFile()
    {
        Workbench bench;
        const Settled settled = bench.call(u"edit"_s, edit(u"no.txt"_s, u"a"_s, u"b"_s));
        QCOMPARE(settled.error->code, ErrorCode::NotFound);
        QVERIFY(settled.modelText().contains(u"no.txt"_s));
        QVERIFY(!bench.has(u"no.txt"_s));
    }

    void replaceAll()
    {
        Workbench bench;
        bench.file(u"f.txt"_s, "a\r\na\na");
        QJsonObject input = edit(u"f.txt"_s, u"a"_s, u"b\nc"_s);
        input.insert(u"replaceAll"_s, true);
        const Settled settled = bench.call(u"edit"_s, input);
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), QByteArray("b\r\nc\r\nb\nc\nb\nc"));
        QCOMPARE(settled.output.structured.toObject().value(u"replacements"_s), QJsonValue(3));
    }

    void otherProgramsNames()
    {
        Workbench bench;
        bench.file(u"f.txt"_s, "a a");
        const Settled settled = bench.call(u"edit"_s,
                                           {{u"filePath"_s, u"f.txt"_s},
                                            {u"old_string"_s, u"a"_s},
                                            {u"new_string"_s, u"b"_s},
                                            {u"replace_all"_s, true}});
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), QByteArray("b b"));
    }

    void resultAndOutput()
    {
        Workbench bench;
        bench.file(u"src/f.txt"_s, "1\n2\n3\n");
        const Settled settled = bench.call(u"edit"_s, edit(u"src/f.txt"_s, u"2\n"_s, u"x\ny\n"_s));
        QCOMPARE(settled.modelText(),
                 u"Edited src/f.txt: 1 replacement (+2 -1 lines).\n-2\n+x\n+y"_s);
        QCOMPARE(settled.output.structured,
                 QJsonValue(QJsonObject{{u"files"_s,
                                         QJsonArray{QJsonObject{{u"file"_s, u"src/f.txt"_s},
                                                                {u"additions"_s, 2},
                                                                {u"deletions"_s, 1},
                                                                {u"status"_s, u"modified"_s}}}},
                                        {u"replacements"_s, 1}}));
    }

    void savedPatternsAreTheFileAndItsFolder()
    {
        Workbench bench(asking());
        bench.seat([](const Permission::Request &) { return yes(); });
        bench.file(u"src/f.txt"_s, "a");
        bench.file(u"top.txt"_s, "a");
        QVERIFY(bench.call(u"edit"_s, edit(u"src/f.txt"_s, u"a"_s, u"b"_s)).ok());
        QVERIFY(bench.call(u"edit"_s, edit(u"top.txt"_s, u"a"_s, u"b"_s)).ok());
        QCOMPARE(bench.asked().at(0).inquiry.save,
                 QList<Permission::SaveOffer>({{u"src/f.txt"_s, true}, {u"src/*"_s, false}}));
        QCOMPARE(bench.asked().at(1).inquiry.save,
                 QList<Permission::SaveOffer>({{u"top.txt"_s, true}}));
    }

    void wordsOfTheRefusalAreTheError()
    {
        Workbench bench(asking());
        bench.seat([](const Permission::Request &) { return no(u"use the other file"_s); });
        bench.file(u"f.txt"_s, "a");
        const Settled settled = bench.call(u"edit"_s, edit(u"f.txt"_s, u"a"_s, u"b"_s));
        QCOMPARE(settled.error->code, ErrorCode::Denied);
        QVERIFY(settled.modelText().contains(u"use the other file"_s));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), QByteArray("a"));
    }

    void refusalWithoutWordsStopsTheRun()
    {
        Workbench bench(asking());
        bench.seat([](const Permission::Request &) { return no(); });
        bench.file(u"f.txt"_s, "a");
        QCOMPARE(bench.call(u"edit"_s, edit(u"f.txt"_s, u"a"_s, u"b"_s)).error->code,
                 ErrorCode::Declined);
        QCOMPARE(bench.bytesOf(u"f.txt"_s), QByteArray("a"));
    }

    void ruleDenies()
    {
        Workbench bench({rule(u"edit"_s, u"*.lock"_s, Effect::Deny)});
        bench.file(u"f.lock"_s, "a");
        QCOMPARE(bench.call(u"edit"_s, edit(u"f.lock"_s, u"a"_s, u"b"_s)).error->code,
                 ErrorCode::Denied);
        QCOMPARE(bench.bytesOf(u"f.lock"_s), QByteArray("a"));
    }

    void changedDuringTheQuestion_data()
    {
        QTest::addColumn<QByteArray>("other");
        QTest::newRow("elsewhere in the file") << QByteArray("a\nchanged by the person\n");
        QTest::newRow("the very place") << QByteArray("z\nrest\n");
    }
    void changedDuringTheQuestion()
    {
        QFETCH(QByteArray, other);
        Workbench bench(asking());
        bench.seat([&](const Permission::Request &) {
            bench.file(u"f.txt"_s, other);
            return yes();
        });
        bench.file(u"f.txt"_s, "a\nrest\n");
        const Settled settled = bench.call(u"edit"_s, edit(u"f.txt"_s, u"a"_s, u"b"_s));
        QCOMPARE(settled.error->code, ErrorCode::Stale);
        QVERIFY(settled.modelText().contains(u"Read it again"_s));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), other);
    }

    void deletedDuringTheQuestion()
    {
        Workbench bench(asking());
        bench.seat([&](const Permission::Request &) {
            QFile::remove(bench.path(u"f.txt"_s));
            return yes();
        });
        bench.file(u"f.txt"_s, "a");
        QCOMPARE(bench.call(u"edit"_s, edit(u"f.txt"_s, u"a"_s, u"b"_s)).error->code,
                 ErrorCode::Stale);
        QVERIFY(!bench.has(u"f.txt"_s));
    }

    void whatThePersonMadeOfItIsWrittenAndTold()
    {
        Workbench bench(asking());
        bench.seat([](const Permission::Request &request) {
            Permission::Reply reply = yes();
            reply.proposal = request.inquiry.proposal;
            reply.proposal->files.first().after = "person\nrest\n";
            return reply;
        });
        bench.file(u"f.txt"_s, "a\nrest\n");
        const Settled settled = bench.call(u"edit"_s, edit(u"f.txt"_s, u"a"_s, u"model"_s));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), QByteArray("person\nrest\n"));
        QVERIFY(settled.modelText().contains(u"The person changed the proposal"_s));
        QVERIFY(settled.modelText().contains(u"-model\n+person\n"_s));
    }

    void whatWasTakenOfItIsToldPrecisely()
    {
        Workbench bench(asking());
        bench.seat([](const Permission::Request &request) {
            Permission::Reply reply = yes();
            reply.proposal = request.inquiry.proposal;
            reply.proposal->files.first().after = "a\nB\nrest\n";
            reply.proposal->files.first().facts.append(QString::fromUtf16(Diff::kPartFact));
            reply.message = u"f.txt:2: B is fine\n"_s;
            return reply;
        });
        bench.file(u"f.txt"_s, "a\nb\nrest\n");
        const Settled settled = bench.call(u"edit"_s, edit(u"f.txt"_s, u"a\nb"_s, u"A\nB\nC"_s));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), QByteArray("a\nB\nrest\n"));
        QCOMPARE(settled.modelText(),
                 u"Edited f.txt: 1 replacement (+1 -1 lines).\n"
                 "The person allowed only a part of your change to f.txt: +1 -1 of +3 -2 lines. "
                 "This "
                 "was applied:\n"
                 "--- a/f.txt\n+++ b/f.txt\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n rest\n"
                 "This was refused; it leads from what is in the file now to what you proposed:\n"
                 "--- a/f.txt\n+++ b/f.txt\n@@ -1,3 +1,4 @@\n-a\n+A\n B\n+C\n rest\n"
                 "The person allowed it with these remarks:\nf.txt:2: B is fine"_s);
    }

    void remarksGoWithAWholeChange()
    {
        Workbench bench(asking());
        bench.seat([](const Permission::Request &) {
            Permission::Reply reply = yes();
            reply.message = u"f.txt:1: name it better"_s;
            return reply;
        });
        bench.file(u"f.txt"_s, "a\n");
        const Settled settled = bench.call(u"edit"_s, edit(u"f.txt"_s, u"a"_s, u"b"_s));
        QVERIFY(settled.ok());
        QCOMPARE(settled.modelText(),
                 u"Edited f.txt: 1 replacement (+1 -1 lines).\n-a\n+b\n"
                 "The person allowed it with these remarks:\nf.txt:1: name it better"_s);
    }

    void modeIsKept()
    {
        Workbench bench;
        const QString path = bench.file(u"run.sh"_s, "a\n");
        QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0750), 0);
        QVERIFY(bench.call(u"edit"_s, edit(u"run.sh"_s, u"a"_s, u"b"_s)).ok());
        struct stat status{};
        QCOMPARE(::stat(QFile::encodeName(path).constData(), &status), 0);
        QCOMPARE(int(status.st_mode & 07777), 0750);
    }

    void outsideAsksForTheFolderFirst()
    {
        Workbench bench(asking()
                        + Permission::Ruleset{rule(u"external_directory"_s, u"*"_s, Effect::Ask)});
        bench.seat([](const Permission::Request &) { return yes(); });
        const QString path = bench.scratch.write(u"other/f.txt"_s, "a");
        const Settled settled = bench.call(u"edit"_s, edit(path, u"a"_s, u"b"_s));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        const auto asked = bench.asked();
        QCOMPARE(asked.size(), 2);
        const QString boundary = bench.scratch.path(u"other"_s) + u"/*"_s;
        QCOMPARE(asked.at(0).inquiry.action, u"external_directory"_s);
        QCOMPARE(asked.at(0).inquiry.resources, QStringList{boundary});
        QCOMPARE(asked.at(0).inquiry.save, QList<Permission::SaveOffer>({{boundary, false}}));
        QCOMPARE(asked.at(1).inquiry.action, u"edit"_s);
        QCOMPARE(asked.at(1).inquiry.proposal.files.first().facts, QStringList{u"outside"_s});
    }

    void outsideRefusedIsNeverRead()
    {
        Workbench bench({rule(u"external_directory"_s, u"*"_s, Effect::Deny)});
        const QString path = bench.scratch.write(u"other/f.txt"_s, "a");
        // The answer must not tell whether the text is there.
        const Settled there = bench.call(u"edit"_s, edit(path, u"a"_s, u"b"_s));
        const Settled absent = bench.call(u"edit"_s, edit(path, u"q"_s, u"b"_s));
        QCOMPARE(there.error->code, ErrorCode::Denied);
        QCOMPARE(there.error->message, absent.error->message);
    }

    void relativeEscapeIsRefused()
    {
        Workbench bench;
        bench.scratch.write(u"other/f.txt"_s, "a");
        QCOMPARE(bench.call(u"edit"_s, edit(u"../other/f.txt"_s, u"a"_s, u"b"_s)).error->code,
                 ErrorCode::Denied);
        QCOMPARE(bench.scratch.read(u"other/f.txt"_s), QByteArray("a"));
    }

    void symlinkStaysAndIsSaidInTheRequest()
    {
        Workbench bench(asking());
        bench.seat([](const Permission::Request &) { return yes(); });
        bench.file(u"real.txt"_s, "a");
        QVERIFY(QFile::link(u"real.txt"_s, bench.path(u"link.txt"_s)));
        QVERIFY(bench.call(u"edit"_s, edit(u"link.txt"_s, u"a"_s, u"b"_s)).ok());
        QVERIFY(QFileInfo(bench.path(u"link.txt"_s)).isSymLink());
        QCOMPARE(bench.bytesOf(u"real.txt"_s), QByteArray("b"));
        const Permission::Inquiry inquiry = bench.asked().first().inquiry;
        QCOMPARE(inquiry.resources, QStringList({u"real.txt"_s, u"link.txt"_s})); // Both names.
        QCOMPARE(inquiry.proposal.files.first().facts, QStringList{u"symlink"_s});
    }
};

} // namespace Countersign::Test

QTEST_GUILESS_MAIN(Countersign::Test::EditToolTest)
#include "tst_edittool.moc"
