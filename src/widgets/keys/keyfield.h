// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QKeySequence>
#include <QWidget>

namespace Countersign::Keys {

/// Waits for keys that are to be bound. Tab leaves it, Escape puts it aside, Backspace and Delete ask
/// for no key; nothing that is pressed here reaches an action.
class KeyField final : public QWidget
{
    Q_OBJECT
public:
    explicit KeyField(QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void pressed(const QKeySequence &key);
    void noneWanted();
    void left();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QString words() const;
};

} // namespace Countersign::Keys
