// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "window/headerbar.h"

#include "theme/states.h"
#include "theme/theme.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace Countersign::Window {

using namespace Qt::StringLiterals;
namespace Space = Theme::Space;

namespace {

/// A label that gives way: what does not fit is cut with an ellipsis and stands in the tool tip.
class GivingLabel final : public QLabel
{
public:
    using QLabel::QLabel;
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return {qMin(QLabel::minimumSizeHint().width(), fontMetrics().averageCharWidth() * 10),
                QLabel::minimumSizeHint().height()};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(text(), Qt::ElideMiddle, width()));
    }
};

QLabel *plainLabel(QWidget *parent, const QString &name)
{
    auto *label = new GivingLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setObjectName(name);
    return label;
}

} // namespace

HeaderBar::HeaderBar(QWidget *parent)
    : QWidget(parent)
    , m_project(plainLabel(this, u"project"_s))
    , m_agent(new QComboBox(this))
    , m_model(plainLabel(this, u"model"_s))
    , m_tokens(plainLabel(this, u"tokens"_s))
    , m_changes(new QToolButton(this))
    , m_waiting(new QPushButton(this))
    , m_help(new QToolButton(this))
{
    m_project->setFont(Theme::Theme::instance().titleFont());
    m_agent->setObjectName(u"agent"_s);
    m_agent->setAccessibleName(tr("Agent for the next prompt"));
    m_agent->setToolTip(tr("The agent that answers your next prompt"));
    m_agent->setMinimumHeight(Theme::kHitTarget);
    m_model->setForegroundRole(QPalette::PlaceholderText);
    m_tokens->setForegroundRole(QPalette::PlaceholderText);
    m_changes->setObjectName(u"changes"_s);
    m_changes->setAutoRaise(true);
    m_changes->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_changes->setMinimumHeight(Theme::kHitTarget);
    m_changes->setFocusPolicy(Qt::TabFocus);
    m_changes->hide();
    m_waiting->setObjectName(u"waiting"_s);
    m_waiting->setMinimumHeight(Theme::kHitTarget);
    m_waiting->setIcon(Theme::Theme::instance().icon(u"asking"_s, Theme::Token::Ask));
    m_waiting->setToolTip(tr("Show the requests that wait for you"));
    m_waiting->setFocusPolicy(Qt::TabFocus);
    m_help->setObjectName(u"help"_s);
    m_help->setAutoRaise(true);
    m_help->setPopupMode(QToolButton::InstantPopup);
    m_help->setMinimumSize(Theme::kHitTarget, Theme::kHitTarget);
    m_help->setFocusPolicy(Qt::TabFocus);
    m_help->setAccessibleName(tr("Help"));
    m_help->setToolTip(tr("Help"));
    const auto tint = [this] {
        m_help->setIcon(Theme::Theme::instance().icon(u"help"_s, Theme::Token::Muted));
    };
    tint();
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this, tint);
    m_help->hide();

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(Space::l, Space::s, Space::l, Space::s);
    layout->setSpacing(Space::m);
    layout->addWidget(m_project);
    layout->addWidget(m_agent);
    layout->addWidget(m_model);
    layout->addStretch(1);
    layout->addWidget(m_tokens);
    layout->addWidget(m_changes);
    layout->addWidget(m_waiting);
    layout->addWidget(m_help);
    connect(m_waiting, &QPushButton::clicked, this, &HeaderBar::waitingClicked);
    connect(m_agent, &QComboBox::textActivated, this, &HeaderBar::agentChosen);
    setWaiting(0);
}

void HeaderBar::setProject(const QString &name, const QString &directory)
{
    m_project->setText(Theme::visibleText(name));
    m_project->setToolTip(Theme::tipText(directory));
}

void HeaderBar::setAgents(const QList<std::pair<QString, QString>> &namesAndTips,
                          const QString &current)
{
    m_agent->clear();
    for (const auto &[name, tip] : namesAndTips) {
        m_agent->addItem(name);
        m_agent->setItemData(m_agent->count() - 1, Theme::tipText(tip), Qt::ToolTipRole);
    }
    setAgent(current);
    m_agent->setVisible(m_agent->count() > 0);
}

void HeaderBar::setAgent(const QString &name)
{
    m_agent->setCurrentIndex(qMax(0, m_agent->findText(name)));
}

QString HeaderBar::agent() const
{
    return m_agent->currentText();
}

void HeaderBar::setModel(const QString &model)
{
    m_model->setToolTip(Theme::tipText(model));
    m_model->setText(model.isEmpty() ? tr("no model is configured") : Theme::visibleText(model));
}

void HeaderBar::setTokens(qint64 input, qint64 output)
{
    const QLocale locale;
    m_tokens->setText(input + output == 0
                              ? QString()
                              : tr("%1 tokens in · %2 out")
                                        .arg(locale.toString(input), locale.toString(output)));
}

void HeaderBar::setChangesAction(QAction *action)
{
    m_changes->setDefaultAction(action);
    action->setIconText(tr("Changes")); // Also after its keys have changed.
    m_changes->setAccessibleName(action->text());
    m_changes->show();
}

void HeaderBar::setHelpActions(const QList<QAction *> &actions)
{
    auto *menu = new QMenu(this);
    menu->addActions(actions);
    m_help->setMenu(menu);
    m_help->show();
}

void HeaderBar::setWaiting(int count)
{
    m_waiting->setText(tr("%n waiting", nullptr, count));
    m_waiting->setVisible(count > 0);
}

} // namespace Countersign::Window
