// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "bench.h"
#include "support/desk.h"
#include "support/fakemodel.h"

#include <QTest>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace Countersign::Bench {

namespace {

constexpr int kCalls = 50;
constexpr int kRuns = 3;

QJsonObject config(const QString &baseUrl)
{
    return {{u"model"_s, u"fake/m"_s},
            {u"providers"_s,
             QJsonObject{{u"fake"_s, QJsonObject{{u"base_url"_s, baseUrl},
                                                 {u"models"_s, QJsonObject{{u"m"_s, QJsonObject()}}}}}}}};
}

struct Kind
{
    QString figure;
    std::function<FakeTurn::Call(int)> call;
    double peer = 0; ///< The best peer's time between two model requests, milliseconds (docs/benchmarks.md).
};

/// Gaps between the arrivals of successive model requests: the whole cost of a call.
std::vector<double> gaps(const std::vector<double> &arrivals)
{
    std::vector<double> gaps;
    for (size_t i = 2; i < arrivals.size(); ++i) // The first call warms up.
        gaps.push_back(arrivals[i] - arrivals[i - 1]);
    return gaps;
}

/// The same N model requests without tools: what the round trip alone costs.
double roundTrip()
{
    const FakeModel model([](int, const QJsonObject &) -> FakeTurn { return {u"ok"_s, {}}; });
    Scratch scratch;
    Desk desk(scratch);
    desk.setConfig(config(model.baseUrl()));
    desk.open();
    const SessionId session = desk.engine->createSession();
    desk.run(u"warm up"_s, session);
    std::vector<double> times;
    for (int i = 0; i < kCalls; ++i) {
        const Stopwatch watch;
        desk.run(u"again"_s, session);
        times.push_back(watch.ms());
    }
    return median(times);
}

} // namespace

void benchCalls()
{
    const QList<Kind> kinds{
            {u"call.read_ms"_s,
             [](int i) {
                 return FakeTurn::Call{u"read"_s, {{u"path"_s, u"r%1.txt"_s.arg(i)}}};
             },
             6.5},
            {u"call.edit_ms"_s,
             [](int i) {
                 return FakeTurn::Call{u"edit"_s,
                                       {{u"path"_s, u"small.txt"_s},
                                        {u"oldString"_s, u"value %1 = 0;"_s.arg(i)},
                                        {u"newString"_s, u"value %1 = 1;"_s.arg(i)}}};
             },
             7.7},
            {u"call.bash_ms"_s,
             [](int i) {
                 return FakeTurn::Call{u"bash"_s, {{u"command"_s, u"echo call %1"_s.arg(i)}}};
             },
             11},
    };
    for (const Kind &kind : kinds) {
        if (!isWanted({kind.figure}))
            continue;
        std::vector<double> all;
        for (int run = 0; run < kRuns; ++run) {
            Scratch scratch;
            QByteArray lines;
            for (int i = 0; i < 60; ++i)
                lines += "value " + QByteArray::number(i) + " = 0;\n";
            scratch.write(u"project/small.txt"_s, lines);
            for (int i = 0; i < kCalls; ++i)
                scratch.write(u"project/r%1.txt"_s.arg(i), lines);
            const FakeModel model([&kind](int turn, const QJsonObject &) -> FakeTurn {
                return turn < kCalls ? FakeTurn{{}, {kind.call(turn)}} : FakeTurn{u"Done."_s, {}};
            });
            Desk desk(scratch);
            desk.setConfig(config(model.baseUrl()));
            desk.open();
            const auto ended = desk.run(u"Do the scripted work"_s);
            if (ended.outcome != Session::Outcome::Done || model.requests().size() != kCalls + 1)
                qFatal("%s: the run did not do its work: %s", qPrintable(kind.figure),
                       qPrintable(ended.message));
            const auto one = gaps(model.arrivals());
            all.insert(all.end(), one.begin(), one.end());
        }
        report({kind.figure, median(all), u"ms"_s, u"best peer"_s, kind.peer});
    }
    if (isWanted({u"call.overhead_ms"_s})) {
        // A read call through settlement with its durable steps, on a scripted model in this process.
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "hello\n");
        QJsonArray turns;
        for (int i = 0; i < kCalls; ++i) {
            turns.append(QJsonObject{
                    {u"tools"_s,
                     QJsonArray{QJsonObject{{u"name"_s, u"read"_s},
                                            {u"input"_s, QJsonObject{{u"path"_s, u"a.txt"_s},
                                                                     {u"limit"_s, i + 1}}}}}}});
        }
        Desk desk(scratch);
        desk.setScript(turns);
        desk.open();
        std::vector<double> times;
        for (int run = 0; run < kRuns; ++run) {
            const Stopwatch watch;
            if (desk.run(u"Read"_s).outcome != Session::Outcome::Done)
                qFatal("call.overhead_ms: the run did not end well");
            times.push_back(watch.ms() / kCalls);
        }
        report({u"call.overhead_ms"_s, median(times), u"ms"_s, u"a model round trip on loopback"_s,
                roundTrip()});
    }
}

} // namespace Countersign::Bench
