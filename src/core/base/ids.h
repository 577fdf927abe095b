// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QHashFunctions>
#include <QMetaType>
#include <QString>

#include <compare>

namespace Countersign {

/// A string identity that cannot be mixed up with another kind. Empty means "none".
template<class Tag>
struct Id
{
    QString value;

    Id() = default;
    explicit Id(QString text) : value(std::move(text)) { }

    [[nodiscard]] bool isEmpty() const { return value.isEmpty(); }
    friend bool operator==(const Id &, const Id &) = default;
    friend bool operator<(const Id &a, const Id &b) { return a.value < b.value; }
    friend size_t qHash(const Id &id, size_t seed = 0) { return ::qHash(id.value, seed); }
};

using SessionId = Id<struct SessionTag>; ///< "ses_…"
using MessageId = Id<struct MessageTag>; ///< "msg_…"
using CallId = Id<struct CallTag>; ///< Chosen by the provider; unique within a session's message.
using RequestId = Id<struct RequestTag>; ///< "per_…": a pending permission request.
using QuestionId = Id<struct QuestionTag>; ///< "que_…": a pending question to the person.
using ApprovalId = Id<struct ApprovalTag>; ///< "psv_…": a saved approval.
using ProjectId =
        Id<struct ProjectTag>; ///< Identity of a Location: git repository or canonical directory.

/// 12 hexadecimal digits of time and counter followed by 14 random base-62 characters: ids made
/// later in one process sort later. Thread-safe.
[[nodiscard]] QString ascendingId();

[[nodiscard]] SessionId newSessionId();
[[nodiscard]] MessageId newMessageId();
[[nodiscard]] RequestId newRequestId();
[[nodiscard]] QuestionId newQuestionId();
[[nodiscard]] ApprovalId newApprovalId();

} // namespace Countersign

Q_DECLARE_METATYPE(Countersign::SessionId)
Q_DECLARE_METATYPE(Countersign::MessageId)
Q_DECLARE_METATYPE(Countersign::CallId)
Q_DECLARE_METATYPE(Countersign::RequestId)
Q_DECLARE_METATYPE(Countersign::QuestionId)
