// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "engine/metatypes.h"

#include "base/ids.h"
#include "base/result.h"
#include "permission/types.h"
#include "question/types.h"
#include "session/changes.h"
#include "session/types.h"
#include "tool/settlement.h"

#include <QMetaType>

namespace Countersign {

void registerMetaTypes()
{
    static const bool once = [] {
        qRegisterMetaType<SessionId>();
        qRegisterMetaType<MessageId>();
        qRegisterMetaType<RequestId>();
        qRegisterMetaType<Error>();
        qRegisterMetaType<Session::Info>();
        qRegisterMetaType<QList<Session::Info>>();
        qRegisterMetaType<Session::Message>();
        qRegisterMetaType<QList<Session::Message>>();
        qRegisterMetaType<Session::Part>();
        qRegisterMetaType<Session::RunEnded>();
        qRegisterMetaType<Session::SessionChanges>();
        qRegisterMetaType<Session::ShownChange>();
        qRegisterMetaType<Session::PutBackReport>();
        qRegisterMetaType<Permission::Request>();
        qRegisterMetaType<Permission::Replied>();
        qRegisterMetaType<Permission::PastRequest>();
        qRegisterMetaType<QuestionId>();
        qRegisterMetaType<Question::Request>();
        qRegisterMetaType<Question::Ended>();
        qRegisterMetaType<QList<Todo>>();
        qRegisterMetaType<QList<Permission::Explanation>>();
        qRegisterMetaType<QList<Permission::SavedApproval>>();
        qRegisterMetaType<Settled>();
        return true;
    }();
    Q_UNUSED(once);
}

} // namespace Countersign
