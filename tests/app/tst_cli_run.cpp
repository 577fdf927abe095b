// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "program.h"
#include "support/fakemodel.h"

#include <QProcess>
#include <QTest>

#include <csignal>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

const QJsonObject kEdit{
        {u"path"_s, u"a.txt"_s}, {u"oldString"_s, u"one"_s}, {u"newString"_s, u"two"_s}};

QStringList typesOf(const QList<QJsonObject> &lines)
{
    QStringList types;
    for (const QJsonObject &line : lines) {
        const QString type = line.value(u"type"_s).toString();
        types.append(type == u"tool"_s ? type + u' ' + line.value(u"state"_s).toString() : type);
    }
    return types;
}

/// The keys that each type of line has, whatever else it carries.
QStringList missingKeys(const QJsonObject &line)
{
    static const QHash<QString, QStringList> promised{
            {u"step"_s, {u"session"_s, u"message"_s, u"agent"_s, u"model"_s}},
            {u"text"_s, {u"message"_s, u"text"_s}},
            {u"tool"_s, {u"id"_s, u"name"_s, u"input"_s, u"state"_s}},
            {u"asked"_s,
             {u"id"_s, u"call"_s, u"action"_s, u"resources"_s, u"save"_s, u"metadata"_s,
              u"explanation"_s}},
            {u"replied"_s, {u"id"_s, u"reply"_s, u"message"_s, u"interrupted"_s, u"cascaded"_s}},
            {u"error"_s, {u"message"_s}},
            {u"done"_s, {u"session"_s, u"outcome"_s, u"message"_s, u"exitCode"_s}},
    };
    const QString type = line.value(u"type"_s).toString();
    if (!promised.contains(type))
        return {u"a known type, not "_s + type};
    QStringList missing = promised.value(type);
    if (line.value(u"state"_s) == u"completed"_s)
        missing += {u"output"_s, u"metadata"_s};
    missing.removeIf([&](const QString &key) { return line.contains(key); });
    return missing;
}

} // namespace

class tst_CliRun : public QObject
{
    Q_OBJECT

    std::unique_ptr<Program> m_program;

    Ran runJson(const QJsonArray &turns, const QStringList &more)
    {
        return m_program->run(QStringList{u"run"_s, u"--format"_s, u"json"_s, u"--model"_s,
                                          m_program->script(turns)}
                              + more + QStringList{u"Go"_s});
    }

    static QJsonArray editTurns()
    {
        return {turn(u"I shall."_s, u"edit"_s, kEdit), turn(u"Done."_s)};
    }

private Q_SLOTS:
    void init()
    {
        m_program = std::make_unique<Program>();
        m_program->configure(askEverything());
        m_program->file(u"a.txt"_s, "one\n");
    }

    void jsonLineByLine()
    {
        const Ran ran = runJson(editTurns(), {u"--auto"_s});
        QCOMPARE(ran.exit, 0);
        QCOMPARE(ran.err, "");
        const QList<QJsonObject> lines = ran.lines();
        QCOMPARE(typesOf(lines),
                 QStringList({u"step"_s, u"text"_s, u"tool pending"_s, u"tool running"_s,
                              u"asked"_s, u"tool asking"_s, u"replied"_s, u"tool running"_s,
                              u"tool completed"_s, u"step"_s, u"text"_s, u"done"_s}));
        for (const QJsonObject &line : lines)
            QCOMPARE(missingKeys(line), QStringList());
        QCOMPARE(lines.at(1).value(u"text"_s).toString(), u"I shall."_s);
        QCOMPARE(lines.at(2).value(u"name"_s).toString(), u"edit"_s);
        QCOMPARE(lines.at(2).value(u"input"_s).toObject(), kEdit);
        QCOMPARE(lines.at(4).value(u"resources"_s).toArray(), QJsonArray{u"a.txt"_s});
        QCOMPARE(lines.at(4).value(u"call"_s), lines.at(2).value(u"id"_s));
        QCOMPARE(lines.at(6).value(u"reply"_s).toString(), u"once"_s);
        QCOMPARE(lines.at(6).value(u"id"_s), lines.at(4).value(u"id"_s));
        QVERIFY(lines.at(8).value(u"output"_s).toString().startsWith(u"Edited a.txt"_s));
        QCOMPARE(lines.last().value(u"outcome"_s).toString(), u"done"_s);
        QCOMPARE(lines.last().value(u"exitCode"_s).toInt(-1), 0);
        QCOMPARE(m_program->bytes(u"a.txt"_s), "two\n");
    }

    void textForPeople()
    {
        const Ran ran = m_program->run({u"run"_s, u"--auto"_s, u"--model"_s,
                                        m_program->script(editTurns()), u"Go"_s, u"on"_s});
        QCOMPARE(ran.exit, 0);
        QCOMPARE(ran.out, "I shall.\nDone.\n");
        QCOMPARE(ran.err, "✓ edit a.txt\n");
    }

    void nobodyCouldBeAsked()
    {
        const Ran ran = runJson(editTurns(), {});
        QCOMPARE(ran.exit, 3);
        QCOMPARE(m_program->bytes(u"a.txt"_s), "one\n");
        const QList<QJsonObject> lines = ran.lines();
        QCOMPARE(lines.last().value(u"type"_s).toString(), u"done"_s);
        QCOMPARE(lines.last().value(u"outcome"_s).toString(), u"refused"_s);
        QCOMPARE(lines.last().value(u"exitCode"_s).toInt(), 3);
        const QList<QJsonObject> errors = ran.lines(u"error"_s);
        QCOMPARE(errors.size(), 1);
        QVERIFY2(errors.first()
                         .value(u"message"_s)
                         .toString()
                         .startsWith(u"Refused: edit a.txt. Nobody could be asked"_s),
                 ran.out.constData());
        const QJsonObject call = ran.lines(u"tool"_s).last();
        QCOMPARE(call.value(u"state"_s).toString(), u"refused"_s);
        QCOMPARE(call.value(u"error"_s).toString(),
                 u"This edit needs permission and nobody could be asked."_s);
        QCOMPARE(ran.lines(u"step"_s).size(), 1);
    }

    void twoRequestsAndNobody()
    {
        const QJsonObject other{{u"path"_s, u"b.txt"_s}, {u"content"_s, u"new"_s}};
        QJsonObject both = turn(u""_s, u"edit"_s, kEdit);
        QJsonArray calls = both.value(u"tools"_s).toArray();
        calls.append(QJsonObject{{u"name"_s, u"write"_s}, {u"input"_s, other}});
        both.insert(u"tools"_s, calls);
        const Ran ran = runJson({both, turn(u"Done."_s)}, {});
        QCOMPARE(ran.exit, 3);
        QCOMPARE(m_program->bytes(u"a.txt"_s), "one\n");
        QVERIFY(!m_program->scratch.exists(u"project/b.txt"_s));
        // Each request that was refused is told, and nothing else is.
        const QList<QJsonObject> errors = ran.lines(u"error"_s);
        for (const QJsonObject &error : errors) {
            QVERIFY2(error.value(u"message"_s).toString().startsWith(u"Refused: edit "_s),
                     ran.out.constData());
        }
    }

    void answersFile_data()
    {
        QTest::addColumn<QJsonArray>("entries");
        QTest::addColumn<int>("exit");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("reply");
        const auto entry = [](const QString &action, const QString &resource,
                              const QString &reply) {
            return QJsonObject{
                    {u"action"_s, action}, {u"resource"_s, resource}, {u"reply"_s, reply}};
        };
        QTest::newRow("the first match answers")
                << QJsonArray{entry(u"edit"_s, u"*.txt"_s, u"once"_s),
                              entry(u"edit"_s, u"*"_s, u"reject"_s)}
                << 0 << QByteArray("two\n") << u"once"_s;
        QTest::newRow("always") << QJsonArray{entry(u"edit"_s, u"*"_s, u"always"_s)} << 0
                                << QByteArray("two\n") << u"always"_s;
        QTest::newRow("another file: nobody could be asked")
                << QJsonArray{entry(u"edit"_s, u"b.txt"_s, u"once"_s)} << 3 << QByteArray("one\n")
                << u"reject"_s;
        QTest::newRow("another action: nobody could be asked")
                << QJsonArray{entry(u"bash"_s, u"*"_s, u"once"_s)} << 3 << QByteArray("one\n")
                << u"reject"_s;
        QTest::newRow("no entries") << QJsonArray() << 3 << QByteArray("one\n") << u"reject"_s;
        QTest::newRow("rejected without words") << QJsonArray{entry(u"*"_s, u"*"_s, u"reject"_s)}
                                                << 3 << QByteArray("one\n") << u"reject"_s;
    }

    void answersFile()
    {
        QFETCH(const QJsonArray, entries);
        QFETCH(const int, exit);
        QFETCH(const QByteArray, bytes);
        QFETCH(const QString, reply);
        const Ran ran = runJson(editTurns(), {u"--answers"_s, m_program->answers(entries)});
        QCOMPARE(ran.exit, exit);
        QCOMPARE(m_program->bytes(u"a.txt"_s), bytes);
        const QList<QJsonObject> replies = ran.lines(u"replied"_s);
        QCOMPARE(replies.size(), 1);
        QCOMPARE(replies.first().value(u"reply"_s).toString(), reply);
    }

    void wordsOfARefusalReachTheModel()
    {
        FakeModel model([](int number, const QJsonObject &) {
            return number == 0 ? FakeTurn{u""_s, {{u"edit"_s, kEdit}}}
                               : FakeTurn{u"I understand."_s, {}};
        });
        m_program->environment.insert(u"COUNTERSIGN_BASE_URL"_s, model.baseUrl());
        m_program->environment.insert(u"COUNTERSIGN_MODEL"_s, u"fake"_s);
        const QString answers =
                m_program->answers({QJsonObject{{u"action"_s, u"edit"_s},
                                                {u"resource"_s, u"*"_s},
                                                {u"reply"_s, u"reject"_s},
                                                {u"message"_s, u"Leave it, please."_s}}});
        const Ran ran = m_program->run({u"run"_s, u"--answers"_s, answers, u"Go"_s});
        QCOMPARE(ran.exit, 0);
        QCOMPARE(ran.out, "I understand.\n");
        QCOMPARE(m_program->bytes(u"a.txt"_s), "one\n");
        const QList<QJsonObject> requests = model.requests();
        QCOMPARE(requests.size(), 2);
        const QJsonObject last = requests.last().value(u"messages"_s).toArray().last().toObject();
        QCOMPARE(last.value(u"role"_s).toString(), u"tool"_s);
        QVERIFY(last.value(u"content"_s)
                        .toString()
                        .contains(u"refused by a prepared answer: Leave it, please."_s));
    }

    void denyRulesHoldUnderAuto()
    {
        m_program->file(u"SECRET.md"_s, "one\n");
        QJsonObject input = kEdit;
        input.insert(u"path"_s, u"SECRET.md"_s);
        const Ran ran =
                runJson({turn(u""_s, u"edit"_s, input), turn(u"So be it."_s)}, {u"--auto"_s});
        QCOMPARE(ran.exit, 0);
        QCOMPARE(m_program->bytes(u"SECRET.md"_s), "one\n");
        QCOMPARE(ran.lines(u"asked"_s).size(), 0);
        const QString error = ran.lines(u"tool"_s).last().value(u"error"_s).toString();
        QVERIFY2(error.contains(u"countersign.jsonc:4"_s) && error.contains(u"It is sealed."_s),
                 qPrintable(error));
    }

    void aSessionGoesOn()
    {
        FakeModel model([](int, const QJsonObject &request) {
            const auto count = request.value(u"messages"_s).toArray().size();
            return FakeTurn{u"%1 messages"_s.arg(count), {}};
        });
        m_program->environment.insert(u"COUNTERSIGN_BASE_URL"_s, model.baseUrl());
        m_program->environment.insert(u"COUNTERSIGN_MODEL"_s, u"fake"_s);
        const Ran first =
                m_program->run({u"run"_s, u"--format"_s, u"json"_s, u"My name is Ada."_s});
        QCOMPARE(first.exit, 0);
        const QString session = first.lines().last().value(u"session"_s).toString();
        const Ran second = m_program->run({u"run"_s, u"--session"_s, session, u"Who am I?"_s});
        QCOMPARE(second.exit, 0);
        QStringList said;
        const QJsonArray messages = model.requests().last().value(u"messages"_s).toArray();
        for (const QJsonValue &message : messages) {
            if (message.toObject().value(u"role"_s) != u"system"_s)
                said.append(message.toObject().value(u"content"_s).toString());
        }
        QCOMPARE(said, QStringList({u"My name is Ada."_s, u"2 messages"_s, u"Who am I?"_s}));
    }

    void whatDoesNotExist_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("session") << QStringList{u"--session"_s, u"ses_0"_s}
                                 << QByteArray("There is no session ses_0 in this project.");
        QTest::newRow("agent") << QStringList{u"--agent"_s, u"nemo"_s}
                               << QByteArray("There is no agent named \"nemo\". Choose one of: ");
        QTest::newRow("provider") << QStringList{u"--model"_s, u"nowhere/big"_s}
                                  << QByteArray("There is no provider \"nowhere\"");
        QTest::newRow("no model at all") << QStringList() << QByteArray("No model is configured.");
        QTest::newRow("a model without a provider")
                << QStringList{u"--model"_s, u"big"_s}
                << QByteArray("\"big\" does not name a model; write provider/model");
        QTest::newRow("script") << QStringList{u"--model"_s, u"scripted:none.json"_s}
                                << QByteArray("none.json");
        QTest::newRow("folder") << QStringList{u"--project"_s, u"nowhere"_s}
                                << QByteArray("nowhere");
    }

    void whatDoesNotExist()
    {
        QFETCH(const QStringList, options);
        QFETCH(const QByteArray, words);
        const Ran ran = m_program->run(QStringList{u"run"_s} + options + QStringList{u"Go"_s});
        QCOMPARE(ran.exit, 1);
        QVERIFY2(ran.err.contains(words), ran.err.constData());
        QCOMPARE(ran.out, "");
        // Told once.
        QCOMPARE(ran.err.count(words), 1);
    }

    void badUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("no prompt") << QStringList() << QByteArray("run needs a prompt");
        QTest::newRow("a blank prompt") << QStringList{u"  "_s} << QByteArray("run needs a prompt");
        QTest::newRow("an unknown option")
                << QStringList{u"--loud"_s, u"Go"_s} << QByteArray("Unknown option 'loud'");
        QTest::newRow("an option without its value")
                << QStringList{u"Go"_s, u"--model"_s} << QByteArray("model");
        QTest::newRow("an unknown format") << QStringList{u"--format"_s, u"xml"_s, u"Go"_s}
                                           << QByteArray("--format is \"xml\"");
        QTest::newRow("no answers file") << QStringList{u"--answers"_s, u"none"_s, u"Go"_s}
                                         << QByteArray("The answers file none cannot be read.");
    }

    void badUsage()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, words);
        const Ran ran = m_program->run(QStringList{u"run"_s} + arguments);
        QCOMPARE(ran.exit, 2);
        QCOMPARE(ran.out, "");
        QVERIFY2(ran.err.contains(words), ran.err.constData());
    }

    void badAnswersFile_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("no JSON") << QByteArray("[{]") << QByteArray("is not JSON");
        QTest::newRow("an object") << QByteArray("{}") << QByteArray("cannot be used");
        QTest::newRow("an unknown reply")
                << QByteArray(R"([{"action":"edit","resource":"*","reply":"maybe"}])")
                << QByteArray("reply");
        QTest::newRow("no resource")
                << QByteArray(R"([{"action":"edit","reply":"once"}])") << QByteArray("resource");
    }

    void badAnswersFile()
    {
        QFETCH(const QByteArray, json);
        QFETCH(const QByteArray, words);
        const QString file = m_program->scratch.write(u"answers.json"_s, json);
        const Ran ran = m_program->run({u"run"_s, u"--answers"_s, file, u"Go"_s});
        QCOMPARE(ran.exit, 2);
        QVERIFY2(ran.err.contains("answers.json") && ran.err.contains(words), ran.err.constData());
    }

    void aModelThatFails_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::newRow("refused for good") << u"error:401"_s;
        QTest::newRow("a bad request") << u"error:400"_s;
    }

    void aModelThatFails()
    {
        QFETCH(const QString, fault);
        const Ran ran = runJson({QJsonObject{{u"text"_s, u"I"_s}, {u"fault"_s, fault}}}, {});
        QCOMPARE(ran.exit, 1);
        QCOMPARE(ran.lines().last().value(u"outcome"_s).toString(), u"failed"_s);
        QCOMPARE(ran.lines(u"error"_s).size(), 1);
    }

    void termEndsThePendingCommand()
    {
        m_program->configure("{}");
        // The group's leader and a child of it; each says who it is when it is about to wait.
        const QJsonObject input{
                {u"command"_s, u"sleep 300 & echo $! > child; echo $$ > shell; wait"_s}};
        const auto process =
                m_program->start({u"run"_s, u"--format"_s, u"json"_s, u"--model"_s,
                                  m_program->script({turn(u""_s, u"bash"_s, input)}), u"Go"_s});
        QTRY_VERIFY_WITH_TIMEOUT(m_program->bytes(u"shell"_s).endsWith('\n'), 20000);
        const pid_t shell = m_program->bytes(u"shell"_s).trimmed().toInt();
        const pid_t child = m_program->bytes(u"child"_s).trimmed().toInt();
        QVERIFY(shell > 0 && child > 0);
        QCOMPARE(::kill(shell, 0), 0);
        QCOMPARE(::kill(pid_t(process->processId()), SIGTERM), 0);
        QVERIFY(process->waitForFinished(20000));
        QCOMPARE(process->exitStatus(), QProcess::NormalExit);
        QCOMPARE(process->exitCode(), 143);
        QTRY_VERIFY(::kill(shell, 0) != 0);
        QTRY_VERIFY(::kill(child, 0) != 0);
        const Ran ran{143, process->readAllStandardOutput(), process->readAllStandardError()};
        QCOMPARE(ran.lines().last().value(u"outcome"_s).toString(), u"interrupted"_s);
        QCOMPARE(ran.lines(u"tool"_s).last().value(u"state"_s).toString(), u"interrupted"_s);
    }
};

QTEST_GUILESS_MAIN(tst_CliRun)
#include "tst_cli_run.moc"
