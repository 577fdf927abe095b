// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/gitlibrary.h"

#include <git2.h>

namespace Countersign {

void ensureGitLibrary()
{
    [[maybe_unused]] static const int count = git_libgit2_init();
}

QString lastGitError()
{
    const git_error *error = git_error_last();
    return error && error->message ? QString::fromUtf8(error->message) : QString();
}

} // namespace Countersign
