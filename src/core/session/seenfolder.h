// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/snapshotstore.h"

#include <QByteArray>
#include <QList>

#include <map>
#include <memory>
#include <vector>

#include <sys/stat.h>

namespace Countersign::Session {

/// Nanoseconds since the epoch.
[[nodiscard]] qint64 nanoseconds(const struct timespec &time);

/// A folder of a watched tree as it was when it was last looked at.
struct SeenFolder
{
    std::vector<SeenFile> files; ///< In the order of their paths; not those of folders within.
    std::map<QByteArray, std::unique_ptr<SeenFolder>> folders; ///< By name.
    /// No name was missing from these two, and none has come or gone as long as isListed().
    bool listed = false;
    bool repository = false; ///< Somebody else's, which is not looked into.
    bool ignoreFile = false; ///< It has a .gitignore.
    quint64 rules = 0; ///< GitView::rules() when it was listed.

    /// Its names need not be read again: the folder's own time stamps say so.
    [[nodiscard]] bool isListed(const struct stat &status, quint64 rulesNow) const;
    void setListed(const struct stat &status, quint64 rulesThen);

    [[nodiscard]] bool isEmpty() const { return files.empty() && folders.empty(); }
    [[nodiscard]] bool contains(const QByteArray &path) const; ///< Relative to the tree's root.
    /// Adds to the tree that this is the root of. Paths come in their order.
    void append(const SeenFile &file);
    void takeAll(QList<SeenFile> &into); ///< All files of the tree.

private:
    qint64 m_modified = 0;
    qint64 m_changed = 0;
    quint64 m_inode = 0;
    quint64 m_device = 0;
};

} // namespace Countersign::Session
