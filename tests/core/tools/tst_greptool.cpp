// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <unistd.h>

using namespace Countersign;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class TestGrepTool : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void finds_data();
    void finds();
    void refuses_data();
    void refuses();
    void structured();
    void limit_data();
    void limit();
    void longResultsEnd();
    void longLines_data();
    void longLines();
    void strangeName();
    void protectedFiles_data();
    void protectedFiles();
    void protectedFileByItsName_data();
    void protectedFileByItsName();
    void ruleOnALinkHolds();
    void linksAreNotFollowed();
    void outsideFileAsksForItsFolder();
    void asks();
};

namespace {

class Bench : public Workbench
{
public:
    explicit Bench(const Permission::Ruleset &rules = {}) : Workbench(rules)
    {
        file(u"a.cpp"_s, "one\ntwo needle\nthree\r\nneedle four\r\n");
        file(u"sub/b.txt"_s, "a needle\n");
        file(u".git/packed"_s, "needle\n");
        file(u".github/ci.yml"_s, "hidden thing\n");
        file(u"latin.txt"_s, "caf\xE9 latin\x1B[0m\n");
        file(u"wide.txt"_s,
             QByteArray("\xFF\xFE"
                        "w\0i\0d\0e\0\n\0",
                        12));
        file(u"dash.txt"_s, "a --flag\n");
        file(u".ignore"_s, "modules/\n");
        file(u"modules/m.js"_s, "ignored thing\n");
        file(u".venv/.ignore"_s, "*\n");
        file(u".venv/lib/x.py"_s, "own thing\n");
        file(u"zero.log"_s, QByteArray("\0\na zero\nzero\n", 15));
        file(u"crash.log"_s, "begin\n" + QByteArray(300'000, '\n') + QByteArray("\0\nend\n", 6));
    }

    Settled grep(const QJsonObject &input) { return call(u"grep"_s, input); }
};

const QString kBoth = u"3 matches:\n\na.cpp:\n  Line 2: two needle\n  Line 4: needle four\n\n"
                      "sub/b.txt:\n  Line 1: a needle"_s;
const QString kIgnored =
        u"(Folders that the project's ignore files name were not entered, and files "
        "with zero bytes in them were passed over; to search one, name it as "
        "path.)"_s;

} // namespace

void TestGrepTool::finds_data()
{
    QTest::addColumn<QJsonObject>("input");
    QTest::addColumn<QString>("text");
    QTest::newRow("by file and line, not in .git")
            << QJsonObject{{u"pattern"_s, u"needle"_s}} << kBoth;
    QTest::newRow("include") << QJsonObject{{u"pattern"_s, u"needle"_s}, {u"include"_s, u"*.txt"_s}}
                             << u"1 match:\n\nsub/b.txt:\n  Line 1: a needle"_s;
    QTest::newRow("include that names a folder")
            << QJsonObject{{u"pattern"_s, u"needle"_s}, {u"include"_s, u"sub/**"_s}}
            << u"1 match:\n\nsub/b.txt:\n  Line 1: a needle"_s;
    QTest::newRow("empty include and path are none")
            << QJsonObject{{u"pattern"_s, u"needle"_s}, {u"include"_s, u""_s}, {u"path"_s, u""_s}}
            << kBoth;
    QTest::newRow("in a directory")
            << QJsonObject{{u"pattern"_s, u"needle"_s}, {u"path"_s, u"sub"_s}}
            << u"1 match:\n\nsub/b.txt:\n  Line 1: a needle"_s;
    QTest::newRow("in a file") << QJsonObject{{u"pattern"_s, u"^needle"_s}, {u"path"_s, u"a.cpp"_s}}
                               << u"1 match:\n\na.cpp:\n  Line 4: needle four"_s;
    QTest::newRow("in a hidden directory")
            << QJsonObject{{u"pattern"_s, u"hidden thing"_s}}
            << u"1 match:\n\n.github/ci.yml:\n  Line 1: hidden thing"_s;
    QTest::newRow("not where the project ignores")
            << QJsonObject{{u"pattern"_s, u"ignored thing"_s}}
            << u"No matches found.\n"_s + kIgnored;
    QTest::newRow("nor with an include for all")
            << QJsonObject{{u"pattern"_s, u"ignored thing"_s}, {u"include"_s, u"**/*"_s}}
            << u"No matches found.\n"_s + kIgnored;
    QTest::newRow("in an ignored folder by its name")
            << QJsonObject{{u"pattern"_s, u"ignored thing"_s}, {u"path"_s, u"modules"_s}}
            << u"1 match:\n\nmodules/m.js:\n  Line 1: ignored thing"_s;
    QTest::newRow("bytes that are not UTF-8, and controls")
            << QJsonObject{{u"pattern"_s, u"latin"_s}}
            << u"1 match:\n\nlatin.txt:\n  Line 1: caf\\xE9 latin\\x1B[0m"_s;
    QTest::newRow("UTF-16") << QJsonObject{{u"pattern"_s, u"^wide"_s}}
                            << u"1 match:\n\nwide.txt:\n  Line 1: wide"_s;
    QTest::newRow("an end of CR LF") << QJsonObject{{u"pattern"_s, u"four$"_s}}
                                     << u"1 match:\n\na.cpp:\n  Line 4: needle four"_s;
    QTest::newRow("both kinds of line ends")
            << QJsonObject{{u"pattern"_s, u"^t.*e+$"_s}}
            << u"2 matches:\n\na.cpp:\n  Line 2: two needle\n  Line 3: three"_s;
    QTest::newRow("the CR itself") << QJsonObject{{u"pattern"_s, u"four\\r$"_s}}
                                   << u"1 match:\n\na.cpp:\n  Line 4: needle four"_s;
    QTest::newRow("a zero byte, by folder")
            << QJsonObject{{u"pattern"_s, u"zero"_s}} << u"No matches found.\n"_s + kIgnored;
    QTest::newRow("a zero byte, by name")
            << QJsonObject{{u"pattern"_s, u"zero"_s}, {u"path"_s, u"zero.log"_s}}
            << u"2 matches:\n\nzero.log:\n  Line 2: a zero\n  Line 3: zero"_s;
    QTest::newRow("a zero byte far behind")
            << QJsonObject{{u"pattern"_s, u"begin|end"_s}, {u"include"_s, u"crash.log"_s}}
            << u"1 match:\n\ncrash.log:\n  Line 1: begin\n\n(A file with zero bytes in it was searched only up to the first of them; name it as path to search all of it.)"_s;
    QTest::newRow("a list as include")
            << QJsonObject{{u"pattern"_s, u"needle"_s}, {u"include"_s, u"*.cpp, *.txt"_s}}
            << u"No matches found.\n"_s + kIgnored
                    + u"\n(\"*.cpp, *.txt\" is one pattern; several are written as {*.a,*.b}.)"_s;
    QTest::newRow("an include that is no comment")
            << QJsonObject{{u"pattern"_s, u"needle"_s}, {u"include"_s, u"#*"_s}}
            << u"No matches found.\n"_s + kIgnored;
    QTest::newRow("all but an include")
            << QJsonObject{{u"pattern"_s, u"needle"_s}, {u"include"_s, u"!*.cpp"_s}}
            << u"1 match:\n\nsub/b.txt:\n  Line 1: a needle"_s;
    QTest::newRow("in a folder that ignores itself")
            << QJsonObject{{u"pattern"_s, u"own thing"_s}, {u"path"_s, u".venv"_s}}
            << u"1 match:\n\n.venv/lib/x.py:\n  Line 1: own thing"_s;
    QTest::newRow("pattern that looks like an option")
            << QJsonObject{{u"pattern"_s, u"--flag"_s}}
            << u"1 match:\n\ndash.txt:\n  Line 1: a --flag"_s;
    QTest::newRow("nothing in a file")
            << QJsonObject{{u"pattern"_s, u"haystack"_s}, {u"path"_s, u"a.cpp"_s}}
            << u"No matches found."_s;
}

void TestGrepTool::finds()
{
    QFETCH(QJsonObject, input);
    QFETCH(QString, text);
    Bench bench;
    const Settled settled = bench.grep(input);
    QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
    QCOMPARE(settled.modelText(), text);
}

void TestGrepTool::refuses_data()
{
    QTest::addColumn<QJsonObject>("input");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("missing path") << QJsonObject{{u"pattern"_s, u"needle"_s},
                                                 {u"path"_s, u"nowhere"_s}}
                                  << ErrorCode::NotFound
                                  << u"There is no file or directory nowhere to search."_s;
    QTest::newRow("device") << QJsonObject{{u"pattern"_s, u"needle"_s}, {u"path"_s, u"/dev/zero"_s}}
                            << ErrorCode::InvalidInput
                            << u"is neither a directory nor a regular file"_s;
    QTest::newRow("broken expression")
            << QJsonObject{{u"pattern"_s, u"needle("_s}} << ErrorCode::InvalidInput
            << u"the regular expression is not valid; correct it. ripgrep says: regex parse "
               "error:\n    needle(\n          ^\nerror: unclosed group"_s;
    QTest::newRow("look-around") << QJsonObject{{u"pattern"_s, u"a(?=b)"_s}}
                                 << ErrorCode::InvalidInput
                                 << u"There is no look-around and there are no backreferences."_s;
    QTest::newRow("line end") << QJsonObject{{u"pattern"_s, u"a\\nb"_s}} << ErrorCode::InvalidInput
                              << u"matched line by line, so it cannot hold a line end."_s;
    QTest::newRow("broken include")
            << QJsonObject{{u"pattern"_s, u"needle"_s}, {u"include"_s, u"*.{c"_s}}
            << ErrorCode::InvalidInput << u"the file name pattern is not valid"_s;
    QTest::newRow("longer than a program takes")
            << QJsonObject{{u"pattern"_s, QString(200'000, u'x')}} << ErrorCode::InvalidInput
            << u"has 200000 bytes"_s;
    QTest::newRow("empty pattern") << QJsonObject{{u"pattern"_s, u""_s}} << ErrorCode::InvalidInput
                                   << u"The pattern is empty"_s;
}

void TestGrepTool::refuses()
{
    QFETCH(QJsonObject, input);
    QFETCH(ErrorCode, code);
    QFETCH(QString, words);
    Bench bench;
    const Settled settled = bench.grep(input);
    QVERIFY2(!settled.ok(), qPrintable(settled.modelText()));
    QVERIFY2(settled.modelText().contains(words), qPrintable(settled.modelText()));
    QVERIFY2(!settled.modelText().contains(u"--pcre2"_s), "an option that nobody here can set");
    QCOMPARE(settled.error->code, code);
}

void TestGrepTool::structured()
{
    Bench bench;
    const Settled settled = bench.grep({{u"pattern"_s, u"^needle"_s}});
    const QJsonObject match{{u"path"_s, u"a.cpp"_s}, {u"line"_s, 4}, {u"text"_s, u"needle four"_s}};
    QCOMPARE(settled.output.structured.toObject(),
             (QJsonObject{{u"matches"_s, QJsonArray{match}},
                          {u"truncated"_s, false},
                          {u"incomplete"_s, false},
                          {u"leftOut"_s, 0}}));
}

void TestGrepTool::limit_data()
{
    QTest::addColumn<int>("limit");
    QTest::addColumn<QString>("text");
    QTest::newRow("exactly")
            << 2 << u"2 matches:\n\na.cpp:\n  Line 2: two needle\n  Line 4: needle four"_s;
    QTest::newRow("one more") << 1
                              << u"1 match:\n\na.cpp:\n  Line 2: two needle\n\n(There are more "
                                 "matches than the 1 shown; use a narrower pattern, path or "
                                 "include, or a larger limit.)"_s;
}

void TestGrepTool::limit()
{
    QFETCH(int, limit);
    QFETCH(QString, text);
    Bench bench;
    const Settled settled =
            bench.grep({{u"pattern"_s, u"needle"_s}, {u"path"_s, u"a.cpp"_s}, {u"limit"_s, limit}});
    QCOMPARE(settled.modelText(), text);
    QCOMPARE(settled.output.structured[u"truncated"].toBool(), limit < 2);
}

/// What a call keeps with the session is bounded, however long the lines are.
void TestGrepTool::longResultsEnd()
{
    Bench bench;
    bench.file(u"huge.txt"_s, QByteArray("mark" + QByteArray(4000, 'x') + '\n').repeated(2000));
    const Settled settled = bench.grep({{u"pattern"_s, u"mark"_s}, {u"limit"_s, 10'000}});
    QVERIFY(settled.ok());
    QVERIFY(settled.output.structured[u"truncated"].toBool());
    const QJsonArray matches = settled.output.structured[u"matches"].toArray();
    QCOMPARE(matches.size(), 1024 * 1024 / (2000 + 1)); // Each with the sign that it is cut.
    QVERIFY(settled.modelText().contains(
            u"(There are more matches than the %1 shown;"_s.arg(matches.size())));
}

void TestGrepTool::longLines_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("shown");
    const auto x = [](qsizetype count) {
        return QString(count, u'x');
    };
    QTest::newRow("a match at the beginning")
            << "mark" + QByteArray(3000, 'x') << u"mark"_s + x(1996) + u'…';
    QTest::newRow("a match far behind")
            << QByteArray(9000, 'x') + "mark" << u'…' + x(200) + u"mark"_s;
    QTest::newRow("a match in the middle") << QByteArray(9000, 'x') + "mark" + QByteArray(9000, 'x')
                                           << u'…' + x(200) + u"mark"_s + x(1796) + u'…';
    QTest::newRow("between characters of two bytes") << QByteArray("\xC3\xA9").repeated(5000)
                    + "mark" << u'…' + QString(100, u'\u00E9') + u"mark"_s;
    QTest::newRow("more than is held of a record")
            << "mark" + QByteArray(3 * 1024 * 1024, 'x') << u"mark"_s + x(1996) + u'…';
    QTest::newRow("a match behind what is held") << QByteArray(3 * 1024 * 1024, 'x')
                    + "mark" << x(2000) + u"… (the match is at byte 3145728 of this line)"_s;
}

void TestGrepTool::longLines()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, shown);
    Bench bench;
    bench.file(u"huge.txt"_s, line + "\nmark small\n");
    QCOMPARE(bench.grep({{u"pattern"_s, u"mark"_s}}).modelText(),
             u"2 matches:\n\nhuge.txt:\n  Line 1: "_s + shown + u"\n  Line 2: mark small"_s);
}

void TestGrepTool::strangeName()
{
    Bench bench;
    QFile plain(bench.file(u"plain"_s, "odd one\n"));
    const QByteArray odd = QFile::encodeName(bench.path(u"sub/"_s)) + "caf\xE9\n.txt";
    QCOMPARE(::rename(QFile::encodeName(plain.fileName()).constData(), odd.constData()), 0);
    QCOMPARE(bench.grep({{u"pattern"_s, u"odd"_s}}).modelText(),
             u"1 match:\n\n$'sub/caf\\xE9\\n.txt':\n  Line 1: odd one"_s);
    QCOMPARE(::unlink(odd.constData()), 0); // QTemporaryDir cannot name it.
}

void TestGrepTool::protectedFiles_data()
{
    QTest::addColumn<Permission::Effect>("effect");
    QTest::newRow("asked for") << Permission::Effect::Ask;
    QTest::newRow("denied") << Permission::Effect::Deny;
}

void TestGrepTool::protectedFiles()
{
    QFETCH(Permission::Effect, effect);
    Bench bench({rule(u"read"_s, u"*.env"_s, effect), rule(u"read"_s, u"*.env.*"_s, effect),
                 rule(u"read"_s, u"*.env.example"_s, Permission::Effect::Allow)});
    bench.file(u".env"_s, "needle=1\nneedle=2\n");
    bench.file(u"sub/.env.local"_s, "needle=3\n");
    bench.file(u".env.example"_s, "secret=\n");
    QVERIFY(QFile::link(bench.path(u".env"_s), bench.path(u"settings.txt"_s)));
    const Settled settled = bench.grep({{u"pattern"_s, u"needle"_s}});
    QCOMPARE(settled.modelText(),
             kBoth
                     + u"\n\n(3 matches in files that may not be read without asking were left "
                       "out.)"_s);
    QCOMPARE(settled.output.structured[u"leftOut"].toInt(), 3);
    QCOMPARE(bench.grep({{u"pattern"_s, u"needle=1"_s}}).modelText(),
             u"No matches found.\n(1 match in files that may not be read without asking was left "
             "out.)\n"_s
                     + kIgnored);
    QCOMPARE(bench.grep({{u"pattern"_s, u"secret"_s}, {u"include"_s, u".env*"_s}}).modelText(),
             u"1 match:\n\n.env.example:\n  Line 1: secret="_s);
    QVERIFY(bench.asked().isEmpty());
}

void TestGrepTool::protectedFileByItsName_data()
{
    QTest::addColumn<Permission::Effect>("effect");
    QTest::addColumn<bool>("allowed");
    QTest::newRow("allowed by the person") << Permission::Effect::Ask << true;
    QTest::newRow("refused by the person") << Permission::Effect::Ask << false;
    QTest::newRow("denied by a rule") << Permission::Effect::Deny << false;
}

void TestGrepTool::protectedFileByItsName()
{
    QFETCH(Permission::Effect, effect);
    QFETCH(bool, allowed);
    Bench bench({rule(u"read"_s, u"*.env"_s, effect)});
    bench.seat([allowed](const Permission::Request &) { return allowed ? yes() : no(u"No."_s); });
    bench.file(u".env"_s, "needle=1\n");
    const Settled settled = bench.grep({{u"pattern"_s, u"needle"_s}, {u"path"_s, u".env"_s}});
    QCOMPARE(settled.ok(), allowed);
    if (allowed)
        QCOMPARE(settled.modelText(), u"1 match:\n\n.env:\n  Line 1: needle=1"_s);
    else
        QCOMPARE(settled.error->code, ErrorCode::Denied);
    const auto asked = bench.asked();
    QCOMPARE(asked.size(), effect == Permission::Effect::Ask ? 1 : 0);
    if (!asked.isEmpty()) {
        QCOMPARE(asked.first().inquiry.action, u"read"_s);
        QCOMPARE(asked.first().inquiry.resources, QStringList(u".env"_s));
    }
}

void TestGrepTool::ruleOnALinkHolds()
{
    Bench bench({rule(u"read"_s, u"door*"_s, Permission::Effect::Deny)});
    QVERIFY(QFile::link(bench.path(u"sub"_s), bench.path(u"door"_s)));
    QVERIFY(QFile::link(bench.path(u"a.cpp"_s), bench.path(u"door.cpp"_s)));
    const Settled folder = bench.grep({{u"pattern"_s, u"needle"_s}, {u"path"_s, u"door"_s}});
    QCOMPARE(folder.output.structured[u"leftOut"].toInt(), 1);
    QCOMPARE(folder.output.structured[u"matches"].toArray(), QJsonArray());
    const Settled file = bench.grep({{u"pattern"_s, u"needle"_s}, {u"path"_s, u"door.cpp"_s}});
    QVERIFY(!file.ok());
    QCOMPARE(file.error->code, ErrorCode::Denied);
}

void TestGrepTool::linksAreNotFollowed()
{
    Bench bench;
    const QString outside = bench.scratch.write(u"outside/secret.txt"_s, "needle\n");
    QVERIFY(QFile::link(outside, bench.path(u"link.txt"_s)));
    QVERIFY(QFile::link(bench.scratch.path(u"outside"_s), bench.path(u"dir"_s)));
    QCOMPARE(bench.grep({{u"pattern"_s, u"needle"_s}}).modelText(), kBoth);
    QCOMPARE(bench.grep({{u"pattern"_s, u"needle"_s}, {u"include"_s, u"dir/**"_s}}).modelText(),
             u"No matches found.\n"_s + kIgnored);
    const Settled named = bench.grep({{u"pattern"_s, u"needle"_s}, {u"path"_s, u"link.txt"_s}});
    QVERIFY(!named.ok());
    QCOMPARE(named.error->code, ErrorCode::Denied);
}

void TestGrepTool::outsideFileAsksForItsFolder()
{
    const auto ask = Permission::Effect::Ask;
    Bench bench({rule(u"external_directory"_s, u"*"_s, ask), rule(u"grep"_s, u"*"_s, ask)});
    bench.seat([](const Permission::Request &) { return yes(); });
    const QString file = bench.scratch.write(u"outside/a.txt"_s, "needle\n");
    QCOMPARE(bench.grep({{u"pattern"_s, u"needle"_s}, {u"path"_s, file}}).modelText(),
             u"1 match:\n\n"_s + file + u":\n  Line 1: needle"_s);
    QCOMPARE(bench.asked().size(), 2);
    QCOMPARE(bench.asked().value(0).inquiry.action, u"external_directory"_s);
    QCOMPARE(bench.asked().value(0).inquiry.resources,
             QStringList(bench.scratch.path(u"outside"_s) + u"/*"_s));
    QCOMPARE(bench.asked().value(1).inquiry.action, u"grep"_s);
}

void TestGrepTool::asks()
{
    Bench bench({rule(u"grep"_s, u"*"_s, Permission::Effect::Ask)});
    bench.seat([](const Permission::Request &) { return no(u"Not now."_s); });
    const Settled settled = bench.grep({{u"pattern"_s, u"needle"_s}, {u"include"_s, u"*.txt"_s}});
    QVERIFY(!settled.ok());
    QVERIFY2(settled.modelText().contains(u"Not now."_s), qPrintable(settled.modelText()));
    const Permission::Inquiry inquiry = bench.asked().value(0).inquiry;
    QCOMPARE(inquiry.action, u"grep"_s);
    QCOMPARE(inquiry.resources, QStringList(u"needle"_s));
    QCOMPARE(inquiry.save, (QList<Permission::SaveOffer>{{u"needle"_s, true}, {u"*"_s, false}}));
    QCOMPARE(inquiry.metadata,
             (QJsonObject{{u"root"_s, u"."_s}, {u"include"_s, u"*.txt"_s}, {u"limit"_s, 100}}));
}

QTEST_GUILESS_MAIN(TestGrepTool)
#include "tst_greptool.moc"
