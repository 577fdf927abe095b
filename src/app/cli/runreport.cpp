// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/runreport.h"

#include "cli/output.h"
#include "engine/engine.h"
#include "permission/explain.h"

#include <QJsonArray>
#include <QJsonObject>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;
using Session::CallState;

namespace {

/// What a call is about, in one line: its path, command, pattern, url or question.
QString subjectOf(const Session::CallPart &call)
{
    for (const QString &key :
         {u"path"_s, u"filePath"_s, u"command"_s, u"pattern"_s, u"url"_s, u"name"_s}) {
        const QString value = call.input.value(key).toString();
        if (!value.isEmpty())
            return value.section(u'\n', 0, 0);
    }
    if (call.tool == u"question") {
        const QJsonValue first = call.input.value(u"questions").toArray().at(0);
        return first.toObject().value(u"question").toString().simplified();
    }
    return {};
}

QString outputText(const Session::CallPart &call)
{
    QString text;
    for (const ContentPart &part : call.content) {
        if (const auto *piece = std::get_if<TextContent>(&part))
            text += piece->text;
    }
    return text;
}

QJsonObject toJson(const Question::Item &item)
{
    QJsonArray options;
    for (const Question::Option &option : item.options)
        options.append(
                QJsonObject{{u"label"_s, option.label}, {u"description"_s, option.description}});
    return {{u"question"_s, item.question},
            {u"header"_s, item.header},
            {u"options"_s, options},
            {u"multiple"_s, item.multiple}};
}

} // namespace

RunReport::RunReport(Engine &engine, Format format, QObject *parent)
    : QObject(parent)
    , m_format(format)
{
    connect(&engine, &Engine::messageChanged, this, &RunReport::onMessage);
    connect(&engine, &Engine::partChanged, this, &RunReport::onPart);
    connect(&engine, &Engine::textAppended, this, &RunReport::onText);
    connect(&engine, &Engine::asked, this, &RunReport::onAsked);
    connect(&engine, &Engine::replied, this, &RunReport::onReplied);
    connect(&engine, &Engine::questionAsked, this, &RunReport::onQuestion);
    connect(&engine, &Engine::questionEnded, this, &RunReport::onQuestionEnded);
    connect(&engine, &Engine::todosChanged, this, &RunReport::onTodos);
    connect(&engine, &Engine::failed, this, [this](const Error &e) { error(e.message); });
}

void RunReport::onMessage(const SessionId &session, const Session::Message &message)
{
    if (session != m_session)
        return;
    if (message.role == Session::Role::Notice) {
        error(message.error);
        return;
    }
    if (message.role != Session::Role::Assistant)
        return;
    if (message.id != m_message) {
        flushText();
        m_message = message.id;
        if (m_format == Format::Json) {
            outJson({{u"type"_s, u"step"_s},
                     {u"session"_s, session.value},
                     {u"message"_s, message.id.value},
                     {u"agent"_s, message.agent},
                     {u"model"_s, message.model}});
        }
    }
    if (message.ended != 0) {
        flushText();
        if (!message.error.isEmpty())
            error(message.error);
    }
}

void RunReport::onPart(const SessionId &session, const MessageId &, int, const Session::Part &part)
{
    if (session != m_session)
        return;
    if (const auto *text = std::get_if<Session::TextPart>(&part)) {
        flushText();
        onText(session, m_message, 0, text->text);
        return;
    }
    const auto *call = std::get_if<Session::CallPart>(&part);
    if (!call)
        return;
    flushText();
    const auto seen = m_states.constFind(call->id);
    if (seen != m_states.constEnd() && *seen == call->state)
        return;
    m_states.insert(call->id, call->state);
    printCall(*call);
}

void RunReport::onText(const SessionId &session, const MessageId &, int, const QString &delta)
{
    if (session != m_session)
        return;
    if (m_format == Format::Json) {
        m_text += delta;
        return;
    }
    out(delta);
    m_lineOpen = !delta.endsWith(u'\n');
}

void RunReport::flushText()
{
    if (m_format == Format::Json) {
        if (!m_text.isEmpty())
            outJson({{u"type"_s, u"text"_s}, {u"message"_s, m_message.value}, {u"text"_s, m_text}});
        m_text.clear();
    } else if (std::exchange(m_lineOpen, false)) {
        out(u"\n"_s);
    }
}

void RunReport::printCall(const Session::CallPart &call)
{
    if (m_format == Format::Json) {
        QJsonObject json{{u"type"_s, u"tool"_s},
                         {u"id"_s, call.id.value},
                         {u"name"_s, call.tool},
                         {u"input"_s, call.input},
                         {u"state"_s, Session::callStateName(call.state)}};
        if (call.state == CallState::Completed) {
            json.insert(u"output"_s, outputText(call));
            json.insert(
                    u"metadata"_s,
                    QJsonObject{{u"structured"_s, call.structured},
                                {u"outputPaths"_s, QJsonArray::fromStringList(call.outputPaths)}});
        }
        if (!call.error.isEmpty())
            json.insert(u"error"_s, call.error);
        outJson(json);
        return;
    }
    const QString line = QString(call.tool + u' ' + subjectOf(call)).trimmed();
    switch (call.state) {
    case CallState::Completed:
        err(u"✓ "_s + line + u'\n');
        break;
    case CallState::Error:
        err(u"✕ "_s + line + u": "_s + call.error + u'\n');
        break;
    case CallState::Refused:
        err(u"⊘ "_s + line + (call.error.isEmpty() ? QString() : u": "_s + call.error) + u'\n');
        break;
    case CallState::Interrupted:
        err(u"◼ "_s + line + u'\n');
        break;
    case CallState::Pending:
    case CallState::Asking:
    case CallState::Running:
        break;
    }
}

void RunReport::onAsked(const Permission::Request &request)
{
    if (request.inquiry.session != m_session || m_format != Format::Json)
        return;
    QJsonArray save;
    for (const Permission::SaveOffer &offer : request.inquiry.save)
        save.append(QJsonObject{{u"resource"_s, offer.resource}, {u"exact"_s, offer.exact}});
    outJson({{u"type"_s, u"asked"_s},
             {u"id"_s, request.id.value},
             {u"call"_s, request.inquiry.call.value},
             {u"action"_s, request.inquiry.action},
             {u"resources"_s, QJsonArray::fromStringList(request.inquiry.resources)},
             {u"save"_s, save},
             {u"metadata"_s, request.inquiry.metadata},
             {u"explanation"_s, Permission::toJson(request.explanation)}});
}

void RunReport::onReplied(const Permission::Replied &replied)
{
    if (replied.session != m_session || m_format != Format::Json)
        return;
    outJson({{u"type"_s, u"replied"_s},
             {u"id"_s, replied.id.value},
             {u"reply"_s, Permission::answerName(replied.answer)},
             {u"message"_s, replied.message},
             {u"interrupted"_s, replied.interrupted},
             {u"cascaded"_s, replied.cascaded}});
}

void RunReport::onQuestion(const Question::Request &request)
{
    if (request.inquiry.session != m_session || m_format != Format::Json)
        return;
    QJsonArray items;
    for (const Question::Item &item : request.inquiry.items)
        items.append(toJson(item));
    outJson({{u"type"_s, u"question"_s},
             {u"id"_s, request.id.value},
             {u"call"_s, request.inquiry.call.value},
             {u"questions"_s, items}});
}

void RunReport::onQuestionEnded(const Question::Ended &ended)
{
    if (ended.session != m_session || m_format != Format::Json)
        return;
    QJsonArray answers;
    for (const QStringList &given : ended.answers)
        answers.append(QJsonArray::fromStringList(given));
    outJson({{u"type"_s, u"answered"_s},
             {u"id"_s, ended.id.value},
             {u"ending"_s, Question::endingName(ended.ending)},
             {u"answers"_s, answers},
             {u"message"_s, ended.message}});
}

void RunReport::onTodos(const SessionId &session, const QList<Todo> &todos)
{
    if (session != m_session)
        return;
    flushText();
    if (m_format == Format::Json) {
        outJson({{u"type"_s, u"todos"_s}, {u"todos"_s, toJson(todos)}});
        return;
    }
    for (const Todo &todo : todos)
        err(todoLine(todo));
}

void RunReport::error(const QString &message)
{
    flushText();
    if (m_format == Format::Json)
        outJson({{u"type"_s, u"error"_s}, {u"message"_s, message}});
    else
        err(u"countersign: "_s + message + u'\n');
}

void RunReport::done(const Session::RunEnded &ended, int exitCode)
{
    flushText();
    if (m_format == Format::Json) {
        outJson({{u"type"_s, u"done"_s},
                 {u"session"_s, ended.session.value},
                 {u"outcome"_s, Session::outcomeName(ended.outcome)},
                 {u"message"_s, ended.message},
                 {u"exitCode"_s, exitCode}});
    }
}

} // namespace Countersign::Cli
