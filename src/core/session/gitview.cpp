// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/gitview.h"

#include "base/log.h"
#include "diff/gitlibrary.h"
#include "session/seenfolder.h"

#include <QFile>

#include <fnmatch.h>
#include <git2.h>

#include <utility>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kSecond = 1'000'000'000;
constexpr qint64 kLargestIgnoreFile = 1024 * 1024;

/// `known` is a whole second where no more is known.
bool isSameTime(qint64 known, const struct timespec &time)
{
    return known % kSecond == 0 ? known / kSecond == time.tv_sec : known == nanoseconds(time);
}

bool isSame(const struct stat &a, const struct stat &b)
{
    return a.st_ino == b.st_ino && a.st_size == b.st_size
            && nanoseconds(a.st_mtim) == nanoseconds(b.st_mtim);
}

/// Attributes may stand elsewhere than in files that the index has.
bool mayHaveAttributes(git_repository *repository, const QByteArray &root)
{
    struct stat found{};
    const QByteArray own = QByteArray(git_repository_commondir(repository)) + "info/attributes";
    const QByteArray atRoot = root + "/.gitattributes";
    if (::stat(own.constData(), &found) == 0 || ::stat(atRoot.constData(), &found) == 0)
        return true;
    git_config *read = nullptr;
    if (git_repository_config_snapshot(&read, repository) != 0)
        return true;
    const std::unique_ptr<git_config, decltype(&git_config_free)> config(read, git_config_free);
    const char *file = nullptr;
    return git_config_get_string(&file, config.get(), "core.attributesfile") == 0;
}

/// No program and no other encoding stands between the file and what git holds.
bool isUnfiltered(git_repository *repository, const QByteArray &path)
{
    const char *names[] = {"filter", "working-tree-encoding"};
    const char *values[] = {nullptr, nullptr};
    return git_attr_get_many(values, repository, GIT_ATTR_CHECK_FILE_THEN_INDEX, path.constData(),
                             2, names)
            == 0
            && git_attr_value(values[0]) != GIT_ATTR_VALUE_STRING
            && git_attr_value(values[1]) != GIT_ATTR_VALUE_STRING;
}

} // namespace

GitView::GitView(QByteArray root, QString empty)
    : m_root(std::move(root))
    , m_empty(std::move(empty))
    , m_repository(nullptr, git_repository_free)
{
    ensureGitLibrary();
}

GitView::~GitView() = default;

void GitView::refresh()
{
    git_repository *opened = nullptr;
    const bool wasPlain = std::exchange(m_plain, false);
    const QByteArray prefix = std::exchange(m_prefix, {});
    const bool isOpen = git_repository_open_ext(&opened, m_root.constData(),
                                                GIT_REPOSITORY_OPEN_CROSS_FS, nullptr)
            == 0;
    const QByteArray work = isOpen ? git_repository_workdir(opened) : nullptr;
    const QByteArray root = m_root + '/';
    if (!work.isEmpty() && root.startsWith(work)) {
        m_prefix = root.mid(work.size());
        m_repository.reset(opened);
    } else {
        git_repository_free(opened);
        opened = nullptr;
        m_plain = true;
        // A private, empty repository whose work tree is the folder: only to be asked what is ignored.
        const QByteArray empty = QFile::encodeName(m_empty);
        if (git_repository_open_bare(&opened, empty.constData()) != 0
            && git_repository_init(&opened, empty.constData(), 1) != 0)
            qCWarning(logSession, "what git would ignore is not known: %s",
                      qUtf8Printable(lastGitError()));
        if (opened && git_repository_set_workdir(opened, m_root.constData(), 0) != 0) {
            git_repository_free(opened);
            opened = nullptr;
        }
        m_repository.reset(opened);
    }
    if (m_plain != wasPlain || m_prefix != prefix)
        forgetIgnored();
    if (m_plain || !m_repository) {
        setEntries({}, {});
        m_index = {};
        return;
    }
    struct stat exclude{};
    const QByteArray file =
            QByteArray(git_repository_commondir(m_repository.get())) + "info/exclude";
    const qint64 stamp = ::stat(file.constData(), &exclude) == 0 ? nanoseconds(exclude.st_ctim) : 0;
    if (stamp != m_excludeStamp)
        forgetIgnored();
    m_excludeStamp = stamp;
    readIndex();
}

void GitView::readIndex()
{
    const QByteArray file = QByteArray(git_repository_path(m_repository.get())) + "index";
    struct stat now{};
    if (::stat(file.constData(), &now) != 0) {
        setEntries({}, {});
        m_index = {};
        return;
    }
    if (isSame(now, m_index))
        return;
    m_index = now;
    m_attributes = mayHaveAttributes(m_repository.get(), m_root);
    git_index *read = nullptr;
    if (git_index_open(&read, file.constData()) != 0) {
        qCWarning(logSession, "the index of the repository could not be read: %s",
                  qUtf8Printable(lastGitError()));
        setEntries({}, {});
        return;
    }
    const std::unique_ptr<git_index, decltype(&git_index_free)> index(read, git_index_free);
    const size_t count = git_index_entrycount(index.get());
    QHash<QByteArray, Entry> entries;
    QSet<QByteArray> folders;
    entries.reserve(qsizetype(count));
    QByteArray lastFolder;
    for (size_t i = 0; i < count; ++i) {
        const git_index_entry *entry = git_index_get_byindex(index.get(), i);
        QByteArray path(entry->path);
        if (!path.startsWith(m_prefix) || (entry->mode & S_IFMT) == 0160000)
            continue;
        path.remove(0, m_prefix.size());
        Entry known;
        known.id = QByteArray(reinterpret_cast<const char *>(entry->id.id), GIT_OID_RAWSZ);
        known.modified = qint64(entry->mtime.seconds) * kSecond + entry->mtime.nanoseconds;
        known.changed = qint64(entry->ctime.seconds) * kSecond + entry->ctime.nanoseconds;
        known.inode = entry->ino;
        known.size = entry->file_size;
        known.mode = entry->mode;
        known.racy = known.modified + kSecond >= nanoseconds(now.st_mtim);
        // Flags of a person ("assume unchanged") and conflicts say nothing about the file.
        if (git_index_entry_stage(entry) != 0 || (entry->flags & GIT_INDEX_ENTRY_VALID))
            known.racy = true;
        for (qsizetype slash = path.lastIndexOf('/'); slash > 0;
             slash = path.lastIndexOf('/', slash - 1)) {
            const QByteArray folder = path.first(slash);
            if (folder == lastFolder || folders.contains(folder))
                break;
            folders.insert(folder);
        }
        entries.insert(path, known);
        m_attributes = m_attributes || path.endsWith(".gitattributes");
    }
    setEntries(std::move(entries), std::move(folders));
}

/// Most changes of an index are about contents: the names that it has stay, and with them what is looked at.
void GitView::setEntries(QHash<QByteArray, Entry> entries, QSet<QByteArray> folders)
{
    bool same = entries.size() == m_entries.size();
    for (auto entry = entries.cbegin(); same && entry != entries.cend(); ++entry)
        same = m_entries.contains(entry.key());
    m_rules += same ? 0 : 1;
    m_entries = std::move(entries);
    m_folders = std::move(folders);
}

void GitView::forgetIgnored()
{
    m_ignored.clear();
    ++m_rules;
}

bool GitView::ignores(const QByteArray &path)
{
    if (!m_repository || (m_plain && m_ignoreFiles.isEmpty()))
        return false;
    const auto known = m_ignored.constFind(path);
    if (known != m_ignored.constEnd())
        return *known;
    int ignored = 0;
    const QByteArray name = m_prefix + path;
    if (git_ignore_path_is_ignored(&ignored, m_repository.get(), name.constData()) != 0) {
        qCWarning(logSession, "whether git ignores a file could not be told: %s",
                  qUtf8Printable(lastGitError()));
        return false;
    }
    const bool isIgnored = ignored != 0 && !isTakenIn(path);
    m_ignored.insert(path, isIgnored);
    return isIgnored;
}

/// libgit2 knows exceptions ("!name") only from the file whose rule they are exceptions to; git knows them
/// from every file below as well. Too much is recorded rather than too little.
bool GitView::isTakenIn(const QByteArray &path) const
{
    const QByteArray name = path.endsWith('/') ? path.chopped(1) : path;
    for (qsizetype slash = name.lastIndexOf('/'); slash > 0;
         slash = name.lastIndexOf('/', slash - 1)) {
        const QByteArray below = name.mid(slash + 1);
        const QList<QByteArray> patterns = m_takenIn.value(name.first(slash + 1));
        for (const QByteArray &pattern : patterns) {
            const bool anywhere = !pattern.contains('/');
            const QByteArray tried = anywhere ? below.mid(below.lastIndexOf('/') + 1) : below;
            if (::fnmatch(pattern.constData(), tried.constData(), anywhere ? 0 : FNM_PATHNAME) == 0)
                return true;
        }
    }
    return false;
}

void GitView::meetIgnoreFile(const QByteArray &path, const struct stat &status)
{
    const qint64 stamp = nanoseconds(status.st_ctim);
    if (m_ignoreFiles.value(path, -1) == stamp)
        return;
    m_ignoreFiles.insert(path, stamp);
    forgetIgnored();
    const qsizetype slash = path.lastIndexOf('/');
    if (slash < 0)
        return; // There is none above it.
    QList<QByteArray> patterns;
    const QByteArray name = m_root + '/' + path;
    QFile file(QFile::decodeName(name));
    if (S_ISREG(status.st_mode) && status.st_size <= kLargestIgnoreFile
        && file.open(QIODevice::ReadOnly)) {
        const QList<QByteArray> lines = file.readAll().split('\n');
        for (const QByteArray &line : lines) {
            QByteArray pattern = line.trimmed();
            if (!pattern.startsWith('!'))
                continue;
            pattern.remove(0, 1);
            if (pattern.endsWith('/'))
                pattern.chop(1);
            if (pattern.startsWith('/'))
                pattern.remove(0, 1);
            patterns.append(pattern);
        }
    }
    m_takenIn.insert(path.first(slash + 1), patterns);
}

void GitView::loseIgnoreFile(const QByteArray &path)
{
    if (!m_ignoreFiles.remove(path))
        return;
    m_takenIn.remove(path.first(path.lastIndexOf('/') + 1));
    forgetIgnored();
}

QByteArray GitView::cleanId(const QByteArray &path, const struct stat &status)
{
    const auto found = m_entries.find(path);
    if (found == m_entries.end() || found->racy || !S_ISREG(status.st_mode)
        || (found->mode & S_IFMT) != S_IFREG)
        return {};
    if (!isSameTime(found->modified, status.st_mtim) || !isSameTime(found->changed, status.st_ctim)
        || found->size != quint32(status.st_size) || found->inode != quint32(status.st_ino)
        || ((found->mode & S_IXUSR) != 0) != ((status.st_mode & S_IXUSR) != 0))
        return {};
    if (found->plain < 0) {
        git_odb *odb = nullptr;
        git_oid id;
        git_oid_fromraw(&id, reinterpret_cast<const unsigned char *>(found->id.constData()));
        size_t size = 0;
        git_object_t type = GIT_OBJECT_INVALID;
        // Line ends and keywords that git changes show in the size.
        found->plain = git_repository_odb(&odb, m_repository.get()) == 0
                && git_odb_read_header(&size, &type, odb, &id) == 0
                && qint64(size) == qint64(status.st_size)
                && (!m_attributes || isUnfiltered(m_repository.get(), m_prefix + path));
        git_odb_free(odb);
    }
    return found->plain ? found->id : QByteArray();
}

std::optional<QByteArray> GitView::content(const QByteArray &id)
{
    if (!m_repository)
        return std::nullopt;
    git_blob *read = nullptr;
    git_oid name;
    git_oid_fromraw(&name, reinterpret_cast<const unsigned char *>(id.constData()));
    if (git_blob_lookup(&read, m_repository.get(), &name) != 0)
        return std::nullopt;
    const std::unique_ptr<git_blob, decltype(&git_blob_free)> blob(read, git_blob_free);
    return QByteArray(static_cast<const char *>(git_blob_rawcontent(blob.get())),
                      qsizetype(git_blob_rawsize(blob.get())));
}

QByteArray GitView::idOf(const QByteArray &content)
{
    ensureGitLibrary();
    git_oid id;
    if (git_odb_hash(&id, content.constData(), size_t(content.size()), GIT_OBJECT_BLOB) != 0)
        return {};
    return QByteArray(reinterpret_cast<const char *>(id.id), GIT_OID_RAWSZ);
}

} // namespace Countersign::Session
