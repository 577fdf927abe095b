// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/filecommit.h"
#include "support/scratch.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <thread>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>

using namespace Countersign;
using namespace Qt::StringLiterals;

class FileCommitTest : public QObject
{
    Q_OBJECT

    struct Room
    {
        Test::Scratch scratch;
        Location location = *Location::open(scratch.path());

        /// A write of `relative` from what is there now.
        FileWrite write(const QString &relative, std::optional<QByteArray> bytes) const
        {
            const ResolvedPath path = *location.resolve(relative, PathKind::File);
            return {path, *location.readFile(path), std::move(bytes)};
        }
        QStringList names(const QString &relative = {}) const
        {
            return QDir(scratch.path(relative))
                    .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
        }
        /// The kept old contents in the room's folder.
        QStringList kept() const
        {
            return QDir(scratch.path())
                    .entryList({u".countersign-*"_s}, QDir::Files | QDir::Hidden);
        }
        mode_t modeOf(const QString &relative) const
        {
            struct stat status{};
            if (::stat(QFile::encodeName(scratch.path(relative)).constData(), &status) != 0)
                return 0;
            return status.st_mode & 07777;
        }
    };

    /// Runs a commit up to the first failure, `between` before each file.
    template<class Between>
    static std::optional<Error> run(const QList<FileWrite> &writes, Between between)
    {
        FileCommit commit(writes);
        Result<void> step = commit.prepare();
        for (qsizetype i = 0; step && i < commit.size(); ++i) {
            between(i);
            step = commit.publish(i);
        }
        if (!step)
            return commit.undo(step.error());
        commit.finish();
        return std::nullopt;
    }

private Q_SLOTS:
    void writesReplacesAndRemoves()
    {
        Room room;
        room.scratch.write(u"old.txt"_s, "old");
        room.scratch.write(u"gone.txt"_s, "gone");
        QVERIFY(QFile::setPermissions(room.scratch.path(u"old.txt"_s),
                                      QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        FileWrite moved = room.write(u"a/b/new.txt"_s, "new");
        moved.mode = 0751;
        const auto committed = room.location.commit({room.write(u"old.txt"_s, "changed"), moved,
                                                     room.write(u"gone.txt"_s, std::nullopt)});
        QVERIFY2(committed, committed ? "" : qPrintable(committed.error().message));
        QCOMPARE(room.names(), QStringList({u"a"_s, u"old.txt"_s})); // Nothing else is left.
        QCOMPARE(room.names(u"a/b"_s), QStringList{u"new.txt"_s});
        QCOMPARE(room.scratch.read(u"old.txt"_s), QByteArray("changed"));
        QCOMPARE(room.scratch.read(u"a/b/new.txt"_s), QByteArray("new"));
        QCOMPARE(room.modeOf(u"old.txt"_s), mode_t(0700));
        QCOMPARE(room.modeOf(u"a/b/new.txt"_s), mode_t(0751));
    }

    void whatIsMovedTakesItsAttributesAlong()
    {
        Room room;
        const QByteArray old = QFile::encodeName(room.scratch.write(u"old.txt"_s, "old"));
        if (::setxattr(old.constData(), "user.note", "mine", 4, 0) != 0)
            QSKIP("the file system of the temporary folder has no attributes");
        QCOMPARE(::chmod(old.constData(), 0640), 0);
        FileWrite moved = room.write(u"a/new.txt"_s, "new");
        moved.movedFrom = room.scratch.path(u"old.txt"_s);
        const auto committed =
                room.location.commit({moved, room.write(u"old.txt"_s, std::nullopt)});
        QVERIFY2(committed, committed ? "" : qPrintable(committed.error().message));
        QByteArray value(16, '\0');
        const QByteArray name = QFile::encodeName(room.scratch.path(u"a/new.txt"_s));
        QCOMPARE(::getxattr(name.constData(), "user.note", value.data(), 16), 4);
        QCOMPARE(value.first(4), QByteArray("mine"));
        QCOMPARE(room.modeOf(u"a/new.txt"_s), mode_t(0640));
        QCOMPARE(room.names(), QStringList{u"a"_s});
    }

    void movedFromAFileThatStaysIsRefused()
    {
        Room room;
        room.scratch.write(u"old.txt"_s, "old");
        FileWrite moved = room.write(u"new.txt"_s, "new");
        moved.movedFrom = room.scratch.path(u"old.txt"_s);
        const auto committed = room.location.commit({moved});
        QVERIFY(!committed);
        QCOMPARE(committed.error().code, ErrorCode::Internal);
        QCOMPARE(room.names(), QStringList{u"old.txt"_s});
    }

    void oneThatChangedStopsAll_data()
    {
        QTest::addColumn<QString>("third");
        QTest::newRow("changed") << u"changed"_s;
        QTest::newRow("removed") << u"removed"_s;
        QTest::newRow("read-only") << u"read-only"_s;
        QTest::newRow("became a folder") << u"folder"_s;
    }
    void oneThatChangedStopsAll()
    {
        QFETCH(QString, third);
        Room room;
        for (const QString &name : {u"1"_s, u"2"_s, u"3"_s, u"5"_s})
            room.scratch.write(name, name.toUtf8());
        const QList<FileWrite> writes{room.write(u"1"_s, "x"), room.write(u"2"_s, std::nullopt),
                                      room.write(u"3"_s, "x"), room.write(u"d/4"_s, "x"),
                                      room.write(u"5"_s, "x")};
        const QString path = room.scratch.path(u"3"_s);
        if (third == "changed"_L1)
            room.scratch.write(u"3"_s, "9");
        else if (third == "read-only"_L1)
            QVERIFY(QFile::setPermissions(path, QFile::ReadOwner));
        else
            QVERIFY(QFile::remove(path));
        if (third == "folder"_L1)
            QVERIFY(QDir().mkdir(path));
        const QStringList names = room.names();
        const auto committed = room.location.commit(writes);
        QVERIFY(!committed);
        QVERIFY2(committed.error().message.contains(u"\"3\""_s),
                 qPrintable(committed.error().message));
        QVERIFY(committed.error().message.endsWith(u"No file was changed."_s));
        QCOMPARE(room.names(), names);
        QCOMPARE(room.scratch.read(u"1"_s), QByteArray("1"));
    }

    void aLaterFailureTakesEverythingBack_data()
    {
        QTest::addColumn<int>("at");
        QTest::newRow("second") << 1;
        QTest::newRow("fourth") << 3;
    }
    void aLaterFailureTakesEverythingBack()
    {
        QFETCH(int, at);
        Room room;
        room.scratch.write(u"replaced"_s, "old");
        room.scratch.write(u"removed"_s, "gone");
        room.scratch.write(u"last"_s, "last");
        struct stat before{};
        QCOMPARE(::stat(QFile::encodeName(room.scratch.path(u"replaced"_s)).constData(), &before),
                 0);
        const QString created = at == 1 ? u"made/new"_s : u"z"_s;
        QList<FileWrite> writes{room.write(u"replaced"_s, "x"), room.write(u"made/new"_s, "x"),
                                room.write(u"removed"_s, std::nullopt)};
        if (at == 3)
            writes.append(room.write(u"z"_s, "x"));
        // Somebody makes a file of that name at the last moment.
        const auto error = run(writes, [&](qsizetype index) {
            if (index == at)
                room.scratch.write(created, "somebody's");
        });
        QVERIFY(error);
        QCOMPARE(error->code, ErrorCode::Stale);
        QVERIFY2(error->message.endsWith(u"every file is as it was."_s),
                 qPrintable(error->message));
        QCOMPARE(room.scratch.read(u"replaced"_s), QByteArray("old"));
        QCOMPARE(room.scratch.read(u"removed"_s), QByteArray("gone"));
        QCOMPARE(room.scratch.read(created), QByteArray("somebody's"));
        QVERIFY(room.kept().isEmpty());
        QCOMPARE(room.scratch.exists(u"made"_s), at == 1); // Made folders go when they are empty.
        struct stat after{};
        QCOMPARE(::stat(QFile::encodeName(room.scratch.path(u"replaced"_s)).constData(), &after),
                 0);
        QCOMPARE(after.st_ino,
                 before.st_ino); // The very file is back, with all that belongs to it.
    }

    void aSaveBetweenCheckAndRenameIsKept()
    {
        Room room;
        room.scratch.write(u"a"_s, "a");
        room.scratch.write(u"b"_s, "b");
        const auto error =
                run({room.write(u"a"_s, "x"), room.write(u"b"_s, "x")}, [&](qsizetype index) {
                    if (index == 1)
                        room.scratch.write(u"b"_s, "saved by the person");
                });
        QVERIFY(error);
        QCOMPARE(error->code, ErrorCode::Stale);
        QCOMPARE(room.scratch.read(u"a"_s), QByteArray("a"));
        QCOMPARE(room.scratch.read(u"b"_s), QByteArray("saved by the person"));
        QCOMPARE(room.names(), QStringList({u"a"_s, u"b"_s}));
    }

    void whatCannotBeTakenBackIsSaid()
    {
        Room room;
        room.scratch.write(u"a"_s, "a");
        room.scratch.write(u"b"_s, "b");
        room.scratch.write(u"c"_s, "c");
        const auto error =
                run({room.write(u"a"_s, "x"), room.write(u"b"_s, "x"), room.write(u"c"_s, "x")},
                    [&](qsizetype index) {
                        if (index != 2)
                            return;
                        // Somebody writes over the first file, and the third one is gone.
                        QVERIFY(QFile::remove(room.scratch.path(u"a"_s)));
                        room.scratch.write(u"a"_s, "somebody's");
                        QVERIFY(QFile::remove(room.scratch.path(u"c"_s)));
                    });
        QVERIFY(error);
        QVERIFY2(error->message.contains(u"a has been changed by somebody else since; its old "
                                         "contents are in \".countersign-"_s),
                 qPrintable(error->message));
        QVERIFY(!error->message.contains(u"b could not"_s));
        QCOMPARE(room.scratch.read(u"a"_s), QByteArray("somebody's"));
        QCOMPARE(room.scratch.read(u"b"_s), QByteArray("b"));
        const QStringList kept = room.kept();
        QCOMPARE(kept.size(), 1);
        QCOMPARE(room.scratch.read(kept.first()), QByteArray("a"));
    }

    void oldContentsThatAreGoneAreSaid()
    {
        Room room;
        room.scratch.write(u"a"_s, "a");
        room.scratch.write(u"c"_s, "c");
        const auto error = run({room.write(u"a"_s, std::nullopt), room.write(u"c"_s, "x")},
                               [&](qsizetype index) {
                                   if (index != 1)
                                       return;
                                   for (const QString &name : room.kept())
                                       QVERIFY(QFile::remove(room.scratch.path(name)));
                                   QVERIFY(QFile::remove(room.scratch.path(u"c"_s)));
                               });
        QVERIFY(error);
        QVERIFY2(error->message.contains(u"a could not be put back"_s), qPrintable(error->message));
    }

    void manyFilesNeedFewDescriptors()
    {
        constexpr int kFiles = 300;
        Room room;
        QList<FileWrite> writes;
        for (int i = 0; i < kFiles; ++i) {
            const QString name = QString::number(i);
            if (i % 3 == 0)
                writes.append(room.write(u"new/"_s + name, "n"));
            else
                room.scratch.write(name, "old");
            if (i % 3 == 1)
                writes.append(room.write(name, "m"));
            if (i % 3 == 2)
                writes.append(room.write(name, std::nullopt));
        }
        rlimit usual{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &usual), 0);
        const rlimit low{120, usual.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &low), 0);
        const std::optional<Error> failed = run(writes, [](qsizetype) { });
        const std::optional<Error> again =
                run({room.write(u"new/0"_s, "x"), room.write(u"1"_s, "x")}, [](qsizetype) { });
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &usual), 0);
        QVERIFY2(!failed, failed ? qPrintable(failed->message) : "");
        QVERIFY(!again);
        QCOMPARE(room.names(u"new"_s).size(), kFiles / 3);
        QCOMPARE(room.names().size(), kFiles / 3 + 1);
        QCOMPARE(room.scratch.read(u"4"_s), QByteArray("m"));
        QVERIFY(room.kept().isEmpty());
    }

    void manyFilesAreTakenBack()
    {
        Room room;
        QList<FileWrite> writes;
        for (int i = 0; i < 100; ++i) {
            room.scratch.write(QString::number(i), "old");
            writes.append(room.write(i % 2 == 0 ? QString::number(i) : u"n/%1"_s.arg(i), "new"));
        }
        const auto failed = run(writes, [&](qsizetype i) {
            if (i == 99)
                room.scratch.write(u"n/99"_s, "somebody's");
        });
        QVERIFY(failed);
        QCOMPARE(failed->code, ErrorCode::Stale);
        QCOMPARE(room.scratch.read(u"0"_s), QByteArray("old"));
        QCOMPARE(room.names(u"n"_s), QStringList{u"99"_s});
        QCOMPARE(room.names().size(), 101);
    }

    void sameFileTwiceIsRefused()
    {
        Room room;
        room.scratch.write(u"a"_s, "a");
        const auto committed =
                room.location.commit({room.write(u"a"_s, "x"), room.write(u"a"_s, "y")});
        QVERIFY(!committed);
        QCOMPARE(committed.error().code, ErrorCode::Internal);
        QCOMPARE(room.scratch.read(u"a"_s), QByteArray("a"));
    }

    void commitsThatShareFilesDoNotWaitInACircle()
    {
        Room room;
        room.scratch.write(u"a"_s, "0");
        room.scratch.write(u"b"_s, "0");
        const auto work = [&room](const QString &first, const QString &second) {
            for (int i = 0; i < 100; ++i) {
                // Either may find the other's change; the two files always have the same content.
                const QByteArray bytes = QByteArray::number(i) + first.toUtf8();
                const auto done =
                        room.location.commit({room.write(first, bytes), room.write(second, bytes)});
                if (!done && done.error().code != ErrorCode::Stale)
                    qFatal("%s", qPrintable(done.error().message));
            }
        };
        {
            const std::jthread one([&] { work(u"a"_s, u"b"_s); });
            const std::jthread two([&] { work(u"b"_s, u"a"_s); });
        }
        QCOMPARE(room.scratch.read(u"a"_s), room.scratch.read(u"b"_s));
        QCOMPARE(room.names(), QStringList({u"a"_s, u"b"_s}));
    }
};

QTEST_GUILESS_MAIN(FileCommitTest)
#include "tst_filecommit.moc"
