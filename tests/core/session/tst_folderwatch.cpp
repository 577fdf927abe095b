// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "recordedgit.h"

#include <QDateTime>
#include <QMap>
#include <QRandomGenerator>
#include <QScopeGuard>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Session;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

/// Waits until time stamps of now are those of a past that no change can have any more.
void settle()
{
    const qint64 end = QDateTime::currentMSecsSinceEpoch() + 130;
    QVERIFY(QTest::qWaitFor([&] { return QDateTime::currentMSecsSinceEpoch() > end; }));
}

/// All files but git's, by name.
QMap<QString, QByteArray> filesIn(const Recorded &recorded)
{
    QMap<QString, QByteArray> files;
    QDirIterator found(recorded.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (found.hasNext()) {
        const QString name = found.next().mid(recorded.path().size());
        if (!name.startsWith(u".git/"))
            files.insert(name, recorded.bytes(name));
    }
    return files;
}

} // namespace

class tst_FolderWatch : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyChangeIsFound_data();
    void everyChangeIsFound();
    void namesTakenByOthers_data();
    void namesTakenByOthers();
    void whatIsIgnoredNoMore();
    void whatWasClosed();
};

void tst_FolderWatch::everyChangeIsFound_data()
{
    QTest::addColumn<bool>("repository");
    QTest::newRow("a plain folder") << false;
    QTest::newRow("a repository") << true;
}

/// Commands that do anything anywhere, against the folder read as a whole before and after each.
void tst_FolderWatch::everyChangeIsFound()
{
    QFETCH(bool, repository);
    Recorded recorded;
    QRandomGenerator random(7);
    const auto any = [&](const QStringList &names) {
        return names.at(random.bounded(int(names.size())));
    };
    for (int i = 0; i < 60; ++i)
        recorded.person(u"d%1/e%2/f%3"_s.arg(i % 3).arg(i % 5).arg(i), QByteArray::number(i));
    if (repository) {
        git(recorded, {u"init"_s, u"-q"_s});
        commitAll(recorded);
    }
    recorded.run([] { });
    recorded.message = MessageId(u"round0"_s);
    for (int round = 0; round < 25; ++round) {
        settle(); // Time stamps tell, and names are not read again.
        const QMap<QString, QByteArray> before = filesIn(recorded);
        const QStringList names = before.keys();
        recorded.run([&] {
            const int acts = random.bounded(4);
            for (int act = 0; act < acts; ++act) {
                const QString name = any(names);
                const QString folder = name.section(u'/', 0, -2);
                const QString file = recorded.path(name);
                switch (random.bounded(8)) {
                case 0: // In place, of the same size, with its old time of change.
                case 1: {
                    struct stat status{};
                    const int fd = ::open(QFile::encodeName(file).constData(), O_WRONLY);
                    if (fd < 0 || ::fstat(fd, &status) != 0)
                        break;
                    QCOMPARE(::write(fd, "X", 1), 1);
                    ::close(fd);
                    const struct timespec times[2] = {status.st_atim, status.st_mtim};
                    ::utimensat(AT_FDCWD, QFile::encodeName(file).constData(), times, 0);
                    break;
                }
                case 2:
                    QFile::remove(file);
                    break;
                case 3:
                    QFile::rename(file, recorded.path(folder + u"/r%1"_s.arg(round)));
                    break;
                case 4:
                    recorded.person(u"%1/n%2"_s.arg(folder).arg(round), "new");
                    break;
                case 5:
                    recorded.person(u"new%1/deep/n"_s.arg(round), "new");
                    break;
                case 6:
                    QDir().rename(recorded.path(folder), recorded.path(u"m%1"_s.arg(round)));
                    break;
                case 7: // A folder that becomes a file.
                    QDir(recorded.path(folder)).removeRecursively();
                    recorded.person(folder, "a file now");
                    break;
                }
            }
        });
        const QMap<QString, QByteArray> after = filesIn(recorded);
        QStringList expected;
        for (auto file = before.cbegin(); file != before.cend(); ++file) {
            if (after.value(file.key(), "gone") != file.value() || !after.contains(file.key()))
                expected.append(file.key());
        }
        for (auto file = after.cbegin(); file != after.cend(); ++file) {
            if (!before.contains(file.key()))
                expected.append(file.key());
        }
        expected.sort();
        QStringList found;
        const auto sets = recorded.store->sets(recorded.session);
        QVERIFY(sets.has_value());
        for (const ChangeSet &set : *sets) {
            if (set.message != MessageId(u"round%1"_s.arg(round)))
                continue;
            for (const ImageChange &change : set.changes) {
                found.append(change.resource);
                const auto hashOf = [&](const QMap<QString, QByteArray> &files) {
                    return files.contains(change.resource)
                            ? SnapshotStore::hashOf(files.value(change.resource))
                            : QByteArray();
                };
                QCOMPARE(change.before.hash, hashOf(before));
                QCOMPARE(change.after.hash, hashOf(after));
            }
        }
        found.sort();
        QCOMPARE(found, expected);
        recorded.message = MessageId(u"round%1"_s.arg(round + 1));
    }
}

void tst_FolderWatch::namesTakenByOthers_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QStringList>("found");
    QTest::newRow("a file became a folder") << u"folder"_s << QStringList{u"f"_s, u"f/x"_s};
    QTest::newRow("a folder became a file") << u"file"_s << QStringList{u"d"_s, u"d/x"_s};
    QTest::newRow("a folder became a link to another one with such a file")
            << u"link"_s << QStringList{u"d"_s, u"d/x"_s};
}

/// What is gone is gone, whatever has its name now.
void tst_FolderWatch::namesTakenByOthers()
{
    QFETCH(const QString, scenario);
    QFETCH(const QStringList, found);
    Recorded recorded;
    recorded.person(u"f"_s, "f\n");
    recorded.person(u"d/x"_s, "x\n");
    recorded.person(u"other/x"_s, "other\n");
    recorded.run([&] {
        if (scenario == u"folder") {
            recorded.remove(u"f"_s);
            recorded.person(u"f/x"_s, "new\n");
            return;
        }
        QDir(recorded.path(u"d"_s)).removeRecursively();
        if (scenario == u"file")
            recorded.person(u"d"_s, "new\n");
        else
            recorded.link(u"d"_s, "other");
    });
    QCOMPARE(namesIn(recorded.changes()), found);
    recorded.back();
    recorded.back(); // What needs a name that another one had goes back after it.
    QCOMPARE(recorded.bytes(u"other/x"_s), QByteArray("other\n"));
    if (scenario != u"folder") // An empty folder that is left stays, and is not replaced.
        QCOMPARE(recorded.bytes(u"d/x"_s), QByteArray("x\n"));
}

/// A file that git ignored was there before the command that made it visible, and is not removed.
void tst_FolderWatch::whatIsIgnoredNoMore()
{
    Recorded recorded;
    recorded.person(u".gitignore"_s, "mine\n");
    recorded.person(u"mine"_s, "written by hand\n");
    recorded.person(u"seen"_s, "1\n");
    settle();
    recorded.run([] { });
    recorded.run([&] { recorded.remove(u".gitignore"_s); });
    const SessionChanges changes = recorded.changes();
    QCOMPARE(namesIn(changes), (QStringList{u".gitignore"_s, u"mine"_s}));
    QCOMPARE(changes.all.files.last().standing, Standing::NotKept);
    QCOMPARE(inWords(changes.all.files.last().reason),
             u"It cannot be shown or put back: git ignored it until then, so it may have been "
             "there before."_s);
    QCOMPARE(recorded.back().done, QStringList{u".gitignore"_s});
    QCOMPARE(recorded.bytes(u"mine"_s), QByteArray("written by hand\n"));
    // From here on it is as any other.
    recorded.remove(u".gitignore"_s);
    recorded.run([] { });
    recorded.message = MessageId(u"msg_1"_s);
    recorded.run([&] { recorded.person(u"mine"_s, "by the command\n"); });
    const auto sets = recorded.store->sets(recorded.session);
    QCOMPARE(sets->last().changes.size(), 1);
    QCOMPARE(sets->last().changes.first().before.hash, SnapshotStore::hashOf("written by hand\n"));
}

/// A folder that could not be opened leaves no trace in the one above when it can be.
void tst_FolderWatch::whatWasClosed()
{
    // The superuser may open every folder, so that one is somebody else meanwhile.
    constexpr uid_t kNobody = 65534;
    const bool root = ::geteuid() == 0;
    QVERIFY(!root || ::seteuid(kNobody) == 0);
    const auto back = qScopeGuard([root] {
        if (root && ::seteuid(0) != 0)
            qFatal("the test cannot become the superuser again");
    });
    Recorded recorded;
    recorded.person(u"sub/closed/f"_s, "1\n");
    recorded.chmod(u"sub/closed"_s, 0);
    settle();
    recorded.run([] { });
    recorded.run([&] {
        recorded.chmod(u"sub/closed"_s, 0755);
        recorded.person(u"sub/closed/f"_s, "2\n");
    });
    QCOMPARE(namesIn(recorded.changes()), QStringList{u"sub/closed/f"_s});
}

QTEST_GUILESS_MAIN(tst_FolderWatch)
#include "tst_folderwatch.moc"
