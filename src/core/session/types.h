// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "tool/todo.h"
#include "tool/tool.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <optional>
#include <variant>

namespace Countersign::Session {

/// The life of a tool call. Refused is an error that a person or a rule caused.
enum class CallState { Pending, Asking, Running, Completed, Error, Refused, Interrupted };

struct TextPart
{
    QString text;
    friend bool operator==(const TextPart &, const TextPart &) = default;
};
struct ReasoningPart
{
    QString text;
    QJsonObject opaque;
    friend bool operator==(const ReasoningPart &, const ReasoningPart &) = default;
};
struct CallPart
{
    CallId id;
    QString tool;
    QJsonObject input;
    QString rawInput; ///< While the arguments still arrive, and when they are malformed.
    CallState state = CallState::Pending;
    QJsonValue structured;
    Content content; ///< Bounded, as the model reads it.
    QStringList outputPaths;
    QString error; ///< As the model reads it.
    QString live; ///< While it runs: the end of its output so far. Not stored.
    QJsonObject opaque; ///< The provider's.
    qint64 created = 0; ///< Milliseconds since the epoch; 0: not reached.
    qint64 started = 0;
    qint64 ended = 0;
    friend bool operator==(const CallPart &, const CallPart &) = default;
};
using Part = std::variant<TextPart, ReasoningPart, CallPart>;

enum class Role {
    User,
    Assistant,
    Notice
}; ///< Notice: a remark of the program (an error, a switch).

struct Message
{
    MessageId id;
    Role role = Role::User;
    QList<Part> parts;
    QString agent;
    QString model; ///< "provider/id"; assistant messages only.
    QString error; ///< Why the turn failed; empty when it did not.
    bool interrupted = false;
    qint64 created = 0;
    qint64 ended = 0; ///< 0 while the turn runs.
    qint64 inputTokens = 0;
    qint64 outputTokens = 0;
    friend bool operator==(const Message &, const Message &) = default;
};

enum class Status { Idle, Working, Waiting, Failed }; ///< Waiting: for a person.

struct Info
{
    SessionId id;
    ProjectId project;
    QString directory;
    QString title; ///< Empty until the first prompt.
    QString agent;
    QString model;
    qint64 created = 0;
    qint64 updated = 0;
    Status status = Status::Idle; ///< Live, not stored.
    friend bool operator==(const Info &, const Info &) = default;
};

/// Why a run ended.
enum class Outcome { Done, Failed, Refused, Interrupted, StepLimit };

struct RunEnded
{
    SessionId session;
    Outcome outcome = Outcome::Done;
    QString message; ///< For people; empty when done.
    /// What broke underneath, when the conversation does not tell it.
    std::optional<Error> fault;
};

[[nodiscard]] QString callStateName(CallState state); ///< Wire name: "pending", "asking", …
[[nodiscard]] QString outcomeName(Outcome outcome);
[[nodiscard]] QString roleName(Role role); ///< "user", "assistant", "notice"
[[nodiscard]] Role roleFromName(QStringView name);

// The stored form. A message's head is everything but its parts, which have rows of their own.
[[nodiscard]] QJsonObject toJson(const Message &message);
[[nodiscard]] QJsonObject headToJson(const Message &message);
[[nodiscard]] Message messageFromJson(const QJsonObject &json);
[[nodiscard]] QJsonObject toJson(const Part &part);
[[nodiscard]] Part partFromJson(const QJsonObject &json);
[[nodiscard]] QJsonArray toJson(const Content &content);
[[nodiscard]] Content contentFromJson(const QJsonArray &json);

} // namespace Countersign::Session

Q_DECLARE_METATYPE(Countersign::Session::Message)
Q_DECLARE_METATYPE(Countersign::Session::Part)
Q_DECLARE_METATYPE(Countersign::Session::Info)
Q_DECLARE_METATYPE(Countersign::Session::RunEnded)
