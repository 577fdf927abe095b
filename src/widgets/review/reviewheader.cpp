// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/reviewheader.h"

#include "review/offers.h"
#include "theme/states.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

QToolButton *toolButton(const QString &objectName, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(objectName);
    button->setAutoRaise(true);
    button->setMinimumSize(Theme::kHitTarget, Theme::kHitTarget);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

ReviewHeader::ReviewHeader(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Space::m, Space::s, Space::m, Space::s);
    column->setSpacing(Space::xs);
    auto *top = new QHBoxLayout;
    top->setSpacing(Space::s);
    m_title = new TokenLabel(Token::Text, Face::Title, this);
    m_title->setObjectName(u"reviewTitle"_s);
    m_previous = toolButton(u"previousHunk"_s, this);
    m_position = new TokenLabel(Token::Text, Face::Base, this);
    m_position->setObjectName(u"hunkPosition"_s);
    m_next = toolButton(u"nextHunk"_s, this);
    m_leaveOut = toolButton(u"leaveOut"_s, this);
    m_takeIn = toolButton(u"takeIn"_s, this);
    m_edit = toolButton(u"editFile"_s, this);
    m_wrap = toolButton(u"wrapLines"_s, this);
    m_layout = new QComboBox(this);
    m_layout->setObjectName(u"layoutChoice"_s);
    m_layout->setAccessibleName(tr("Layout of the changes"));
    m_layout->setMinimumHeight(Theme::kHitTarget);
    m_layout->addItem(tr("Automatic"), int(ReviewPanel::Layout::Auto));
    m_layout->addItem(tr("Unified"), int(ReviewPanel::Layout::Unified));
    m_layout->addItem(tr("Side by side"), int(ReviewPanel::Layout::SideBySide));
    top->addWidget(m_title, 1);
    top->addWidget(m_previous);
    top->addWidget(m_position);
    top->addWidget(m_next);
    top->addWidget(m_leaveOut);
    top->addWidget(m_takeIn);
    top->addWidget(m_edit);
    top->addWidget(m_wrap);
    top->addWidget(m_layout);
    column->addLayout(top);
    m_path = new TokenLabel(Token::Text, Face::Code, this);
    m_path->setObjectName(u"reviewPath"_s);
    column->addWidget(m_path);
    auto *facts = new QHBoxLayout;
    facts->setSpacing(Space::s);
    m_kind = new TokenLabel(Token::Text, Face::Base, this);
    m_kind->setObjectName(u"reviewKind"_s);
    m_counts = new CountsLabel(this);
    m_chips = new ChipRow(this);
    m_chips->setObjectName(u"reviewChips"_s);
    m_why = toolButton(u"why"_s, this);
    m_why->setText(tr("Why am I asked?"));
    m_why->setAccessibleName(tr("Why am I asked?"));
    m_why->setToolTip(tr("Shows which rule made it ask"));
    m_why->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_why->setArrowType(Qt::RightArrow);
    m_why->setCheckable(true);
    facts->addWidget(m_kind);
    facts->addWidget(m_counts);
    facts->addWidget(m_chips, 1, Qt::AlignVCenter);
    facts->addStretch();
    facts->addWidget(m_why);
    column->addLayout(facts);
    m_whyText = new TokenLabel(Token::Text, Face::Base, this);
    m_whyText->setObjectName(u"whyText"_s);
    m_whyText->setWordWrap(true);
    m_whyText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_whyText->hide();
    column->addWidget(m_whyText);

    connect(m_why, &QToolButton::toggled, this, [this](bool open) {
        m_why->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        m_whyText->setVisible(open);
    });
    connect(m_layout, &QComboBox::activated, this, [this](int index) {
        Q_EMIT layoutChosen(ReviewPanel::Layout(m_layout->itemData(index).toInt()));
    });
    clear();
}

void ReviewHeader::setStepActions(QAction *previous, QAction *next)
{
    m_previous->setDefaultAction(previous);
    m_next->setDefaultAction(next);
    for (QToolButton *button : {m_previous, m_next})
        button->setAccessibleName(button->defaultAction()->text());
}

void ReviewHeader::setChoiceActions(QAction *leaveOut, QAction *takeIn)
{
    m_leaveOut->setDefaultAction(leaveOut);
    m_takeIn->setDefaultAction(takeIn);
    for (QToolButton *button : {m_leaveOut, m_takeIn}) {
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAccessibleName(button->defaultAction()->text());
    }
    // Whatever changes of the action, its keys too, the button would have its words again.
    connect(leaveOut, &QAction::changed, m_leaveOut,
            [this] { m_leaveOut->setText(m_leaveOut->accessibleName()); });
}

void ReviewHeader::setEditAction(QAction *edit)
{
    m_edit->setDefaultAction(edit);
    m_edit->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_edit->setAccessibleName(edit->text());
}

void ReviewHeader::setEditVisible(bool visible)
{
    m_edit->setVisible(visible);
}

void ReviewHeader::setWrapAction(QAction *wrap)
{
    m_wrap->setDefaultAction(wrap);
    m_wrap->setAccessibleName(wrap->text());
}

void ReviewHeader::setChoice(Choice choice, int lines)
{
    const QString words = lines > 0       ? tr("Leave Out %n Lines", nullptr, lines)
            : m_leaveOut->defaultAction() ? m_leaveOut->defaultAction()->text()
                                          : QString();
    m_leaveOut->setText(words);
    m_leaveOut->setAccessibleName(words);
    const bool focused = m_leaveOut->hasFocus() || m_takeIn->hasFocus();
    QToolButton *shown = choice == Choice::TakeIn ? m_takeIn : m_leaveOut;
    // First the one that comes, so that the focus need not go elsewhere.
    shown->setVisible(choice != Choice::None);
    if (focused && choice != Choice::None)
        shown->setFocus();
    (shown == m_takeIn ? m_leaveOut : m_takeIn)->hide();
}

void ReviewHeader::setRequest(const Permission::Request &request)
{
    setPathText(m_title, Theme::headlineOf(request));
    m_whyText->setText(whyText(request.explanation));
    m_why->setVisible(true);
    m_path->hide();
    m_kind->hide();
    m_counts->hide();
    m_chips->setFacts({});
    setPosition({});
    setChoice(Choice::None);
    setEditVisible(false);
}

void ReviewHeader::clear()
{
    m_title->setText(tr("Review"));
    m_title->setAccessibleName(tr("Review"));
    m_path->hide();
    m_kind->hide();
    m_counts->hide();
    m_chips->setFacts({});
    m_why->setChecked(false);
    m_why->hide();
    setPosition({});
    setChoice(Choice::None);
    setEditVisible(false);
    setLayoutVisible(false);
}

void ReviewHeader::setFile(const Diff::FileChange &file, bool showPath)
{
    const bool moved = !file.movedTo.isEmpty();
    setPathText(m_path, moved ? u"%1 → %2"_s.arg(file.resource, file.movedTo) : file.resource);
    m_path->setVisible(showPath || moved);
    m_kind->setText(kindWord(file.kind));
    m_kind->setToken(file.kind == Diff::ChangeKind::Deleted ? Token::Deny : Token::Text);
    m_kind->show();
    m_counts->hide();
    m_chips->setFacts({});
}

void ReviewHeader::setSummary(const Summary &summary)
{
    m_counts->setCounts(summary.counts);
    m_counts->setVisible(summary.counts != Diff::LineCounts());
    QList<Fact> facts = summary.facts;
    for (Fact &fact : facts)
        fact.words = Theme::visibleText(fact.words);
    m_chips->setFacts(facts);
}

void ReviewHeader::setPosition(const QString &text)
{
    m_position->setText(text);
    for (QWidget *widget : {static_cast<QWidget *>(m_previous), static_cast<QWidget *>(m_position),
                            static_cast<QWidget *>(m_next)})
        widget->setVisible(!text.isEmpty());
}

void ReviewHeader::setLayoutChoice(ReviewPanel::Layout layout)
{
    m_layout->setCurrentIndex(m_layout->findData(int(layout)));
}

void ReviewHeader::setLayoutVisible(bool visible)
{
    m_wrap->setVisible(visible);
    m_layout->setVisible(visible);
}

} // namespace Countersign::Review
