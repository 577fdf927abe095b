// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "process/process.h"
#include "recorded.h"

#include <QDirIterator>

#include <fcntl.h>

namespace Countersign::Test {

using namespace Qt::StringLiterals;

/// By the program's own way of starting others: after QProcess, which borrows the memory of the thread
/// that starts, ThreadSanitizer sees no hand-over between threads any more.
inline void git(const Recorded &recorded, const QStringList &arguments, const QString &folder = {})
{
    ProcessRequest request;
    request.program = u"env"_s;
    request.arguments = QStringList{u"HOME="_s + recorded.scratch.path(),
                                    u"GIT_CONFIG_NOSYSTEM=1"_s,
                                    u"git"_s,
                                    u"-c"_s,
                                    u"user.name=T"_s,
                                    u"-c"_s,
                                    u"user.email=t@example.org"_s}
            + arguments;
    request.workingDirectory = recorded.path(folder);
    request.timeout = std::chrono::seconds(30);
    request.mergeOutput = true;
    const auto ended = runProcess(request);
    if (!ended || ended->exitCode != 0)
        qFatal("git: %s", ended ? ended->output.constData() : qPrintable(ended.error().message));
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
