// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/documents.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>

using namespace Qt::StringLiterals;

namespace Countersign::Config {

namespace {

// Configuration is written by hand; a larger file is a mistake, or somebody else's idea.
constexpr qint64 kLargestFile = 1024 * 1024;

/// The folders from `top` down to `bottom`; `bottom` alone when it is not below `top`.
QStringList foldersDownTo(const QString &bottom, const QString &top)
{
    QStringList folders{QDir::cleanPath(bottom)};
    const QString end = QDir::cleanPath(top);
    if (folders.first() != end && !folders.first().startsWith(end == "/"_L1 ? end : end + u'/'))
        return folders;
    while (folders.first() != end)
        folders.prepend(QFileInfo(folders.first()).path());
    return folders;
}

QString withTilde(const QString &path)
{
    const QString home = QDir::homePath() + u'/';
    return path.startsWith(home) ? QString("~/"_L1 + path.mid(home.size())) : path;
}

} // namespace

QList<Source> findSources(const AppPaths &paths, const QString &locationRoot,
                          const QString &projectDirectory)
{
    QList<Source> sources;
    QSet<QString> seen; // The Location may be one of the global folders: that file stays global.
    const QStringList folders = foldersDownTo(locationRoot, projectDirectory);
    const auto add = [&](const QString &folder, const QStringList &names, bool project) {
        for (const QString &name : names) {
            const QString path = QDir::cleanPath(folder + u'/' + name);
            const QFileInfo info(path);
            // A link that leads nowhere was meant to be read: it is reported when that fails.
            if ((!info.exists() && !info.isSymLink()) || seen.contains(path))
                continue;
            seen.insert(path);
            const QString shown =
                    project ? QDir(folders.first()).relativeFilePath(path) : withTilde(path);
            sources.append({path, shown, project});
        }
    };
    const QStringList theirs{u"opencode.json"_s, u"opencode.jsonc"_s};
    const QStringList ours{u"countersign.json"_s, u"countersign.jsonc"_s};
    // Beside our own folder, so that COUNTERSIGN_HOME moves both.
    add(QFileInfo(paths.config).path() + "/opencode"_L1, theirs, false);
    add(paths.config, ours, false);
    for (const QString &folder : folders)
        add(folder, theirs + ours, true);
    for (const QString &folder : folders) {
        add(folder + "/.opencode"_L1, theirs, true);
        add(folder + "/.countersign"_L1, ours, true);
    }
    return sources;
}

tl::expected<QByteArray, Problem> readSourceBytes(const Source &source)
{
    const auto unreadable = [&source](const QString &why) {
        return tl::unexpected(
                Problem{source.path, 0, 0, u"the file cannot be read: %1"_s.arg(why)});
    };
    // Opening a pipe would wait for its writer.
    if (!QFileInfo(source.path).isFile())
        return unreadable(u"it is not a regular file"_s);
    QFile file(source.path);
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(file.errorString());
    const QByteArray bytes = file.read(kLargestFile + 1);
    if (file.error() != QFileDevice::NoError)
        return unreadable(file.errorString());
    if (bytes.size() > kLargestFile)
        return unreadable(u"it is larger than 1 MiB"_s);
    return bytes;
}

tl::expected<Document, Problem> readSource(const Source &source)
{
    const auto bytes = readSourceBytes(source);
    if (!bytes)
        return tl::unexpected(bytes.error());
    return readDocument(*bytes, source.path);
}

} // namespace Countersign::Config
