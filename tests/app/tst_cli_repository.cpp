// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "program.h"
#include "support/fakemodel.h"
#include "support/repository.h"

#include <QTest>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

/// A whole run in a repository of 3,000 files, with a model behind HTTP.
class tst_CliRepository : public QObject
{
    Q_OBJECT

    Program m_program;
    std::unique_ptr<Repository> m_repository;

private Q_SLOTS:
    void initTestCase()
    {
        m_repository = std::make_unique<Repository>(m_program.scratch.path(u"project"_s),
                                                    m_program.environment);
        QCOMPARE(m_repository->status(), "");
    }

    void allToolsOverHttp()
    {
        // The byte order mark and the line ends must stay as they are.
        const QByteArray odd =
                "\xEF\xBB\xBF/* na\xC3\xAFve */\r\nint odd(void)\r\n{\r\n    return 1;\r\n}\r\n";
        m_program.file(u"src/odd.c"_s, odd);
        m_repository->git({u"add"_s, u"."_s});
        m_repository->git({u"commit"_s, u"-q"_s, u"-m"_s, u"An odd one"_s});

        const QString path = Repository::nameOf(7, 9);
        const auto edit = [](const QString &file, const QString &from, const QString &to) {
            return FakeTurn::Call{
                    u"edit"_s, {{u"path"_s, file}, {u"oldString"_s, from}, {u"newString"_s, to}}};
        };
        const QList<FakeTurn> turns{
                {u"Where is it?"_s,
                 {{u"grep"_s, {{u"pattern"_s, u"int unit_7_9\\("_s}}},
                  {u"glob"_s, {{u"pattern"_s, u"src/part07/*.c"_s}}}}},
                {u""_s, {{u"read"_s, {{u"path"_s, path}}}}},
                {u"I change it."_s, {edit(path, u"return 63;"_s, u"return 64; // $& \\1 %n"_s)}},
                {u""_s, {edit(u"src/odd.c"_s, u"return 1;\n}"_s, u"return 2;\n}"_s)}},
                {u""_s, {{u"bash"_s, {{u"command"_s, u"git diff --stat"_s}}}}},
                {u"Ready."_s, {}}};
        FakeModel model([&](int number, const QJsonObject &) { return turns.value(number); });
        m_program.configure(askEverything());
        m_program.environment.insert(u"COUNTERSIGN_BASE_URL"_s, model.baseUrl());
        m_program.environment.insert(u"COUNTERSIGN_MODEL"_s, u"fake"_s);
        const QString answers = m_program.answers({QJsonObject{{u"action"_s, u"edit"_s},
                                                               {u"resource"_s, path},
                                                               {u"reply"_s, u"once"_s}},
                                                   QJsonObject{{u"action"_s, u"edit"_s},
                                                               {u"resource"_s, u"src/odd.c"_s},
                                                               {u"reply"_s, u"once"_s}},
                                                   QJsonObject{{u"action"_s, u"bash"_s},
                                                               {u"resource"_s, u"git diff *"_s},
                                                               {u"reply"_s, u"once"_s}}});
        const Ran ran = m_program.run({u"run"_s, u"--format"_s, u"json"_s, u"--answers"_s, answers,
                                       u"Make unit_7_9 return 64."_s});
        QCOMPARE(ran.exit, 0);
        QHash<QString, QJsonObject> done;
        const QList<QJsonObject> calls = ran.lines(u"tool"_s);
        for (const QJsonObject &call : calls) {
            QCOMPARE(call.value(u"error"_s).toString(), QString());
            if (call.value(u"state"_s) == u"completed"_s)
                done.insert(call.value(u"name"_s).toString(), call);
        }
        QCOMPARE(done.size(), 5);
        const auto said = [&](const QString &tool) {
            return done.value(tool).value(u"output"_s).toString();
        };
        // The copy in the ignored folder is not found.
        QCOMPARE(said(u"grep"_s), u"1 match:\n\n%1:\n  Line 2: int unit_7_9(void)"_s.arg(path));
        QCOMPARE(said(u"glob"_s).count(u"src/part07/unit"_s), Repository::kFilesOfFolder);
        QVERIFY2(said(u"bash"_s).contains(u"2 files changed, 2 insertions(+), 2 deletions(-)"_s),
                 qPrintable(said(u"bash"_s)));

        QByteArray expected = Repository::contentOf(7, 9);
        expected.replace("return 63;", "return 64; // $& \\1 %n");
        QCOMPARE(m_program.bytes(path), expected);
        QByteArray expectedOdd = odd;
        expectedOdd.replace("return 1;", "return 2;");
        QCOMPARE(m_program.bytes(u"src/odd.c"_s), expectedOdd);
        QCOMPARE(QString::fromUtf8(m_repository->status()), u" M src/odd.c\n M %1\n"_s.arg(path));
        QCOMPARE(model.requests().size(), turns.size());
    }
};

QTEST_GUILESS_MAIN(tst_CliRepository)
#include "tst_cli_repository.moc"
