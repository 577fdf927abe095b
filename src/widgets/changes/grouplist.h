// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/changes.h"

#include <QListWidget>

namespace Countersign::Changes {

/// All turns of a session together, then each by the first line of its prompt, with how many files it
/// changed.
class GroupList final : public QListWidget
{
    Q_OBJECT
public:
    explicit GroupList(QWidget *parent = nullptr);

    void setChanges(const Session::SessionChanges &changes); ///< Keeps what is current.
    [[nodiscard]] MessageId currentTurn() const; ///< Empty: all of them.

private:
    void addGroup(const Session::ChangeGroup &group, const QString &title);
};

} // namespace Countersign::Changes
