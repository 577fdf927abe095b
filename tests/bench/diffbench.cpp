// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "bench.h"
#include "diff/rows.h"
#include "difftexts.h"
#include "process/process.h"
#include "support/scratch.h"

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace Countersign::Bench {

namespace {

constexpr int kLines = 100'000;
constexpr int kRuns = 11;

double rowsMs(const QByteArray &before, const QByteArray &after)
{
    const Stopwatch watch;
    const auto diff = Diff::lineDiff(before, after);
    if (!diff || Diff::buildRows(*diff).size() < kLines)
        qFatal("diff: the texts were not compared");
    return watch.ms();
}

double gitMs(const Scratch &scratch)
{
    ProcessRequest request;
    request.program = u"git"_s;
    request.arguments = {u"diff"_s, u"--no-index"_s, u"--no-ext-diff"_s, u"before"_s, u"after"_s};
    request.workingDirectory = scratch.path();
    request.captureLimit = 0;
    const Stopwatch watch;
    const auto ended = runProcess(request);
    if (!ended || ended->exitCode != 1)
        qFatal("diff.rows_100k_vs_git_ratio: git did not compare the files");
    return watch.ms();
}

void benchAgainstGit()
{
    const auto [before, after] = changedTexts(kLines, 100);
    const Scratch scratch;
    scratch.write(u"before"_s, before);
    scratch.write(u"after"_s, after);
    std::vector<double> ours;
    std::vector<double> theirs;
    std::vector<double> ratios;
    for (int run = 0; run <= kRuns; ++run) {
        // By turns, so that what else the machine does meets both.
        const double git = gitMs(scratch);
        const double rows = rowsMs(before, after);
        if (run == 0)
            continue; // It warms the caches.
        theirs.push_back(git);
        ours.push_back(rows);
        ratios.push_back(rows / git);
    }
    report({u"diff.rows_100k_vs_git_ratio"_s, median(ratios), u"ratio"_s,
            u"%1 ms of git diff --no-index; the rows take %2 ms"_s.arg(median(theirs), 0, 'f', 1)
                    .arg(median(ours), 0, 'f', 1),
            1});
}

void benchPathological()
{
    double worst = 0;
    QString what;
    for (const auto &[name, before, after] : pathologicalTexts(kLines)) {
        std::vector<double> times;
        for (int run = 0; run < 3; ++run)
            times.push_back(rowsMs(before, after));
        const double ms = median(times);
        what += u"%1%2 %3 ms"_s.arg(what.isEmpty() ? u""_s : u", "_s, name).arg(ms, 0, 'f', 0);
        worst = std::max(worst, ms);
    }
    report({u"diff.pathological_ms"_s, worst, u"ms"_s, u"the worst of: "_s + what, 0});
}

} // namespace

void benchDiff()
{
    if (isWanted({u"diff.rows_100k_vs_git_ratio"_s}))
        benchAgainstGit();
    if (isWanted({u"diff.pathological_ms"_s}))
        benchPathological();
}

} // namespace Countersign::Bench
