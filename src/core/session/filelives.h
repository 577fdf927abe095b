// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/snapshot.h"

#include <QList>
#include <QString>

namespace Countersign::Session {

/// What change sets did to one file, over all its names.
struct FileLife
{
    QString firstPath; ///< Canonical.
    QString firstResource;
    QString path; ///< Its name after the last of them.
    QString resource;
    struct Step
    {
        Image before;
        Image after;
    };
    QList<Step>
            steps; ///< Oldest first. What joins without a gap is one step; what came to nothing is none.
    Reason problem; ///< Why something of it was not kept.
    bool byCommand = false;
    bool byPerson = false; ///< A set of the person's is among them.

    [[nodiscard]] bool isMoved() const { return path != firstPath; }
};

/// The lives of all files that `sets` (oldest first) are about, in the order of their names.
[[nodiscard]] QList<FileLife> filesOf(const QList<ChangeSet> &sets);

/// One file as it was at two moments; an unknown mode is like any other.
[[nodiscard]] bool areAlike(const Image &a, const Image &b);

} // namespace Countersign::Session
