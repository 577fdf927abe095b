// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "base/uniquefd.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

#include <sys/types.h>

namespace Countersign {

/// The identity of a Location: its git repository, or its canonical directory where there is no git.
struct Project
{
    ProjectId id;
    QString directory; ///< Root of the git work tree, or the Location's own directory.
    bool isGit = false;
    friend bool operator==(const Project &, const Project &) = default;
};

enum class PathKind { File, Directory }; ///< Chooses the approval boundary; checks nothing.
enum class FileType { Missing, Regular, Directory, Other };

/// A path that went through the policy.
struct ResolvedPath
{
    QString input; ///< As the model wrote it.
    QString canonical; ///< Absolute, symbolic links followed (the last, missing part as written).
    QString resource; ///< For rules: relative to the Location ("." for its root), or absolute.
    FileType type = FileType::Missing;
    /// The last part of the written path is a symbolic link, so `canonical` is what it leads to.
    bool isSymlink = false;
    /// The written path is itself a symbolic link, or goes through one inside the Location.
    bool throughSymlink = false;
    /// Other names by which links lead to it, the written one first; as `resource`. A rule on any name
    /// of a file is about the file. Hard links are not among them: a file does not know its names.
    QStringList aliases = {};
    /// Set when the path is outside: the resource of the external_directory question ("<dir>/*").
    std::optional<QString> externalDirectory;
    friend bool operator==(const ResolvedPath &, const ResolvedPath &) = default;
};

/// The bytes of a file at one moment; a write is refused when they have changed.
struct FileSnapshot
{
    bool exists = false;
    QByteArray bytes;
    mode_t mode = 0;
    friend bool operator==(const FileSnapshot &, const FileSnapshot &) = default;
};

/// What happens to one file in a commit.
struct FileWrite
{
    ResolvedPath path;
    FileSnapshot expected; ///< What the decision was made on.
    std::optional<QByteArray> bytes; ///< Nothing: the file is removed.
    /// Permission bits; nothing: those of the file, or the usual ones of a new file.
    std::optional<mode_t> mode = {};
    /// Canonical path of a file that the same commit removes: the new file at `path` gets its owner, its
    /// extended attributes and its access list. Empty: those of any new file.
    QString movedFrom = {};
};

/// One opened directory and its path policy. Immutable after open(); any thread; blocking.
class Location
{
public:
    /// NotFound or Io when `directory` is not a readable directory.
    [[nodiscard]] static Result<Location> open(const QString &directory);

    [[nodiscard]] const QString &directory() const { return m_directory; } ///< As given, absolute.
    [[nodiscard]] const QString &root() const { return m_root; } ///< Canonical.
    [[nodiscard]] const Project &project() const { return m_project; }

    /// Applies the policy. Errors: InvalidInput (empty, a NUL, something below a file, links in a
    /// circle, too long), Denied (a relative path that leaves
    /// the Location, a symbolic link inside that leads out, also a dangling one), NotFound / Io.
    [[nodiscard]] Result<ResolvedPath> resolve(const QString &path, PathKind kind) const;

    /// The resource name of a canonical absolute path.
    [[nodiscard]] QString resourceOf(const QString &canonical) const;
    [[nodiscard]] bool contains(const QString &canonical) const;

    /// Opens a regular file for reading, following no symbolic link that came since it was resolved.
    /// NotFound, InvalidInput (no regular file), Stale, Io.
    [[nodiscard]] Result<UniqueFd> openFile(const ResolvedPath &path) const;

    /// Reads the file as it is now. Missing is not an error (exists == false). Directories, devices,
    /// FIFOs and sockets are refused. Limit when it is larger than `maximumBytes` (-1: no limit).
    [[nodiscard]] Result<FileSnapshot> readFile(const ResolvedPath &path,
                                                qint64 maximumBytes = -1) const;

    /// Writes `bytes` if the file is still what `expected` says (bytes, not times): atomic, mode and
    /// owner kept, missing parents created, a symbolic link stays and its target is written, nothing
    /// is followed out of the place that was resolved. Stale when it changed; Io when it is
    /// read-only. Other hard links of the file keep the old bytes: what is written is the one name
    /// that was shown, never a name elsewhere (outside the Location, in a package manager's store).
    [[nodiscard]] Result<void> writeFile(const ResolvedPath &path, const FileSnapshot &expected,
                                         const QByteArray &bytes) const;
    /// Removes the file if it is still what `expected` says. Errors as with writeFile().
    [[nodiscard]] Result<void> removeFile(const ResolvedPath &path,
                                          const FileSnapshot &expected) const;

    /// Writes and removes several files, all or none, in the given order and each as writeFile() and
    /// removeFile() would. Nothing is touched before every file was compared and all new contents
    /// are on the disk. When a step fails after that, what was done is taken back; the error says so,
    /// and names what could not be taken back and where the old contents are. Errors as with
    /// writeFile(); Internal when a file is named twice.
    [[nodiscard]] Result<void> commit(const QList<FileWrite> &writes) const;

private:
    Location() = default;
    QString m_directory;
    QString m_root;
    Project m_project;
};

} // namespace Countersign
