// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tool/todo.h"

#include <QWidget>

class QAction;
class QListView;
class QToolButton;

namespace Countersign::Actions {
class Registry;
}
namespace Countersign::Review {
class TokenLabel;
}

namespace Countersign::Todos {

class TodoModel;

/// What the agent of the shown session means to do: one line that tells how far it is, and below it the
/// list, which folds away. Not there while the list is empty. Never takes the focus.
class TodoPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit TodoPanel(Actions::Registry &actions, QWidget *parent = nullptr);

    void setTodos(const QList<Todo> &todos);
    void setFolded(bool folded);
    [[nodiscard]] bool isFolded() const { return m_folded; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void refresh();
    [[nodiscard]] int currentRow() const; ///< Of what is in progress; -1: nothing.
    void showCurrent();
    void elideCurrent();

    TodoModel *m_model;
    QToolButton *m_header;
    Review::TokenLabel *m_now; ///< What is in progress, while the list is folded.
    QListView *m_list;
    QAction *m_fold = nullptr;
    bool m_folded = false;
};

} // namespace Countersign::Todos
