// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "bench.h"
#include "process/process.h"
#include "support/workbench.h"

#include <QDir>
#include <QFile>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace Countersign::Bench {

namespace {

constexpr int kFolders = 500;
constexpr int kFilesInFolder = 100;
constexpr int kRuns = 15;

/// 50,000 small text files in 500 folders, every thousandth with the word that is searched for.
void plant(const Workbench &bench)
{
    const QStringList endings{u"cpp"_s, u"h"_s, u"txt"_s, u"md"_s};
    const QByteArray filler =
            QByteArray("some line of ordinary text to look through\n").repeated(10);
    for (int folder = 0; folder < kFolders; ++folder) {
        const QString path = bench.path(u"part%1/folder%2"_s.arg(folder % 20).arg(folder));
        if (!QDir().mkpath(path))
            qFatal("cannot make %s", qPrintable(path));
        for (int i = 0; i < kFilesInFolder; ++i) {
            QFile file(path + u"/file%1."_s.arg(i) + endings[i % endings.size()]);
            if (!file.open(QIODevice::WriteOnly))
                qFatal("cannot write %s", qPrintable(file.fileName()));
            file.write(filler);
            if ((folder * kFilesInFolder + i) % 1000 == 0)
                file.write("needle\n");
        }
    }
}

/// Time of ripgrep alone, with its output read and thrown away.
double plainMs(const Workbench &bench, const QStringList &arguments)
{
    ProcessRequest request;
    request.program = u"rg"_s;
    request.arguments = arguments;
    request.workingDirectory = bench.path();
    request.captureLimit = 0;
    const Stopwatch watch;
    const auto ended = runProcess(request);
    if (!ended || ended->exitCode != 0)
        qFatal("ripgrep failed");
    return watch.ms();
}

double callMs(Workbench &bench, const QString &tool, const QJsonObject &input)
{
    const Stopwatch watch;
    const Settled settled = bench.call(tool, input);
    if (!settled.ok())
        qFatal("%s failed: %s", qPrintable(tool), qPrintable(settled.modelText()));
    return watch.ms();
}

void compare(const QString &name, Workbench &bench, const QString &tool, const QJsonObject &input,
             const QStringList &arguments)
{
    std::vector<double> ours;
    std::vector<double> theirs;
    for (int run = 0; run <= kRuns; ++run) {
        // By turns, so that what else the machine does meets both.
        const double plain = plainMs(bench, arguments);
        const double call = callMs(bench, tool, input);
        if (run == 0)
            continue; // The first one warms the cache and asks ripgrep for its version.
        theirs.push_back(plain);
        ours.push_back(call);
    }
    report({name, median(ours) / median(theirs), u"ratio"_s,
            u"%1 ms of rg %2; the call takes %3 ms"_s.arg(median(theirs), 0, 'f', 1)
                    .arg(arguments.join(u' '))
                    .arg(median(ours), 0, 'f', 1),
            1});
}

} // namespace

void benchSearch()
{
    if (!isWanted({u"tool.glob_vs_rg_ratio"_s, u"tool.glob_vs_sorted_rg_ratio"_s,
                   u"tool.grep_vs_rg_ratio"_s}))
        return;
    Workbench bench;
    plant(bench);
    // ripgrep by itself: all files in no order, all files in the tool's order, all matching lines.
    const QStringList listing{u"--no-config"_s, u"--files"_s, u"--hidden"_s, u"--null"_s,
                              u"--glob=!.git"_s};
    if (isWanted({u"tool.glob_vs_rg_ratio"_s}))
        compare(u"tool.glob_vs_rg_ratio"_s, bench, u"glob"_s, {{u"pattern"_s, u"**/*"_s}}, listing);
    if (isWanted({u"tool.glob_vs_sorted_rg_ratio"_s}))
        compare(u"tool.glob_vs_sorted_rg_ratio"_s, bench, u"glob"_s, {{u"pattern"_s, u"**/*"_s}},
                listing + QStringList{u"--sortr=modified"_s});
    if (isWanted({u"tool.grep_vs_rg_ratio"_s}))
        compare(u"tool.grep_vs_rg_ratio"_s, bench, u"grep"_s, {{u"pattern"_s, u"needle"_s}},
                {u"--no-config"_s, u"--json"_s, u"--hidden"_s, u"--glob=!.git"_s, u"needle"_s,
                 u"./"_s});
}

} // namespace Countersign::Bench
