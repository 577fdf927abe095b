// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "recorded.h"

#include <QDirIterator>
#include <QProcess>

#include <fcntl.h>

namespace Countersign::Test {

using namespace Qt::StringLiterals;

inline void git(const Recorded &recorded, const QStringList &arguments, const QString &folder = {})
{
    QProcess process;
    process.setWorkingDirectory(recorded.path(folder));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"HOME"_s, recorded.scratch.path());
    environment.insert(u"GIT_CONFIG_NOSYSTEM"_s, u"1"_s);
    process.setProcessEnvironment(environment);
    process.start(u"git"_s,
                  QStringList{u"-c"_s, u"user.name=T"_s, u"-c"_s, u"user.email=t@example.org"_s}
                          + arguments);
    if (!process.waitForFinished(30000) || process.exitCode() != 0)
        qFatal("git: %s", process.readAllStandardError().constData());
}

/// Commits all of it, so long ago that git's index can be trusted.
inline void commitAll(const Recorded &recorded)
{
    QDirIterator files(recorded.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    const struct timespec old[2] = {{1'600'000'000, 0}, {1'600'000'000, 0}};
    while (files.hasNext()) {
        const QString file = files.next();
        if (!file.contains(u"/.git/"))
            ::utimensat(AT_FDCWD, QFile::encodeName(file).constData(), old, 0);
    }
    git(recorded, {u"add"_s, u"-A"_s});
    git(recorded, {u"commit"_s, u"-qm"_s, u"x"_s});
}

inline QStringList namesIn(const Session::SessionChanges &changes)
{
    QStringList names;
    for (const Session::ChangedFile &file : changes.all.files)
        names.append(file.resource);
    return names;
}

} // namespace Countersign::Test
