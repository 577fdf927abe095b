// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

#include <QJsonObject>
#include <QList>
#include <QString>

namespace Countersign {

/// A question of the tool that runs in `context`.
[[nodiscard]] Permission::Inquiry inquiryOf(const ToolContext &context, const QString &action,
                                            const QStringList &resources,
                                            const QList<Permission::SaveOffer> &save,
                                            const QJsonObject &metadata = {});

/// Sends `path` through the path policy and, when it is outside the Location, asks for its
/// directory first. Every path of every tool comes through here. Errors: those of
/// Location::resolve() and of Permission::Service::require().
[[nodiscard]] Result<ResolvedPath> resolvePath(const ToolServices &services,
                                               const ToolContext &context, const QString &path,
                                               PathKind kind);

/// The same for several paths, in their order; each outside directory is asked for once.
[[nodiscard]] Result<QList<ResolvedPath>> resolvePaths(const ToolServices &services,
                                                       const ToolContext &context,
                                                       const QStringList &paths, PathKind kind);

/// What the rules are asked about a file: its resource and its other names, so that a link does not
/// get around a rule on either.
[[nodiscard]] QStringList resourcesOf(const ResolvedPath &path);

/// Whether all of these names may be read without a question. What a tool says of a file's contents
/// without having asked for them is for such files only.
[[nodiscard]] bool mayRead(const ToolServices &services, const ToolContext &context,
                           const QStringList &resources);

/// What "always" may save for a file: fileOffers() and, exactly, its other names.
[[nodiscard]] QList<Permission::SaveOffer> offersFor(const ResolvedPath &path);

/// What "always" may save for a file: the file itself, then everything in its folder. The folder is
/// left out for files of the Location's root (it would be everything) and for folders whose name
/// has a wildcard in it.
[[nodiscard]] QList<Permission::SaveOffer> fileOffers(const QString &resource);

} // namespace Countersign
