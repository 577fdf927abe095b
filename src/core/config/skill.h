// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>

namespace Countersign::Config {

/// Instructions for one kind of task, in a file that an agent may load.
struct Skill
{
    QString name; ///< ^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$: also the resource of its permission.
    QString description; ///< When to use it, in one line.
    QString file; ///< Canonical.
    QString directory; ///< Canonical; what the file's relative paths refer to.
    bool project = false; ///< It came with the project.
    friend bool operator==(const Skill &, const Skill &) = default;
};

/// A skill's file is instructions for a model, which has to read all of it.
inline constexpr qint64 kLargestSkillBytes = 1024 * 1024;

} // namespace Countersign::Config
