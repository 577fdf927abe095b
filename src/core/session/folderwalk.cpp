// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/folderwalk.h"

#include "session/gitview.h"
#include "session/walkedfile.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostFolders = 200; ///< One in the other.
constexpr int kFilesBetweenGlances = 256; ///< At the clock.
constexpr int kFirstPatience = 6; ///< Contents are copied then.

qint64 nowInNanoseconds()
{
    struct timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return nanoseconds(now);
}

/// The file system gives a folder a new time whenever a name comes or goes. Those of other machines may
/// not, or tell late.
bool tellsOfNames(int folder)
{
    // From linux/magic.h, and of those that are not in it from their own sources.
    constexpr unsigned kExt = 0xEF53;
    constexpr unsigned kBtrfs = 0x9123683E;
    constexpr unsigned kXfs = 0x58465342;
    constexpr unsigned kTmpfs = 0x01021994;
    constexpr unsigned kF2fs = 0xF2F52010;
    constexpr unsigned kZfs = 0x2FC12FC1;
    constexpr unsigned kOverlay = 0x794C7630;
    constexpr unsigned kBcachefs = 0xCA451A4E;
    struct statfs found{};
    if (::fstatfs(folder, &found) != 0)
        return false;
    switch (unsigned(found.f_type)) {
    case kExt:
    case kBtrfs:
    case kXfs:
    case kTmpfs:
    case kF2fs:
    case kZfs:
    case kOverlay:
    case kBcachefs:
        return true;
    default:
        return false;
    }
}

/// What could not be looked at for this reason is there no more.
bool meansGone(int error)
{
    return error == ENOENT || error == ENOTDIR || error == ELOOP;
}

} // namespace

FolderWatch::Walk::Walk(FolderWatch &watch, bool ascribe)
    : w(watch)
    , m_ascribe(ascribe)
    , m_now(nowInNanoseconds())
    , m_patience(watch.m_limits.milliseconds * (watch.m_first ? kFirstPatience : 1))
{
    m_clock.start();
}

Result<void> FolderWatch::Walk::run()
{
    look.update.root = w.m_root;
    UniqueFd root(::open(w.m_rootBytes.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!root.isOpen())
        return failure(
                ErrorCode::Io,
                u"The folder %1 could not be looked at, so what a command changes there cannot "
                "be put back; check its permissions."_s.arg(w.m_root),
                qt_error_string(errno));
    struct stat status{};
    if (tellsOfNames(root.get()) && ::fstat(root.get(), &status) == 0)
        m_device = status.st_dev;
    if (Result<void> walked = folder(w.m_tree, std::move(root), {}, 0);
        !walked || !givenUp.isEmpty())
        return walked;
    missing();
    findMoves(look.changes);
    if (m_unlisted > 0)
        look.notes.append({Reason::Kind::MoreFiles, {QString::number(m_unlisted)}});
    return {};
}

Result<void> FolderWatch::Walk::folder(SeenFolder &seen, UniqueFd opened, const QByteArray &prefix,
                                       int depth)
{
    struct stat status{};
    if (::fstat(opened.get(), &status) != 0) {
        lose(seen, true);
        return {};
    }
    meetIgnoreFile(seen, opened.get(), prefix);
    const quint64 rules = w.m_git->rules();
    if (seen.isListed(status, rules))
        return again(seen, opened.get(), prefix, depth);
    seen.listed = false;
    const auto complete = list(seen, opened.get(), prefix, depth);
    if (!complete)
        return failure(complete.error());
    // A name that comes later, or came after its time stamp was read, gives it another one.
    if (*complete && status.st_dev == m_device && isSettled(status, m_now))
        seen.setListed(status, rules);
    return {};
}

void FolderWatch::Walk::meetIgnoreFile(SeenFolder &seen, int folder, const QByteArray &prefix)
{
    struct stat status{};
    if (::fstatat(folder, ".gitignore", &status, AT_SYMLINK_NOFOLLOW) == 0) {
        w.m_git->meetIgnoreFile(prefix + ".gitignore", status);
        seen.ignoreFile = true;
    } else if (std::exchange(seen.ignoreFile, false)) {
        w.m_git->loseIgnoreFile(prefix + ".gitignore");
    }
}

/// Its names are known: only what they stand for may have changed.
Result<void> FolderWatch::Walk::again(SeenFolder &seen, int parent, const QByteArray &prefix,
                                      int depth)
{
    if (seen.repository) {
        if (m_ascribe)
            look.notes.append(
                    {Reason::Kind::RepositoryWithin, {QFile::decodeName(prefix.chopped(1))}});
        return {};
    }
    std::vector<size_t> gone;
    for (size_t i = 0; i < seen.files.size(); ++i) {
        SeenFile &known = seen.files[i];
        const char *name = known.path.constData() + prefix.size();
        struct stat status{};
        const bool found = ::fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
        if (!found || (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode))) {
            m_lost.append({known, !found && !meansGone(errno)});
            gone.push_back(i);
            continue;
        }
        count();
        if (!givenUp.isEmpty())
            return {};
        if (isUntouched(known, status))
            continue;
        SeenFile now;
        if (Result<void> done = file(parent, known.path, name, status, &known, now); !done)
            return done;
        known = std::move(now);
    }
    for (auto i = gone.rbegin(); i != gone.rend(); ++i)
        seen.files.erase(seen.files.begin() + std::ptrdiff_t(*i));
    for (auto within = seen.folders.begin(); within != seen.folders.end();) {
        const auto entered = enter(*within->second, parent, prefix, within->first, depth);
        if (!entered)
            return failure(entered.error());
        seen.listed = seen.listed && *entered; // It may be opened to us without a trace here.
        within = *entered ? std::next(within) : seen.folders.erase(within);
    }
    return {};
}

std::optional<QList<QByteArray>> FolderWatch::Walk::namesIn(int folder) const
{
    const auto close = [](DIR *directory) {
        ::closedir(directory);
    };
    UniqueFd again(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const std::unique_ptr<DIR, decltype(close)> directory(
            again.isOpen() ? ::fdopendir(again.get()) : nullptr, close);
    if (!directory)
        return std::nullopt;
    [[maybe_unused]] const int taken = again.release(); // The directory's from now on.
    QList<QByteArray> names;
    while (const dirent *found = ::readdir(directory.get())) {
        const QByteArray name(found->d_name);
        if (name != "." && name != "..")
            names.append(name);
    }
    std::sort(names.begin(), names.end()); // What a limit leaves out is the same each time.
    return names;
}

bool FolderWatch::Walk::isWatched(const QByteArray &path, const QByteArray &name,
                                  const struct stat &status, int depth) const
{
    if (S_ISDIR(status.st_mode))
        return depth < kMostFolders && w.absolute(path) != w.m_own
                && (w.m_git->holdsTracked(path) || !w.m_git->ignores(path + '/'));
    // Contents on their way to a name of their own.
    if (name.startsWith(".countersign-") && name.endsWith(".tmp"))
        return false;
    return w.m_git->isTracked(path) || !w.m_git->ignores(path);
}

/// False: something in it could not be looked at this time.
Result<bool> FolderWatch::Walk::list(SeenFolder &seen, int parent, const QByteArray &prefix,
                                     int depth)
{
    const auto names = namesIn(parent);
    seen.repository = names && !prefix.isEmpty() && names->contains(".git");
    if (!names || seen.repository) {
        // A repository within is somebody else's; its files are not git's of this folder.
        lose(seen, true);
        if (seen.repository && m_ascribe)
            look.notes.append(
                    {Reason::Kind::RepositoryWithin, {QFile::decodeName(prefix.chopped(1))}});
        return names.has_value();
    }
    std::vector<SeenFile> before = std::exchange(seen.files, {});
    auto foldersBefore = std::exchange(seen.folders, {});
    auto known = before.begin();
    bool complete = true;
    QList<QByteArray> within;
    QList<QByteArray> hidden; // Folders that are there and not looked into.
    for (const QByteArray &name : *names) {
        const QByteArray path = prefix + name;
        for (; known != before.end() && known->path < path; ++known)
            m_lost.append({std::move(*known), false});
        const bool isKnown = known != before.end() && known->path == path;
        struct stat status{};
        const bool found = ::fstatat(parent, name.constData(), &status, AT_SYMLINK_NOFOLLOW) == 0;
        complete = complete && (found || errno == ENOENT);
        const bool isFile = found && (S_ISREG(status.st_mode) || S_ISLNK(status.st_mode));
        const bool isFolder = found && S_ISDIR(status.st_mode);
        const bool watched =
                (isFile || isFolder) && name != ".git" && isWatched(path, name, status, depth);
        if (isFolder)
            (watched ? within : hidden).append(name);
        if (!isFile || !watched) {
            if (isKnown)
                m_lost.append({std::move(*known++), isFile || (!found && !meansGone(errno))});
            continue;
        }
        count();
        if (!givenUp.isEmpty())
            return false;
        SeenFile now;
        if (isKnown && isUntouched(*known, status))
            now = std::move(*known);
        else if (Result<void> done = file(parent, path, name.constData(), status,
                                          isKnown ? &*known : nullptr, now);
                 !done)
            return failure(done.error());
        known += isKnown ? 1 : 0;
        seen.files.push_back(std::move(now));
    }
    for (; known != before.end(); ++known)
        m_lost.append({std::move(*known), false});
    for (const QByteArray &name : std::as_const(within)) {
        auto node = foldersBefore.extract(name);
        std::unique_ptr<SeenFolder> folder =
                node ? std::move(node.mapped()) : std::make_unique<SeenFolder>();
        const auto entered = enter(*folder, parent, prefix, name, depth);
        if (!entered)
            return failure(entered.error());
        if (!givenUp.isEmpty())
            return false;
        if (*entered)
            seen.folders.emplace(name, std::move(folder));
        complete = complete && *entered;
    }
    for (const auto &[name, folder] : foldersBefore)
        lose(*folder, hidden.contains(name));
    return complete;
}

/// False: it cannot be opened (any more), and what was known of it is lost.
Result<bool> FolderWatch::Walk::enter(SeenFolder &within, int parent, const QByteArray &prefix,
                                      const QByteArray &name, int depth)
{
    UniqueFd opened(
            ::openat(parent, name.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!opened.isOpen()) {
        lose(within, !meansGone(errno));
        return false;
    }
    const Result<void> walked = folder(within, std::move(opened), prefix + name + '/', depth + 1);
    if (!walked)
        return failure(walked.error());
    return true;
}

void FolderWatch::Walk::lose(SeenFolder &seen, bool hidden)
{
    QList<SeenFile> files;
    seen.takeAll(files);
    for (SeenFile &file : files)
        m_lost.append({std::move(file), hidden});
}

void FolderWatch::Walk::count()
{
    if (++m_files > w.m_limits.files)
        givenUp = {Reason::Kind::FolderTooLarge, {w.m_root, QString::number(w.m_limits.files)}};
    else if (m_files % kFilesBetweenGlances == 0 && m_clock.elapsed() > m_patience)
        givenUp = {Reason::Kind::FolderTooSlow, {w.m_root}};
}

} // namespace Countersign::Session
