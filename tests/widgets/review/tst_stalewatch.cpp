// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/stalewatch.h"
#include "support/scratch.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Qt::StringLiterals;

class TestStaleWatch : public QObject
{
    Q_OBJECT

    std::unique_ptr<Test::Scratch> m_scratch;
    StaleWatch m_watch;

    Diff::FileChange change(Diff::ChangeKind kind) const
    {
        Diff::FileChange file;
        file.kind = kind;
        file.resource = u"d/a"_s;
        file.target = m_scratch->path(u"d/a"_s);
        if (kind != Diff::ChangeKind::Added)
            file.before = "one\n";
        if (kind == Diff::ChangeKind::Moved) {
            file.movedTo = u"e/b"_s;
            file.movedTarget = m_scratch->path(u"e/b"_s);
        }
        return file;
    }

private Q_SLOTS:
    void init()
    {
        m_scratch = std::make_unique<Test::Scratch>();
        QDir().mkpath(m_scratch->path(u"d"_s));
        QDir().mkpath(m_scratch->path(u"e"_s));
    }
    void cleanup() { m_watch.watch({}); }

    void whatHappensIsSeen_data()
    {
        using Kind = Diff::ChangeKind;
        using Event = std::function<void(const Test::Scratch &)>;
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<Event>("event");
        const Event write = [](const Test::Scratch &scratch) {
            scratch.write(u"d/a"_s, "two\n");
        };
        const Event remove = [](const Test::Scratch &scratch) {
            QVERIFY(QFile::remove(scratch.path(u"d/a"_s)));
        };
        const Event replace = [](const Test::Scratch &scratch) {
            scratch.write(u"d/new"_s, "two\n");
            QVERIFY(QFile::remove(scratch.path(u"d/a"_s)));
            QVERIFY(QFile::rename(scratch.path(u"d/new"_s), scratch.path(u"d/a"_s)));
        };
        QTest::newRow("a file that changes") << Kind::Modified << write;
        QTest::newRow("a file that is replaced") << Kind::Modified << replace;
        QTest::newRow("a file that goes") << Kind::Modified << remove;
        QTest::newRow("a new file that comes") << Kind::Added << write;
        QTest::newRow("a file to be deleted that changes") << Kind::Deleted << write;
        QTest::newRow("a file to be moved that changes") << Kind::Moved << write;
        QTest::newRow("a destination that is taken")
                << Kind::Moved
                << Event([](const Test::Scratch &scratch) { scratch.write(u"e/b"_s, ""); });
        QTest::newRow("a destination that becomes a link to nothing")
                << Kind::Moved << Event([](const Test::Scratch &scratch) {
                       QVERIFY(QFile::link(u"nowhere"_s, scratch.path(u"e/b"_s)));
                   });
    }

    void whatHappensIsSeen()
    {
        QFETCH(const Diff::ChangeKind, kind);
        QFETCH(const std::function<void(const Test::Scratch &)>, event);
        if (kind != Diff::ChangeKind::Added)
            m_scratch->write(u"d/a"_s, "one\n");
        QSignalSpy changed(&m_watch, &StaleWatch::staleChanged);
        m_watch.watch({{change(kind)}});
        QCOMPARE(m_watch.stale(), QStringList{});
        event(*m_scratch);
        QTRY_COMPARE(m_watch.stale(), QStringList{u"d/a"_s});
        QCOMPARE(changed.size(), 1);
    }

    void whatIsBackIsFresh()
    {
        m_scratch->write(u"d/a"_s, "one\n");
        m_watch.watch({{change(Diff::ChangeKind::Moved)}});
        m_scratch->write(u"e/b"_s, "in the way");
        QTRY_COMPARE(m_watch.stale(), QStringList{u"d/a"_s});
        QVERIFY(QFile::remove(m_scratch->path(u"e/b"_s)));
        QTRY_COMPARE(m_watch.stale(), QStringList{});
    }
};

QTEST_GUILESS_MAIN(TestStaleWatch)
#include "tst_stalewatch.moc"
