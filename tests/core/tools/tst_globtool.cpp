// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Countersign;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class TestGlobTool : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void finds_data();
    void finds();
    void refuses_data();
    void refuses();
    void newestFirst();
    void limit_data();
    void limit();
    void ignored_data();
    void ignored();
    void whollyIgnored_data();
    void whollyIgnored();
    void anIgnoredProjectIsSearched();
    void patternsAreNoIgnoreLines_data();
    void patternsAreNoIgnoreLines();
    void strangeNames();
    void linksAreNotFollowed_data();
    void linksAreNotFollowed();
    void protectedFilesAreNamedOnly();
    void outsideAsks();
    void asks();
    void refusalIsTheError();
    void stopsAtOnce();
};

namespace {

const QString kNone = u"No files found.\n(Folders that the project's ignore files name were not "
                      "entered; to search one, name it as path.)"_s;

class Bench : public Workbench
{
public:
    explicit Bench(const Permission::Ruleset &rules = {}) : Workbench(rules) { }

    /// Writes a file with the time of change `seconds` after the epoch.
    void write(const QString &name, int seconds, const QByteArray &bytes = "x") const
    {
        const QString written = file(name, bytes);
        const timespec times[2] = {{seconds, 0}, {seconds, 0}};
        if (::utimensat(AT_FDCWD, QFile::encodeName(written).constData(), times, 0) != 0)
            qFatal("cannot set the time of %s", qPrintable(written));
    }

    Settled glob(const QJsonObject &input) { return call(u"glob"_s, input); }
};

} // namespace

void TestGlobTool::finds_data()
{
    QTest::addColumn<QJsonObject>("input");
    QTest::addColumn<QString>("text");
    QTest::newRow("by extension") << QJsonObject{{u"pattern"_s, u"**/*.cpp"_s}}
                                  << u"a.cpp\nsub/b.cpp\nsub/deep/c.cpp"_s;
    QTest::newRow("without a slash, at any depth")
            << QJsonObject{{u"pattern"_s, u"c.cpp"_s}} << u"sub/deep/c.cpp"_s;
    QTest::newRow("alternatives") << QJsonObject{{u"pattern"_s, u"**/{a,b}.cpp"_s}}
                                  << u"a.cpp\nsub/b.cpp"_s;
    QTest::newRow("in a directory, still relative to the project")
            << QJsonObject{{u"pattern"_s, u"*.cpp"_s}, {u"path"_s, u"sub/deep"_s}}
            << u"sub/deep/c.cpp"_s;
    QTest::newRow("an empty path is none")
            << QJsonObject{{u"pattern"_s, u"a.cpp"_s}, {u"path"_s, u""_s}} << u"a.cpp"_s;
    QTest::newRow("tied to the directory")
            << QJsonObject{{u"pattern"_s, u"sub/*.cpp"_s}} << u"sub/b.cpp"_s;
    QTest::newRow("tied with a slash in front")
            << QJsonObject{{u"pattern"_s, u"/*.cpp"_s}} << u"a.cpp"_s;
    QTest::newRow("tied with a dot in front")
            << QJsonObject{{u"pattern"_s, u"./sub/*.cpp"_s}} << u"sub/b.cpp"_s;
    QTest::newRow("one file by its path")
            << QJsonObject{{u"pattern"_s, u"sub/deep/c.cpp"_s}} << u"sub/deep/c.cpp"_s;
    QTest::newRow("everything")
            << QJsonObject{{u"pattern"_s, u"**/*"_s}}
            << u"a.cpp\nsub/b.cpp\n.hidden\n.github/ci.yml\nsub/config\nsub/deep/c.cpp"_s;
    QTest::newRow("everything below") << QJsonObject{{u"pattern"_s, u"sub/**"_s}}
                                      << u"sub/b.cpp\nsub/config\nsub/deep/c.cpp"_s;
    QTest::newRow("hidden") << QJsonObject{{u"pattern"_s, u"**/.hid*"_s}} << u".hidden"_s;
    QTest::newRow("in a hidden directory")
            << QJsonObject{{u"pattern"_s, u"**/*.yml"_s}} << u".github/ci.yml"_s;
    QTest::newRow("never in .git")
            << QJsonObject{{u"pattern"_s, u"**/config"_s}} << u"sub/config"_s;
    QTest::newRow("not even when it is named") << QJsonObject{{u"pattern"_s, u".git/*"_s}} << kNone;
    QTest::newRow("nothing") << QJsonObject{{u"pattern"_s, u"*.rs"_s}} << kNone;
    QTest::newRow("a folder that is missing")
            << QJsonObject{{u"pattern"_s, u"nowhere/**/*"_s}} << kNone;
    QTest::newRow("pattern that looks like an option")
            << QJsonObject{{u"pattern"_s, u"--help"_s}} << kNone;
}

void TestGlobTool::finds()
{
    QFETCH(QJsonObject, input);
    QFETCH(QString, text);
    Bench bench;
    bench.write(u"a.cpp"_s, 5000);
    bench.write(u"sub/b.cpp"_s, 4000);
    bench.write(u"sub/config"_s, 2000);
    bench.write(u"sub/deep/c.cpp"_s, 1000);
    bench.write(u".hidden"_s, 3000);
    bench.write(u".github/ci.yml"_s, 2500);
    bench.write(u".git/config"_s, 9000);
    const Settled settled = bench.glob(input);
    QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
    QCOMPARE(settled.modelText(), text);
}

void TestGlobTool::refuses_data()
{
    QTest::addColumn<QJsonObject>("input");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("missing directory")
            << QJsonObject{{u"pattern"_s, u"*"_s}, {u"path"_s, u"nowhere"_s}} << ErrorCode::NotFound
            << u"There is no directory nowhere to search."_s;
    QTest::newRow("a file as directory")
            << QJsonObject{{u"pattern"_s, u"*"_s}, {u"path"_s, u"a.cpp"_s}}
            << ErrorCode::InvalidInput
            << u"a.cpp is not a directory; name the directory to look in."_s;
    QTest::newRow("empty pattern") << QJsonObject{{u"pattern"_s, u""_s}} << ErrorCode::InvalidInput
                                   << u"The pattern is empty"_s;
    QTest::newRow("broken pattern")
            << QJsonObject{{u"pattern"_s, u"src/{a"_s}} << ErrorCode::InvalidInput
            << u"the file name pattern is not valid; correct it. ripgrep says: error parsing "
               "glob 'src/{a': unclosed alternate group"_s;
    QTest::newRow("pattern that goes up") << QJsonObject{{u"pattern"_s, u"../*"_s}}
                                          << ErrorCode::InvalidInput << u"goes up with \"..\""_s;
    QTest::newRow("pattern for a folder elsewhere")
            << QJsonObject{{u"pattern"_s, u"/etc/*.conf"_s}} << ErrorCode::InvalidInput
            << u"Nothing was searched, because the pattern \"/etc/*.conf\" begins with a folder "
               "\"etc\", and there is none in the project; for a folder elsewhere give it as path"_s;
    QTest::newRow("path that goes up") << QJsonObject{{u"pattern"_s, u"*"_s}, {u"path"_s, u".."_s}}
                                       << ErrorCode::Denied << u"leaves the project's directory"_s;
    QTest::newRow("no limit at all") << QJsonObject{{u"pattern"_s, u"*"_s}, {u"limit"_s, 0}}
                                     << ErrorCode::InvalidInput << u"limit"_s;
}

void TestGlobTool::refuses()
{
    QFETCH(QJsonObject, input);
    QFETCH(ErrorCode, code);
    QFETCH(QString, words);
    Bench bench;
    bench.write(u"a.cpp"_s, 5000);
    const Settled settled = bench.glob(input);
    QVERIFY2(!settled.ok(), qPrintable(settled.modelText()));
    QVERIFY2(settled.modelText().contains(words), qPrintable(settled.modelText()));
    QCOMPARE(settled.error->code, code);
}

void TestGlobTool::newestFirst()
{
    Bench bench;
    bench.write(u"old.txt"_s, 1000);
    bench.write(u"b.txt"_s, 2000);
    bench.write(u"a.txt"_s, 2000);
    bench.write(u"far/away/new.txt"_s, 3000);
    const Settled settled = bench.glob({{u"pattern"_s, u"*.txt"_s}});
    QCOMPARE(settled.modelText(), u"far/away/new.txt\na.txt\nb.txt\nold.txt"_s);
    QCOMPARE(settled.output.structured.toObject(),
             (QJsonObject{{u"files"_s,
                           QJsonArray{u"far/away/new.txt"_s, u"a.txt"_s, u"b.txt"_s, u"old.txt"_s}},
                          {u"truncated"_s, false},
                          {u"incomplete"_s, false}}));
}

void TestGlobTool::limit_data()
{
    QTest::addColumn<int>("files");
    QTest::addColumn<QString>("text");
    QTest::newRow("one fewer") << 1 << u"1.txt"_s;
    QTest::newRow("exactly") << 2 << u"2.txt\n1.txt"_s;
    QTest::newRow("one more") << 3
                              << u"3.txt\n2.txt\n(2 of 3 files shown, the newest ones; use a "
                                 "narrower pattern or path, or a larger limit.)"_s;
}

void TestGlobTool::limit()
{
    QFETCH(int, files);
    QFETCH(QString, text);
    Bench bench;
    for (int i = 1; i <= files; ++i)
        bench.write(u"%1.txt"_s.arg(i), 1000 * i);
    const Settled settled = bench.glob({{u"pattern"_s, u"*.txt"_s}, {u"limit"_s, 2}});
    QCOMPARE(settled.modelText(), text);
    QCOMPARE(settled.output.structured[u"truncated"].toBool(), files > 2);
}

void TestGlobTool::ignored_data()
{
    QTest::addColumn<QJsonObject>("input");
    QTest::addColumn<QString>("text");
    QTest::newRow("not with a pattern for all")
            << QJsonObject{{u"pattern"_s, u"**/*"_s}} << u"src/a.js\n.ignore"_s;
    QTest::newRow("not with a star alone")
            << QJsonObject{{u"pattern"_s, u"*"_s}} << u"src/a.js\n.ignore"_s;
    QTest::newRow("not by extension") << QJsonObject{{u"pattern"_s, u"**/*.js"_s}} << u"src/a.js"_s;
    QTest::newRow("by the folder's name")
            << QJsonObject{{u"pattern"_s, u"modules/**/*.js"_s}} << u"modules/x/b.js"_s;
    QTest::newRow("all that the named folder holds")
            << QJsonObject{{u"pattern"_s, u"modules/**"_s}} << u"modules/x/b.js"_s;
    QTest::newRow("with the folder as path")
            << QJsonObject{{u"pattern"_s, u"*.js"_s}, {u"path"_s, u"modules"_s}}
            << u"modules/x/b.js"_s;
    QTest::newRow("a file that the pattern names")
            << QJsonObject{{u"pattern"_s, u"*.log"_s}} << u"run.log"_s;
}

/// A folder whose content is ignored although it is not: by "dist/*", or by an ignore file in it.
void TestGlobTool::whollyIgnored_data()
{
    QTest::addColumn<QJsonObject>("input");
    QTest::addColumn<QString>("text");
    QTest::newRow("not with a pattern for all")
            << QJsonObject{{u"pattern"_s, u"**/*"_s}} << u"src/a.js\ndist/.gitkeep\n.ignore"_s;
    QTest::newRow("as path") << QJsonObject{{u"pattern"_s, u"**"_s}, {u"path"_s, u"dist"_s}}
                             << u"dist/x/b.js\ndist/c.js\ndist/.gitkeep"_s;
    QTest::newRow("a folder below it as path")
            << QJsonObject{{u"pattern"_s, u"*.js"_s}, {u"path"_s, u"dist/x"_s}} << u"dist/x/b.js"_s;
    QTest::newRow("by the pattern")
            << QJsonObject{{u"pattern"_s, u"dist/**/*.js"_s}} << u"dist/x/b.js\ndist/c.js"_s;
    QTest::newRow("by its own ignore file")
            << QJsonObject{{u"pattern"_s, u"*.py"_s}, {u"path"_s, u".venv"_s}}
            << u".venv/lib/d.py"_s;
    QTest::newRow("by its own ignore file, by the pattern")
            << QJsonObject{{u"pattern"_s, u".venv/**/*.py"_s}} << u".venv/lib/d.py"_s;
    QTest::newRow("nothing there") << QJsonObject{{u"pattern"_s, u"*.rs"_s}, {u"path"_s, u"dist"_s}}
                                   << u"No files found."_s;
    QTest::newRow("rules stay in force in a folder that is not ignored")
            << QJsonObject{{u"pattern"_s, u"**"_s}, {u"path"_s, u"src"_s}} << u"src/a.js"_s;
}

void TestGlobTool::whollyIgnored()
{
    QFETCH(QJsonObject, input);
    QFETCH(QString, text);
    Bench bench;
    bench.write(u".ignore"_s, 1000, "dist/*\n!dist/.gitkeep\n*.o\n");
    bench.write(u"src/a.js"_s, 7000);
    bench.write(u"src/a.o"_s, 7000);
    bench.write(u"dist/x/b.js"_s, 6000);
    bench.write(u"dist/c.js"_s, 5000);
    bench.write(u"dist/.gitkeep"_s, 4000);
    bench.write(u".venv/.ignore"_s, 3000, "*\n");
    bench.write(u".venv/lib/d.py"_s, 2000);
    QCOMPARE(bench.glob(input).modelText(), text);
}

/// As where the home folder is a repository that ignores all.
void TestGlobTool::anIgnoredProjectIsSearched()
{
    Bench bench;
    bench.write(u".ignore"_s, 1000, "*\n");
    bench.write(u"src/a.js"_s, 2000);
    QCOMPARE(bench.glob({{u"pattern"_s, u"**/*"_s}}).modelText(), u"src/a.js\n.ignore"_s);
}

/// ripgrep takes a pattern for a line of an ignore file, where these are comments and blanks.
void TestGlobTool::patternsAreNoIgnoreLines_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::newRow("a hash") << u"#*"_s << u"#draft#"_s;
    QTest::newRow("a hash in a folder") << u"#old/*"_s << u"#old/a"_s;
    QTest::newRow("a blank at the end") << u"end "_s << u"end "_s;
    QTest::newRow("a blank") << u" "_s << kNone;
    QTest::newRow("a line end") << u"\n"_s << kNone;
    QTest::newRow("all but") << u"!*a*"_s << u"end \nend"_s;
    QTest::newRow("a name with an exclamation mark") << u"\\!a"_s << u"!a"_s;
    QTest::newRow("a name with brackets") << u"[[]id]"_s << u"[id]"_s;
    QTest::newRow("brackets without") << u"[id]"_s
                                      << kNone
                    + u"\n(In \"[id]\" a name in brackets stands for one of its characters; for a "
                      "bracket itself write [[].)"_s;
    QTest::newRow("a list") << u"*.x,*.y"_s
                            << kNone
                    + u"\n(\"*.x,*.y\" is one pattern; several are written as {*.a,*.b}.)"_s;
}

void TestGlobTool::patternsAreNoIgnoreLines()
{
    QFETCH(QString, pattern);
    QFETCH(QString, text);
    Bench bench;
    for (const QString &name : {u"#draft#"_s, u"#old/a"_s, u"!a"_s, u"[id]"_s, u"a.x"_s})
        bench.write(name, 1000);
    bench.write(u"end"_s, 2000);
    bench.write(u"end "_s, 3000);
    if (pattern == u"!*a*")
        QVERIFY(QFile::remove(bench.path() + u"/[id]"));
    QCOMPARE(bench.glob({{u"pattern"_s, pattern}}).modelText(), text);
}

void TestGlobTool::ignored()
{
    QFETCH(QJsonObject, input);
    QFETCH(QString, text);
    Bench bench;
    bench.write(u".ignore"_s, 1000, "modules/\n*.log\n");
    bench.write(u"src/a.js"_s, 4000);
    bench.write(u"modules/x/b.js"_s, 3000);
    bench.write(u"run.log"_s, 2000);
    QCOMPARE(bench.glob(input).modelText(), text);
}

void TestGlobTool::strangeNames()
{
    // One name a line: what a name is made of cannot make it look like several, or like another.
    Bench bench;
    QList<QByteArray> paths;
    const auto write = [&bench, &paths](const QByteArray &name) {
        const QByteArray path = QFile::encodeName(bench.path()) + '/' + name;
        paths.append(path);
        const int file = ::open(path.constData(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        const timespec times[2] = {{1000, 0}, {1000, 0}};
        QVERIFY2(file >= 0 && ::futimens(file, times) == 0, path.constData());
        ::close(file);
    };
    write("a b'c\\d.txt");
    write("caf\xC3\xA9.txt");
    write("caf\xE9's.txt");
    write("two\nlines.txt");
    write("esc\x1B[2J.txt");
    QCOMPARE(bench.glob({{u"pattern"_s, u"*.txt"_s}}).modelText(),
             u"a b'c\\d.txt\ncaf\u00E9.txt\n$'caf\\xE9\\'s.txt'\n$'esc\\x1B[2J.txt'\n"
             "$'two\\nlines.txt'"_s);
    for (const QByteArray &path : std::as_const(paths))
        QCOMPARE(::unlink(path.constData()), 0); // QTemporaryDir cannot name them.
}

void TestGlobTool::linksAreNotFollowed_data()
{
    QTest::addColumn<QJsonObject>("input");
    QTest::addColumn<QString>("text");
    QTest::newRow("met on the way") << QJsonObject{{u"pattern"_s, u"**/*.txt"_s}} << u"kept.txt"_s;
    QTest::newRow("named by the pattern") << QJsonObject{{u"pattern"_s, u"out/*.txt"_s}} << kNone;
    QTest::newRow("all that is below it") << QJsonObject{{u"pattern"_s, u"out/**"_s}} << kNone;
    QTest::newRow("named as path")
            << QJsonObject{{u"pattern"_s, u"*.txt"_s}, {u"path"_s, u"out"_s}}
            << u"The path \"out\" leads out of the project through a symbolic link, to \"%1\"; if "
               "that file is really meant, give its absolute path."_s;
}

void TestGlobTool::linksAreNotFollowed()
{
    QFETCH(QJsonObject, input);
    QFETCH(QString, text);
    Bench bench;
    bench.write(u"kept.txt"_s, 1000);
    const QString outside = bench.scratch.write(u"outside/secret.txt"_s, "x");
    QVERIFY(QFile::link(outside, bench.path(u"link.txt"_s)));
    QVERIFY(QFile::link(bench.scratch.path(u"outside"_s), bench.path(u"out"_s)));
    QCOMPARE(bench.glob(input).modelText(),
             text.contains(u"%1"_s) ? text.arg(bench.scratch.path(u"outside"_s)) : text);
}

void TestGlobTool::protectedFilesAreNamedOnly()
{
    Bench bench({rule(u"read"_s, u"*.env"_s, Permission::Effect::Deny)});
    bench.file(u".env"_s, "KEY=secret\n");
    const Settled settled = bench.glob({{u"pattern"_s, u".env*"_s}});
    QCOMPARE(settled.modelText(), u".env"_s);
    QCOMPARE(settled.output.structured[u"files"].toArray(), QJsonArray{u".env"_s});
}

void TestGlobTool::outsideAsks()
{
    const auto ask = Permission::Effect::Ask;
    Bench bench({rule(u"external_directory"_s, u"*"_s, ask), rule(u"glob"_s, u"*"_s, ask)});
    bench.seat([](const Permission::Request &) { return yes(); });
    const QString found = bench.scratch.write(u"outside/a.txt"_s, "x");
    const QString folder = bench.scratch.path(u"outside"_s);
    QCOMPARE(bench.glob({{u"pattern"_s, u"*.txt"_s}, {u"path"_s, folder}}).modelText(), found);
    QCOMPARE(bench.glob({{u"pattern"_s, QString(folder + u"/*.txt"_s)}, {u"path"_s, folder}})
                     .modelText(),
             found);
    QCOMPARE(bench.asked().value(0).inquiry.action, u"external_directory"_s);
    QCOMPARE(bench.asked().value(0).inquiry.resources, QStringList(folder + u"/*"_s));
    QCOMPARE(bench.asked().value(1).inquiry.action, u"glob"_s);
}

void TestGlobTool::asks()
{
    Bench bench({rule(u"glob"_s, u"*"_s, Permission::Effect::Ask)});
    bench.seat([](const Permission::Request &) { return yes(); });
    bench.write(u"sub/a.txt"_s, 1000);
    QCOMPARE(bench.glob({{u"pattern"_s, u"*.txt"_s}, {u"path"_s, u"sub"_s}, {u"limit"_s, 7}})
                     .modelText(),
             u"sub/a.txt"_s);
    const Permission::Inquiry inquiry = bench.asked().value(0).inquiry;
    QCOMPARE(inquiry.action, u"glob"_s);
    QCOMPARE(inquiry.resources, QStringList(u"*.txt"_s));
    QCOMPARE(inquiry.save, (QList<Permission::SaveOffer>{{u"*.txt"_s, true}, {u"*"_s, false}}));
    QCOMPARE(inquiry.metadata,
             (QJsonObject{{u"root"_s, u"sub"_s}, {u"path"_s, u"sub"_s}, {u"limit"_s, 7}}));
}

void TestGlobTool::refusalIsTheError()
{
    Bench bench({rule(u"glob"_s, u"*"_s, Permission::Effect::Ask)});
    bench.seat([](const Permission::Request &) { return no(u"Look in docs."_s); });
    bench.write(u"a.txt"_s, 1000);
    const Settled settled = bench.glob({{u"pattern"_s, u"*.txt"_s}});
    QVERIFY(!settled.ok());
    QVERIFY2(settled.modelText().contains(u"Look in docs."_s), qPrintable(settled.modelText()));
}

void TestGlobTool::stopsAtOnce()
{
    Bench bench;
    bench.write(u"a.txt"_s, 1000);
    std::stop_source source;
    source.request_stop();
    const Settled settled = bench.call(u"glob"_s, {{u"pattern"_s, u"*.txt"_s}}, source.get_token());
    QVERIFY(!settled.ok());
    QCOMPARE(settled.error->code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestGlobTool)
#include "tst_globtool.moc"
