// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/callsummary.h"

#include "theme/states.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>

#include <algorithm>

namespace Countersign::Conversation {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Countersign::Conversation", text);
}

} // namespace

QString subjectOf(const Session::CallPart &call)
{
    if (call.tool == u"todowrite") {
        const QJsonArray todos = call.input.value(u"todos").toArray();
        const auto done = std::count_if(todos.begin(), todos.end(), [](const QJsonValue &todo) {
            const QString status = todo.toObject().value(u"status").toString();
            return status == u"completed" || status == u"cancelled";
        });
        return tr("%1 of %2 done").arg(done).arg(todos.size());
    }
    if (call.tool == u"question") {
        const QJsonObject first = call.input.value(u"questions").toArray().at(0).toObject();
        return Theme::visibleText(first.value(u"question").toString()).simplified();
    }
    for (const QString &key :
         {u"path"_s, u"filePath"_s, u"command"_s, u"pattern"_s, u"url"_s, u"query"_s, u"name"_s}) {
        const QString value = call.input.value(key).toString();
        if (!value.isEmpty())
            return Theme::visibleText(value).replace(u'\n', u'⏎').replace(u'\t', u' ');
    }
    return {};
}

bool wantedAChange(const Session::CallPart &call)
{
    // One that failed was hardly ever asked about: its text was not found, its file not there.
    const bool ended = call.state == Session::CallState::Refused
            || call.state == Session::CallState::Interrupted;
    return ended && (call.tool == u"edit" || call.tool == u"write" || call.tool == u"apply_patch");
}

QString outputOf(const Session::CallPart &call)
{
    if (!call.error.isEmpty())
        return call.error;
    QString text = call.state == Session::CallState::Running ? call.live : QString();
    for (const ContentPart &part : call.content) {
        if (const auto *piece = std::get_if<TextContent>(&part))
            text += piece->text;
        else
            text += tr("(%1, %2 bytes)")
                            .arg(std::get<FileContent>(part).mime)
                            .arg(std::get<FileContent>(part).data.size());
    }
    if (call.content.isEmpty() && call.state == Session::CallState::Completed) {
        const QJsonValue &value = call.structured;
        text = QString::fromUtf8(
                (value.isArray() ? QJsonDocument(value.toArray()) : QJsonDocument(value.toObject()))
                        .toJson());
    }
    while (text.endsWith(u'\n') || text.endsWith(u'\r'))
        text.chop(1);
    return text;
}

QString inputOf(const Session::CallPart &call)
{
    if (!call.rawInput.isEmpty())
        return Theme::visibleText(call.rawInput);
    QString text;
    for (auto field = call.input.begin(); field != call.input.end(); ++field) {
        const QJsonValue value = field.value();
        QString shown;
        if (value.isString())
            shown = value.toString();
        else if (value.isDouble() || value.isBool())
            shown = value.toVariant().toString();
        else
            shown = QString::fromUtf8((value.isArray() ? QJsonDocument(value.toArray())
                                                       : QJsonDocument(value.toObject()))
                                              .toJson(QJsonDocument::Compact));
        text += field.key() + (shown.contains(u'\n') ? u":\n"_s : u": "_s) + shown + u'\n';
    }
    return Theme::visibleText(text.trimmed());
}

QString durationText(qint64 milliseconds)
{
    if (milliseconds < 1000)
        return tr("%1 ms").arg(milliseconds);
    if (milliseconds < 60'000)
        return tr("%1 s").arg(QLocale().toString(double(milliseconds) / 1000, 'f', 1));
    return tr("%1 min %2 s").arg(milliseconds / 60'000).arg(milliseconds / 1000 % 60);
}

QString toolIcon(const QString &tool)
{
    if (tool == u"read" || tool == u"edit" || tool == u"write" || tool == u"bash")
        return tool;
    if (tool == u"glob" || tool == u"grep")
        return u"search"_s;
    return tool == u"apply_patch" ? u"edit"_s : u"session"_s;
}

} // namespace Countersign::Conversation
