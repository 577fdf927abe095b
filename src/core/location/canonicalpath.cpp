// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/canonicalpath.h"

#include <QFile>
#include <QList>

#include <algorithm>
#include <cerrno>
#include <climits>

#include <sys/stat.h>
#include <unistd.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMaximumLinks = 40; ///< What the kernel follows in one path.

struct Component
{
    QByteArray name;
    bool counted = false; ///< Lies after the skipped part of the written path.
    bool last = false; ///< The last component as written.
};

FileType typeOf(mode_t mode)
{
    if (S_ISREG(mode))
        return FileType::Regular;
    return S_ISDIR(mode) ? FileType::Directory : FileType::Other;
}

QByteArray joined(const QByteArray &directory, const QByteArray &name)
{
    return (directory == "/" ? QByteArray() : directory) + '/' + name;
}

class Walk
{
public:
    Walk(const QByteArray &path, qsizetype skip, const QString &shown) : m_shown(shown)
    {
        qsizetype at = 1;
        while (at < path.size()) {
            const qsizetype slash = path.indexOf('/', at);
            const qsizetype end = slash < 0 ? path.size() : slash;
            m_pending.append(Component{path.mid(at, end - at), at > skip, end == path.size()});
            at = end + 1;
        }
        std::reverse(m_pending.begin(), m_pending.end()); // The next one is the last element.
    }

    Result<CanonicalPath> run()
    {
        m_found.path = "/";
        m_found.anchor = "/";
        m_found.type = FileType::Directory;
        while (!m_pending.isEmpty()) {
            if (Result<void> step = enter(m_pending.takeLast()); !step)
                return failure(step.error());
        }
        return m_found;
    }

private:
    Result<void> enter(const Component &component)
    {
        // Only the target of a link can still hold these.
        if (component.name.isEmpty() || component.name == ".")
            return {};
        if (component.name == "..") {
            if (m_found.type == FileType::Missing)
                return failure(
                        ErrorCode::InvalidInput,
                        u"The path \"%1\" goes through a symbolic link that leads through "
                        "a missing directory; give the path of the file itself."_s.arg(m_shown));
            if (m_found.type != FileType::Directory)
                return notADirectory();
            m_found.path = parentOf(m_found.path);
            m_found.anchor = m_found.path;
            return {};
        }
        const QByteArray next = joined(m_found.path, component.name);
        if (m_found.type == FileType::Missing) {
            m_found.path = next;
            return {};
        }
        if (m_found.type != FileType::Directory)
            return notADirectory();
        struct stat status{};
        if (::lstat(next.constData(), &status) != 0) {
            if (errno != ENOENT)
                return refusal(errno);
            m_found.path = next;
            m_found.type = FileType::Missing;
            return {};
        }
        if (S_ISLNK(status.st_mode))
            return follow(next, component);
        m_found.path = next;
        m_found.type = typeOf(status.st_mode);
        if (m_found.type == FileType::Directory)
            m_found.anchor = next;
        return {};
    }

    Result<void> follow(const QByteArray &link, const Component &component)
    {
        if (++m_links > kMaximumLinks)
            return failure(ErrorCode::InvalidInput,
                           u"The path \"%1\" goes through symbolic links that lead in a circle; "
                           "give the path of the file itself."_s.arg(m_shown));
        QByteArray target(PATH_MAX, Qt::Uninitialized);
        const ssize_t size = ::readlink(link.constData(), target.data(), size_t(target.size()));
        if (size < 0)
            return refusal(errno);
        target.truncate(size);
        QByteArray whole = link;
        for (auto left = m_pending.crbegin(); left != m_pending.crend(); ++left)
            whole = joined(whole, left->name);
        m_found.names.append(lexicallyAbsolute("/", whole));
        if (component.counted)
            ++m_found.linksFollowed;
        m_found.lastIsLink = m_found.lastIsLink || component.last;
        if (target.startsWith('/')) {
            m_found.path = "/";
            m_found.anchor = "/";
            m_found.type = FileType::Directory;
        }
        const QList<QByteArray> names = target.split('/');
        for (auto name = names.crbegin(); name != names.crend(); ++name)
            m_pending.append(Component{*name, false, false});
        return {};
    }

    [[nodiscard]] Result<void> notADirectory() const
    {
        return failure(ErrorCode::InvalidInput,
                       u"The path \"%1\" cannot exist, because \"%2\" is not a directory; choose "
                       "another path."_s.arg(m_shown, QFile::decodeName(m_found.path)));
    }

    [[nodiscard]] Result<void> refusal(int error) const
    {
        if (error == ENAMETOOLONG)
            return failure(ErrorCode::InvalidInput,
                           u"The path \"%1\" is longer than the system allows; choose a shorter "
                           "one."_s.arg(m_shown));
        return failure(ErrorCode::Io,
                       u"The path \"%1\" cannot be looked at; check the permissions of its "
                       "directories."_s.arg(m_shown),
                       qt_error_string(error));
    }

    QString m_shown;
    QList<Component> m_pending;
    CanonicalPath m_found;
    int m_links = 0;
};

} // namespace

QByteArray lexicallyAbsolute(const QByteArray &base, const QByteArray &path)
{
    QList<QByteArray> kept;
    const QList<QByteArray> names = (path.startsWith('/') ? path : base + '/' + path).split('/');
    for (const QByteArray &name : names) {
        if (name.isEmpty() || name == ".")
            continue;
        if (name != "..")
            kept.append(name);
        else if (!kept.isEmpty())
            kept.removeLast();
    }
    return '/' + kept.join('/');
}

bool isWithin(const QByteArray &directory, const QByteArray &path)
{
    if (directory == "/")
        return path.startsWith('/');
    return path.startsWith(directory)
            && (path.size() == directory.size() || path.at(directory.size()) == '/');
}

QByteArray parentOf(const QByteArray &path)
{
    const qsizetype slash = path.lastIndexOf('/');
    return slash <= 0 ? QByteArray("/") : path.left(slash);
}

Result<CanonicalPath> canonicalize(const QByteArray &path, qsizetype skip, const QString &shown)
{
    return Walk(path, skip, shown).run();
}

} // namespace Countersign
