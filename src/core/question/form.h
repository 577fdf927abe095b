// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "question/types.h"
#include "schema/codec.h"

/// What a form may hold, how it is written, and what may be answered to it.
namespace Countersign::Question {

// A form has to fit a person's attention, and a card on the desk.
inline constexpr qsizetype kMostItems = 10;
inline constexpr qsizetype kMostOptions = 20; ///< Of one question.
inline constexpr qsizetype kLongestHeader = 80; ///< UTF-16 units, as the next.
inline constexpr qsizetype kLongestQuestion = 2000;
inline constexpr qsizetype kLongestLabel = 200;
inline constexpr qsizetype kLongestDescription = 1000;
inline constexpr qsizetype kLongestAnswer = 10'000;

/// One question as tools and the database write it: {"question", "header", "options": [{"label",
/// "description"}], "multiple"}; header, options, description and multiple may be left out.
[[nodiscard]] Schema::Codec<Item> itemCodec();

/// InvalidInput, for the model, names the first question that breaks a limit, has no text, or has two
/// options of the same label.
[[nodiscard]] Result<void> checkItems(const QList<Item> &items);

/// The answers without blank ones and without spaces around them. InvalidInput when they do not fit
/// the form: another number of questions, several answers where one is asked for, all unanswered.
[[nodiscard]] Result<Answers> checkAnswers(const QList<Item> &items, const Answers &answers);

/// The end of a wait for a reply that dismisses: Denied with the words, Declined without.
[[nodiscard]] Error dismissalOf(const Reply &reply);
/// The end of a wait that nobody answered.
[[nodiscard]] Error interruption();

} // namespace Countersign::Question
