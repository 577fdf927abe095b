// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "permission/types.h"
#include "question/types.h"

#include <QList>
#include <QString>

#include <optional>

namespace Countersign::Cli {

/// A scripted person: answers requests from a list, the first match answers.
class Answers
{
public:
    /// Answers every request with "once".
    [[nodiscard]] static Answers once();
    /// Reads a list of entries for requests, {"action", "resource", "reply": "once|always|reject",
    /// "message", "save": […]}, and for questions, {"question", "answers": […]} or {"question",
    /// "reply": "dismiss", "message"}.
    /// InvalidInput names the file, the entry and what is wrong with it.
    [[nodiscard]] static Result<Answers> fromFile(const QString &file);

    /// The answer to a request; nothing when no entry matches all of its resources.
    [[nodiscard]] std::optional<Permission::Reply> find(const Permission::Request &request) const;
    /// The answer to a question; nothing when one of the form's questions has no entry.
    [[nodiscard]] std::optional<Question::Reply> find(const Question::Request &request) const;
    /// Some entry answers questions: only then are they worth offering.
    [[nodiscard]] bool haveQuestions() const { return !m_questions.isEmpty(); }

private:
    struct Entry
    {
        QString action;
        QString resource;
        Permission::Answer answer = Permission::Answer::Once;
        QString message;
        std::optional<QStringList> save; ///< Nothing: all that is offered.
    };
    struct Prepared
    {
        QString question; ///< Pattern for the question or its header.
        std::optional<QStringList> answers; ///< Nothing: the form is dismissed.
        QString message;
    };
    [[nodiscard]] const Prepared *findFor(const Question::Item &item) const;
    QList<Entry> m_entries;
    QList<Prepared> m_questions;
};

/// The answer where no person is there to give one: the request is refused and the run stops.
[[nodiscard]] Permission::Reply nobodyThere();
/// The same for a question.
[[nodiscard]] Question::Reply nobodyToAnswer();

} // namespace Countersign::Cli
