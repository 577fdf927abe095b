// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The steps of the AnswerBar: what they are made of.

#include "review/answerbar.h"

#include "review/offers.h"
#include "theme/states.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

QWidget *AnswerBar::makeChoose()
{
    auto *step = new QWidget(this);
    auto *column = new QVBoxLayout(step);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Space::s);
    // In a row of their own, so that the answers stay where they are and the bar stays narrow.
    auto *remarks = new QHBoxLayout;
    remarks->setSpacing(Space::s);
    column->addLayout(remarks);
    auto *row = new QHBoxLayout;
    row->setSpacing(Space::s);
    column->addLayout(row);
    m_allow = makeButton(tr("Allow once"), u"allowOnce"_s, step);
    m_toAlways = makeButton(tr("Always…"), u"always"_s, step);
    m_toReject = makeButton(tr("Reject…"), u"reject"_s, step);
    m_sendRemarks = new QCheckBox(step);
    m_sendRemarks->setObjectName(u"sendRemarks"_s);
    m_sendRemarks->setMinimumHeight(Theme::kHitTarget);
    m_sendRemarks->setToolTip(tr("The agent reads them with what you allow. A rejection with words "
                                 "has them in any case."));
    m_outdatedWords = new TokenLabel(Token::Text, Face::Base, step);
    m_outdatedWords->setObjectName(u"outdatedWords"_s);
    m_unreadWords = new TokenLabel(Token::Text, Face::Base, step);
    m_unreadWords->setObjectName(u"unread"_s);
    m_notRead = makeButton(tr("I have not read it all"), u"notReadAll"_s, step);
    m_notRead->setToolTip(tr("Lets you allow what has not been on screen"));
    m_said = new TokenLabel(Token::Muted, Face::Base, step);
    m_said->setObjectName(u"said"_s);
    row->addWidget(m_allow);
    row->addWidget(m_toAlways);
    row->addWidget(m_unreadWords);
    row->addWidget(m_notRead);
    row->addWidget(m_said);
    row->addStretch();
    remarks->addWidget(m_sendRemarks);
    remarks->addWidget(m_outdatedWords);
    remarks->addStretch();
    row->addWidget(m_toReject);
    m_close = makeButton(tr("Close"), u"closePast"_s, step);
    row->addWidget(m_close);
    connect(m_close, &QPushButton::clicked, this, &AnswerBar::closed);
    connect(m_sendRemarks, &QCheckBox::toggled, this, &AnswerBar::refresh);
    connect(m_allow, &QPushButton::clicked, this, &AnswerBar::allowOnce);
    connect(m_toAlways, &QPushButton::clicked, this, [this] { setStep(Step::Always); });
    connect(m_toReject, &QPushButton::clicked, this, [this] { setStep(Step::Reject); });
    connect(m_notRead, &QPushButton::clicked, this, [this] {
        m_unreadAccepted = true;
        if (m_notRead->hasFocus())
            Q_EMIT focusReleased();
        // The button that is enabled now lies beside it: a second click must not reach it.
        m_arming->restart();
        refresh();
    });
    return step;
}

QWidget *AnswerBar::makeAlways()
{
    auto *step = new QWidget(this);
    auto *column = new QVBoxLayout(step);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Space::s);
    auto *title = new TokenLabel(Token::Text, Face::Base, step);
    title->setText(tr("Do not ask again for this, in this project, until you revoke it:"));
    title->setWordWrap(true);
    column->addWidget(title);
    m_offerList = new QVBoxLayout;
    m_offerList->setSpacing(Space::xs);
    column->addLayout(m_offerList);
    auto *note = new TokenLabel(Token::Muted, Face::Small, step);
    note->setText(tr("A rule that denies still wins. Saved approvals can be revoked at any time."));
    note->setWordWrap(true);
    column->addWidget(note);
    auto *row = new QHBoxLayout;
    row->setSpacing(Space::s);
    m_save = makeButton(tr("Save and allow"), u"saveAndAllow"_s, step);
    auto *back = makeButton(tr("Back"), u"alwaysBack"_s, step);
    row->addWidget(m_save);
    row->addStretch();
    row->addWidget(back);
    column->addLayout(row);
    connect(m_save, &QPushButton::clicked, this, &AnswerBar::save);
    connect(back, &QPushButton::clicked, this, [this] { setStep(Step::Choose); });
    return step;
}

QWidget *AnswerBar::makeReject()
{
    auto *step = new QWidget(this);
    auto *column = new QVBoxLayout(step);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Space::s);
    m_remarkList = new TokenLabel(Token::Text, Face::Code, step);
    m_remarkList->setObjectName(u"remarkList"_s);
    m_remarkList->setWordWrap(true);
    column->addWidget(m_remarkList);
    m_words = new QLineEdit(step);
    m_words->setObjectName(u"rejectWords"_s);
    m_words->setAccessibleName(tr("Words for the agent"));
    m_words->setPlaceholderText(tr("Tell the agent why, or what to do instead"));
    m_words->setMinimumHeight(Theme::kHitTarget);
    m_words->setTextMargins(Space::xs, 0, Space::xs, 0);
    column->addWidget(m_words);
    auto *phrases = new QHBoxLayout;
    phrases->setSpacing(Space::s);
    for (const QString &phrase : {tr("Explain first."), tr("Make a smaller change."),
                                  tr("Leave this file alone."), tr("Find another way.")}) {
        auto *button = makeButton(phrase, u"phrase"_s, step);
        button->setFlat(true);
        phrases->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, phrase] {
            const QString before = m_words->text().trimmed();
            setWords(before.isEmpty() ? phrase : before + u' ' + phrase);
            m_words->setFocus();
        });
    }
    phrases->addStretch();
    column->addLayout(phrases);
    m_consequence = new TokenLabel(Token::Text, Face::Base, step);
    m_consequence->setObjectName(u"consequence"_s);
    m_consequence->setWordWrap(true);
    column->addWidget(m_consequence);
    auto *row = new QHBoxLayout;
    row->setSpacing(Space::s);
    m_rejectWords = makeButton(tr("Reject with words"), u"rejectWithWords"_s, step);
    m_rejectStop = makeButton(tr("Reject and stop"), u"rejectAndStop"_s, step);
    auto *back = makeButton(tr("Back"), u"rejectBack"_s, step);
    row->addWidget(m_rejectWords);
    row->addWidget(m_rejectStop);
    row->addStretch();
    row->addWidget(back);
    column->addLayout(row);
    connect(m_words, &QLineEdit::textChanged, this, &AnswerBar::refresh);
    connect(m_words, &QLineEdit::returnPressed, this, &AnswerBar::rejectWithWords);
    connect(m_rejectWords, &QPushButton::clicked, this, &AnswerBar::rejectWithWords);
    connect(m_rejectStop, &QPushButton::clicked, this, &AnswerBar::rejectAndStop);
    connect(back, &QPushButton::clicked, this, [this] { setStep(Step::Choose); });
    return step;
}

void AnswerBar::fillOffers()
{
    qDeleteAll(m_offerBoxes);
    m_offerBoxes.clear();
    qDeleteAll(m_offerNotes);
    m_offerNotes.clear();
    while (QLayoutItem *item = m_offerList->takeAt(0))
        delete item;
    const QList<Permission::SaveOffer> &offers = m_request.inquiry.save;
    const int narrowest = narrowestOffer(offers);
    for (int i = 0; i < offers.size(); ++i) {
        const Permission::SaveOffer &offer = offers.at(i);
        const QString stored = Theme::visibleText(offer.resource);
        const QString kind = offer.exact ? tr("exact") : tr("pattern");
        const QString words = offerWords(m_request.inquiry.action, offer);
        auto *box = new QCheckBox(m_always);
        // A check box would take '&' for a mnemonic, which commands are full of.
        box->setText(QString(stored).replace(u'&', u"&&"_s));
        box->setFont(Theme::Theme::instance().codeFont());
        box->setMinimumHeight(Theme::kHitTarget);
        box->setAccessibleName(u"%1, %2: %3"_s.arg(stored, kind, words));
        // A line asks for each of its commands: without all of them it would be asked again.
        const bool command = m_request.inquiry.action == QStringView(Permission::Action::bash);
        box->setChecked(command ? offer.exact : i == narrowest);
        auto *note = new TokenLabel(Token::Text, Face::Base, m_always);
        note->setText(u"%1 · %2"_s.arg(kind, words));
        note->setWordWrap(true);
        note->setIndent(Space::xl);
        auto *pair = new QVBoxLayout;
        pair->setSpacing(0);
        pair->addWidget(box);
        pair->addWidget(note);
        m_offerList->addLayout(pair);
        m_offerNotes.append(note);
        m_offerBoxes.append(box);
        connect(box, &QCheckBox::toggled, this, &AnswerBar::refresh);
    }
}

} // namespace Countersign::Review
