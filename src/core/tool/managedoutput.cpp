// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tool/managedoutput.h"

#include "base/ids.h"
#include "base/log.h"

#include <QDir>
#include <QFile>

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Error> storageFailure(const QString &what, const QString &path, int error)
{
    return failure(
            ErrorCode::Storage,
            u"The full output could not be %1 \"%2\" (%3). Make room or correct the rights of "
            "the folder, then try again."_s.arg(what, path, qt_error_string(error)));
}

} // namespace

Result<ManagedOutput> ManagedOutput::create(const QString &directory)
{
    const QString parent = QDir(directory).filePath(u".."_s);
    const bool parentThere = QDir().mkpath(QDir::cleanPath(parent));
    const QByteArray folder = QFile::encodeName(directory);
    if (!parentThere || (::mkdir(folder.constData(), 0700) != 0 && errno != EEXIST))
        return storageFailure(u"kept in"_s, directory, errno);
    const QString path = directory + "/tool_"_L1 + ascendingId();
    UniqueFd fd(::open(QFile::encodeName(path).constData(),
                       O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!fd.isOpen())
        return storageFailure(u"kept in"_s, path, errno);
    return ManagedOutput(std::move(fd), path);
}

Result<void> ManagedOutput::append(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const ssize_t written = ::write(m_fd.get(), bytes.data(), size_t(bytes.size()));
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return storageFailure(u"written to"_s, m_path, errno);
        bytes = bytes.sliced(written);
    }
    return {};
}

void ManagedOutput::discard()
{
    m_fd.reset();
    if (::unlink(QFile::encodeName(m_path).constData()) != 0 && errno != ENOENT)
        qCWarning(logTool, "Cannot remove managed output: %s",
                  qUtf8Printable(qt_error_string(errno)));
}

} // namespace Countersign
