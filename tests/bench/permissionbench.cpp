// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "bench.h"
#include "permission/evaluate.h"
#include "support/desk.h"
#include "support/workbench.h"
#include "tools/commandplan.h"

#include <QFile>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace Countersign::Bench {

namespace {

/// Lines of about 100 KB, or as many words as are taken apart.
QStringList longLines()
{
    QString files;
    QString names;
    for (int i = 0; i < 3900; ++i)
        files += u" source/folder%1/file%2.cpp"_s.arg(i % 50).arg(i);
    for (int i = 0; i < 16000; ++i)
        names += u" f%1"_s.arg(i);
    return {u"rm"_s + files,
            u"mv"_s + files,
            u"frob"_s + files,
            u"rm"_s + names,
            u"python3 -c '"_s + names + u'\'',
            u"cat > x <<'END'\n"_s + names + u"\nEND\n"_s,
            u"a;"_s.repeated(50000),
            u"echo \""_s + u"$a"_s.repeated(50000) + u'"',
            u"ls"_s + u" */f*"_s.repeated(1300)};
}

} // namespace

void benchPermission()
{
    if (isWanted({u"permission.shell_line_100kb_ms"_s})) {
        // What has to be asked about a line, with its parser and its paths; the slowest line.
        Workbench bench;
        double worst = 0;
        for (const QString &line : longLines()) {
            std::vector<double> times;
            for (int run = 0; run < 5; ++run) {
                const Stopwatch watch;
                const auto inquiries =
                        planCommand(bench.services(), line, bench.services().location.root());
                times.push_back(watch.ms());
                if (inquiries.isEmpty())
                    qFatal("permission.shell_line_100kb_ms: a line asks for nothing");
            }
            worst = std::max(worst, median(times));
        }
        report({u"permission.shell_line_100kb_ms"_s, worst, u"ms"_s, {}, 0});
    }
    if (isWanted({u"permission.evaluate_10k_us"_s})) {
        // 10,000 rules, none of which matches before the first: the longest way through.
        Permission::Ruleset rules{{u"*"_s, u"*"_s, Permission::Effect::Allow, {}, {}, {}, false}};
        for (int i = 0; i < 10000; ++i)
            rules.append({u"edit"_s,
                          u"src/module%1/*.cpp"_s.arg(i),
                          Permission::Effect::Ask,
                          {},
                          {},
                          {},
                          false});
        std::vector<double> times;
        for (int run = 0; run < 51; ++run) {
            const Stopwatch watch;
            const auto verdict = Permission::evaluate(u"edit"_s, u"docs/readme.md"_s, rules);
            times.push_back(watch.ms() * 1000);
            if (verdict.effect != Permission::Effect::Allow)
                qFatal("permission.evaluate_10k_us: wrong verdict");
        }
        report({u"permission.evaluate_10k_us"_s, median(times), u"us"_s, {}, 0});
    }
    if (isWanted({u"permission.reply_to_start_ms"_s})) {
        // From the person's reply to the first effect of the call that waited for it.
        Scratch scratch;
        QJsonArray turns;
        constexpr int kAsks = 30;
        for (int i = 0; i < kAsks; ++i) {
            turns.append(
                    QJsonObject{{u"tools"_s,
                                 QJsonArray{QJsonObject{{u"name"_s, u"write"_s},
                                                        {u"input"_s,
                                                         QJsonObject{{u"path"_s, u"f%1"_s.arg(i)},
                                                                     {u"content"_s, u"x"_s}}}}}}});
        }
        Desk desk(scratch);
        desk.setScript(turns);
        desk.setConfig({{u"permissions"_s,
                         QJsonArray{QJsonObject{{u"action"_s, u"edit"_s},
                                                {u"resource"_s, u"*"_s},
                                                {u"effect"_s, u"ask"_s}}}}});
        desk.open();
        std::vector<double> times;
        std::optional<Stopwatch> since;
        desk.person = [&](const Permission::Request &) {
            since.emplace();
            return once();
        };
        QObject::connect(desk.engine.get(), &Engine::partChanged, &desk,
                         [&](const SessionId &, const MessageId &, int, const Session::Part &part) {
                             const auto *call = std::get_if<Session::CallPart>(&part);
                             if (call && call->state == Session::CallState::Running && since) {
                                 times.push_back(since->ms());
                                 since.reset();
                             }
                         });
        if (desk.run(u"Write"_s).outcome != Session::Outcome::Done)
            qFatal("permission.reply_to_start_ms: the run did not end well");
        report({u"permission.reply_to_start_ms"_s, median(times), u"ms"_s,
                u"best peer (reply to completed)"_s, 20});
    }
}

} // namespace Countersign::Bench
