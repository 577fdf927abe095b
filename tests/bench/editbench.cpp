// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "bench.h"
#include "support/workbench.h"

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace Countersign::Bench {

namespace {

constexpr int kRuns = 7;
constexpr qsizetype kLargeBytes = 50 * 1000 * 1000;
constexpr int kHunks = 500;
constexpr int kLinesOfAHunk = 20;

/// Lines as a log has them: each one once, about 80 bytes.
QByteArray logOf(qsizetype bytes)
{
    QByteArray text;
    text.reserve(bytes + 100);
    for (qsizetype i = 0; text.size() < bytes; ++i)
        text += "2026-01-01T00:00:00.000Z INFO worker " + QByteArray::number(i)
                + " finished its job and waits for the next one\n";
    return text;
}

void require(const Settled &settled)
{
    if (!settled.ok())
        qFatal("%s", qPrintable(settled.modelText()));
}

/// One line in the middle of a large file.
void benchLargeEdit()
{
    Workbench bench;
    const QByteArray text = logOf(kLargeBytes);
    const qsizetype middle = text.indexOf('\n', text.size() / 2) + 1;
    QString line = QString::fromUtf8(text.sliced(middle, text.indexOf('\n', middle) - middle));
    bench.file(u"large.log"_s, text);
    std::vector<double> times;
    for (int i = 0; i < kRuns; ++i) {
        const QString next = u"run %1"_s.arg(i) + line.right(70);
        const Stopwatch watch;
        require(bench.call(
                u"edit"_s,
                {{u"path"_s, u"large.log"_s}, {u"oldString"_s, line}, {u"newString"_s, next}}));
        times.push_back(watch.ms());
        line = next;
    }
    report({u"tool.edit_50mb_ms"_s, median(times), u"ms"_s, {}, 0});
}

/// A patch with a change in every twentieth line of a file, and back again.
void benchManyHunks()
{
    Workbench bench;
    QByteArray text;
    QString patches[2];
    for (QString &patch : patches)
        patch = u"*** Begin Patch\n*** Update File: source.c\n"_s;
    for (int i = 0; i < kHunks * kLinesOfAHunk; ++i) {
        const QByteArray line = "    value[" + QByteArray::number(i) + "] = compute(";
        text += line + "1);\n";
        const int of = i % kLinesOfAHunk;
        const QString shown = QString::fromUtf8(line);
        for (int way = 0; way < 2; ++way) {
            if (of == 0)
                patches[way] += u"@@\n"_s;
            if (of < 3 || (of > 3 && of < 7))
                patches[way] += u' ' + shown + u"1);\n"_s;
            else if (of == 3)
                patches[way] += u'-' + shown + QString::number(1 + way) + u");\n+"_s + shown
                        + QString::number(2 - way) + u");\n"_s;
        }
    }
    bench.file(u"source.c"_s, text);
    std::vector<double> times;
    for (int i = 0; i < 2 * kRuns; ++i) {
        const QString patch = patches[i % 2] + u"*** End Patch\n"_s;
        const Stopwatch watch;
        require(bench.call(u"apply_patch"_s, {{u"patchText"_s, patch}}));
        times.push_back(watch.ms());
    }
    report({u"tool.patch_500_hunks_ms"_s, median(times), u"ms"_s, {}, 0});
}

} // namespace

void benchEdits()
{
    if (isWanted({u"tool.edit_50mb_ms"_s}))
        benchLargeEdit();
    if (isWanted({u"tool.patch_500_hunks_ms"_s}))
        benchManyHunks();
}

} // namespace Countersign::Bench
