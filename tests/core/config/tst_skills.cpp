// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/config.h"
#include "support/scratch.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <sys/stat.h>

using namespace Countersign;
using namespace Countersign::Config;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

QByteArray skill(const QByteArray &name, const QByteArray &description = "Does things.")
{
    return "---\nname: " + name + "\ndescription: " + description + "\n---\nBody.\n";
}

} // namespace

class tst_Skills : public QObject
{
    Q_OBJECT

    struct Found
    {
        QStringList skills; ///< "name: path", relative to the scratch folder.
        QStringList problems; ///< "path:line: message"
    };

    static Found load(const Scratch &scratch, const QString &location = u"project"_s)
    {
        QDir().mkpath(scratch.path(location));
        const Settings settings = Config::load(AppPaths::under(scratch.path(u"home"_s)),
                                               scratch.path(location), scratch.path(u"project"_s));
        const QDir root(scratch.path());
        Found found;
        for (const Skill &one : settings.skills)
            found.skills.append(one.name + u": "_s + root.relativeFilePath(one.file));
        for (const Problem &problem : settings.problems)
            found.problems.append(u"%1:%2: %3"_s.arg(root.relativeFilePath(problem.file))
                                          .arg(problem.line)
                                          .arg(problem.message));
        return found;
    }

private Q_SLOTS:
    void places_data()
    {
        QTest::addColumn<QString>("file");
        for (const char *file :
             {"project/.claude/skills/a/SKILL.md", "project/.agents/skills/a/SKILL.md",
              "project/.opencode/skill/a/SKILL.md", "project/.opencode/skills/a/SKILL.md",
              "project/.countersign/skill/a/SKILL.md", "project/.countersign/skills/a/SKILL.md",
              "project/sub/.agents/skills/a/SKILL.md", "project/.claude/skills/.deep/er/a/SKILL.md",
              "home/.claude/skills/a/SKILL.md", "home/.agents/skills/a/SKILL.md",
              "home/opencode/skill/a/SKILL.md", "home/opencode/skills/a/SKILL.md",
              "home/config/skills/a/SKILL.md", "home/config/skills/a.md"})
            QTest::newRow(file) << QString::fromLatin1(file);
    }

    void places()
    {
        QFETCH(const QString, file);
        Scratch scratch;
        scratch.write(file, skill("a"));
        const Found found = load(scratch, u"project/sub"_s);
        QCOMPARE(found.skills, QStringList{u"a: "_s + file});
        QCOMPARE(found.problems, QStringList());
    }

    void otherPlacesAreNotLookedIn()
    {
        Scratch scratch;
        for (const QString &file :
             {u"project/skills/a/SKILL.md"_s, u"project/SKILL.md"_s,
              u"project/.claude/skills/node_modules/a/SKILL.md"_s,
              u"project/.claude/skills/a/x.md"_s, u"project/beside/.claude/skills/a/SKILL.md"_s})
            scratch.write(file, skill("a"));
        scratch.write(u"project/.claude/skills/README.md"_s, "# Skills\n"); // A plain document.
        const Found found = load(scratch);
        QCOMPARE(found.skills, QStringList());
        QCOMPARE(found.problems, QStringList());
    }

    void namesAndDescriptions_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected"); // The skill, or the problem.
        const QString file = u"project/.claude/skills/folder/SKILL.md"_s;
        const auto row = [&](const char *name, const QByteArray &text, const QString &said) {
            QTest::newRow(name) << text
                                << (said.contains(u':') ? QString(file + u':' + said)
                                                        : QString(said + u": "_s + file));
        };
        row("a name", skill("my-skill_2.0"), u"my-skill_2.0"_s);
        row("no name: the folder's", "---\ndescription: x\n---\n", u"folder"_s);
        row("a name in quotes", skill("\"a\""), u"a"_s);
        row("byte order mark and CRLF", "\xEF\xBB\xBF---\r\nname: a\r\ndescription: x\r\n---\r\n",
            u"a"_s);
        const QString badName =
                u"2: the name of a skill has at most 64 letters, digits, dots, dashes "
                "and underscores and begins with a letter or a digit"_s;
        row("a space", skill("my skill"), badName);
        row("a wildcard: it would be a pattern in rules", skill("a*"), badName);
        row("a path", skill("../a"), badName);
        row("a dash first", skill("-a"), badName);
        row("not ASCII", skill("f\xC3\xB6o"), badName);
        row("64 characters", skill(QByteArray(64, 'x')), QString(64, u'x'));
        row("65 characters", skill(QByteArray(65, 'x')), badName);
        row("a list for a name", "---\nname: [a]\ndescription: x\n---\n", badName);
        row("no description", "---\nname: a\n---\n",
            u"0: it has no description; write \"description: …\" into the front matter, so that "
            "agents know when to use it"_s);
        row("no front matter", "# Title\n",
            u"1: it does not begin with a front matter: write a line --- first, then name and "
            "description, then another line ---"_s);
        row("not YAML", "---\nname: a\nwords\n---\n",
            u"3: a line \"key: value\" must stand here"_s);
    }

    void namesAndDescriptions()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QString, expected);
        Scratch scratch;
        scratch.write(u"project/.claude/skills/folder/SKILL.md"_s, text);
        const Found found = load(scratch);
        QCOMPARE(found.skills + found.problems, QStringList{expected});
    }

    void longDescriptionsAreCut()
    {
        Scratch scratch;
        scratch.write(u"project/.claude/skills/a/SKILL.md"_s, skill("a", QByteArray(2000, 'x')));
        const Settings settings =
                Config::load(AppPaths::under(scratch.path(u"home"_s)), scratch.path(u"project"_s),
                             scratch.path(u"project"_s));
        QCOMPARE(settings.skills.size(), 1);
        QCOMPARE(settings.skills.first().description, QString(1023, u'x') + u'…');
    }

    void twoOfOneName_data()
    {
        QTest::addColumn<QString>("winner");
        QTest::addColumn<QString>("loser");
        QTest::newRow("the nearer folder") << u"project/sub/.claude/skills/a/SKILL.md"_s
                                           << u"project/.agents/skills/a/SKILL.md"_s;
        QTest::newRow("our own folder before another program's")
                << u"project/.countersign/skills/a/SKILL.md"_s
                << u"project/.claude/skills/a/SKILL.md"_s;
        QTest::newRow("a project never replaces a skill of the person's own")
                << u"home/.claude/skills/a/SKILL.md"_s
                << u"project/.countersign/skills/a/SKILL.md"_s;
    }

    void twoOfOneName()
    {
        QFETCH(const QString, winner);
        QFETCH(const QString, loser);
        Scratch scratch;
        scratch.write(winner, skill("a", "the winner"));
        scratch.write(loser, skill("a", "the loser"));
        const Found found = load(scratch, u"project/sub"_s);
        QCOMPARE(found.skills, QStringList{u"a: "_s + winner});
        QCOMPARE(
                found.problems,
                QStringList{loser
                            + u":0: another skill is also called \"a\" and is used instead of this "
                              "one: "_s
                            + scratch.path(winner)});
    }

    void copiesAreNoRivals()
    {
        Scratch scratch;
        scratch.write(u"project/.claude/skills/a/SKILL.md"_s, skill("a"));
        scratch.write(u"project/.agents/skills/a/SKILL.md"_s, skill("a"));
        // The same folder by another way.
        QVERIFY(QFile::link(scratch.path(u"project/.claude"_s),
                            scratch.path(u"project/.opencode"_s)));
        const Found found = load(scratch);
        QCOMPARE(found.skills, QStringList{u"a: project/.agents/skills/a/SKILL.md"_s});
        QCOMPARE(found.problems, QStringList());
    }

    void linksOutOfTheProject()
    {
        Scratch scratch;
        scratch.write(u"secret/a/SKILL.md"_s, skill("a"));
        QDir().mkpath(scratch.path(u"project/.claude/skills/b"_s));
        QVERIFY(QFile::link(scratch.path(u"secret/a"_s),
                            scratch.path(u"project/.claude/skills/a"_s)));
        QVERIFY(QFile::link(scratch.path(u"secret/a/SKILL.md"_s),
                            scratch.path(u"project/.claude/skills/b/SKILL.md"_s)));
        const Found found = load(scratch);
        QCOMPARE(found.skills, QStringList());
        QCOMPARE(found.problems.size(), 2);
        for (const QString &problem : found.problems)
            QVERIFY2(problem.contains(u"leads out of the project"_s), qPrintable(problem));
        // A person's own links are the person's business.
        QDir().mkpath(scratch.path(u"home/.claude/skills"_s));
        QVERIFY(QFile::link(scratch.path(u"secret/a"_s), scratch.path(u"home/.claude/skills/a"_s)));
        QCOMPARE(load(scratch).skills, QStringList{u"a: secret/a/SKILL.md"_s});
    }

    void circlesEnd()
    {
        Scratch scratch;
        scratch.write(u"project/.claude/skills/a/SKILL.md"_s, skill("a"));
        QVERIFY(QFile::link(scratch.path(u"project/.claude/skills"_s),
                            scratch.path(u"project/.claude/skills/a/again"_s)));
        const Found found = load(scratch);
        QCOMPARE(found.skills, QStringList{u"a: project/.claude/skills/a/SKILL.md"_s});
        QCOMPARE(found.problems, QStringList());
    }

    void whatIsNoFileIsNotOpened()
    {
        Scratch scratch;
        QDir().mkpath(scratch.path(u"project/.claude/skills/a"_s));
        const QByteArray pipe =
                QFile::encodeName(scratch.path(u"project/.claude/skills/a/SKILL.md"_s));
        QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
        const Found found = load(scratch); // Would wait for a writer.
        QCOMPARE(found.skills, QStringList());
        QCOMPARE(found.problems,
                 QStringList{u"project/.claude/skills/a/SKILL.md:0: it is not a regular file"_s});
    }

    void limits()
    {
        Scratch scratch;
        scratch.write(u"project/.claude/skills/big/SKILL.md"_s,
                      skill("big") + QByteArray(kLargestSkillBytes, 'x'));
        for (int i = 0; i < 201; ++i)
            scratch.write(u"project/.agents/skills/s%1/SKILL.md"_s.arg(i, 3, 10, QLatin1Char('0')),
                          skill("s" + QByteArray::number(i)));
        const Found found = load(scratch);
        QCOMPARE(found.skills.size(), 200);
        QCOMPARE(found.problems,
                 (QStringList{
                         u"project/.claude/skills/big/SKILL.md:0: a skill may have at most 1 MiB"_s,
                         u"project/.agents/skills/s200/SKILL.md:0: there are more than 200 "
                         "skills; this one and those after it were left out"_s}));
    }

    void namedInConfiguration_data()
    {
        QTest::addColumn<QString>("configFile");
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QStringList>("skills");
        QTest::addColumn<QString>("problem"); // A part of it; empty: none.
        const QString own = u"home/config/countersign.jsonc"_s;
        const QString theirs = u"project/countersign.jsonc"_s;
        QTest::newRow("a folder of the project")
                << theirs << QByteArray("{\"skills\": [\"more\"]}")
                << QStringList{u"m: project/more/m/SKILL.md"_s} << QString();
        QTest::newRow("OpenCode's older spelling")
                << theirs << QByteArray("{\"skills\": {\"paths\": [\"more\"]}}")
                << QStringList{u"m: project/more/m/SKILL.md"_s} << QString();
        QTest::newRow("a project may not name a folder outside")
                << theirs << QByteArray("{\"skills\": [\"../outside\"]}") << QStringList()
                << u"leads out of the project"_s;
        QTest::newRow("nor the home folder")
                << theirs << QByteArray("{\"skills\": [\"~/outside\"]}") << QStringList()
                << u"is inert until this project is trusted"_s;
        QTest::newRow("the person may") << own << QByteArray("{\"skills\": [\"../outside\"]}")
                                        << QStringList{u"o: outside/o/SKILL.md"_s} << QString();
        QTest::newRow("nothing is fetched")
                << own << QByteArray("{\"skills\": [\"https://example.org/skills\"]}")
                << QStringList() << u"not fetched from the network"_s;
        QTest::newRow("a number") << own << QByteArray("{\"skills\": 7}") << QStringList()
                                  << u"a list of folders must stand here"_s;
        QTest::newRow("a list of numbers") << own << QByteArray("{\"skills\": [7]}")
                                           << QStringList() << u"the path of a folder"_s;
    }

    void namedInConfiguration()
    {
        QFETCH(const QString, configFile);
        QFETCH(const QByteArray, config);
        QFETCH(const QStringList, skills);
        QFETCH(const QString, problem);
        Scratch scratch;
        scratch.write(u"project/more/m/SKILL.md"_s, skill("m"));
        scratch.write(u"outside/o/SKILL.md"_s, skill("o"));
        scratch.write(configFile, config);
        const Found found = load(scratch);
        QCOMPARE(found.skills, skills);
        QCOMPARE(found.problems.size(), problem.isEmpty() ? 0 : 1);
        if (!problem.isEmpty())
            QVERIFY2(found.problems.first().contains(problem), qPrintable(found.problems.first()));
    }
};

QTEST_GUILESS_MAIN(tst_Skills)
#include "tst_skills.moc"
