// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "inbox/inboxpanel.h"

#include "actions/registry.h"
#include "base/clock.h"
#include "inbox/card.h"
#include "inbox/questioncard.h"
#include "review/background.h"
#include "theme/theme.h"

#include <QApplication>
#include <QHash>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace Countersign::Inbox {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr std::chrono::seconds kAgeInterval{5};

} // namespace

class InboxPanel::Private
{
public:
    explicit Private(InboxPanel &panel) : q(panel) { }

    void build();
    void insert(const Permission::Request &request);
    void insert(const Question::Request &question);
    void place(DeskCard *card);
    /// Drops the cards of one kind that are not among `keys`.
    template<class Kind>
    void keepOnly(const QStringList &keys);
    void added(const QString &key);
    void removed(const QString &key);
    void drop(qsizetype index);
    void changed();
    void rearm();
    void startSummary(const Permission::Request &request);
    void step(const DeskCard *from, int by);
    void focusCard(qsizetype index);
    [[nodiscard]] qsizetype indexOf(const QString &key) const;

    InboxPanel &q;
    QList<DeskCard *> cards; ///< Oldest first.
    QHash<SessionId, QString> titles;
    std::chrono::milliseconds armDelay = Review::kArmDelay;
    QAction *allow = nullptr; ///< On the card that has the keyboard.
    QScrollArea *scroll = nullptr;
    QVBoxLayout *column = nullptr;
    Review::TokenLabel *empty = nullptr;
    QTimer *ages = nullptr;
    Review::Background *work = nullptr;
};

void InboxPanel::Private::build()
{
    auto *outer = new QVBoxLayout(&q);
    outer->setContentsMargins(0, 0, 0, 0);
    empty = new Review::TokenLabel(Token::Muted, Review::Face::Base, &q);
    empty->setObjectName(u"inboxEmpty"_s);
    empty->setWordWrap(true);
    empty->setAlignment(Qt::AlignCenter);
    empty->setMargin(Space::l); // A label's frame takes setContentsMargins() back.
    empty->setText(InboxPanel::tr("Nothing waits for you. What an agent may not do by itself "
                                  "appears here."));
    scroll = new QScrollArea(&q);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto *inside = new QWidget(scroll);
    column = new QVBoxLayout(inside);
    column->setContentsMargins(Space::s, Space::s, Space::s, Space::s);
    column->setSpacing(Space::s);
    column->addStretch();
    scroll->setWidget(inside);
    outer->addWidget(empty, 1);
    outer->addWidget(scroll, 1);
    scroll->hide();
    work = new Review::Background(&q);
    ages = new QTimer(&q);
    ages->setInterval(kAgeInterval);
    connect(ages, &QTimer::timeout, &q, [this] {
        const qint64 now = Clock::system().nowMs();
        for (DeskCard *card : std::as_const(cards))
            card->updateAge(now);
    });
}

qsizetype InboxPanel::Private::indexOf(const QString &key) const
{
    for (qsizetype i = 0; i < cards.size(); ++i) {
        if (cards.at(i)->key() == key)
            return i;
    }
    return -1;
}

void InboxPanel::Private::place(DeskCard *card)
{
    const auto older = [](const DeskCard *one, const DeskCard *other) {
        return one->asked() <= other->asked();
    };
    const auto at = std::lower_bound(cards.begin(), cards.end(), card, older);
    const qsizetype index = at - cards.begin();
    card->setSessionTitle(titles.value(card->session()));
    card->updateAge(Clock::system().nowMs());
    // Reading order for Tab is that of the cards.
    column->insertWidget(static_cast<int>(index), card);
    card->show();
    cards.insert(index, card);
    connect(card, &DeskCard::stepWanted, &q, [this, card](int by) { step(card, by); });
}

void InboxPanel::Private::insert(const Permission::Request &request)
{
    auto *card = new Card(request, armDelay, scroll->widget());
    card->setAllowAction(allow);
    place(card);
    connect(card, &Card::reviewWanted, &q,
            [this, card] { Q_EMIT q.reviewRequested(card->request()); });
    connect(card, &Card::allowed, &q, [this, card] {
        Permission::Reply reply;
        reply.answer = Permission::Answer::Once;
        Q_EMIT q.answered(card->request().id, reply);
    });
    startSummary(request);
}

void InboxPanel::Private::insert(const Question::Request &question)
{
    auto *card = new QuestionCard(question, armDelay, scroll->widget());
    place(card);
    connect(card, &QuestionCard::answered, &q, [this, card](const Question::Reply &reply) {
        Q_EMIT q.questionAnswered(card->request().id, reply);
    });
}

void InboxPanel::Private::startSummary(const Permission::Request &request)
{
    if (request.inquiry.proposal.isEmpty())
        return;
    work->start([this, id = request.id, proposal = request.inquiry.proposal](
                        const std::stop_token &stop) -> Review::Background::Delivery {
        QList<Review::Summary> files;
        for (const Diff::FileChange &change : proposal.files) {
            const Result<Review::Summary> summary = Review::summarise(change, stop);
            // What cannot be compared has no counts on the card; the review says why.
            files.append(summary.value_or(Review::Summary()));
        }
        return [this, id, files] {
            const qsizetype index = indexOf(id.value);
            if (auto *card = index >= 0 ? qobject_cast<Card *>(cards.at(index)) : nullptr)
                card->setSummary(files);
        };
    });
}

void InboxPanel::Private::drop(qsizetype index)
{
    DeskCard *card = cards.takeAt(index);
    const bool focused = card->hasFocus() || card->isAncestorOf(QApplication::focusWidget());
    if (focused && !cards.isEmpty())
        focusCard(std::min(index, cards.size() - 1));
    column->removeWidget(card);
    card->hide();
    // A click on its own button may be on the way up the stack.
    card->deleteLater();
}

void InboxPanel::Private::rearm()
{
    for (DeskCard *card : std::as_const(cards))
        card->rearm();
}

void InboxPanel::Private::changed()
{
    const bool any = !cards.isEmpty();
    scroll->setVisible(any);
    empty->setVisible(!any);
    if (any && !ages->isActive())
        ages->start();
    else if (!any)
        ages->stop();
    QWidget *before = nullptr;
    for (DeskCard *card : std::as_const(cards)) {
        const QList<QWidget *> stops = QList<QWidget *>{card} + card->tabStops();
        for (QWidget *stop : stops) {
            if (before)
                QWidget::setTabOrder(before, stop);
            before = stop;
        }
    }
    Q_EMIT q.countChanged(static_cast<int>(cards.size()));
}

void InboxPanel::Private::step(const DeskCard *from, int by)
{
    for (qsizetype i = 0; i < cards.size(); ++i) {
        if (cards.at(i) == from)
            return focusCard(std::clamp<qsizetype>(i + by, 0, cards.size() - 1));
    }
}

void InboxPanel::Private::focusCard(qsizetype index)
{
    cards.at(index)->setFocus();
    scroll->ensureWidgetVisible(cards.at(index), 0, Space::s);
}

InboxPanel::InboxPanel(Actions::Registry &actions, QWidget *parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(*this))
{
    setAccessibleName(tr("Inbox"));
    d->build();
    Actions::Registry::Spec spec;
    spec.id = u"inbox.focus"_s;
    spec.text = tr("Go to the Inbox");
    spec.tip = tr("Moves the keyboard to the oldest request that waits for you.");
    spec.keys = {QKeySequence(Qt::CTRL | Qt::Key_I)};
    spec.context = Qt::WindowShortcut;
    QAction *focus = actions.add(this, spec);
    connect(focus, &QAction::triggered, this, [this] {
        if (!d->cards.isEmpty())
            d->focusCard(0);
    });
    spec.id = u"inbox.allowOnce"_s;
    spec.text = tr("Allow Once");
    spec.tip = tr("Allows what the card that has the keyboard shows whole, this time only.");
    spec.keys = {QKeySequence(Qt::Key_A)};
    spec.context = Qt::WidgetWithChildrenShortcut;
    d->allow = actions.add(this, spec);
    connect(d->allow, &QAction::triggered, this, [this] {
        // Of the card itself, not of one of which a button or a field has the focus.
        if (auto *card = qobject_cast<Card *>(QApplication::focusWidget()))
            card->allow();
    });
}

InboxPanel::~InboxPanel()
{
    // The thread must be gone before the cards that its deliveries would touch.
    delete d->work;
}

template<class Kind>
void InboxPanel::Private::keepOnly(const QStringList &keys)
{
    // Cards that stay keep their place, their focus and what was written into them.
    for (qsizetype i = cards.size() - 1; i >= 0; --i) {
        if (qobject_cast<Kind *>(cards.at(i)) && !keys.contains(cards.at(i)->key()))
            drop(i);
    }
}

void InboxPanel::Private::added(const QString &key)
{
    // Normally the newest comes last and moves nothing; an older one pushes others down.
    if (cards.last()->key() != key)
        rearm();
    changed();
}

void InboxPanel::Private::removed(const QString &key)
{
    const qsizetype index = indexOf(key);
    if (index < 0)
        return;
    drop(index);
    // Those below move up, perhaps under a pointer that is about to click again.
    rearm();
    changed();
}

void InboxPanel::setRequests(const QList<Permission::Request> &requests)
{
    QStringList keys;
    for (const Permission::Request &request : requests)
        keys.append(request.id.value);
    d->keepOnly<Card>(keys);
    for (const Permission::Request &request : requests) {
        const qsizetype index = d->indexOf(request.id.value);
        if (index < 0) {
            d->insert(request);
            continue;
        }
        auto *card = qobject_cast<Card *>(d->cards.at(index));
        if (!card || card->request().inquiry.revision == request.inquiry.revision)
            continue;
        card->setRevised(request);
        d->startSummary(request);
    }
    d->rearm();
    d->changed();
}

void InboxPanel::setQuestions(const QList<Question::Request> &questions)
{
    QStringList keys;
    for (const Question::Request &question : questions)
        keys.append(question.id.value);
    d->keepOnly<QuestionCard>(keys);
    for (const Question::Request &question : questions) {
        if (d->indexOf(question.id.value) < 0)
            d->insert(question);
    }
    d->rearm();
    d->changed();
}

void InboxPanel::add(const Permission::Request &request)
{
    if (d->indexOf(request.id.value) >= 0)
        return;
    d->insert(request);
    d->added(request.id.value);
}

void InboxPanel::addQuestion(const Question::Request &question)
{
    if (d->indexOf(question.id.value) >= 0)
        return;
    d->insert(question);
    d->added(question.id.value);
}

void InboxPanel::remove(const RequestId &request)
{
    d->removed(request.value);
}

void InboxPanel::removeQuestion(const QuestionId &question)
{
    d->removed(question.value);
}

bool InboxPanel::focusQuestion(const QuestionId &question)
{
    const qsizetype index = d->indexOf(question.value);
    if (index < 0)
        return false;
    d->focusCard(index);
    return true;
}

void InboxPanel::rearm()
{
    d->rearm();
}

void InboxPanel::setSessionTitle(const SessionId &session, const QString &title)
{
    d->titles.insert(session, title);
    for (DeskCard *card : std::as_const(d->cards)) {
        if (card->session() == session)
            card->setSessionTitle(title);
    }
}

int InboxPanel::count() const
{
    return static_cast<int>(d->cards.size());
}

void InboxPanel::setArmDelay(std::chrono::milliseconds delay)
{
    d->armDelay = delay;
    for (DeskCard *card : std::as_const(d->cards))
        card->setArmDelay(delay);
}

} // namespace Countersign::Inbox
