// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "bench.h"
#include "process/process.h"
#include "support/workbench.h"

#include <QFile>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace Countersign::Bench {

namespace {

constexpr qint64 kBytes = 100'000'000;
constexpr int kRuns = 7;

/// A figure of this process in MiB, as the kernel names it ("VmRSS", "VmHWM").
double memoryMiB(const QByteArray &name)
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        qFatal("tool.bash_100mb_rss_growth_mib: /proc/self/status cannot be read");
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith(QByteArray(name + ':')))
            return line.mid(name.size() + 1).trimmed().split(' ').first().toDouble() / 1024;
    }
    qFatal("tool.bash_100mb_rss_growth_mib: the kernel does not tell %s", name.constData());
}

/// The peak starts again from what is in use now.
void forgetPeak()
{
    QFile clear(u"/proc/self/clear_refs"_s);
    if (!clear.open(QIODevice::WriteOnly) || clear.write("5") != 1)
        qFatal("tool.bash_100mb_rss_growth_mib: the peak cannot be reset");
}

} // namespace

void benchBash()
{
    if (!isWanted({u"tool.bash_100mb_rss_growth_mib"_s, u"tool.bash_100mb_speed_ratio"_s}))
        return;
    Workbench bench;
    const QString line = u"yes 'some output of a command, line by line' | head -c %1"_s.arg(kBytes);
    const auto throughTool = [&] {
        const Settled settled = bench.call(u"bash"_s, {{u"command"_s, line}});
        if (!settled.ok() || settled.outputPaths.size() != 1
            || QFile(settled.outputPaths.first()).size() != kBytes)
            qFatal("tool.bash_100mb: the command's output was not kept");
        QFile::remove(settled.outputPaths.first());
    };
    const auto intoFile = [&] {
        ProcessRequest request;
        request.program = u"/bin/sh"_s;
        request.arguments = {u"-c"_s, line + u" > output"_s};
        request.workingDirectory = bench.path();
        const auto ended = runProcess(request);
        if (!ended || ended->exitCode != 0)
            qFatal("tool.bash_100mb: the command did not run");
        QFile::remove(bench.path(u"output"_s));
    };
    throughTool();
    intoFile();
    forgetPeak();
    const double before = memoryMiB("VmRSS");
    throughTool();
    report({u"tool.bash_100mb_rss_growth_mib"_s, memoryMiB("VmHWM") - before, u"MiB"_s, {}, 0});
    std::vector<double> ratios;
    for (int run = 0; run < kRuns; ++run) {
        const Stopwatch tool;
        throughTool();
        const double toolMs = tool.ms();
        const Stopwatch file;
        intoFile();
        ratios.push_back(toolMs / file.ms());
    }
    report({u"tool.bash_100mb_speed_ratio"_s, median(ratios), u"times"_s, {}, 0});
}

} // namespace Countersign::Bench
