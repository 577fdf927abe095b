// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/answerbar.h"

#include "theme/states.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
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

void AnswerBar::setRequest(const Permission::Request &request)
{
    const bool revised = m_open && request.id == m_request.id;
    m_request = request;
    m_open = true;
    m_past = false;
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
    m_past = false;
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

void AnswerBar::setPast(const QString &words)
{
    clear();
    m_past = true;
    setNews(words);
}

void AnswerBar::setContentShown(bool shown)
{
    m_contentShown = shown;
    if (shown && m_open)
        m_arming->restart();
    refresh();
}

void AnswerBar::setUnread(const QString &words)
{
    m_unread = words;
    refresh();
}

void AnswerBar::forgetRead()
{
    m_unreadAccepted = false;
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

QString AnswerBar::words() const
{
    return m_words->isModified() ? m_words->text() : QString();
}

void AnswerBar::setWords(const QString &words)
{
    m_words->setText(words);
    m_words->setModified(!words.isEmpty());
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
    for (QPushButton *button : {m_allow, m_toAlways, m_toReject})
        button->setVisible(!m_past);
    m_close->setVisible(m_past);
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
    m_news->setVisible((m_open || m_past) && m_stale.isEmpty() && !m_news->text().isEmpty());
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
