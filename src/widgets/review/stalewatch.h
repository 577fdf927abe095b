// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/change.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>

namespace Countersign::Review {

class Background;

/// Watches the files of a proposal: says which of them are not any more what the change was computed
/// from. Compares bytes, never times, in the background; a file in a folder that is not there is not
/// looked at. That is for the person's eyes: whoever writes compares again.
class StaleWatch final : public QObject
{
    Q_OBJECT
public:
    explicit StaleWatch(QObject *parent = nullptr);
    ~StaleWatch() override;

    void watch(const Diff::Proposal &proposal); ///< Instead of what was watched before.
    [[nodiscard]] const QStringList &stale() const { return m_stale; } ///< Their resources.

Q_SIGNALS:
    void staleChanged(); ///< Others are, or what they are has changed once more.

private:
    void look();
    void arm();

    Diff::Proposal m_proposal;
    QStringList m_stale;
    QByteArray m_state; ///< Stands for what the stale files are now.
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
    Background *m_work = nullptr;
};

} // namespace Countersign::Review
