// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/project.h"

#include "base/log.h"
#include "diff/gitlibrary.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUrl>

#include <git2.h>

// How a project is identified:
//  - git with an "origin" on another computer: its normalised address, so that clones and linked
//    work trees of one repository share saved approvals;
//  - git without one: the canonical common git directory. (The root commit would survive a move of
//    the directory, but finding it walks the whole history.)
//  - anything else: the canonical directory itself; never one "global" project for all of them.
// The repository is found by looking for ".git" upwards, and only its own configuration is read:
// git_repository_open() would refuse directories of another owner, and the person's own
// configuration (insteadOf) must not change what an approval belongs to.
namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kMaximumPointerFile = 64 * 1024; ///< A ".git" file or "commondir": one path.
constexpr qint64 kMaximumConfig = 4 * 1024 * 1024;

ProjectId idOf(const QString &text)
{
    return ProjectId(QString::fromLatin1(
            QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha1).toHex()));
}

/// A regular file of reasonable size: neither a FIFO nor a device can hold us up.
bool isPlainFile(const QString &path, qint64 maximum)
{
    const QFileInfo info(path);
    return info.isFile() && info.size() <= maximum;
}

/// The one line of a file that names a path, without its line end; empty when there is none.
QString pointerIn(const QString &file)
{
    if (!isPlainFile(file, kMaximumPointerFile))
        return {};
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly))
        return {};
    QByteArray text = in.readAll();
    while (text.endsWith('\n') || text.endsWith('\r'))
        text.chop(1);
    return QFile::decodeName(text);
}

/// The git directory that `entry` (a ".git") is or names; empty when it is neither.
QString gitDirectoryAt(const QString &directory)
{
    const QString entry = QDir(directory).filePath(u".git"_s);
    const QFileInfo info(entry);
    QString found;
    if (info.isDir()) {
        found = entry;
    } else if (info.isFile()) {
        const QString prefix = u"gitdir: "_s;
        const QString line = pointerIn(entry);
        if (!line.startsWith(prefix))
            return {};
        found = QDir(directory).absoluteFilePath(line.mid(prefix.size()));
    }
    // An empty ".git" is no repository for git either.
    if (found.isEmpty() || !QFileInfo::exists(found + u"/HEAD"_s))
        return {};
    return QFileInfo(found).canonicalFilePath();
}

/// A linked work tree keeps its own HEAD and shares the rest with its main repository.
QString commonDirectory(const QString &gitDirectory)
{
    const QString line = pointerIn(gitDirectory + u"/commondir"_s);
    if (line.isEmpty())
        return gitDirectory;
    const QString common = QFileInfo(QDir(gitDirectory).absoluteFilePath(line)).canonicalFilePath();
    return common.isEmpty() ? gitDirectory : common;
}

QString originOf(const QString &commonDirectory)
{
    const QString file = commonDirectory + u"/config"_s;
    if (!isPlainFile(file, kMaximumConfig))
        return {};
    ensureGitLibrary();
    git_config *config = nullptr;
    QString origin;
    git_buf value = GIT_BUF_INIT;
    if (git_config_open_ondisk(&config, QFile::encodeName(file).constData()) == 0) {
        const int answer = git_config_get_string_buf(&value, config, "remote.origin.url");
        if (answer == 0)
            origin = QString::fromUtf8(value.ptr, qsizetype(value.size));
        else if (answer != GIT_ENOTFOUND)
            qCWarning(logLocation, "the git configuration of a project could not be read: %s",
                      qPrintable(lastGitError()));
    } else {
        qCWarning(logLocation, "the git configuration of a project could not be opened: %s",
                  qPrintable(lastGitError()));
    }
    git_buf_dispose(&value);
    git_config_free(config);
    return origin;
}

QString withoutDecoration(QString path)
{
    while (path.startsWith(u'/'))
        path.remove(0, 1);
    while (path.endsWith(u'/'))
        path.chop(1);
    if (path.endsWith(u".git"_s))
        path.chop(4);
    return path;
}

int defaultPort(const QString &scheme)
{
    if (scheme == u"https"_s)
        return 443;
    if (scheme == u"http"_s)
        return 80;
    if (scheme == u"git"_s)
        return 9418;
    return 22; // ssh, git+ssh, ssh+git
}

} // namespace

std::optional<QString> normalisedRemote(const QString &url)
{
    const QString text = url.trimmed();
    QString host;
    QString path;
    if (text.contains(u"://"_s)) {
        const QUrl parsed(text, QUrl::TolerantMode);
        const QString scheme = parsed.scheme();
        host = parsed.host(QUrl::FullyDecoded).toLower();
        if (scheme == u"file"_s || host.isEmpty())
            return std::nullopt;
        const int port = parsed.port(defaultPort(scheme));
        if (port != defaultPort(scheme))
            host += u':' + QString::number(port);
        path = parsed.path(QUrl::FullyDecoded);
    } else {
        // [user@]host:path, as scp writes it. A slash before the colon makes it a path.
        const qsizetype start = text.indexOf(u'@') + 1;
        // The colons within the brackets of an IPv6 address do not count.
        const qsizetype from = text.mid(start).startsWith(u'[') ? text.indexOf(u']', start) : start;
        const qsizetype colon = from < 0 ? -1 : text.indexOf(u':', from);
        const qsizetype slash = text.indexOf(u'/');
        if (colon <= start || (slash >= 0 && slash < colon))
            return std::nullopt;
        host = text.mid(start, colon - start).toLower();
        if (host.startsWith(u'[') && host.endsWith(u']'))
            host = host.mid(1, host.size() - 2);
        path = text.mid(colon + 1);
    }
    path = withoutDecoration(path);
    if (path.isEmpty())
        return std::nullopt;
    return QString(host + u'/' + path);
}

Project projectOf(const QString &canonicalDirectory)
{
    for (QDir at(canonicalDirectory);;) {
        const QString directory = at.absolutePath();
        const QString git = gitDirectoryAt(directory);
        if (!git.isEmpty()) {
            const QString common = commonDirectory(git);
            const std::optional<QString> remote = normalisedRemote(originOf(common));
            return Project{idOf(remote ? u"git-remote:"_s + *remote : u"git-dir:"_s + common),
                           directory, true};
        }
        if (!at.cdUp())
            break;
    }
    return Project{idOf(u"dir:"_s + canonicalDirectory), canonicalDirectory, false};
}

} // namespace Countersign
