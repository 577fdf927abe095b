// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/location.h"
#include "location/project.h"
#include "support/scratch.h"

#include <QFile>
#include <QSet>
#include <QTest>

#include <sys/stat.h>

using namespace Countersign;
using namespace Qt::StringLiterals;

namespace {

QByteArray configWithOrigin(const QByteArray &url)
{
    return "[core]\n\trepositoryformatversion = 0\n[remote \"origin\"]\n\turl = " + url + "\n";
}

/// As much of a repository as telling its identity needs.
void makeRepository(const Test::Scratch &scratch, const QString &directory,
                    const QByteArray &config = "[core]\n\tbare = false\n")
{
    scratch.write(directory + u"/.git/HEAD"_s, "ref: refs/heads/main\n");
    scratch.write(directory + u"/.git/config"_s, config);
}

} // namespace

class TestProject : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void normalisesRemotes_data();
    void normalisesRemotes();
    void clonesShareTheirIdentity();
    void repositoriesWithoutRemoteAreTheirOwn();
    void linkedWorkTreeSharesIdentity();
    void nestedRepositoryIsItsOwn();
    void directoriesAreNeverShared();
    void oddRepositories_data();
    void oddRepositories();
    void conditionalIncludeIsHarmless();
    void fifoDoesNotBlock();
    void opensFast();
};

void TestProject::normalisesRemotes_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("normalized"); // Empty: none.
    const QString plain = u"example.org/team/App"_s;
    const auto row = [](const char *name, const QString &url, const QString &normalized) {
        QTest::newRow(name) << url << normalized;
    };
    row("https", u"https://example.org/team/App.git"_s, plain);
    row("without .git", u"https://example.org/team/App"_s, plain);
    row("with slash", u"https://example.org/team/App/"_s, plain);
    row("upper-case host", u"https://EXAMPLE.org/team/App.git"_s, plain);
    row("user and password", u"https://me:secret@example.org/team/App.git"_s, plain);
    row("default port", u"https://example.org:443/team/App.git"_s, plain);
    row("ssh", u"ssh://git@example.org/team/App.git"_s, plain);
    row("ssh with default port", u"ssh://git@example.org:22/team/App.git"_s, plain);
    row("scp", u"git@example.org:team/App.git"_s, plain);
    row("scp with slash", u"git@example.org:/team/App.git"_s, plain);
    row("scp without user", u"Example.org:team/App"_s, plain);
    row("git", u"git://example.org/team/App.git"_s, plain);
    row("white space around", u"  https://example.org/team/App.git\n"_s, plain);
    row("other port", u"https://example.org:8443/team/App.git"_s, u"example.org:8443/team/App"_s);
    row("IPv6, scp", u"git@[2001:DB8::1]:team/App.git"_s, u"2001:db8::1/team/App"_s);
    row("IPv6, ssh", u"ssh://git@[2001:db8::1]/team/App.git"_s, u"2001:db8::1/team/App"_s);
    row("case of the path matters", u"https://example.org/Team/app"_s, u"example.org/Team/app"_s);
    row("path", u"/srv/git/app.git"_s, QString());
    row("relative path", u"../app.git"_s, QString());
    row("path with a colon", u"./a:b"_s, QString());
    row("file", u"file:///srv/git/app.git"_s, QString());
    row("no path", u"https://example.org/"_s, QString());
    row("empty", QString(), QString());
}

void TestProject::normalisesRemotes()
{
    QFETCH(QString, url);
    QFETCH(QString, normalized);
    QCOMPARE(normalisedRemote(url).value_or(QString()), normalized);
}

void TestProject::clonesShareTheirIdentity()
{
    const Test::Scratch scratch;
    makeRepository(scratch, u"one"_s, configWithOrigin("https://example.org/app.git"));
    makeRepository(scratch, u"two"_s, configWithOrigin("git@example.org:app"));
    makeRepository(scratch, u"other"_s, configWithOrigin("git@example.org:app2"));
    scratch.write(u"two/src/deep/file"_s, "x");
    const Project one = projectOf(scratch.path(u"one"_s));
    const Project two = projectOf(scratch.path(u"two/src/deep"_s));
    const Project other = projectOf(scratch.path(u"other"_s));
    QVERIFY(one.isGit && two.isGit && other.isGit);
    QCOMPARE(one.directory, scratch.path(u"one"_s));
    QCOMPARE(two.directory, scratch.path(u"two"_s));
    QCOMPARE(two.id, one.id);
    QVERIFY(other.id != one.id);
    QCOMPARE(one.id.value, u"6d368b8e9ef5e3e99422425650db5bd9e869befc"_s);
}

void TestProject::repositoriesWithoutRemoteAreTheirOwn()
{
    const Test::Scratch scratch;
    makeRepository(scratch, u"one"_s);
    makeRepository(scratch, u"two"_s, configWithOrigin("/srv/git/two.git"));
    makeRepository(scratch, u"three"_s, configWithOrigin("/srv/git/two.git"));
    QSet<QString> ids;
    for (const QString &name : {u"one"_s, u"two"_s, u"three"_s})
        ids.insert(projectOf(scratch.path(name)).id.value);
    QCOMPARE(ids.size(), 3);
}

void TestProject::linkedWorkTreeSharesIdentity()
{
    const Test::Scratch scratch;
    makeRepository(scratch, u"main"_s);
    scratch.write(u"main/.git/worktrees/feature/HEAD"_s, "ref: refs/heads/feature\n");
    scratch.write(u"main/.git/worktrees/feature/commondir"_s, "../..\n");
    scratch.write(u"feature/.git"_s,
                  "gitdir: " + scratch.path(u"main/.git/worktrees/feature"_s).toUtf8() + "\n");
    const Project main = projectOf(scratch.path(u"main"_s));
    const Project feature = projectOf(scratch.path(u"feature"_s));
    QVERIFY(feature.isGit);
    QCOMPARE(feature.directory, scratch.path(u"feature"_s));
    QCOMPARE(feature.id, main.id);
}

void TestProject::nestedRepositoryIsItsOwn()
{
    const Test::Scratch scratch;
    makeRepository(scratch, u"outer"_s, configWithOrigin("https://example.org/outer"));
    makeRepository(scratch, u"outer/inner"_s, configWithOrigin("https://example.org/inner"));
    const Project inner = projectOf(scratch.path(u"outer/inner"_s));
    QCOMPARE(inner.directory, scratch.path(u"outer/inner"_s));
    QVERIFY(inner.id != projectOf(scratch.path(u"outer"_s)).id);
}

void TestProject::directoriesAreNeverShared()
{
    const Test::Scratch scratch;
    scratch.write(u"one/x"_s, "x");
    scratch.write(u"two/x"_s, "x");
    const Project one = projectOf(scratch.path(u"one"_s));
    QVERIFY(!one.isGit);
    QCOMPARE(one.directory, scratch.path(u"one"_s));
    QVERIFY(one.id != projectOf(scratch.path(u"two"_s)).id);
    QCOMPARE(projectOf(scratch.path(u"one"_s)), one);
}

void TestProject::oddRepositories_data()
{
    QTest::addColumn<QByteArray>("gitFile"); // Empty: a directory ".git" with `config`.
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<bool>("isGit");
    QTest::newRow("broken configuration") << QByteArray() << QByteArray("[remote \"orig") << true;
    QTest::newRow("binary configuration") << QByteArray() << QByteArray("\0\xff\0", 3) << true;
    QTest::newRow("origin without address")
            << QByteArray() << QByteArray("[remote \"origin\"]\n") << true;
    QTest::newRow("file that points nowhere")
            << QByteArray("gitdir: /no/such/place\n") << QByteArray() << false;
    QTest::newRow("file that is something else") << QByteArray("hello\n") << QByteArray() << false;
}

void TestProject::oddRepositories()
{
    QFETCH(QByteArray, gitFile);
    QFETCH(QByteArray, config);
    QFETCH(bool, isGit);
    const Test::Scratch scratch;
    if (gitFile.isEmpty())
        makeRepository(scratch, u"odd"_s, config);
    else
        scratch.write(u"odd/.git"_s, gitFile);
    const Project project = projectOf(scratch.path(u"odd"_s));
    QCOMPARE(project.isGit, isGit);
    QCOMPARE(project.directory, scratch.path(u"odd"_s));
    QVERIFY(!project.id.isEmpty());
}

void TestProject::conditionalIncludeIsHarmless()
{
    const Test::Scratch scratch;
    makeRepository(scratch, u"app"_s,
                   "[includeIf \"gitdir:~/x/\"]\n\tpath = other\n"
                   "[includeIf \"onbranch:main\"]\n\tpath = other\n"
                           + configWithOrigin("https://example.org/app"));
    makeRepository(scratch, u"plain"_s, configWithOrigin("https://example.org/app"));
    QCOMPARE(projectOf(scratch.path(u"app"_s)).id, projectOf(scratch.path(u"plain"_s)).id);
}

void TestProject::fifoDoesNotBlock()
{
    const Test::Scratch scratch;
    scratch.write(u"app/.git/HEAD"_s, "ref: refs/heads/main\n");
    for (const QString &name : {u"config"_s, u"commondir"_s}) {
        const QString path = scratch.path(u"app/.git/"_s + name);
        QCOMPARE(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
    }
    QVERIFY(projectOf(scratch.path(u"app"_s)).isGit);
}

void TestProject::opensFast()
{
    const Test::Scratch scratch;
    makeRepository(scratch, u"app"_s, configWithOrigin("https://example.org/app"));
    scratch.write(u"app/a/b/c/d/e/f/file"_s, "x");
    const QString deep = scratch.path(u"app/a/b/c/d/e/f"_s);
    QVERIFY(Location::open(deep)); // Makes libgit2 ready.
    QBENCHMARK
    {
        QVERIFY(Location::open(deep));
    }
}

QTEST_GUILESS_MAIN(TestProject)
#include "tst_project.moc"
