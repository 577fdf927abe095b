// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/types.h"

#include <QList>

namespace Countersign::Test {

inline Session::Message messageOf(const QString &id, Session::Role role,
                                  const QList<Session::Part> &parts)
{
    Session::Message message;
    message.id = MessageId(id);
    message.role = role;
    message.parts = parts;
    return message;
}

inline Session::CallPart callOf(const QString &id, const QString &tool, const QJsonObject &input,
                                Session::CallState state)
{
    Session::CallPart call;
    call.id = CallId(id);
    call.tool = tool;
    call.input = input;
    call.state = state;
    return call;
}

} // namespace Countersign::Test
