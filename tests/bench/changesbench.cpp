// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "bench.h"
#include "session/snapshots.h"
#include "support/repository.h"
#include "support/scratch.h"

#include <QDir>
#include <QProcessEnvironment>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace Countersign::Bench {

namespace {

constexpr int kRuns = 9;
constexpr int kWrites = 60;
constexpr int kFolders = 500;
constexpr int kFilesOfFolder = 100;

/// A project with its recorder.
struct Recording
{
    explicit Recording(const Scratch &scratch)
        : location(*Location::open(scratch.path(u"project"_s)))
        , store(std::move(*Session::SnapshotStore::open(scratch.path(u"data"_s))))
        , snapshots(*store, location, scratch.path(u"data"_s))
    {
    }
    [[nodiscard]] double commandMs()
    {
        const Stopwatch watch;
        const auto record = snapshots.willRun(context);
        if (!record)
            qFatal("%s", qPrintable(record.error().message));
        snapshots.ran(*record);
        return watch.ms();
    }

    Location location;
    std::unique_ptr<Session::SnapshotStore> store;
    Session::Snapshots snapshots;
    ToolContext context{SessionId(u"ses_1"_s), {}, MessageId(u"msg_1"_s), {}, {}, {}};
};

/// What recording adds to the write of a source file of 20 KB.
void benchWrites()
{
    const Scratch scratch;
    scratch.write(u"project/a.cpp"_s, QByteArray(20'000, 'a'));
    Recording recording(scratch);
    std::vector<double> times;
    for (int i = 0; i < kWrites; ++i) {
        const auto path = recording.location.resolve(u"a.cpp"_s, PathKind::File);
        const auto now = recording.location.readFile(*path);
        const QList<FileWrite> writes{{*path, *now, QByteArray(20'000, char('b' + i % 20)), {}}};
        const Stopwatch watch;
        const auto record = recording.snapshots.willWrite(recording.context, writes, {});
        const double before = watch.ms();
        if (!record || !recording.location.commit(writes))
            qFatal("a write could not be recorded");
        const Stopwatch after;
        recording.snapshots.wrote(*record, true);
        times.push_back(before + after.ms());
    }
    report({u"changes.write_overhead_ms"_s, median(times), u"ms"_s, {}, 0});
}

/// What recording adds to a command that changes nothing.
void benchCommands()
{
    const Scratch scratch;
    for (int folder = 0; folder < kFolders; ++folder) {
        for (int file = 0; file < kFilesOfFolder; ++file)
            scratch.write(u"project/d%1/f%2.c"_s.arg(folder).arg(file),
                          "int f" + QByteArray::number(folder * kFilesOfFolder + file) + ";\n");
    }
    Recording recording(scratch);
    const double first = recording.commandMs();
    std::vector<double> times;
    for (int i = 0; i < kRuns; ++i)
        times.push_back(recording.commandMs());
    report({u"changes.command_50k_ms"_s, median(times), u"ms"_s, {}, 0});
    report({u"changes.command_50k_first_ms"_s, first, u"ms"_s, {}, 0});
}

void benchSmallCommands()
{
    const Scratch scratch;
    const Repository repository(scratch.path(u"project"_s),
                                QProcessEnvironment::systemEnvironment());
    Recording recording(scratch);
    const double first = recording.commandMs();
    std::vector<double> times;
    for (int i = 0; i < kRuns; ++i)
        times.push_back(recording.commandMs());
    report({u"changes.command_3k_ms"_s, median(times), u"ms"_s, {}, 0});
    report({u"changes.command_3k_first_ms"_s, first, u"ms"_s, {}, 0});
}

} // namespace

void benchChanges()
{
    if (isWanted({u"changes.write_overhead_ms"_s}))
        benchWrites();
    if (isWanted({u"changes.command_50k_ms"_s, u"changes.command_50k_first_ms"_s}))
        benchCommands();
    if (isWanted({u"changes.command_3k_ms"_s, u"changes.command_3k_first_ms"_s}))
        benchSmallCommands();
}

} // namespace Countersign::Bench
