// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/snapshotstore.h"

#include <QByteArray>
#include <QList>

#include <optional>

#include <sys/stat.h>

namespace Countersign::Session {

/// All of a file of the size that it was said to have; nothing when it cannot be read or has grown.
[[nodiscard]] std::optional<QByteArray> contentAt(int folder, const char *name, qint64 size);
/// Where a symbolic link leads to.
[[nodiscard]] std::optional<QByteArray> leadsTo(int folder, const char *name);

/// What the status alone tells of a file or link. `now`: when the look began, in nanoseconds.
[[nodiscard]] SeenFile seenFrom(const QByteArray &path, const struct stat &status, qint64 now);
/// Nothing was done to the file since: its time stamps tell.
[[nodiscard]] bool isUntouched(const SeenFile &then, const struct stat &status);
/// A look at `now` tells a later change from one that it met: two changes within one tick of the
/// kernel's clock have the same time stamp.
[[nodiscard]] bool isSettled(const struct stat &status, qint64 now);

/// Two looks at one name, of which the later one read `content`, or learnt git's name of it.
[[nodiscard]] bool isSame(const SeenFile &then, const SeenFile &now, const QByteArray &content);

/// Marks what only has another name now: equal contents that went here and came there.
void findMoves(QList<ImageChange> &changes);

} // namespace Countersign::Session
