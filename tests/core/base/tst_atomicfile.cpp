// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/atomicfile.h"

#include "support/scratch.h"

#include <QDataStream>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <grp.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace Countersign;
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kBigSize = 4 * 1024 * 1024;

struct stat statOf(const QString &path)
{
    struct stat out{};
    if (::lstat(QFile::encodeName(path).constData(), &out) != 0)
        qFatal("cannot stat %s", qPrintable(path));
    return out;
}

QStringList entries(const QString &folder)
{
    return QDir(folder).entryList(
            QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name);
}

constexpr char kAccessList[] = "system.posix_acl_access";

/// The kernel's form of "u::rw, u:USER:PERMISSIONS, g::r, mask::rwx, o::-".
QByteArray accessList(quint32 user, quint16 permissions)
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out.setByteOrder(QDataStream::LittleEndian);
    const quint32 none = 0xFFFFFFFF;
    out << quint32(2); // The version.
    out << quint16(0x01) << quint16(6) << none;
    out << quint16(0x02) << permissions << user;
    out << quint16(0x04) << quint16(4) << none;
    out << quint16(0x10) << quint16(7) << none;
    out << quint16(0x20) << quint16(0) << none;
    return bytes;
}

/// Sets the process's umask for one scope.
class Umask
{
public:
    explicit Umask(mode_t mask) : m_before(::umask(mask)) { }
    ~Umask() { ::umask(m_before); }
    Q_DISABLE_COPY_MOVE(Umask)

private:
    mode_t m_before;
};

/// The other process of survivesKill(): replaces the file for ever and tells each finished round.
int replaceForEver(const QString &path)
{
    for (int i = 0;; ++i) {
        const QByteArray bytes(kBigSize, static_cast<char>('a' + i % 26));
        if (!replaceFile(path, bytes))
            return 1;
        std::puts("done");
        std::fflush(stdout);
    }
}

} // namespace

class TestAtomicFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesANewFile()
    {
        const Test::Scratch scratch;
        const Umask umask(027);
        QVERIFY(replaceFile(scratch.path(u"new.txt"_s), "hello"));
        QCOMPARE(scratch.read(u"new.txt"_s), QByteArray("hello"));
        QCOMPARE(statOf(scratch.path(u"new.txt"_s)).st_mode & 07777u, 0640u);
        QCOMPARE(entries(scratch.path()), QStringList{u"new.txt"_s});
    }

    void replaces_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("shorter") << QByteArray("x");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("binary") << QByteArray("\0\xFF\r\n", 4);
        QTest::newRow("larger than a write at once") << QByteArray(kBigSize, 'z');
    }

    void replaces()
    {
        QFETCH(QByteArray, bytes);
        const Test::Scratch scratch;
        const QString path = scratch.write(u"file"_s, "what was there before");
        QVERIFY(replaceFile(path, bytes));
        QCOMPARE(scratch.read(u"file"_s), bytes);
        QCOMPARE(entries(scratch.path()), QStringList{u"file"_s});
    }

    void keepsExtendedAttributes()
    {
        const Test::Scratch scratch;
        const QString path = scratch.write(u"f"_s, "old");
        const QByteArray name = QFile::encodeName(path);
        if (::setxattr(name.constData(), "user.note", "mine", 4, 0) != 0)
            QSKIP("the file system of the temporary folder has no attributes");
        QVERIFY(replaceFile(path, "new"));
        QByteArray value(16, '\0');
        QCOMPARE(::getxattr(name.constData(), "user.note", value.data(), 16), 4);
        QCOMPARE(value.first(4), QByteArray("mine"));
        QCOMPARE(scratch.read(u"f"_s), QByteArray("new"));
    }

    /// The list that a folder gives to new files must not open one that had none.
    void keepsTheAccessList()
    {
        const Test::Scratch scratch;
        const QString path = scratch.write(u"folder/f"_s, "old");
        const QByteArray name = QFile::encodeName(path);
        QCOMPARE(::chmod(name.constData(), 0640), 0);
        const QByteArray folder = QFile::encodeName(scratch.path(u"folder"_s));
        const QByteArray open = accessList(12345, 7);
        if (::setxattr(folder.constData(), "system.posix_acl_default", open.constData(),
                       size_t(open.size()), 0)
            != 0)
            QSKIP("the file system of the temporary folder has no access lists");
        QVERIFY(replaceFile(path, "new"));
        QCOMPARE(::getxattr(name.constData(), kAccessList, nullptr, 0), -1);
        QCOMPARE(statOf(path).st_mode & 07777u, 0640u);

        const QByteArray own = accessList(54321, 4);
        QCOMPARE(::setxattr(name.constData(), kAccessList, own.constData(), size_t(own.size()), 0),
                 0);
        const mode_t mode = statOf(path).st_mode;
        QVERIFY(replaceFile(path, "newer"));
        QByteArray kept(256, '\0');
        kept.truncate(std::max<ssize_t>(
                0, ::getxattr(name.constData(), kAccessList, kept.data(), size_t(kept.size()))));
        QCOMPARE(kept, own);
        QCOMPARE(statOf(path).st_mode, mode);
    }

    void keepsOrSetsTheMode_data()
    {
        QTest::addColumn<uint>("before");
        QTest::addColumn<int>("asked");
        QTest::addColumn<uint>("after");
        QTest::newRow("script") << 0755u << -1 << 0755u;
        QTest::newRow("private") << 0600u << -1 << 0600u;
        QTest::newRow("read-only") << 0444u << -1 << 0444u;
        QTest::newRow("wider than the umask") << 0666u << -1 << 0666u;
        QTest::newRow("nothing at all") << 0u << -1 << 0u;
        QTest::newRow("set") << 0644u << 0700 << 0700u;
        QTest::newRow("new file with a mode") << 01u << 0666 << 0666u;
    }

    void keepsOrSetsTheMode()
    {
        QFETCH(uint, before);
        QFETCH(int, asked);
        const Test::Scratch scratch;
        const Umask umask(077);
        const QString path = scratch.path(u"file"_s);
        if (before != 01u) {
            scratch.write(u"file"_s, "old");
            QCOMPARE(::chmod(QFile::encodeName(path).constData(), before), 0);
        }
        ReplaceOptions options;
        if (asked >= 0)
            options.mode = static_cast<mode_t>(asked);
        QVERIFY(replaceFile(path, "new", options));
        QCOMPARE(scratch.read(u"file"_s), QByteArray("new"));
        QTEST(uint(statOf(path).st_mode & 07777u), "after");
    }

    void keepsOwnerAndGroup()
    {
        if (::geteuid() != 0)
            QSKIP("giving files away needs root");
        const Test::Scratch scratch;
        const QString path = scratch.write(u"file"_s, "old");
        QCOMPARE(::chown(QFile::encodeName(path).constData(), 12345, 54321), 0);
        QCOMPARE(::chmod(QFile::encodeName(path).constData(), 02750), 0);
        QVERIFY(replaceFile(path, "new"));
        const struct stat after = statOf(path);
        QCOMPARE(after.st_uid, 12345u);
        QCOMPARE(after.st_gid, 54321u);
        QCOMPARE(after.st_mode & 07777u, 02750u);
    }

    /// Whoever may write the folder but does not own the file: nobody gains rights by the change of
    /// owner and group.
    void foreignOwnersGainNothing()
    {
        if (::geteuid() != 0)
            QSKIP("becoming someone else needs root");
        const Test::Scratch scratch;
        const QString path = scratch.write(u"shared/file"_s, "old");
        const QByteArray encoded = QFile::encodeName(path);
        QCOMPARE(::chmod(QFile::encodeName(scratch.path()).constData(), 0755), 0);
        QCOMPARE(::chmod(QFile::encodeName(scratch.path(u"shared"_s)).constData(), 0777), 0);
        QCOMPARE(::chmod(encoded.constData(), 06674), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            const bool other =
                    ::setgroups(0, nullptr) == 0 && ::setgid(4242) == 0 && ::setuid(4242) == 0;
            ::_exit(other && replaceFile(path, "new") ? 0 : 1);
        }
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
        QCOMPARE(scratch.read(u"shared/file"_s), QByteArray("new"));
        QCOMPARE(statOf(path).st_uid, 4242u);
        QCOMPARE(statOf(path).st_mode & 07777u, 0644u);
    }

    void aSymbolicLinkStaysAndItsTargetIsReplaced()
    {
        const Test::Scratch scratch;
        scratch.write(u"real/target"_s, "old");
        QVERIFY(QFile::link(u"real/target"_s, scratch.path(u"link"_s)));
        QVERIFY(replaceFile(scratch.path(u"link"_s), "new"));
        QVERIFY(S_ISLNK(statOf(scratch.path(u"link"_s)).st_mode));
        QCOMPARE(scratch.read(u"real/target"_s), QByteArray("new"));
        QCOMPARE(entries(scratch.path(u"real"_s)), QStringList{u"target"_s});
    }

    /// What is saved while the new contents are written (which can take seconds) can still be seen.
    void theCheckIsLast()
    {
        const Test::Scratch scratch;
        const QString path = scratch.write(u"name"_s, "old");
        const QByteArray bytes(100'000, 'x');
        bool onTheDisk = false;
        ReplaceOptions options;
        options.check = [&]() -> Result<void> {
            for (const QString &open : entries(u"/proc/self/fd"_s)) {
                struct stat status{};
                if (::stat(QFile::encodeName(u"/proc/self/fd/"_s + open).constData(), &status) == 0
                    && S_ISREG(status.st_mode) && status.st_size == bytes.size())
                    onTheDisk = true;
            }
            scratch.write(u"name"_s, "somebody's");
            return failure(ErrorCode::Stale, u"It changed."_s);
        };
        const Result<void> result = replaceFile(path, bytes, options);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Stale);
        QVERIFY(onTheDisk);
        QCOMPARE(scratch.read(u"name"_s), QByteArray("somebody's"));
        QCOMPARE(entries(scratch.path()), QStringList{u"name"_s});
        options.check = [] {
            return Result<void>();
        };
        QVERIFY(replaceFile(path, bytes, options));
        QCOMPARE(scratch.read(u"name"_s), bytes);
    }

    void mustNotExist_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what : {"file", "folder", "link to a file", "dangling link"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }

    void mustNotExist()
    {
        QFETCH(QString, what);
        const Test::Scratch scratch;
        const QString path = scratch.path(u"name"_s);
        scratch.write(u"other"_s, "other");
        if (what == u"file"_s)
            scratch.write(u"name"_s, "mine");
        else if (what == u"folder"_s)
            QVERIFY(QDir().mkdir(path));
        else
            QVERIFY(QFile::link(what == u"dangling link"_s ? u"nowhere"_s : u"other"_s, path));
        const struct stat before = statOf(path);
        const QStringList all = entries(scratch.path());

        const Result<void> result = replaceFile(path, "new", {.mode = {}, .mustNotExist = true});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Exists);
        QCOMPARE(statOf(path).st_ino, before.st_ino);
        QCOMPARE(entries(scratch.path()), all);
        QCOMPARE(scratch.read(u"other"_s), QByteArray("other"));
    }

    void mustNotExistMakesANewFile()
    {
        const Test::Scratch scratch;
        QVERIFY(replaceFile(scratch.path(u"n"_s), "new", {.mode = 0600, .mustNotExist = true}));
        QCOMPARE(scratch.read(u"n"_s), QByteArray("new"));
        QCOMPARE(statOf(scratch.path(u"n"_s)).st_mode & 07777u, 0600u);
        QCOMPARE(entries(scratch.path()), QStringList{u"n"_s});
    }

    /// Many try to make the same file at once: exactly one does.
    void mustNotExistHasOneWinner()
    {
        const Test::Scratch scratch;
        std::atomic<int> won = 0;
        std::atomic<int> refused = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 8; ++i)
                threads.emplace_back([&, i] {
                    const Result<void> result =
                            replaceFile(scratch.path(u"n"_s), QByteArray(1000, char('0' + i)),
                                        {.mode = {}, .mustNotExist = true});
                    if (result)
                        ++won;
                    else if (result.error().code == ErrorCode::Exists)
                        ++refused;
                });
        }
        QCOMPARE(won.load(), 1);
        QCOMPARE(refused.load(), 7);
        const QByteArray bytes = scratch.read(u"n"_s);
        QCOMPARE(bytes, QByteArray(1000, bytes.at(0)));
        QCOMPARE(entries(scratch.path()), QStringList{u"n"_s});
    }

    void byDirectory()
    {
        const Test::Scratch scratch;
        scratch.write(u"sub/file"_s, "old");
        for (const int kind : {O_RDONLY, O_PATH}) {
            const int directory = ::open(QFile::encodeName(scratch.path(u"sub"_s)).constData(),
                                         kind | O_DIRECTORY | O_CLOEXEC);
            QVERIFY(directory >= 0);
            const Result<void> result = replaceFileAt(directory, "file", QByteArray::number(kind));
            ::close(directory);
            QVERIFY(result);
            QCOMPARE(scratch.read(u"sub/file"_s), QByteArray::number(kind));
        }
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("a folder") << QByteArray("folder") << ErrorCode::InvalidInput;
        QTest::newRow("a symbolic link") << QByteArray("link") << ErrorCode::InvalidInput;
        QTest::newRow("a pipe") << QByteArray("pipe") << ErrorCode::InvalidInput;
        QTest::newRow("a slash") << QByteArray("folder/x") << ErrorCode::InvalidInput;
        QTest::newRow("nothing") << QByteArray() << ErrorCode::InvalidInput;
        QTest::newRow("this folder") << QByteArray(".") << ErrorCode::InvalidInput;
        QTest::newRow("the folder above") << QByteArray("..") << ErrorCode::InvalidInput;
        QTest::newRow("a NUL") << QByteArray("a\0b", 3) << ErrorCode::InvalidInput;
        QTest::newRow("too long") << QByteArray(256, 'n') << ErrorCode::InvalidInput;
    }

    void refuses()
    {
        QFETCH(QByteArray, name);
        const Test::Scratch scratch;
        scratch.write(u"file"_s, "kept");
        QVERIFY(QDir().mkdir(scratch.path(u"folder"_s)));
        QVERIFY(QFile::link(u"file"_s, scratch.path(u"link"_s)));
        QCOMPARE(::mkfifo(QFile::encodeName(scratch.path(u"pipe"_s)).constData(), 0600), 0);
        const QStringList all = entries(scratch.path());
        const int directory = ::open(QFile::encodeName(scratch.path()).constData(),
                                     O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        const Result<void> result = replaceFileAt(directory, name, "new");
        ::close(directory);
        QVERIFY(!result);
        QTEST(result.error().code, "code");
        QVERIFY2(result.error().message.endsWith(u'.'), qPrintable(result.error().message));
        QCOMPARE(entries(scratch.path()), all);
        QCOMPARE(scratch.read(u"file"_s), QByteArray("kept"));
    }

    void aMissingFolderIsToldApart()
    {
        const Test::Scratch scratch;
        const QString path = scratch.path(u"no/such/file"_s);
        const Result<void> result = replaceFile(path, "x");
        QVERIFY(!result);
        QCOMPARE(result.error(),
                 (Error{ErrorCode::NotFound,
                        u"The file “%1” could not be written: its folder does not exist; make the "
                        u"folder first."_s.arg(path),
                        u"open: No such file or directory"_s}));
    }

    void theLongestNameWorks()
    {
        const Test::Scratch scratch;
        const QString name(255, u'n');
        QVERIFY(replaceFile(scratch.path(name), "one"));
        QVERIFY(replaceFile(scratch.path(name), "two"));
        QCOMPARE(scratch.read(name), QByteArray("two"));
    }

    /// The disk refuses in the middle of the contents.
    void aFailedWriteLeavesEverythingAsItWas()
    {
        const Test::Scratch scratch;
        const QString path = scratch.write(u"file"_s, "kept");
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit small = before;
        small.rlim_cur = 100'000;
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const Result<void> result = replaceFile(path, QByteArray(kBigSize, 'x'));
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        std::signal(SIGXFSZ, handler);

        QVERIFY(!result);
        QCOMPARE(result.error(),
                 (Error{ErrorCode::Io,
                        u"The file “%1” could not be written: it is larger than the system allows; "
                        u"raise the file size limit."_s.arg(path),
                        u"write: File too large"_s}));
        QCOMPARE(scratch.read(u"file"_s), QByteArray("kept"));
        QCOMPARE(entries(scratch.path()), QStringList{u"file"_s});
    }

    void survivesKill()
    {
        const Test::Scratch scratch;
        const QString path = scratch.write(u"file"_s, QByteArray(kBigSize, 'A'));
        for (int round = 0; round < 10; ++round) {
            QProcess child;
            child.start(QCoreApplication::applicationFilePath(), {u"--replace"_s, path});
            QVERIFY(child.waitForStarted());
            // A different moment in each round: after so many finished replacements.
            for (int lines = 0; lines <= round % 3;) {
                QVERIFY(child.waitForReadyRead());
                lines += static_cast<int>(child.readAllStandardOutput().count('\n'));
            }
            ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
            QVERIFY(child.waitForFinished());
            QCOMPARE(child.exitStatus(), QProcess::CrashExit);

            const QByteArray bytes = scratch.read(u"file"_s);
            QCOMPARE(bytes.size(), kBigSize);
            QCOMPARE(bytes.count(bytes.at(0)), kBigSize);
            // What a kill between link and rename may leave has a name that says whose it is.
            static const QRegularExpression allowed(u"^(file|\\.countersign-\\w{26}\\.tmp)$"_s);
            for (const QString &entry : entries(scratch.path()))
                QVERIFY2(allowed.match(entry).hasMatch(), qPrintable(entry));
        }
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 3 && QByteArrayView(argv[1]) == "--replace")
        return replaceForEver(QString::fromLocal8Bit(argv[2]));
    TestAtomicFile test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_atomicfile.moc"
