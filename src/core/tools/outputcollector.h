// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tool/outputstore.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace Countersign {

/// Takes a child's output as it arrives, in bounded memory and without losing any of it: the first
/// and the last part stay in memory, and from the moment it grows beyond what a model reads, all of
/// it goes to a managed file.
///
/// This is the one place besides OutputStore::bound() that shortens a result. bound() needs the
/// whole text in memory; a command's output may be larger than the memory. To keep bounding a
/// single act all the same, the text made here stays within the store's limits, so that bound()
/// has nothing left to do with it.
class OutputCollector
{
public:
    explicit OutputCollector(const OutputStore &store);

    /// ErrorCode::Storage when the managed file cannot be written; the rest is not collected then.
    [[nodiscard]] Result<void> append(QByteArrayView bytes);

    struct Collected
    {
        QString text; ///< Bytes that are not UTF-8 are shown as replacement characters.
        bool truncated = false;
        QString path; ///< Managed file with every byte; empty when `text` is all of it.
    };
    /// Ends the collection.
    [[nodiscard]] Result<Collected> finish();

private:
    [[nodiscard]] Result<void> spill();

    const OutputStore &m_store; // Not owned.
    qsizetype m_byteBudget = 0;
    qsizetype m_lineBudget = 0;
    QByteArray m_head; ///< All of it until it is spilled, then its first half of the budget.
    QByteArray m_tail; ///< The last half of the budget, once it is spilled (and some more).
    qint64 m_bytes = 0;
    qint64 m_lineEnds = 0;
    std::optional<ManagedOutput> m_file;
};

} // namespace Countersign
