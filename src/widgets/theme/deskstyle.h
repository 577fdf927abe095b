// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "theme/theme.h"

#include <QProxyStyle>

namespace Countersign::Theme {

/// Fusion without bevels and gradients: flat controls with one thin border, narrow scroll bars, a
/// line where things can be resized. The accent shows the focus and nothing else.
class DeskStyle final : public QProxyStyle
{
    Q_OBJECT
public:
    DeskStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                            QPainter *painter, const QWidget *widget) const override;
    [[nodiscard]] QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option,
                                       SubControl sub, const QWidget *widget) const override;
    [[nodiscard]] QIcon standardIcon(StandardPixmap icon, const QStyleOption *option,
                                     const QWidget *widget) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption *option,
                                  const QWidget *widget) const override;
};

} // namespace Countersign::Theme
