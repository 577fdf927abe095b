// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "base/uniquefd.h"

#include <QByteArray>
#include <QString>

namespace Countersign {

/// One file of managed output while it is being written: mode 0600, name "tool_<ascending id>".
/// The file stays when this object goes, until the store's sweep; discard() takes it away. Move-only;
/// one thread at a time.
class ManagedOutput
{
public:
    /// Creates the file in `directory`, which is made (mode 0700) when it is missing.
    /// ErrorCode::Storage when that fails.
    [[nodiscard]] static Result<ManagedOutput> create(const QString &directory);

    /// Appends all of `bytes`. ErrorCode::Storage when the disk refuses; the file is incomplete then.
    [[nodiscard]] Result<void> append(QByteArrayView bytes);
    /// Removes the file.
    void discard();

    [[nodiscard]] const QString &path() const { return m_path; }

private:
    ManagedOutput(UniqueFd fd, QString path) : m_fd(std::move(fd)), m_path(std::move(path)) { }

    UniqueFd m_fd;
    QString m_path;
};

} // namespace Countersign
