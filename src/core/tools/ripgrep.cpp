// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/ripgrep.h"

#include "tools/asking.h"

#include <QFile>

#include <cstdlib>
#include <memory>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// ripgrep's exit code for an error; results that came before it are good.
constexpr int kRipgrepError = 2;

} // namespace

Result<ProcessResult> runRipgrep(const QStringList &arguments, const QString &directory,
                                 std::function<bool(QByteArrayView)> onOutput, std::stop_token stop)
{
    ProcessRequest request;
    request.program = u"rg"_s;
    // With --no-messages, what is left on standard error is about the pattern.
    request.arguments = QStringList{u"--no-config"_s, u"--no-messages"_s} + arguments;
    request.workingDirectory = directory;
    request.captureLimit = 0;
    request.onOutput = std::move(onOutput);
    auto ended = runProcess(request, std::move(stop));
    if (!ended) {
        if (ended.error().code == ErrorCode::NotFound && QFile::exists(directory))
            return failure(ErrorCode::NotFound,
                           u"Nothing was searched, because the program ripgrep (rg) is not "
                           "installed. The person can install the package \"ripgrep\"; until then "
                           "use bash with find or grep."_s,
                           ended.error().detail);
        return ended;
    }
    if (ended->exitCode == kRipgrepError && !ended->errors.trimmed().isEmpty())
        return failure(ErrorCode::InvalidInput,
                       u"The search was refused; correct the pattern. ripgrep says: %1"_s.arg(
                               QString::fromUtf8(ended->errors).trimmed()));
    return ended;
}

Result<ResolvedPath> resolveSearchRoot(const ToolServices &services, const ToolContext &context,
                                       const std::optional<QString> &path, bool fileAllowed)
{
    const QString wanted = path.value_or(u"."_s);
    PathKind kind = PathKind::Directory;
    if (fileAllowed) {
        // For a file outside, the question is about the directory that it is in.
        const auto looked = services.location.resolve(wanted, PathKind::Directory);
        if (!looked)
            return looked;
        if (looked->type == FileType::Regular)
            kind = PathKind::File;
    }
    auto root = resolvePath(services, context, wanted, kind);
    if (!root)
        return root;
    if (root->type == FileType::Missing)
        return failure(ErrorCode::NotFound,
                       u"There is no %1 %2 to search."_s.arg(fileAllowed ? u"file or directory"_s
                                                                         : u"directory"_s,
                                                             root->resource));
    if (root->type == FileType::Directory || (fileAllowed && root->type == FileType::Regular))
        return root;
    return failure(ErrorCode::InvalidInput,
                   fileAllowed ? u"%1 is neither a directory nor a regular file, so it cannot be "
                                 "searched."_s.arg(root->resource)
                               : u"%1 is not a directory; name the directory to look in."_s.arg(
                                         root->resource));
}

Result<void> askToSearch(const ToolServices &services, const ToolContext &context,
                         const char16_t *action, const QString &pattern,
                         const QJsonObject &metadata)
{
    if (pattern.isEmpty() || pattern.contains(QChar::Null) || !pattern.isValidUtf16())
        return failure(ErrorCode::InvalidInput,
                       u"The pattern is empty, or holds a NUL character or half of a surrogate "
                       "pair; nothing was searched. Write another one."_s);
    const auto grant =
            services.permission.require(inquiryOf(context, QString::fromUtf16(action), {pattern},
                                                  {{pattern, true}, {u"*"_s, false}}, metadata),
                                        context.stop);
    if (!grant)
        return failure(grant.error());
    return {};
}

std::optional<QString> canonicalInside(const Location &location, const QString &root,
                                       const QByteArray &path)
{
    const auto release = [](char *text) {
        std::free(text);
    };
    const std::unique_ptr<char, decltype(release)> real(::realpath(path.constData(), nullptr),
                                                        release);
    if (!real)
        return std::nullopt;
    const QString canonical = QFile::decodeName(QByteArray(real.get()));
    const QString folder = root.endsWith(u'/') ? root : root + u'/';
    if (canonical == root || canonical.startsWith(folder) || location.contains(canonical))
        return canonical;
    return std::nullopt;
}

} // namespace Countersign
