// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/seenfolder.h"

#include <algorithm>

namespace Countersign::Session {

qint64 nanoseconds(const struct timespec &time)
{
    constexpr qint64 kSecond = 1'000'000'000;
    return qint64(time.tv_sec) * kSecond + time.tv_nsec;
}

bool SeenFolder::isListed(const struct stat &status, quint64 rulesNow) const
{
    return listed && rules == rulesNow && m_modified == nanoseconds(status.st_mtim)
            && m_changed == nanoseconds(status.st_ctim) && m_inode == status.st_ino
            && m_device == status.st_dev;
}

void SeenFolder::setListed(const struct stat &status, quint64 rulesThen)
{
    listed = true;
    rules = rulesThen;
    m_modified = nanoseconds(status.st_mtim);
    m_changed = nanoseconds(status.st_ctim);
    m_inode = status.st_ino;
    m_device = status.st_dev;
}

bool SeenFolder::contains(const QByteArray &path) const
{
    const SeenFolder *folder = this;
    qsizetype start = 0;
    for (qsizetype slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', start)) {
        const auto found = folder->folders.find(path.mid(start, slash - start));
        if (found == folder->folders.end())
            return false;
        folder = found->second.get();
        start = slash + 1;
    }
    return std::any_of(folder->files.begin(), folder->files.end(),
                       [&](const SeenFile &file) { return file.path == path; });
}

void SeenFolder::append(const SeenFile &file)
{
    SeenFolder *folder = this;
    qsizetype start = 0;
    for (qsizetype slash = file.path.indexOf('/'); slash >= 0;
         slash = file.path.indexOf('/', start)) {
        auto &within = folder->folders[file.path.mid(start, slash - start)];
        if (!within)
            within = std::make_unique<SeenFolder>();
        folder = within.get();
        start = slash + 1;
    }
    folder->files.push_back(file);
}

void SeenFolder::takeAll(QList<SeenFile> &into)
{
    for (SeenFile &file : files)
        into.append(std::move(file));
    files.clear();
    for (const auto &[name, folder] : folders)
        folder->takeAll(into);
    folders.clear();
}

} // namespace Countersign::Session
