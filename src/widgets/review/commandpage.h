// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/types.h"
#include "review/parts.h"

#include <QWidget>

class QPlainTextEdit;

namespace Countersign::Review {

/// What a request without files is about, complete: a command, or the resources and the input.
class CommandPage final : public QWidget
{
    Q_OBJECT
public:
    explicit CommandPage(QWidget *parent = nullptr);
    void setRequest(const Permission::Request &request);
    /// The last line of the text has been painted.
    [[nodiscard]] bool isEndShown() const { return m_endShown; }
    [[nodiscard]] QPlainTextEdit *text() const { return m_text; }

Q_SIGNALS:
    void endShown();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void applyTheme();
    QPlainTextEdit *m_text = nullptr;
    TokenLabel *m_place = nullptr; ///< Lines and working directory.
    TokenLabel *m_caution = nullptr; ///< What would be lost, or could not be seen.
    TokenLabel *m_hidden = nullptr; ///< Warning: escapes are shown.
    TokenLabel *m_honest = nullptr; ///< Commands are not sandboxed.
    bool m_endShown = false;
};

} // namespace Countersign::Review
