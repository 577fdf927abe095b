// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "diff/reversal.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>

namespace Countersign::Session {

/// Why something of a change was not kept or cannot be put back, or what else is to be known of it. A
/// value, so that each face says it in its own language.
struct Reason
{
    /// The numbers are stored; their words are in reason.cpp.
    enum class Kind {
        None = 0,
        Told = 1, ///< The words are in `details`, in English.
        // Of sets:
        FolderTooLarge = 10, ///< The folder, how many files.
        FolderTooSlow = 11, ///< The folder.
        RepositoryWithin = 12, ///< The folder.
        MoreFiles = 13, ///< How many.
        NameNoText = 14,
        OtherCommand = 15,
        ProgramEnded = 16,
        NotFoundOut = 17, ///< Why, in English.
        // Of contents:
        NotKept = 30, ///< Why, in English.
        TooLarge = 31, ///< The limit, in MiB.
        TooMuch = 32,
        Unreadable = 33,
        EarlierNotKept = 34,
        LostByGit = 35,
        IgnoredBefore = 36,
        Dropped = 37,
        Damaged = 38,
        // Of what happened since:
        LinesLeft = 50, ///< `lines`
        ElsewhereToo = 51,
        OldNameTaken = 52, ///< The old name.
        Removed = 53,
        Replaced = 54,
        MadeAndChanged = 55,
        MadeAndChangedThere = 56, ///< `lines`
        OtherKind = 57,
        NoText = 58,
        LinkInTheWay = 59,
        NoFile = 60,
        LinesChanged = 61, ///< `lines`
        // Of put-backs:
        NothingLeft = 80,
        WholeFileOnly = 81,
        NoSuchPlace = 82, ///< How many there are, the number.
        PlaceGone = 83,
        SameName = 84,
        ChangedSinceShown = 85,
        ChangedNow = 86,
        NotOfTheSession = 87,
        NothingToPutBack = 88,
        NothingToUndo = 89,
        NothingToRedo = 90,
    };
    Kind kind = Kind::None;
    QStringList details = {};
    QList<Diff::LineRange> lines = {};

    [[nodiscard]] bool isEmpty() const { return kind == Kind::None; }
    friend bool operator==(const Reason &, const Reason &) = default;
};

/// Words of another language for an English text of the context "Reason".
using ReasonTranslation = std::function<QString(const char *)>;

[[nodiscard]] QString inWords(const char *english, const ReasonTranslation &translated);
/// Whole sentences; in English without a translation. Empty when the reason is.
[[nodiscard]] QString inWords(const Reason &reason, const ReasonTranslation &translated = {});
[[nodiscard]] QStringList inWords(const QList<Reason> &reasons,
                                  const ReasonTranslation &translated = {});

[[nodiscard]] Reason told(const Error &error);

/// As it is written into the store; `lines` are not: what they say holds at one moment only.
[[nodiscard]] QString toStored(const Reason &reason);
/// A text that toStored() did not make is taken as the details of `otherwise`.
[[nodiscard]] Reason fromStored(const QString &text, Reason::Kind otherwise);

} // namespace Countersign::Session
