// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>
#include <QWidget>

#include <memory>

class QTextLayout;

namespace Countersign::Inbox {

/// The start of a command in the code font, wrapped anywhere, at most a number of rows high. Says
/// when there is more than it shows.
class CodeBlock final : public QWidget
{
    Q_OBJECT
public:
    explicit CodeBlock(int rows, QWidget *parent = nullptr);
    void setText(const QString &text); ///< As it is to be seen (escapes done).
    /// All of the text fits at the present width.
    [[nodiscard]] bool isComplete() const { return m_complete; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

Q_SIGNALS:
    void completeChanged(bool complete);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// Rows of the text at a width, but at most one more than are shown.
    int layOut(QTextLayout &layout, int width) const;
    [[nodiscard]] std::unique_ptr<QTextLayout> makeLayout() const;
    void check();

    QString m_text;
    int m_rows;
    bool m_complete = true;
};

} // namespace Countersign::Inbox
