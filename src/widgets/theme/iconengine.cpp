// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "theme/iconengine.h"

#include <QFile>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace Countersign::Theme {

using namespace Qt::StringLiterals;

namespace {

QPixmap rendered(const QString &name, const QColor &color, const QSize &pixels)
{
    const QString key = u"countersign/%1/%2/%3x%4"_s.arg(name, color.name(QColor::HexArgb))
                                .arg(pixels.width())
                                .arg(pixels.height());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    pixmap = QPixmap(pixels);
    pixmap.fill(Qt::transparent);
    QFile file(u":/icons/"_s + name + u".svg"_s);
    if (file.open(QIODevice::ReadOnly)) {
        QByteArray svg = file.readAll();
        svg.replace("#000000", color.name(QColor::HexRgb).toLatin1());
        QSvgRenderer renderer(svg);
        QPainter painter(&pixmap);
        painter.setOpacity(color.alphaF());
        renderer.render(&painter, QRectF(QPointF(), QSizeF(pixels)));
    }
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

} // namespace

IconEngine::IconEngine(QString name, Token tint) : m_name(std::move(name)), m_tint(tint) { }

void IconEngine::paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state)
{
    const qreal scale = painter->device()->devicePixelRatioF();
    painter->drawPixmap(rect,
                        scaledPixmap((QSizeF(rect.size()) * scale).toSize(), mode, state, scale));
}

QPixmap IconEngine::pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state)
{
    return scaledPixmap(size, mode, state, 1);
}

QPixmap IconEngine::scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal scale)
{
    QColor color = Theme::instance().color(m_tint);
    if (mode == QIcon::Disabled)
        color.setAlphaF(0.4F);
    QPixmap pixmap = rendered(m_name, color, size);
    pixmap.setDevicePixelRatio(scale);
    return pixmap;
}

QIconEngine *IconEngine::clone() const
{
    return new IconEngine(*this);
}

} // namespace Countersign::Theme
