// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "engine/changedesk.h"

#include "base/log.h"
#include "session/putback.h"
#include "session/snapshots.h"
#include "session/snapshotstore.h"

namespace Countersign {

using namespace Qt::StringLiterals;

ChangeDesk::ChangeDesk(const QString &folder, const Location &location,
                       Session::SessionStore &sessions, QString turnedOffIn)
    : m_sessions(sessions)
    , m_turnedOffIn(std::move(turnedOffIn))
{
    // What is there already is kept as long as it was to be, and no longer.
    if (!m_turnedOffIn.isEmpty() && !Session::SnapshotStore::isIn(folder))
        return;
    auto opened = Session::SnapshotStore::open(folder);
    if (!opened) {
        m_problem = u"What sessions change is not kept and cannot be put back: "_s
                + opened.error().message;
        return;
    }
    m_store = std::move(*opened);
    m_snapshots = std::make_unique<Session::Snapshots>(*m_store, location, folder);
    m_putBack = std::make_unique<Session::PutBack>(*m_store, *m_snapshots, location);
}

ChangeDesk::~ChangeDesk() = default;

ChangeRecorder *ChangeDesk::recorder() const
{
    return m_turnedOffIn.isEmpty() ? m_snapshots.get() : nullptr;
}

Error ChangeDesk::noStore() const
{
    return {ErrorCode::Unsupported,
            m_problem.isEmpty() ? Session::turnedOffWords(m_turnedOffIn) : m_problem,
            {}};
}

void ChangeDesk::setListener(std::function<void(const SessionId &)> recorded)
{
    if (m_snapshots)
        m_snapshots->setListener(std::move(recorded));
}

/// The first who looks must find what a crash left, even before the start got to it.
void ChangeDesk::recover()
{
    const auto recovered =
            m_snapshots ? m_snapshots->recover(m_turnedOffIn.isEmpty()) : Result<void>();
    if (!recovered)
        qCWarning(logEngine, "%s", qUtf8Printable(recovered.error().message));
}

void ChangeDesk::sweep()
{
    const auto swept = m_store ? m_store->sweep() : Result<void>();
    if (!swept)
        qCWarning(logEngine, "%s", qUtf8Printable(swept.error().message));
}

Result<Session::SessionChanges> ChangeDesk::changes(const SessionId &session,
                                                    const std::stop_token &stop)
{
    if (!m_putBack && m_turnedOffIn.isEmpty())
        return failure(noStore());
    const auto messages = m_sessions.messages(session);
    if (!messages)
        return failure(messages.error());
    Session::SessionChanges nothing;
    nothing.session = session;
    Result<Session::SessionChanges> changes = nothing;
    if (m_putBack) {
        recover();
        m_store->touch(session);
        changes = m_putBack->changes(session, *messages, stop);
    }
    if (changes)
        changes->turnedOffIn = m_turnedOffIn;
    return changes;
}

Result<Session::ShownChange> ChangeDesk::change(const SessionId &session, const MessageId &turn,
                                                const QString &file, const std::stop_token &stop)
{
    if (!m_putBack)
        return failure(noStore());
    const auto messages = m_sessions.messages(session);
    if (!messages)
        return failure(messages.error());
    return m_putBack->change(session, turn, file, *messages, stop);
}

Result<Session::PutBackReport> ChangeDesk::putBack(const Session::PutBackOrder &order)
{
    if (!m_putBack)
        return failure(noStore());
    const auto messages = m_sessions.messages(order.session);
    if (!messages)
        return failure(messages.error());
    recover();
    return m_putBack->putBack(order, *messages);
}

Result<Session::PutBackReport> ChangeDesk::undo(const SessionId &session)
{
    if (!m_putBack)
        return failure(noStore());
    recover();
    return m_putBack->undo(session);
}

Result<Session::PutBackReport> ChangeDesk::redo(const SessionId &session)
{
    if (!m_putBack)
        return failure(noStore());
    recover();
    return m_putBack->redo(session);
}

} // namespace Countersign
