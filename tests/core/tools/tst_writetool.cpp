// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include <QDir>
#include <QtTest>

using namespace Qt::StringLiterals;

namespace Countersign::Test {

using Permission::Effect;

class WriteToolTest : public QObject
{
    Q_OBJECT

    static QJsonObject write(const QString &path, const QString &content)
    {
        return {{u"path"_s, path}, {u"content"_s, content}};
    }

private Q_SLOTS:
    void formatOfTheOldFileIsKept_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QString>("content");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("plain") << QByteArray("a\n") << u"b\n"_s << QByteArray("b\n");
        QTest::newRow("CRLF") << QByteArray("a\r\nb\r\n") << u"x\ny\n"_s
                              << QByteArray("x\r\ny\r\n");
        QTest::newRow("CRLF in LF file")
                << QByteArray("a\nb\n") << u"x\r\ny"_s << QByteArray("x\ny");
        QTest::newRow("mixed: as written")
                << QByteArray("a\r\nb\n") << u"x\ny\r\n"_s << QByteArray("x\ny\r\n");
        QTest::newRow("no line end: as written")
                << QByteArray("a") << u"x\n"_s << QByteArray("x\n");
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF"
                                                       "a\n")
                                         << u"b\n"_s
                                         << QByteArray("\xEF\xBB\xBF"
                                                       "b\n");
        QTest::newRow("byte order mark given as well") << QByteArray("\xEF\xBB\xBF"
                                                                     "a\n")
                                                       << u"\uFEFFb\n"_s
                                                       << QByteArray("\xEF\xBB\xBF"
                                                                     "b\n");
        QTest::newRow("UTF-16 big endian")
                << QByteArray("\xFE\xFF\0a", 4) << u"ä"_s << QByteArray("\xFE\xFF\0\xE4", 4);
        QTest::newRow("windows-1252") << QByteArray("caf\xE9\r\n") << u"größer: 5 €\n"_s
                                      << QByteArray("gr\xF6\xDF"
                                                    "er: 5 \x80\r\n");
        QTest::newRow("Shift_JIS") << QByteArray("\x83\x65\x83\x58\x83\x67\x95\x5C\x8E\xA6\x82\xF0")
                                   << u"表"_s << QByteArray("\x95\x5C");
        QTest::newRow("what is damaged UTF-16 becomes UTF-8") << QByteArray("\xFF\xFE"
                                                                            "a")
                                                              << u"ä"_s << QByteArray("ä");
        QTest::newRow("to nothing") << QByteArray("a\n") << QString() << QByteArray();
    }
    void formatOfTheOldFileIsKept()
    {
        QFETCH(QByteArray, before);
        QFETCH(QString, content);
        QFETCH(QByteArray, after);
        Workbench bench;
        bench.file(u"f.txt"_s, before);
        const Settled settled = bench.call(u"write"_s, write(u"f.txt"_s, content));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), after);
    }

    void createsWithFolders()
    {
        Workbench bench({rule(u"edit"_s, u"*"_s, Effect::Ask)});
        bench.seat([&](const Permission::Request &) {
            // While the person thinks there is neither file nor folder.
            return bench.has(u"new"_s) ? no(u"too early"_s) : yes();
        });
        const Settled settled = bench.call(u"write"_s, write(u"new/deep/f.txt"_s, u"a\nb"_s));
        QCOMPARE(settled.modelText(), u"Created new/deep/f.txt (+2 -0 lines)."_s);
        QCOMPARE(bench.bytesOf(u"new/deep/f.txt"_s), QByteArray("a\nb"));
        Diff::FileChange shown;
        shown.kind = Diff::ChangeKind::Added;
        shown.resource = u"new/deep/f.txt"_s;
        shown.target = bench.path(u"new/deep/f.txt"_s);
        shown.after = "a\nb";
        QCOMPARE(bench.asked().first().inquiry.proposal.files, QList<Diff::FileChange>{shown});
    }

    void sameContentAsksNobody()
    {
        Workbench bench({rule(u"edit"_s, u"*"_s, Effect::Deny)});
        bench.file(u"f.txt"_s, "a\r\n");
        const Settled settled = bench.call(u"write"_s, write(u"f.txt"_s, u"a\n"_s));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QVERIFY(settled.modelText().contains(u"already"_s));
        QCOMPARE(settled.output.structured.toObject().value(u"written"_s), QJsonValue(false));
    }

    void danglingSymlinkOutIsRefused()
    {
        Workbench bench;
        const QString outside = bench.scratch.path(u"victim.txt"_s);
        QVERIFY(QFile::link(outside, bench.path(u"link.txt"_s)));
        const Settled settled = bench.call(u"write"_s, write(u"link.txt"_s, u"x"_s));
        QVERIFY(!settled.ok());
        QCOMPARE(settled.error->code, ErrorCode::Denied);
        QVERIFY(!QFileInfo::exists(outside));
    }

    void folderTurnedIntoASymlinkDuringTheQuestion()
    {
        Workbench bench({rule(u"edit"_s, u"*"_s, Effect::Ask)});
        QVERIFY(QDir().mkpath(bench.path(u"sub"_s)));
        QVERIFY(QDir().mkpath(bench.scratch.path(u"outside"_s)));
        bench.seat([&](const Permission::Request &) {
            QDir().rmdir(bench.path(u"sub"_s));
            return QFile::link(bench.scratch.path(u"outside"_s), bench.path(u"sub"_s))
                    ? yes()
                    : no(u"no link"_s);
        });
        const Settled settled = bench.call(u"write"_s, write(u"sub/f.txt"_s, u"x"_s));
        QVERIFY(!settled.ok());
        QVERIFY2(settled.error->code != ErrorCode::Denied, qPrintable(settled.modelText()));
        QVERIFY(!bench.scratch.exists(u"outside/f.txt"_s));
    }

    void appearedDuringTheQuestion()
    {
        Workbench bench({rule(u"edit"_s, u"*"_s, Effect::Ask)});
        bench.seat([&](const Permission::Request &) {
            bench.file(u"f.txt"_s, "the person's");
            return yes();
        });
        QCOMPARE(bench.call(u"write"_s, write(u"f.txt"_s, u"x"_s)).error->code, ErrorCode::Stale);
        QCOMPARE(bench.bytesOf(u"f.txt"_s), QByteArray("the person's"));
    }

    void refused()
    {
        Workbench bench({rule(u"edit"_s, u"*"_s, Effect::Ask)});
        bench.seat([](const Permission::Request &) { return no(u"not here"_s); });
        const Settled settled = bench.call(u"write"_s, write(u"f.txt"_s, u"x"_s));
        QCOMPARE(settled.error->code, ErrorCode::Denied);
        QVERIFY(settled.modelText().contains(u"not here"_s));
        QVERIFY(!bench.has(u"f.txt"_s));
    }

    void directoryIsNoFile()
    {
        Workbench bench;
        QVERIFY(QDir().mkpath(bench.path(u"sub"_s)));
        QCOMPARE(bench.call(u"write"_s, write(u"sub"_s, u"x"_s)).error->code,
                 ErrorCode::InvalidInput);
    }
};

} // namespace Countersign::Test

QTEST_GUILESS_MAIN(Countersign::Test::WriteToolTest)
#include "tst_writetool.moc"
