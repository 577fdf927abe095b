// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/types.h"

namespace Countersign::Permission {

/// True when `text` matches `pattern`: '*' is any run of characters ('/', spaces and line ends too),
/// '?' is one UTF-16 unit, a trailing " *" is optional, '\\' counts as '/'. Case-sensitive, anchored.
[[nodiscard]] bool matches(QStringView text, QStringView pattern);

/// The last ordinary rule of `rules` that matches, none: ask; or the match of a layer (Rule::layer)
/// that is stricter.
[[nodiscard]] Verdict evaluate(const QString &action, const QString &resource,
                               const Ruleset &rules);

/// The decision order: agent rules alone may deny, and then finally; else agent rules followed by
/// saved approvals: any ask asks, otherwise allow. No agent rules (unresolvable agent): deny.
/// `otherNames` and `cautions`: see Inquiry. A caution turns an allow into an ask, never a deny.
[[nodiscard]] Explanation decide(const QString &action, const QStringList &resources,
                                 const std::optional<Ruleset> &agentRules, const Ruleset &saved,
                                 const QStringList &otherNames = {},
                                 const QList<Caution> &cautions = {});

/// True when the whole action is switched off for these rules: the last one on it denies "*", of the
/// ordinary rules or of a layer.
/// Used for visibility only.
[[nodiscard]] bool isWhollyDisabled(const QString &action, const Ruleset &rules);

/// The built-in rules that every agent starts with. All folders are absolute; those of skills whose
/// name has a wildcard in it get no rule, since it would cover others.
[[nodiscard]] Ruleset defaultRules(const QString &toolOutput, const QString &temporary,
                                   const QStringList &skills = {});

/// `resource` with a leading "~", "~/", "$HOME" or "$HOME/" expanded, for the actions
/// external_directory, read and edit only.
[[nodiscard]] QString expandHome(const QString &action, const QString &resource,
                                 const QString &home);

} // namespace Countersign::Permission
