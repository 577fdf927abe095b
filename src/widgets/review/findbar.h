// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QWidget>

class QAction;
class QLineEdit;
class QToolButton;

namespace Countersign::Review {

class TokenLabel;

/// One line in which a text to look for is typed, and how many times it is there. Return goes to the
/// next place, Shift+Return to the one before, Escape closes.
class FindBar final : public QWidget
{
    Q_OBJECT
public:
    explicit FindBar(QWidget *parent = nullptr);
    void setStepActions(QAction *previous, QAction *next);

    void open(); ///< Takes the focus: the person asked.
    [[nodiscard]] QString text() const;
    [[nodiscard]] Qt::CaseSensitivity cases() const;
    /// `current` from 0, -1: none is yet; `more`: there are more than were counted.
    void setResult(int current, int count, bool more);

Q_SIGNALS:
    void changed(); ///< The text, or whether case counts.
    void stepWanted(bool forward);
    void closed(); ///< By the person: the focus may go back.

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QLineEdit *m_text = nullptr;
    TokenLabel *m_result = nullptr;
    QToolButton *m_case = nullptr;
    QToolButton *m_previous = nullptr;
    QToolButton *m_next = nullptr;
};

/// One line in which the number of a line is typed. Return goes there, Escape closes.
class LineBar final : public QWidget
{
    Q_OBJECT
public:
    explicit LineBar(QWidget *parent = nullptr);
    void open(); ///< Takes the focus: the person asked.
    void setProblem(const QString &text); ///< Why nothing happened; empty: takes that back.

Q_SIGNALS:
    void wanted(const QString &line);
    void closed(); ///< By the person: the focus may go back.

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QLineEdit *m_line = nullptr;
    TokenLabel *m_problem = nullptr;
};

} // namespace Countersign::Review
