// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/patchplan.h"

#include "base/unicode.h"
#include "diff/patchapply.h"
#include "tools/asking.h"
#include "tools/editabletext.h"
#include "tools/newcontent.h"

#include <QHash>
#include <QJsonObject>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// A file as the patch has left it so far.
struct PatchedFile
{
    ResolvedPath path;
    FileSnapshot original;
    std::optional<QByteArray> now; ///< Nothing: no such file.
    /// Canonical path of the file on the disk that `now` was made from; empty for new contents.
    QString origin;
    bool inexact = false;
    bool made = false; ///< By a section of this patch, and not deleted since.
    bool replaced = false; ///< New contents were put over what was there.
};

Error about(const Error &error)
{
    return {error.code, error.message + u" No file was changed."_s, error.detail};
}

class Planner
{
public:
    Planner(const ToolServices &services, const ToolContext &context)
        : m_services(services)
        , m_context(context)
    {
    }

    Result<PatchPlan> plan(const QList<Diff::PatchSection> &sections,
                           const QList<ResolvedPath> &paths)
    {
        for (const ResolvedPath &path : paths) {
            if (const auto loaded = load(path); !loaded)
                return failure(about(loaded.error()));
        }
        qsizetype next = 0;
        for (const Diff::PatchSection &section : sections) {
            const ResolvedPath &path = paths.at(next++);
            const ResolvedPath *target = section.moveTo.isEmpty() ? nullptr : &paths.at(next++);
            if (const auto done = apply(section, path, target); !done)
                return failure(about(done.error()));
        }
        if (const auto apart = checkFolders(); !apart)
            return failure(about(apart.error()));
        collect();
        return std::move(m_plan);
    }

private:
    [[nodiscard]] PatchedFile &fileOf(const ResolvedPath &path)
    {
        return m_files[m_index.value(path.canonical)];
    }

    Result<void> load(const ResolvedPath &path)
    {
        if (m_index.contains(path.canonical)) {
            addNames(fileOf(path).path, path);
            return {};
        }
        if (path.type == FileType::Directory)
            return failure(ErrorCode::InvalidInput,
                           u"%1 is a directory; a patch names files."_s.arg(path.resource));
        auto snapshot = readForChange(m_services, path);
        if (!snapshot)
            return failure(snapshot.error());
        m_index.insert(path.canonical, m_files.size());
        PatchedFile file;
        file.path = path;
        if (snapshot->exists) {
            file.now = snapshot->bytes;
            file.origin = path.canonical;
        }
        file.original = std::move(*snapshot);
        m_files.append(file);
        return {};
    }

    /// A rule on any name by which the patch reaches a file is about the file.
    static void addNames(ResolvedPath &known, const ResolvedPath &again)
    {
        for (const QString &alias : again.aliases) {
            if (!known.aliases.contains(alias))
                known.aliases.append(alias);
        }
        known.throughSymlink = known.throughSymlink || again.throughSymlink;
    }

    Result<void> apply(const Diff::PatchSection &section, const ResolvedPath &path,
                       const ResolvedPath *target)
    {
        switch (section.action) {
        case Diff::PatchAction::Add:
            return add(section, fileOf(path));
        case Diff::PatchAction::Delete:
            return remove(path, fileOf(path));
        case Diff::PatchAction::Update:
            break;
        }
        if (const auto updated = update(section, fileOf(path)); !updated)
            return updated;
        return target ? move(path, *target) : Result<void>();
    }

    /// One section must not take away without a word what another one made.
    static Result<void> checkOnce(const PatchedFile &file)
    {
        if (!file.made)
            return {};
        return failure(
                ErrorCode::InvalidInput,
                u"%1 is made twice by this patch, and what the first section gives it would be "
                "lost. Make it in one section, or choose another name."_s.arg(file.path.resource));
    }

    Result<void> add(const Diff::PatchSection &section, PatchedFile &file)
    {
        if (const auto once = checkOnce(file); !once)
            return once;
        // What replaces a file keeps the way in which it was written; a new one is as the project
        // wants its files.
        const auto content = contentFor(m_services.location, file.path.canonical, file.original,
                                        Unicode::decodeUtf8(section.content, false));
        if (!content)
            return failure(
                    content.error().code,
                    u"%1 cannot be %2. %3"_s.arg(file.path.resource,
                                                 file.original.exists ? u"replaced"_s : u"added"_s,
                                                 content.error().message));
        file.replaced = file.now.has_value();
        file.made = true;
        file.now = content->bytes;
        file.origin.clear();
        return {};
    }

    static Result<void> checkPresent(const PatchedFile &file, const QString &what)
    {
        if (file.now)
            return {};
        return failure(
                ErrorCode::NotFound,
                u"There is no file %1 to %2. Use \"*** Add File: \" to create one, or glob to "
                "find the one you mean."_s.arg(file.path.resource, what));
    }

    /// The entry of a link and the file behind it are two things; which one is meant is not ours to guess.
    static Result<void> checkNoLink(const ResolvedPath &path, const QString &what)
    {
        if (!path.isSymlink)
            return {};
        return failure(ErrorCode::Unsupported,
                       u"%1 is a symbolic link to %2, and a patch cannot %3 links. Name the file "
                       "itself."_s.arg(path.input, path.resource, what));
    }

    static Result<void> remove(const ResolvedPath &path, PatchedFile &file)
    {
        if (const auto link = checkNoLink(path, u"delete"_s); !link)
            return link;
        if (const auto present = checkPresent(file, u"delete"_s); !present)
            return present;
        file.now.reset();
        file.made = false;
        file.origin.clear();
        return {};
    }

    Result<void> update(const Diff::PatchSection &section, PatchedFile &file)
    {
        if (const auto present = checkPresent(file, u"update"_s); !present)
            return present;
        if (section.hunks.isEmpty())
            return {};
        const QString &name = file.path.resource;
        const auto text = EditableText::from(m_services.location, file.path.canonical, *file.now);
        if (!text)
            return failure(text.error().code,
                           u"%1 cannot be patched: %2"_s.arg(name, text.error().message),
                           text.error().detail);
        const auto quoting = mayRead(m_services, m_context, resourcesOf(file.path))
                ? Diff::Quoting::Lines
                : Diff::Quoting::Nothing;
        const auto patched = Diff::applyHunks(text->text(), section.hunks, name, quoting);
        if (!patched)
            return failure(patched.error());
        auto bytes = text->bytesOf(patched->bytes);
        if (!bytes)
            return failure(bytes.error().code,
                           u"%1 cannot be patched. %2"_s.arg(name, bytes.error().message),
                           bytes.error().detail);
        file.now = std::move(*bytes);
        for (qsizetype i = 0; i < patched->hunks.size(); ++i)
            note(file, i + 1, patched->hunks.at(i));
        return {};
    }

    void note(PatchedFile &file, qsizetype number, const Diff::PlacedHunk &hunk)
    {
        if (hunk.tolerance == Diff::Tolerance::Exact && hunk.note.isEmpty())
            return;
        file.inexact = true;
        QString how = hunk.note;
        if (hunk.tolerance != Diff::Tolerance::Exact)
            how = u"its lines differ in %1"_s.arg(Diff::toleranceName(hunk.tolerance));
        m_plan.notes.append(
                u"Hunk %1 of %2 is not an exact match, it was applied at line %3: %4."_s.arg(number)
                        .arg(file.path.resource)
                        .arg(hunk.line)
                        .arg(how));
        m_plan.inexact.append(QJsonObject{{u"file"_s, file.path.resource},
                                          {u"hunk"_s, number},
                                          {u"line"_s, hunk.line},
                                          {u"why"_s, how}});
    }

    Result<void> move(const ResolvedPath &path, const ResolvedPath &target)
    {
        PatchedFile &from = fileOf(path);
        PatchedFile &to = fileOf(target);
        if (&from == &to)
            return {};
        if (const auto link = checkNoLink(path, u"move"_s); !link)
            return link;
        if (const auto link = checkNoLink(target, u"replace"_s); !link)
            return link;
        if (const auto once = checkOnce(to); !once)
            return once;
        from.made = false;
        to.made = true;
        to.replaced = to.now.has_value();
        to.now = std::exchange(from.now, std::nullopt);
        to.inexact = from.inexact;
        to.origin = std::exchange(from.origin, QString());
        return {};
    }

    /// The file that was moved to `file`, when that is the whole story of both.
    [[nodiscard]] const PatchedFile *sourceOf(const PatchedFile &file) const
    {
        if (file.origin.isEmpty() || file.original.exists || !file.now)
            return nullptr;
        const PatchedFile &source = m_files.at(m_index.value(file.origin));
        return source.now ? nullptr : &source;
    }

    /// No file of the patch may be the folder of another one.
    [[nodiscard]] Result<void> checkFolders() const
    {
        for (const PatchedFile &file : m_files) {
            const QString &path = file.path.canonical;
            for (qsizetype slash = path.lastIndexOf(u'/'); file.now && slash > 0;
                 slash = path.lastIndexOf(u'/', slash - 1)) {
                const qsizetype other = m_index.value(path.first(slash), -1);
                if (other >= 0 && m_files.at(other).now)
                    return failure(
                            ErrorCode::InvalidInput,
                            u"%1 would be a file and, for %2, a folder at once. Choose another "
                            "name for one of them."_s.arg(m_files.at(other).path.resource,
                                                          file.path.resource));
            }
        }
        return {};
    }

    void collect()
    {
        QHash<QString, const PatchedFile *> targets; // By the canonical path of the source.
        for (const PatchedFile &file : std::as_const(m_files)) {
            if (const PatchedFile *source = sourceOf(file))
                targets.insert(source->path.canonical, &file);
        }
        for (const PatchedFile &file : std::as_const(m_files)) {
            const PatchedFile *target = targets.value(file.path.canonical);
            if (sourceOf(file) || (!file.original.exists && !file.now))
                continue;
            const PatchedFile &last = target ? *target : file;
            if (!target && file.original.exists && file.now == file.original.bytes) {
                m_plan.notes.append(
                        u"%1 has exactly this content already."_s.arg(file.path.resource));
                continue;
            }
            IntendedChange change{file.path, file.original, last.now};
            if (target)
                change.movedTo = target->path;
            else if (!file.origin.isEmpty())
                change.mode = m_files.at(m_index.value(file.origin)).original.mode;
            if (last.inexact && last.now)
                change.facts.append(u"not-exact"_s);
            if (file.original.exists && last.replaced && last.now)
                change.facts.append(u"replaces"_s);
            m_plan.changes.append(change);
        }
    }

    const ToolServices &m_services;
    const ToolContext &m_context;
    QList<PatchedFile> m_files; ///< In the order in which the patch names them.
    QHash<QString, qsizetype> m_index; ///< By canonical path.
    PatchPlan m_plan;
};

} // namespace

Result<QList<ResolvedPath>> pathsOf(const ToolServices &services, const ToolContext &context,
                                    const QList<Diff::PatchSection> &sections)
{
    QStringList paths;
    for (const Diff::PatchSection &section : sections) {
        paths.append(section.path);
        if (!section.moveTo.isEmpty())
            paths.append(section.moveTo);
    }
    return resolvePaths(services, context, paths, PathKind::File);
}

Result<PatchPlan> planPatch(const ToolServices &services, const ToolContext &context,
                            const QList<Diff::PatchSection> &sections,
                            const QList<ResolvedPath> &paths)
{
    return Planner(services, context).plan(sections, paths);
}

} // namespace Countersign
