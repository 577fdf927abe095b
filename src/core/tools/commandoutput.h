// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tool/outputstore.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace Countersign {

/// Collects what a command writes while it runs: its beginning and its end in memory, and all of it
/// in a managed file as soon as it is more than a model reads at once. One thread at a time.
class CommandOutput
{
public:
    /// Bytes that an output which grows large leaves free on its disk.
    static constexpr qint64 kDiskReserve = 512 * 1024 * 1024;
    /// `store` outlives this.
    explicit CommandOutput(const OutputStore &store, qint64 diskReserve = kDiskReserve);

    /// Takes the next bytes. ErrorCode::Storage when the managed file cannot be made or written; it
    /// is removed then. The same when the disk has less than the reserve left.
    [[nodiscard]] Result<void> append(QByteArrayView piece);
    /// The command has ended. Errors as append().
    [[nodiscard]] Result<void> finish();
    /// Removes the managed file, for output that nobody will be told of.
    void discard();

    /// What the model reads, after finish(): all of it as a terminal would show it, or beginning, a
    /// line about what is left out, and end; of binary data only that and where it is. Small enough,
    /// with a few lines after it, not to be cut again by the store.
    [[nodiscard]] QString text() const;
    /// The end of the output so far, at most `bytes` of it.
    [[nodiscard]] QString tail(qsizetype bytes) const;
    /// The managed file with the bytes as they came; nothing when the text is complete.
    [[nodiscard]] std::optional<QString> path() const;

private:
    [[nodiscard]] Result<void> spill();
    [[nodiscard]] Result<void> checkDisk();
    [[nodiscard]] bool fits(const QString &text) const;
    [[nodiscard]] bool isBinary() const;

    const OutputStore &m_store;
    qint64 m_diskReserve;
    qint64 m_nextCheck; ///< Bytes of output after which the disk is looked at again.
    qsizetype m_byteBudget;
    qsizetype m_lineBudget;
    QByteArray m_head; ///< The first bytes; all of them without a file.
    QByteArray m_tail; ///< The last bytes (up to twice the budget), once there is a file.
    qint64 m_bytes = 0;
    qint64 m_newlines = 0;
    bool m_endsInNewline = false;
    std::optional<ManagedOutput> m_file;
};

} // namespace Countersign
