// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArrayView>
#include <QString>

namespace Countersign {

/// How bytes of the file system, which may be no text at all, are told to a model without a loss.

/// `bytes` as text; those that are not UTF-8 and control characters other than the tab are written
/// as \xNN. Ends soon after `enough` UTF-16 units; more than that means that some are missing.
[[nodiscard]] QString escapedBytes(QByteArrayView bytes, qsizetype enough);

/// At most the first `units` UTF-16 units of `text`, no surrogate pair cut in two.
[[nodiscard]] QString shortened(const QString &text, qsizetype units);

/// A file name: as it stands, or, where it has bytes that are not UTF-8 or control characters, in
/// the form $'a\xE9\n' of bash, so that it can be told from every other name and be used there.
[[nodiscard]] QString shownName(QByteArrayView name);

} // namespace Countersign
