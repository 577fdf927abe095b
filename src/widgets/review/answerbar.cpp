// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/answerbar.h"

#include "review/offers.h"
#include "theme/states.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

AnswerBar::AnswerBar(QWidget *parent) : QWidget(parent), m_arming(new Arming(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Space::m, Space::s, Space::m, Space::s);
    m_staleWords = new TokenLabel(Token::Deny, Face::Base, this);
    m_staleWords->setObjectName(u"stale"_s);
    m_staleWords->setWordWrap(true);
    layout->addWidget(m_staleWords);
    m_news = new TokenLabel(Token::Info, Face::Base, this);
    m_news->setObjectName(u"news"_s);
    m_news->setWordWrap(true);
    layout->addWidget(m_news);
    m_choose = makeChoose();
    m_always = makeAlways();
    m_reject = makeReject();
    for (QWidget *step : {m_choose, m_always, m_reject})
        layout->addWidget(step);
    connect(m_arming, &Arming::changed, this, &AnswerBar::refresh);
    setStep(Step::Choose);
    clear();
}

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
        connect(button, &QPushButton::clicked, m_words, [this, phrase] {
            const QString before = m_words->text().trimmed();
            m_words->setText(before.isEmpty() ? phrase : before + u' ' + phrase);
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

void AnswerBar::setRequest(const Permission::Request &request)
{
    const bool revised = m_open && request.id == m_request.id;
    m_request = request;
    m_open = true;
    m_contentShown = false;
    m_stale.clear();
    if (revised) {
        // The words that the person is writing, and the step, stay; what was read is another text.
        m_unreadAccepted = false;
        setTaken({}, false);
        refresh();
        return;
    }
    m_remarks.clear();
    m_outdated.clear();
    m_news->clear();
    m_sendRemarks->setChecked(true);
    m_unread.clear();
    m_unreadAccepted = false;
    setTaken({}, false);
    m_words->clear();
    m_said->clear();
    fillOffers();
    setStep(Step::Choose);
}

void AnswerBar::clear()
{
    m_request = {};
    m_open = false;
    m_contentShown = false;
    m_stale.clear();
    m_remarks.clear();
    m_outdated.clear();
    m_news->clear();
    m_unread.clear();
    m_words->clear();
    m_said->clear();
    fillOffers();
    setStep(Step::Choose);
    m_arming->disarm();
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

void AnswerBar::setContentShown(bool shown)
{
    m_contentShown = shown;
    if (shown)
        m_arming->restart();
    refresh();
}

void AnswerBar::setUnread(const QString &words)
{
    m_unread = words;
    refresh();
}

void AnswerBar::setStale(const QStringList &resources, const QString &why)
{
    m_stale = resources;
    m_staleWhy = why;
    refresh();
}

void AnswerBar::setNews(const QString &words)
{
    m_news->setText(Theme::visibleText(words));
    refresh();
}

void AnswerBar::setRemarks(const QStringList &remarks, const QStringList &outdated)
{
    m_remarks = remarks;
    m_outdated = outdated;
    refresh();
}

bool AnswerBar::sendsRemarks() const
{
    return m_sendRemarks->isChecked() && !m_remarks.isEmpty();
}

QString AnswerBar::staleWords() const
{
    if (m_stale.isEmpty())
        return {};
    const QString first = Theme::visibleText(m_stale.first());
    if (!m_staleWhy.isEmpty()) {
        return tr("%1 has changed on disk since this was proposed, and it cannot be made on what "
                  "is "
                  "there now: %2 Reject it, and the agent reads the file again.")
                .arg(Theme::visibleText(m_stale.join(u", "_s)), Theme::visibleText(m_staleWhy));
    }
    return m_stale.size() == 1
            ? tr("%1 has changed on disk since this was proposed, so it cannot be allowed. Reject "
                 "it, "
                 "and the agent reads the file again.")
                      .arg(first)
            : tr("%n files have changed on disk since this was proposed, so it cannot be allowed. "
                 "Reject it, and the agent reads them again.",
                 nullptr, int(m_stale.size()));
}

void AnswerBar::setTaken(const QString &words, bool nothing)
{
    m_taken = words;
    m_nothingTaken = nothing;
    refresh();
}

void AnswerBar::setArmDelay(std::chrono::milliseconds delay)
{
    m_arming->setDelay(delay);
}

void AnswerBar::setActions(const QAction *allow, const QAction *always, const QAction *reject)
{
    m_allowAction = allow;
    m_alwaysAction = always;
    m_rejectAction = reject;
    for (const QAction *action : {allow, always, reject})
        connect(action, &QAction::changed, this, &AnswerBar::refresh);
    refresh();
}

void AnswerBar::rearm()
{
    if (m_open)
        m_arming->restart();
}

void AnswerBar::setStep(Step step)
{
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    if (hadFocus && step == Step::Choose)
        Q_EMIT focusReleased();
    m_step = step;
    m_choose->setVisible(step == Step::Choose);
    m_always->setVisible(step == Step::Always);
    m_reject->setVisible(step == Step::Reject);
    // Each step arms anew: its buttons lie where the second click of a double click would land.
    if (m_open)
        m_arming->restart();
    refresh();
    if (step == Step::Reject && m_open && !m_stale.isEmpty() && m_words->text().isEmpty()) {
        m_words->setText(m_staleWhy.isEmpty() ? tr("It has changed on disk: read it again.")
                                              : tr("%1 has changed on disk: read it again. %2")
                                                        .arg(m_stale.join(u", "_s), m_staleWhy));
    }
    if (hadFocus && step == Step::Reject)
        m_words->setFocus();
    else if (hadFocus && step == Step::Always && !m_offerBoxes.isEmpty())
        m_offerBoxes.first()->setFocus();
    Q_EMIT stepChanged();
}

bool AnswerBar::canAllow() const
{
    const bool read = m_unread.isEmpty() || m_unreadAccepted;
    return m_open && m_contentShown && read && m_stale.isEmpty() && !m_nothingTaken
            && m_arming->isArmed();
}

void AnswerBar::refresh()
{
    const bool armed = m_open && m_arming->isArmed();
    const bool hasOffers = !m_request.inquiry.save.isEmpty();
    m_staleWords->setText(m_open ? staleWords() : QString());
    m_staleWords->setVisible(!m_staleWords->text().isEmpty());
    const bool unread = m_open && m_stale.isEmpty() && !m_unread.isEmpty() && !m_unreadAccepted
            && !m_nothingTaken;
    m_unreadWords->setText(m_unread);
    m_unreadWords->setVisible(unread);
    m_notRead->setVisible(unread);
    m_notRead->setEnabled(armed);
    m_allow->setEnabled(canAllow());
    const auto tipOf = [](const QAction *action) {
        return action ? action->toolTip() : QString();
    };
    m_allow->setToolTip(!m_open                  ? QString()
                                : m_nothingTaken ? tr("Everything is left out: reject it instead.")
                                : unread ? tr("Look at all of it first, or say that you have not.")
                                         : tipOf(m_allowAction));
    m_toAlways->setEnabled(canAllow() && hasOffers);
    m_toReject->setToolTip(tipOf(m_rejectAction));
    m_toAlways->setToolTip(!m_open || hasOffers
                                   ? tipOf(m_alwaysAction)
                                   : tr("Always is not offered here: it would allow too much, so "
                                        "this is asked every time."));
    m_toReject->setEnabled(armed);
    const bool ticked = std::any_of(m_offerBoxes.begin(), m_offerBoxes.end(),
                                    [](const QCheckBox *box) { return box->isChecked(); });
    m_save->setEnabled(canAllow() && ticked);
    m_save->setToolTip(ticked ? QString() : tr("Tick what you want to save."));
    refreshRemarks();
    const int remarks = int(m_remarks.size());
    const bool words = remarks > 0 || !m_words->text().trimmed().isEmpty();
    m_rejectWords->setEnabled(armed && words);
    m_rejectStop->setEnabled(armed);
    m_consequence->setText(words ? tr("The agent reads your words and continues. “Reject and stop” "
                                      "ends the run without them.")
                                 : tr("Without words the run stops. With words the agent reads "
                                      "them and continues."));
}

void AnswerBar::refreshRemarks()
{
    const int remarks = int(m_remarks.size());
    const int outdated = int(m_outdated.size());
    const QString allow = m_taken.isEmpty() ? tr("Allow once") : m_taken;
    // What is sent with it is said on the button itself.
    setButtonText(m_allow,
                  remarks == 0             ? allow
                          : sendsRemarks() ? tr("%1, with %n remarks", nullptr, remarks).arg(allow)
                                           : tr("%1, without remarks").arg(allow));
    m_sendRemarks->setText(tr("Send %n remarks", nullptr, remarks));
    m_sendRemarks->setAccessibleName(tr("Send %n remarks", nullptr, remarks));
    m_sendRemarks->setVisible(m_open && remarks > 0);
    m_outdatedWords->setText(tr("○ %n remarks outdated", nullptr, outdated));
    m_outdatedWords->setVisible(m_open && outdated > 0);
    m_news->setVisible(m_open && m_stale.isEmpty() && !m_news->text().isEmpty());
    QStringList lines = m_remarks;
    for (const QString &line : std::as_const(m_outdated))
        lines.append(u"○ "_s + tr("outdated, not sent: %1").arg(line));
    m_remarkList->setText(Theme::visibleText(lines.join(u'\n')));
    m_remarkList->setVisible(!lines.isEmpty());
}

void AnswerBar::answer(const Permission::Reply &reply)
{
    // One answer for a request: whatever follows waits for the next one.
    m_open = false;
    const RequestId id = m_request.id;
    m_said->setText(reply.answer == Permission::Answer::Reject         ? tr("Rejected")
                            : reply.answer == Permission::Answer::Once ? tr("Allowed once")
                                                                       : tr("Saved and allowed"));
    setStep(Step::Choose);
    m_arming->disarm();
    Q_EMIT answered(id, reply);
}

void AnswerBar::allowOnce()
{
    if (!canAllow() || m_step != Step::Choose)
        return;
    Permission::Reply reply;
    reply.answer = Permission::Answer::Once;
    answer(reply);
}

void AnswerBar::save()
{
    if (!canAllow())
        return;
    Permission::Reply reply;
    reply.answer = Permission::Answer::Always;
    for (qsizetype i = 0; i < m_offerBoxes.size(); ++i) {
        if (m_offerBoxes.at(i)->isChecked())
            reply.save.append(m_request.inquiry.save.at(i));
    }
    if (!reply.save.isEmpty())
        answer(reply);
}

void AnswerBar::rejectWithWords()
{
    QStringList lines = m_remarks;
    lines.append(m_words->text().trimmed());
    lines.removeAll(QString());
    const QString words = lines.join(u'\n');
    if (!m_open || !m_arming->isArmed() || words.isEmpty())
        return;
    Permission::Reply reply;
    reply.answer = Permission::Answer::Reject;
    reply.message = words;
    answer(reply);
}

void AnswerBar::rejectAndStop()
{
    if (!m_open || !m_arming->isArmed())
        return;
    answer(Permission::Reply());
}

} // namespace Countersign::Review
