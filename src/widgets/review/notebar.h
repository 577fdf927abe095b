// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QWidget>

class QLineEdit;

namespace Countersign::Review {

class TokenLabel;

/// One line for a remark on a place of the change. Return keeps it, Escape leaves it as it was; an
/// empty one takes the remark away.
class NoteBar final : public QWidget
{
    Q_OBJECT
public:
    explicit NoteBar(QWidget *parent = nullptr);
    void open(const QString &place, const QString &text); ///< Takes the focus: the person asked.

    [[nodiscard]] QString text() const; ///< As it would be kept.

Q_SIGNALS:
    void accepted(const QString &text);
    void left(); ///< In any way: the focus may go back.

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void accept();
    TokenLabel *m_place = nullptr;
    QLineEdit *m_text = nullptr;
};

} // namespace Countersign::Review
