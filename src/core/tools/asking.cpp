// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/asking.h"

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

bool hasWildcard(QStringView text)
{
    return text.contains(u'*') || text.contains(u'?');
}

/// What would silently become another file than the one that is meant.
Result<void> checkMeant(const ResolvedPath &path, PathKind kind)
{
    const bool isHome = path.input == "~"_L1 || path.input.startsWith("~/"_L1);
    if (isHome && path.type == FileType::Missing)
        return failure(
                ErrorCode::InvalidInput,
                u"\"~\" is not your home directory here, and there is no %1 in the project. "
                "Give the absolute path; for something new in a folder that is really called "
                "\"~\" write \"./%1\"."_s.arg(path.input));
    if (kind == PathKind::File && path.input.endsWith(u'/') && path.type != FileType::Directory)
        return failure(
                ErrorCode::InvalidInput,
                u"\"%1\" names a directory, by the \"/\" at its end; give the path of a file. "
                "Directories are made together with the files in them."_s.arg(path.input));
    return {};
}

} // namespace

Permission::Inquiry inquiryOf(const ToolContext &context, const QString &action,
                              const QStringList &resources,
                              const QList<Permission::SaveOffer> &save, const QJsonObject &metadata)
{
    Permission::Inquiry inquiry;
    inquiry.session = context.session;
    inquiry.agent = context.agent;
    inquiry.message = context.message;
    inquiry.call = context.call;
    inquiry.action = action;
    inquiry.resources = resources;
    inquiry.save = save;
    inquiry.metadata = metadata;
    return inquiry;
}

Result<ResolvedPath> resolvePath(const ToolServices &services, const ToolContext &context,
                                 const QString &path, PathKind kind)
{
    const auto resolved = resolvePaths(services, context, {path}, kind);
    if (!resolved)
        return failure(resolved.error());
    return resolved->first();
}

Result<QList<ResolvedPath>> resolvePaths(const ToolServices &services, const ToolContext &context,
                                         const QStringList &paths, PathKind kind)
{
    // Every path is checked before anybody is asked.
    QList<ResolvedPath> out;
    for (const QString &path : paths) {
        auto resolved = services.location.resolve(path, kind);
        if (!resolved)
            return failure(resolved.error());
        if (const auto meant = checkMeant(*resolved, kind); !meant)
            return failure(meant.error());
        out.append(*resolved);
    }
    QStringList asked;
    for (const ResolvedPath &path : std::as_const(out)) {
        if (!path.externalDirectory || asked.contains(*path.externalDirectory))
            continue;
        const QString &boundary = *path.externalDirectory;
        asked.append(boundary);
        // The boundary ends in "/*"; a wildcard in the directory's own name would widen it.
        const bool exact = hasWildcard(QStringView(boundary).chopped(2));
        const auto grant = services.permission.require(
                inquiryOf(context, QString::fromUtf16(Permission::Action::externalDirectory),
                          {boundary}, {{boundary, exact}}, {{u"path"_s, path.canonical}}),
                context.stop);
        if (!grant)
            return failure(grant.error());
    }
    return out;
}

QStringList resourcesOf(const ResolvedPath &path)
{
    return QStringList{path.resource} + path.aliases;
}

bool mayRead(const ToolServices &services, const ToolContext &context, const QStringList &resources)
{
    const auto verdict = services.permission.explain(
            context.agent, QString::fromUtf16(Permission::Action::read), resources);
    return verdict && verdict->effect == Permission::Effect::Allow;
}

QList<Permission::SaveOffer> offersFor(const ResolvedPath &path)
{
    QList<Permission::SaveOffer> offers = fileOffers(path.resource);
    for (const QString &alias : path.aliases)
        offers.append({alias, true});
    return offers;
}

QList<Permission::SaveOffer> fileOffers(const QString &resource)
{
    QList<Permission::SaveOffer> offers{{resource, true}};
    const qsizetype slash = resource.lastIndexOf(u'/');
    if (slash > 0 && !hasWildcard(QStringView(resource).first(slash)))
        offers.append({resource.first(slash) + "/*"_L1, false});
    return offers;
}

} // namespace Countersign
