// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "theme/theme.h"

#include <QFrame>

namespace Countersign::Theme {

/// A surface with a border and rounded corners, painted from the theme's tokens.
class Card : public QFrame
{
    Q_OBJECT
public:
    explicit Card(QWidget *parent = nullptr);
    /// The border's colour: Line, or Accent for the current one, Ask for one that waits.
    void setBorder(Token token);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Token m_border = Token::Line;
};

} // namespace Countersign::Theme
