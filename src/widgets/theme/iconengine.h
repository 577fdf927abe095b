// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "theme/theme.h"

#include <QIconEngine>
#include <QString>

namespace Countersign::Theme {

/// Draws ":/icons/<name>.svg" in a colour of the theme, at any size and pixel ratio, and follows the
/// theme. The drawings use the colour #000000 where they are to be tinted.
class IconEngine final : public QIconEngine
{
public:
    IconEngine(QString name, Token tint);

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override;
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state,
                         qreal scale) override;
    [[nodiscard]] QIconEngine *clone() const override;

private:
    QString m_name;
    Token m_tint;
};

} // namespace Countersign::Theme
