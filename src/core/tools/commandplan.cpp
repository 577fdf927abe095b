// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/commandplan.h"

#include "permission/shellanalysis.h"
#include "permission/shelldanger.h"
#include "tools/asking.h"
#include "tools/commandpaths.h"
#include "tools/gitloss.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QHash>
#include <QJsonArray>
#include <QSet>

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;
using Permission::JudgedCommand;
using Permission::ShellAccess;

namespace {

constexpr qsizetype kMostFiles = 500; ///< Files that a question about one line names.
constexpr qsizetype kMostLosses = 20; ///< Of one command, that a question tells of.
constexpr int kMostCounted = 1000; ///< Entries of a folder that are counted for a question.

/// Adds what is not in a list yet. The lists outlive it, and nobody else changes them meanwhile.
class Once
{
public:
    void add(QStringList &list, const QStringList &texts)
    {
        QSet<QString> &known = m_texts[&list];
        for (const QString &text : texts) {
            if (!known.contains(text))
                list.append(text);
            known.insert(text);
        }
    }

    void add(QList<Permission::SaveOffer> &list, const QList<Permission::SaveOffer> &offers)
    {
        QSet<QString> &known = m_offers[&list];
        for (const Permission::SaveOffer &offer : offers) {
            const QString key = (offer.exact ? u'=' : u'*') + offer.resource;
            if (!known.contains(key))
                list.append(offer);
            known.insert(key);
        }
    }

private:
    QHash<const QStringList *, QSet<QString>> m_texts;
    QHash<const QList<Permission::SaveOffer> *, QSet<QString>> m_offers;
};

bool isWithin(const QString &folder, const QString &path)
{
    return folder == "/"_L1 || path == folder || path.startsWith(folder + u'/');
}

/// ".git" itself or something in it; a lock is no loss.
bool isOfRepository(const QString &path)
{
    return path.endsWith("/.git"_L1)
            || (path.contains("/.git/"_L1) && !path.endsWith(".lock"_L1)
                && !path.contains("/.git/hooks/"_L1));
}

/// "12 files and folders", "more than 10000 files and folders".
QString contentsOf(const QString &folder)
{
    QDirIterator entries(folder,
                         QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                         QDirIterator::Subdirectories);
    int count = 0;
    while (entries.hasNext() && count <= kMostCounted) {
        entries.next();
        ++count;
    }
    return count > kMostCounted ? u"more than %1 files and folders"_s.arg(kMostCounted)
                                : u"%1 files and folders"_s.arg(count);
}

/// Gathers the questions about one line.
class Planner
{
public:
    Planner(const ToolServices &services, const QString &line, const QString &directory)
        : m_services(services)
        , m_line(line)
        , m_directory(directory)
    {
        m_external.action = QString::fromUtf16(Permission::Action::externalDirectory);
        m_reads.action = QString::fromUtf16(Permission::Action::read);
        m_writes.action = QString::fromUtf16(Permission::Action::edit);
        m_commands.action = QString::fromUtf16(Permission::Action::bash);
    }

    QList<Permission::Inquiry> plan(const Permission::ShellAnalysis &analysis)
    {
        for (const JudgedCommand &command : analysis.commands)
            add(command);
        if (!analysis.hidden.isEmpty() || !m_wholeLine.isEmpty() || m_commands.resources.isEmpty())
            takeWhole(analysis.hidden);
        QJsonArray cautions;
        for (const Permission::Caution &caution : std::as_const(m_commands.cautions)) {
            cautions.append(
                    QJsonObject{{u"command"_s, caution.resource}, {u"reason"_s, caution.reason}});
        }
        if (!cautions.isEmpty())
            m_commands.metadata.insert(u"cautions"_s, cautions);
        QList<Permission::Inquiry> inquiries;
        for (Permission::Inquiry *inquiry : {&m_external, &m_reads, &m_writes, &m_commands}) {
            if (inquiry->resources.isEmpty())
                continue;
            inquiry->metadata.insert(u"command"_s, m_line);
            inquiries.append(*inquiry);
        }
        return inquiries;
    }

private:
    void add(const JudgedCommand &judged)
    {
        const TouchedPaths touched = touchedPaths(m_services.location, m_directory,
                                                  judged.command.folders, judged.uses, m_limits);
        QStringList reasons = dangersOf(judged);
        const bool wholeFolders = Permission::worksOnWholeFolders(judged.command);
        const qsizetype most = reasons.size() + kMostLosses;
        for (const TouchedPath &path : touched.paths) {
            addPath(path);
            if (reasons.size() > most)
                continue;
            if (const QString reason = lossAt(judged, path, wholeFolders); !reason.isEmpty())
                reasons.append(reasons.size() < most ? reason : u"There are more of these."_s);
        }
        m_mayHaveChanged = m_mayHaveChanged || !judged.resources.isEmpty()
                || std::any_of(touched.paths.begin(), touched.paths.end(),
                               [](const TouchedPath &path) {
                                   return path.access == ShellAccess::Write;
                               });
        const bool reckless = !reasons.isEmpty();
        m_reckless = m_reckless || reckless;
        if (touched.tooMany)
            m_once.add(m_wholeLine, {u"It may touch more files than are looked at."_s});
        // An approval of "cat $f" would be one of whatever another line puts into f.
        if (!touched.unresolved.isEmpty()) {
            m_once.add(m_wholeLine,
                       {u"Which files it touches is known only when it runs: %1."_s.arg(
                               touched.unresolved.join(u", "_s))});
        }
        m_once.add(m_commands.otherNames, judged.otherNames);
        if (!reasons.isEmpty() && judged.resources.isEmpty()) {
            // Redirections alone, or a wrapper: the line is what can be asked for.
            m_once.add(m_wholeLine, reasons);
            return;
        }
        m_once.add(m_commands.resources, judged.resources);
        if (!reckless)
            m_once.add(m_commands.save, judged.offers);
        const Permission::Caution caution{judged.resources.value(0), reasons.join(u' ')};
        if (!reasons.isEmpty() && !m_commands.cautions.contains(caution))
            m_commands.cautions.append(caution);
    }

    void addPath(const TouchedPath &path)
    {
        const QString more = u"It touches more files than can be listed."_s;
        if (path.externalDirectory && m_external.resources.size() >= kMostFiles
            && !m_external.resources.contains(*path.externalDirectory)) {
            m_once.add(m_external.otherNames, {*path.externalDirectory});
            m_once.add(m_wholeLine, {more});
        } else if (path.externalDirectory) {
            const QString &boundary = *path.externalDirectory;
            const QStringView name = QStringView(boundary).chopped(2);
            m_once.add(m_external.resources, {boundary});
            m_once.add(m_external.save,
                       QList<Permission::SaveOffer>{
                               {boundary, name.contains(u'*') || name.contains(u'?')}});
        }
        if (path.access == ShellAccess::Look)
            return;
        Permission::Inquiry &inquiry = path.access == ShellAccess::Write ? m_writes : m_reads;
        if (inquiry.resources.size() >= kMostFiles) {
            // What is denied is denied, listed or not.
            m_once.add(inquiry.otherNames, {path.resource});
            m_once.add(inquiry.otherNames, path.aliases);
            m_once.add(m_wholeLine, {more});
            return;
        }
        m_once.add(inquiry.resources, {path.resource});
        m_once.add(inquiry.otherNames, path.aliases);
        const bool folder = path.type == FileType::Directory && path.access == ShellAccess::Write;
        if (!folder)
            m_once.add(inquiry.save, fileOffers(path.resource));
        else if (path.resource != "*"_L1)
            m_once.add(inquiry.save, QList<Permission::SaveOffer>{{path.resource, true}});
    }

    /// What the command destroys, with how much of it is there now; empty when that is nothing.
    [[nodiscard]] QStringList dangersOf(const JudgedCommand &judged) const
    {
        const Permission::ShellCommand &command = judged.command;
        const bool placed = command.folders.size() == 1 && command.folders.first();
        if (command.program() != "git"_L1)
            return judged.danger.isEmpty() ? QStringList() : QStringList{judged.danger};
        QString danger = judged.danger;
        for (const Permission::ShellFolder &folder : command.folders) {
            if (danger.isEmpty() && folder && checksOutFiles(command, placeOf(*folder)))
                danger = u"Discards uncommitted changes of these files; git keeps no copy of "
                         "them."_s;
        }
        if (danger.isEmpty() || !placed)
            return danger.isEmpty() ? QStringList() : QStringList{danger};
        const auto work = uncommittedWork(placeOf(*command.folders.first()));
        const auto loss = work ? discardedBy(command, *work) : std::nullopt;
        // What the line itself may have changed before cannot be counted now.
        if (!loss || (loss->isEmpty() && m_mayHaveChanged))
            return {danger};
        return loss->isEmpty() ? QStringList() : QStringList{danger, *loss};
    }

    [[nodiscard]] QString placeOf(const QString &folder) const
    {
        return folder.startsWith(u'/') ? folder : QDir(m_directory).filePath(folder);
    }

    /// What is lost for good at a place, by where it lies.
    [[nodiscard]] QString lossAt(const JudgedCommand &judged, const TouchedPath &path,
                                 bool wholeFolders) const
    {
        if (path.access != ShellAccess::Write)
            return {};
        const QString program = judged.command.program();
        if (isOfRepository(path.canonical)
            && (program == "rm"_L1 || program == "mv"_L1 || program == "unlink"_L1
                || program == "truncate"_L1))
            return u"%1 belongs to a git repository, whose commits may be lost with it."_s.arg(
                    path.canonical);
        if (path.type == FileType::Directory && program == "rm"_L1
            && QFileInfo::exists(path.canonical + "/.git"_L1) && wholeFolders)
            return u"%1 is a git repository with %2; its commits may be nowhere else."_s.arg(
                    path.canonical, contentsOf(path.canonical));
        if (path.type == FileType::Directory && wholeFolders) {
            const QString &root = m_services.location.root();
            const bool everything =
                    isWithin(path.canonical, root) || isWithin(path.canonical, QDir::homePath());
            const bool moved = program == "mv"_L1;
            if (moved && !everything)
                return {};
            if (everything || path.externalDirectory)
                return u"%1 holds %2%3."_s.arg(
                        path.canonical, contentsOf(path.canonical),
                        path.externalDirectory ? u", outside the opened folder"_s : QString());
            return {};
        }
        if (path.type == FileType::Regular && path.externalDirectory && replaces(judged, path))
            return u"Replaces or removes %1, outside the opened folder; no copy is kept."_s.arg(
                    path.canonical);
        return {};
    }

    /// True when the old bytes of the file go: a redirection without ">>", truncate, tee.
    [[nodiscard]] bool replaces(const JudgedCommand &judged, const TouchedPath &path) const
    {
        const QString program = judged.command.program();
        if (program == "truncate"_L1 || program == "tee"_L1 || program == "cp"_L1
            || program == "mv"_L1 || program == "dd"_L1 || program == "rm"_L1)
            return true;
        return std::any_of(judged.command.redirects.begin(), judged.command.redirects.end(),
                           [&](const Permission::ShellRedirect &redirect) {
                               return redirect.kind == Permission::ShellRedirect::Kind::Write
                                       && path.canonical.endsWith(
                                               redirect.target.text.section(u'/', -1));
                           });
    }

    /// Asks for the line as it stands.
    void takeWhole(const QStringList &hidden)
    {
        QStringList reasons = hidden;
        reasons.append(m_wholeLine);
        for (const Permission::Caution &caution : std::as_const(m_commands.cautions)) {
            if (!reasons.contains(caution.reason))
                reasons.append(caution.reason);
        }
        m_once.add(m_commands.otherNames, m_commands.resources);
        m_commands.resources = {m_line};
        m_commands.save = m_reckless ? QList<Permission::SaveOffer>()
                                     : QList<Permission::SaveOffer>{{m_line, true}};
        m_commands.cautions.clear();
        if (!reasons.isEmpty())
            m_commands.cautions.append({m_line, reasons.join(u' ')});
        m_wholeLine.clear();
    }

    const ToolServices &m_services;
    const QString &m_line;
    const QString &m_directory;
    Permission::Inquiry m_external;
    Permission::Inquiry m_reads;
    Permission::Inquiry m_writes;
    Permission::Inquiry m_commands;
    QStringList m_wholeLine; ///< Reasons that belong to no command's text.
    PathLimits m_limits;
    Once m_once;
    bool m_reckless = false;
    bool m_mayHaveChanged = false; ///< A command came before that does something.
};

} // namespace

QList<Permission::Inquiry> planCommand(const ToolServices &services, const QString &line,
                                       const QString &directory, const std::stop_token &stop)
{
    const Permission::ShellParser parse = Permission::shellParserFor(services.shell, stop);
    const Permission::ShellAnalysis analysis =
            Permission::analyseShell(line, parse, QDir::homePath());
    return Planner(services, line, directory).plan(analysis);
}

} // namespace Countersign
