// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

#include <QList>
#include <QString>

#include <stop_token>

namespace Countersign {

/// What a command line has to be allowed, in the order of asking: folders outside the Location, files
/// that are read, files that are written, and the commands themselves (always the last). Each has
/// action, resources, other names, cautions, offers and metadata; session, agent and call are left to
/// whoever asks. `directory` is canonical, the folder that the line starts in. Blocking: runs the
/// parser and looks at files, changes nothing.
[[nodiscard]] QList<Permission::Inquiry> planCommand(const ToolServices &services,
                                                     const QString &line, const QString &directory,
                                                     const std::stop_token &stop = {});

} // namespace Countersign
