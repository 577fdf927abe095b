// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/answers.h"

#include "permission/evaluate.h"
#include "schema/codec.h"

#include <QFile>
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
    const auto codec =
            Schema::list(Schema::object<Written>()
                                 .field(u"action"_s, &Written::action, Schema::string())
                                 .field(u"resource"_s, &Written::resource, Schema::string())
                                 .field(u"reply"_s, &Written::reply,
                                        Schema::oneOf({u"once"_s, u"always"_s, u"reject"_s}))
                                 .field(u"message"_s, &Written::message, Schema::string())
                                 .field(u"save"_s, &Written::save, Schema::list(Schema::string()))
                                 .codec());
    const auto written = codec.decode(document.isArray() ? QJsonValue(document.array())
                                                         : QJsonValue(document.object()));
    if (!written) {
        return failure(ErrorCode::InvalidInput,
                       u"The answers file %1 cannot be used: %2"_s.arg(
                               file, Schema::describe(written.error())));
    }
    Answers answers;
    for (const Written &entry : *written) {
        answers.m_entries.append(
                {entry.action, entry.resource,
                 Permission::answerFromName(entry.reply).value_or(Permission::Answer::Reject),
                 entry.message.value_or(QString()), entry.save});
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
        reply.message = entry.message;
        reply.by = Permission::Answerer::Automatic;
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

Permission::Reply nobodyThere()
{
    Permission::Reply reply;
    reply.by = Permission::Answerer::Nobody;
    reply.answer = Permission::Answer::Reject;
    return reply;
}

} // namespace Countersign::Cli
