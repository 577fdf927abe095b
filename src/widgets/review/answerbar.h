// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/types.h"
#include "review/parts.h"

#include <QWidget>

class QAction;
class QCheckBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace Countersign::Review {

/// The three answers and their second steps, for one request at a time. Nothing here answers by
/// accident: no default button, every step arms after a delay, one answer for each request.
class AnswerBar final : public QWidget
{
    Q_OBJECT
public:
    enum class Step { Choose, Always, Reject };

    explicit AnswerBar(QWidget *parent = nullptr);

    /// A new question, or none: back to the first step, unarmed. The same one once more, with another
    /// change: only what was shown and read is forgotten.
    void setRequest(const Permission::Request &request);
    void clear();
    /// Nothing to answer: what became of a request that has ended.
    void setPast(const QString &words);
    /// What is asked about is on screen; before that, nothing can be allowed.
    void setContentShown(bool shown);
    /// What has not been on screen yet, in words; empty: all has been. Before, allowing takes an
    /// explicit "I have not read it all".
    void setUnread(const QString &words);
    /// It is another text now: what was said of the one before does not hold, nor "I have not read it all".
    void forgetRead();
    /// What is not on disk any more as it was when the change was computed; empty: nothing. Meanwhile
    /// nothing can be allowed. `why`: a sentence on why it cannot be made on what is there now.
    void setStale(const QStringList &resources, const QString &why = {});
    /// What to know before looking at it once more; empty: nothing.
    void setNews(const QString &words);
    /// Remarks on single places, "file:line: words" each: they are the first lines of a rejection, and
    /// go with an allowance unless the person says otherwise. Outdated ones are shown, not sent.
    void setRemarks(const QStringList &remarks, const QStringList &outdated);
    [[nodiscard]] bool sendsRemarks() const; ///< With an allowance.
    /// What "Allow once" is called, when it allows a part (empty: all of it); `nothing`: no part.
    void setTaken(const QString &words, bool nothing);
    /// What the three answers do by key: their tips say which, where there is nothing else to say.
    void setActions(const QAction *allow, const QAction *always, const QAction *reject);
    void setArmDelay(std::chrono::milliseconds delay);
    void rearm(); ///< What covered the question is gone: it takes no answer before the delay.
    /// What the person has written for a rejection that is not given yet.
    [[nodiscard]] QString words() const;
    void setWords(const QString &words);
    void setStep(Step step);
    [[nodiscard]] Step step() const { return m_step; }

    void allowOnce();
    [[nodiscard]] bool canAllow() const;
    [[nodiscard]] bool isOpen() const { return m_open; } ///< A question waits for its answer.

Q_SIGNALS:
    void answered(const Countersign::RequestId &request,
                  const Countersign::Permission::Reply &reply);
    void stepChanged();
    void closed(); ///< Enough of what has ended was read.
    /// The focus is inside this bar and what has it is about to go: give it to what is read.
    void focusReleased();

private:
    QWidget *makeChoose();
    QWidget *makeAlways();
    QWidget *makeReject();
    void fillOffers();
    [[nodiscard]] QString staleWords() const;
    void refresh();
    void refreshRemarks();
    void answer(const Permission::Reply &reply);
    void save();
    void rejectWithWords();
    void rejectAndStop();

    Permission::Request m_request;
    bool m_open = false; ///< A request is shown and not answered yet.
    bool m_past = false; ///< What is shown has ended.
    bool m_contentShown = false;
    QString m_unread;
    QStringList m_stale;
    QString m_staleWhy;
    QStringList m_remarks;
    QStringList m_outdated;
    QString m_taken; ///< What is allowed, when it is a part.
    bool m_unreadAccepted = false; ///< The person said so.
    bool m_nothingTaken = false;
    Step m_step = Step::Choose;
    Arming *m_arming = nullptr;
    QWidget *m_choose = nullptr;
    QWidget *m_always = nullptr;
    QWidget *m_reject = nullptr;
    QPushButton *m_allow = nullptr;
    QPushButton *m_toAlways = nullptr;
    QPushButton *m_toReject = nullptr;
    const QAction *m_allowAction = nullptr; // Not owned.
    const QAction *m_alwaysAction = nullptr;
    const QAction *m_rejectAction = nullptr;
    TokenLabel *m_staleWords = nullptr;
    TokenLabel *m_news = nullptr;
    QCheckBox *m_sendRemarks = nullptr;
    TokenLabel *m_outdatedWords = nullptr;
    TokenLabel *m_remarkList = nullptr;
    TokenLabel *m_unreadWords = nullptr;
    QPushButton *m_notRead = nullptr;
    QPushButton *m_close = nullptr; ///< Of what has ended.
    TokenLabel *m_said = nullptr; ///< What was answered, until the next request comes.
    QVBoxLayout *m_offerList = nullptr;
    QList<QCheckBox *> m_offerBoxes; ///< One for each offer of the request, in its order.
    QList<TokenLabel *> m_offerNotes;
    QPushButton *m_save = nullptr;
    QLineEdit *m_words = nullptr;
    TokenLabel *m_consequence = nullptr;
    QPushButton *m_rejectWords = nullptr;
    QPushButton *m_rejectStop = nullptr;
};

} // namespace Countersign::Review
