// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/types.h"
#include "review/parts.h"

#include <QWidget>

class QPushButton;

namespace Countersign::Inbox {

class CodeBlock;

/// One pending request. Keys while it has the focus: Return opens the review, A allows once.
class Card final : public QWidget
{
    Q_OBJECT
public:
    Card(const Permission::Request &request, std::chrono::milliseconds armDelay,
         QWidget *parent = nullptr);

    [[nodiscard]] const Permission::Request &request() const { return m_request; }
    void setSessionTitle(const QString &title);
    void setSummary(const QList<Review::Summary> &files);
    void updateAge(qint64 nowMs);
    /// The card appeared or moved under the pointer: no answer before the delay.
    void rearm();
    void setArmDelay(std::chrono::milliseconds delay);

Q_SIGNALS:
    void reviewWanted();
    void allowed();
    void stepWanted(int by); ///< Up (-1) or Down (+1).

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void refresh();
    void allow();
    void describe();

    Permission::Request m_request;
    QString m_sessionTitle;
    bool m_answered = false;
    Review::Arming *m_arming = nullptr;
    Review::TokenLabel *m_headline = nullptr;
    Review::TokenLabel *m_origin = nullptr;
    Review::TokenLabel *m_age = nullptr;
    Review::CountsLabel *m_counts = nullptr;
    Review::ChipRow *m_chips = nullptr;
    CodeBlock *m_command = nullptr;
    Review::TokenLabel *m_caution = nullptr; ///< What would be lost, or could not be seen.
    QPushButton *m_allow = nullptr;
    QPushButton *m_review = nullptr;
};

/// "now", "12 s", "3 min", "2 h", "4 d".
[[nodiscard]] QString ageText(qint64 ms);

} // namespace Countersign::Inbox
