// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/location.h"
#include "support/scratch.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>

#include <array>
#include <atomic>
#include <cstring>
#include <latch>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Countersign;
using namespace Qt::StringLiterals;

namespace {

constexpr int kRaceWrites = 500;
constexpr int kKills = 40;
constexpr int kCrashFileSize = 2 * 1024 * 1024;

Location openLocation(const QString &directory)
{
    Result<Location> location = Location::open(directory);
    if (!location)
        qFatal("%s", qPrintable(location.error().message));
    return *location;
}

ResolvedPath resolved(const Location &location, const QString &path)
{
    Result<ResolvedPath> found = location.resolve(path, PathKind::File);
    if (!found)
        qFatal("%s", qPrintable(found.error().message));
    return *found;
}

FileSnapshot snapshot(const Location &location, const ResolvedPath &path)
{
    Result<FileSnapshot> found = location.readFile(path);
    if (!found)
        qFatal("%s", qPrintable(found.error().message));
    return *found;
}

struct stat statusOf(const QString &path)
{
    struct stat status{};
    if (::lstat(QFile::encodeName(path).constData(), &status) != 0)
        qFatal("cannot stat %s", qPrintable(path));
    return status;
}

std::optional<ErrorCode> codeOf(const Result<void> &result)
{
    return result ? std::optional<ErrorCode>() : result.error().code;
}

/// The other half of killedWriterLeavesOldOrNew(): rewrites a file until it is killed.
int writeForEver(const QString &directory)
{
    const Location location = openLocation(directory);
    const ResolvedPath path = resolved(location, u"file"_s);
    FileSnapshot now = snapshot(location, path);
    for (char letter = 'b';; letter = letter == 'z' ? 'a' : char(letter + 1)) {
        const QByteArray next(kCrashFileSize, letter);
        if (!location.writeFile(path, now, next))
            return 1;
        now.bytes = next;
        std::fputs("written\n", stdout);
        std::fflush(stdout);
    }
}

} // namespace

class TestFileAccess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void readRefuses_data();
    void readRefuses();
    void writesExactBytes_data();
    void writesExactBytes();
    void makesParents();
    void keepsMode_data();
    void keepsMode();
    void keepsTheSymbolicLink();
    void createsTheTargetOfADanglingLink();
    void otherHardLinksKeepTheirBytes();
    void readOnlyFilesStay();
    void stale_data();
    void stale();
    void removes();
    void swappedDirectoryIsRefused();
    void nothingEverAppearsOutside();
    void exactlyOneOfTwoWritersWins();
    void killedWriterLeavesOldOrNew();
};

void TestFileAccess::reads_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<qint64>("limit");
    QTest::newRow("empty") << QByteArray("") << qint64(0);
    QTest::newRow("CRLF, NUL, no final newline") << QByteArray("a\r\nb\0c", 6) << qint64(-1);
    QTest::newRow("exactly the limit") << QByteArray(1000, 'x') << qint64(1000);
    QTest::newRow("3 MB") << QByteArray(3'000'000, 'y') << qint64(-1);
}

void TestFileAccess::reads()
{
    QFETCH(QByteArray, bytes);
    QFETCH(qint64, limit);
    const Test::Scratch scratch;
    scratch.write(u"file"_s, bytes);
    QVERIFY(QFile::setPermissions(scratch.path(u"file"_s), QFile::ReadOwner | QFile::WriteOwner));
    const Location location = openLocation(scratch.path());
    const Result<FileSnapshot> read = location.readFile(resolved(location, u"file"_s), limit);
    QVERIFY(read);
    QVERIFY(*read == (FileSnapshot{true, bytes, 0600}));
    const Result<UniqueFd> file = location.openFile(resolved(location, u"file"_s));
    QVERIFY(file);
    struct stat status{};
    QCOMPARE(::fstat(file->get(), &status), 0);
    QCOMPARE(status.st_size, bytes.size());

    const ResolvedPath missing = resolved(location, u"missing/file"_s);
    QVERIFY(snapshot(location, missing) == FileSnapshot{});
    QCOMPARE(location.openFile(missing).error().code, ErrorCode::NotFound);
}

void TestFileAccess::readRefuses_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("fifo") << u"fifo"_s << ErrorCode::InvalidInput;
    QTest::newRow("directory") << u"directory"_s << ErrorCode::InvalidInput;
    QTest::newRow("the root itself") << u"."_s << ErrorCode::InvalidInput;
    QTest::newRow("file system root") << u"/"_s << ErrorCode::InvalidInput;
    QTest::newRow("device") << u"/dev/zero"_s << ErrorCode::InvalidInput;
    QTest::newRow("terminal") << u"/dev/tty"_s << ErrorCode::InvalidInput;
    QTest::newRow("larger than the limit") << u"large"_s << ErrorCode::Limit;
    QTest::newRow("of no stated size") << u"/proc/self/status"_s << ErrorCode::Limit;
}

void TestFileAccess::readRefuses()
{
    QFETCH(QString, path);
    QFETCH(ErrorCode, code);
    const Test::Scratch scratch;
    scratch.write(u"directory/x"_s, "x");
    scratch.write(u"large"_s, QByteArray(101, 'x'));
    QCOMPARE(::mkfifo(QFile::encodeName(scratch.path(u"fifo"_s)).constData(), 0600), 0);
    const Location location = openLocation(scratch.path());
    const Result<FileSnapshot> read = location.readFile(resolved(location, path), 100);
    QVERIFY(!read);
    QCOMPARE(read.error().code, code);
    if (code == ErrorCode::InvalidInput) {
        const Result<UniqueFd> opened = location.openFile(resolved(location, path));
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, code);
        const Result<void> written = location.writeFile(resolved(location, path), {}, "x");
        QCOMPARE(codeOf(written), std::optional(ErrorCode::InvalidInput));
    }
}

void TestFileAccess::writesExactBytes_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("CRLF") << QByteArray("a\r\nb\r\n") << QByteArray("a\r\nc\r\n\n");
    QTest::newRow("binary") << QByteArray("\0\xff", 2) << QByteArray("\xfe\0\r", 3);
    QTest::newRow("to nothing") << QByteArray("x") << QByteArray("");
    QTest::newRow("shorter") << QByteArray(200'000, 'x') << QByteArray("short");
    QTest::newRow("unchanged") << QByteArray("same") << QByteArray("same");
}

void TestFileAccess::writesExactBytes()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const Test::Scratch scratch;
    scratch.write(u"a file"_s, before);
    const Location location = openLocation(scratch.path());
    const ResolvedPath path = resolved(location, u"a file"_s);
    const Result<void> written = location.writeFile(path, snapshot(location, path), after);
    QVERIFY2(written, written ? "" : qPrintable(written.error().message));
    QCOMPARE(scratch.read(u"a file"_s), after);
    QCOMPARE(QDir(scratch.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{u"a file"_s});
}

void TestFileAccess::makesParents()
{
    const Test::Scratch scratch;
    const Location location = openLocation(scratch.path());
    const ResolvedPath path = resolved(location, u"new/deep/er/file"_s);
    QVERIFY(location.writeFile(path, {}, "hello"));
    QCOMPARE(scratch.read(u"new/deep/er/file"_s), QByteArray("hello"));
}

void TestFileAccess::keepsMode_data()
{
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("after");
    QTest::newRow("private") << 0600 << 0600;
    QTest::newRow("executable") << 0755 << 0755;
    QTest::newRow("odd") << 0642 << 0642;
    QTest::newRow("set-user-id goes") << 04755 << 0755;
    QTest::newRow("set-group-id goes") << 02755 << 0755;
}

void TestFileAccess::keepsMode()
{
    QFETCH(int, before);
    QFETCH(int, after);
    const Test::Scratch scratch;
    const QByteArray file = QFile::encodeName(scratch.write(u"file"_s, "old"));
    QCOMPARE(::chmod(file.constData(), mode_t(before)), 0);
    const Location location = openLocation(scratch.path());
    const ResolvedPath path = resolved(location, u"file"_s);
    const FileSnapshot now = snapshot(location, path);
    QCOMPARE(int(now.mode), before);
    const mode_t mask = ::umask(077); // Must not matter.
    const Result<void> written = location.writeFile(path, now, "new");
    ::umask(mask);
    QVERIFY(written);
    QCOMPARE(int(statusOf(scratch.path(u"file"_s)).st_mode & 07777), after);
}

void TestFileAccess::keepsTheSymbolicLink()
{
    const Test::Scratch scratch;
    scratch.write(u"real/file"_s, "old");
    QVERIFY(QFile::link(u"real/file"_s, scratch.path(u"link"_s)));
    const Location location = openLocation(scratch.path());
    const ResolvedPath path = resolved(location, u"link"_s);
    QVERIFY(location.writeFile(path, snapshot(location, path), "new"));
    QVERIFY(S_ISLNK(statusOf(scratch.path(u"link"_s)).st_mode));
    QVERIFY(S_ISREG(statusOf(scratch.path(u"real/file"_s)).st_mode));
    QCOMPARE(scratch.read(u"real/file"_s), QByteArray("new"));
}

void TestFileAccess::createsTheTargetOfADanglingLink()
{
    const Test::Scratch scratch;
    QVERIFY(QFile::link(u"later/file"_s, scratch.path(u"link"_s)));
    const Location location = openLocation(scratch.path());
    QVERIFY(location.writeFile(resolved(location, u"link"_s), {}, "new"));
    QVERIFY(S_ISLNK(statusOf(scratch.path(u"link"_s)).st_mode));
    QCOMPARE(scratch.read(u"later/file"_s), QByteArray("new"));
}

void TestFileAccess::otherHardLinksKeepTheirBytes()
{
    const Test::Scratch scratch;
    scratch.write(u"outside/store"_s, "old");
    QDir(scratch.path()).mkdir(u"in"_s);
    QCOMPARE(::link(QFile::encodeName(scratch.path(u"outside/store"_s)).constData(),
                    QFile::encodeName(scratch.path(u"in/file"_s)).constData()),
             0);
    const Location location = openLocation(scratch.path(u"in"_s));
    const ResolvedPath path = resolved(location, u"file"_s);
    QVERIFY(location.writeFile(path, snapshot(location, path), "new"));
    QCOMPARE(scratch.read(u"in/file"_s), QByteArray("new"));
    QCOMPARE(scratch.read(u"outside/store"_s), QByteArray("old"));
}

void TestFileAccess::readOnlyFilesStay()
{
    const Test::Scratch scratch;
    const QByteArray file = QFile::encodeName(scratch.write(u"file"_s, "old"));
    QCOMPARE(::chmod(file.constData(), 0444), 0);
    const Location location = openLocation(scratch.path());
    const ResolvedPath path = resolved(location, u"file"_s);
    const FileSnapshot now = snapshot(location, path);
    QCOMPARE(codeOf(location.writeFile(path, now, "new")), std::optional(ErrorCode::Io));
    QCOMPARE(codeOf(location.removeFile(path, now)), std::optional(ErrorCode::Io));
    QCOMPARE(scratch.read(u"file"_s), QByteArray("old"));
}

void TestFileAccess::stale_data()
{
    QTest::addColumn<QByteArray>("present"); // Null: no file.
    QTest::addColumn<bool>("expectedExists");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("other bytes") << QByteArray("abd") << true << QByteArray("abc");
    QTest::newRow("grown") << QByteArray("abcd") << true << QByteArray("abc");
    QTest::newRow("shrunk") << QByteArray("ab") << true << QByteArray("abc");
    QTest::newRow("vanished") << QByteArray() << true << QByteArray("abc");
    QTest::newRow("vanished while empty") << QByteArray() << true << QByteArray("");
    QTest::newRow("appeared") << QByteArray("abc") << false << QByteArray();
    QTest::newRow("appeared empty") << QByteArray("") << false << QByteArray();
}

void TestFileAccess::stale()
{
    QFETCH(QByteArray, present);
    QFETCH(bool, expectedExists);
    QFETCH(QByteArray, expected);
    const Test::Scratch scratch;
    if (!present.isNull())
        scratch.write(u"file"_s, present);
    const Location location = openLocation(scratch.path());
    const ResolvedPath path = resolved(location, u"file"_s);
    const FileSnapshot before{expectedExists, expected, 0644};
    QCOMPARE(codeOf(location.writeFile(path, before, "new")), std::optional(ErrorCode::Stale));
    QCOMPARE(codeOf(location.removeFile(path, before)), std::optional(ErrorCode::Stale));
    QCOMPARE(scratch.exists(u"file"_s), !present.isNull());
    QCOMPARE(scratch.read(u"file"_s), present.isNull() ? QByteArray() : present);
    if (expectedExists) {
        const ResolvedPath gone = resolved(location, u"gone/file"_s);
        QCOMPARE(codeOf(location.writeFile(gone, before, "x")), std::optional(ErrorCode::Stale));
        QCOMPARE(codeOf(location.removeFile(gone, before)), std::optional(ErrorCode::Stale));
        QVERIFY(!scratch.exists(u"gone"_s));
    }
}

void TestFileAccess::removes()
{
    const Test::Scratch scratch;
    scratch.write(u"file"_s, "x");
    scratch.write(u"other"_s, "y");
    const Location location = openLocation(scratch.path());
    const ResolvedPath path = resolved(location, u"file"_s);
    QVERIFY(location.removeFile(path, snapshot(location, path)));
    QVERIFY(!scratch.exists(u"file"_s));
    QVERIFY(scratch.exists(u"other"_s));
    QVERIFY(location.removeFile(path, FileSnapshot{})); // Expected to be missing, and is.
}

void TestFileAccess::swappedDirectoryIsRefused()
{
    const Test::Scratch scratch;
    scratch.write(u"in/sub/file"_s, "old");
    scratch.write(u"out/file"_s, "old");
    const Location location = openLocation(scratch.path(u"in"_s));
    const ResolvedPath path = resolved(location, u"sub/file"_s);
    const ResolvedPath fresh = resolved(location, u"sub/new/file"_s);
    const FileSnapshot before = snapshot(location, path);
    QVERIFY(QFile::rename(scratch.path(u"in/sub"_s), scratch.path(u"in/was"_s)));
    QVERIFY(QFile::link(u"../out"_s, scratch.path(u"in/sub"_s)));
    QCOMPARE(codeOf(location.writeFile(path, before, "new")), std::optional(ErrorCode::Stale));
    QCOMPARE(codeOf(location.writeFile(fresh, {}, "new")), std::optional(ErrorCode::Stale));
    QCOMPARE(codeOf(location.removeFile(path, before)), std::optional(ErrorCode::Stale));
    const Result<FileSnapshot> read = location.readFile(path);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Stale);
    QCOMPARE(location.openFile(path).error().code, ErrorCode::Stale);
    QCOMPARE(scratch.read(u"out/file"_s), QByteArray("old"));
    QVERIFY(!scratch.exists(u"out/new"_s));
}

void TestFileAccess::nothingEverAppearsOutside()
{
    const Test::Scratch scratch;
    scratch.write(u"in/sub/keep"_s, "x");
    QDir(scratch.path()).mkdir(u"out"_s);
    QVERIFY(QFile::link(scratch.path(u"out"_s), scratch.path(u"in/link"_s)));
    const Location location = openLocation(scratch.path(u"in"_s));
    std::atomic<qint64> swaps = 0;
    int written = 0;
    int refused = 0;
    {
        const QByteArray sub = QFile::encodeName(scratch.path(u"in/sub"_s));
        const QByteArray link = QFile::encodeName(scratch.path(u"in/link"_s));
        std::latch running(1);
        const std::jthread swapper([&](const std::stop_token &stop) {
            running.count_down();
            while (!stop.stop_requested()) {
                if (::renameat2(AT_FDCWD, sub.constData(), AT_FDCWD, link.constData(),
                                RENAME_EXCHANGE)
                    == 0)
                    ++swaps;
            }
        });
        running.wait();
        // Goes on until both have happened: on a busy machine the exchanger may stand still for long.
        for (int i = 0; i < kRaceWrites || (i < 100 * kRaceWrites && (!written || !refused)); ++i) {
            const QString name = u"sub/file%1"_s.arg(i);
            const Result<ResolvedPath> path = location.resolve(name, PathKind::File);
            const bool done = path && location.writeFile(*path, {}, "x").has_value();
            ++(done ? written : refused);
        }
    }
    QVERIFY(QDir(scratch.path(u"out"_s))
                    .isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    QVERIFY(swaps > 0);
    QVERIFY2(written > 0 && refused > 0,
             qPrintable(u"%1 written, %2 refused"_s.arg(written).arg(refused)));
}

void TestFileAccess::exactlyOneOfTwoWritersWins()
{
    const Test::Scratch scratch;
    const Location location = openLocation(scratch.path());
    const ResolvedPath path = resolved(location, u"file"_s);
    for (int round = 0; round < 50; ++round) {
        const FileSnapshot before = snapshot(location, path); // Missing in the first round.
        std::latch start(2);
        std::array<std::optional<ErrorCode>, 2> codes;
        const auto write = [&](size_t who) {
            start.arrive_and_wait();
            const QByteArray bytes = QByteArray::number(round) + (who == 0 ? " a" : " b");
            codes[who] = codeOf(location.writeFile(path, before, bytes));
        };
        {
            const std::jthread first(write, size_t(0));
            const std::jthread second(write, size_t(1));
        }
        const bool firstWon = !codes[0];
        QCOMPARE(codes[firstWon ? 1 : 0], std::optional(ErrorCode::Stale));
        QCOMPARE(codes[firstWon ? 0 : 1], std::optional<ErrorCode>());
        QCOMPARE(scratch.read(u"file"_s), QByteArray::number(round) + (firstWon ? " a" : " b"));
    }
}

void TestFileAccess::killedWriterLeavesOldOrNew()
{
    const Test::Scratch scratch;
    scratch.write(u"file"_s, QByteArray(kCrashFileSize, 'a'));
    for (int round = 0; round < kKills; ++round) {
        QProcess writer;
        writer.start(QCoreApplication::applicationFilePath(),
                     {u"--write-for-ever"_s, scratch.path()});
        QVERIFY(writer.waitForReadyRead());
        // The first write is over; a busy wait of growing length hits all parts of the next one.
        for (int spin = 0; spin < round * 20; ++spin)
            QVERIFY(scratch.exists(u"file"_s));
        writer.kill();
        QVERIFY(writer.waitForFinished());
        QCOMPARE(writer.exitStatus(), QProcess::CrashExit);
        const QByteArray bytes = scratch.read(u"file"_s);
        QCOMPARE(bytes.size(), kCrashFileSize);
        QCOMPARE(bytes.count(bytes.front()), kCrashFileSize);
    }
}

int main(int argc, char **argv)
{
    if (argc == 3 && std::strcmp(argv[1], "--write-for-ever") == 0)
        return writeForEver(QFile::decodeName(argv[2]));
    const QCoreApplication app(argc, argv);
    TestFileAccess test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_fileaccess.moc"
