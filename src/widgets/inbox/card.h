// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "inbox/deskcard.h"
#include "permission/types.h"

class QAction;
class QPushButton;

namespace Countersign::Inbox {

class CodeBlock;

/// One pending request. While it has the focus Return opens the review.
class Card final : public DeskCard
{
    Q_OBJECT
public:
    Card(const Permission::Request &request, std::chrono::milliseconds armDelay,
         QWidget *parent = nullptr);

    [[nodiscard]] const Permission::Request &request() const { return m_request; }
    void setRevised(const Permission::Request &request); ///< Its change, computed again.
    void setAllowAction(const QAction *action); ///< Allows by key: the tip says which.
    void setSummary(const QList<Review::Summary> &files);
    [[nodiscard]] QList<QWidget *> tabStops() const override;
    /// As its button does: nothing while that is disabled.
    void allow();

Q_SIGNALS:
    void reviewWanted();
    void allowed();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void refresh() override;
    void describe() override;

private:
    Permission::Request m_request;
    bool m_answered = false;
    Review::CountsLabel *m_counts = nullptr;
    Review::ChipRow *m_chips = nullptr;
    CodeBlock *m_command = nullptr;
    Review::TokenLabel *m_caution = nullptr; ///< What would be lost, or could not be seen.
    QPushButton *m_allow = nullptr;
    const QAction *m_allowAction = nullptr; // Not owned.
    QPushButton *m_review = nullptr;
};

} // namespace Countersign::Inbox
