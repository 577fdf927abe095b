// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>

namespace Countersign {

/// One matching line, as ripgrep reported it.
struct RipgrepMatch
{
    QByteArray path; ///< As the system has it.
    qint64 line = 0; ///< From 1.
    QString text; ///< Without its line end, cut at kMaximumMatchUnits; bad UTF-8 is U+FFFD.
};

/// Longest line that is told, in UTF-16 units.
inline constexpr qsizetype kMaximumMatchUnits = 2000;
/// Longest JSON record that is read.
inline constexpr qsizetype kMaximumRecordBytes = 1024 * 1024;

/// Reads the output of "rg --json", which comes in pieces of any size. One thread at a time.
class RipgrepRecords
{
public:
    /// `onMatch` gets each match; false ends the reading.
    explicit RipgrepRecords(std::function<bool(const RipgrepMatch &)> onMatch);

    /// False: stop, because onMatch said so or a record could not be understood.
    [[nodiscard]] bool take(QByteArrayView piece);
    /// Records larger than kMaximumRecordBytes, which were passed over.
    [[nodiscard]] qint64 skipped() const { return m_skipped; }
    /// Protocol: a record that is not what ripgrep documents.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

private:
    [[nodiscard]] bool readRecord(const QByteArray &record);

    std::function<bool(const RipgrepMatch &)> m_onMatch;
    QByteArray m_record;
    bool m_skipping = false;
    qint64 m_skipped = 0;
    std::optional<Error> m_error;
};

} // namespace Countersign
