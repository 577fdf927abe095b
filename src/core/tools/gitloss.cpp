// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/gitloss.h"

#include "diff/gitlibrary.h"
#include "permission/shelloperands.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <memory>

#include <git2.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

bool isNewBranch(const QString &option)
{
    return option == "-b"_L1 || option == "-B"_L1 || option == "--orphan"_L1;
}

} // namespace

std::optional<UncommittedWork> uncommittedWork(const QString &directory)
{
    ensureGitLibrary();
    git_repository *opened = nullptr;
    if (git_repository_open_ext(&opened, QFile::encodeName(directory).constData(), 0, nullptr) != 0)
        return std::nullopt;
    const std::unique_ptr<git_repository, decltype(&git_repository_free)> repository(
            opened, git_repository_free);
    git_status_options options{};
    git_status_options_init(&options, GIT_STATUS_OPTIONS_VERSION);
    options.show = GIT_STATUS_SHOW_INDEX_AND_WORKDIR;
    options.flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS
            | GIT_STATUS_OPT_EXCLUDE_SUBMODULES | GIT_STATUS_OPT_NO_REFRESH;
    git_status_list *listed = nullptr;
    if (git_status_list_new(&listed, repository.get(), &options) != 0)
        return std::nullopt;
    const std::unique_ptr<git_status_list, decltype(&git_status_list_free)> list(
            listed, git_status_list_free);
    UncommittedWork work;
    const size_t count = git_status_list_entrycount(list.get());
    for (size_t i = 0; i < count; ++i) {
        const git_status_entry *entry = git_status_byindex(list.get(), i);
        if (entry->status & GIT_STATUS_WT_NEW)
            ++work.untracked;
        else if (entry->status != GIT_STATUS_CURRENT && !(entry->status & GIT_STATUS_IGNORED))
            ++work.changed;
    }
    return work;
}

std::optional<QString> discardedBy(const Permission::ShellCommand &command,
                                   const UncommittedWork &work)
{
    const Permission::ShellOperands operands = Permission::shellOperands(command, "c"_L1, {});
    const QString verb = operands.words.isEmpty() ? QString() : operands.words.first().text;
    // Another folder, a setting, or another commit: these numbers are about something else.
    const bool elsewhere = operands.hasAny({"-C"_L1, "--git-dir"_L1, "--work-tree"_L1, "-c"_L1});
    if (elsewhere)
        return std::nullopt;
    const auto files = [](int count, const QString &kind) {
        return count == 0    ? QString()
                : count == 1 ? u"1 file %1 now."_s.arg(kind)
                             : u"%1 files %2 now."_s.arg(count).arg(kind);
    };
    if (verb == "reset"_L1 && operands.has("--hard"_L1)) {
        const bool here = operands.words.size() == 1
                || (operands.words.size() == 2 && operands.words[1].text == "HEAD"_L1);
        const QString loss = files(work.changed,
                                   work.changed == 1 ? u"has uncommitted changes"_s
                                                     : u"have uncommitted changes"_s);
        return loss.isEmpty() && !here ? std::nullopt : std::optional(loss);
    }
    if (verb == "checkout"_L1 || verb == "checkout-index"_L1 || verb == "read-tree"_L1
        || verb == "restore"_L1 || verb == "rm"_L1 || verb == "switch"_L1)
        return files(work.changed,
                     work.changed == 1 ? u"has uncommitted changes"_s
                                       : u"have uncommitted changes"_s);
    if (verb == "clean"_L1 && !operands.hasAny({"-x"_L1, "-X"_L1}))
        return files(work.untracked, work.untracked == 1 ? u"is untracked"_s : u"are untracked"_s);
    return std::nullopt;
}

bool checksOutFiles(const Permission::ShellCommand &command, const QString &directory)
{
    const Permission::ShellOperands operands = Permission::shellOperands(command, "CcbB"_L1, {});
    if (operands.words.isEmpty() || operands.words.first().text != "checkout"_L1)
        return false;
    QDir folder(directory);
    for (const Permission::ShellOperands::Option &option : operands.options) {
        if (isNewBranch(option.name))
            return false;
        if (option.name == "-C"_L1 && option.value)
            folder.setPath(folder.filePath(option.value->text));
    }
    return std::any_of(operands.words.begin() + 1, operands.words.end(),
                       [&folder](const Permission::ShellWord &word) {
                           return word.isLiteral() && !word.text.isEmpty()
                                   && QFileInfo(folder.filePath(word.text)).exists();
                       });
}

} // namespace Countersign
