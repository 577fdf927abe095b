// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/project.h"

#include "base/log.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QUrl>

#include <memory>

#include <git2.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

struct FreeRepository
{
    void operator()(git_repository *repository) const { git_repository_free(repository); }
};
struct FreeConfig
{
    void operator()(git_config *config) const { git_config_free(config); }
};

void initialiseGit()
{
    static const bool once = [] {
        git_libgit2_init();
        // Only an address is read, nothing of the repository is run: whose it is does not matter.
        git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
        return true;
    }();
    Q_UNUSED(once);
}

ProjectId idOf(const QString &identity)
{
    return ProjectId(QString::fromLatin1(
            QCryptographicHash::hash(identity.toUtf8(), QCryptographicHash::Sha1).toHex()));
}

/// The address of "origin", read from the repository's own configuration file only.
QString originOf(git_repository *repository)
{
    git_config *read = nullptr;
    const QByteArray file = QByteArray(git_repository_commondir(repository)) + "config";
    if (git_config_open_ondisk(&read, file.constData()) != 0)
        return {};
    const std::unique_ptr<git_config, FreeConfig> config(read);
    git_buf value = GIT_BUF_INIT;
    QString url;
    if (git_config_get_string_buf(&value, config.get(), "remote.origin.url") == 0)
        url = QString::fromUtf8(value.ptr);
    git_buf_dispose(&value);
    return url;
}

} // namespace

QString normalisedRemote(const QString &url)
{
    QString host;
    QString path;
    if (url.contains(u"://")) {
        const QUrl parsed(url);
        if (parsed.scheme() == u"file")
            return {};
        host = parsed.host();
        path = parsed.path();
    } else {
        // The short form of ssh: [user@]host:path. A colon after a slash is part of a path.
        const qsizetype colon = url.indexOf(u':');
        const qsizetype slash = url.indexOf(u'/');
        if (colon <= 0 || (slash >= 0 && slash < colon))
            return {};
        host = url.left(colon).section(u'@', -1);
        path = url.mid(colon + 1);
    }
    while (path.startsWith(u'/'))
        path.remove(0, 1);
    while (path.endsWith(u'/'))
        path.chop(1);
    if (path.endsWith(u".git"))
        path.chop(4);
    if (host.isEmpty() || path.isEmpty())
        return {};
    return host.toLower() + u'/' + path;
}

Project projectOf(const QString &root)
{
    initialiseGit();
    const Project plain{idOf(u"dir:"_s + root), root, false};
    git_repository *opened = nullptr;
    const int error = git_repository_open_ext(&opened, QFile::encodeName(root).constData(), 0, nullptr);
    if (error == GIT_ENOTFOUND)
        return plain;
    if (error != 0) {
        const git_error *last = git_error_last();
        qCWarning(logLocation) << "the git repository at" << root << "cannot be opened:"
                               << (last ? last->message : "no reason given");
        return plain;
    }
    const std::unique_ptr<git_repository, FreeRepository> repository(opened);
    const char *workTree = git_repository_workdir(repository.get());
    if (!workTree)
        return plain; // A bare repository holds no project files.
    Project project;
    project.isGit = true;
    project.directory = QFileInfo(QFile::decodeName(workTree)).canonicalFilePath();
    const QString remote = normalisedRemote(originOf(repository.get()));
    if (!remote.isEmpty()) {
        project.id = idOf(u"git-remote:"_s + remote);
    } else {
        const QString common = QFile::decodeName(git_repository_commondir(repository.get()));
        project.id = idOf(u"git-dir:"_s + QFileInfo(common).canonicalFilePath());
    }
    return project;
}

} // namespace Countersign
