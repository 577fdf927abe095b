// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/config.h"
#include "support/scratch.h"

#include <QTest>

using namespace Countersign;
using namespace Countersign::Config;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

/// A home with global and project files; the Location is home's project/sub.
struct Home
{
    Scratch scratch;
    [[nodiscard]] Settings load() const
    {
        return Config::load(AppPaths::under(scratch.path()), scratch.path(u"project/sub"_s),
                            scratch.path(u"project"_s));
    }
    void global(const QByteArray &text) const
    {
        scratch.write(u"config/countersign.jsonc"_s, text);
    }
    void project(const QByteArray &text) const
    {
        scratch.write(u"project/countersign.jsonc"_s, text);
    }
};

QStringList messages(const Settings &settings)
{
    QStringList result;
    for (const Problem &problem : settings.problems)
        result.append(u"%1:%2: %3"_s.arg(problem.line).arg(problem.column).arg(problem.message));
    return result;
}

} // namespace

class TestConfig : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void nothingThere();
    void documentsFromLowToHigh();
    void globalLocationIsReadOnce();
    void locationOutsideTheProject();
    void everyField();
    void theOldSpelling();
    void oneBadField_data();
    void oneBadField();
    void projectsMayOnlyNarrow_data();
    void projectsMayOnlyNarrow();
    void projectsMayNarrow();
    void whetherChangesAreKept_data();
    void whetherChangesAreKept();
    void keysAreNeverRepeatedInProblems();
    void environment_data();
    void environment();
};

void TestConfig::init()
{
    for (const char *name : {"COUNTERSIGN_BASE_URL", "COUNTERSIGN_API_KEY", "COUNTERSIGN_MODEL"})
        qunsetenv(name);
}

void TestConfig::nothingThere()
{
    const Home home;
    const Settings settings = home.load();
    QVERIFY(settings.files.isEmpty());
    QVERIFY(settings.problems.isEmpty());
    QVERIFY(settings.permissions.isEmpty());
    QVERIFY(!settings.model);
}

void TestConfig::documentsFromLowToHigh()
{
    const Home home;
    const QStringList order{u"opencode/opencode.json"_s,
                            u"opencode/opencode.jsonc"_s,
                            u"config/countersign.json"_s,
                            u"config/countersign.jsonc"_s,
                            u"project/opencode.json"_s,
                            u"project/opencode.jsonc"_s,
                            u"project/countersign.json"_s,
                            u"project/countersign.jsonc"_s,
                            u"project/sub/opencode.json"_s,
                            u"project/sub/opencode.jsonc"_s,
                            u"project/sub/countersign.json"_s,
                            u"project/sub/countersign.jsonc"_s,
                            u"project/.opencode/opencode.jsonc"_s,
                            u"project/.countersign/countersign.jsonc"_s,
                            u"project/sub/.opencode/opencode.json"_s,
                            u"project/sub/.countersign/countersign.jsonc"_s};
    QStringList files;
    for (qsizetype i = 0; i < order.size(); ++i) {
        files.append(home.scratch.write(order.at(i), u"{\"model\": \"p/%1\"}"_s.arg(i).toUtf8()));
        QCOMPARE(home.load().model, u"p/%1"_s.arg(i)); // Each is higher than those before it.
    }
    const Settings settings = home.load();
    QCOMPARE(settings.files, files);
    QCOMPARE(messages(settings), QStringList());
}

void TestConfig::globalLocationIsReadOnce()
{
    const Home home;
    home.global(R"({"shell": "/bin/dash"})");
    const QString folder = home.scratch.path(u"config"_s);
    const Settings settings = load(AppPaths::under(home.scratch.path()), folder, folder);
    QCOMPARE(settings.files.size(), 1);
    QCOMPARE(settings.shell, u"/bin/dash"_s); // As the person's own file, not as a project's.
}

void TestConfig::locationOutsideTheProject()
{
    const Home home;
    home.scratch.write(u"other/countersign.jsonc"_s, R"({"model": "p/other"})");
    home.project(R"({"model": "p/project"})");
    const Settings settings = load(AppPaths::under(home.scratch.path()),
                                   home.scratch.path(u"other"_s), home.scratch.path(u"project"_s));
    QCOMPARE(settings.model, u"p/other"_s);
}

void TestConfig::everyField()
{
    qputenv("COUNTERSIGN_TEST_KEY", "sk-1");
    const Home home;
    home.global(R"({
        // everything that the program reads
        "model": "lab/large", "default_agent": "mine", "shell": "/bin/bash",
        "tool_output": {"max_lines": 10, "max_bytes": 1000},
        "attachments": {"image": {"auto_resize": false, "max_width": 300, "max_height": 200,
                                  "max_base64_bytes": 100000}},
        "agents": {"mine": {"model": "lab/small", "system": "Be brief.", "description": "Mine",
                            "mode": "all", "hidden": true, "disabled": false, "steps": 7,
                            "permissions": [{"action": "edit", "resource": "*", "effect": "ask"}]}},
        "providers": {"lab": {"name": "The lab", "base_url": "http://localhost:1/v1",
                              "env": ["LAB_KEY"], "key": "{env:COUNTERSIGN_TEST_KEY}",
                              "models": {"large": {"name": "Large",
                                                   "limit": {"context": 200000, "output": 8000}},
                                         "small": {}},
                              "compat": {"max_tokens": "max_completion_tokens"}}},
    })");
    const Settings settings = home.load();
    QCOMPARE(messages(settings), QStringList());
    QCOMPARE(settings.model, u"lab/large"_s);
    QCOMPARE(settings.defaultAgent, u"mine"_s);
    QCOMPARE(settings.shell, u"/bin/bash"_s);
    QCOMPARE(settings.maxOutputLines, 10);
    QCOMPARE(settings.maxOutputBytes, 1000);
    QCOMPARE(settings.images, (ImageLimits{300, 200, 100'000, false}));
    QCOMPARE(settings.agents.keys(), QStringList{u"mine"_s});
    const AgentConfig agent = settings.agents.value(u"mine"_s);
    QCOMPARE(agent.model, u"lab/small"_s);
    QCOMPARE(agent.system, u"Be brief."_s);
    QCOMPARE(agent.description, u"Mine"_s);
    QCOMPARE(agent.mode, u"all"_s);
    QCOMPARE(agent.hidden, true);
    QCOMPARE(agent.disabled, false);
    QCOMPARE(agent.steps, 7);
    QCOMPARE(agent.permissions.size(), 1);
    QCOMPARE(agent.permissions.first().origin, Permission::Origin::Agent);
    const ProviderConfig provider = settings.providers.value(u"lab"_s);
    QCOMPARE(provider.id, u"lab"_s);
    QCOMPARE(provider.name, u"The lab"_s);
    QCOMPARE(provider.baseUrl, u"http://localhost:1/v1"_s);
    QCOMPARE(provider.keyVariables, (QStringList{u"COUNTERSIGN_TEST_KEY"_s, u"LAB_KEY"_s}));
    QCOMPARE(provider.key, u"sk-1"_s);
    QCOMPARE(provider.models.keys(), (QStringList{u"large"_s, u"small"_s}));
    QCOMPARE(provider.models.value(u"large"_s).name, u"Large"_s);
    QCOMPARE(provider.models.value(u"large"_s).contextLimit, 200000);
    QCOMPARE(provider.models.value(u"large"_s).outputLimit, 8000);
    QVERIFY(!provider.models.value(u"small"_s).contextLimit);
    QCOMPARE(provider.compat.value(u"max_tokens"_s).toString(), u"max_completion_tokens"_s);
    qunsetenv("COUNTERSIGN_TEST_KEY");
}

void TestConfig::theOldSpelling()
{
    const Home home;
    home.scratch.write(u"opencode/opencode.json"_s, R"({
        "agent": {"a": {"prompt": "P", "disable": true}},
        "provider": {"x": {"options": {"baseURL": "https://x.example/v1",
                                       "apiKey": "{env:NOT_SET_HERE}"}}},
        "theme": "dark"
    })");
    const Settings settings = home.load();
    QCOMPARE(messages(settings), QStringList());
    QCOMPARE(settings.agents.value(u"a"_s).system, u"P"_s);
    QCOMPARE(settings.agents.value(u"a"_s).disabled, true);
    QCOMPARE(settings.providers.value(u"x"_s).baseUrl, u"https://x.example/v1"_s);
    QCOMPARE(settings.providers.value(u"x"_s).keyVariables, QStringList{u"NOT_SET_HERE"_s});
    QCOMPARE(settings.providers.value(u"x"_s).key, QString());
}

void TestConfig::oneBadField_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char *name, const QByteArray &field, const QString &problem) {
        QTest::newRow(name) << field << problem;
    };
    row("model without a provider", R"("model": "large")",
        u"2:10: a model must be written as \"provider/id\""_s);
    row("model is a number", R"("model": 3)",
        u"2:10: a model must be written as \"provider/id\""_s);
    row("default_agent", R"("default_agent": [])", u"2:18: a string must stand here"_s);
    row("tool_output", R"("tool_output": 3)",
        u"2:16: tool_output must be an object with max_lines and max_bytes"_s);
    row("max_lines is zero", R"("tool_output": {"max_lines": 0})",
        u"2:30: a whole number above 0 must stand here"_s);
    row("max_lines is a fraction", R"("tool_output": {"max_lines": 1.5})",
        u"2:30: a whole number above 0 must stand here"_s);
    row("max_bytes is too large", R"("tool_output": {"max_bytes": 3000000000})",
        u"2:30: a whole number above 0 must stand here"_s);
    row("attachments", R"("attachments": 3)", u"2:16: attachments must be an object with image"_s);
    row("attachments.image", R"("attachments": {"image": 3})",
        u"2:26: image must be an object with auto_resize, max_width, max_height and "
        "max_base64_bytes"_s);
    row("an image's width", R"("attachments": {"image": {"max_width": -1}})",
        u"2:40: a whole number above 0 must stand here"_s);
    row("auto_resize", R"("attachments": {"image": {"auto_resize": "no"}})",
        u"2:42: true or false must stand here"_s);
    row("agents", R"("agents": [])", u"2:11: agents must be an object of agents by name"_s);
    row("agent's mode", R"("agents": {"a": {"mode": "main"}})",
        u"2:26: a mode must be primary, subagent or all"_s);
    row("agent's flag", R"("agents": {"a": {"hidden": 1}})",
        u"2:28: true or false must stand here"_s);
    row("providers", R"("providers": 1)",
        u"2:14: providers must be an object of providers by id"_s);
    row("provider", R"("providers": {"a": 1})",
        u"2:20: a provider must be an object with base_url, key and models"_s);
    row("provider's address", R"("providers": {"a": {"base_url": "example.com"}})",
        u"2:33: a provider's address must be a URL such as \"https://api.example.com/v1\""_s);
    row("provider's models", R"("providers": {"a": {"models": {"b": 1}}})",
        u"2:37: a model must be an object; {} is enough"_s);
    row("model's limit", R"("providers": {"a": {"models": {"b": {"limit": {"context": -1}}}}})",
        u"2:59: a limit must be a whole number of tokens above 0"_s);
    row("websearch", R"("websearch": "bing")",
        u"2:14: websearch must be \"exa\", \"parallel\" or false"_s);
    row("snapshots", R"("snapshots": "off")", u"2:14: true or false must stand here"_s);
    row("an unknown key", R"("permisions": [])",
        u"2:15: the key \"permisions\" is not known and not used"_s);
    row("a key twice", R"("shell": "/bin/a", "shell": "/bin/b")",
        u"2:29: this key occurs more than once in its object; the last one holds"_s);
}

void TestConfig::oneBadField()
{
    QFETCH(const QByteArray, field);
    QFETCH(const QString, problem);
    const Home home;
    home.global("{\n" + field
                + ",\n\"permissions\": [{\"action\": \"edit\", \"resource\": \"x\", "
                  "\"effect\": \"deny\"}]}");
    const Settings settings = home.load();
    QCOMPARE(messages(settings), QStringList{problem});
    QCOMPARE(settings.problems.first().file, home.scratch.path(u"config/countersign.jsonc"_s));
    QCOMPARE(settings.permissions.size(), 1); // The rest of the file holds.
}

void TestConfig::projectsMayOnlyNarrow_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QString>("inert");
    const auto row = [](const char *name, const QByteArray &field, const QString &inert) {
        QTest::newRow(name) << field << inert;
    };
    row("shell", R"("shell": "/tmp/evil")", u"the shell"_s);
    row("a search service", R"("websearch": "exa")", u"a search service"_s);
    row("a provider", R"("providers": {"evil": {"base_url": "http://evil.example"}})",
        u"the provider evil"_s);
    row("an address of the person's provider",
        R"("providers": {"lab": {"base_url": "http://evil.example"}})", u"the provider lab"_s);
    row("a scripted model", R"("model": "scripted:evil.json")", u"a scripted model"_s);
    row("a scripted model, spelt otherwise", R"("model": "scripted/evil.json")",
        u"a scripted model"_s);
    row("a scripted model of an agent", R"("agents": {"mine": {"model": "scripted:evil.json"}})",
        u"a scripted model"_s);
    row("more output", R"("tool_output": {"max_lines": 101})", u"a higher limit"_s);
    row("more output than normal", R"("tool_output": {"max_bytes": 60000})", u"a higher limit"_s);
    row("larger images", R"("attachments": {"image": {"max_width": 301}})", u"a higher limit"_s);
    row("larger images than normal", R"("attachments": {"image": {"max_base64_bytes": 6000000}})",
        u"a higher limit"_s);
    row("images made smaller", R"("attachments": {"image": {"auto_resize": true}})",
        u"making images smaller"_s);
    row("another default agent", R"("default_agent": "build")", u"this default agent"_s);
    row("a disabled agent", R"("agents": {"off": {"disabled": false}})",
        u"\"disabled\" of the agent off"_s);
    row("the person's agent switched off", R"("agents": {"mine": {"disabled": true}})",
        u"\"disabled\" of the agent mine"_s);
    row("a built-in agent switched off", R"("agent": {"plan": {"disable": true}})",
        u"\"disable\" of the agent plan"_s);
    row("a built-in agent hidden", R"("agents": {"plan": {"hidden": true}})",
        u"\"hidden\" of the agent plan"_s);
    row("a built-in agent only for others", R"("agents": {"plan": {"mode": "subagent"}})",
        u"\"mode\" of the agent plan"_s);
    row("no way back", R"("snapshots": false)", u"\"snapshots\""_s);
    row("no way back, spelt otherwise", R"("snapshot": false)", u"\"snapshot\""_s);
    row("more steps", R"("agents": {"mine": {"steps": 6}})", u"a higher step limit"_s);
}

void TestConfig::projectsMayOnlyNarrow()
{
    QFETCH(const QByteArray, field);
    QFETCH(const QString, inert);
    const Home home;
    home.global(R"({"model": "lab/a", "shell": "/bin/sh", "default_agent": "mine",
        "tool_output": {"max_lines": 100}, "attachments": {"image": {"auto_resize": false,
        "max_width": 300}}, "agents": {"mine": {"steps": 5},
        "off": {"disabled": true}}, "providers": {"lab": {"base_url": "http://lab.example"}}})");
    home.project("{" + field + "}");
    const Settings settings = home.load();
    QCOMPARE(settings.problems.size(), 1);
    QCOMPARE(settings.problems.first().file, home.scratch.path(u"project/countersign.jsonc"_s));
    QCOMPARE(settings.problems.first().message,
             inert
                     + u" is inert until this project is trusted: a project's file may only narrow "
                       "rights"_s);
    QCOMPARE(settings.model, u"lab/a"_s);
    QCOMPARE(settings.shell, u"/bin/sh"_s);
    QCOMPARE(settings.defaultAgent, u"mine"_s);
    QCOMPARE(settings.maxOutputLines, 100);
    QVERIFY(!settings.maxOutputBytes);
    QCOMPARE(settings.images, (ImageLimits{.maxWidth = 300, .shrink = false}));
    QCOMPARE(settings.agents.value(u"mine"_s).steps, 5);
    QVERIFY(!settings.agents.value(u"mine"_s).model);
    QCOMPARE(settings.agents.value(u"off"_s).disabled, true);
    for (const QString &name : {u"mine"_s, u"plan"_s}) {
        QVERIFY(!settings.agents.value(name).disabled);
        QVERIFY(!settings.agents.value(name).hidden);
        QVERIFY(!settings.agents.value(name).mode);
    }
    QCOMPARE(settings.providers.keys(), QStringList{u"lab"_s});
    QCOMPARE(settings.providers.value(u"lab"_s).baseUrl, u"http://lab.example"_s);
}

void TestConfig::projectsMayNarrow()
{
    const Home home;
    home.global(R"({"websearch": "exa"})");
    home.project(R"({"default_agent": "plan", "model": "lab/b", "websearch": false,
        "tool_output": {"max_lines": 1999},
        "attachments": {"image": {"max_height": 1999, "auto_resize": false}}, "agents": {"a": {"disabled": true, "steps": 3}}})");
    const Settings settings = home.load();
    QCOMPARE(messages(settings), QStringList());
    QCOMPARE(settings.websearch, u"off"_s);
    QCOMPARE(settings.defaultAgent, u"plan"_s);
    QCOMPARE(settings.model, u"lab/b"_s);
    QCOMPARE(settings.maxOutputLines, 1999);
    QCOMPARE(settings.images, (ImageLimits{.maxHeight = 1999, .shrink = false}));
    QCOMPARE(settings.agents.value(u"a"_s).disabled, true);
    QCOMPARE(settings.agents.value(u"a"_s).steps, 3);
}

void TestConfig::whetherChangesAreKept_data()
{
    QTest::addColumn<QByteArray>("global");
    QTest::addColumn<QByteArray>("project");
    QTest::addColumn<bool>("kept");
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("problems");
    const QString file = u"countersign.jsonc:2"_s;
    QTest::newRow("nothing says so")
            << QByteArray("{\n}") << QByteArray("{}") << true << QString() << 0;
    QTest::newRow("turned off") << QByteArray("{\n\"snapshots\": false}") << QByteArray("{}")
                                << false << file << 0;
    QTest::newRow("turned off as OpenCode spelt it")
            << QByteArray("{\n\"snapshot\": false}") << QByteArray("{}") << false << file << 0;
    QTest::newRow("turned on") << QByteArray("{\n\"snapshots\": true}") << QByteArray("{}") << true
                               << file << 0;
    QTest::newRow("a project that says the same")
            << QByteArray("{\n\"snapshots\": false}") << QByteArray("{\"snapshots\": false}")
            << false << file << 0;
    QTest::newRow("a project that wants the files copied")
            << QByteArray("{\n\"snapshots\": false}") << QByteArray("{\"snapshots\": true}")
            << false << file << 1;
}

void TestConfig::whetherChangesAreKept()
{
    QFETCH(const QByteArray, global);
    QFETCH(const QByteArray, project);
    QFETCH(const bool, kept);
    QFETCH(const QString, source);
    QFETCH(const int, problems);
    const Home home;
    home.global(global);
    home.project(project);
    const Settings settings = home.load();
    QCOMPARE(settings.snapshots.value_or(true), kept);
    QVERIFY2(source.isEmpty() ? settings.snapshotsSource.isEmpty()
                              : settings.snapshotsSource.endsWith(source),
             qPrintable(settings.snapshotsSource));
    QCOMPARE(settings.problems.size(), problems);
}

void TestConfig::keysAreNeverRepeatedInProblems()
{
    const Home home;
    home.global(R"({"providers": {"lab": {"key": "sk-secret"}}})");
    const Settings settings = home.load();
    QCOMPARE(settings.providers.value(u"lab"_s).key, QString());
    QCOMPARE(settings.problems.size(), 1);
    QVERIFY(!settings.problems.first().message.contains("sk-secret"_L1));
}

void TestConfig::environment_data()
{
    QTest::addColumn<QByteArray>("address");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QString>("expectedModel");
    QTest::addColumn<QStringList>("envModels");
    QTest::addColumn<int>("problems");
    const auto row = [](const char *name, const QByteArray &address, const QByteArray &key,
                        const QByteArray &model, const QString &expected,
                        const QStringList &envModels, int problems) {
        QTest::newRow(name) << address << key << model << expected << envModels << problems;
    };
    const QByteArray url = "http://127.0.0.1:9/v1";
    row("all three", url, "k", "m", u"env/m"_s, {u"m"_s}, 0);
    row("a model id with a slash", url, "k", "org/m", u"env/org/m"_s, {u"org/m"_s}, 0);
    row("a known provider's model", url, "k", "lab/a", u"lab/a"_s, {}, 0);
    row("the provider named", url, "", "env/m", u"env/m"_s, {u"m"_s}, 0);
    row("a scripted model", url, "", "scripted:/x.json", u"scripted:/x.json"_s, {}, 0);
    row("only a known model", "", "", "lab/a", u"lab/a"_s, {}, 0);
    row("only another provider's model", "", "", "openai/m", u"openai/m"_s, {}, 0);
    row("only a bare model", "", "", "m", u"lab/file"_s, {}, 1);
    row("no model", url, "k", "", u"lab/file"_s, {}, 0);
    row("only a key", "", "k", "", u"lab/file"_s, {}, 1);
    row("a bad address", "nonsense", "", "", u"lab/file"_s, {}, 1);
}

void TestConfig::environment()
{
    QFETCH(const QByteArray, address);
    QFETCH(const QByteArray, key);
    QFETCH(const QByteArray, model);
    QFETCH(const QString, expectedModel);
    QFETCH(const QStringList, envModels);
    QFETCH(const int, problems);
    const Home home;
    home.global(
            R"({"model": "lab/file", "providers": {"lab": {"base_url": "http://lab.example"}}})");
    qputenv("COUNTERSIGN_BASE_URL", address);
    qputenv("COUNTERSIGN_API_KEY", key);
    qputenv("COUNTERSIGN_MODEL", model);
    const Settings settings = home.load();
    QCOMPARE(settings.model, expectedModel);
    QCOMPARE(settings.problems.size(), problems);
    QCOMPARE(settings.providers.value(u"env"_s).models.keys(), envModels);
    if (settings.providers.contains(u"env"_s)) {
        QCOMPARE(settings.providers.value(u"env"_s).baseUrl, QString::fromLatin1(address));
        QCOMPARE(settings.providers.value(u"env"_s).key, QString::fromLatin1(key));
    }
}

QTEST_GUILESS_MAIN(TestConfig)
#include "tst_config.moc"
