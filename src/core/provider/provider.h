// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/ids.h"
#include "base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <variant>

/// Model protocols behind one interface. A turn goes in as values, events come out as they arrive.
namespace Countersign::Provider {

struct ToolSchema
{
    QString name;
    QString description;
    QJsonObject inputSchema;
};

// The conversation as a provider sees it.
struct Text
{
    QString text;
};
struct Reasoning
{
    QString text;
    QJsonObject opaque; ///< Provider-private (signatures …); replayed only to `model`.
    QString model;
};
struct File
{
    QByteArray data;
    QString mime;
    QString name;
};
struct Call
{
    CallId id;
    QString name;
    QJsonObject input;
    QJsonObject opaque; ///< Provider-private; replayed only to `model`.
    QString model;
};
struct CallResult
{
    CallId id;
    QString name;
    QString text;
    QList<File> files;
    bool isError = false;
};
using Item = std::variant<Text, Reasoning, File, Call, CallResult>;
enum class Role { System, User, Assistant, Tool };
struct Entry
{
    Role role = Role::User;
    QList<Item> items;
};

struct Turn
{
    QString model; ///< Without the provider's name.
    QString system;
    QList<Entry> history;
    QList<ToolSchema> tools;
    bool mayCallTools = true; ///< False: tool choice "none".
    QString cacheKey; ///< The session's id.
};

// What happens during a turn, in order.
struct TextDelta
{
    QString text;
};
struct ReasoningDelta
{
    QString text;
};
struct CallStarted
{
    CallId id;
    QString name;
};
struct CallDelta
{
    CallId id;
    QString text; ///< A piece of the arguments' JSON.
};
/// A call is complete. `malformed` says why its arguments are no JSON object; it must not run then.
struct CallReady
{
    CallId id;
    QString name;
    QJsonObject input;
    QString raw; ///< The arguments as they arrived.
    std::optional<QString> malformed;
    QJsonObject opaque;
};
struct Usage
{
    qint64 input = 0;
    qint64 output = 0;
    qint64 reasoning = 0;
    qint64 cacheRead = 0;
    qint64 cacheWrite = 0;
    friend bool operator==(const Usage &, const Usage &) = default;
};
/// The request failed and is tried again after `wait`; nothing had been delivered.
struct Retrying
{
    int attempt = 0; ///< From 1.
    std::chrono::milliseconds wait{0};
    QString reason;
};
using Event =
        std::variant<TextDelta, ReasoningDelta, CallStarted, CallDelta, CallReady, Usage, Retrying>;
using Sink = std::function<void(const Event &)>;

enum class Finish { Stop, ToolCalls, Length, ContentFilter, Unknown };

/// One model service. Thread-safe; turns of different sessions run at once.
class Provider
{
public:
    virtual ~Provider() = default;
    /// Runs one turn: calls `sink` on this thread for each event and returns how it ended.
    /// Blocking, on the engine's pool. Errors: Cancelled (no event follows), Network, Protocol,
    /// Limit (the context window is full), Denied (key refused) … with words for people.
    [[nodiscard]] virtual Result<Finish> run(const Turn &turn, const Sink &sink,
                                             std::stop_token stop) = 0;
};

} // namespace Countersign::Provider
