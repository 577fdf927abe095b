// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/config.h"
#include "support/workbench.h"
#include "tools/skillfiles.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

namespace Countersign::Test {

using Permission::Effect;

class tst_SkillTool : public QObject
{
    Q_OBJECT

    static QByteArray skill(const QByteArray &name, const QByteArray &body = "Do it well.\n")
    {
        return "---\nname: " + name + "\ndescription: How to " + name + ".\n---\n\n" + body;
    }
    /// Makes the skills known that stand on the disk.
    static void discover(Workbench &bench)
    {
        QList<Config::Problem> problems;
        AppPaths paths = AppPaths::under(bench.scratch.path(u"home"_s));
        bench.setSkills(
                Config::findSkills(Config::skillFolders(paths, bench.path(), bench.path(), {}),
                                   bench.path(), problems));
    }
    static QString text(const Settled &settled)
    {
        return settled.ok() ? settled.modelText() : u"ERROR: "_s + settled.error->message;
    }
    static QString load(Workbench &bench, const QString &name)
    {
        return text(bench.call(u"skill"_s, {{u"name"_s, name}}));
    }

private Q_SLOTS:
    void loadsOfTheProject()
    {
        Workbench bench;
        bench.file(u".claude/skills/deploy/SKILL.md"_s, skill("deploy"));
        bench.file(u".claude/skills/deploy/scripts/run.sh"_s, "x");
        bench.file(u".claude/skills/deploy/.hidden"_s, "x");
        bench.file(u".claude/skills/deploy/two\nlines"_s, "x");
        bench.file(u".claude/skills/deploy/deep/SKILL.md"_s, skill("deep"));
        discover(bench);
        QCOMPARE(load(bench, u"deploy"_s),
                 u"<skill_content name=\"deploy\">\n# Skill: deploy\n\nDo it well.\n\n"
                 "Base directory of this skill: .claude/skills/deploy\n"
                 "Relative paths in it refer to this directory. Some of its files:\n<skill_files>\n"
                 "<file>.claude/skills/deploy/.hidden</file>\n"
                 "<file>.claude/skills/deploy/scripts/run.sh</file>\n"
                 "<file>$'.claude/skills/deploy/two\\nlines'</file>\n"
                 "</skill_files>\n</skill_content>"_s);
    }

    void loadsOfThePerson()
    {
        Workbench bench;
        const QString file =
                bench.scratch.write(u"home/.agents/skills/review/SKILL.md"_s, skill("review"));
        discover(bench);
        const QString folder = QFileInfo(file).path();
        QCOMPARE(load(bench, u"review"_s),
                 u"<skill_content name=\"review\">\n# Skill: review\n\nDo it well.\n\n"
                 "Base directory of this skill: %1\n"
                 "Relative paths in it refer to this directory.\n</skill_content>"_s.arg(folder));
    }

    void asks()
    {
        Workbench bench({rule(u"skill"_s, u"*"_s, Effect::Ask)});
        bench.file(u".claude/skills/deploy/SKILL.md"_s, skill("deploy"));
        discover(bench);
        bench.seat([](const Permission::Request &) { return no(u"Not this one."_s); });
        QCOMPARE(load(bench, u"deploy"_s),
                 u"ERROR: The user refused this skill and said: Not this one."_s);
        QCOMPARE(bench.asked().size(), 1);
        const Permission::Inquiry inquiry = bench.asked().first().inquiry;
        QCOMPARE(inquiry.action, u"skill"_s);
        QCOMPARE(inquiry.resources, QStringList{u"deploy"_s});
        QCOMPARE(inquiry.save, (QList<Permission::SaveOffer>{{u"deploy"_s, true}}));
        // What would be loaded is shown, and whose it is.
        QCOMPARE(inquiry.metadata,
                 (QJsonObject{{u"file"_s, u".claude/skills/deploy/SKILL.md"_s},
                              {u"from"_s, u"project"_s},
                              {u"description"_s, u"How to deploy."_s},
                              {u"content"_s, u"Do it well."_s}}));
    }

    void whatWasShownIsLoaded()
    {
        Workbench bench({rule(u"skill"_s, u"*"_s, Effect::Ask)});
        bench.file(u".claude/skills/deploy/SKILL.md"_s, skill("deploy", "Shown.\n"));
        discover(bench);
        bench.seat([&bench](const Permission::Request &) {
            bench.file(u".claude/skills/deploy/SKILL.md"_s, skill("deploy", "Changed.\n"));
            return yes();
        });
        const QString loaded = load(bench, u"deploy"_s);
        QVERIFY2(loaded.contains(u"\nShown.\n"_s) && !loaded.contains(u"Changed"_s),
                 qPrintable(loaded));
    }

    void refusals_data()
    {
        QTest::addColumn<Permission::Ruleset>("rules");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("words");
        QTest::newRow("unknown") << Permission::Ruleset{} << u"depl"_s
                                 << u"There is no skill \"depl\"; the skills are: deploy, other."_s;
        QTest::newRow("unknown, some hidden")
                << Permission::Ruleset{rule(u"skill"_s, u"deploy"_s, Effect::Deny)} << u"depl"_s
                << u"There is no skill \"depl\"; the skills are: other."_s;
        QTest::newRow("unknown, none allowed")
                << Permission::Ruleset{rule(u"skill"_s, u"*"_s, Effect::Deny),
                                       rule(u"skill"_s, u"x"_s, Effect::Allow)}
                << u"depl"_s
                << u"There is no skill \"depl\"; this project has none that you may load."_s;
        QTest::newRow("denied") << Permission::Ruleset{rule(u"skill"_s, u"dep*"_s, Effect::Deny)}
                                << u"deploy"_s << u"skill of deploy is denied by the rule"_s;
        QTest::newRow("a file that may not be read")
                << Permission::Ruleset{rule(u"read"_s, u".claude/*"_s, Effect::Deny)} << u"deploy"_s
                << u"read of .claude/skills/deploy/SKILL.md is denied by the rule"_s;
    }

    void refusals()
    {
        QFETCH(const Permission::Ruleset, rules);
        QFETCH(const QString, name);
        QFETCH(const QString, words);
        Workbench bench(rules);
        bench.file(u".claude/skills/deploy/SKILL.md"_s, skill("deploy"));
        bench.file(u".agents/skills/other/SKILL.md"_s, skill("other"));
        discover(bench);
        const QString said = load(bench, name);
        QVERIFY2(said.startsWith(u"ERROR: "_s + words), qPrintable(said));
    }

    void changesSinceItWasFound_data()
    {
        QTest::addColumn<QByteArray>("now"); // Null: removed.
        QTest::addColumn<QString>("words");
        QTest::newRow("another text") << skill("deploy", "New words.") << u"New words."_s;
        QTest::newRow("gone") << QByteArray()
                              << u"ERROR: The file of the skill \"deploy\" is gone: "
                                 ".claude/skills/deploy/SKILL.md."_s;
        QTest::newRow("no front matter any more") << QByteArray("words")
                                                  << u"ERROR: The skill \"deploy\" cannot be used "
                                                     "(.claude/skills/deploy/SKILL.md): Line 1: "_s;
        QTest::newRow("no text any more")
                << QByteArray("\xFF\xFE\x00", 3) << u"ERROR: The skill \"deploy\" cannot be used"_s;
    }

    void changesSinceItWasFound()
    {
        QFETCH(const QByteArray, now);
        QFETCH(const QString, words);
        Workbench bench;
        const QString file =
                bench.file(u".claude/skills/deploy/SKILL.md"_s, skill("deploy", "Old words."));
        discover(bench);
        if (now.isNull())
            QVERIFY(QFile::remove(file));
        else
            bench.file(u".claude/skills/deploy/SKILL.md"_s, now);
        const QString said = load(bench, u"deploy"_s);
        QVERIFY2(said.contains(words) && !said.contains(u"Old words"_s), qPrintable(said));
    }

    void aLinkThatCameLaterIsNotFollowed()
    {
        Workbench bench;
        const QString file = bench.file(u".claude/skills/deploy/SKILL.md"_s, skill("deploy"));
        bench.scratch.write(u"secret.md"_s, skill("deploy", "Secret words."));
        discover(bench);
        QVERIFY(QFile::remove(file));
        QVERIFY(QFile::link(bench.scratch.path(u"secret.md"_s), file));
        const QString said = load(bench, u"deploy"_s);
        QVERIFY2(said.startsWith(u"ERROR: "_s) && !said.contains(u"Secret"_s), qPrintable(said));
    }

    void theListFollowsTheRules()
    {
        Workbench bench;
        bench.file(u".claude/skills/b/SKILL.md"_s, skill("b"));
        bench.file(u".claude/skills/a/SKILL.md"_s, skill("a"));
        discover(bench);
        const auto described = [&bench](const Permission::Ruleset &rules) {
            const auto tools = bench.tools(rules);
            for (const ToolDefinition &tool : tools) {
                if (tool.name == u"skill"_s)
                    return tool.description.section(u"such a task."_s, 1);
            }
            return u"(hidden)"_s;
        };
        QCOMPARE(described({}), u" These can be loaded:\n- a: How to a.\n- b: How to b."_s);
        QCOMPARE(described({rule(u"*"_s, u"*"_s, Effect::Allow),
                            rule(u"skill"_s, u"a"_s, Effect::Deny)}),
                 u" These can be loaded:\n- b: How to b."_s);
        QCOMPARE(described({rule(u"skill"_s, u"a"_s, Effect::Deny),
                            rule(u"skill"_s, u"b"_s, Effect::Deny)}),
                 u" There are none in this project."_s);
        QCOMPARE(described({rule(u"skill"_s, u"*"_s, Effect::Deny)}), u"(hidden)"_s);
    }

    void sampledFiles_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("none") << QStringList{u"SKILL.md"_s} << QStringList();
        // By the characters of the whole path: '-' comes before '/', '/' before '0'.
        QTest::newRow("in order") << QStringList{u"a/b"_s, u"a-c"_s, u"a0"_s, u"B"_s, u".x"_s}
                                  << QStringList{u".x"_s, u"B"_s, u"a-c"_s, u"a/b"_s, u"a0"_s};
        QTest::newRow("no skills of their own")
                << QStringList{u"s/SKILL.md"_s, u"s/x"_s} << QStringList{u"s/x"_s};
        QStringList many;
        for (int i = 10; i < 30; ++i)
            many.append(u"f%1"_s.arg(i));
        QTest::newRow("ten at most") << many << many.first(10);
    }

    void sampledFiles()
    {
        QFETCH(const QStringList, files);
        QFETCH(const QStringList, expected);
        Scratch scratch;
        QDir().mkpath(scratch.path(u"skill"_s));
        for (const QString &file : files)
            scratch.write(u"skill/"_s + file, "x");
        scratch.write(u"outside/secret"_s, "x");
        QVERIFY(QFile::link(scratch.path(u"outside"_s), scratch.path(u"skill/0link"_s)));
        QVERIFY(QFile::link(scratch.path(u"outside/secret"_s), scratch.path(u"skill/1link"_s)));
        QCOMPARE(sampleFiles(scratch.path(u"skill"_s), 10, {}), expected);
    }
};

} // namespace Countersign::Test

QTEST_GUILESS_MAIN(Countersign::Test::tst_SkillTool)
#include "tst_skilltool.moc"
