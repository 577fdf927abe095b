// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shelluses.h"

namespace Countersign::Permission {

/// How far the words of a command are taken for names of files that may be there.
enum class ShellMentions {
    Options, ///< The values within options: "--env-file=x", "-fx", "@x".
    Words, ///< These, and the words that are no options.
    Texts, ///< These, and every name in them, as in the text of a program.
};

/// The files that a command may read because its words name them, as Guess and Mention. Words of a
/// command that it runs in its turn are left to that one. Pure; bounded: a use of an unknown word
/// stands for what is too much.
[[nodiscard]] QList<ShellUse> shellMentions(const ShellCommand &command, ShellMentions extent);

} // namespace Countersign::Permission
