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
    /// `store` outlives this.
    explicit CommandOutput(const OutputStore &store);

    /// Takes the next bytes. ErrorCode::Storage when the managed file cannot be made or written; it
    /// is removed then.
    [[nodiscard]] Result<void> append(QByteArrayView piece);
    /// The command has ended. Errors as append().
    [[nodiscard]] Result<void> finish();
    /// Removes the managed file, for output that nobody will be told of.
    void discard();

    /// What the model reads, after finish(): all of it, or beginning, a line about what is left out,
    /// and end. Not valid UTF-8 is replaced by U+FFFD. Small enough, with a few lines after it, not
    /// to be cut again by the store.
    [[nodiscard]] QString text() const;
    /// The managed file with the bytes as they came; nothing when the text is complete.
    [[nodiscard]] std::optional<QString> path() const;

private:
    [[nodiscard]] Result<void> take(QByteArrayView clean);
    [[nodiscard]] Result<void> spill();

    const OutputStore &m_store;
    qsizetype m_byteBudget;
    qsizetype m_lineBudget;
    QByteArray m_raw; ///< All bytes so far, until there is a file.
    QByteArray m_carry; ///< The first bytes of a character whose other bytes have not come yet.
    QByteArray m_head; ///< The first bytes of the text as valid UTF-8; all of it without a file.
    QByteArray m_tail; ///< The last ones (up to twice the budget), once there is a file.
    qint64 m_rawBytes = 0;
    qint64 m_textBytes = 0;
    qint64 m_newlines = 0;
    bool m_endsInNewline = false;
    std::optional<ManagedOutput> m_file;
};

} // namespace Countersign
