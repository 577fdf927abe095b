// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/scratch.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace Qt::StringLiterals;
using Countersign::Test::Scratch;

namespace {

QByteArray readFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

QJsonDocument readJson(const QString &path)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(readFile(path), &error);
    if (error.error != QJsonParseError::NoError)
        qFatal("%s: %s at byte %d", qPrintable(path), qPrintable(error.errorString()),
               error.offset);
    return document;
}

QString tourDirectory()
{
    return QStringLiteral(COUNTERSIGN_TOUR_DIR);
}

void copySample(const Scratch &scratch)
{
    const QDir sample(tourDirectory() + u"/sample"_s);
    QDirIterator files(sample.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = files.next();
        scratch.write(sample.relativeFilePath(file), readFile(file));
    }
}

/// The answer that the person's file gives; the first match counts. Patterns: "*" or the text.
QJsonObject answerTo(const QJsonArray &answers, const QString &action, const QString &resource)
{
    for (const QJsonValue &value : answers) {
        const QJsonObject answer = value.toObject();
        const QString pattern = answer["resource"_L1].toString();
        if (answer["action"_L1] == action && (pattern == "*"_L1 || pattern == resource))
            return answer;
    }
    return {};
}

} // namespace

/// Plays the script on a copy of the sample, without the program: the material has to fit together.
class TestTourMaterial : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theScriptFitsTheSample();
    void theSampleAsksForEditsAndCommands();
};

void TestTourMaterial::theScriptFitsTheSample()
{
    Scratch scratch;
    copySample(scratch);
    const QJsonArray turns =
            readJson(tourDirectory() + u"/script.json"_s).object()["turns"_L1].toArray();
    const QJsonArray answers = readJson(tourDirectory() + u"/answers.json"_s).array();
    QStringList story; // What happens, one line a call.
    for (const QJsonValue &turn : turns) {
        QVERIFY(!turn["text"_L1].toString().isEmpty());
        for (const QJsonValue &tool : turn["tools"_L1].toArray()) {
            const QString name = tool["name"_L1].toString();
            const QJsonObject input = tool["input"_L1].toObject();
            const QString path = input["path"_L1].toString();
            if (name == "read"_L1) {
                QVERIFY2(scratch.exists(path), qPrintable(path));
                story.append(u"read "_s + path);
            } else if (name == "edit"_L1) {
                const QByteArray before = scratch.read(path);
                const QByteArray oldText = input["oldString"_L1].toString().toUtf8();
                QCOMPARE(before.count(oldText), 1);
                const QJsonObject answer = answerTo(answers, u"edit"_s, path);
                story.append(u"edit "_s + path + u' ' + answer["reply"_L1].toString());
                QCOMPARE(answer["message"_L1].toString().isEmpty(),
                         answer["reply"_L1] != "reject"_L1);
                if (answer["reply"_L1] != "reject"_L1) {
                    scratch.write(path,
                                  QByteArray(before).replace(
                                          oldText, input["newString"_L1].toString().toUtf8()));
                }
            } else if (name == "bash"_L1) {
                const QString command = input["command"_L1].toString();
                QProcess shell;
                shell.setWorkingDirectory(scratch.path());
                shell.setProcessChannelMode(QProcess::MergedChannels);
                shell.start(u"/bin/sh"_s, {u"-c"_s, command});
                QVERIFY(shell.waitForFinished());
                const QString reply = answerTo(answers, u"bash"_s, command)["reply"_L1].toString();
                story.append(u"bash %1 %2 exit %3"_s.arg(command, reply).arg(shell.exitCode()));
            } else {
                story.append(name);
            }
        }
    }
    const QStringList expected{
            u"read README.md"_s,
            u"read src/money.awk"_s,
            u"read src/receipt.awk"_s,
            u"grep"_s,
            u"glob"_s,
            u"edit src/money.awk once"_s,
            u"edit CHANGELOG.md once"_s,
            u"bash sh ./test.sh always exit 1"_s,
            u"edit src/receipt.awk reject"_s,
            u"edit src/money.awk once"_s,
            u"bash sh ./test.sh always exit 0"_s,
    };
    QCOMPARE(story, expected);
}

void TestTourMaterial::theSampleAsksForEditsAndCommands()
{
    QByteArray json;
    for (const QByteArray &line :
         readFile(tourDirectory() + u"/sample/countersign.jsonc"_s).split('\n')) {
        if (!line.trimmed().startsWith("//"))
            json += line + '\n';
    }
    const QJsonArray rules = QJsonDocument::fromJson(json).object()["permissions"_L1].toArray();
    const QJsonArray expected{
            QJsonObject{{u"action"_s, u"edit"_s}, {u"resource"_s, u"*"_s}, {u"effect"_s, u"ask"_s}},
            QJsonObject{{u"action"_s, u"bash"_s}, {u"resource"_s, u"*"_s}, {u"effect"_s, u"ask"_s}},
    };
    QCOMPARE(rules, expected);
}

QTEST_GUILESS_MAIN(TestTourMaterial)
#include "tst_tourmaterial.moc"
