// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "syntax/contrast.h"

#include "theme/theme.h"

#include <algorithm>
#include <cmath>

namespace Countersign::Syntax {

namespace {

double linear(float channel)
{
    const double value = channel;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
            + 0.0722 * linear(color.blueF());
}

bool isReadable(const QColor &color, const QList<QColor> &backgrounds)
{
    return std::all_of(backgrounds.begin(), backgrounds.end(), [&](const QColor &background) {
        return contrast(color, background) >= kReadable;
    });
}

} // namespace

double contrast(const QColor &one, const QColor &other)
{
    const double a = luminance(one);
    const double b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

QList<QColor> codeBackgrounds(bool dark)
{
    using Theme::Token;
    QList<QColor> colors;
    for (const Token token :
         {Token::Panel, Token::AddedLine, Token::AddedWord, Token::RemovedLine, Token::RemovedWord})
        colors.append(Theme::Theme::colorOf(token, dark));
    return colors;
}

QColor readableOn(const QColor &color, const QList<QColor> &backgrounds, bool dark)
{
    float hue = 0;
    float saturation = 0;
    float lightness = 0;
    color.toRgb().getHslF(&hue, &saturation, &lightness);
    // getHslF gives hue -1 for greys, which fromHslF takes back.
    constexpr float kStep = 0.01F;
    // What is tested is what will be painted: 8 bits a channel.
    QColor moved = QColor(color.rgb());
    while (!isReadable(moved, backgrounds)) {
        lightness = std::clamp(lightness + (dark ? kStep : -kStep), 0.0F, 1.0F);
        moved = QColor(QColor::fromHslF(hue, saturation, lightness).rgb());
        if (lightness <= 0.0F || lightness >= 1.0F)
            break;
    }
    return moved;
}

} // namespace Countersign::Syntax
