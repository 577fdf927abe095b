// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/location.h"
#include "support/scratch.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <optional>

#include <sys/stat.h>

using namespace Countersign;
using namespace Qt::StringLiterals;

namespace {

void link(const QString &target, const QString &path)
{
    QVERIFY2(QFile::link(target, path), qPrintable(path));
}

/// What a path should resolve to; "{}" stands for the scratch folder.
struct Expected
{
    QString canonical;
    QString resource;
    FileType type = FileType::Regular;
    bool throughSymlink = false;
    QString externalDirectory; ///< Empty: inside.
};

} // namespace

Q_DECLARE_METATYPE(Expected)

/// The scratch folder holds `in/` (the Location, with the link `alias` to it beside it) and `out/`.
class TestPathPolicy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void resolves_data();
    void resolves();
    void namesOfALink_data();
    void namesOfALink();
    void refuses_data();
    void refuses();
    void bothSpellingsAreInside_data();
    void bothSpellingsAreInside();
    void opens_data();
    void opens();
    void containsByWholeNames();
    void worksOnTheFileSystemRoot();

private:
    [[nodiscard]] QString fill(QString text) const
    {
        return text.replace(u"{}"_s, m_scratch.path());
    }
    Test::Scratch m_scratch;
    std::optional<Location> m_location;
};

void TestPathPolicy::initTestCase()
{
    m_scratch.write(u"in/src/a.txt"_s, "a");
    m_scratch.write(u"in/..foo/b"_s, "b");
    m_scratch.write(u"in/name with  spaces"_s, "c");
    m_scratch.write(u"in/line\nbreak"_s, "d");
    m_scratch.write(u"in/ünï-文件"_s, "e");
    m_scratch.write(u"in/-rf"_s, "f");
    m_scratch.write(u"in/back\\slash"_s, "g");
    m_scratch.write(u"in/~/home"_s, "h");
    m_scratch.write(u"out/secret"_s, "s");
    m_scratch.write(u"inside-by-letters-only"_s, "x");
    const QString in = m_scratch.path(u"in"_s) + u'/';
    link(u"src/a.txt"_s, in + u"link"_s);
    link(u"src"_s, in + u"linkdir"_s);
    link(u"link"_s, in + u"link-to-link"_s);
    link(m_scratch.path(u"in/src/a.txt"_s), in + u"absolute-link"_s);
    link(u"../out/secret"_s, in + u"leak"_s);
    link(u"../out"_s, in + u"leakdir"_s);
    link(u"../out/not-yet"_s, in + u"dangling-out"_s);
    link(u"src/not-yet"_s, in + u"dangling-in"_s);
    link(u"loop-b"_s, in + u"loop-a"_s);
    link(u"loop-a"_s, in + u"loop-b"_s);
    link(u"missing/../../../out/secret"_s, in + u"through-missing"_s);
    link(u"src/a.txt/../../../out"_s, in + u"through-file"_s);
    link(u"in"_s, m_scratch.path(u"alias"_s));
    link(u"../in/src"_s, m_scratch.path(u"out/back"_s));
    link(u"secret"_s, m_scratch.path(u"out/s-link"_s));
    QCOMPARE(::mkfifo(QFile::encodeName(in + u"fifo"_s).constData(), 0600), 0);
    Result<Location> opened = Location::open(m_scratch.path(u"in"_s));
    QVERIFY(opened);
    m_location = *opened;
}

void TestPathPolicy::resolves_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<PathKind>("kind");
    QTest::addColumn<Expected>("expected");
    const auto file = PathKind::File;
    const auto directory = PathKind::Directory;
    const auto inside = [](const QString &resource, FileType type = FileType::Regular,
                           bool throughSymlink = false) {
        return Expected{u"{}/in/"_s + resource, resource, type, throughSymlink, {}};
    };
    const auto outside = [](const QString &path, FileType type, const QString &boundary,
                            bool throughSymlink = false) {
        return Expected{path, path, type, throughSymlink, boundary};
    };
    const auto row = [](const char *name, const QString &path, PathKind kind,
                        const Expected &expected) {
        QTest::newRow(name) << path << kind << expected;
    };
    const Expected root{u"{}/in"_s, u"."_s, FileType::Directory, false, {}};
    row("relative", u"src/a.txt"_s, file, inside(u"src/a.txt"_s));
    row("dots", u"./src/../src//a.txt"_s, file, inside(u"src/a.txt"_s));
    row("out and in again", u"../in/src/a.txt"_s, file, inside(u"src/a.txt"_s));
    row("absolute inside", u"{}/in/src/a.txt"_s, file, inside(u"src/a.txt"_s));
    row("through the alias", u"{}/alias/src/a.txt"_s, file, inside(u"src/a.txt"_s));
    row("missing", u"new/deep/file"_s, file, inside(u"new/deep/file"_s, FileType::Missing));
    row("root as dot", u"."_s, directory, root);
    row("root absolute", u"{}/in"_s, directory, root);
    row("root with slash", u"{}/in/"_s, directory, root);
    row("directory", u"src"_s, directory, inside(u"src"_s, FileType::Directory));
    row("..foo", u"..foo/b"_s, file, inside(u"..foo/b"_s));
    row("..bar, missing", u"..bar"_s, file, inside(u"..bar"_s, FileType::Missing));
    row("spaces", u"name with  spaces"_s, file, inside(u"name with  spaces"_s));
    row("line break", u"line\nbreak"_s, file, inside(u"line\nbreak"_s));
    row("line break at the end", u"src/a.txt\n"_s, file,
        inside(u"src/a.txt\n"_s, FileType::Missing));
    row("unicode", u"ünï-文件"_s, file, inside(u"ünï-文件"_s));
    row("leading dash", u"-rf"_s, file, inside(u"-rf"_s));
    row("backslash is a character", u"back\\slash"_s, file, inside(u"back\\slash"_s));
    row("tilde is a name", u"~/home"_s, file, inside(u"~/home"_s));
    row("leading colon is a name", u":/x"_s, file, inside(u":/x"_s, FileType::Missing));
    row("fifo", u"fifo"_s, file, inside(u"fifo"_s, FileType::Other));
    row("link to a file", u"link"_s, file, inside(u"src/a.txt"_s, FileType::Regular, true));
    row("link to a link", u"link-to-link"_s, file, inside(u"src/a.txt"_s, FileType::Regular, true));
    row("absolute link", u"absolute-link"_s, file, inside(u"src/a.txt"_s, FileType::Regular, true));
    row("link to a directory", u"linkdir/a.txt"_s, file,
        inside(u"src/a.txt"_s, FileType::Regular, true));
    row("dangling, stays inside", u"dangling-in"_s, file,
        inside(u"src/not-yet"_s, FileType::Missing, true));
    row(".. after a link goes up in the words", u"leakdir/../src/a.txt"_s, file,
        inside(u"src/a.txt"_s));
    row("outside file", u"{}/out/secret"_s, file,
        outside(u"{}/out/secret"_s, FileType::Regular, u"{}/out/*"_s));
    row("outside, missing", u"{}/out/new/x"_s, file,
        outside(u"{}/out/new/x"_s, FileType::Missing, u"{}/out/*"_s));
    row("outside directory", u"{}/out"_s, directory,
        outside(u"{}/out"_s, FileType::Directory, u"{}/out/*"_s));
    row("outside directory as a file", u"{}/out"_s, file,
        outside(u"{}/out"_s, FileType::Directory, u"{}/out/*"_s));
    row("outside link", u"{}/out/s-link"_s, file,
        outside(u"{}/out/secret"_s, FileType::Regular, u"{}/out/*"_s, true));
    row("outside link that leads in", u"{}/out/back/a.txt"_s, file, inside(u"src/a.txt"_s));
    row("name that begins like the root", u"{}/inside-by-letters-only"_s, file,
        outside(u"{}/inside-by-letters-only"_s, FileType::Regular, u"{}/*"_s));
    row("below the file system's root", u"/no-such-file-here"_s, file,
        outside(u"/no-such-file-here"_s, FileType::Missing, u"/*"_s));
    row("device", u"/dev/null"_s, file, outside(u"/dev/null"_s, FileType::Other, u"/dev/*"_s));
}

void TestPathPolicy::resolves()
{
    QFETCH(QString, path);
    QFETCH(PathKind, kind);
    QFETCH(Expected, expected);
    const Result<ResolvedPath> resolved = m_location->resolve(fill(path), kind);
    QVERIFY2(resolved, resolved ? "" : qPrintable(resolved.error().message));
    QCOMPARE(resolved->input, fill(path));
    QCOMPARE(resolved->canonical, fill(expected.canonical));
    QCOMPARE(resolved->resource, fill(expected.resource));
    QCOMPARE(int(resolved->type), int(expected.type));
    QCOMPARE(resolved->throughSymlink, expected.throughSymlink);
    QCOMPARE(resolved->externalDirectory.value_or(QString()), fill(expected.externalDirectory));
    QCOMPARE(m_location->contains(resolved->canonical), expected.externalDirectory.isEmpty());
}

void TestPathPolicy::namesOfALink_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("aliases");
    QTest::newRow("no link") << u"real/file"_s << QStringList();
    QTest::newRow("the file is a link") << u"one"_s << QStringList{u"one"_s};
    QTest::newRow("a link to a link") << u"two"_s << QStringList{u"two"_s, u"one"_s};
    QTest::newRow("the folder is a link") << u"folder/file"_s << QStringList{u"folder/file"_s};
    QTest::newRow("both") << u"folder/back"_s
                          << QStringList{u"folder/back"_s, u"real/back"_s, u"two"_s, u"one"_s};
    QTest::newRow("missing, below a link") << u"folder/new"_s << QStringList{u"folder/new"_s};
    QTest::newRow("the same by another way")
            << u"./folder/../two"_s << QStringList{u"two"_s, u"one"_s};
}

void TestPathPolicy::namesOfALink()
{
    QFETCH(QString, path);
    Test::Scratch scratch;
    scratch.write(u"real/file"_s, "x");
    QVERIFY(QFile::link(u"real/file"_s, scratch.path(u"one"_s)));
    QVERIFY(QFile::link(u"one"_s, scratch.path(u"two"_s)));
    QVERIFY(QFile::link(u"real"_s, scratch.path(u"folder"_s)));
    QVERIFY(QFile::link(u"../two"_s, scratch.path(u"real/back"_s)));
    const Result<Location> location = Location::open(scratch.path());
    QVERIFY(location);
    const Result<ResolvedPath> resolved = location->resolve(path, PathKind::File);
    QVERIFY(resolved);
    QTEST(resolved->aliases, "aliases");
}

void TestPathPolicy::refuses_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const QString &path, ErrorCode code,
                        const QString &words) {
        QTest::newRow(name) << path << code << words;
    };
    row("empty", QString(), ErrorCode::InvalidInput, u"is empty"_s);
    row("NUL", u"src/a.txt"_s + QChar::Null + u"x"_s, ErrorCode::InvalidInput, u"NUL character"_s);
    row("half a character", u"src/"_s + QChar(0xd800), ErrorCode::InvalidInput,
        u"no file name can have"_s);
    row("relative escape", u"../out/secret"_s, ErrorCode::Denied, u"\"../out/secret\" leaves"_s);
    row("relative escape through a directory", u"src/../../out"_s, ErrorCode::Denied,
        u"leaves the project"_s);
    row("just the parent", u".."_s, ErrorCode::Denied, u"leaves the project"_s);
    row("link that leads out", u"leak"_s, ErrorCode::Denied, u"\"{}/out/secret\""_s);
    row("absolute spelling of it", u"{}/in/leak"_s, ErrorCode::Denied, u"symbolic link"_s);
    row("spelling through the alias, seen as its real path", u"{}/in/leakdir/secret"_s,
        ErrorCode::Denied, u"symbolic link"_s);
    row("prospective file below a link out", u"leakdir/new/file"_s, ErrorCode::Denied,
        u"\"{}/out/new/file\""_s);
    row("dangling link that leads out", u"dangling-out"_s, ErrorCode::Denied,
        u"\"{}/out/not-yet\""_s);
    row("file below a dangling link that leads out", u"dangling-out/x"_s, ErrorCode::Denied,
        u"\"{}/out/not-yet/x\""_s);
    row("links in a circle", u"loop-a"_s, ErrorCode::InvalidInput, u"circle"_s);
    row("link through a missing directory", u"through-missing"_s, ErrorCode::InvalidInput,
        u"missing directory"_s);
    row("link through a file", u"through-file"_s, ErrorCode::InvalidInput, u"is not a directory"_s);
    row("below a file", u"src/a.txt/x"_s, ErrorCode::InvalidInput, u"is not a directory"_s);
    row("too long a name", QString(300, u'x'), ErrorCode::InvalidInput, u"longer than"_s);
}

void TestPathPolicy::refuses()
{
    QFETCH(QString, path);
    QFETCH(ErrorCode, code);
    QFETCH(QString, words);
    const Result<ResolvedPath> resolved = m_location->resolve(fill(path), PathKind::File);
    QVERIFY2(!resolved, resolved ? qPrintable(resolved->canonical) : "");
    QCOMPARE(int(resolved.error().code), int(code));
    QVERIFY2(resolved.error().message.contains(fill(words)), qPrintable(resolved.error().message));
    QVERIFY(resolved.error().message.endsWith(u'.'));
}

void TestPathPolicy::bothSpellingsAreInside_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("resource");
    QTest::newRow("relative") << u"src/a.txt"_s << u"src/a.txt"_s;
    QTest::newRow("as opened") << u"{}/alias/src/a.txt"_s << u"src/a.txt"_s;
    QTest::newRow("real") << u"{}/in/src/a.txt"_s << u"src/a.txt"_s;
    QTest::newRow("root as opened") << u"{}/alias"_s << u"."_s;
    QTest::newRow("link out, as opened") << u"{}/alias/leak"_s << QString();
    QTest::newRow("link out, real") << u"{}/in/leak"_s << QString();
    QTest::newRow("relative escape") << u"../out/secret"_s << QString();
}

void TestPathPolicy::bothSpellingsAreInside()
{
    QFETCH(QString, path);
    QFETCH(QString, resource); // Empty: denied.
    const Result<Location> location = Location::open(m_scratch.path(u"alias"_s));
    QVERIFY(location);
    QCOMPARE(location->directory(), m_scratch.path(u"alias"_s));
    QCOMPARE(location->root(), m_scratch.path(u"in"_s));
    const Result<ResolvedPath> resolved = location->resolve(fill(path), PathKind::File);
    QCOMPARE(resolved ? resolved->resource : QString(), resource);
    if (resolved) {
        QVERIFY(!resolved->throughSymlink); // The link is above the Location, not in it.
        QVERIFY(!resolved->externalDirectory);
    } else {
        QCOMPARE(resolved.error().code, ErrorCode::Denied);
    }
}

void TestPathPolicy::opens_data()
{
    QTest::addColumn<QString>("directory");
    QTest::addColumn<std::optional<ErrorCode>>("error");
    using Error = std::optional<ErrorCode>;
    QTest::newRow("directory") << u"{}/in"_s << Error();
    QTest::newRow("with slash and dots") << u"{}/out/../in/"_s << Error();
    QTest::newRow("missing") << u"{}/missing"_s << Error(ErrorCode::NotFound);
    QTest::newRow("file") << u"{}/in/src/a.txt"_s << Error(ErrorCode::NotFound);
    QTest::newRow("empty") << QString() << Error(ErrorCode::InvalidInput);
}

void TestPathPolicy::opens()
{
    QFETCH(QString, directory);
    QFETCH(std::optional<ErrorCode>, error);
    const Result<Location> location = Location::open(fill(directory));
    QCOMPARE(location ? std::optional<ErrorCode>() : location.error().code, error);
    if (location)
        QCOMPARE(location->root(), m_scratch.path(u"in"_s));
}

void TestPathPolicy::containsByWholeNames()
{
    QVERIFY(m_location->contains(m_scratch.path(u"in"_s)));
    QVERIFY(m_location->contains(m_scratch.path(u"in/..foo"_s)));
    QVERIFY(!m_location->contains(m_scratch.path(u"inside-by-letters-only"_s)));
    QVERIFY(!m_location->contains(m_scratch.path()));
    QVERIFY(!m_location->contains(QString()));
}

void TestPathPolicy::worksOnTheFileSystemRoot()
{
    const Result<Location> location = Location::open(u"/"_s);
    QVERIFY(location);
    const Result<ResolvedPath> resolved = location->resolve(u"dev/null"_s, PathKind::File);
    QVERIFY(resolved);
    QCOMPARE(resolved->resource, u"dev/null"_s);
    QCOMPARE(resolved->externalDirectory, std::optional<QString>());
    QCOMPARE(location->resourceOf(u"/"_s), u"."_s);
}

QTEST_GUILESS_MAIN(TestPathPolicy)
#include "tst_pathpolicy.moc"
