// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>
#include <QStringList>

namespace Countersign::Permission {

/// What a script of sed does beside printing.
struct SedScript
{
    QStringList reads; ///< Files of r and R.
    QStringList writes; ///< Files of w, W and s///w.
    bool runs = false; ///< e or s///e: it runs commands.
};

/// Reads a script in the language of GNU sed. What stands behind something that is not understood is
/// not read; sed refuses the whole of such a script. Pure, linear.
[[nodiscard]] SedScript readSedScript(const QString &script);

} // namespace Countersign::Permission
