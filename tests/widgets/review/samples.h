// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/types.h"

#include <QByteArray>
#include <QJsonObject>

/// Changes and requests that the tests of review and inbox share.
namespace Countersign::Samples {

using namespace Qt::StringLiterals;

/// "line 1\n" … "line n\n", with `end` for the line ends.
inline QByteArray numbered(int lines, const QByteArray &end = "\n")
{
    QByteArray text;
    for (int i = 1; i <= lines; ++i)
        text += "line " + QByteArray::number(i) + end;
    return text;
}

inline Diff::FileChange modified(const QByteArray &before, const QByteArray &after,
                                 const QString &resource = u"src/a.cpp"_s)
{
    return {Diff::ChangeKind::Modified, resource, u"/p/"_s + resource, {}, before, after, {}};
}

/// 60 numbered lines with a word changed in line 20 and two lines added after line 45.
inline Diff::FileChange twoHunks(const QString &resource = u"src/a.cpp"_s)
{
    const QByteArray before = numbered(60);
    QByteArray after = before;
    after.replace("line 20\n", "line 20 changed\n");
    after.replace("line 45\n", "line 45\nnew one\nnew two\n");
    return modified(before, after, resource);
}

inline Permission::Request editRequest(const QString &id, const QList<Diff::FileChange> &files)
{
    Permission::Request request;
    request.id = RequestId(id);
    request.asked = 1000;
    request.inquiry.session = SessionId(u"ses_1"_s);
    request.inquiry.agent = u"build"_s;
    request.inquiry.action = u"edit"_s;
    for (const Diff::FileChange &file : files)
        request.inquiry.resources.append(file.resource);
    request.inquiry.proposal.files = files;
    request.inquiry.save = {{u"src/*"_s, false}, {u"src/a.cpp"_s, true}};
    request.explanation.action = u"edit"_s;
    request.explanation.verdicts = {{u"src/a.cpp"_s, Permission::Effect::Ask, {}}};
    return request;
}

inline Permission::Request commandRequest(const QString &id, const QString &command)
{
    Permission::Request request;
    request.id = RequestId(id);
    request.asked = 2000;
    request.inquiry.session = SessionId(u"ses_1"_s);
    request.inquiry.agent = u"build"_s;
    request.inquiry.action = u"bash"_s;
    request.inquiry.resources = {command};
    request.inquiry.metadata = QJsonObject{{u"command"_s, command}, {u"workdir"_s, u"/p"_s}};
    request.explanation.action = u"bash"_s;
    request.explanation.verdicts = {{command, Permission::Effect::Ask, {}}};
    return request;
}

} // namespace Countersign::Samples
