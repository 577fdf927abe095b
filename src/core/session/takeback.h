// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/reversal.h"
#include "session/diskimage.h"
#include "session/reason.h"

#include <QList>
#include <QString>

namespace Countersign::Session {

/// One thing that was done to a file.
struct DoneStep
{
    DiskImage before;
    DiskImage after;
};

/// A file without what was done to it, as far as that can be taken back.
struct TakenBack
{
    DiskImage image;
    QList<Diff::LineRange> left; ///< Lines of the file now that changed since; their steps stay.
    Reason refused; ///< Why a step, and those before it, could not be taken back; empty otherwise.
    bool drifted = false; ///< The file is not what the last step left.
    [[nodiscard]] bool isWhole() const { return left.isEmpty() && refused.isEmpty(); }
};

/// Takes `steps` (oldest first; others may have changed the file between them) back from `now`, newest
/// first. What others wrote stays. Pure. Errors: those of Diff::takenBack().
[[nodiscard]] Result<TakenBack> takeBack(const QList<DoneStep> &steps, const DiskImage &now,
                                         const std::stop_token &stop = {});

} // namespace Countersign::Session
