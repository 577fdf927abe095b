// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "program.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QTest>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

namespace Countersign::Test {

using namespace Qt::StringLiterals;

namespace {

constexpr int kPatienceMs = 60'000;

} // namespace

QList<QJsonObject> Ran::lines() const
{
    QList<QJsonObject> objects;
    const QList<QByteArray> texts = out.split('\n');
    for (qsizetype i = 0; i < texts.size(); ++i) {
        if (i == texts.size() - 1 && texts.at(i).isEmpty())
            break; // After the last line end.
        const QJsonDocument document = QJsonDocument::fromJson(texts.at(i));
        if (!document.isObject()) {
            const QByteArray message = "not a JSON object: " + texts.at(i);
            QTest::qFail(message.constData(), __FILE__, __LINE__);
            return {};
        }
        objects.append(document.object());
    }
    return objects;
}

QList<QJsonObject> Ran::lines(const QString &type) const
{
    QList<QJsonObject> objects = lines();
    objects.removeIf([&](const QJsonObject &line) { return line.value(u"type"_s) != type; });
    return objects;
}

QJsonObject Ran::object() const
{
    const QList<QJsonObject> objects = lines();
    if (objects.size() != 1) {
        const QByteArray message = "not one line: " + out + err;
        QTest::qFail(message.constData(), __FILE__, __LINE__);
        return {};
    }
    return objects.first();
}

Program::Program() : environment(QProcessEnvironment::systemEnvironment())
{
    const QStringList names = environment.keys();
    for (const QString &name : names) {
        if (name.startsWith(u"COUNTERSIGN_"_s) || name.startsWith(u"XDG_"_s)
            || name.startsWith(u"LC_"_s) || name == u"LANG"_s || name == u"LANGUAGE"_s
            || name == u"DISPLAY"_s || name == u"WAYLAND_DISPLAY"_s || name.startsWith(u"QT_"_s)
            || name.startsWith(u"QT6_"_s))
            environment.remove(name);
    }
    environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
    environment.insert(u"HOME"_s, scratch.path(u"user"_s));
    environment.insert(u"COUNTERSIGN_HOME"_s, scratch.path(u"home"_s));
    environment.insert(u"XDG_RUNTIME_DIR"_s, scratch.path(u"runtime"_s));
    QDir().mkpath(scratch.path(u"runtime"_s));
    QFile::setPermissions(scratch.path(u"runtime"_s),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QDir().mkpath(scratch.path(u"user"_s));
    QDir().mkpath(scratch.path(u"project"_s));
}

std::unique_ptr<QProcess> Program::start(const QStringList &arguments,
                                         const QByteArray &input) const
{
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(environment);
    process->setWorkingDirectory(scratch.path(u"project"_s));
    const QString file =
            input.isEmpty() ? QProcess::nullDevice() : scratch.write(u"standard-input"_s, input);
    process->setStandardInputFile(file);
    process->start(QStringLiteral(COUNTERSIGN_PROGRAM), arguments);
    return process;
}

QByteArray Program::runOnTerminal(const QStringList &arguments) const
{
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0)
        qFatal("there is no terminal for the test");
    const QString other = QString::fromLocal8Bit(::ptsname(terminal));
    QByteArray got;
    std::thread reader([terminal, &got] {
        std::array<char, 4096> piece{};
        for (;;) {
            const ssize_t count = ::read(terminal, piece.data(), piece.size());
            if (count > 0)
                got.append(piece.data(), count);
            else if (count == 0 || errno != EINTR)
                return; // Nobody has the other end open any more.
        }
    });
    {
        // Open until the program has ended, so that the reader does not see an end before it began.
        const int kept = ::open(other.toLocal8Bit().constData(), O_RDWR | O_NOCTTY | O_CLOEXEC);
        QProcess process;
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(scratch.path(u"project"_s));
        process.setStandardInputFile(QProcess::nullDevice());
        process.setStandardOutputFile(other);
        process.setStandardErrorFile(other);
        process.start(QStringLiteral(COUNTERSIGN_PROGRAM), arguments);
        if (!process.waitForFinished(kPatienceMs)) {
            process.kill();
            process.waitForFinished(kPatienceMs);
        }
        ::close(kept);
    }
    reader.join();
    ::close(terminal);
    return got;
}

Ran Program::run(const QStringList &arguments, const QByteArray &input) const
{
    const auto process = start(arguments, input);
    Ran ran;
    if (!process->waitForFinished(kPatienceMs)) {
        process->kill();
        process->waitForFinished(kPatienceMs);
    } else if (process->exitStatus() == QProcess::CrashExit) {
        ran.exit = 128 + process->exitCode(); // QProcess gives the signal.
    } else {
        ran.exit = process->exitCode();
    }
    ran.out = process->readAllStandardOutput();
    ran.err = process->readAllStandardError();
    return ran;
}

QString Program::script(const QJsonArray &turns) const
{
    const QJsonObject script{{u"turns"_s, turns}};
    return u"scripted:"_s + scratch.write(u"script.json"_s, QJsonDocument(script).toJson());
}

QString Program::answers(const QJsonArray &entries) const
{
    return scratch.write(u"answers.json"_s, QJsonDocument(entries).toJson());
}

void Program::configure(const QByteArray &json) const
{
    scratch.write(u"home/config/countersign.jsonc"_s, json);
}

void Program::file(const QString &relative, const QByteArray &bytes) const
{
    scratch.write(u"project/"_s + relative, bytes);
}

QByteArray Program::bytes(const QString &relative) const
{
    return scratch.read(u"project/"_s + relative);
}

QJsonObject turn(const QString &text)
{
    return {{u"text"_s, text}};
}

QJsonObject turn(const QString &text, const QString &tool, const QJsonObject &input)
{
    return {{u"text"_s, text},
            {u"tools"_s, QJsonArray{QJsonObject{{u"name"_s, tool}, {u"input"_s, input}}}}};
}

QByteArray askEverything()
{
    return R"({ "permissions": [
  { "action": "edit", "resource": "*", "effect": "ask" },
  { "action": "bash", "resource": "*", "effect": "ask" },
  { "action": "edit", "resource": "SECRET.md", "effect": "deny", "message": "It is sealed." }
] }
)";
}

} // namespace Countersign::Test
