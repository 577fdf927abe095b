// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "location/location.h"

#include <QByteArray>
#include <QList>

namespace Countersign {

/// Where a path leads once every symbolic link is followed, a link to something missing included.
struct CanonicalPath
{
    QByteArray path; ///< Absolute; its missing part as written.
    FileType type = FileType::Missing;
    QByteArray anchor; ///< The deepest existing directory: the path itself, or above it.
    qsizetype linksFollowed = 0; ///< Among the components after the first `skip` bytes.
    bool lastIsLink = false; ///< The last component as written is a link.
    /// The other names of the path: the written one and those on the way, one for each link. Absolute.
    QList<QByteArray> names;
};

/// `path` made absolute against `base`, with "." and ".." taken out by their words alone: ".." goes
/// up in what was written, as an editor's title would, and not through a link.
[[nodiscard]] QByteArray lexicallyAbsolute(const QByteArray &base, const QByteArray &path);

/// True when `path` is `directory` or below it, by their words.
[[nodiscard]] bool isWithin(const QByteArray &directory, const QByteArray &path);

/// The parent of an absolute path; of "/" itself "/".
[[nodiscard]] QByteArray parentOf(const QByteArray &path);

/// Follows an absolute path that lexicallyAbsolute() made. Links among its first `skip` bytes are
/// followed but not counted. `shown` is for the words of errors. Errors: InvalidInput (a component
/// below a file, too many links, too long), Io.
[[nodiscard]] Result<CanonicalPath> canonicalize(const QByteArray &path, qsizetype skip,
                                                 const QString &shown);

} // namespace Countersign
