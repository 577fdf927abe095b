// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QAbstractButton>
#include <QCheckBox>
#include <QPainter>
#include <QRadioButton>
#include <QStyle>
#include <QStyleOptionButton>

#include <type_traits>

namespace Countersign::Inbox {

/// How a choice is laid out: the mark, the label beside it, the description below the label.
struct ChoiceText
{
    QString label; ///< As it is to be seen (escapes done), as the next.
    QString description; ///< May be empty.

    [[nodiscard]] int heightFor(int width, const QSize &mark) const;
    void paint(QPainter &painter, const QRect &rect, const QSize &mark) const;
    /// Where the mark is drawn: beside the first line.
    [[nodiscard]] static QRect markRect(const QRect &rect, const QSize &mark);
};

/// The frame behind a choice: whether the pointer or the focus is on it.
void paintChoiceFrame(QPainter &painter, const QRect &rect, bool hover, bool focus);

/// A radio button or check box whose words wrap, with a description. Button: QRadioButton, QCheckBox.
template<class Button>
class Choice final : public Button
{
public:
    Choice(const ChoiceText &text, QWidget *parent) : Button(parent), m_text(text)
    {
        QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
        policy.setHeightForWidth(true);
        this->setSizePolicy(policy);
        this->setAccessibleName(text.label);
        this->setAccessibleDescription(text.description);
        this->setAttribute(Qt::WA_Hover);
    }
    [[nodiscard]] QSize sizeHint() const override { return {0, heightForWidth(240)}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, 0}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override
    {
        return m_text.heightFor(width, mark());
    }

protected:
    bool hitButton(const QPoint &at) const override { return this->rect().contains(at); }
    void paintEvent(QPaintEvent *event) override;

private:
    static constexpr bool kIsRadio = std::is_same_v<Button, QRadioButton>;
    [[nodiscard]] QSize mark() const
    {
        const QStyle *style = this->style();
        const auto metric = [&](QStyle::PixelMetric which) {
            return style->pixelMetric(which, nullptr, this);
        };
        return kIsRadio
                ? QSize(metric(QStyle::PM_ExclusiveIndicatorWidth),
                        metric(QStyle::PM_ExclusiveIndicatorHeight))
                : QSize(metric(QStyle::PM_IndicatorWidth), metric(QStyle::PM_IndicatorHeight));
    }

    const ChoiceText m_text;
};

template<class Button>
void Choice<Button>::paintEvent(QPaintEvent *event)
{
    Q_UNUSED(event)
    QStyleOptionButton option;
    this->initStyleOption(&option);
    QPainter painter(this);
    paintChoiceFrame(painter, this->rect(), this->underMouse() && this->isEnabled(),
                     this->hasFocus());
    option.rect = ChoiceText::markRect(this->rect(), mark());
    this->style()->drawPrimitive(kIsRadio ? QStyle::PE_IndicatorRadioButton
                                          : QStyle::PE_IndicatorCheckBox,
                                 &option, &painter, this);
    m_text.paint(painter, this->rect(), mark());
}

} // namespace Countersign::Inbox
