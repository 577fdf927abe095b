// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "bench.h"
#include "support/workbench.h"

#include <QFile>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace Countersign::Bench {

namespace {

constexpr int kLines = 200'000;
constexpr qint64 kBytes = qint64(5) << 30;
constexpr int kRuns = 20;

/// A log of 5 GiB: its lines are at the start, the rest is a hole.
QByteArray logLines()
{
    QByteArray lines;
    for (int i = 1; i <= kLines; ++i)
        lines += "2026-01-01T00:00:00Z worker-" + QByteArray::number(i % 16) + " request "
                + QByteArray::number(i) + " done in 12 ms\n";
    return lines;
}

} // namespace

void benchFiles()
{
    if (!isWanted({u"tool.read_5gb_page_ms"_s}))
        return;
    std::vector<double> times;
    for (int run = 0; run < kRuns; ++run) {
        Workbench bench; // Nothing is remembered from the run before.
        bench.file(u"big.log"_s, logLines());
        if (!QFile::resize(bench.path(u"big.log"_s), kBytes))
            qFatal("a sparse file of 5 GiB cannot be made here");
        const Stopwatch watch;
        const Settled settled = bench.call(u"read"_s, {{u"path"_s, u"big.log"_s}});
        times.push_back(watch.ms());
        if (!settled.ok())
            qFatal("%s", qPrintable(settled.modelText()));
    }
    report({u"tool.read_5gb_page_ms"_s, median(times), u"ms"_s, {}, 0});
}

} // namespace Countersign::Bench
