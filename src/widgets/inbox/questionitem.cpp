// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "inbox/questionitem.h"

#include "inbox/choice.h"
#include "review/parts.h"
#include "theme/states.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

namespace Countersign::Inbox {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

/// The longest answer that the service takes.
constexpr int kLongestAnswer = 10'000;
/// A word longer than this many characters may break anywhere: it must not widen the card.
constexpr int kLongestWord = 20;

/// Shows `text` so that long words can break; read aloud it stays as it is.
void setBreakable(QLabel *label, const QString &text)
{
    QString shown;
    int run = 0;
    for (const QChar c : text) {
        run = c.isSpace() ? 0 : run + 1;
        if (run > kLongestWord && !c.isLowSurrogate() && !c.isMark())
            shown += QChar(0x200B);
        shown += c;
    }
    label->setWordWrap(true);
    label->setText(shown);
    label->setAccessibleName(text);
}

} // namespace

QuestionItem::QuestionItem(const Question::Item &item, QWidget *parent)
    : QWidget(parent)
    , m_item(item)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Space::xs);
    const QString question = Theme::visibleText(item.question).trimmed();
    if (!item.header.isEmpty()) {
        auto *header = new Review::TokenLabel(Token::Text, Review::Face::Small, this);
        header->setObjectName(u"questionHeader"_s);
        QFont strong = header->font();
        strong.setWeight(QFont::DemiBold);
        header->setFont(strong);
        setBreakable(header, Theme::visibleText(item.header));
        column->addWidget(header);
    }
    auto *text = new Review::TokenLabel(Token::Text, Review::Face::Base, this);
    text->setObjectName(u"questionText"_s);
    setBreakable(text, question);
    column->addWidget(text);

    for (const Question::Option &option : item.options)
        addChoice(Theme::visibleText(option.label), Theme::visibleText(option.description));
    if (!item.options.isEmpty())
        addChoice(tr("In my own words:"), {});
    m_own = new QLineEdit(this);
    m_own->setObjectName(u"questionOwn"_s);
    m_own->setMinimumHeight(Theme::kHitTarget);
    m_own->setTextMargins(Space::xs, 0, Space::xs, 0);
    m_own->setMaxLength(kLongestAnswer);
    m_own->setAccessibleName(tr("Your own answer to: %1").arg(question));
    m_own->setPlaceholderText(tr("Your answer"));
    auto *line = new QHBoxLayout;
    // Below the words of its choice.
    line->setContentsMargins(m_choices.isEmpty() ? 0 : Space::xl, 0, 0, 0);
    line->addWidget(m_own);
    column->addLayout(line);

    if (!m_choices.isEmpty() && !item.multiple) {
        auto *group = new QButtonGroup(this);
        for (QAbstractButton *choice : std::as_const(m_choices))
            group->addButton(choice);
    }
    for (QAbstractButton *choice : std::as_const(m_choices))
        connect(choice, &QAbstractButton::toggled, this, &QuestionItem::changed);
    connect(m_own, &QLineEdit::textEdited, this, [this](const QString &words) {
        if (!m_choices.isEmpty() && !words.isEmpty())
            m_choices.last()->setChecked(true);
        Q_EMIT changed();
    });
    connect(m_own, &QLineEdit::returnPressed, this, &QuestionItem::submitted);
    if (!m_choices.isEmpty()) {
        // Who chooses own words goes on to write them; keys move through the choices by themselves.
        connect(m_choices.last(), &QAbstractButton::clicked, this, [this](bool checked) {
            if (checked && m_choices.last()->underMouse())
                m_own->setFocus(Qt::OtherFocusReason);
        });
    }
}

void QuestionItem::addChoice(const QString &label, const QString &description)
{
    const ChoiceText text{label, description};
    QAbstractButton *choice = nullptr;
    if (m_item.multiple)
        choice = new Choice<QCheckBox>(text, this);
    else
        choice = new Choice<QRadioButton>(text, this);
    choice->setObjectName(u"questionChoice"_s);
    layout()->addWidget(choice);
    m_choices.append(choice);
}

QStringList QuestionItem::answers() const
{
    QStringList given;
    for (qsizetype i = 0; i < m_item.options.size(); ++i) {
        if (m_choices.at(i)->isChecked())
            given.append(m_item.options.at(i).label);
    }
    const QString words = m_own->text().trimmed();
    const bool own = m_choices.isEmpty() || m_choices.last()->isChecked();
    if (own && !words.isEmpty() && !given.contains(words))
        given.append(words);
    return given;
}

QList<QWidget *> QuestionItem::tabStops() const
{
    QList<QWidget *> stops;
    for (QAbstractButton *choice : m_choices)
        stops.append(choice);
    stops.append(m_own);
    return stops;
}

} // namespace Countersign::Inbox
