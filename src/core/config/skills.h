// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/paths.h"
#include "base/result.h"
#include "config/skill.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace Countersign::Config {

struct Problem;

/// A folder in which skills are looked for, and whose word its skills are.
struct SkillFolder
{
    QString path;
    bool project = false; ///< It came with the project.
    friend bool operator==(const SkillFolder &, const SkillFolder &) = default;
};

/// Where skills are looked for, from low to high precedence: the project's folders from its root down
/// to the Location, what its files name, then the person's own folders and what their files name.
/// `named`: from the key "skills" of configuration files.
[[nodiscard]] QList<SkillFolder> skillFolders(const AppPaths &paths, const QString &locationRoot,
                                              const QString &projectDirectory,
                                              const QList<SkillFolder> &named);

/// The skills in `folders`, in alphabetical order. Of two with one name the one in the later folder
/// counts; that, and each file that is no usable skill, is told in `problems`. Nothing of a project
/// is read that lies outside it. Bounded in folders, files and bytes; blocking; any thread.
[[nodiscard]] QList<Skill> findSkills(const QList<SkillFolder> &folders,
                                      const QString &projectDirectory, QList<Problem> &problems);

/// What a skill's file says after its front matter, trimmed. The Error says in one sentence what is
/// wrong with `bytes`.
[[nodiscard]] Result<QString> skillBody(const QByteArray &bytes);

} // namespace Countersign::Config
