// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/change.h"

#include <QCache>
#include <QString>

#include <optional>

namespace Countersign::Review {

/// What the person wrote in the place of a proposed text, and was not written to the file.
struct Draft
{
    QByteArray proposed; ///< What it was made of.
    QByteArray text;
};

/// The person's texts of files whose question ended before they were allowed, for when the same file is
/// proposed again in the session. The least recently kept ones are forgotten beyond 64 MiB in all.
class DraftMemory
{
public:
    DraftMemory();
    /// `change` as it was proposed.
    void keep(const QString &session, const Diff::FileChange &change, const QByteArray &text);
    [[nodiscard]] std::optional<Draft> take(const QString &session, const Diff::FileChange &change);

private:
    QCache<QString, Draft> m_kept;
};

} // namespace Countersign::Review
