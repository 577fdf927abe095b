// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "review/parts.h"
#include "review/reviewpanel.h"

#include <QWidget>

class QAction;
class QComboBox;
class QToolButton;

namespace Countersign::Review {

/// What is reviewed, in two lines, and how it is shown.
class ReviewHeader final : public QWidget
{
    Q_OBJECT
public:
    explicit ReviewHeader(QWidget *parent = nullptr);
    /// What the buttons beside the position do and say.
    void setStepActions(QAction *previous, QAction *next);
    void setChoiceActions(QAction *leaveOut, QAction *takeIn);
    void setEditAction(QAction *edit);
    void setEditVisible(bool visible);
    void setWrapAction(QAction *wrap);
    /// Which of the two is offered for the place that is current, or for so many selected lines.
    enum class Choice { None, LeaveOut, TakeIn };
    void setChoice(Choice choice, int lines = 0);

    void setRequest(const Permission::Request &request);
    void clear();
    /// The file that is on screen; `showPath` when the headline does not name it.
    void setFile(const Diff::FileChange &file, bool showPath);
    void setSummary(const Summary &summary);
    void setPosition(const QString &text); ///< "1 of 2"; empty hides the hunk buttons.
    void setLayoutChoice(ReviewPanel::Layout layout);
    void setLayoutVisible(bool visible);

Q_SIGNALS:
    void layoutChosen(Countersign::Review::ReviewPanel::Layout layout);

private:
    TokenLabel *m_title = nullptr;
    TokenLabel *m_path = nullptr;
    TokenLabel *m_kind = nullptr;
    CountsLabel *m_counts = nullptr;
    ChipRow *m_chips = nullptr;
    QToolButton *m_previous = nullptr;
    TokenLabel *m_position = nullptr;
    QToolButton *m_next = nullptr;
    QToolButton *m_leaveOut = nullptr;
    QToolButton *m_takeIn = nullptr;
    QToolButton *m_edit = nullptr;
    QToolButton *m_wrap = nullptr;
    QComboBox *m_layout = nullptr;
    QToolButton *m_why = nullptr;
    TokenLabel *m_whyText = nullptr;
};

} // namespace Countersign::Review
