// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QHash>
#include <QKeySequence>
#include <QPointer>
#include <QWidget>

class QLineEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace Countersign::Actions {
class Keymap;
class Registry;
} // namespace Countersign::Actions
namespace Countersign::Review {
class TokenLabel;
}

namespace Countersign::Keys {

class KeyRow;

/// Every action with its keys, over the whole window: to find one, and to give it other keys. While it is
/// open it has the focus, no action of the window can be reached, and nothing below is painted, so that
/// nothing counts as seen there. Escape, or the action that opened it, closes it and gives the focus back.
class KeyOverlay final : public QWidget
{
    Q_OBJECT
public:
    /// Over `window`, hidden. `opener` is the action that shows it.
    KeyOverlay(Actions::Registry &registry, Actions::Keymap &keymap, QAction *opener,
               QWidget *window);

    void open();
    void close();

Q_SIGNALS:
    void closed();
    /// Keys hold, but are not in the file.
    void notKept(const QString &message, const QString &detail);

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    struct Group
    {
        QString title;
        QWidget *heading = nullptr;
        QWidget *frame = nullptr;
        QList<KeyRow *> rows;
    };
    void build();
    void listActions(QVBoxLayout *column);
    void listFixed(QVBoxLayout *column);
    Group &groupOf(const QString &title, QVBoxLayout *column);
    void add(Group &group, KeyRow *row);
    void filter();
    void refresh();
    void step(const KeyRow *from, int by);
    void tell(const QString &words, bool undo);
    void resetAll();
    void keepFocus(const QWidget *now);
    [[nodiscard]] QList<KeyRow *> shownRows() const;

    Actions::Registry &m_registry;
    Actions::Keymap &m_keymap;
    QAction *m_opener;
    QList<Group> m_groups;
    QPointer<QWidget> m_before; ///< Had the focus.
    QLineEdit *m_filter = nullptr;
    QScrollArea *m_scroll = nullptr;
    QPushButton *m_resetAll = nullptr;
    Review::TokenLabel *m_message = nullptr;
    QPushButton *m_undo = nullptr;
    Review::TokenLabel *m_nothing = nullptr; ///< Says that nothing matches the filter.
    QHash<QAction *, QList<QKeySequence>> m_undone; ///< What there was before the reset of all.
};

} // namespace Countersign::Keys
