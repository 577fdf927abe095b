// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/answers.h"

#include "permission/evaluate.h"
#include "schema/codec.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;

namespace {

struct Written
{
    QString action;
    QString resource;
    QString reply;
    std::optional<QString> message;
    std::optional<QStringList> save;
};

struct WrittenQuestion
{
    QString question;
    std::optional<QStringList> answers;
    std::optional<QString> reply;
    std::optional<QString> message;
};

Schema::Codec<Written> requestCodec()
{
    return Schema::object<Written>()
            .field(u"action"_s, &Written::action, Schema::string())
            .field(u"resource"_s, &Written::resource, Schema::string())
            .field(u"reply"_s, &Written::reply,
                   Schema::oneOf({u"once"_s, u"always"_s, u"reject"_s}))
            .field(u"message"_s, &Written::message, Schema::string())
            .field(u"save"_s, &Written::save, Schema::list(Schema::string()))
            .codec();
}

Schema::Codec<WrittenQuestion> questionCodec()
{
    return Schema::object<WrittenQuestion>()
            .field(u"question"_s, &WrittenQuestion::question, Schema::string())
            .field(u"answers"_s, &WrittenQuestion::answers, Schema::list(Schema::string()))
            .field(u"reply"_s, &WrittenQuestion::reply, Schema::oneOf({u"dismiss"_s}))
            .field(u"message"_s, &WrittenQuestion::message, Schema::string())
            .codec();
}

} // namespace

Answers Answers::once()
{
    Answers answers;
    answers.m_entries.append({u"*"_s, u"*"_s, Permission::Answer::Once, {}, {}});
    return answers;
}

Result<Answers> Answers::fromFile(const QString &file)
{
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly)) {
        return failure(ErrorCode::NotFound, u"The answers file %1 cannot be read."_s.arg(file),
                       in.errorString());
    }
    QJsonParseError syntax;
    const QJsonDocument document = QJsonDocument::fromJson(in.readAll(), &syntax);
    if (syntax.error != QJsonParseError::NoError) {
        return failure(ErrorCode::InvalidInput,
                       u"The answers file %1 is not JSON: %2 at byte %3."_s.arg(
                               file, syntax.errorString(), QString::number(syntax.offset)));
    }
    const auto unusable = [&file](const QString &why) {
        return failure(ErrorCode::InvalidInput,
                       u"The answers file %1 cannot be used: %2"_s.arg(file, why));
    };
    if (!document.isArray())
        return unusable(u"it must be a list of entries"_s);
    Answers answers;
    const QJsonArray entries = document.array();
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const QString at = u"[%1]"_s.arg(i);
        if (entries.at(i).toObject().contains(u"question"_s)) {
            const auto entry = questionCodec().decode(entries.at(i), at);
            if (!entry)
                return unusable(Schema::describe(entry.error()));
            if (entry->answers.has_value() == entry->reply.has_value())
                return unusable(at + u": write either \"answers\" or \"reply\": \"dismiss\""_s);
            answers.m_questions.append(
                    {entry->question, entry->answers, entry->message.value_or(QString())});
            continue;
        }
        const auto entry = requestCodec().decode(entries.at(i), at);
        if (!entry)
            return unusable(Schema::describe(entry.error()));
        answers.m_entries.append(
                {entry->action, entry->resource,
                 Permission::answerFromName(entry->reply).value_or(Permission::Answer::Reject),
                 entry->message.value_or(QString()), entry->save});
    }
    return answers;
}

std::optional<Permission::Reply> Answers::find(const Permission::Request &request) const
{
    const Permission::Inquiry &inquiry = request.inquiry;
    for (const Entry &entry : m_entries) {
        const bool fits = Permission::matches(inquiry.action, entry.action)
                && std::all_of(inquiry.resources.cbegin(), inquiry.resources.cend(),
                               [&](const QString &resource) {
                                   return Permission::matches(resource, entry.resource);
                               });
        if (!fits)
            continue;
        Permission::Reply reply;
        reply.by = Permission::Answerer::Automatic;
        reply.wholeSession = false; // Every other request has an entry of its own.
        reply.answer = entry.answer;
        if (entry.answer == Permission::Answer::Reject)
            reply.message = entry.message;
        if (entry.answer == Permission::Answer::Always) {
            std::copy_if(inquiry.save.cbegin(), inquiry.save.cend(), std::back_inserter(reply.save),
                         [&](const Permission::SaveOffer &offer) {
                             return !entry.save || entry.save->contains(offer.resource);
                         });
        }
        return reply;
    }
    return {};
}

const Answers::Prepared *Answers::findFor(const Question::Item &item) const
{
    for (const Prepared &prepared : m_questions) {
        if (Permission::matches(item.question, prepared.question)
            || Permission::matches(item.header, prepared.question))
            return &prepared;
    }
    return nullptr;
}

std::optional<Question::Reply> Answers::find(const Question::Request &request) const
{
    Question::Reply reply;
    reply.by = Permission::Answerer::Automatic;
    reply.dismissed = false;
    for (const Question::Item &item : request.inquiry.items) {
        const Prepared *prepared = findFor(item);
        if (!prepared)
            return {};
        if (!prepared->answers) {
            // One that is dismissed dismisses the form.
            reply.dismissed = true;
            reply.answers.clear();
            reply.message = prepared->message;
            return reply;
        }
        reply.answers.append(*prepared->answers);
    }
    return reply;
}

Permission::Reply nobodyThere()
{
    Permission::Reply reply;
    reply.by = Permission::Answerer::Nobody;
    reply.answer = Permission::Answer::Reject;
    return reply;
}

Question::Reply nobodyToAnswer()
{
    Question::Reply reply;
    reply.by = Permission::Answerer::Nobody;
    return reply;
}

} // namespace Countersign::Cli
