// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QKeySequence>
#include <QList>
#include <QStringList>
#include <QWidget>

namespace Countersign::Keys {

/// Keys as they are on a keyboard: a cap for each that is held, several ones beside each other.
class KeyCaps final : public QWidget
{
    Q_OBJECT
public:
    explicit KeyCaps(QWidget *parent = nullptr);

    void setKeys(const QList<QKeySequence> &keys);
    [[nodiscard]] QString text() const; ///< What is read aloud.
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<QKeySequence> m_keys;
    QList<QStringList> m_caps; ///< One list for each of the keys.
};

/// "Ctrl+Shift++" → Ctrl, Shift, +
[[nodiscard]] QStringList capsOf(const QKeySequence &key);

} // namespace Countersign::Keys
