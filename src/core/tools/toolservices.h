// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "config/skill.h"
#include "location/location.h"
#include "media/images.h"
#include "permission/service.h"
#include "question/service.h"
#include "tool/changerecorder.h"
#include "tool/outputstore.h"
#include "tool/todo.h"
#include "tools/webservices.h"

#include <QList>
#include <QString>

#include <functional>
#include <optional>

namespace Countersign {

/// What the built-in tools of one Location work with. They keep a copy; what it refers to outlives
/// them.
struct ToolServices
{
    const Location &location;
    Permission::Service &permission;
    const OutputStore &outputs;
    QString shell = QStringLiteral("/bin/sh"); ///< Program that runs commands with "-c".
    QList<Config::Skill> skills = {}; ///< In alphabetical order.
    /// Null: there is nobody to ask, and the tool is not offered.
    Question::Service *questions = nullptr;
    /// Keeps a session's list; false when there is no such session. Empty: nothing is kept.
    std::function<Result<bool>(const SessionId &, const QList<Todo> &)> keepTodos = {};
    std::optional<WebServices> web = {}; ///< Nothing: there are no tools for the web.
    ImageLimits images = {}; ///< What a model takes of one image.
    ChangeRecorder *recorder = nullptr; ///< Null: what is changed is not kept.
};

} // namespace Countersign
