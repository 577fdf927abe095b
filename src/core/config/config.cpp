// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/config.h"

#include "base/log.h"
#include "config/fold.h"
#include "config/providers.h"
#include "config/skills.h"

namespace Countersign::Config {

Settings load(const AppPaths &paths, const QString &locationRoot, const QString &projectDirectory)
{
    Fold fold(locationRoot);
    const QList<Source> sources = findSources(paths, locationRoot, projectDirectory);
    for (const Source &source : sources) {
        if (const auto document = readSource(source))
            fold.add(source, *document);
        else
            fold.addUnreadable(source, document.error());
    }
    Settings settings = fold.take();
    settings.skills =
            findSkills(skillFolders(paths, locationRoot, projectDirectory, settings.skillFolders),
                       projectDirectory, settings.problems);
    applyEnvironment(settings);
    for (const Problem &problem : std::as_const(settings.problems))
        qCDebug(logConfig) << problem.file << problem.line << problem.column << problem.message;
    return settings;
}

} // namespace Countersign::Config
