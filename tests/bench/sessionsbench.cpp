// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "bench.h"
#include "support/desk.h"
#include "support/fakemodel.h"

#include <QTest>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace Countersign::Bench {

void benchSessions()
{
    if (!isWanted({u"sessions.20_ms_per_call"_s}))
        return;
    constexpr int kSessions = 20;
    constexpr int kEdits = 10;
    constexpr int kCalls = 1 + 2 * kEdits;
    Scratch scratch;
    QByteArray lines;
    for (int i = 0; i < 60; ++i)
        lines += "value " + QByteArray::number(i) + " = 0;\n";
    for (int s = 0; s < kSessions; ++s)
        scratch.write(u"project/s%1.txt"_s.arg(s), lines);
    // Each session edits a file of its own; the prompt names it.
    const FakeModel model([](int turn, const QJsonObject &request) -> FakeTurn {
        QString file;
        for (const QJsonValue &message : request.value(u"messages").toArray()) {
            if (message.toObject().value(u"role").toString() == u"user")
                file = message.toObject().value(u"content").toString();
        }
        if (turn == 0)
            return {{}, {{u"read"_s, {{u"path"_s, file}}}}};
        if (turn >= kCalls)
            return {u"Done."_s, {}};
        const int i = (turn - 1) / 2;
        if (turn % 2 == 1) {
            return {{}, {{u"edit"_s, {{u"path"_s, file},
                                       {u"oldString"_s, u"value %1 = 0;"_s.arg(i)},
                                       {u"newString"_s, u"value %1 = 1;"_s.arg(i)}}}}};
        }
        return {{}, {{u"bash"_s, {{u"command"_s, u"echo %1 %2"_s.arg(file).arg(i)}}}}};
    });
    Desk desk(scratch);
    desk.setConfig({{u"model"_s, u"fake/m"_s},
                    {u"providers"_s,
                     QJsonObject{{u"fake"_s,
                                  QJsonObject{{u"base_url"_s, model.baseUrl()},
                                              {u"models"_s, QJsonObject{{u"m"_s, QJsonObject()}}}}}}}});
    desk.open();
    const Stopwatch watch;
    for (int s = 0; s < kSessions; ++s)
        desk.engine->prompt(desk.engine->createSession(), u"s%1.txt"_s.arg(s));
    if (!QTest::qWaitFor([&] { return desk.ended.size() == kSessions; }, 120000))
        qFatal("sessions.20_ms_per_call: not all sessions ended");
    const double ms = watch.ms();
    for (int s = 0; s < kSessions; ++s) {
        if (scratch.read(u"project/s%1.txt"_s.arg(s)).count(" = 1;") != kEdits)
            qFatal("sessions.20_ms_per_call: session %d did not make its edits", s);
    }
    report({u"sessions.20_ms_per_call"_s, ms / (kSessions * kCalls), u"ms"_s, u"OpenCode"_s, 296});
}

} // namespace Countersign::Bench
