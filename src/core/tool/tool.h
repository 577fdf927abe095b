// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "permission/types.h"
#include "schema/codec.h"

#include <QByteArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <stop_token>
#include <variant>

namespace Countersign {

/// Text or a file, as a model reads it.
struct TextContent
{
    QString text;
    friend bool operator==(const TextContent &, const TextContent &) = default;
};
struct FileContent
{
    QByteArray data; ///< Raw bytes; base64 only on the wire.
    QString mime;
    QString name; ///< May be empty.
    friend bool operator==(const FileContent &, const FileContent &) = default;
};
using ContentPart = std::variant<TextContent, FileContent>;
using Content = QList<ContentPart>;

/// What a tool gets beside its input: four ids and a stop token, always all of them, and a way to
/// show its progress.
struct ToolContext
{
    SessionId session;
    QString agent;
    MessageId message; ///< The assistant message that holds the call.
    CallId call;
    std::stop_token stop;
    /// Shows the person what the tool has so far (the end of a command's output), while it runs.
    /// May be empty; called on the tool's thread, some ten times a second at most.
    std::function<void(const QString &)> live = {};
};

/// The result of a tool, encoded and projected, before it is bounded.
struct ToolOutput
{
    QJsonValue structured;
    Content content; ///< Empty: the model reads `structured` as JSON.
    /// Managed files (see OutputStore) that a tool which streams wrote itself, because it could not
    /// hold its whole output in memory.
    QStringList managed = {};
    friend bool operator==(const ToolOutput &, const ToolOutput &) = default;
};

/// What a tool says of itself: everything that differs between tools but the name.
template<class Input, class Output>
struct ToolSpec
{
    QString description;
    Schema::Codec<Input> input;
    Schema::Codec<Output> output;
    /// Blocking, on the engine's pool. An Error's message goes to the model as it stands.
    std::function<Result<Output>(const Input &, const ToolContext &)> execute;
    /// Model content from the *encoded* output; may be empty (a string output is one text part,
    /// anything else is read as JSON).
    std::function<Content(const Input &, const QJsonValue &encodedOutput, const Output &)> project =
            {};
    /// Managed files that the tool wrote itself; may be empty.
    std::function<QStringList(const Output &)> managed = {};
    /// The permission action that can hide this tool; empty: the name it is registered under.
    QString catalogAction = {};
    /// What is added to the description for an agent with these rules; may be empty.
    std::function<QString(const Permission::Ruleset &rules)> describeMore = {};
    /// Why the tool cannot be used here, a sentence; then it is not offered, and a call gets this as
    /// its error. Empty: it can be used.
    QString unavailable = {};
};

/// A tool: opaque, immutable, nameless. The name is the key of its registration.
class Tool
{
public:
    template<class Input, class Output>
    [[nodiscard]] static Tool make(ToolSpec<Input, Output> spec);

    [[nodiscard]] const QString &description() const { return m_parts->description; }
    /// As a model reads it whose agent has `rules`.
    [[nodiscard]] QString descriptionFor(const Permission::Ruleset &rules) const;
    [[nodiscard]] const QJsonObject &inputSchema() const { return m_parts->inputSchema; }
    [[nodiscard]] const QJsonObject &outputSchema() const { return m_parts->outputSchema; }
    [[nodiscard]] const QString &catalogAction() const { return m_parts->catalogAction; }

    /// Why it cannot be used; empty when it can.
    [[nodiscard]] const QString &unavailable() const { return m_parts->unavailable; }

    /// The same tool under another catalog action; the original is unchanged.
    [[nodiscard]] Tool withCatalogAction(const QString &action) const;

private:
    friend class Settlement; // The one caller of run(): settlement.cpp states the whole order.
    struct Parts
    {
        QString description;
        QJsonObject inputSchema;
        QJsonObject outputSchema;
        QString catalogAction;
        QString unavailable;
        std::function<QString(const Permission::Ruleset &)> describeMore;
        /// The first argument is the name the tool was called by, for its errors.
        std::function<Result<ToolOutput>(const QString &, const QJsonObject &, const ToolContext &)>
                run;
    };
    explicit Tool(std::shared_ptr<const Parts> parts) : m_parts(std::move(parts)) { }
    std::shared_ptr<const Parts> m_parts;
};

/// The errors of decoding and encoding, worded for the model. `tool` is the name it was called by.
[[nodiscard]] Error invalidToolInput(const QString &tool, const Schema::Issues &issues);
[[nodiscard]] Error invalidToolOutput(const QString &tool, const Schema::Issues &issues);

template<class Input, class Output>
Tool Tool::make(ToolSpec<Input, Output> spec)
{
    auto parts = std::make_shared<Parts>();
    parts->description = spec.description;
    parts->inputSchema = spec.input.jsonSchema();
    parts->outputSchema = spec.output.jsonSchema();
    parts->catalogAction = spec.catalogAction;
    parts->unavailable = spec.unavailable;
    parts->describeMore = spec.describeMore;
    parts->run = [spec = std::move(spec)](const QString &name, const QJsonObject &json,
                                          const ToolContext &context) -> Result<ToolOutput> {
        const auto input = spec.input.decode(json);
        if (!input)
            return failure(invalidToolInput(name, input.error()));
        const Result<Output> output = spec.execute(*input, context);
        if (!output)
            return failure(output.error());
        const auto encoded = spec.output.encode(*output);
        if (!encoded)
            return failure(invalidToolOutput(name, encoded.error()));
        ToolOutput result{*encoded, {}};
        if (spec.project)
            result.content = spec.project(*input, *encoded, *output);
        else if (encoded->isString())
            result.content = {TextContent{encoded->toString()}};
        if (spec.managed)
            result.managed = spec.managed(*output);
        return result;
    };
    return Tool(std::move(parts));
}

} // namespace Countersign
