// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "program.h"
#include "support/fakemodel.h"

#include <QProcess>
#include <QTest>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

constexpr int kFolders = 60;
constexpr int kFilesOfFolder = 50; // 3,000 files in all.

QString nameOf(int folder, int file)
{
    return u"src/part%1/unit%2.c"_s.arg(folder, 2, 10, QLatin1Char('0'))
            .arg(file, 2, 10, QLatin1Char('0'));
}

QByteArray contentOf(int folder, int file)
{
    const QByteArray name = "unit_" + QByteArray::number(folder) + '_' + QByteArray::number(file);
    return "/* Unit " + name + " */\nint " + name + "(void)\n{\n    return "
            + QByteArray::number(folder * file) + ";\n}\n";
}

} // namespace

/// A whole run in a repository of 3,000 files, with a model behind HTTP.
class tst_CliRepository : public QObject
{
    Q_OBJECT

    Program m_program;

    void git(const QStringList &arguments)
    {
        QProcess git;
        git.setWorkingDirectory(m_program.scratch.path(u"project"_s));
        git.setProcessEnvironment(m_program.environment);
        git.start(
                u"git"_s,
                QStringList{u"-c"_s, u"user.name=Tester"_s, u"-c"_s, u"user.email=t@example.org"_s}
                        + arguments);
        QVERIFY2(git.waitForFinished(60'000) && git.exitCode() == 0,
                 git.readAllStandardError().constData());
    }

    QByteArray gitStatus()
    {
        QProcess git;
        git.setWorkingDirectory(m_program.scratch.path(u"project"_s));
        git.setProcessEnvironment(m_program.environment);
        git.start(u"git"_s, {u"status"_s, u"--porcelain"_s});
        git.waitForFinished(60'000);
        return git.readAllStandardOutput();
    }

private Q_SLOTS:
    void initTestCase()
    {
        for (int folder = 0; folder < kFolders; ++folder) {
            for (int file = 0; file < kFilesOfFolder; ++file)
                m_program.file(nameOf(folder, file), contentOf(folder, file));
        }
        m_program.file(u".gitignore"_s, "build/\n");
        m_program.file(u"build/unit.c"_s, contentOf(7, 9));
        git({u"init"_s, u"-q"_s});
        git({u"add"_s, u"."_s});
        git({u"commit"_s, u"-q"_s, u"-m"_s, u"Begin"_s});
        QCOMPARE(gitStatus(), "");
    }

    void allToolsOverHttp()
    {
        // The byte order mark and the line ends must stay as they are.
        const QByteArray odd =
                "\xEF\xBB\xBF/* na\xC3\xAFve */\r\nint odd(void)\r\n{\r\n    return 1;\r\n}\r\n";
        m_program.file(u"src/odd.c"_s, odd);
        git({u"add"_s, u"."_s});
        git({u"commit"_s, u"-q"_s, u"-m"_s, u"An odd one"_s});

        const QString path = nameOf(7, 9);
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
                {u""_s, {{u"bash"_s, {{u"command"_s, u"git diff --stat | tail -n 1"_s}}}}},
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
        QCOMPARE(said(u"glob"_s).count(u"src/part07/unit"_s), kFilesOfFolder);
        QVERIFY2(said(u"bash"_s).contains(u"2 files changed, 2 insertions(+), 2 deletions(-)"_s),
                 qPrintable(said(u"bash"_s)));

        QByteArray expected = contentOf(7, 9);
        expected.replace("return 63;", "return 64; // $& \\1 %n");
        QCOMPARE(m_program.bytes(path), expected);
        QByteArray expectedOdd = odd;
        expectedOdd.replace("return 1;", "return 2;");
        QCOMPARE(m_program.bytes(u"src/odd.c"_s), expectedOdd);
        QCOMPARE(QString::fromUtf8(gitStatus()), u" M src/odd.c\n M %1\n"_s.arg(path));
        QCOMPARE(model.requests().size(), turns.size());
    }
};

QTEST_GUILESS_MAIN(tst_CliRepository)
#include "tst_cli_repository.moc"
