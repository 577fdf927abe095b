// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/ids.h"
#include "diff/change.h"
#include "diff/linediff.h"
#include "session/reason.h"

#include <QByteArray>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <optional>

/// What a session changed, for people.
namespace Countersign::Session {

/// How much of a change is there still.
enum class Standing {
    Stands, ///< All of it, and nothing else happened to the file since.
    Drifted, ///< The file changed since, elsewhere: all of it can be put back.
    Partly, ///< Some of it changed since; the rest can be put back, place by place.
    Overtaken, ///< None of it can be put back; the reason says why.
    Gone, ///< It has been put back.
    NotKept, ///< The contents were not kept; the reason says why.
};
[[nodiscard]] QString standingName(Standing standing); ///< Wire name: "stands", "drifted", …
/// For people, a few words; empty when all of the change is there. `translated` as with reasons.
[[nodiscard]] QString standingWords(Standing standing, const ReasonTranslation &translated = {});

/// One file that a session, or one turn of it, changed.
struct ChangedFile
{
    QString path; ///< Canonical; of a file that was moved the new one.
    QString resource; ///< As rules name it; of a file that was moved the old one.
    QString movedTo;
    Diff::ChangeKind kind = Diff::ChangeKind::Modified;
    Diff::LineCounts counts; ///< Of what can be shown (see ShownChange).
    int places = 0; ///< The same: runs of changed lines.
    Standing standing = Standing::Stands;
    Reason reason; ///< What happened since, or why it was not kept; empty when nothing did.
    bool byCommand = false; ///< Found after a command, at least in part.
    friend bool operator==(const ChangedFile &, const ChangedFile &) = default;
};

/// What followed one prompt; or, without a turn, the whole session.
struct ChangeGroup
{
    MessageId turn; ///< The person's message.
    QString prompt; ///< Its first line.
    qint64 time = 0; ///< Milliseconds since the epoch.
    QList<ChangedFile> files; ///< In the order of their names.
    QList<Reason> notes; ///< What was not recorded, and why.
    friend bool operator==(const ChangeGroup &, const ChangeGroup &) = default;
};

struct SessionChanges
{
    SessionId session;
    ChangeGroup all;
    QList<ChangeGroup> turns; ///< Oldest first; those that changed something.
    QStringList undo; ///< The files of the put-back that would be undone; empty: there is none.
    QStringList redo; ///< The same for doing it once more.
    /// The file and line of the configuration that say that nothing more is to be kept; empty: it is.
    QString turnedOffIn = {};
    friend bool operator==(const SessionChanges &, const SessionChanges &) = default;
};

/// That nothing is kept, and how to have it kept, a sentence; `turnedOffIn` as in SessionChanges.
[[nodiscard]] QString turnedOffWords(const QString &turnedOffIn,
                                     const ReasonTranslation &translated = {});

/// A file's change with its contents. Where something can be put back, `after` is the file as it is now and
/// `before` what it would be then; lines that anybody else wrote are in both. Otherwise what was done.
struct ShownChange
{
    SessionId session;
    MessageId turn; ///< Empty: the whole session.
    ChangedFile file;
    Diff::FileChange change;
    QByteArray digest; ///< Stands for what is shown.
    friend bool operator==(const ShownChange &, const ShownChange &) = default;
};

/// What is to be put back.
struct PutBackOrder
{
    SessionId session;
    MessageId turn; ///< Empty: of the whole session.
    QStringList files; ///< Canonical paths or resources; empty: all that can be.
    /// Only this place of the one file: a block of the shown change …
    std::optional<Diff::Block> place = {};
    /// … or its number, from 0.
    std::optional<int> placeNumber = {};
    QByteArray digest = {}; ///< That of what was shown; empty: whatever is there.
    friend bool operator==(const PutBackOrder &, const PutBackOrder &) = default;
};

/// What was not done, and why.
struct Refusal
{
    QString resource; ///< Empty: it is about no file in particular.
    Reason reason;
    friend bool operator==(const Refusal &, const Refusal &) = default;
};
[[nodiscard]] QString inWords(const Refusal &refusal, const ReasonTranslation &translated = {});

/// What became of it.
struct PutBackReport
{
    enum class Act { PutBack, Undo, Redo };
    SessionId session;
    Act act = Act::PutBack;
    QStringList done; ///< Resources.
    QList<Refusal> refused;
    friend bool operator==(const PutBackReport &, const PutBackReport &) = default;
};

} // namespace Countersign::Session

Q_DECLARE_METATYPE(Countersign::Session::SessionChanges)
Q_DECLARE_METATYPE(Countersign::Session::ShownChange)
Q_DECLARE_METATYPE(Countersign::Session::PutBackReport)
