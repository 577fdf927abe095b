// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;
class QComboBox;
class QToolButton;

namespace Countersign::Window {

/// The line at the top: project, agent, model, tokens, and how many requests wait.
class HeaderBar final : public QWidget
{
    Q_OBJECT
public:
    explicit HeaderBar(QWidget *parent = nullptr);

    void setProject(const QString &name, const QString &directory);
    void setAgents(const QList<std::pair<QString, QString>> &namesAndTips, const QString &current);
    void setAgent(const QString &name);
    [[nodiscard]] QString agent() const;
    void setModel(const QString &model);
    void setTokens(qint64 input, qint64 output);
    void setWaiting(int count);
    /// What the button beside the tokens does and says.
    void setChangesAction(QAction *action);
    void setHelpActions(const QList<QAction *> &actions); ///< What the menu "Help" has.

Q_SIGNALS:
    void waitingClicked();
    void agentChosen(const QString &name);

private:
    QLabel *m_project;
    QComboBox *m_agent;
    QLabel *m_model;
    QLabel *m_tokens;
    QToolButton *m_changes;
    QPushButton *m_waiting;
    QToolButton *m_help;
};

} // namespace Countersign::Window
