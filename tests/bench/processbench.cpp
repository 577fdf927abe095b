// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "bench.h"
#include "support/fakemodel.h"
#include "support/scratch.h"

#include <QProcessEnvironment>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace Countersign::Bench {

namespace {

struct Run
{
    double wallMs = 0;
    double firstOutputMs = 0; ///< From the start of the process to its first byte of output.
    double rssMiB = 0;
    int exitCode = -1;
    QByteArray output;
};

/// Runs the program as a process of its own and takes the kernel's account of it.
Run runProgram(const QStringList &arguments, const QProcessEnvironment &environment)
{
    std::vector<QByteArray> texts{QByteArray(COUNTERSIGN_BINARY)};
    for (const QString &argument : arguments)
        texts.push_back(argument.toLocal8Bit());
    std::vector<QByteArray> pairs;
    for (const QString &pair : environment.toStringList())
        pairs.push_back(pair.toLocal8Bit());
    std::vector<char *> argv;
    for (QByteArray &text : texts)
        argv.push_back(text.data());
    argv.push_back(nullptr);
    std::vector<char *> envp;
    for (QByteArray &pair : pairs)
        envp.push_back(pair.data());
    envp.push_back(nullptr);
    int pipes[2];
    if (::pipe(pipes) != 0)
        qFatal("no pipe");
    const Stopwatch watch;
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::dup2(pipes[1], STDOUT_FILENO);
        ::close(pipes[0]);
        ::close(pipes[1]);
        ::execve(argv[0], argv.data(), envp.data());
        ::_exit(127);
    }
    ::close(pipes[1]);
    Run run;
    char piece[4096];
    for (ssize_t n = 0; (n = ::read(pipes[0], piece, sizeof piece)) > 0;) {
        if (run.output.isEmpty())
            run.firstOutputMs = watch.ms();
        run.output.append(piece, qsizetype(n));
    }
    ::close(pipes[0]);
    int status = 0;
    rusage usage{};
    ::wait4(pid, &status, 0, &usage);
    run.wallMs = watch.ms();
    run.rssMiB = double(usage.ru_maxrss) / 1024;
    run.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return run;
}

} // namespace

void benchProcess()
{
    Scratch scratch;
    scratch.write(u"project/a.txt"_s, "hello\n");
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"COUNTERSIGN_HOME"_s, scratch.path(u"home"_s));
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);

    if (isWanted({u"run.one_turn_ms"_s, u"run.rss_mib"_s})) {
        const FakeModel model(
                [](int, const QJsonObject &) -> FakeTurn { return {u"Hello there."_s, {}}; });
        environment.insert(u"COUNTERSIGN_BASE_URL"_s, model.baseUrl());
        environment.insert(u"COUNTERSIGN_API_KEY"_s, u"x"_s);
        environment.insert(u"COUNTERSIGN_MODEL"_s, u"fake-chat"_s);
        std::vector<double> walls;
        std::vector<double> sizes;
        for (int i = 0; i < 10; ++i) {
            const Run run = runProgram(
                    {u"run"_s, u"--project"_s, scratch.path(u"project"_s), u"say hello"_s},
                    environment);
            if (run.exitCode != 0 || !run.output.contains("Hello there."))
                qFatal("run.one_turn_ms: exit code %d", run.exitCode);
            if (i == 0)
                continue; // Makes the home.
            walls.push_back(run.wallMs);
            sizes.push_back(run.rssMiB);
        }
        report({u"run.one_turn_ms"_s, median(walls), u"ms"_s, u"best peer"_s, 280});
        report({u"run.rss_mib"_s, median(sizes), u"MiB"_s, u"best peer"_s, 144});
    }
    if (isWanted({u"start.first_window_ms"_s, u"start.rss_mib"_s})) {
        // The desktop says when its first frame has been painted, and ends.
        environment.insert(u"COUNTERSIGN_EXIT_AFTER_FIRST_FRAME"_s, u"1"_s);
        std::vector<double> walls;
        std::vector<double> sizes;
        for (int i = 0; i < 8; ++i) {
            const Run run = runProgram({scratch.path(u"project"_s)}, environment);
            if (run.exitCode != 0 || !run.output.startsWith("first frame"))
                qFatal("start.first_window_ms: exit code %d", run.exitCode);
            if (i == 0)
                continue;
            walls.push_back(run.firstOutputMs);
            sizes.push_back(run.rssMiB);
        }
        report({u"start.first_window_ms"_s, median(walls), u"ms"_s, {}, 0});
        report({u"start.rss_mib"_s, median(sizes), u"MiB"_s, {}, 0});
    }
}

} // namespace Countersign::Bench
