// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "window/infobar.h"

#include "theme/states.h"
#include "theme/theme.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace Countersign::Window {

using namespace Qt::StringLiterals;
namespace Space = Theme::Space;

namespace {

constexpr qsizetype kEntries = 20; ///< The oldest go first.

QLabel *plainLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText); // What failed may quote the agent's words.
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

InfoBar::InfoBar(QWidget *parent)
    : QFrame(parent)
    , m_label(plainLabel(this))
    , m_details(plainLabel(this))
    , m_toggle(new QToolButton(this))
{
    setObjectName(u"infoBar"_s);
    setAccessibleName(tr("Problems"));
    setFrameShape(QFrame::NoFrame);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    const Theme::Theme &theme = Theme::Theme::instance();
    auto *icon = new QLabel(this);
    const auto tint = [icon] {
        icon->setPixmap(
                Theme::Theme::instance().icon(u"warning"_s, Theme::Token::Ask).pixmap(18, 18));
    };
    tint();
    connect(&theme, &Theme::Theme::changed, this, tint);
    auto *close = new QToolButton(this);
    close->setObjectName(u"closeInfo"_s);
    close->setAutoRaise(true);
    close->setIcon(theme.icon(u"cross"_s, Theme::Token::Muted));
    close->setAccessibleName(tr("Close the message"));
    close->setToolTip(tr("Close"));
    close->setMinimumSize(Theme::kHitTarget, Theme::kHitTarget);
    m_toggle->setObjectName(u"infoDetails"_s);
    m_toggle->setText(tr("Details"));
    m_toggle->setCheckable(true);
    m_toggle->setMinimumHeight(Theme::kHitTarget);
    m_details->setFont(theme.smallFont());
    m_details->hide();
    m_label->setObjectName(u"infoText"_s);
    m_details->setObjectName(u"infoDetailText"_s);

    auto *texts = new QVBoxLayout;
    texts->addWidget(m_label);
    texts->addWidget(m_details);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(Space::m, Space::xs, Space::xs, Space::xs);
    layout->setSpacing(Space::s);
    layout->addWidget(icon, 0, Qt::AlignTop);
    layout->addLayout(texts, 1);
    layout->addWidget(m_toggle, 0, Qt::AlignTop);
    layout->addWidget(close, 0, Qt::AlignTop);
    connect(close, &QToolButton::clicked, this, [this] {
        m_entries.clear();
        update();
    });
    connect(m_toggle, &QToolButton::toggled, this, [this] { update(); });
    hide();
}

void InfoBar::add(const QString &message, const QString &detail)
{
    for (Entry &entry : m_entries) {
        if (entry.message == message) {
            ++entry.count;
            entry.detail = detail;
            update();
            return;
        }
    }
    m_entries.append({message, detail});
    if (m_entries.size() > kEntries)
        m_entries.removeFirst();
    update();
}

QString InfoBar::text() const
{
    return m_label->text();
}

void InfoBar::update()
{
    QStringList lines;
    QStringList details;
    for (const Entry &entry : std::as_const(m_entries)) {
        const QString message = Theme::visibleText(entry.message);
        lines.append(entry.count > 1 ? tr("%1 (%n times)", nullptr, entry.count).arg(message)
                                     : message);
        if (!entry.detail.isEmpty())
            details.append(Theme::visibleText(entry.detail));
    }
    m_label->setText(lines.join(u'\n'));
    m_details->setText(details.join(u'\n'));
    m_toggle->setVisible(!details.isEmpty());
    m_details->setVisible(m_toggle->isChecked() && !details.isEmpty());
    setVisible(!m_entries.isEmpty());
}

} // namespace Countersign::Window
