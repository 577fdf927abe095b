// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "theme/deskstyle.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

namespace Countersign::Theme {

using namespace Qt::StringLiterals;

namespace {

constexpr int kScrollBar = 12;
constexpr int kShortestHandle = 28;

QColor color(Token token, qreal opacity = 1)
{
    QColor of = Theme::instance().color(token);
    of.setAlphaF(float(opacity));
    return of;
}

/// Borders of controls are stronger than lines between surfaces: they say what can be used.
QColor controlBorder(bool enabled)
{
    return color(Token::Muted, enabled ? 0.5 : 0.25);
}

void panel(QPainter *painter, const QRect &rect, const QColor &fill, const QColor &border)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(fill);
    painter->setPen(QPen(border, 1));
    painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), kControlRadius,
                             kControlRadius);
    painter->restore();
}

void button(QPainter *painter, const QStyleOption &option, bool quiet)
{
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    const bool on =
            option.state.testFlag(QStyle::State_On) || option.state.testFlag(QStyle::State_Sunken);
    const bool hover = enabled && option.state.testFlag(QStyle::State_MouseOver);
    const bool focus = option.state.testFlag(QStyle::State_HasFocus)
            && option.state.testFlag(QStyle::State_KeyboardFocusChange);
    QColor fill = quiet ? QColor(Qt::transparent) : color(Token::Card, enabled ? 1 : 0);
    if (on)
        fill = color(Token::Line);
    else if (hover)
        fill = color(Token::Line, 0.5);
    const QColor border = focus ? color(Token::Accent)
            : quiet             ? QColor(Qt::transparent)
                                : controlBorder(enabled);
    panel(painter, option.rect, fill, border);
}

/// The mark of a check box or radio button: its border can be seen on every surface, and what is on
/// is filled.
void mark(QPainter *painter, const QStyleOption &option, bool round)
{
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    const bool on = option.state.testFlag(QStyle::State_On);
    const bool focus = option.state.testFlag(QStyle::State_HasFocus)
            && option.state.testFlag(QStyle::State_KeyboardFocusChange);
    const QColor fill = on ? color(Token::Accent, enabled ? 1 : 0.5) : color(Token::Panel);
    const QColor border =
            on || focus ? color(Token::Accent) : color(Token::Muted, enabled ? 1 : 0.5);
    const QRectF box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(fill);
    painter->setPen(QPen(border, 1));
    if (round)
        painter->drawEllipse(box);
    else
        painter->drawRoundedRect(box, 3, 3);
    if (on && round) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(color(Token::Panel));
        const qreal inset = box.width() * 0.32;
        painter->drawEllipse(box.adjusted(inset, inset, -inset, -inset));
    } else if (on) {
        painter->setPen(QPen(color(Token::Panel), 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const auto at = [&box](qreal x, qreal y) {
            return QPointF(box.left() + box.width() * x, box.top() + box.height() * y);
        };
        painter->drawPolyline(QPolygonF{at(0.25, 0.52), at(0.43, 0.7), at(0.76, 0.32)});
    }
    painter->restore();
}

} // namespace

DeskStyle::DeskStyle() : QProxyStyle(QStyleFactory::create(u"Fusion"_s)) { }

void DeskStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option,
                              QPainter *painter, const QWidget *widget) const
{
    switch (element) {
    case PE_PanelButtonCommand: {
        const auto *push = qstyleoption_cast<const QStyleOptionButton *>(option);
        button(painter, *option, push && push->features.testFlag(QStyleOptionButton::Flat));
        return;
    }
    case PE_PanelButtonTool:
        button(painter, *option, option->state.testFlag(State_AutoRaise));
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorRadioButton:
        mark(painter, *option, element == PE_IndicatorRadioButton);
        return;
    case PE_PanelLineEdit:
        panel(painter, option->rect, color(Token::Panel),
              option->state.testFlag(State_HasFocus)
                      ? color(Token::Accent)
                      : controlBorder(option->state.testFlag(State_Enabled)));
        return;
    case PE_FrameFocusRect: // The border tells.
        return;
    case PE_IndicatorDockWidgetResizeHandle: {
        const QPoint middle = option->rect.center();
        // By its shape: docks and splitters mean opposite things by "horizontal".
        if (option->rect.height() > option->rect.width())
            painter->fillRect(middle.x(), option->rect.top(), 1, option->rect.height(),
                              color(Token::Line));
        else
            painter->fillRect(option->rect.left(), middle.y(), option->rect.width(), 1,
                              color(Token::Line));
        return;
    }
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void DeskStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                            const QWidget *widget) const
{
    switch (element) {
    case CE_Splitter: {
        drawPrimitive(PE_IndicatorDockWidgetResizeHandle, option, painter, widget);
        return;
    }
    case CE_DockWidgetTitle: {
        const auto *dock = qstyleoption_cast<const QStyleOptionDockWidget *>(option);
        if (!dock)
            break;
        painter->save();
        QFont font = Theme::instance().smallFont();
        font.setWeight(QFont::DemiBold);
        painter->setFont(font);
        painter->setPen(color(Token::Muted));
        const QRect text = subElementRect(SE_DockWidgetTitleBarText, option, widget)
                                   .adjusted(Space::xs, 0, 0, 0);
        painter->drawText(
                text, Qt::AlignVCenter | Qt::AlignLeft,
                painter->fontMetrics().elidedText(dock->title, Qt::ElideRight, text.width()));
        painter->restore();
        return;
    }
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void DeskStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                                   QPainter *painter, const QWidget *widget) const
{
    if (control == CC_ComboBox) {
        const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
        if (combo && !combo->editable) {
            button(painter, *option, false);
            const int size = 14;
            const QRect arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
            Theme::instance()
                    .icon(u"chevron-down"_s, Token::Muted)
                    .paint(painter,
                           QRect(arrow.center().x() - size / 2, arrow.center().y() - size / 2 + 1,
                                 size, size));
            return;
        }
    }
    if (control == CC_ScrollBar) {
        const QRect handle = subControlRect(control, option, SC_ScrollBarSlider, widget);
        const bool active = option->activeSubControls.testFlag(SC_ScrollBarSlider);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->fillRect(option->rect, color(Token::Window));
        painter->setPen(Qt::NoPen);
        painter->setBrush(color(Token::Muted, active ? 0.8 : 0.45));
        const QRectF shape = QRectF(handle).adjusted(3, 3, -3, -3);
        const qreal radius = qMin(shape.width(), shape.height()) / 2;
        if (shape.isValid() && option->state.testFlag(State_Enabled))
            painter->drawRoundedRect(shape, radius, radius);
        painter->restore();
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect DeskStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option,
                                SubControl sub, const QWidget *widget) const
{
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (control != CC_ScrollBar || !bar)
        return QProxyStyle::subControlRect(control, option, sub, widget);
    // No arrow buttons: all of the bar is groove.
    const bool upright = bar->orientation == Qt::Vertical;
    const QRect all = bar->rect;
    const int length = upright ? all.height() : all.width();
    const qint64 range = qint64(bar->maximum) - bar->minimum;
    int handle = length;
    if (range > 0) {
        handle = int(qint64(bar->pageStep) * length / (range + bar->pageStep));
        handle = qBound(qMin(kShortestHandle, length), handle, length);
    }
    const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition,
                                              length - handle, bar->upsideDown);
    const auto piece = [&](int from, int size) {
        return upright ? QRect(all.left(), all.top() + from, all.width(), size)
                       : visualRect(bar->direction, all,
                                    QRect(all.left() + from, all.top(), size, all.height()));
    };
    switch (sub) {
    case SC_ScrollBarGroove:
        return all;
    case SC_ScrollBarSlider:
        return piece(start, handle);
    case SC_ScrollBarSubPage:
        return piece(0, start);
    case SC_ScrollBarAddPage:
        return piece(start + handle, length - start - handle);
    default:
        return {};
    }
}

QIcon DeskStyle::standardIcon(StandardPixmap icon, const QStyleOption *option,
                              const QWidget *widget) const
{
    if (icon == SP_TitleBarCloseButton)
        return Theme::instance().icon(u"cross"_s, Token::Muted);
    return QProxyStyle::standardIcon(icon, option, widget);
}

int DeskStyle::pixelMetric(PixelMetric metric, const QStyleOption *option,
                           const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return kScrollBar;
    case PM_SplitterWidth:
    case PM_DockWidgetSeparatorExtent:
        return 5; // Wide enough for a hand; painted as one line.
    case PM_DockWidgetTitleMargin:
        return Space::s;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

} // namespace Countersign::Theme
