// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "keys/keycaps.h"

#include "actions/keyrules.h"
#include "theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace Countersign::Keys {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr int kHeight = 22;
constexpr int kPadding = 6;
constexpr int kBetweenCaps = 3;
constexpr int kBetweenKeys = Space::m;

int capWidth(const QFontMetrics &metrics, const QString &cap)
{
    return std::max(kHeight, metrics.horizontalAdvance(cap) + 2 * kPadding);
}

} // namespace

QStringList capsOf(const QKeySequence &key)
{
    QStringList caps;
    QString rest = key.toString(QKeySequence::NativeText);
    while (!rest.isEmpty()) {
        // A plus that something precedes parts two keys; any other one is a key.
        const qsizetype plus = rest.indexOf(u'+', 1);
        caps.append(plus < 0 ? rest : rest.first(plus));
        rest = plus < 0 ? QString() : rest.mid(plus + 1);
    }
    return caps;
}

KeyCaps::KeyCaps(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
    setKeys({});
}

void KeyCaps::setKeys(const QList<QKeySequence> &keys)
{
    m_keys = keys;
    m_caps.clear();
    for (const QKeySequence &key : keys)
        m_caps.append(capsOf(key));
    setAccessibleName(text());
    updateGeometry();
    update();
}

QString KeyCaps::text() const
{
    return Actions::textOf(m_keys);
}

QSize KeyCaps::sizeHint() const
{
    const QFontMetrics metrics(Theme::Theme::instance().smallFont());
    if (m_caps.isEmpty())
        return {metrics.horizontalAdvance(text()) + 1, kHeight};
    int width = kBetweenKeys * int(m_caps.size() - 1);
    for (const QStringList &key : m_caps) {
        width += kBetweenCaps * int(key.size() - 1);
        for (const QString &cap : key)
            width += capWidth(metrics, cap);
    }
    return {width, kHeight};
}

void KeyCaps::paintEvent(QPaintEvent *)
{
    const Theme::Theme &theme = Theme::Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.smallFont());
    if (m_caps.isEmpty()) {
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter, text());
        return;
    }
    int x = 0;
    for (const QStringList &key : m_caps) {
        for (const QString &cap : key) {
            const QRect area(x, (height() - kHeight) / 2, capWidth(painter.fontMetrics(), cap),
                             kHeight);
            painter.setPen(QPen(theme.color(Token::Muted), 1));
            painter.setBrush(theme.color(Token::Window));
            painter.drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5),
                                    Theme::kControlRadius, Theme::kControlRadius);
            painter.setPen(theme.color(Token::Text));
            painter.drawText(area, Qt::AlignCenter, cap);
            x = area.right() + 1 + kBetweenCaps;
        }
        x += kBetweenKeys - kBetweenCaps;
    }
}

} // namespace Countersign::Keys
