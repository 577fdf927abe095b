// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/folderwalk.h"

#include "session/gitview.h"
#include "session/walkedfile.h"

#include <QFile>

#include <algorithm>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

/// Contents are stored when so many bytes have gathered.
constexpr qint64 kPortion = 16 * 1024 * 1024;

} // namespace

Result<void> FolderWatch::Walk::file(int parent, const QByteArray &path, const char *name,
                                     const struct stat &status, const SeenFile *known,
                                     SeenFile &now)
{
    now = seenFrom(path, status, m_now);
    const bool isKnown = known != nullptr;
    const bool sameStamps = isKnown && known->modified == now.modified
            && known->changed == now.changed && known->inode == now.inode
            && known->image.size == now.image.size;
    // From here on something may have changed. What git holds needs no reading, unless somebody did it.
    const QByteArray id = w.m_git->cleanId(path, status);
    const bool sameInGit =
            isKnown && !id.isEmpty() && known->gitId == id && known->image.kind == ImageKind::File;
    QByteArray content;
    Reason problem;
    if (sameInGit || (!id.isEmpty() && !m_ascribe))
        now.gitId = id;
    else
        problem = read(parent, name, status, now, content);
    const std::optional<Image> written = w.written(path);
    if (w.m_first && !written && problem.isEmpty() && now.gitId.isEmpty()) {
        m_first += content.size();
        if (m_first > w.m_limits.firstBytes) {
            now.image.kind = ImageKind::Unkept;
            now.image.hash.clear();
        }
    }

    Image before = isKnown ? known->image : Image();
    bool same = isKnown && isSame(*known, now, content);
    if (isKnown && before.kind == ImageKind::Unkept)
        same = now.image.kind == ImageKind::Unkept && sameStamps;
    const bool sameContent = same;
    if (same && !known->gitId.isEmpty() && now.gitId.isEmpty()) {
        // Still what git holds, whatever its index says.
        now.gitId = known->gitId;
        now.image.hash.clear();
    }
    same = same && before.mode == now.image.mode;
    if (written && !sameContent) {
        // Otherwise it has not been written yet, and the next look will meet it.
        before = *written;
        same = before.kind == now.image.kind && before.hash == now.image.hash;
        before.mode = before.mode == 0 ? now.image.mode : before.mode; // The usual one.
        w.m_met.insert(path, *written);
    }
    // It is new here, and older than the command: git ignored it, or it came with a folder.
    if (!isKnown && !written && w.m_git->rules() != w.m_lastRules && now.changed < w.m_lastLook
        && problem.isEmpty())
        problem.kind = Reason::Kind::IgnoredBefore;
    if (m_ascribe && !same && !w.m_first) {
        SeenFile old;
        old.path = path;
        old.image = before;
        if (isKnown && (!written || sameContent))
            old.gitId = known->gitId;
        if (m_changed + before.size + now.image.size > w.m_limits.changedBytes && problem.isEmpty())
            problem.kind = Reason::Kind::TooMuch;
        Image was = before;
        if (problem.isEmpty())
            was = kept(old, problem);
        const Image is = problem.isEmpty() ? kept(now, problem) : now.image;
        add(path, was, is, problem);
    }
    if (now.gitId.isEmpty() && now.image.kind != ImageKind::Unkept)
        keep(content);
    look.update.seen.append(now);
    return m_bytes > kPortion && (!m_ascribe || w.m_first) ? flush() : Result<void>();
}

Reason FolderWatch::Walk::read(int parent, const char *name, const struct stat &status,
                               SeenFile &file, QByteArray &content) const
{
    std::optional<QByteArray> bytes;
    Reason problem;
    if (S_ISLNK(status.st_mode))
        bytes = leadsTo(parent, name);
    else if (status.st_size > w.m_limits.fileBytes)
        problem = {Reason::Kind::TooLarge, {QString::number(w.m_limits.fileBytes / 1024 / 1024)}};
    else
        bytes = contentAt(parent, name, status.st_size);
    if (!bytes) {
        file.image.kind = ImageKind::Unkept;
        return problem.isEmpty() ? Reason{Reason::Kind::Unreadable} : problem;
    }
    content = *bytes;
    file.image.size = content.size();
    file.image.hash = SnapshotStore::hashOf(content);
    return {};
}

void FolderWatch::Walk::keep(const QByteArray &content)
{
    look.contents.append(content);
    m_bytes += content.size();
}

Image FolderWatch::Walk::kept(const SeenFile &file, Reason &problem)
{
    Image image = file.image;
    if (image.kind == ImageKind::Unkept)
        problem.kind = Reason::Kind::EarlierNotKept;
    if (image.kind != ImageKind::File || !image.hash.isEmpty())
        return image;
    const std::optional<QByteArray> content = w.m_git->content(file.gitId);
    if (!content) {
        problem.kind = Reason::Kind::LostByGit;
        image.kind = ImageKind::Unkept;
        return image;
    }
    image.hash = SnapshotStore::hashOf(*content);
    image.size = content->size();
    keep(*content);
    return image;
}

void FolderWatch::Walk::add(const QByteArray &path, const Image &before, const Image &after,
                            const Reason &problem)
{
    if (look.changes.size() >= w.m_limits.changedFiles) {
        ++m_unlisted;
        return;
    }
    ImageChange change;
    change.resource = QFile::decodeName(path);
    if (QFile::encodeName(change.resource) != path) {
        const Reason note{Reason::Kind::NameNoText};
        if (!look.notes.contains(note))
            look.notes.append(note);
        return;
    }
    change.path = QFile::decodeName(w.absolute(path));
    change.before = before;
    change.after = after;
    if (!problem.isEmpty()) {
        change.problem = problem;
        for (Image *image : {&change.before, &change.after}) {
            if (image->kind != ImageKind::Missing) {
                image->kind = ImageKind::Unkept;
                image->hash.clear();
            }
        }
    } else {
        m_changed += before.size + after.size;
    }
    look.changes.append(change);
}

Result<void> FolderWatch::Walk::flush()
{
    Result<void> stored = w.m_store.remember(look.update, look.contents);
    look.update.seen.clear();
    look.contents.clear();
    m_bytes = 0;
    return stored;
}

/// What was seen before and has not been met now.
void FolderWatch::Walk::missing()
{
    std::sort(m_lost.begin(), m_lost.end(),
              [](const Lost &a, const Lost &b) { return a.file.path < b.file.path; });
    for (const Lost &lost : std::as_const(m_lost)) {
        const SeenFile &file = lost.file;
        look.update.gone.append(file.path);
        const std::optional<Image> written = w.written(file.path);
        if (written && !lost.hidden)
            w.m_met.insert(file.path, *written);
        if (!m_ascribe || lost.hidden || (written && written->kind == ImageKind::Missing))
            continue;
        Reason problem;
        if (m_changed + file.image.size > w.m_limits.changedBytes)
            problem.kind = Reason::Kind::TooMuch;
        SeenFile old = file;
        if (written) {
            old.image = *written;
            old.gitId.clear();
        }
        const Image before = problem.isEmpty() ? kept(old, problem) : old.image;
        add(file.path, before, Image(), problem);
    }
    // Gone before it was ever seen.
    const std::lock_guard lock(w.m_writtenMutex);
    for (auto written = w.m_written.cbegin(); written != w.m_written.cend(); ++written) {
        if (written->kind == ImageKind::Missing && !w.m_tree.contains(written.key()))
            w.m_met.insert(written.key(), *written);
    }
}

} // namespace Countersign::Session
