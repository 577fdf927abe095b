// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>

#include <tl/expected.hpp>

namespace Countersign {

/// What kind of thing went wrong. Callers branch on this, never on the words.
enum class ErrorCode {
    InvalidInput, ///< The caller (often the model) gave something that cannot be right.
    NotFound, ///< A file, session, request or name that does not exist.
    Exists, ///< Something is there that must not be overwritten.
    Denied, ///< A rule forbids it, or the person refused it with words for the model.
    Declined, ///< The person refused without words: the run stops.
    Cancelled, ///< A stop was requested before the work ended.
    Stale, ///< The world changed since the decision was made (file, registration).
    Limit, ///< A stated limit was exceeded.
    Unsupported, ///< Understood, but not available here.
    Io, ///< The operating system refused: disk, permission, missing program.
    Network, ///< A connection failed or ended early.
    Protocol, ///< The other side answered something that cannot be understood.
    Storage, ///< The database or managed output could not be written or read.
    Internal, ///< A broken invariant of ours.
};

/// A failure as a value. `message` is one complete English sentence saying what failed, on what,
/// and what can be done; it may be shown to a person and to the model. `detail` is for people who
/// look closer (system error text, offsets); it is never required to understand the message.
struct Error
{
    ErrorCode code = ErrorCode::Internal;
    QString message;
    QString detail;

    friend bool operator==(const Error &, const Error &) = default;
};

/// Either a value or an Error. Functions returning it must be [[nodiscard]].
template<class T>
using Result = tl::expected<T, Error>;

/// The failure side of any Result.
[[nodiscard]] inline tl::unexpected<Error> failure(ErrorCode code, QString message,
                                                   QString detail = {})
{
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(detail)});
}

[[nodiscard]] inline tl::unexpected<Error> failure(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

/// Wire name of a code ("invalid_input", "denied", …): used in JSON output and logs.
[[nodiscard]] QString errorCodeName(ErrorCode code);

} // namespace Countersign
