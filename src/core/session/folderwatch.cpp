// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/folderwatch.h"

#include "base/uniquefd.h"
#include "session/gitview.h"

#include <QElapsedTimer>
#include <QFile>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kSecond = 1'000'000'000;
/// Two changes within one tick of the kernel's clock (10 ms at most) have the same time stamp.
constexpr qint64 kSettleTime = kSecond / 10;
constexpr int kMostFolders = 200; ///< One in the other.
/// Contents are stored when so many bytes have gathered.
constexpr qint64 kPortion = 16 * 1024 * 1024;

constexpr int kFilesBetweenGlances = 256; ///< At the clock.
constexpr int kFirstPatience = 6; ///< Contents are copied then.

constexpr mode_t kModeBits = 07777;

qint64 nanoseconds(const struct timespec &time)
{
    return qint64(time.tv_sec) * kSecond + time.tv_nsec;
}

qint64 nowInNanoseconds()
{
    struct timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return nanoseconds(now);
}

/// All of a file of the size that it was said to have; nothing when it cannot be read or has grown.
std::optional<QByteArray> contentAt(int folder, const char *name, qint64 size)
{
    const UniqueFd file(
            ::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.isOpen())
        return std::nullopt;
    QByteArray bytes(size + 1, Qt::Uninitialized);
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t got = ::read(file.get(), bytes.data() + done, size_t(bytes.size() - done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return std::nullopt;
        if (got == 0)
            break;
        done += got;
    }
    if (done > size)
        return std::nullopt;
    bytes.truncate(done);
    return bytes;
}

std::optional<QByteArray> leadsTo(int folder, const char *name)
{
    QByteArray target(PATH_MAX, Qt::Uninitialized);
    const ssize_t got = ::readlinkat(folder, name, target.data(), size_t(target.size()));
    if (got < 0 || got >= target.size())
        return std::nullopt;
    target.truncate(got);
    return target;
}

/// Two looks at one name, of which the later one read `content`, or learnt git's name of it.
bool isSame(const SeenFile &then, const SeenFile &now, const QByteArray &content)
{
    if (then.image.kind != now.image.kind)
        return false;
    if (!then.gitId.isEmpty() && !now.gitId.isEmpty())
        return then.gitId == now.gitId;
    return then.image.hash.isEmpty() ? GitView::idOf(content) == then.gitId
                                     : then.image.hash == now.image.hash;
}

/// Marks what only has another name now: equal contents that went here and came there.
void findMoves(QList<ImageChange> &changes)
{
    QHash<QByteArray, QList<qsizetype>> gone;
    QHash<QByteArray, QList<qsizetype>> come;
    for (qsizetype i = 0; i < changes.size(); ++i) {
        const ImageChange &change = changes.at(i);
        if (change.before.kind == ImageKind::File && change.after.kind == ImageKind::Missing
            && change.before.size > 0)
            gone[change.before.hash].append(i);
        else if (change.before.kind == ImageKind::Missing && change.after.kind == ImageKind::File)
            come[change.after.hash].append(i);
    }
    for (auto from = gone.cbegin(); from != gone.cend(); ++from) {
        const QList<qsizetype> to = come.value(from.key());
        if (from->size() == 1 && to.size() == 1)
            changes[from->first()].movedTo = changes.at(to.first()).path;
    }
}

} // namespace

/// One look at the folder.
class FolderWatch::Walk
{
public:
    Walk(FolderWatch &watch, bool ascribe)
        : w(watch)
        , m_ascribe(ascribe)
        , m_patience(watch.m_limits.milliseconds * (watch.m_first ? kFirstPatience : 1))
    {
        m_clock.start();
    }

    [[nodiscard]] Result<void> run();
    Look look;
    QString givenUp; ///< Why; the look is worth nothing then.

private:
    [[nodiscard]] Result<void> folder(UniqueFd opened, const QByteArray &prefix, int depth);
    [[nodiscard]] Result<void> entry(int folder, const QByteArray &prefix, const QByteArray &name,
                                     int depth);
    [[nodiscard]] Result<void> file(int folder, const QByteArray &path, const char *name,
                                    const struct stat &status);
    [[nodiscard]] Result<void> flush();
    void missing();
    /// Reads what is there into `file` and says why it cannot be kept.
    [[nodiscard]] QString read(int folder, const char *name, const struct stat &status,
                               SeenFile &file, QByteArray &content) const;
    void keep(const QByteArray &content);
    /// The image with its content kept; `problem` where it cannot be.
    [[nodiscard]] Image kept(const SeenFile &file, QString &problem);
    void add(const QByteArray &path, const Image &before, const Image &after,
             const QString &problem);
    void remember(const SeenFile &file);

    FolderWatch &w;
    const bool m_ascribe;
    const qint64 m_now = nowInNanoseconds();
    QElapsedTimer m_clock;
    const qint64 m_patience; ///< Milliseconds.
    qint64 m_files = 0;
    qint64 m_bytes = 0; ///< In look.contents.
    qint64 m_first = 0; ///< Copied by a first look so far.
    qint64 m_changed = 0; ///< Bytes kept for changes.
    qint64 m_unlisted = 0; ///< Changes beyond what is recorded.
};

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
    if (Result<void> walked = folder(std::move(root), {}, 0); !walked || !givenUp.isEmpty())
        return walked;
    missing();
    findMoves(look.changes);
    if (m_unlisted > 0)
        look.notes.append(u"%1 more files were changed than can be recorded of one command."_s.arg(
                m_unlisted));
    return {};
}

Result<void> FolderWatch::Walk::folder(UniqueFd opened, const QByteArray &prefix, int depth)
{
    const auto close = [](DIR *directory) {
        ::closedir(directory);
    };
    const std::unique_ptr<DIR, decltype(close)> directory(::fdopendir(opened.get()), close);
    if (!directory)
        return {};
    const int fd = opened.release(); // The directory's from now on.
    QList<QByteArray> names;
    bool ignoreFile = false;
    while (const dirent *found = ::readdir(directory.get())) {
        const QByteArray name(found->d_name);
        if (name == "." || name == "..")
            continue;
        if (name == ".git") {
            // A repository within is somebody else's; its files are not git's of this folder.
            if (!prefix.isEmpty()) {
                if (m_ascribe)
                    look.notes.append(u"The repository in %1 was not looked at."_s.arg(
                            QFile::decodeName(prefix.chopped(1))));
                return {};
            }
            continue;
        }
        ignoreFile = ignoreFile || name == ".gitignore";
        names.append(name);
    }
    std::sort(names.begin(), names.end()); // What a limit leaves out is the same each time.
    struct stat status{};
    if (ignoreFile && ::fstatat(fd, ".gitignore", &status, AT_SYMLINK_NOFOLLOW) == 0)
        w.m_git->meetIgnoreFile(prefix + ".gitignore", status);
    for (const QByteArray &name : std::as_const(names)) {
        if (Result<void> done = entry(fd, prefix, name, depth); !done || !givenUp.isEmpty())
            return done;
    }
    return {};
}

Result<void> FolderWatch::Walk::entry(int parent, const QByteArray &prefix, const QByteArray &name,
                                      int depth)
{
    struct stat status{};
    if (::fstatat(parent, name.constData(), &status, AT_SYMLINK_NOFOLLOW) != 0)
        return {};
    const QByteArray path = prefix + name;
    if (S_ISDIR(status.st_mode)) {
        if (depth >= kMostFolders || w.absolute(path) == w.m_own
            || (!w.m_git->holdsTracked(path) && w.m_git->ignores(path + '/')))
            return {};
        UniqueFd opened(::openat(parent, name.constData(),
                                 O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        return opened.isOpen() ? folder(std::move(opened), path + '/', depth + 1) : Result<void>();
    }
    if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode))
        return {};
    // Contents on their way to a name of their own.
    if (name.startsWith(".countersign-") && name.endsWith(".tmp"))
        return {};
    if (!w.m_git->isTracked(path) && w.m_git->ignores(path))
        return {};
    if (++m_files > w.m_limits.files)
        givenUp = u"holds more than %1 files"_s.arg(w.m_limits.files);
    else if (m_files % kFilesBetweenGlances == 0 && m_clock.elapsed() > m_patience)
        givenUp = u"takes too long to look at"_s;
    if (!givenUp.isEmpty())
        return {};
    return file(parent, path, name.constData(), status);
}

Result<void> FolderWatch::Walk::file(int parent, const QByteArray &path, const char *name,
                                     const struct stat &status)
{
    const auto known = w.m_seen.find(path);
    SeenFile now;
    now.path = path;
    now.modified = nanoseconds(status.st_mtim);
    now.changed = nanoseconds(status.st_ctim);
    now.inode = status.st_ino;
    now.settled = m_now - std::max(now.modified, now.changed) > kSettleTime;
    now.image.kind = S_ISLNK(status.st_mode) ? ImageKind::Link : ImageKind::File;
    now.image.mode = S_ISLNK(status.st_mode) ? 0 : status.st_mode & kModeBits;
    now.image.size = status.st_size;
    const bool isKnown = known != w.m_seen.end();
    bool sameStamps = false;
    if (isKnown) {
        known->look = w.m_look;
        const SeenFile &then = known->file;
        const bool isLinkStill = (then.image.kind == ImageKind::Link) == S_ISLNK(status.st_mode);
        sameStamps = then.modified == now.modified && then.changed == now.changed
                && then.inode == now.inode && then.image.size == now.image.size;
        if (sameStamps && then.settled && isLinkStill)
            return {};
    }
    // From here on something may have changed. What git holds needs no reading, unless somebody did it.
    const QByteArray id = w.m_git->cleanId(path, status);
    const bool sameInGit = isKnown && !id.isEmpty() && known->file.gitId == id
            && known->file.image.kind == ImageKind::File;
    QByteArray content;
    QString problem;
    if (sameInGit || (!id.isEmpty() && !m_ascribe))
        now.gitId = id;
    else
        problem = read(parent, name, status, now, content);
    const std::optional<Image> written = w.written(path);
    if (w.m_first && !written && problem.isEmpty() && now.gitId.isEmpty()) {
        m_first += content.size();
        if (m_first > w.m_limits.firstBytes) {
            now.image.kind = ImageKind::Unkept;
            now.image.hash.clear();
        }
    }

    Image before = isKnown ? known->file.image : Image();
    bool same = isKnown && isSame(known->file, now, content);
    if (isKnown && before.kind == ImageKind::Unkept)
        same = now.image.kind == ImageKind::Unkept && sameStamps;
    const bool sameContent = same;
    if (same && !known->file.gitId.isEmpty() && now.gitId.isEmpty()) {
        // Still what git holds, whatever its index says.
        now.gitId = known->file.gitId;
        now.image.hash.clear();
    }
    same = same && before.mode == now.image.mode;
    if (written && !sameContent) {
        // Otherwise it has not been written yet, and the next look will meet it.
        before = *written;
        same = before.kind == now.image.kind && before.hash == now.image.hash;
        before.mode = before.mode == 0 ? now.image.mode : before.mode; // The usual one.
        w.m_met.insert(path, *written);
    }
    if (m_ascribe && !same && !w.m_first) {
        SeenFile old;
        old.path = path;
        old.image = before;
        if (isKnown && (!written || sameContent))
            old.gitId = known->file.gitId;
        if (m_changed + before.size + now.image.size > w.m_limits.changedBytes && problem.isEmpty())
            problem = u"one command changed more than can be kept"_s;
        Image was = before;
        if (problem.isEmpty())
            was = kept(old, problem);
        const Image is = problem.isEmpty() ? kept(now, problem) : now.image;
        add(path, was, is, problem);
    }
    if (now.gitId.isEmpty() && now.image.kind != ImageKind::Unkept)
        keep(content);
    remember(now);
    return m_bytes > kPortion && (!m_ascribe || w.m_first) ? flush() : Result<void>();
}

QString FolderWatch::Walk::read(int parent, const char *name, const struct stat &status,
                                SeenFile &file, QByteArray &content) const
{
    std::optional<QByteArray> bytes;
    QString problem;
    if (S_ISLNK(status.st_mode))
        bytes = leadsTo(parent, name);
    else if (status.st_size > w.m_limits.fileBytes)
        problem = u"it is larger than %1 MiB"_s.arg(w.m_limits.fileBytes / 1024 / 1024);
    else
        bytes = contentAt(parent, name, status.st_size);
    if (!bytes) {
        file.image.kind = ImageKind::Unkept;
        return problem.isEmpty() ? u"it could not be read"_s : problem;
    }
    content = *bytes;
    file.image.size = content.size();
    file.image.hash = SnapshotStore::hashOf(content);
    return {};
}

void FolderWatch::Walk::keep(const QByteArray &content)
{
    look.contents.append(content);
    m_bytes += content.size();
}

Image FolderWatch::Walk::kept(const SeenFile &file, QString &problem)
{
    Image image = file.image;
    if (image.kind == ImageKind::Unkept)
        problem = u"its earlier content could not be kept"_s;
    if (image.kind != ImageKind::File || !image.hash.isEmpty())
        return image;
    const std::optional<QByteArray> content = w.m_git->content(file.gitId);
    if (!content) {
        problem = u"its earlier content was only in the repository, which has lost it"_s;
        image.kind = ImageKind::Unkept;
        return image;
    }
    image.hash = SnapshotStore::hashOf(*content);
    image.size = content->size();
    keep(*content);
    return image;
}

void FolderWatch::Walk::add(const QByteArray &path, const Image &before, const Image &after,
                            const QString &problem)
{
    if (look.changes.size() >= w.m_limits.changedFiles) {
        ++m_unlisted;
        return;
    }
    ImageChange change;
    change.resource = QFile::decodeName(path);
    if (QFile::encodeName(change.resource) != path) {
        const QString note = u"A file whose name is not valid text was changed and not recorded."_s;
        if (!look.notes.contains(note))
            look.notes.append(note);
        return;
    }
    change.path = QFile::decodeName(w.absolute(path));
    change.before = before;
    change.after = after;
    if (!problem.isEmpty()) {
        change.problem = problem;
        for (Image *image : {&change.before, &change.after}) {
            if (image->kind != ImageKind::Missing) {
                image->kind = ImageKind::Unkept;
                image->hash.clear();
            }
        }
    } else {
        m_changed += before.size + after.size;
    }
    look.changes.append(change);
}

void FolderWatch::Walk::remember(const SeenFile &file)
{
    w.m_seen.insert(file.path, {file, w.m_look});
    look.update.seen.append(file);
}

Result<void> FolderWatch::Walk::flush()
{
    Result<void> stored = w.m_store.remember(look.update, look.contents);
    look.update.seen.clear();
    look.contents.clear();
    m_bytes = 0;
    return stored;
}

/// What was seen before and has not been met now.
void FolderWatch::Walk::missing()
{
    QList<QByteArray> gone;
    for (auto known = w.m_seen.cbegin(); known != w.m_seen.cend(); ++known) {
        if (known->look != w.m_look)
            gone.append(known.key());
    }
    std::sort(gone.begin(), gone.end());
    for (const QByteArray &path : std::as_const(gone)) {
        const SeenFile file = w.m_seen.take(path).file;
        look.update.gone.append(path);
        struct stat status{};
        // Still there, and only not looked at any more: ignored now, or a folder that is closed.
        const bool isThere = ::lstat(w.absolute(path).constData(), &status) == 0 || errno != ENOENT;
        const std::optional<Image> written = w.written(path);
        if (written && !isThere)
            w.m_met.insert(path, *written);
        if (!m_ascribe || isThere || (written && written->kind == ImageKind::Missing))
            continue;
        QString problem;
        if (m_changed + file.image.size > w.m_limits.changedBytes)
            problem = u"one command changed more than can be kept"_s;
        SeenFile old = file;
        if (written) {
            old.image = *written;
            old.gitId.clear();
        }
        const Image before = problem.isEmpty() ? kept(old, problem) : old.image;
        add(path, before, Image(), problem);
    }
    // Gone before it was ever seen.
    const std::lock_guard lock(w.m_writtenMutex);
    for (auto written = w.m_written.cbegin(); written != w.m_written.cend(); ++written) {
        if (written->kind == ImageKind::Missing && !w.m_seen.contains(written.key()))
            w.m_met.insert(written.key(), *written);
    }
}

FolderWatch::FolderWatch(SnapshotStore &store, QString root, QString own, FolderLimits limits)
    : m_store(store)
    , m_root(std::move(root))
    , m_rootBytes(QFile::encodeName(m_root))
    , m_own(QFile::encodeName(own))
    , m_limits(limits)
    , m_git(std::make_unique<GitView>(m_rootBytes, own + u"/empty.git"_s))
{
}

FolderWatch::~FolderWatch() = default;

QByteArray FolderWatch::absolute(const QByteArray &path) const
{
    return m_rootBytes.endsWith('/') ? QByteArray(m_rootBytes + path)
                                     : QByteArray(m_rootBytes + '/' + path);
}

Result<void> FolderWatch::load()
{
    if (m_loaded)
        return {};
    const auto seen = m_store.seen(m_root);
    if (!seen)
        return failure(seen.error());
    for (const SeenFile &file : *seen)
        m_seen.insert(file.path, {file, 0});
    m_first = m_seen.isEmpty();
    m_loaded = true;
    return {};
}

Result<FolderWatch::Look> FolderWatch::look(bool ascribe)
{
    if (!m_givenUp.isEmpty()) {
        Look none;
        none.notes.append(m_givenUp);
        return none;
    }
    if (Result<void> loaded = load(); !loaded)
        return failure(loaded.error());
    ++m_look;
    m_met.clear();
    m_git->refresh();
    Walk walk(*this, ascribe);
    if (Result<void> walked = walk.run(); !walked)
        return failure(walked.error());
    if (!walk.givenUp.isEmpty()) {
        forget();
        m_givenUp =
                u"%1 %2, so what commands change in it is not recorded and cannot be put back."_s
                        .arg(m_root, walk.givenUp);
        Look none;
        none.notes.append(m_givenUp);
        return none;
    }
    {
        const std::lock_guard lock(m_writtenMutex);
        // What is expected since then has yet to be met.
        m_written.removeIf([this](const auto &entry) {
            const auto met = m_met.constFind(entry.key());
            return met != m_met.constEnd() && *met == entry.value();
        });
    }
    m_first = false;
    return std::move(walk.look);
}

void FolderWatch::forget()
{
    m_seen.clear();
    m_loaded = false;
}

std::optional<QByteArray> FolderWatch::relative(const QString &path) const
{
    const QByteArray bytes = QFile::encodeName(path);
    const QByteArray root = absolute(QByteArray());
    return bytes.startsWith(root) ? std::optional(bytes.mid(root.size())) : std::nullopt;
}

std::optional<Image> FolderWatch::written(const QByteArray &path)
{
    const std::lock_guard lock(m_writtenMutex);
    const auto found = m_written.constFind(path);
    return found == m_written.constEnd() ? std::nullopt : std::optional(*found);
}

void FolderWatch::expect(const QString &path, const Image &image)
{
    const auto name = relative(path);
    const std::lock_guard lock(m_writtenMutex);
    if (name)
        m_written.insert(*name, image);
}

void FolderWatch::unexpect(const QString &path)
{
    const auto name = relative(path);
    const std::lock_guard lock(m_writtenMutex);
    if (name)
        m_written.remove(*name);
}

} // namespace Countersign::Session
