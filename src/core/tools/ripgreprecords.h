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
    /// Without its line end. Bytes that are not UTF-8 and control characters are written as \xNN; of
    /// a line above kMaximumMatchUnits it is the part around the match, with … where it is cut.
    QString text;
};

/// Longest line that is told, in UTF-16 units.
inline constexpr qsizetype kMaximumMatchUnits = 2000;
/// How much of one JSON record is held; of a longer one the rest is only looked through.
inline constexpr qsizetype kMaximumRecordBytes = 1024 * 1024;

/// Reads the output of "rg --json", which comes in pieces of any size, in bounded memory. One thread
/// at a time.
class RipgrepRecords
{
public:
    /// `onMatch` gets each match; false ends the reading.
    explicit RipgrepRecords(std::function<bool(const RipgrepMatch &)> onMatch);

    /// False: stop, because onMatch said so or a record could not be understood.
    [[nodiscard]] bool take(QByteArrayView piece);
    /// Protocol: a record that is not what ripgrep documents.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    /// Whether the search of a file with matches met a zero byte, where it ends unless the file was
    /// named.
    [[nodiscard]] bool cutAtZero() const { return m_cutAtZero; }

private:
    /// What follows the first kMaximumRecordBytes of a record: first the end of its line, then the
    /// numbers, of which the beginning is enough.
    struct Rest
    {
        bool inText = true;
        bool escaped = false;
        QByteArray numbers;
    };

    void append(QByteArrayView piece);
    void skim(QByteArrayView piece);
    [[nodiscard]] bool finish();
    [[nodiscard]] bool readRecord();
    [[nodiscard]] bool readOverlong();
    [[nodiscard]] bool fail(const QString &detail);

    std::function<bool(const RipgrepMatch &)> m_onMatch;
    QByteArray m_record;
    std::optional<Rest> m_rest;
    std::optional<Error> m_error;
    bool m_cutAtZero = false;
};

} // namespace Countersign
