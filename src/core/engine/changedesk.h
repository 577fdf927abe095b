// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "location/location.h"
#include "session/changes.h"
#include "session/sessionstore.h"

#include <QString>

#include <functional>
#include <memory>
#include <stop_token>

namespace Countersign {

class ChangeRecorder;
namespace Session {
class PutBack;
class Snapshots;
class SnapshotStore;
} // namespace Session

/// What the sessions of a Location change, kept and put back. It stands apart from the conversation:
/// when its store cannot be opened, everything else still works. Thread-safe; blocking.
class ChangeDesk
{
public:
    /// `folder` is the store's; the others outlive this. `turnedOffIn`: where the person has it that
    /// nothing is kept; empty: it is. What was kept before can still be looked at and put back.
    ChangeDesk(const QString &folder, const Location &location, Session::SessionStore &sessions,
               QString turnedOffIn = {});
    ~ChangeDesk();
    ChangeDesk(const ChangeDesk &) = delete;
    ChangeDesk &operator=(const ChangeDesk &) = delete;

    /// Why nothing can be kept; empty when all is well, or nothing is to be kept.
    [[nodiscard]] const QString &problem() const { return m_problem; }
    [[nodiscard]] const QString &turnedOffIn() const { return m_turnedOffIn; }
    [[nodiscard]] ChangeRecorder *recorder() const; ///< Null when nothing is kept.
    /// Told after a session has a new change, on the recording thread; must not block.
    void setListener(std::function<void(const SessionId &)> recorded);
    void recover(); ///< What a dead process left open; logs what fails.
    void sweep(); ///< Drops what is too old; logs what fails.

    [[nodiscard]] Result<Session::SessionChanges> changes(const SessionId &session,
                                                          const std::stop_token &stop);
    [[nodiscard]] Result<Session::ShownChange> change(const SessionId &session,
                                                      const MessageId &turn, const QString &file,
                                                      const std::stop_token &stop);
    [[nodiscard]] Result<Session::PutBackReport> putBack(const Session::PutBackOrder &order);
    [[nodiscard]] Result<Session::PutBackReport> undo(const SessionId &session);
    [[nodiscard]] Result<Session::PutBackReport> redo(const SessionId &session);

private:
    [[nodiscard]] Error noStore() const;

    Session::SessionStore &m_sessions; // Not owned.
    const QString m_turnedOffIn;
    QString m_problem;
    std::unique_ptr<Session::SnapshotStore> m_store; ///< Null, as the others: see noStore().
    std::unique_ptr<Session::Snapshots> m_snapshots;
    std::unique_ptr<Session::PutBack> m_putBack;
};

} // namespace Countersign
