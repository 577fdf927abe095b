// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "provider/provider.h"

#include <QJsonDocument>
#include <QStringList>

namespace Countersign::Test {

inline QString compactJson(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

/// An event as one line, for comparing whole turns.
inline QString describe(const Provider::Event &event)
{
    using namespace Qt::StringLiterals;
    using namespace Provider;
    if (const auto *text = std::get_if<TextDelta>(&event))
        return u"text "_s + text->text;
    if (const auto *thought = std::get_if<ReasoningDelta>(&event))
        return u"thought "_s + thought->text;
    if (const auto *started = std::get_if<CallStarted>(&event))
        return u"started "_s + started->id.value + u' ' + started->name;
    if (const auto *delta = std::get_if<CallDelta>(&event))
        return u"delta "_s + delta->id.value + u' ' + delta->text;
    if (const auto *ready = std::get_if<CallReady>(&event)) {
        QString line = u"ready "_s + ready->id.value + u' ' + ready->name + u' ';
        line += ready->malformed ? u"malformed: "_s + *ready->malformed : compactJson(ready->input);
        if (!ready->opaque.isEmpty())
            line += u" opaque "_s + compactJson(ready->opaque);
        return line;
    }
    if (const auto *usage = std::get_if<Usage>(&event)) {
        return u"usage in %1 out %2 thinking %3 read %4 written %5"_s.arg(usage->input)
                .arg(usage->output)
                .arg(usage->reasoning)
                .arg(usage->cacheRead)
                .arg(usage->cacheWrite);
    }
    if (const auto *again = std::get_if<Retrying>(&event))
        return u"retrying %1"_s.arg(again->attempt);
    return u"?"_s;
}

inline QString finishName(Provider::Finish finish)
{
    using namespace Qt::StringLiterals;
    switch (finish) {
    case Provider::Finish::Stop:
        return u"stop"_s;
    case Provider::Finish::ToolCalls:
        return u"tool calls"_s;
    case Provider::Finish::Length:
        return u"length"_s;
    case Provider::Finish::ContentFilter:
        return u"content filter"_s;
    case Provider::Finish::Unknown:
        return u"unknown"_s;
    }
    return u"?"_s;
}

} // namespace Countersign::Test
