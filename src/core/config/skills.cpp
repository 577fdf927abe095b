// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/skills.h"

#include "base/textfile.h"
#include "config/config.h"
#include "config/frontmatter.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QSet>

#include <algorithm>
#include <optional>
#include <utility>

using namespace Qt::StringLiterals;

namespace Countersign::Config {

namespace {

constexpr int kDeepest = 8; ///< Folders below one that is looked in.
constexpr int kMostFolders = 2000; ///< Looked into, over all.
constexpr qsizetype kMostSkills = 200;
constexpr qsizetype kLongestName = 64;
constexpr qsizetype kLongestDescription = 1024; ///< It is part of every request to a model.

bool isBelow(const QString &path, const QString &folder)
{
    return path == folder || path.startsWith(folder == "/"_L1 ? folder : folder + u'/');
}

bool isNameCharacter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9');
}

/// A name is a resource of permission rules: no wildcards, spaces or slashes.
bool isSkillName(const QString &name)
{
    return !name.isEmpty() && name.size() <= kLongestName && isNameCharacter(name.front())
            && std::all_of(name.begin(), name.end(), [](QChar c) {
                   return isNameCharacter(c) || c == u'.' || c == u'_' || c == u'-';
               });
}

Result<QString> textOf(const QByteArray &bytes)
{
    auto decoded = decodeText(bytes);
    if (!decoded)
        return failure(decoded.error());
    return decoded->text;
}

/// Walks the folders; the skills found last win.
class Finder
{
public:
    Finder(QString projectDirectory, QList<Problem> &problems)
        : m_projectDirectory(std::move(projectDirectory))
        , m_problems(problems)
    {
    }

    void look(const SkillFolder &folder);
    [[nodiscard]] QList<Skill> take() const { return m_skills.values(); }

private:
    void report(const QString &file, const QString &message, int line = 0)
    {
        m_problems.append(Problem{file, line, line > 0 ? 1 : 0, message});
    }
    void walk(const QString &folder, int depth, bool project);
    void consider(const QString &path, bool project);
    std::optional<QByteArray> read(const QString &path);
    void add(const Skill &skill, const QByteArray &bytes);

    const QString m_projectDirectory;
    QList<Problem> &m_problems;
    QMap<QString, Skill> m_skills;
    QHash<QString, QByteArray> m_contents; ///< By name, to tell copies from rivals.
    QSet<QString> m_seen; ///< Canonical paths of folders and files.
    int m_folders = 0;
    bool m_full = false;
};

void Finder::look(const SkillFolder &folder)
{
    if (QFileInfo(folder.path).isDir())
        walk(folder.path, 0, folder.project);
}

void Finder::walk(const QString &folder, int depth, bool project)
{
    const QString canonical = QFileInfo(folder).canonicalFilePath();
    if (canonical.isEmpty() || m_seen.contains(canonical))
        return;
    if (project && !isBelow(canonical, m_projectDirectory)) {
        report(folder, u"this link leads out of the project, so no skills are taken from there"_s);
        return;
    }
    m_seen.insert(canonical);
    if (++m_folders > kMostFolders) {
        if (!std::exchange(m_full, true))
            report(folder,
                   u"skills are looked for in at most %1 folders; this one and those after "
                   "it were left out"_s.arg(kMostFolders));
        return;
    }
    // Links are followed; the set of what was seen ends every circle.
    const QDir directory(folder);
    const QStringList files = directory.entryList(
            {u"*.md"_s}, QDir::Files | QDir::System | QDir::Hidden | QDir::CaseSensitive,
            QDir::Name);
    for (const QString &name : files) {
        const QString path = folder + u'/' + name;
        if (name == "SKILL.md"_L1)
            consider(path, project);
        else if (depth == 0 && !name.startsWith(u'.') && QFileInfo(path).isFile()) {
            // A document beside the skills need not be one; with a front matter it means to.
            QFile file(path);
            if (file.open(QIODevice::ReadOnly) && file.peek(3) == "---")
                consider(path, project);
        }
    }
    if (depth == kDeepest)
        return;
    const QStringList folders =
            directory.entryList(QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
    for (const QString &name : folders) {
        if (name != ".git"_L1 && name != "node_modules"_L1)
            walk(folder + u'/' + name, depth + 1, project);
    }
}

std::optional<QByteArray> Finder::read(const QString &path)
{
    // Opening a pipe would wait for its writer.
    if (!QFileInfo(path).isFile()) {
        report(path, u"it is not a regular file"_s);
        return {};
    }
    QFile file(path);
    QByteArray bytes;
    if (file.open(QIODevice::ReadOnly))
        bytes = file.read(kLargestSkillBytes + 1);
    if (file.error() != QFileDevice::NoError) {
        report(path, u"the file cannot be read: %1"_s.arg(file.errorString()));
        return {};
    }
    if (bytes.size() > kLargestSkillBytes) {
        report(path, u"a skill may have at most 1 MiB"_s);
        return {};
    }
    return bytes;
}

void Finder::consider(const QString &path, bool project)
{
    const QString canonical = QFileInfo(path).canonicalFilePath();
    if (m_seen.contains(canonical))
        return; // The same file by another way.
    if (project && !isBelow(canonical, m_projectDirectory)) {
        report(path, u"this link leads out of the project (or nowhere), so it is not used"_s);
        return;
    }
    m_seen.insert(canonical);
    const auto bytes = read(path);
    if (!bytes)
        return;
    const auto text = textOf(*bytes);
    if (!text)
        return report(path, text.error().message);
    const auto front = readFrontMatter(*text);
    if (!front)
        return report(path, front.error().message, front.error().line);
    const bool whole = QFileInfo(path).fileName() == "SKILL.md"_L1;
    const FrontMatterValue name = front->values.value(u"name"_s);
    const FrontMatterValue description = front->values.value(u"description"_s);
    Skill skill;
    // As other programs do it: what has no name is called like its folder, or its file.
    skill.name = front->values.contains(u"name"_s) ? name.text.trimmed()
            : whole                                ? QFileInfo(QFileInfo(path).path()).fileName()
                                                   : QFileInfo(path).completeBaseName();
    if (!isSkillName(skill.name))
        return report(path,
                      u"the name of a skill has at most 64 letters, digits, dots, dashes and "
                      "underscores and begins with a letter or a digit"_s,
                      name.line);
    skill.description = description.text.simplified();
    if (skill.description.isEmpty())
        return report(path,
                      u"it has no description; write \"description: …\" into the front matter, so "
                      "that agents know when to use it"_s,
                      description.line);
    if (skill.description.size() > kLongestDescription)
        skill.description = skill.description.left(kLongestDescription - 1) + u'…';
    skill.file = canonical;
    skill.directory = QFileInfo(canonical).path();
    skill.project = project;
    add(skill, *bytes);
}

void Finder::add(const Skill &skill, const QByteArray &bytes)
{
    const auto known = m_skills.constFind(skill.name);
    if (known != m_skills.constEnd() && m_contents.value(skill.name) != bytes)
        report(known->file,
               u"another skill is also called \"%1\" and is used instead of this one: "
               "%2"_s.arg(skill.name, skill.file));
    if (known == m_skills.constEnd() && m_skills.size() == kMostSkills) {
        if (!std::exchange(m_full, true))
            report(skill.file,
                   u"there are more than %1 skills; this one and those after it were "
                   "left out"_s.arg(kMostSkills));
        return;
    }
    m_skills.insert(skill.name, skill);
    m_contents.insert(skill.name, bytes);
}

/// The folders from `bottom` up to `top`, the topmost first.
QStringList foldersBetween(const QString &top, const QString &bottom)
{
    QStringList folders{bottom};
    while (folders.first() != top && isBelow(folders.first(), top) && folders.first() != "/"_L1)
        folders.prepend(QFileInfo(folders.first()).path());
    return folders;
}

} // namespace

QList<SkillFolder> skillFolders(const AppPaths &paths, const QString &locationRoot,
                                const QString &projectDirectory, const QList<SkillFolder> &named)
{
    QStringList own;
    if (!paths.home.isEmpty())
        own << paths.home + "/.claude/skills"_L1 << paths.home + "/.agents/skills"_L1;
    // Beside our own folder, so that COUNTERSIGN_HOME moves both.
    for (const QString &folder :
         {QString(QFileInfo(paths.config).path() + "/opencode"_L1), paths.config})
        own << folder + "/skill"_L1 << folder + "/skills"_L1;

    QList<SkillFolder> all;
    const auto addNamed = [&](bool project) {
        std::copy_if(named.begin(), named.end(), std::back_inserter(all),
                     [project](const SkillFolder &folder) { return folder.project == project; });
    };
    for (const QString &folder : foldersBetween(projectDirectory, locationRoot)) {
        for (const char *name :
             {"/.claude/skills", "/.agents/skills", "/.opencode/skill", "/.opencode/skills",
              "/.countersign/skill", "/.countersign/skills"}) {
            // The Location may be the home folder: its skills stay the person's own.
            const QString path = folder + QLatin1StringView(name);
            if (!own.contains(path))
                all.append({path, true});
        }
    }
    addNamed(true);
    for (const QString &folder : std::as_const(own))
        all.append({folder, false});
    addNamed(false);
    return all;
}

QList<Skill> findSkills(const QList<SkillFolder> &folders, const QString &projectDirectory,
                        QList<Problem> &problems)
{
    Finder finder(projectDirectory, problems);
    for (const SkillFolder &folder : folders)
        finder.look(folder);
    return finder.take();
}

Result<QString> skillBody(const QByteArray &bytes)
{
    const auto text = textOf(bytes);
    if (!text)
        return failure(text.error());
    const auto front = readFrontMatter(*text);
    if (!front)
        return failure(ErrorCode::InvalidInput,
                       u"Line %1: %2."_s.arg(front.error().line).arg(front.error().message));
    return text->mid(front->bodyStart).trimmed();
}

} // namespace Countersign::Config
