// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "review/edittext.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QAction;
class QPlainTextEdit;
class QPushButton;

namespace Countersign::Review {

class ExternalEdit;
class TokenLabel;

/// Where the person changes what an agent proposes before allowing it: a plain editor over the new
/// side, or the editor of the person. An action takes the text, Escape leaves it; it asks only when
/// something was changed. What cannot be written in the file's encoding is said while it is typed.
class EditPage final : public QWidget
{
    Q_OBJECT
public:
    explicit EditPage(QWidget *parent = nullptr);
    ~EditPage() override;

    struct Texts
    {
        QByteArray now; ///< What would be written.
        QByteArray proposed; ///< By the agent.
        QByteArray before; ///< On the disk.
        QByteArray charset = {}; ///< See Diff::FileChange.
        std::optional<QByteArray> draft = {}; ///< The person's text of before, not taken yet.
    };
    /// Takes the focus: the person asked. What is not suited to a plain editor is only for another one.
    void open(const QString &name, const Texts &texts, int line);
    /// Not taken yet, in the bytes of the file; nothing when nothing was changed, or it cannot be written.
    [[nodiscard]] std::optional<QByteArray> draft() const;
    void setTakeAction(QAction *action); ///< Takes the text.
    void close(); ///< Forgets what is in it.
    [[nodiscard]] bool isOpen() const { return m_open; }
    [[nodiscard]] QPlainTextEdit *text() const { return m_text; }

Q_SIGNALS:
    void taken(const QByteArray &bytes);
    void left();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build();
    void check();
    void take();
    void leave();
    void restore();
    void openOutside();
    void outsideEnded(const QString &problem);
    void endOutside();
    [[nodiscard]] bool isOutside() const { return m_outside && !m_outsideEnded; }
    void setConfirming(bool confirming);
    void refresh();
    [[nodiscard]] QString edited() const;
    [[nodiscard]] bool isChanged() const;

    QString m_name;
    Texts m_texts;
    std::optional<EditText> m_format; ///< None: only for another editor.
    QString m_shown; ///< The text at first.
    QString m_problem;
    /// What is taken in the place of what stands here: by the other editor, or of before.
    std::optional<QByteArray> m_saved;
    std::unique_ptr<ExternalEdit> m_outside;
    bool m_savedOutside = false; ///< By the program that runs, or ran last.
    bool m_outsideEnded = false; ///< It has; a window of its own may still save.
    QTimer m_typed;
    bool m_open = false;
    bool m_confirming = false;
    TokenLabel *m_title = nullptr;
    TokenLabel *m_status = nullptr;
    QPlainTextEdit *m_text = nullptr;
    QWidget *m_buttons = nullptr;
    QWidget *m_confirm = nullptr;
    QPushButton *m_take = nullptr;
    QPushButton *m_leave = nullptr;
    QPushButton *m_restore = nullptr;
    QPushButton *m_external = nullptr;
    QPushButton *m_keep = nullptr;
    QPushButton *m_discard = nullptr;
};

} // namespace Countersign::Review
