// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/ids.h"
#include "permission/types.h"

#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

/// What an agent wants to know from the person: a form of a few questions, answered or dismissed as
/// a whole.
namespace Countersign::Question {

struct Option
{
    QString label; ///< This is the answer; unique within its question.
    QString description; ///< May be empty.
    friend bool operator==(const Option &, const Option &) = default;
};

/// One question of a form. Words of one's own are always an answer, too.
struct Item
{
    QString question;
    QString header; ///< A few words; may be empty.
    QList<Option> options; ///< May be empty: only words of one's own.
    bool multiple = false; ///< Several answers may be chosen.
    friend bool operator==(const Item &, const Item &) = default;
};

/// A form, given to the service.
struct Inquiry
{
    SessionId session;
    QString agent;
    MessageId message;
    CallId call;
    QList<Item> items; ///< At least one.
    friend bool operator==(const Inquiry &, const Inquiry &) = default;
};

/// A form that waits for the person.
struct Request
{
    QuestionId id;
    Inquiry inquiry;
    qint64 asked = 0; ///< Milliseconds since the epoch.
    friend bool operator==(const Request &, const Request &) = default;
};

/// The answers to each question, in the form's order; an empty list: unanswered.
using Answers = QList<QStringList>;

/// What the person does with a form: answers it, or dismisses it. Dismissing is no answer.
struct Reply
{
    bool dismissed = true;
    Answers answers; ///< When not dismissed: one list for each question.
    QString message; ///< For the model; only when dismissed. Empty: the run stops.
    Permission::Answerer by = Permission::Answerer::Person;
    friend bool operator==(const Reply &, const Reply &) = default;
};

enum class Ending { Answered, Dismissed, Interrupted };

/// A form waits no longer.
struct Ended
{
    QuestionId id;
    SessionId session;
    Ending ending = Ending::Interrupted;
    Answers answers; ///< When answered.
    QString message; ///< When dismissed with words.
    friend bool operator==(const Ended &, const Ended &) = default;
};

[[nodiscard]] QString endingName(Ending ending); ///< "answered", "dismissed", "interrupted"

} // namespace Countersign::Question

Q_DECLARE_METATYPE(Countersign::Question::Request)
Q_DECLARE_METATYPE(Countersign::Question::Ended)
