// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "recordedgit.h"

#include "support/patience.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDirIterator>
#include <QProcess>
#include <QRandomGenerator>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <thread>

#include <fcntl.h>

using namespace Countersign;
using namespace Countersign::Session;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

/// Names, contents and times of all that is below a folder.
QByteArray stampOf(const QString &folder)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    QStringList names;
    QDirIterator entries(folder, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                         QDirIterator::Subdirectories);
    while (entries.hasNext())
        names.append(entries.next());
    names.sort();
    for (const QString &name : std::as_const(names)) {
        struct stat status{};
        ::lstat(QFile::encodeName(name).constData(), &status);
        hash.addData(u"%1 %2 %3 %4\n"_s.arg(name)
                             .arg(status.st_size)
                             .arg(status.st_mtim.tv_sec)
                             .arg(status.st_mtim.tv_nsec)
                             .toUtf8());
    }
    return hash.result();
}

/// The program that will be killed, in the folder of a Recorded.
int child(const QString &scenario, const QString &folder)
{
    auto location = Location::open(folder + u"/project"_s);
    auto store = SnapshotStore::open(folder + u"/data/snapshots"_s);
    if (!location || !store)
        return 1;
    Snapshots snapshots(**store, *location, folder + u"/data/snapshots"_s);
    const ToolContext context{SessionId(u"ses_1"_s), {}, MessageId(u"msg_0"_s), {}, {}, {}};
    const auto say = [](const char *word) {
        std::puts(word);
        std::fflush(stdout);
    };
    if (scenario == u"command") {
        const auto record = snapshots.willRun(context);
        QFile file(folder + u"/project/f"_s);
        if (!record || !file.open(QIODevice::WriteOnly))
            return 1;
        file.write("by the command\n");
        file.close();
        say("ready");
        for (;;)
            ::pause();
    }
    // Contents that grow, so that the kill meets every step.
    for (int i = 0;; ++i) {
        const auto path = location->resolve(u"f"_s, PathKind::File);
        const auto now = location->readFile(*path);
        const FileWrite write{
                *path, *now, QByteArray(1000 + (i % 90) * 1000, char('a' + i % 26)), {}};
        const auto record = snapshots.willWrite(context, {write}, {});
        if (!record || !location->commit({write}))
            return 1;
        snapshots.wrote(*record, true);
        if (i == 3)
            say("ready");
    }
}

} // namespace

class tst_Snapshots : public QObject
{
    Q_OBJECT

    static void killed(const Recorded &recorded, const QString &scenario, int afterMs)
    {
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(),
                      {u"--child"_s, scenario, recorded.scratch.path()});
        QByteArray said;
        QVERIFY(QTest::qWaitFor(
                [&] {
                    said += process.readAllStandardOutput();
                    return said.contains("ready");
                },
                20000 * kPatience));
        // Not in step with what the child does: every round meets another moment.
        QTest::qWait(afterMs);
        ::kill(pid_t(process.processId()), SIGKILL);
        QVERIFY(process.waitForFinished(10000));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    }

private Q_SLOTS:
    void commandsAreFound_data();
    void commandsAreFound();
    void filesOfGitAreNotCopied();
    void filteredFilesAreCopied_data();
    void filteredFilesAreCopied();
    void theRepositoryIsNotTouched();
    void othersAreNotBlamed();
    void parallelCommands();
    void whatIsNotRecordedIsSaid_data();
    void whatIsNotRecordedIsSaid();
    void nothingIsWrittenThatCannotBeKept();
    void failedWritesAreNoChanges();
    void oldSessionsAreDropped();
    void theDiskUseIsBounded();
    void damageIsNoticed();
    void aKilledWriteIsWholeOrNothing();
    void aKilledCommandIsFound();
};

void tst_Snapshots::commandsAreFound_data()
{
    QTest::addColumn<bool>("repository");
    QTest::newRow("a plain folder") << false;
    QTest::newRow("a repository") << true;
}

void tst_Snapshots::commandsAreFound()
{
    QFETCH(bool, repository);
    Recorded recorded;
    recorded.person(u".gitignore"_s, "ignored/\n*.o\n");
    recorded.person(u"sub/.gitignore"_s, "!kept.o\nsecret\n");
    recorded.person(u"changed"_s, "old\n");
    recorded.person(u"gone"_s, "gone\n");
    recorded.person(u"same"_s, "same\n");
    recorded.person(u"touched"_s, "touched\n");
    recorded.person(u"sub/kept.o"_s, "1\n");
    recorded.person(u"sub/secret"_s, "1\n");
    recorded.person(u"ignored/a"_s, "1\n");
    recorded.person(u"a.o"_s, "1\n");
    if (repository) {
        git(recorded, {u"init"_s, u"-q"_s});
        commitAll(recorded);
    }
    const auto act = [&] {
        for (const QString &name :
             {u"changed"_s, u"sub/kept.o"_s, u"sub/secret"_s, u"ignored/a"_s, u"a.o"_s, u"new"_s})
            recorded.person(name, "by the command\n");
        recorded.person(u"touched"_s, "touched\n");
        recorded.remove(u"gone"_s);
    };
    recorded.run(act);
    const QStringList expected{u"changed"_s, u"gone"_s, u"new"_s, u"sub/kept.o"_s};
    QCOMPARE(namesIn(recorded.changes()), expected);
    // The same content within one tick of the clock, and one that the stamp cannot tell.
    recorded.open();
    recorded.run([&] { recorded.person(u"same"_s, "SAME\n"); });
    QCOMPARE(namesIn(recorded.changes()),
             (QStringList{u"changed"_s, u"gone"_s, u"new"_s, u"same"_s, u"sub/kept.o"_s}));
    QCOMPARE(recorded.back().refused, QStringList());
    QCOMPARE(recorded.bytes(u"changed"_s), QByteArray("old\n"));
    QCOMPARE(recorded.bytes(u"gone"_s), QByteArray("gone\n"));
    QCOMPARE(recorded.bytes(u"same"_s), QByteArray("same\n"));
    QCOMPARE(recorded.bytes(u"sub/kept.o"_s), QByteArray("1\n"));
    QCOMPARE(recorded.bytes(u"ignored/a"_s), QByteArray("by the command\n"));
    QVERIFY(!recorded.has(u"new"_s));
}

void tst_Snapshots::filesOfGitAreNotCopied()
{
    Recorded recorded;
    recorded.person(u"a"_s, "a\n");
    recorded.person(u"b"_s, "b\n");
    git(recorded, {u"init"_s, u"-q"_s});
    commitAll(recorded);
    recorded.person(u"mine"_s, "not committed\n");
    recorded.run([] { });
    QVERIFY(!recorded.store->content(SnapshotStore::hashOf("a\n")).has_value());
    QVERIFY(recorded.store->content(SnapshotStore::hashOf("not committed\n")).has_value());
    // Committed, checked out and changed by commands: found, and put back from what git held.
    recorded.run([&] {
        recorded.person(u"a"_s, "A\n");
        git(recorded, {u"commit"_s, u"-qam"_s, u"y"_s});
    });
    recorded.run([&] { git(recorded, {u"rm"_s, u"-q"_s, u"b"_s}); });
    QCOMPARE(namesIn(recorded.changes()), (QStringList{u"a"_s, u"b"_s}));
    QCOMPARE(recorded.back().refused, QStringList());
    QCOMPARE(recorded.bytes(u"a"_s), QByteArray("a\n"));
    QCOMPARE(recorded.bytes(u"b"_s), QByteArray("b\n"));
}

void tst_Snapshots::filteredFilesAreCopied_data()
{
    QTest::addColumn<QByteArray>("attributes");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("line ends") << QByteArray("* text=auto\n") << QByteArray("a\r\nb\r\n");
    QTest::newRow("a filter") << QByteArray("f filter=rot\n") << QByteArray("abc\n");
    QTest::newRow("an encoding") << QByteArray("f working-tree-encoding=UTF-16LE\n")
                                 << QByteArray("a\0\n\0", 4);
}

/// Where git holds other bytes than the file has, they are not what must come back.
void tst_Snapshots::filteredFilesAreCopied()
{
    QFETCH(QByteArray, attributes);
    QFETCH(QByteArray, content);
    Recorded recorded;
    recorded.person(u".gitattributes"_s, attributes);
    recorded.person(u"f"_s, content);
    git(recorded, {u"init"_s, u"-q"_s});
    git(recorded, {u"config"_s, u"filter.rot.clean"_s, u"tr a-c n-p"_s});
    git(recorded, {u"config"_s, u"filter.rot.smudge"_s, u"tr n-p a-c"_s});
    commitAll(recorded);
    recorded.run([&] { recorded.person(u"f"_s, "other\n"); });
    QCOMPARE(recorded.back().done, QStringList{u"f"_s});
    QCOMPARE(recorded.bytes(u"f"_s), content);
}

void tst_Snapshots::theRepositoryIsNotTouched()
{
    Recorded recorded;
    recorded.person(u"a"_s, "a\n");
    recorded.person(u"sub/b"_s, "b\n");
    git(recorded, {u"init"_s, u"-q"_s});
    commitAll(recorded);
    // Stamps that git's index does not have: git itself would write it anew.
    recorded.person(u"a"_s, "a\n");
    const QByteArray before = stampOf(recorded.path(u".git"_s));
    recorded.run([&] { recorded.person(u"sub/b"_s, "B\n"); });
    QVERIFY(recorded.write(u"a"_s, "A\n").has_value());
    QCOMPARE(recorded.back().done.size(), 2);
    QCOMPARE(recorded.undo().done.size(), 2);
    QCOMPARE(stampOf(recorded.path(u".git"_s)), before);
}

void tst_Snapshots::othersAreNotBlamed()
{
    Recorded recorded;
    for (const QString &name : {u"before"_s, u"between"_s, u"tool"_s, u"both"_s})
        recorded.person(name, "old\n");
    recorded.run([] { });
    recorded.person(u"before"_s, "by the person\n");
    recorded.run([&] {
        // A tool of another session writes at the same time: that is known.
        const SessionId own = std::exchange(recorded.session, SessionId(u"ses_2"_s));
        QVERIFY(recorded.write(u"tool"_s, "by the tool\n").has_value());
        QVERIFY(recorded.write(u"both"_s, "by the tool\n").has_value());
        QVERIFY(recorded.write(u"new"_s, "by the tool\n").has_value());
        recorded.session = own;
        recorded.person(u"both"_s, "by the command\n");
        recorded.person(u"mine"_s, "by the command\n");
    });
    recorded.person(u"between"_s, "by the person\n");
    recorded.run([] { });
    QCOMPARE(namesIn(recorded.changes()), (QStringList{u"both"_s, u"mine"_s}));
    QCOMPARE(recorded.shown(u"both"_s).change.before, QByteArray("by the tool\n"));
    recorded.session = SessionId(u"ses_2"_s);
    QCOMPARE(namesIn(recorded.changes()), (QStringList{u"both"_s, u"new"_s, u"tool"_s}));
}

void tst_Snapshots::parallelCommands()
{
    Recorded recorded;
    recorded.person(u"a"_s, "old\n");
    recorded.person(u"b"_s, "old\n");
    const auto first = recorded.snapshots->willRun(recorded.context());
    const auto second = recorded.snapshots->willRun(recorded.context());
    QVERIFY(first.has_value() && second.has_value());
    recorded.person(u"a"_s, "new\n");
    recorded.snapshots->ran(*first);
    recorded.person(u"b"_s, "new\n");
    recorded.snapshots->ran(*second);
    const SessionChanges changes = recorded.changes();
    QCOMPARE(namesIn(changes), (QStringList{u"a"_s, u"b"_s}));
    QCOMPARE(inWords(changes.all.notes),
             QStringList{
                     u"Another command ran at the same time; what it had changed until the end of "
                     "this one is listed here."_s});
}

void tst_Snapshots::whatIsNotRecordedIsSaid_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QString>("note");
    QTest::addColumn<QString>("reason");
    QTest::newRow("too large") << u"large"_s << QString()
                               << u"It cannot be shown or put back: it is larger than 1 MiB."_s;
    QTest::newRow("was too large")
            << u"shrunk"_s << QString()
            << u"It cannot be shown or put back: its earlier content could not be kept."_s;
    QTest::newRow("too many files") << u"many"_s
                                    << u"%1 holds more than 20 files, so what commands change in "
                                       u"it is not recorded and cannot "
                                       "be put back."_s
                                    << QString();
    QTest::newRow("a repository within")
            << u"nested"_s << u"The repository in inner was not looked at."_s << QString();
    QTest::newRow("a name that is no text")
            << u"name"_s << u"A file whose name is not valid text was changed and not recorded."_s
            << QString();
    QTest::newRow("too much of one command")
            << u"much"_s << QString()
            << u"It cannot be shown or put back: one command changed more than can be kept."_s;
    QTest::newRow("too many changes")
            << u"changes"_s << u"5 more files were changed than can be recorded of one command."_s
            << QString();
}

void tst_Snapshots::whatIsNotRecordedIsSaid()
{
    QFETCH(QString, scenario);
    QFETCH(QString, note);
    QFETCH(QString, reason);
    FolderLimits limits;
    limits.files = 20;
    limits.fileBytes = 1024 * 1024;
    limits.changedBytes = 2 * 1024 * 1024;
    limits.changedFiles = 10;
    Recorded recorded(limits);
    const QByteArray large(1024 * 1024 + 1, 'x');
    recorded.person(u"f"_s, scenario == u"shrunk" ? large : QByteArray("old\n"));
    recorded.run([&] {
        if (scenario == u"large" || scenario == u"shrunk") {
            recorded.person(u"f"_s, scenario == u"large" ? large : QByteArray("new\n"));
        } else if (scenario == u"nested") {
            QDir().mkpath(recorded.path(u"inner"_s));
            git(recorded, {u"init"_s, u"-q"_s}, u"inner"_s);
            recorded.person(u"inner/x"_s, "1\n");
        } else if (scenario == u"name") {
            const QByteArray name = QFile::encodeName(recorded.path()) + "\xE9\xFF";
            ::close(::open(name.constData(), O_CREAT | O_WRONLY, 0644));
        } else if (scenario == u"much") {
            for (int i = 0; i < 4; ++i)
                recorded.person(u"f%1"_s.arg(i), QByteArray(900'000, char('a' + i)));
        } else {
            const int files = scenario == u"many" ? 30 : 15;
            for (int i = 0; i < files; ++i)
                recorded.person(u"f%1"_s.arg(i), "1\n");
        }
    });
    const SessionChanges changes = recorded.changes();
    const QStringList expected = note.isEmpty()
            ? QStringList()
            : QStringList{note.contains(u"%1"_s) ? note.arg(recorded.location->root()) : note};
    QCOMPARE(inWords(changes.all.notes), expected);
    if (reason.isEmpty())
        return;
    QVERIFY(!changes.all.files.isEmpty());
    const ChangedFile &file = changes.all.files.last();
    QCOMPARE(file.standing, Standing::NotKept);
    QCOMPARE(inWords(file.reason), reason);
    const QByteArray now = recorded.bytes(file.resource);
    QCOMPARE(recorded.back({file.resource}).refused, QStringList{file.resource + u": "_s + reason});
    QCOMPARE(recorded.bytes(file.resource), now);
}

void tst_Snapshots::nothingIsWrittenThatCannotBeKept()
{
    Recorded recorded;
    recorded.person(u"f"_s, QByteArray(200'000, 'a'));
    // The place for contents is a file.
    recorded.scratch.write(u"data/snapshots/objects"_s, "in the way");
    const auto written = recorded.write(u"f"_s, "new\n");
    QVERIFY(!written.has_value());
    QVERIFY2(written.error().message.startsWith(u"Nothing was changed, because what is there now "
                                                "could not be kept for putting it back: "_s),
             qPrintable(written.error().message));
    QCOMPARE(recorded.bytes(u"f"_s), QByteArray(200'000, 'a'));
    QVERIFY(recorded.changes().all.files.isEmpty());
}

void tst_Snapshots::failedWritesAreNoChanges()
{
    Recorded recorded;
    recorded.person(u"f"_s, "old\n");
    recorded.chmod(u"f"_s, 0444);
    QVERIFY(!recorded.write(u"f"_s, "new\n").has_value());
    QVERIFY(recorded.changes().all.files.isEmpty());
}

void tst_Snapshots::oldSessionsAreDropped()
{
    ManualClock clock(1'000'000'000'000);
    Recorded recorded({}, {}, clock);
    recorded.person(u"f"_s, "old\n");
    QVERIFY(recorded.write(u"f"_s, "new\n").has_value());
    recorded.session = SessionId(u"ses_2"_s);
    QVERIFY(recorded.write(u"g"_s, QByteArray(100'000, 'g')).has_value());
    constexpr qint64 kDay = qint64(24) * 60 * 60 * 1000;
    clock.advance(6 * kDay);
    recorded.store->touch(SessionId(u"ses_2"_s));
    clock.advance(2 * kDay);
    QVERIFY(recorded.store->sweep().has_value());
    QCOMPARE(namesIn(recorded.changes()), QStringList{u"g"_s});
    recorded.session = SessionId(u"ses_1"_s);
    QVERIFY(recorded.changes().all.files.isEmpty());
    QVERIFY(!recorded.store->content(SnapshotStore::hashOf("old\n")).has_value());
    clock.advance(8 * kDay);
    QVERIFY(recorded.store->sweep().has_value());
    QDirIterator objects(recorded.folder() + u"/objects"_s, QDir::Files,
                         QDirIterator::Subdirectories);
    QVERIFY(!objects.hasNext());
}

void tst_Snapshots::theDiskUseIsBounded()
{
    ManualClock clock(1'000'000'000'000);
    SnapshotLimits kept;
    kept.bytes = 600'000;
    Recorded recorded({}, kept, clock);
    QRandomGenerator random(1);
    for (int i = 0; i < 6; ++i) {
        QByteArray noise(200'000, '\0');
        for (char &byte : noise)
            byte = char(random.bounded(256));
        recorded.session = SessionId(u"ses_%1"_s.arg(i));
        QVERIFY(recorded.write(u"f%1"_s.arg(i), noise).has_value());
        clock.advance(1000);
    }
    QVERIFY(recorded.store->sweep().has_value());
    qint64 bytes = 0;
    QDirIterator objects(recorded.folder() + u"/objects"_s, QDir::Files,
                         QDirIterator::Subdirectories);
    while (objects.hasNext()) {
        objects.next();
        bytes += objects.fileInfo().size();
    }
    QVERIFY2(bytes > 0 && bytes <= kept.bytes, qPrintable(QString::number(bytes)));
    QVERIFY(!recorded.changes().all.files.isEmpty()); // The newest stays.
    recorded.session = SessionId(u"ses_0"_s);
    QVERIFY(recorded.changes().all.files.isEmpty());
}

void tst_Snapshots::damageIsNoticed()
{
    Recorded recorded;
    recorded.person(u"f"_s, QByteArray(100'000, 'o'));
    QVERIFY(recorded.write(u"f"_s, "new\n").has_value());
    QDirIterator objects(recorded.folder() + u"/objects"_s, QDir::Files,
                         QDirIterator::Subdirectories);
    QVERIFY(objects.hasNext());
    QFile file(objects.next());
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.seek(20);
    file.write("damage");
    file.close();
    const ChangedFile changed = recorded.only();
    QCOMPARE(changed.standing, Standing::NotKept);
    QVERIFY2(inWords(changed.reason).startsWith(u"The old content of a file is damaged"_s),
             qPrintable(inWords(changed.reason)));
    QVERIFY(recorded.back().done.isEmpty());
    QCOMPARE(recorded.bytes(u"f"_s), QByteArray("new\n"));
}

void tst_Snapshots::aKilledWriteIsWholeOrNothing()
{
    Recorded recorded;
    const QByteArray start("the person's own text\n");
    recorded.person(u"f"_s, start);
    for (int round = 0; round < 8; ++round) {
        killed(recorded, u"write"_s, 7 * round);
        recorded.open();
        QVERIFY(recorded.snapshots->recover().has_value());
        const auto sets = recorded.store->sets(recorded.session);
        QVERIFY(sets.has_value());
        QVERIFY(recorded.store->interrupted()->isEmpty());
        // Every change that happened is there, with both of its contents, and none that did not.
        QVERIFY(!sets->isEmpty());
        QCOMPARE(sets->last().changes.first().after.hash,
                 SnapshotStore::hashOf(recorded.bytes(u"f"_s)));
        for (const ChangeSet &set : *sets) {
            for (const ImageChange &change : set.changes) {
                QVERIFY(recorded.store->content(change.before.hash).has_value());
                QVERIFY(recorded.store->content(change.after.hash).has_value());
            }
        }
    }
    QCOMPARE(recorded.back().done, QStringList{u"f"_s});
    QCOMPARE(recorded.bytes(u"f"_s), start);
}

void tst_Snapshots::aKilledCommandIsFound()
{
    Recorded recorded;
    recorded.person(u"f"_s, "old\n");
    killed(recorded, u"command"_s, 0);
    recorded.open();
    QVERIFY(recorded.changes().all.files.isEmpty()); // Not before it was looked for.
    QVERIFY(recorded.snapshots->recover().has_value());
    QCOMPARE(namesIn(recorded.changes()), QStringList{u"f"_s});
    QCOMPARE(inWords(recorded.changes().all.notes),
             QStringList{
                     u"The program ended while this command ran. What differed when it was started "
                     "again is listed, also what others changed in between."_s});
    QCOMPARE(recorded.back().done, QStringList{u"f"_s});
    QCOMPARE(recorded.bytes(u"f"_s), QByteArray("old\n"));
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == u"--child")
        return child(arguments.value(2), arguments.value(3));
    tst_Snapshots test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_snapshots.moc"
