// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/commandpaths.h"

#include "location/canonicalpath.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <QSet>

#include <algorithm>
#include <array>

#include <dirent.h>
#include <glob.h>
#include <limits.h>
#include <sys/stat.h>

namespace Countersign {

using namespace Qt::StringLiterals;
using Permission::ShellAccess;
using Permission::ShellUse;
using Permission::ShellWord;

namespace {

/// More matches of one pattern than this are not followed one by one.
constexpr size_t kMostMatches = 500;

/// Names that every process may use and that keep nothing.
bool isHarmlessDevice(const QString &path)
{
    static constexpr std::array kNames{"/dev/null"_L1,   "/dev/zero"_L1,   "/dev/full"_L1,
                                       "/dev/random"_L1, "/dev/tty"_L1,    "/dev/stdin"_L1,
                                       "/dev/stdout"_L1, "/dev/stderr"_L1, "/dev/urandom"_L1};
    return path.startsWith("/dev/fd/"_L1)
            || std::any_of(kNames.begin(), kNames.end(),
                           [&path](QLatin1StringView name) { return path == name; });
}

/// "host:path" of rsync and scp, "http://…".
bool isRemote(const QString &text)
{
    const qsizetype colon = text.indexOf(u':');
    return colon > 0 && !QStringView(text).first(colon).contains(u'/');
}

QString escaped(const QString &path)
{
    QString result;
    for (const QChar c : path) {
        if (u"*?[\\"_s.contains(c))
            result += u'\\';
        result += c;
    }
    return result;
}

/// What glob() may still look at on this thread: it hands nothing on to what it calls.
thread_local qsizetype t_entriesLeft = 0;

void *openFolder(const char *name)
{
    return t_entriesLeft > 0 ? ::opendir(name) : nullptr;
}

dirent *nextEntry(void *folder)
{
    return --t_entriesLeft > 0 ? ::readdir(static_cast<DIR *>(folder)) : nullptr;
}

void closeFolder(void *folder)
{
    ::closedir(static_cast<DIR *>(folder));
}

int statusOf(const char *name, struct stat *status)
{
    --t_entriesLeft;
    return ::stat(name, status);
}

int ownStatusOf(const char *name, struct stat *status)
{
    --t_entriesLeft;
    return ::lstat(name, status);
}

/// What a pattern matches now; nothing when that is too much, or more than `entries` have to be
/// looked at, which are counted down.
std::optional<QStringList> matchesOf(const QString &pattern, qsizetype &entries)
{
    glob_t found{};
    found.gl_opendir = openFolder;
    found.gl_readdir = nextEntry;
    found.gl_closedir = closeFolder;
    found.gl_stat = statusOf;
    found.gl_lstat = ownStatusOf;
    t_entriesLeft = entries;
    const int answer = ::glob(QFile::encodeName(pattern).constData(), GLOB_NOSORT | GLOB_ALTDIRFUNC,
                              nullptr, &found);
    entries = std::max<qsizetype>(0, t_entriesLeft);
    std::optional<QStringList> names = QStringList();
    if (entries == 0 || (answer == 0 && found.gl_pathc > kMostMatches))
        names.reset();
    for (size_t i = 0; names && answer == 0 && i < found.gl_pathc; ++i)
        names->append(QFile::decodeName(found.gl_pathv[i]));
    ::globfree(&found);
    if (answer == GLOB_NOSPACE)
        return std::nullopt;
    return names;
}

/// Where `path` leads. `itself`: a link in its last place is not followed, as rm and mv do.
Result<CanonicalPath> leadTo(const QByteArray &path, bool itself, const QString &shown)
{
    const QByteArray name = path.mid(path.lastIndexOf('/') + 1);
    if (!itself || name.isEmpty() || name == "." || name == "..")
        return canonicalize(path, 0, shown);
    auto found = canonicalize(parentOf(path), 0, shown);
    if (!found || found->type != FileType::Directory)
        return found ? canonicalize(path, 0, shown) : found;
    const QByteArray whole = (found->path == "/" ? QByteArray() : found->path) + '/' + name;
    if (!QFileInfo(QFile::decodeName(whole)).isSymLink())
        return canonicalize(whole, 0, shown);
    found->anchor = found->path;
    found->path = whole;
    found->type = FileType::Other;
    return found;
}

class Follower
{
public:
    Follower(const Location &location, const QString &directory, PathLimits &limits)
        : m_location(location)
        , m_directory(directory)
        , m_limits(limits)
    {
    }

    void follow(const ShellUse &use, const Permission::ShellFolder &folder)
    {
        const ShellWord &word = use.word;
        const bool absolute = word.text.startsWith(u'/');
        const bool guess = isGuess(use);
        if (word.kind == ShellWord::Kind::Unknown || (!absolute && !folder)) {
            // Names and sizes alone are not worth a question that cannot say what it is about.
            if (!guess && use.access != ShellAccess::Look)
                unresolved(word);
            return;
        }
        if (word.text.isEmpty() || (guess && isRemote(word.text)))
            return;
        QString base = m_directory;
        if (folder && folder->startsWith(u'/'))
            base = *folder;
        else if (folder && !folder->isEmpty())
            base += u'/' + *folder;
        const auto written = [&](const QString &path) {
            return absolute ? path : QString(base + u'/' + path);
        };
        if (word.kind == ShellWord::Kind::Glob) {
            const auto names = matchesOf(absolute ? word.pattern
                                                  : QString(escaped(base) + u'/' + word.pattern),
                                         m_limits.entries);
            if (!names) {
                m_result.tooMany = m_result.tooMany || m_limits.entries == 0;
                unresolved(word);
                return;
            }
            for (const QString &name : *names)
                add(use, name);
            if (!names->isEmpty())
                return; // Without a match the shell passes the pattern on as it stands.
        }
        add(use, written(word.text));
        const QString &root = m_location.root();
        while (use.upward && !absolute && base.startsWith(root + u'/') && !m_result.tooMany) {
            base = QDir::cleanPath(base).section(u'/', 0, -2);
            add(use, written(word.text));
        }
    }

    [[nodiscard]] TouchedPaths take() const { return m_result; }

private:
    static bool isGuess(const ShellUse &use)
    {
        return use.access == ShellAccess::Guess || use.access == ShellAccess::Mention;
    }

    void unresolved(const ShellWord &word)
    {
        if (!m_unresolved.contains(word.source))
            m_result.unresolved.append(word.source);
        m_unresolved.insert(word.source);
    }

    void add(const ShellUse &use, const QString &path)
    {
        if (isHarmlessDevice(path))
            return;
        // The system takes none that is longer, and its folders would all be looked at.
        const QByteArray name = QFile::encodeName(path);
        if (name.size() >= PATH_MAX && isGuess(use))
            return;
        if (m_limits.lookups == 0 || name.size() >= PATH_MAX) {
            m_result.tooMany = m_result.tooMany || m_limits.lookups == 0;
            unresolved(use.word);
            return;
        }
        --m_limits.lookups;
        const auto found = leadTo(name, use.itself, path);
        if (!found) {
            // A command that cannot reach its file fails by itself; what else it may mean is open.
            if (!isGuess(use))
                unresolved(use.word);
            return;
        }
        TouchedPath touched;
        touched.access = use.access;
        touched.canonical = QFile::decodeName(found->path);
        touched.type = found->type;
        touched.resource = m_location.resourceOf(touched.canonical);
        const bool inside = m_location.contains(touched.canonical);
        if (isGuess(use)) {
            const bool file = found->type == FileType::Regular;
            if (!file
                && (inside || found->type == FileType::Missing
                    || use.access == ShellAccess::Mention))
                return;
            if (m_canonicals.contains(touched.canonical))
                return;
            touched.access = file ? ShellAccess::Read : ShellAccess::Look;
        }
        if (!inside) {
            const bool folder = found->type == FileType::Directory;
            const QByteArray boundary = folder         ? found->path
                    : found->type == FileType::Missing ? found->anchor
                                                       : parentOf(found->path);
            touched.externalDirectory =
                    QFile::decodeName(boundary == "/" ? QByteArray("/*") : boundary + "/*");
        }
        if (touched.access == ShellAccess::Write && found->type == FileType::Directory) {
            touched.resource = touched.resource == "."_L1 ? u"*"_s
                    : touched.resource == "/"_L1          ? u"/*"_s
                                                          : QString(touched.resource + "/*"_L1);
        }
        if (found->type != FileType::Directory) {
            for (const QByteArray &other : found->names)
                touched.aliases.append(m_location.resourceOf(QFile::decodeName(other)));
        }
        m_canonicals.insert(touched.canonical);
        const QString key = QString::number(int(touched.access)) + u'\0' + touched.canonical + u'\0'
                + touched.aliases.join(u'\0');
        if (!m_known.contains(key))
            m_result.paths.append(touched);
        m_known.insert(key);
    }

    const Location &m_location;
    const QString &m_directory;
    PathLimits &m_limits;
    TouchedPaths m_result;
    QSet<QString> m_canonicals; ///< Of the result.
    QSet<QString> m_known; ///< What tells the paths of the result apart.
    QSet<QString> m_unresolved;
};

} // namespace

TouchedPaths touchedPaths(const Location &location, const QString &directory,
                          const QList<Permission::ShellFolder> &folders,
                          const QList<ShellUse> &uses, PathLimits &limits)
{
    Follower follower(location, directory, limits);
    for (const ShellUse &use : uses) {
        for (const Permission::ShellFolder &folder : folders)
            follower.follow(use, folder);
    }
    return follower.take();
}

} // namespace Countersign
