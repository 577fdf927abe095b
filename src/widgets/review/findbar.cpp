// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/findbar.h"

#include "review/parts.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr int kFieldWidth = 260; // In pixels; at most.
constexpr int kLongestText = 1000; // Nobody looks for more by hand.

QHBoxLayout *barLayout(QWidget *bar)
{
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(Space::m, Space::xs, Space::m, Space::xs);
    row->setSpacing(Space::s);
    return row;
}

QLineEdit *field(const QString &objectName, const QString &name, QWidget *parent)
{
    auto *edit = new QLineEdit(parent);
    edit->setObjectName(objectName);
    edit->setAccessibleName(name);
    edit->setMinimumHeight(Theme::kHitTarget);
    edit->setMaximumWidth(kFieldWidth);
    edit->setMaxLength(kLongestText);
    return edit;
}

QToolButton *tool(const QString &objectName, const QString &name, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(objectName);
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setAutoRaise(true);
    button->setMinimumSize(Theme::kHitTarget, Theme::kHitTarget);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

QToolButton *closeButton(const QString &objectName, QWidget *parent)
{
    QToolButton *button = tool(objectName, FindBar::tr("Close"), parent);
    const auto tint = [button] {
        button->setIcon(Theme::Theme::instance().icon(u"cross"_s));
    };
    tint();
    QObject::connect(&Theme::Theme::instance(), &Theme::Theme::changed, button, tint);
    return button;
}

void paintEdge(QWidget *bar)
{
    QPainter painter(bar);
    painter.fillRect(0, bar->height() - 1, bar->width(), 1,
                     Theme::Theme::instance().color(Token::Line));
}

} // namespace

FindBar::FindBar(QWidget *parent) : QWidget(parent)
{
    QHBoxLayout *row = barLayout(this);
    m_text = field(u"findText"_s, tr("Find in this file"), this);
    m_text->setPlaceholderText(tr("Find in this file"));
    m_result = new TokenLabel(Token::Text, Face::Base, this);
    m_result->setObjectName(u"findResult"_s);
    m_case = tool(u"findCase"_s, tr("Match case"), this);
    m_case->setText(u"Aa"_s);
    m_case->setCheckable(true);
    m_previous = tool(u"findPrevious"_s, {}, this);
    m_next = tool(u"findNext"_s, {}, this);
    QToolButton *close = closeButton(u"findClose"_s, this);
    row->addWidget(m_text, 1);
    row->addWidget(m_case);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    row->addWidget(m_result);
    row->addStretch();
    row->addWidget(close);
    connect(m_text, &QLineEdit::textChanged, this, &FindBar::changed);
    connect(m_case, &QToolButton::toggled, this, &FindBar::changed);
    connect(close, &QToolButton::clicked, this, &FindBar::closed);
    hide();
}

void FindBar::setStepActions(QAction *previous, QAction *next)
{
    m_previous->setDefaultAction(previous);
    m_next->setDefaultAction(next);
    for (QToolButton *button : {m_previous, m_next})
        button->setAccessibleName(button->defaultAction()->text());
}

void FindBar::open()
{
    show();
    m_text->setFocus();
    m_text->selectAll();
}

QString FindBar::text() const
{
    return m_text->text();
}

Qt::CaseSensitivity FindBar::cases() const
{
    return m_case->isChecked() ? Qt::CaseSensitive : Qt::CaseInsensitive;
}

void FindBar::setResult(int current, int count, bool more)
{
    if (text().isEmpty())
        m_result->clear();
    else if (count == 0)
        m_result->setText(tr("No match"));
    else if (current < 0)
        m_result->setText(tr("%n matches", nullptr, count));
    else if (more)
        m_result->setText(tr("%1 of more than %2").arg(current + 1).arg(count));
    else
        m_result->setText(tr("%1 of %2").arg(current + 1).arg(count));
    m_result->setAccessibleName(m_result->text());
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    // Never further up: Return here must not reach anything that answers.
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closed();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        Q_EMIT stepWanted(!event->modifiers().testFlag(Qt::ShiftModifier));
    else
        QWidget::keyPressEvent(event);
}

void FindBar::paintEvent(QPaintEvent *event)
{
    QWidget::paintEvent(event);
    paintEdge(this);
}

LineBar::LineBar(QWidget *parent) : QWidget(parent)
{
    QHBoxLayout *row = barLayout(this);
    m_line = field(u"lineNumber"_s, tr("Go to line"), this);
    m_line->setPlaceholderText(tr("Line, or old:12"));
    m_problem = new TokenLabel(Token::Ask, Face::Base, this);
    m_problem->setObjectName(u"lineProblem"_s);
    QToolButton *close = closeButton(u"lineClose"_s, this);
    row->addWidget(m_line);
    row->addWidget(m_problem, 1);
    row->addWidget(close);
    connect(m_line, &QLineEdit::textEdited, this, [this] { setProblem({}); });
    connect(close, &QToolButton::clicked, this, &LineBar::closed);
    hide();
}

void LineBar::open()
{
    setProblem({});
    show();
    m_line->setFocus();
    m_line->selectAll();
}

void LineBar::setProblem(const QString &text)
{
    m_problem->setText(text);
    m_problem->setAccessibleName(text);
}

void LineBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closed();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        Q_EMIT wanted(m_line->text());
    else
        QWidget::keyPressEvent(event);
}

void LineBar::paintEvent(QPaintEvent *event)
{
    QWidget::paintEvent(event);
    paintEdge(this);
}

} // namespace Countersign::Review
