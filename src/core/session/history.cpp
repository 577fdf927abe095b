// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/history.h"

#include "tool/settlement.h"

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

Provider::CallResult resultOf(const CallPart &call)
{
    Provider::CallResult result;
    result.id = call.id;
    result.name = call.tool;
    if (call.state == CallState::Completed) {
        Settled settled;
        settled.output = ToolOutput{call.structured, call.content};
        result.text = settled.modelText();
        for (const ContentPart &part : call.content) {
            if (const auto *file = std::get_if<FileContent>(&part))
                result.files.append(Provider::File{file->data, file->mime, file->name});
        }
        return result;
    }
    result.isError = true;
    result.text = call.error.isEmpty() ? u"The call was interrupted before it had a result."_s
                                       : call.error;
    return result;
}

void lowerAssistant(const Message &message, QList<Provider::Entry> &entries)
{
    Provider::Entry assistant{Provider::Role::Assistant, {}};
    Provider::Entry results{Provider::Role::Tool, {}};
    for (const Part &part : message.parts) {
        if (const auto *text = std::get_if<TextPart>(&part)) {
            if (!text->text.isEmpty())
                assistant.items.append(Provider::Text{text->text});
        } else if (const auto *reasoning = std::get_if<ReasoningPart>(&part)) {
            assistant.items.append(
                    Provider::Reasoning{reasoning->text, reasoning->opaque, message.model});
        } else {
            const auto &call = std::get<CallPart>(part);
            assistant.items.append(
                    Provider::Call{call.id, call.tool, call.input, call.opaque, message.model});
            results.items.append(resultOf(call));
        }
    }
    if (!message.error.isEmpty() && assistant.items.isEmpty())
        return; // A turn that failed before it said anything.
    entries.append(assistant);
    if (!results.items.isEmpty())
        entries.append(results);
}

} // namespace

QList<Provider::Entry> lower(const QList<Message> &messages)
{
    QList<Provider::Entry> entries;
    for (const Message &message : messages) {
        switch (message.role) {
        case Role::User: {
            Provider::Entry user{Provider::Role::User, {}};
            for (const Part &part : message.parts) {
                if (const auto *text = std::get_if<TextPart>(&part))
                    user.items.append(Provider::Text{text->text});
            }
            entries.append(user);
            break;
        }
        case Role::Assistant:
            lowerAssistant(message, entries);
            break;
        case Role::Notice:
            break;
        }
    }
    return entries;
}

} // namespace Countersign::Session
