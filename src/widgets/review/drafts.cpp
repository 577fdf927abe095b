// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/drafts.h"

#include <memory>

namespace Countersign::Review {

namespace {

constexpr qsizetype kKeptBytes = 64 * 1024 * 1024;

QString keyOf(const QString &session, const Diff::FileChange &change)
{
    return session + u'\n' + change.target;
}

} // namespace

DraftMemory::DraftMemory() : m_kept(kKeptBytes) { }

void DraftMemory::keep(const QString &session, const Diff::FileChange &change,
                       const QByteArray &text)
{
    m_kept.insert(keyOf(session, change), new Draft{change.after, text},
                  change.after.size() + text.size() + 1);
}

std::optional<Draft> DraftMemory::take(const QString &session, const Diff::FileChange &change)
{
    const std::unique_ptr<Draft> kept(m_kept.take(keyOf(session, change)));
    return kept ? std::optional(*kept) : std::nullopt;
}

} // namespace Countersign::Review
