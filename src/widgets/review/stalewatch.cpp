// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/stalewatch.h"

#include "review/background.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <optional>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

namespace {

/// Editors write in several steps: looked at when they have come to rest.
constexpr int kSettleMs = 100;

/// What is there now, when that is not what the change was computed from; its digest, or a word. That
/// of a move is also a destination that is taken by now.
std::optional<QByteArray> staleState(const Diff::FileChange &change)
{
    // A link whose target is gone is in the way as well.
    const QFileInfo destination(change.movedTarget);
    if (!change.movedTarget.isEmpty() && (destination.exists() || destination.isSymLink()))
        return "taken"_ba;
    const QFileInfo now(change.target);
    if (!QFileInfo::exists(now.path()))
        return {};
    if (!now.exists())
        return change.kind == Diff::ChangeKind::Added ? std::nullopt : std::optional("gone"_ba);
    QFile file(change.target);
    // What cannot be read is told by whoever writes.
    if (!file.open(QIODevice::ReadOnly))
        return {};
    if (change.kind != Diff::ChangeKind::Added && file.size() == change.before.size()
        && file.readAll() == change.before)
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    file.seek(0);
    hash.addData(&file);
    return hash.result();
}

} // namespace

StaleWatch::StaleWatch(QObject *parent) : QObject(parent), m_work(new Background(this))
{
    m_settle.setInterval(kSettleMs);
    m_settle.setSingleShot(true);
    connect(&m_settle, &QTimer::timeout, this, &StaleWatch::look);
    // The folders too: a file that is replaced is another one, and a new one was none.
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settle, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_settle,
            qOverload<>(&QTimer::start));
}

StaleWatch::~StaleWatch()
{
    // The thread must be gone before what its deliveries would touch.
    delete m_work;
}

void StaleWatch::watch(const Diff::Proposal &proposal)
{
    m_work->cancel();
    m_settle.stop();
    for (const QStringList &paths : {m_watcher.files(), m_watcher.directories()}) {
        if (!paths.isEmpty())
            m_watcher.removePaths(paths);
    }
    m_proposal = proposal;
    m_stale.clear();
    m_state.clear();
    if (proposal.isEmpty())
        return;
    arm();
    look();
}

void StaleWatch::arm()
{
    QStringList paths;
    for (const Diff::FileChange &change : m_proposal.files) {
        for (const QString &target : {change.target, change.movedTarget}) {
            if (target.isEmpty())
                continue;
            const QFileInfo file(target);
            for (const QString &path : {file.absoluteFilePath(), file.absolutePath()}) {
                if (QFileInfo::exists(path) && !paths.contains(path))
                    paths.append(path);
            }
        }
    }
    for (const QStringList &known : {m_watcher.files(), m_watcher.directories()}) {
        for (const QString &path : known)
            paths.removeAll(path);
    }
    if (!paths.isEmpty())
        m_watcher.addPaths(paths);
}

void StaleWatch::look()
{
    m_work->start(
            [this, proposal = m_proposal](const std::stop_token &stop) -> Background::Delivery {
                QStringList stale;
                QByteArray state;
                for (const Diff::FileChange &change : proposal.files) {
                    if (stop.stop_requested())
                        return {};
                    const auto now = staleState(change);
                    state += now.value_or("as before"_ba) + '\n';
                    if (now)
                        stale.append(change.resource);
                }
                return [this, stale, state] {
                    arm(); // A file that was replaced is watched no more.
                    if (stale == m_stale && (stale.isEmpty() || state == m_state))
                        return;
                    m_stale = stale;
                    m_state = state;
                    Q_EMIT staleChanged();
                };
            });
}

} // namespace Countersign::Review
