// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <chrono>

namespace Countersign::Provider {

/// One call of a scripted turn.
struct ScriptedCall
{
    QString name;
    QJsonObject input;
    friend bool operator==(const ScriptedCall &, const ScriptedCall &) = default;
};

/// One turn of a script: what the scripted model does when its turn comes.
struct ScriptedTurn
{
    enum class Fault {
        None,
        Disconnect, ///< The connection is lost after the text, before any call.
        Refused, ///< The service answers with `status` and nothing else.
        Malformed, ///< The last call's arguments are cut.
    };
    QString text;
    QString reasoning;
    QList<ScriptedCall> tools;
    std::chrono::milliseconds delay{0}; ///< Before anything is delivered.
    Fault fault = Fault::None;
    int status = 0;
    friend bool operator==(const ScriptedTurn &, const ScriptedTurn &) = default;
};

/// Reads {"turns":[…]}. Every unknown key and wrong type is an error (InvalidInput) that names
/// `file`, the place and how to write it.
[[nodiscard]] Result<QList<ScriptedTurn>> parseScript(const QByteArray &json, const QString &file);

} // namespace Countersign::Provider
