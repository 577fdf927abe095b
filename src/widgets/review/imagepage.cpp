// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/imagepage.h"

#include "media/picture.h"
#include "review/changefacts.h"
#include "theme/theme.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr int kLongest = 2048; // Pixels that are kept of a side; a window has seldom more.
constexpr int kSquare = 8; // Of the chequered ground.

QString kindName(MediaKind kind)
{
    switch (kind) {
    case MediaKind::Png:
        return u"PNG"_s;
    case MediaKind::Jpeg:
        return u"JPEG"_s;
    case MediaKind::Gif:
        return u"GIF"_s;
    case MediaKind::WebP:
        return u"WebP"_s;
    case MediaKind::Pdf:
    case MediaKind::Other:
        break;
    }
    return {};
}

ImageSide sideOf(const QByteArray &bytes, const std::stop_token &stop)
{
    ImageSide side;
    side.exists = true;
    const MediaKind kind = sniffKind(bytes);
    const QString size = QLocale().formattedDataSize(bytes.size());
    if (!isImage(kind)) {
        side.facts = size;
        side.problem = Words::tr("This side is no image that can be shown.");
        return side;
    }
    const Result<Picture> picture = decodePicture(bytes, kind, kLongest, u"the image"_s, stop);
    if (!picture) {
        side.facts = u"%1 · %2"_s.arg(kindName(kind), size);
        side.problem = picture.error().code == ErrorCode::Limit
                ? Words::tr("This image has too many pixels to be shown.")
                : Words::tr("This image cannot be decoded: the file is damaged, or its kind is not "
                            "supported here.");
        return side;
    }
    side.image = picture->image;
    QStringList facts{Words::tr("%1 × %2 pixels")
                              .arg(QLocale().toString(picture->original.width()),
                                   QLocale().toString(picture->original.height())),
                      size, kindName(kind)};
    if (picture->animated)
        facts.append(Words::tr("animated, the first picture is shown"));
    side.facts = facts.join(u" · "_s);
    return side;
}

QColor colour(Token token)
{
    return Theme::Theme::instance().color(token);
}

void paintChequers(QPainter &painter, const QRect &area)
{
    // Two greys of their own: what is transparent must be told from any colour of the window.
    const bool dark = Theme::Theme::instance().isDark();
    painter.fillRect(area, dark ? QColor(0x3a3a3a) : QColor(0xffffff));
    const QColor other = dark ? QColor(0x2a2a2a) : QColor(0xdcdcdc);
    for (int y = 0; y * kSquare < area.height(); ++y) {
        for (int x = y % 2; x * kSquare < area.width(); x += 2) {
            const QRect square(area.x() + x * kSquare, area.y() + y * kSquare, kSquare, kSquare);
            painter.fillRect(square.intersected(area), other);
        }
    }
}

} // namespace

bool isImageChange(const Diff::FileChange &change)
{
    return isImage(sniffKind(change.before)) || isImage(sniffKind(change.after));
}

ImageChange decodeImages(const Diff::FileChange &change, const std::stop_token &stop)
{
    ImageChange images;
    if (change.kind != Diff::ChangeKind::Added)
        images.before = sideOf(change.before, stop);
    if (change.kind != Diff::ChangeKind::Deleted)
        images.after = sideOf(change.after, stop);
    return images;
}

ImagePage::ImagePage(QWidget *parent) : QWidget(parent)
{
    setObjectName(u"imagePage"_s);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Change of an image"));
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this, qOverload<>(&QWidget::update));
}

void ImagePage::setImages(const QString &resource, const ImageChange &change)
{
    m_change = change;
    m_seen = false;
    setAccessibleName(tr("Change of the image %1").arg(resource));
    QStringList words;
    if (change.before.exists)
        words.append(tr("Before: %1").arg(change.before.facts + u' ' + change.before.problem));
    if (change.after.exists)
        words.append(tr("After: %1").arg(change.after.facts + u' ' + change.after.problem));
    setAccessibleDescription(words.join(u". "_s));
    update();
}

QRect ImagePage::paneOf(bool after) const
{
    const QRect inside = rect().adjusted(Space::l, Space::m, -Space::l, -Space::m);
    if (!m_change.before.exists || !m_change.after.exists)
        return inside;
    const int width = (inside.width() - Space::xl) / 2;
    return {after ? inside.right() - width + 1 : inside.left(), inside.top(), width,
            inside.height()};
}

QRect ImagePage::imageRect(bool after) const
{
    const ImageSide &side = after ? m_change.after : m_change.before;
    if (side.image.isNull())
        return {};
    const int text = fontMetrics().height() + Space::s;
    // One scale for both, so that the one that is larger looks larger.
    qreal scale = 1;
    for (const bool which : {false, true}) {
        const QImage &image = which ? m_change.after.image : m_change.before.image;
        const QSize room = paneOf(which).size() - QSize(0, 2 * text);
        if (!image.isNull() && !room.isEmpty())
            scale = std::min({scale, qreal(room.width()) / image.width(),
                              qreal(room.height()) / image.height()});
    }
    const QSize size = (QSizeF(side.image.size()) * scale).toSize().expandedTo({1, 1});
    const QRect pane = paneOf(after).adjusted(0, 2 * text, 0, 0);
    return {pane.left() + (pane.width() - size.width()) / 2, pane.top(), size.width(),
            size.height()};
}

void ImagePage::paintPane(QPainter &painter, bool after) const
{
    const ImageSide &side = after ? m_change.after : m_change.before;
    if (!side.exists)
        return;
    const QRect pane = paneOf(after);
    const int text = fontMetrics().height() + Space::s;
    painter.setPen(colour(after ? Token::Allow : Token::Deny));
    painter.drawText(QRect(pane.left(), pane.top(), pane.width(), text), Qt::AlignHCenter,
                     after ? u"+ "_s + tr("After") : u"− "_s + tr("Before"));
    painter.setPen(colour(Token::Text));
    painter.drawText(QRect(pane.left(), pane.top() + text, pane.width(), text), Qt::AlignHCenter,
                     fontMetrics().elidedText(side.facts, Qt::ElideRight, pane.width()));
    if (side.image.isNull()) {
        painter.setPen(colour(Token::Ask));
        painter.drawText(pane.adjusted(0, 3 * text, 0, 0), Qt::AlignHCenter | Qt::TextWordWrap,
                         u"◆ "_s + side.problem);
        return;
    }
    const QRect area = imageRect(after);
    paintChequers(painter, area);
    painter.drawImage(area, side.image);
    painter.setPen(colour(Token::Line));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(area).adjusted(-0.5, -0.5, 0.5, 0.5));
}

void ImagePage::paintEvent(QPaintEvent *event)
{
    Q_UNUSED(event)
    QPainter painter(this);
    painter.fillRect(rect(), colour(Token::Panel));
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    paintPane(painter, false);
    paintPane(painter, true);
    if (m_change.before.exists && m_change.after.exists)
        painter.fillRect(width() / 2, 0, 1, height(), colour(Token::Line));
    if (hasFocus()) {
        painter.setPen(colour(Token::Accent));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    const bool any = m_change.before.exists || m_change.after.exists;
    if (std::exchange(m_seen, any) == any)
        return;
    // Not while painting: what hears it may change what is painted.
    QMetaObject::invokeMethod(this, &ImagePage::seenChanged, Qt::QueuedConnection);
}

} // namespace Countersign::Review
