// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "shellfixture.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace Countersign;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class TestShellAnalysis : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void commands_data();
    void commands();
    void denialsReachRunners_data();
    void denialsReachRunners();
    void hides_data();
    void hides();
    void otherShells_data();
    void otherShells();
    void brokenParsers_data();
    void brokenParsers();
    void deepNestingEndsInAQuestion();
    void readsLongTexts_data();
    void readsLongTexts();
    void boundsTheBeginningsOfARunnersCommand();
    void everyCommandIsSeen();
    void plainLinesNeedNoChild_data();
    void plainLinesNeedNoChild();
};

void TestShellAnalysis::commands_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("resources");
    const auto row = [](const char *name, const QString &line, const QStringList &resources) {
        QTest::newRow(name) << line << resources;
    };
    row("one command", u"git status"_s, {u"git status"_s});
    row("a list", u"cd sub && git diff | grep x || true; echo done & wait"_s,
        {u"git diff"_s, u"grep x"_s, u"echo done"_s, u"wait"_s});
    row("newlines and comments", u"git status #\nrm x"_s, {u"git status"_s, u"rm x"_s});
    row("a continued line", u"git status \\\n; rm x"_s, {u"git status"_s, u"rm x"_s});
    row("a name cut by a continuation", u"r\\\nm x"_s, {u"r\\\nm x"_s, u"rm x"_s});
    row("substitutions", u"echo $(rm a) \"$(rm b)\" `rm c` <(rm d)"_s,
        {u"rm a"_s, u"rm b"_s, u"rm c"_s, u"rm d"_s, u"echo $(rm a) \"$(rm b)\" `rm c` <(rm d)"_s});
    row("a substitution in a default", u"echo ${x:-$(rm a)} ${y/b/$(rm c)}"_s,
        {u"rm a"_s, u"rm c"_s, u"echo ${x:-$(rm a)} ${y/b/$(rm c)}"_s});
    row("a substitution in arithmetic", u"echo $((1 + $(rm a)))"_s,
        {u"rm a"_s, u"echo $((1 + $(rm a)))"_s});
    row("a substitution in an assignment", u"x=$(rm a)"_s, {u"rm a"_s});
    row("a substitution in an index", u"a[$(rm b)]=1"_s, {u"rm b"_s});
    row("a substitution in a redirection", u"echo > $(rm a)"_s, {u"rm a"_s, u"echo"_s});
    row("blocks and subshells", u"{ rm a; }; ( rm b )"_s, {u"rm a"_s, u"rm b"_s});
    row("if", u"if rm a; then rm b; elif rm c; then rm d; else rm e; fi"_s,
        {u"rm a"_s, u"rm b"_s, u"rm c"_s, u"rm d"_s, u"rm e"_s});
    row("loops", u"while rm a; do rm b; done; for i in $(rm c); do rm d; done"_s,
        {u"rm a"_s, u"rm b"_s, u"rm c"_s, u"rm d"_s});
    row("case", u"case $(rm a) in $(rm b)) rm c;; esac"_s, {u"rm a"_s, u"rm b"_s, u"rm c"_s});
    row("a function's body and its call", u"f() { rm \"$1\"; }; f x"_s, {u"rm \"$1\""_s, u"f x"_s});
    row("a test", u"[[ $(rm a) -eq 1 ]] && rm b"_s, {u"rm a"_s, u"rm b"_s});
    row("coproc and time", u"coproc rm a; time rm b; ! rm c"_s, {u"rm a"_s, u"rm b"_s, u"rm c"_s});
    row("a here-document that is data", u"git commit -F - <<'EOF'\ngh pr merge 1 && $(rm x)\nEOF"_s,
        {u"git commit -F -"_s});
    row("a here-document with a substitution", u"cat <<EOF\n$(rm x)\nEOF"_s, {u"rm x"_s, u"cat"_s});
    row("a message is not a command", u"git commit -m \"gh pr merge; rm x\""_s,
        {u"git commit -m \"gh pr merge; rm x\""_s});
    row("a message by a here-document", u"git commit -m \"$(cat <<'EOF'\nrm x\nEOF\n)\""_s,
        {u"cat"_s, u"git commit -m \"$(cat <<'EOF'\nrm x\nEOF\n)\""_s});
    row("redirections are not the text", u"git log >out 2>&1"_s, {u"git log"_s});
    row("quoted names", u"'r'm x; \\rm y; \"git\"  'push' z"_s,
        {u"'r'm x"_s, u"rm x"_s, u"\\rm y"_s, u"rm y"_s, u"\"git\"  'push' z"_s, u"git push z"_s});
    row("a system folder", u"/usr/bin/git push"_s, {u"/usr/bin/git push"_s, u"git push"_s});
    row("another folder is another program", u"./git push"_s, {u"./git push"_s});
    row("global options of git", u"git -C sub --no-pager push x"_s,
        {u"git -C sub --no-pager push x"_s, u"git push x"_s});
    row("assignments that may matter", u"GIT_SSH_COMMAND=./x git fetch"_s,
        {u"git fetch"_s, u"GIT_SSH_COMMAND=./x git fetch"_s, u"./x"_s});
    row("programs in variables",
        u"env PAGER='rm a' ls; LESSOPEN='|rm b' less c; export EDITOR='rm d'"_s,
        {u"env PAGER='rm a' ls"_s, u"ls"_s, u"rm a"_s, u"less c"_s, u"LESSOPEN='|rm b' less c"_s,
         u"rm b"_s, u"export EDITOR='rm d'"_s, u"rm d"_s});
    for (const char *line : {"tar xf x --to-command='rm a'",
                             "tar -I 'rm a' -cf x y",
                             "rsync -e 'rm a' x h:y",
                             "tar cf x --checkpoint-action=exec='rm a' y",
                             "git rebase -x 'rm a' HEAD~1",
                             "git rebase --exec='rm a' HEAD~1",
                             "git fetch --upload-pack 'rm a' .",
                             "git grep -O'rm a' x",
                             "git clone -u 'rm a' x y",
                             "ssh -o ProxyCommand='rm a' h",
                             "ssh -oProxyCommand='rm a' h",
                             "man -P 'rm a' ls",
                             "rg --pre 'rm a' x",
                             "split --filter='rm a' x",
                             "sort --compress-program='rm a' x",
                             "zip x y -T -TT 'rm a'",
                             "sqlite3 x '.shell rm a'",
                             "socat - EXEC:'rm a'",
                             "ncat -c 'rm a' h 1",
                             "hyperfine 'rm a'",
                             "git submodule foreach 'rm a'",
                             "nodemon --exec 'rm a'"}) {
        const QString text = QString::fromUtf8(line);
        QStringList resources{text};
        resources.append(u"rm a"_s);
        row(line, text, resources);
    }
    row("what fd finds", u"fd -e o -x rm -f {}"_s, {u"fd -e o -x rm -f {}"_s, u"rm -f {}"_s});
    row("assignments that do not", u"CI=1 NO_COLOR=1 npm test"_s, {u"npm test"_s});
    row("a path that is set for later", u"PATH=.; ls"_s, {u"PATH=."_s, u"ls"_s});
    row("export", u"export PATH=$(pwd):$PATH; ls"_s,
        {u"pwd"_s, u"export PATH=$(pwd):$PATH"_s, u"ls"_s});
    row("transparent wrappers", u"timeout -k 5 10 nice -n 3 nohup stdbuf -oL npm test"_s,
        {u"npm test"_s});
    row("command and exec", u"command rm a; exec rm b; builtin cd c; command -v git"_s,
        {u"rm a"_s, u"rm b"_s, u"command -v git"_s});
    row("env", u"env npm test; env -u X A=1 rm y"_s,
        {u"npm test"_s, u"env -u X A=1 rm y"_s, u"rm y"_s});
    row("a file of the project that is named as a wrapper", u"./timeout 5 ls; /usr/bin/nice ls"_s,
        {u"./timeout 5 ls"_s, u"ls"_s, u"ls"_s});
    row("a file that is named as a builtin", u"./true"_s, {u"./true"_s});
    row("sudo", u"sudo -u www rm x"_s, {u"sudo -u www rm x"_s, u"rm x"_s});
    row("xargs", u"ls | xargs -0 -n 1 rm -f"_s, {u"ls"_s, u"xargs -0 -n 1 rm -f"_s, u"rm -f"_s});
    row("find -exec", u"find . -name '*.o' -exec rm {} + -exec chmod 600 {} \\;"_s,
        {u"find . -name '*.o' -exec rm {} + -exec chmod 600 {} \\;"_s, u"rm {}"_s,
         u"chmod 600 {}"_s});
    row("a shell's text", u"bash -c 'rm a && rm b'"_s,
        {u"bash -c 'rm a && rm b'"_s, u"rm a"_s, u"rm b"_s});
    row("a shell's options", u"sh -lc 'rm a'; bash -eo pipefail -c 'rm b'"_s,
        {u"sh -lc 'rm a'"_s, u"rm a"_s, u"bash -eo pipefail -c 'rm b'"_s, u"rm b"_s});
    row("a shell's here-document", u"bash <<'E'\nrm a\nE"_s, {u"bash"_s, u"rm a"_s});
    row("eval", u"eval 'rm a' '; rm b'"_s, {u"eval 'rm a' '; rm b'"_s, u"rm a"_s, u"rm b"_s});
    row("trap", u"trap 'rm a' EXIT; trap - INT"_s,
        {u"trap 'rm a' EXIT"_s, u"rm a"_s, u"trap - INT"_s});
    row("watch", u"watch -n 1 rm a"_s, {u"watch -n 1 rm a"_s, u"rm a"_s});
    row("an interpreter's here-document is its text", u"python3 - <<'E'\nprint(1)\nE"_s,
        {u"python3 - <<'E'\nprint(1)\nE"_s});
    row("non-ASCII", u"echo ä😀; rm 'ö' ü"_s, {u"echo ä😀"_s, u"rm 'ö' ü"_s, u"rm ö ü"_s});
    row("a system folder in other words", u"//usr/../bin/rm a; ../../bin/rm b"_s,
        {u"//usr/../bin/rm a"_s, u"rm a"_s, u"../../bin/rm b"_s, u"rm b"_s});
    row("eval behind dashes", u"eval -- rm a"_s, {u"eval -- rm a"_s, u"rm a"_s});
    row("time behind dashes", u"time -- rm a"_s, {u"rm a"_s});
    row("a shell's script is its input", u"bash /dev/stdin <<< 'rm a'"_s,
        {u"bash /dev/stdin"_s, u"rm a"_s});
    row("sourced input", u". /dev/stdin <<< 'rm a'"_s, {u". /dev/stdin"_s, u"rm a"_s});
    row("a callback of mapfile", u"mapfile -C 'rm a' x"_s, {u"mapfile -C 'rm a' x"_s, u"rm a"_s});
    row("counting", u"i=0; while [ $i -lt 3 ]; do i=$((i+1)); done"_s, {u"[ $i -lt 3 ]"_s});
}

void TestShellAnalysis::commands()
{
    QFETCH(QString, line);
    QFETCH(QStringList, resources);
    const ShellAnalysis analysis = analyse(line);
    QCOMPARE(analysis.hidden, QStringList());
    QCOMPARE(resourcesOf(analysis), resources);
}

void TestShellAnalysis::denialsReachRunners_data()
{
    QTest::addColumn<QString>("line");
    for (const char *line : {"npx rm a",
                             "poetry run rm a",
                             "uv run --with x rm a",
                             "bundle exec rm a",
                             "strace -f -o x rm a",
                             "taskset -c 0 rm a",
                             "unshare -r rm a",
                             "chroot / rm a",
                             "valgrind -q rm a",
                             "firejail --quiet rm a",
                             "systemd-run --user rm a",
                             "direnv exec . rm a",
                             "mise exec -- rm a",
                             "git bisect run rm a",
                             "git -C x submodule foreach --recursive rm a",
                             "cross-env X=1 rm a",
                             "toybox rm a",
                             "npm exec -- rm a",
                             "bwrap --bind / / rm a",
                             "dotenv run rm a",
                             "tmux new -d rm a",
                             "ip netns exec n rm a",
                             "/opt/x/rm a"})
        QTest::newRow(line) << QString::fromUtf8(line);
}

void TestShellAnalysis::denialsReachRunners()
{
    QFETCH(QString, line);
    QStringList names;
    const ShellAnalysis analysis = analyse(line);
    for (const JudgedCommand &command : analysis.commands)
        names += command.otherNames;
    QCOMPARE(analysis.hidden, QStringList());
    QVERIFY2(names.contains(u"rm a"_s), qPrintable(names.join(u" | "_s)));
}

void TestShellAnalysis::hides_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const QString &line, const QString &reason) {
        QTest::newRow(name) << line << reason;
    };
    row("a syntax error", u"echo 'open"_s,
        u"The line was not taken apart: shfmt does not understand it (1:6: "
        "reached EOF without closing quote ')."_s);
    row("carriage returns", u"git status\rrm x"_s,
        u"The line was not taken apart: it has control characters in it, which shells read "
        "differently."_s);
    row("a program in a variable", u"$X y"_s,
        u"The name of a program in it is known only at run time ($X)."_s);
    row("a program from a substitution", u"$(echo rm) y"_s,
        u"The name of a program in it is known only at run time ($(echo rm))."_s);
    row("a program by a pattern", u"/bin/r? y"_s,
        u"The name of a program in it is known only at run time (/bin/r?)."_s);
    row("eval of a variable", u"eval \"$x\""_s,
        u"eval runs a text that is known only at run time."_s);
    row("eval of a substitution", u"eval $(echo cm0geA== | base64 -d)"_s,
        u"eval runs a text that is known only at run time."_s);
    row("a shell's text in a variable", u"bash -c \"$x\""_s,
        u"bash runs a text that is known only at run time."_s);
    row("a shell at the end of a pipe", u"cat x | sh"_s,
        u"sh runs whatever it is sent, which is known only at run time."_s);
    row("a shell reading a file", u"bash < x"_s,
        u"bash runs whatever it is sent, which is known only at run time."_s);
    row("an interpreter at the end of a pipe", u"cat x | python3 -"_s,
        u"python3 runs whatever it is sent, which is known only at run time."_s);
    row("a here-document with a variable", u"bash <<E\nrm $x`y`\nE"_s,
        u"bash runs a text that is known only at run time."_s);
    row("an unknown option of a wrapper", u"timeout --strange 5 rm x"_s,
        u"What timeout runs cannot be seen."_s);
    row("parallel", u"parallel rm ::: a"_s, u"What parallel runs cannot be seen."_s);
    row("alias", u"alias ls='rm -rf'"_s, u"alias gives a name another meaning."_s);
    row("a prompt expansion", u"x='$(rm y)'; echo \"${x@P}\""_s,
        u"It expands a variable as if it were a prompt, which may run commands."_s);
    row("arithmetic on a text", u"x='a[$(rm y)]'; echo $((x))"_s,
        u"It uses the variable x in arithmetic or as a name, whose value is known only when it "
        "runs and may itself run commands."_s);
    row("arithmetic on input", u"read n < f; [[ $n -gt 1 ]]"_s,
        u"It uses the variable n in arithmetic or as a name, whose value is known only when it "
        "runs and may itself run commands."_s);
    row("a substitution in a variable's name", u"test -v 'a[$(rm x)]'"_s,
        u"A text in it holds a substitution, which test may run."_s);
    const auto evaluated = [&row](const char *name, const QString &line, const QString &by) {
        row(name, line, u"A text in it holds a substitution, which %1 may run."_s.arg(by));
    };
    evaluated("an index that is declared", u"declare 'a[$(rm x)]=1'"_s, u"declare"_s);
    evaluated("a number that is declared", u"declare -i x='a[$(rm y)]'"_s, u"declare"_s);
    evaluated("an array in quotes", u"declare -a x='($(rm y))'"_s, u"declare"_s);
    evaluated("a text that is compared as a number", u"[[ 'a[$(rm x)]' -eq 1 ]]"_s,
              u"arithmetic"_s);
    evaluated("a text that let takes", u"let 'x=a[$(rm y)]'"_s, u"arithmetic"_s);
    evaluated("a name in a test", u"[[ -v 'a[$(rm x)]' ]]"_s, u"a test"_s);
    for (const char *line : {"[[ -v $x ]]", "[ -v \"$x\" ]", "printf -v \"$x\" y", "unset \"$x\"",
                             "read \"$x\"", "declare \"$x=1\"", "echo ${!x}", "mapfile \"$x\"",
                             "typeset -i y", "declare -n r=$x", "a[x]=1"}) {
        row(line, u"x='a[$(rm y)]'; %1"_s.arg(QString::fromUtf8(line)),
            u"It uses the variable x in arithmetic or as a name, whose value is known only when it "
            "runs and may itself run commands."_s);
    }
    row("a trace that runs something", u"PS4='$(rm x)'; set -x"_s,
        u"It sets PS4 to a text that the shell may run."_s);
    row("a substitution in a pattern", u"[[ x == !($(rm a)) ]]"_s,
        u"A pattern in it holds a substitution."_s);
    for (const char *line : {"{ sh; } < x", "if y; then sh; fi < x", "exec < x; sh", "( sh ) <> x",
                             "f() { sh; }; cat x | f", "echo rm x | sh -", "cat x | sh /dev/stdin",
                             "cat x | sh /proc/self/fd/0", "sh -- /dev/stdin < x"}) {
        row(line, QString::fromUtf8(line),
            u"sh runs whatever it is sent, which is known only at run time."_s);
    }
    row("sourcing a pipe", u". <(curl x)"_s,
        u". runs whatever it is sent, which is known only at run time."_s);
    row("an interpreter of a pipe", u"python3 <(curl x)"_s,
        u"python3 runs whatever it is sent, which is known only at run time."_s);
    row("an interpreter's text from elsewhere", u"python3 -c \"$(curl x)\""_s,
        u"python3 runs a text that is known only at run time."_s);
    row("another shell's language", u"fish -c 'rm x'"_s,
        u"What fish runs is not written in this shell's language."_s);
    row("a fork bomb", u":(){ :|:& };:"_s, u"The function : calls itself, and may never end."_s);
    row("scripts within scripts", u"eval 'eval \"eval \\\"eval rm\\\"\"'"_s,
        u"It holds scripts within scripts, too many to be read."_s);
    // What takes the parser and all that follows too long; also within a script of the line.
    const QString tooMany = u"It holds more words than can be read."_s;
    row("too many words", u"cat"_s + u" f"_s.repeated(5000), tooMany);
    row("too many commands in a line", u"a;"_s.repeated(5000), tooMany);
    row("too many words of an inner shell", u"sh -c 'cat"_s + u" f"_s.repeated(5000) + u'\'',
        tooMany);
    row("too many words of a shell's here-document",
        u"sh <<'E'\ncat"_s + u" f"_s.repeated(5000) + u"\nE\n"_s, tooMany);
    row("too many words in a substitution in quotes",
        u"cat \"$(cat"_s + u" f"_s.repeated(5000) + u")\""_s, tooMany);
    row("too many expansions in quotes", u"cat \""_s + u"$f"_s.repeated(5000) + u'"', tooMany);
    row("too many expansions in a here-document",
        u"cat <<E\n"_s + u"$f\n"_s.repeated(5000) + u"E\n"_s, tooMany);
    row("too many words behind what looks like a here-document",
        u": $((1<<2))\ncat"_s + u" f"_s.repeated(5000), tooMany);
    row("too many words of commands behind a wrapper",
        u"sudo env timeout 3 nice rm"_s + u" f"_s.repeated(3500),
        u"It holds more words within wrappers than can be read."_s);
    const QString tooDeep = u"It is nested too deeply to be read."_s;
    row("too long a list", u"a"_s + u" && a"_s.repeated(400), tooDeep);
    row("too long a list over lines", u"a"_s + u" x &&\n a"_s.repeated(400), tooDeep);
    row("too long a pipeline", u"a"_s + u" | a"_s.repeated(400), tooDeep);
    row("too long arithmetic", u"cat $((a"_s + u" + a"_s.repeated(400) + u"))"_s, tooDeep);
    row("too deep compound commands",
        u"if a; then "_s.repeated(400) + u"a"_s + u"; fi"_s.repeated(400), tooDeep);
    row("another shell's text", u"cat x | zsh"_s,
        u"zsh runs whatever it is sent, which is known only at run time."_s);
}

void TestShellAnalysis::hides()
{
    QFETCH(QString, line);
    QFETCH(QString, reason);
    QCOMPARE(analyse(line).hidden, QStringList{reason});
}

void TestShellAnalysis::otherShells_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("resources");
    QTest::addColumn<QStringList>("uses");
    // What bash takes for arithmetic and for a test is a command and a redirection elsewhere.
    QTest::newRow("sh: nested subshells")
            << u"/bin/sh"_s << u"((rm x))"_s << QStringList{u"rm x"_s} << QStringList{u"write x"_s};
    QTest::newRow("sh: a test is a command")
            << u"/bin/sh"_s << u"[[ a > .git/hooks/x ]]"_s
            << QStringList{u"[[ a > .git/hooks/x ]]"_s, u"[[ a ]]"_s}
            << QStringList{u"write .git/hooks/x"_s};
    QTest::newRow("sh: a background job and an output")
            << u"sh"_s << u"a &> f"_s << QStringList{u"a"_s} << QStringList{u"write f"_s};
    QTest::newRow("sh: a dollar before quotes")
            << u"dash"_s << u"cat $'a'"_s << QStringList{u"cat $'a'"_s}
            << QStringList{u"read ? $'a'"_s};
    QTest::newRow("mksh") << u"/bin/mksh"_s << u"a |& b"_s << QStringList{u"a"_s, u"b"_s}
                          << QStringList();
}

void TestShellAnalysis::otherShells()
{
    QFETCH(QString, shell);
    QFETCH(QString, line);
    QFETCH(QStringList, resources);
    QFETCH(QStringList, uses);
    const ShellAnalysis analysis = analyse(line, shell);
    QCOMPARE(analysis.hidden, QStringList());
    QCOMPARE(resourcesOf(analysis), resources);
    QCOMPARE(usesOf(analysis), uses);
}

void TestShellAnalysis::brokenParsers_data()
{
    QTest::addColumn<QByteArray>("tree");
    QTest::addColumn<QStringList>("hidden");
    const QStringList unreadable{u"Its syntax tree cannot be read."_s};
    QTest::newRow("nothing") << QByteArray() << unreadable;
    QTest::newRow("no JSON") << QByteArray("x") << unreadable;
    QTest::newRow("a list") << QByteArray("[]") << unreadable;
    QTest::newRow("an unknown kind of command")
            << QByteArray(R"({"Stmts":[{"Cmd":{"Type":"New"}}]})")
            << QStringList{u"It holds something that is not understood here (New)."_s};
    QTest::newRow("places outside of the line")
            << QByteArray(R"({"Stmts":[{"Cmd":{"Type":"CallExpr","Args":[{"Pos":{"Offset":9},)"
                          R"("End":{"Offset":99},"Parts":[{"Type":"Lit","Value":"ls"}]}]}}]})")
            << QStringList{u"Its syntax tree does not fit its text."_s};
    QTest::newRow("an unknown operator")
            << QByteArray(R"({"Stmts":[{"Cmd":{"Type":"BinaryCmd","OpPos":{"Offset":0}}}]})")
            << QStringList{u"It holds an operator that is not understood here."_s};
}

void TestShellAnalysis::brokenParsers()
{
    QFETCH(QByteArray, tree);
    QFETCH(QStringList, hidden);
    const ShellParser parser = [&tree](const QByteArray &) -> Result<QByteArray> {
        return tree;
    };
    QCOMPARE(analyseShell(u"ls"_s, parser, kHome).hidden, hidden);
    const ShellParser missing = [](const QByteArray &) -> Result<QByteArray> {
        return failure(ErrorCode::NotFound, u"There is no parser."_s);
    };
    QCOMPARE(analyseShell(u"ls"_s, missing, kHome).hidden, QStringList{u"There is no parser."_s});
    QCOMPARE(analyse(u"ls"_s, u"/usr/bin/fish"_s).hidden,
             QStringList{u"The line was not taken apart: there is no parser for the shell "
                         "/usr/bin/fish."_s});
}

void TestShellAnalysis::deepNestingEndsInAQuestion()
{
    QString nested = u"x"_s;
    for (int i = 0; i < 300; ++i)
        nested = u"( "_s + nested + u" )"_s;
    QCOMPARE(analyse(nested).hidden, QStringList{u"It is nested too deeply to be read."_s});
    QString wrapped;
    for (int i = 0; i < 900; ++i)
        wrapped += u"nice "_s;
    QCOMPARE(analyse(wrapped + u"x"_s).hidden,
             QStringList{u"It holds wrappers within wrappers, too many to be read."_s});
    QStringList chain(100, u"true"_s);
    QCOMPARE(analyse(chain.join(u" && "_s)).hidden, QStringList());
}

void TestShellAnalysis::readsLongTexts_data()
{
    QTest::addColumn<QString>("line");
    const QString text = u"if (a[0] > b && c | d) { f(\"x\") ; }  # it's\n"_s.repeated(1500);
    QTest::newRow("a here-document") << u"cat > x <<'END'\n"_s + text + u"END\n"_s;
    QTest::newRow("an indented one") << u"cat > x <<-\\END\n"_s + text + u"\tEND\nls"_s;
    QTest::newRow("two") << u"cat <<'A' - <<\"B\" > x\n"_s + text + u"A\n"_s + u"x\n"_s
                    + u"B\nls\n"_s;
    QTest::newRow("an expanded one") << u"cat > x <<END\n"_s + text + u"END\n"_s;
    QTest::newRow("a quoted word")
            << u"git commit -m '"_s + QString(text).replace(u'\'', u'_') + u'\'';
    QTest::newRow("a word in double quotes")
            << u"git commit -m \""_s + QString(text).replace(u'"', u'_') + u'"';
    QTest::newRow("comments") << u"# "_s + QString(text).replace("if"_L1, "# if"_L1) + u"ls"_s;
    QTest::newRow("two thousand files")
            << u"git add"_s + u" src/some-folder/file.cpp"_s.repeated(2000);
    QTest::newRow("many short commands") << u"if a; then b -c; fi\n"_s.repeated(120);
}

/// The bound on what is taken apart is one on words and signs, not on the length of a text.
void TestShellAnalysis::readsLongTexts()
{
    QFETCH(QString, line);
    QCOMPARE(analyse(line).hidden, QStringList());
}

void TestShellAnalysis::boundsTheBeginningsOfARunnersCommand()
{
    const ShellAnalysis analysis = analyse(u"strace"_s + u" -a b"_s.repeated(100) + u" rm"_s);
    QCOMPARE(analysis.hidden, QStringList{u"Which of its words strace runs cannot be told."_s});
    QVERIFY(analysis.commands.size() < 100);
}

/// Random lines of every construct around numbered commands: none may be missing.
class LineMaker
{
public:
    explicit LineMaker(quint32 seed) : m_random(seed) { }

    QString line(int depth)
    {
        if (depth == 0)
            return command();
        const QString a = line(depth - 1);
        const auto more = [&] {
            return line(depth - 1);
        };
        switch (m_random() % 16) {
        case 0:
            return a + u" && "_s + more();
        case 1:
            return a + u" || "_s + more();
        case 2:
            return a + u" | "_s + more();
        case 3:
            return a + u"; "_s + more();
        case 4:
            return a + u" & "_s + more();
        case 5:
            return u"( "_s + a + u" )"_s;
        case 6:
            return u"{ "_s + a + u"; }"_s;
        case 7:
            return command() + u" \"$( "_s + a + u" )\""_s;
        case 8:
            return u"if "_s + a + u"; then "_s + more() + u"; fi"_s;
        case 9:
            return u"while "_s + a + u"; do "_s + more() + u"; done"_s;
        case 10:
            return u"for i in 1 2; do "_s + a + u"; done"_s;
        case 11:
            return u"case x in x) "_s + a + u" ;; *) "_s + more() + u" ;; esac"_s;
        case 12:
            return u"f"_s + QString::number(m_random() % 100) + u"() { "_s + a + u"; }"_s;
        case 13:
            return command() + u" < <( "_s + a + u" )"_s;
        case 14:
            return u"timeout 5 "_s + command() + u"\n"_s + a;
        default:
            return command() + u" <<E\n$( "_s + a + u" )\nE\n"_s;
        }
    }
    [[nodiscard]] const QStringList &commands() const { return m_commands; }

private:
    QString command()
    {
        m_commands.append(u"cmd"_s + QString::number(m_commands.size()));
        return m_commands.last();
    }
    std::mt19937 m_random;
    QStringList m_commands;
};

void TestShellAnalysis::everyCommandIsSeen()
{
    for (quint32 seed = 0; seed < 150; ++seed) {
        LineMaker maker(seed);
        const QString line = maker.line(int(seed % 5));
        const ShellAnalysis analysis = analyse(line);
        // A line that bash would refuse is asked as a whole; most are fine.
        if (!analysis.hidden.isEmpty()) {
            QVERIFY2(analysis.hidden.first().startsWith(u"The line was not taken apart"_s),
                     qPrintable(analysis.hidden.join(u'\n')));
            continue;
        }
        const QStringList resources = resourcesOf(analysis);
        for (const QString &command : maker.commands()) {
            const bool seen = std::any_of(
                    resources.begin(), resources.end(), [&command](const QString &resource) {
                        return resource == command || resource.startsWith(command + u' ');
                    });
            QVERIFY2(seen, qPrintable(command + u" is not seen in\n"_s + line));
        }
    }
}

void TestShellAnalysis::plainLinesNeedNoChild_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("plain");
    const auto row = [](const QString &line, bool plain) {
        QTest::newRow(qPrintable(line)) << line << plain;
    };
    row(u"git status"_s, true);
    row(u"npm run test:unit -- --filter=a,b @scope/x ./y_1+2"_s, true);
    row(u". ./x"_s, true);
    for (const QString &line :
         {u"A=1"_s,        u"A=1 make"_s, u"=ls"_s,   u"ls =ls"_s, u"time ls"_s, u"if a"_s,
          u"export A=1"_s, u"let i=1"_s,  u"ls  x"_s, u" ls"_s,    u"ls "_s,     u"ls ~"_s,
          u"ls a*"_s,      u"ls {a}"_s,   u"! ls"_s,  u"ls\tx"_s,  u"ls\nrm"_s,  u"ls #x"_s,
          u"ls ä"_s,       u"ls 'x'"_s,   u"ls %1"_s, u"ls ^x"_s,  u"ls $x"_s,   u"a\\b"_s,
          u"a;b"_s,        u"a&"_s,       u"a>b"_s,   u"(a)"_s,    u""_s})
        row(line, false);
}

void TestShellAnalysis::plainLinesNeedNoChild()
{
    QFETCH(QString, line);
    QFETCH(bool, plain);
    const ShellAnalysis withParser = analyse(line);
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", "/nowhere");
    const ShellAnalysis without = analyse(line);
    qputenv("PATH", path);
    if (!plain) {
        QCOMPARE(without.hidden,
                 QStringList{u"The line was not taken apart, because the program shfmt could not "
                             "be started; install the package shfmt."_s});
        return;
    }
    // What is read without shfmt is what shfmt reads.
    const ShellAnalysis spaced = analyse(u"true; "_s + line);
    QCOMPARE(without.hidden, QStringList());
    QCOMPARE(resourcesOf(without), resourcesOf(withParser));
    QCOMPARE(resourcesOf(without), resourcesOf(spaced));
    QCOMPARE(usesOf(without), usesOf(spaced));
}

QTEST_GUILESS_MAIN(TestShellAnalysis)
#include "tst_shellanalysis.moc"
