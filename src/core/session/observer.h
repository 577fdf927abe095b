// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/types.h"

#include <QString>

namespace Countersign::Session {

/// Who is told of a run's progress. Called on pool threads, in order for one session; must not block
/// and must not call back into the run.
class Observer
{
public:
    virtual ~Observer() = default;
    virtual void messageChanged(const SessionId &session, const Message &message) = 0;
    virtual void partChanged(const SessionId &session, const MessageId &message, int index,
                             const Part &part) = 0;
    virtual void textAppended(const SessionId &session, const MessageId &message, int index,
                              const QString &delta) = 0;
};

} // namespace Countersign::Session
