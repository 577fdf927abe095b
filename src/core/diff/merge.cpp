// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/merge.h"

#include "diff/gitlibrary.h"

#include <git2.h>

namespace Countersign::Diff {

namespace {

git_merge_file_input inputOf(const QByteArray &text)
{
    git_merge_file_input input = GIT_MERGE_FILE_INPUT_INIT;
    input.ptr = text.constData();
    input.size = size_t(text.size());
    return input;
}

} // namespace

std::optional<QByteArray> merged(const QByteArray &base, const QByteArray &ours,
                                 const QByteArray &theirs)
{
    if (ours == theirs || base == theirs)
        return ours;
    if (base == ours)
        return theirs;
    for (const QByteArray *text : {&base, &ours, &theirs}) {
        if (text->contains('\0'))
            return {};
    }
    ensureGitLibrary();
    const git_merge_file_input ancestor = inputOf(base);
    const git_merge_file_input left = inputOf(ours);
    const git_merge_file_input right = inputOf(theirs);
    git_merge_file_options options = GIT_MERGE_FILE_OPTIONS_INIT;
    git_merge_file_result result = {};
    std::optional<QByteArray> text;
    if (git_merge_file(&result, &ancestor, &left, &right, &options) == 0 && result.automergeable)
        text = QByteArray(result.ptr, qsizetype(result.len));
    git_merge_file_result_free(&result);
    return text;
}

} // namespace Countersign::Diff
