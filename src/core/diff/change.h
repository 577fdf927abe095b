// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

namespace Countersign::Diff {

/// What happens to one file.
enum class ChangeKind { Added, Modified, Deleted, Moved };

/// A fact of what was allowed: the person left lines out of it and changed nothing else.
inline constexpr char16_t kPartFact[] = u"part";

/// A fact of a change that is read again later: the file's contents were too large to be kept.
inline constexpr char16_t kNotKeptFact[] = u"content-not-kept";

/// The exact effect on one file: the bytes there now and the bytes that will be there.
struct FileChange
{
    ChangeKind kind = ChangeKind::Modified;
    QString resource; ///< As rules see it: relative to the Location with '/', or absolute outside it.
    QString target; ///< Canonical absolute path.
    QString movedTo; ///< Resource of the destination; only for Moved.
    QByteArray before; ///< Empty for Added.
    QByteArray after; ///< Empty for Deleted.
    /// Things a person must know, as stable tokens: "outside", "symlink", "binary", "not-exact".
    QStringList facts;
    QString movedTarget = {}; ///< Canonical absolute path of the destination; only for Moved.
    /// What the project says that bytes which do not tell their encoding are in, a name as in TextFormat;
    /// empty: nothing, or both sides tell.
    QByteArray charset = {};

    friend bool operator==(const FileChange &, const FileChange &) = default;
};

/// What a tool proposes to do to files; part of a permission request, and of a reply that changes it.
struct Proposal
{
    QList<FileChange> files;

    [[nodiscard]] bool isEmpty() const { return files.isEmpty(); }
    friend bool operator==(const Proposal &, const Proposal &) = default;
};

/// Added and removed lines of one change, as git counts them.
struct LineCounts
{
    int added = 0;
    int removed = 0;
    friend bool operator==(const LineCounts &, const LineCounts &) = default;
};

} // namespace Countersign::Diff

Q_DECLARE_METATYPE(Countersign::Diff::Proposal)
