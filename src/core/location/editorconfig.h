// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QHash>

namespace Countersign {

/// A careful reader of .editorconfig files (specification 0.17). A project that somebody else wrote
/// brings them, so that their size, and the work that a pattern can cause, are bounded; the library
/// of the same purpose in Debian 12 has known overflows in its patterns.

/// What the .editorconfig files from the folder of `path` upwards, to the first with "root = true",
/// say about it: keys and values in lower case. Files that cannot be read, that are no regular files
/// or that have more than 64 KiB say nothing. `path` is absolute and need not exist. Blocking.
[[nodiscard]] QHash<QByteArray, QByteArray> editorConfigFor(const QByteArray &path);

/// Whether the name of a section applies to a path below the folder of its file. `path` is relative
/// to that folder.
[[nodiscard]] bool editorConfigMatches(QByteArrayView section, QByteArrayView path);

} // namespace Countersign
