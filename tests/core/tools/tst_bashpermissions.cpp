// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include <QDir>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;
using Permission::Effect;

class TestBashPermissions : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void asksWhatMatters_data();
    void asksWhatMatters();
    void denyHolds_data();
    void denyHolds();
    void denyHoldsBeyondWhatIsListed();
    void boundsWhatIsLookedAt();
    void allowedLinesRunUnasked_data();
    void allowedLinesRunUnasked();
    void destructionIsAskedUnderAllowAll_data();
    void destructionIsAskedUnderAllowAll();
    void aRuleMayNameTheCommandItself();
    void whatCannotBeSeenIsAsked_data();
    void whatCannotBeSeenIsAsked();
    void offersAreUsable();
    void aRefusedFileStopsTheLine();
    void aDenialHoldsForALink();
    void saysHowMuchIsLost();
    void asksGitWhatWouldBeLost_data();
    void asksGitWhatWouldBeLost();
};

namespace {

/// A project with something to lose, and a folder beside it.
class Bench : public Workbench
{
public:
    explicit Bench(const Permission::Ruleset &rules) : Workbench(rules, {}, u"/bin/bash"_s)
    {
        file(u"a.txt"_s, "a\n");
        file(u".env"_s, "KEY=1\n");
        file(u"src/b.c"_s, "b\n");
        file(u"keep/SECRET.md"_s, "s\n");
        scratch.write(u"outside/o.txt"_s, "o\n");
        QDir(path()).mkdir(u"empty"_s);
        QFile::link(scratch.path(u"outside"_s), path(u"out"_s));
        seat([this](const Permission::Request &request) {
            return accepts ? yes() : no(u"No "_s + request.inquiry.action);
        });
    }

    Settled run(const QString &line)
    {
        return call(u"bash"_s, {{u"command"_s, placed(line)}, {u"timeout"_s, 20'000}});
    }
    QString placed(QString text) const { return text.replace(u"ROOT"_s, scratch.path()); }
    QStringList questions() const
    {
        QStringList texts;
        for (const Permission::Request &request : asked()) {
            texts.append(
                    request.inquiry.action + u": "_s
                    + request.inquiry.resources.join(u", "_s).replace(scratch.path(), u"ROOT"_s));
        }
        return texts;
    }
    QStringList reasons() const
    {
        QStringList texts;
        for (const Permission::Request &request : asked()) {
            for (const Permission::Verdict &verdict : request.explanation.verdicts) {
                if (!verdict.reason.isEmpty())
                    texts.append(QString(verdict.reason).replace(scratch.path(), u"ROOT"_s));
            }
        }
        return texts;
    }

    bool accepts = true;
};

Permission::Ruleset askAll()
{
    return {rule(u"*"_s, u"*"_s, Effect::Ask)};
}

Permission::Ruleset defaults()
{
    return {rule(u"external_directory"_s, u"*"_s, Effect::Ask),
            rule(u"read"_s, u"*.env"_s, Effect::Ask)};
}

} // namespace

void TestBashPermissions::asksWhatMatters_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("questions");
    const auto row = [](const char *name, const QString &line, const QStringList &questions) {
        QTest::newRow(name) << line << questions;
    };
    row("a command", u"git --version"_s, {u"bash: git --version"_s});
    row("two commands, one question", u"true && echo a; echo b"_s, {u"bash: echo a, echo b"_s});
    row("a write", u"echo x > src/n.txt"_s, {u"edit: src/n.txt"_s, u"bash: echo x"_s});
    row("a write in another folder", u"cd src && echo x > n.txt"_s,
        {u"edit: src/n.txt"_s, u"bash: echo x"_s});
    row("a folder that may not be entered", u"cd empty; echo x > n.txt"_s,
        {u"edit: empty/n.txt, n.txt"_s, u"bash: echo x"_s});
    row("a read", u"cat a.txt"_s, {u"read: a.txt"_s, u"bash: cat a.txt"_s});
    row("a write outside", u"echo x >> ROOT/outside/n"_s,
        {u"external_directory: ROOT/outside/*"_s, u"edit: ROOT/outside/n"_s, u"bash: echo x"_s});
    row("a write by dots", u"echo x >> ../outside/n"_s,
        {u"external_directory: ROOT/outside/*"_s, u"edit: ROOT/outside/n"_s, u"bash: echo x"_s});
    row("a write through a link", u"echo x >> out/n"_s,
        {u"external_directory: ROOT/outside/*"_s, u"edit: ROOT/outside/n"_s, u"bash: echo x"_s});
    row("dots behind a link", u"echo x >> out/../outside/n"_s,
        {u"external_directory: ROOT/outside/*"_s, u"edit: ROOT/outside/n"_s, u"bash: echo x"_s});
    row("a folder outside", u"ls ROOT/outside"_s,
        {u"external_directory: ROOT/outside/*"_s, u"bash: ls ROOT/outside"_s});
    row("cd outside", u"cd ROOT/outside && cat o.txt"_s,
        {u"external_directory: ROOT/outside/*"_s, u"read: ROOT/outside/o.txt"_s,
         u"bash: cat o.txt"_s});
    row("any program with a path outside", u"test -f a.txt; basename ROOT/outside/o.txt"_s,
        {u"external_directory: ROOT/outside/*"_s,
         u"bash: test -f a.txt, basename ROOT/outside/o.txt"_s});
    row("a pattern is what it matches", u"cat *.txt src/*"_s,
        {u"read: a.txt, src/b.c"_s, u"bash: cat *.txt src/*"_s});
    row("a pattern that finds what is protected", u"cat .e*"_s,
        {u"read: .env"_s, u"bash: cat .e*"_s});
    row("a copy", u"cp a.txt src"_s, {u"read: a.txt"_s, u"edit: src/*"_s, u"bash: cp a.txt src"_s});
    row("an output and no command", u"> n.txt"_s, {u"edit: n.txt"_s, u"bash: > n.txt"_s});
    row("nothing to ask for is the line", u"true"_s, {u"bash: true"_s});
    row("devices are no files", u"echo x > /dev/null 2>&1 < /dev/zero"_s, {u"bash: echo x"_s});
    row("a wrapper", u"timeout 5 echo x"_s, {u"bash: echo x"_s});
    row("an inner shell", u"bash -c 'echo x > n.txt'"_s,
        {u"edit: n.txt"_s, u"bash: bash -c 'echo x > n.txt', echo x"_s});
}

void TestBashPermissions::asksWhatMatters()
{
    QFETCH(QString, line);
    QFETCH(QStringList, questions);
    Bench bench(askAll());
    const Settled settled = bench.run(line);
    QVERIFY2(settled.ok(), qPrintable(settled.ok() ? QString() : settled.error->message));
    QCOMPARE(bench.questions(), questions);
}

void TestBashPermissions::denyHolds_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("resource");
    QTest::addColumn<QString>("line");
    const auto row = [](const QString &action, const QString &resource, const QString &line) {
        QTest::newRow(qPrintable(action + u' ' + resource + u": "_s + line))
                << action << resource << line;
    };
    for (const char *line : {"touch d",
                             "true && touch d",
                             "echo a | touch d",
                             "(touch d)",
                             "echo $(touch d)",
                             "\"touch\" d",
                             "\\touch d",
                             "/usr/bin/touch d",
                             "to''uch d",
                             "A=1 touch d",
                             "timeout 5 touch d",
                             "nohup touch d",
                             "env touch d",
                             "command touch d",
                             "echo d | xargs touch",
                             "find . -maxdepth 0 -exec touch d {} +",
                             "bash -c 'touch d'",
                             "eval 'touch d'",
                             "f() { touch d; }; f",
                             "bash <<E\ntouch d\nE",
                             "if true; then touch d; fi",
                             "touch    d",
                             "touch \\\n d",
                             "$X; touch d",
                             "eval \"$X\"; touch d"})
        row(u"bash"_s, u"touch *"_s, QString::fromUtf8(line));
    row(u"bash"_s, u"timeout *"_s, u"timeout 5 touch d"_s);
    row(u"bash"_s, u"cd *"_s, u"cd src && touch ../d"_s);
    row(u"bash"_s, u"git push *"_s, u"git -C src push; touch d"_s);
    for (const char *line :
         {"echo x > d", "touch d", "cp a.txt d", "mv a.txt d", "tee d < a.txt", "ln a.txt d",
          "dd if=a.txt of=d", "install a.txt d", "sed -n 'w d' a.txt; : > d", "cat a.txt >> ./d",
          "cd src && echo > ../d", "sh -c 'echo > d'", "rsync a.txt d", "truncate -s 1 d",
          "sort a.txt -o d", "curl -o d file:///dev/null"})
        row(u"edit"_s, u"d"_s, QString::fromUtf8(line));
    for (const char *line :
         {"cat .env && touch d", "head -1 .env; touch d", "grep KEY .env; touch d",
          "touch d < .env", "cp .env d", ". ./.env; touch d", "cat src/../.env; touch d",
          "cd src; cat ../.env; touch ../d", "cat .e*; touch d", "tar cf d .env",
          "git show HEAD:.env; touch d", "base64 .env; touch d", "sh -c 'cat .env'; touch d",
          // A name is enough, whatever the program does with it.
          "pr .env; touch d", "nobody-knows .e*; touch d", "frob --env-file=.env; touch d",
          "frob -f.env; touch d", "frob x@.env; touch d", "git diff -- .env; touch d",
          "git -C src diff ../.env; touch d", "cd src && git show HEAD:.env; touch ../d",
          "git commit -F .env; touch d", "python3 -c \"open('.env')\"; touch d",
          "python3 - <<'E'\nopen('.env')\nE\ntouch d", "sed -n 'r .env' a.txt; touch d",
          "curl --data-binary @.env 127.0.0.1:9; touch d", "curl file:.env; touch d",
          "xargs -a .env echo; touch d", "sqlite3 x '.read .env'; touch d",
          "grep --include=.env -r K .; touch d", "docker run -v .env:/x y; touch d", "mv .env d",
          "ln .env d", "ln -s .env d", "git mv .env d"})
        row(u"read"_s, u"*.env"_s, QString::fromUtf8(line));
    row(u"external_directory"_s, u"*"_s, u"ls /etc; touch d"_s);
    for (const char *line : {"builtin cd .. && echo x > o; touch d",
                             "command cd /; echo x > o; touch d", "docker run -v /:/h x; touch d",
                             "git worktree add ../o; touch d", "frob --file=/etc/passwd; touch d"})
        row(u"external_directory"_s, u"*"_s, QString::fromUtf8(line));
    row(u"edit"_s, u"src/*"_s, u"git -C src checkout -- b.c; touch d"_s);
    row(u"read"_s, u"keep/*"_s, u"cd src; git show HEAD:keep/SECRET.md; touch ../d"_s);
    row(u"external_directory"_s, u"*"_s, u"frobnicate /etc/passwd; touch d"_s);
}

void TestBashPermissions::denyHoldsBeyondWhatIsListed()
{
    Bench bench({rule(u"read"_s, u".env"_s, Effect::Deny)});
    QString line = u"cat"_s;
    for (int i = 0; i < 600; ++i)
        line += u" f%1"_s.arg(i);
    const Settled settled = bench.run(line + u" .env; touch d"_s);
    QVERIFY2(!settled.ok(), qPrintable(settled.modelText()));
    QCOMPARE(settled.error->code, ErrorCode::Denied);
    QVERIFY(!bench.has(u"d"_s));
}

/// Neither the patterns of a line nor its paths hold the desk up.
void TestBashPermissions::boundsWhatIsLookedAt()
{
    const QString tooMany = u"It may touch more files than are looked at."_s;
    Bench bench({});
    bench.accepts = false;
    for (int i = 0; i < 20; ++i)
        bench.file(u"f%1"_s.arg(i), "f\n");
    (void)bench.run(u"ls"_s + u" f*"_s.repeated(1900));
    QVERIFY(bench.reasons().join(u' ').contains(tooMany));
    const qsizetype before = bench.reasons().size();
    QString line = u"mv"_s;
    for (int i = 0; i < 3900; ++i)
        line += u" x%1"_s.arg(i);
    (void)bench.run(line);
    QVERIFY(bench.reasons().mid(before).join(u' ').contains(tooMany));
}

void TestBashPermissions::denyHolds()
{
    QFETCH(QString, action);
    QFETCH(QString, resource);
    QFETCH(QString, line);
    Bench bench({rule(action, resource, Effect::Deny)});
    const Settled settled = bench.run(line);
    QVERIFY2(!settled.ok(), qPrintable(settled.modelText()));
    QCOMPARE(settled.error->code, ErrorCode::Denied);
    QVERIFY(!bench.has(u"d"_s));
    QVERIFY(bench.has(u"a.txt"_s));
}

void TestBashPermissions::allowedLinesRunUnasked_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("unasked");
    const auto row = [](const char *name, const QString &line, bool unasked) {
        QTest::newRow(name) << line << unasked;
    };
    row("allowed", u"echo a"_s, true);
    row("all parts allowed", u"cd src && echo a | cat; echo b || true"_s, true);
    row("one part is not", u"echo a; ls"_s, false);
    row("first part is not", u"ls && echo a"_s, false);
    row("a substitution is not", u"echo $(ls)"_s, false);
    row("through transparent wrappers", u"timeout 5 nice echo a"_s, true);
    row("an assignment that may matter", u"PATH=src echo a"_s, false);
    row("an assignment that does not", u"LC_ALL=C echo a"_s, true);
    row("a path that is set before", u"PATH=src; echo a"_s, false);
    row("an exact rule and an output", u"git --version > src/v"_s, true);
    row("a loop of allowed parts", u"for i in 1 2; do echo $i; done"_s, true);
}

void TestBashPermissions::allowedLinesRunUnasked()
{
    QFETCH(QString, line);
    QFETCH(bool, unasked);
    Bench bench({rule(u"bash"_s, u"*"_s, Effect::Ask), rule(u"bash"_s, u"echo *"_s, Effect::Allow),
                 rule(u"bash"_s, u"cat *"_s, Effect::Allow),
                 rule(u"bash"_s, u"git --version"_s, Effect::Allow)});
    const Settled settled = bench.run(line);
    QVERIFY2(settled.ok(), qPrintable(settled.ok() ? QString() : settled.error->message));
    QCOMPARE(bench.questions().isEmpty(), unasked);
}

void TestBashPermissions::destructionIsAskedUnderAllowAll_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const QString &line, const QString &reason) {
        QTest::newRow(name) << line << reason;
    };
    row("everything here", u"rm -rf ./*"_s,
        u"Deletes whole folders for good, and which ones depends on where it runs or on what is "
        "there then."_s);
    row("the project by its name", u"rm -rf ROOT/project"_s,
        u"ROOT/project holds 8 files and folders."_s);
    row("a folder above", u"cd src && chmod -R a+r ../../project"_s,
        u"ROOT/project holds 8 files and folders."_s);
    row("a folder outside", u"rm -r ROOT/outside"_s,
        u"ROOT/outside holds 1 files and folders, outside the opened folder."_s);
    row("a file outside is replaced", u"echo x > ROOT/outside/o.txt"_s,
        u"Replaces or removes ROOT/outside/o.txt, outside the opened folder; no copy is kept."_s);
    row("git", u"git reset --hard"_s,
        u"Discards every uncommitted change of tracked files; git keeps no copy of them."_s);
    row("behind a wrapper", u"env X=1 git clean -fdx"_s,
        u"Deletes untracked files, the ignored ones (.env, local data) too; git keeps no copy of "
        "them."_s);
}

void TestBashPermissions::destructionIsAskedUnderAllowAll()
{
    QFETCH(QString, line);
    QFETCH(QString, reason);
    Bench bench({});
    bench.accepts = false;
    const Settled settled = bench.run(line);
    QVERIFY(!settled.ok());
    QCOMPARE(settled.error->code, ErrorCode::Denied);
    QCOMPARE(bench.reasons(), QStringList{reason});
    QCOMPARE(bench.asked().last().inquiry.save, QList<Permission::SaveOffer>());
    QVERIFY(bench.asked().last().inquiry.metadata.contains(u"cautions"_s));
    QCOMPARE(bench.bytesOf(u"a.txt"_s), QByteArray("a\n"));
    QCOMPARE(bench.scratch.read(u"outside/o.txt"_s), QByteArray("o\n"));
}

void TestBashPermissions::aRuleMayNameTheCommandItself()
{
    const QString line = u"rm -rf ./*"_s;
    Bench named({rule(u"bash"_s, line, Effect::Allow)});
    QVERIFY(named.run(line).ok());
    QCOMPARE(named.questions(), QStringList());
    QVERIFY(!named.has(u"a.txt"_s));
    // A pattern that also matches does not name it, and the rule names one command, not another.
    Bench pattern({rule(u"bash"_s, u"rm *"_s, Effect::Allow),
                   rule(u"bash"_s, u"rm -rf ./*"_s, Effect::Allow)});
    pattern.accepts = false;
    QVERIFY(!pattern.run(u"rm -rf ./* ./.*"_s).ok());
    QVERIFY(pattern.has(u"a.txt"_s));
}

void TestBashPermissions::whatCannotBeSeenIsAsked_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("offer");
    const auto row = [](const char *name, const QString &line, const QString &reason,
                        const QString &offer) {
        QTest::newRow(name) << line << reason << offer;
    };
    row("a program in a variable", u"X=echo; $X hi > n"_s,
        u"The name of a program in it is known only at run time ($X)."_s, u"X=echo; $X hi > n"_s);
    row("a syntax error", u"echo 'x"_s,
        u"The line was not taken apart: shfmt does not understand it (1:6: reached EOF without "
        "closing quote ')."_s,
        u"echo 'x"_s);
    row("a file in a variable", u"f=n; echo hi > \"$f\""_s,
        u"Which files it touches is known only when it runs: \"$f\"."_s,
        u"f=n; echo hi > \"$f\""_s);
    row("a folder in a variable", u"cd $X; cat a.txt"_s,
        u"Which files it touches is known only when it runs: a.txt."_s, u"cd $X; cat a.txt"_s);
}

void TestBashPermissions::whatCannotBeSeenIsAsked()
{
    QFETCH(QString, line);
    QFETCH(QString, reason);
    QFETCH(QString, offer);
    Bench bench({});
    (void)bench.run(line);
    QCOMPARE(bench.reasons(), QStringList{reason});
    QCOMPARE(bench.asked().last().inquiry.save.first(), (Permission::SaveOffer{offer, true}));
}

void TestBashPermissions::offersAreUsable()
{
    Bench bench({rule(u"bash"_s, u"*"_s, Effect::Ask)});
    int questions = 0;
    bench.seat([&questions](const Permission::Request &request) {
        ++questions;
        Permission::Reply reply;
        reply.answer = Permission::Answer::Always;
        for (const Permission::SaveOffer &offer : request.inquiry.save) {
            if (!offer.exact)
                reply.save.append(offer);
        }
        return reply;
    });
    QVERIFY(bench.run(u"echo a && git --version"_s).ok());
    QCOMPARE(questions, 1);
    // What was saved covers each command, in any line and in any order.
    QVERIFY(bench.run(u"for i in 1 2; do echo $i; done | cat; echo b"_s).ok());
    QCOMPARE(questions, 2);
    QVERIFY(bench.run(u"timeout 5 echo c; echo d | cat"_s).ok());
    QCOMPARE(questions, 2);
}

void TestBashPermissions::aRefusedFileStopsTheLine()
{
    Bench bench(askAll());
    bench.seat([](const Permission::Request &request) {
        return request.inquiry.action == u"edit"_s ? no(u"Not there."_s) : yes();
    });
    const Settled settled = bench.run(u"touch ran; echo x > n.txt"_s);
    QVERIFY(!settled.ok());
    QVERIFY(settled.error->message.contains(u"Not there."_s));
    QVERIFY(!bench.has(u"ran"_s));
}

void TestBashPermissions::saysHowMuchIsLost()
{
    Bench bench(defaults());
    bench.accepts = false;
    for (int i = 0; i < 1001; ++i)
        QVERIFY(QDir(bench.path(u"empty"_s)).mkdir(QString::number(i)));
    QVERIFY(!bench.run(u"rm -rf ../project"_s).ok());
    QCOMPARE(bench.reasons(),
             QStringList{u"ROOT/project holds more than 1000 files and folders."_s});
}

void TestBashPermissions::asksGitWhatWouldBeLost_data()
{
    QTest::addColumn<bool>("dirty");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("reasons");
    const QString reset =
            u"Discards every uncommitted change of tracked files; git keeps no copy of them."_s;
    QTest::newRow("a clean tree has nothing to lose")
            << false << u"git reset --hard"_s << QStringList();
    QTest::newRow("another commit may hide work")
            << false << u"git reset --hard HEAD~1"_s << QStringList{reset};
    QTest::newRow("nothing untracked") << false << u"git clean -fd"_s << QStringList();
    QTest::newRow("ignored files are not counted")
            << false << u"git clean -fdx"_s
            << QStringList{u"Deletes untracked files, the ignored ones (.env, local data) too; git "
                           "keeps no copy of them."_s};
    QTest::newRow("changed") << true << u"git reset --hard"_s
                             << QStringList{reset + u" 1 file has uncommitted changes now."_s};
    QTest::newRow("in a folder") << true << u"cd src && git checkout -- ."_s
                                 << QStringList{u"Discards uncommitted changes; git keeps no copy "
                                                "of them. 1 file has uncommitted changes now."_s};
    const QString these =
            u"Discards uncommitted changes of these files; git keeps no copy of them."_s;
    const QString one = u" 1 file has uncommitted changes now."_s;
    QTest::newRow("a name that is a file")
            << true << u"git checkout a.txt"_s << QStringList{these + one};
    QTest::newRow("a name that is a folder")
            << true << u"cd src && git checkout HEAD ../src"_s << QStringList{these + one};
    QTest::newRow("a file in another folder")
            << true << u"git -C src checkout b.c"_s << QStringList{these};
    QTest::newRow("a name that is a file, unchanged")
            << false << u"git checkout a.txt"_s << QStringList();
    QTest::newRow("a new branch by the name of a file")
            << true << u"git checkout -b a.txt"_s << QStringList();
    QTest::newRow("switching by force, nothing changed")
            << false << u"git switch -f main"_s << QStringList();
    QTest::newRow("what the line changes before")
            << false << u"echo x > a.txt; git checkout -- a.txt"_s
            << QStringList{u"Discards uncommitted changes; git keeps no copy of them."_s};
    QTest::newRow("the repository itself")
            << false << u"rm -rf .git/objects"_s
            << QStringList{u"ROOT/project/.git/objects belongs to a git repository, whose commits "
                           "may be lost with it."_s};
    QTest::newRow("the repository by a pattern")
            << false << u"mv .gi? x"_s
            << QStringList{u"ROOT/project/.git belongs to a git repository, whose commits may be "
                           "lost with it."_s};
    QTest::newRow("a lock that was left") << false << u"rm -f .git/index.lock"_s << QStringList();
    QTest::newRow("untracked") << true << u"git clean -f"_s
                               << QStringList{u"Deletes untracked files; git keeps no copy of "
                                              "them. 2 files are untracked now."_s};
}

void TestBashPermissions::asksGitWhatWouldBeLost()
{
    QFETCH(bool, dirty);
    QFETCH(QString, line);
    QFETCH(QStringList, reasons);
    Bench bench({});
    const QString git = u"git -c user.name=x -c user.email=x@y -c init.defaultBranch=main "_s;
    QVERIFY(bench.run(git + u"init -q . && "_s + git + u"add -A && "_s + git
                      + u"commit -q -m x && "_s + git + u"commit -q --allow-empty -m y"_s)
                    .ok());
    if (dirty) {
        bench.file(u"a.txt"_s, "changed\n");
        bench.file(u"new/1"_s, "");
        bench.file(u"new/2"_s, "");
    }
    const qsizetype before = bench.reasons().size();
    bench.accepts = false;
    (void)bench.run(line);
    QCOMPARE(bench.reasons().mid(before), reasons);
}

/// A rule on a link is about the file behind it, and one on the file about its links.
void TestBashPermissions::aDenialHoldsForALink()
{
    Bench bench({rule(u"read"_s, u"link"_s, Effect::Deny)});
    QVERIFY(QFile::link(u"a.txt"_s, bench.path(u"link"_s)));
    const Settled settled = bench.run(u"cat link"_s);
    QVERIFY2(!settled.ok(), qPrintable(settled.modelText()));
    QCOMPARE(settled.error->code, ErrorCode::Denied);
    QVERIFY(bench.run(u"cat a.txt"_s).ok());
}

QTEST_GUILESS_MAIN(TestBashPermissions)
#include "tst_bashpermissions.moc"
