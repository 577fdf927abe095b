// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/folderwatch.h"

#include "session/folderwalk.h"
#include "session/gitview.h"

#include <QFile>

#include <algorithm>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

FolderWatch::FolderWatch(SnapshotStore &store, QString root, QString own, FolderLimits limits)
    : m_store(store)
    , m_root(std::move(root))
    , m_rootBytes(QFile::encodeName(m_root))
    , m_own(QFile::encodeName(own))
    , m_limits(limits)
    , m_git(std::make_unique<GitView>(m_rootBytes, own + u"/empty.git"_s))
{
}

FolderWatch::~FolderWatch() = default;

QByteArray FolderWatch::absolute(const QByteArray &path) const
{
    return m_rootBytes.endsWith('/') ? QByteArray(m_rootBytes + path)
                                     : QByteArray(m_rootBytes + '/' + path);
}

Result<void> FolderWatch::load()
{
    if (m_loaded)
        return {};
    auto seen = m_store.seen(m_root);
    if (!seen)
        return failure(seen.error());
    std::sort(seen->begin(), seen->end(),
              [](const SeenFile &a, const SeenFile &b) { return a.path < b.path; });
    for (const SeenFile &file : *seen)
        m_tree.append(file);
    m_first = m_tree.isEmpty();
    m_loaded = true;
    return {};
}

Result<FolderWatch::Look> FolderWatch::look(bool ascribe)
{
    if (!m_givenUp.isEmpty()) {
        Look none;
        none.notes.append(m_givenUp);
        return none;
    }
    if (Result<void> loaded = load(); !loaded)
        return failure(loaded.error());
    m_met.clear();
    m_git->refresh();
    Walk walk(*this, ascribe);
    if (Result<void> walked = walk.run(); !walked) {
        forget(); // What was seen until then has not been stored.
        return failure(walked.error());
    }
    if (!walk.givenUp.isEmpty()) {
        forget();
        m_givenUp = walk.givenUp;
        Look none;
        none.notes.append(m_givenUp);
        return none;
    }
    {
        const std::lock_guard lock(m_writtenMutex);
        // What is expected since then has yet to be met.
        m_written.removeIf([this](const auto &entry) {
            const auto met = m_met.constFind(entry.key());
            return met != m_met.constEnd() && *met == entry.value();
        });
    }
    m_first = false;
    m_lastLook = walk.began();
    m_lastRules = m_git->rules();
    return std::move(walk.look);
}

void FolderWatch::forget()
{
    m_tree = {};
    m_loaded = false;
}

std::optional<QByteArray> FolderWatch::relative(const QString &path) const
{
    const QByteArray bytes = QFile::encodeName(path);
    const QByteArray root = absolute(QByteArray());
    return bytes.startsWith(root) ? std::optional(bytes.mid(root.size())) : std::nullopt;
}

std::optional<Image> FolderWatch::written(const QByteArray &path)
{
    const std::lock_guard lock(m_writtenMutex);
    const auto found = m_written.constFind(path);
    return found == m_written.constEnd() ? std::nullopt : std::optional(*found);
}

void FolderWatch::expect(const QString &path, const Image &image)
{
    const auto name = relative(path);
    const std::lock_guard lock(m_writtenMutex);
    if (name)
        m_written.insert(*name, image);
}

void FolderWatch::unexpect(const QString &path)
{
    const auto name = relative(path);
    const std::lock_guard lock(m_writtenMutex);
    if (name)
        m_written.remove(*name);
}

} // namespace Countersign::Session
