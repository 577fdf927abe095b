// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "question/types.h"

#include <QList>
#include <QWidget>

class QAbstractButton;
class QLineEdit;

namespace Countersign::Inbox {

/// One question of a form: its options and a line for words of one's own, which is an answer of its
/// own: writing into it chooses it, choosing something else keeps the words.
class QuestionItem final : public QWidget
{
    Q_OBJECT
public:
    explicit QuestionItem(const Question::Item &item, QWidget *parent = nullptr);

    [[nodiscard]] QStringList answers() const; ///< As they are chosen now; empty: unanswered.
    /// The buttons of the options and, where there are options, of one's own words.
    [[nodiscard]] const QList<QAbstractButton *> &choices() const { return m_choices; }
    [[nodiscard]] QList<QWidget *> tabStops() const;

Q_SIGNALS:
    void changed();
    void submitted(); ///< Return was pressed in the line.

private:
    void addChoice(const QString &label, const QString &description);

    const Question::Item m_item;
    QList<QAbstractButton *> m_choices;
    QLineEdit *m_own = nullptr;
};

} // namespace Countersign::Inbox
