// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/paths.h"

#include <QDir>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// `<variable>/countersign`, or `~/<fallback>/countersign` when the variable is unset, empty or
/// relative: the XDG Base Directory Specification says that relative values are to be ignored.
QString xdgFolder(const char *variable, const QString &fallback)
{
    const QString value = qEnvironmentVariable(variable);
    const QString base =
            QDir::isAbsolutePath(value) ? value : QString(QDir::homePath() + u'/' + fallback);
    return QDir::cleanPath(base + u"/countersign"_s);
}

} // namespace

AppPaths AppPaths::fromEnvironment()
{
    const QString home = qEnvironmentVariable("COUNTERSIGN_HOME");
    if (!home.isEmpty())
        return under(home);
    return AppPaths{xdgFolder("XDG_CONFIG_HOME", u".config"_s),
                    xdgFolder("XDG_DATA_HOME", u".local/share"_s),
                    xdgFolder("XDG_CACHE_HOME", u".cache"_s), QDir::homePath()};
}

AppPaths AppPaths::under(const QString &folder)
{
    const QString root = QDir::cleanPath(QDir(folder).absolutePath());
    return AppPaths{QDir::cleanPath(root + u"/config"_s), QDir::cleanPath(root + u"/data"_s),
                    QDir::cleanPath(root + u"/cache"_s), root};
}

QString AppPaths::databaseFile() const
{
    return data + u"/countersign.db"_s;
}

QString AppPaths::toolOutput() const
{
    return data + u"/tool-output"_s;
}

QString AppPaths::snapshots() const
{
    return data + u"/snapshots"_s;
}

QString AppPaths::temporary() const
{
    return QDir::tempPath() + u"/countersign"_s;
}

} // namespace Countersign
