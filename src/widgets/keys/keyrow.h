// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QKeySequence>
#include <QList>
#include <QWidget>

class QAction;
class QPushButton;
class QToolButton;

namespace Countersign::Actions {
class Keymap;
class Registry;
} // namespace Countersign::Actions
namespace Countersign::Review {
class TokenLabel;
}

namespace Countersign::Keys {

class KeyCaps;
class KeyField;

/// Keys that no action has and nobody can bind: what they do, everywhere or in one place.
struct FixedKeys
{
    QList<QKeySequence> keys;
    QString text;
    QString tip;
};

/// One line of the overlay: what an action is called, what it does, its keys. Return, or the pencil,
/// opens the part below it where new keys are pressed.
class KeyRow final : public QWidget
{
    Q_OBJECT
public:
    KeyRow(Actions::Registry &registry, Actions::Keymap &keymap, QAction *action,
           QWidget *parent = nullptr);
    explicit KeyRow(const FixedKeys &fixed, QWidget *parent = nullptr);

    /// True when its words, its keys or `place` have each of `words` in them, whatever the case.
    [[nodiscard]] bool matches(const QStringList &words, const QString &place) const;
    [[nodiscard]] bool isOpen() const;
    void open(); ///< Waits for keys; takes the focus.
    void leave(); ///< Keeps what the action has, with the focus.
    [[nodiscard]] QAction *action() const { return m_action; }
    void refresh();

Q_SIGNALS:
    void opened(); ///< By the person.
    void stepWanted(int by); ///< Up (-1) or Down (+1).
    void notKept(const QString &message, const QString &detail); ///< The file was not written.

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void build(const QString &text, const QString &tip);
    void buildBelow();
    void want(const QList<QKeySequence> &keys);
    void take(); ///< What was wanted, from whoever has it.
    void say(const QString &words);

    Actions::Registry *m_registry = nullptr; // Not owned; null with keys that are fixed.
    Actions::Keymap *m_keymap = nullptr;
    QAction *m_action = nullptr;
    QString m_text;
    QString m_tip;
    QList<QKeySequence> m_wanted; ///< Has been pressed, and clashes.
    KeyCaps *m_caps = nullptr;
    Review::TokenLabel *m_builtIn = nullptr; ///< What it had, when the person bound others.
    QToolButton *m_change = nullptr;
    QWidget *m_below = nullptr;
    KeyField *m_field = nullptr;
    Review::TokenLabel *m_message = nullptr;
    QPushButton *m_take = nullptr;
    QPushButton *m_none = nullptr;
    QPushButton *m_reset = nullptr;
    QPushButton *m_back = nullptr;
};

} // namespace Countersign::Keys
