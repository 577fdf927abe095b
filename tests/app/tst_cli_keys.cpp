// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "program.h"

#include <QTest>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

/// Without a keychain: the machine's own is never touched by a test.
class tst_CliKeys : public QObject
{
    Q_OBJECT

    std::unique_ptr<Program> m_program;

private Q_SLOTS:
    void init()
    {
        m_program = std::make_unique<Program>();
        m_program->environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s,
                                      u"unix:path="_s + m_program->scratch.path(u"no-bus"_s));
        m_program->environment.remove(u"EXA_API_KEY"_s);
        m_program->environment.remove(u"PARALLEL_API_KEY"_s);
    }

    void list_data()
    {
        QTest::addColumn<QStringList>("variables");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no key") << QStringList{}
                                << QByteArray("websearch/exa         none\n"
                                              "websearch/parallel    none\n");
        QTest::newRow("one in the environment")
                << QStringList{u"PARALLEL_API_KEY"_s}
                << QByteArray("websearch/exa         none\n"
                              "websearch/parallel    environment (PARALLEL_API_KEY)\n");
        QTest::newRow("all in the environment")
                << QStringList{u"EXA_API_KEY"_s, u"PARALLEL_API_KEY"_s}
                << QByteArray("websearch/exa         environment (EXA_API_KEY)\n"
                              "websearch/parallel    environment (PARALLEL_API_KEY)\n");
    }

    void list()
    {
        QFETCH(const QStringList, variables);
        QFETCH(const QByteArray, text);
        for (const QString &variable : variables)
            m_program->environment.insert(variable, u"sk-1"_s);
        const Ran ran = m_program->run({u"keys"_s, u"list"_s});
        QCOMPARE(ran.out, text);
        QCOMPARE(ran.err, "");
        QCOMPARE(ran.exit, 0);
    }

    void listAsJson()
    {
        const Ran ran = m_program->run({u"keys"_s, u"list"_s, u"--json"_s});
        QCOMPARE(ran.lines(),
                 (QList<QJsonObject>{
                         {{u"name"_s, u"websearch/exa"_s}, {u"place"_s, u"none"_s}},
                         {{u"name"_s, u"websearch/parallel"_s}, {u"place"_s, u"none"_s}}}));
    }

    void aKeyThatCannotBeKeptIsSaidToBeLost()
    {
        const Ran ran = m_program->run({u"keys"_s, u"set"_s, u"websearch/exa"_s}, "sk-secret\n");
        QCOMPARE(ran.err,
                 "countersign: The key was not kept. No system keychain was found; install "
                 "gnome-keyring or KWallet to keep keys.\n");
        QCOMPARE(ran.out, "");
        QCOMPARE(ran.exit, 1);
    }

    void removingWhatIsNotThere()
    {
        const Ran ran = m_program->run({u"keys"_s, u"remove"_s, u"websearch/exa"_s});
        QCOMPARE(ran.err, "");
        QCOMPARE(ran.exit, 0);
    }

    void refused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("words");
        const QStringList set{u"set"_s, u"websearch/exa"_s};
        QTest::newRow("nothing to do")
                << QStringList{} << QByteArray() << QByteArray("Write keys list");
        QTest::newRow("no name") << QStringList{u"set"_s} << QByteArray()
                                 << QByteArray("Write keys list");
        QTest::newRow("the key as an argument")
                << set + QStringList{u"sk-1"_s} << QByteArray()
                << QByteArray("The key itself comes by standard input.");
        QTest::newRow("an unknown name")
                << QStringList{u"set"_s, u"exa"_s} << QByteArray("sk-1\n")
                << QByteArray("There is no key named \"exa\". Names: websearch/exa, "
                              "websearch/parallel.");
        QTest::newRow("no key") << set << QByteArray() << QByteArray("No key was given");
        QTest::newRow("a blank line")
                << set << QByteArray("  \nsk-1\n") << QByteArray("No key was given");
        QTest::newRow("two words") << set << QByteArray("sk 1\n") << QByteArray("copy it again");
        QTest::newRow("a letter that no key has")
                << set << QByteArray("sk-\xc3\xa9\n") << QByteArray("copy it again");
        QTest::newRow("far too long")
                << set << QByteArray(5000, 'k') << QByteArray("longer than 4096");
    }

    void refused()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, input);
        QFETCH(const QByteArray, words);
        const Ran ran = m_program->run(QStringList{u"keys"_s} + arguments, input);
        QVERIFY2(ran.err.contains(words), ran.err.constData());
        QVERIFY2(!ran.err.contains("sk"), ran.err.constData()); // No key is ever repeated.
        QCOMPARE(ran.out, "");
        QCOMPARE(ran.exit, 2);
    }
};

QTEST_GUILESS_MAIN(tst_CliKeys)
#include "tst_cli_keys.moc"
