// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/changes.h"

#include <QWidget>

#include <memory>

namespace Countersign::Actions {
class Registry;
}

namespace Countersign::Changes {

/// What a session changed on the disk: its turns, the files of one of them, the change of one file
/// against the file as it is; and the ways back, by file and by place. Asks for what it shows by
/// signals and is given it by setters; compares in the background.
class ChangesPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit ChangesPanel(Actions::Registry &actions, QWidget *parent = nullptr);
    ~ChangesPanel() override;

    /// Shows this session and asks for its changes. Empty: none.
    void setSession(const SessionId &session);
    [[nodiscard]] SessionId session() const;
    void setChanges(const Session::SessionChanges &changes);
    void setChange(const Session::ShownChange &change);
    void setReport(const Session::PutBackReport &report);
    void reload(); ///< Asks for the changes once more; what is current stays so.
    void focusFiles();

Q_SIGNALS:
    void changesWanted(const Countersign::SessionId &session);
    void changeWanted(const Countersign::SessionId &session, const Countersign::MessageId &turn,
                      const QString &file);
    void putBackWanted(const Countersign::Session::PutBackOrder &order);
    void undoWanted(const Countersign::SessionId &session);
    void redoWanted(const Countersign::SessionId &session);
    void closed(); ///< The person is done with it.
    void shown(); ///< The change of the current file is on screen.

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace Countersign::Changes
