// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// Finding and going to lines in the file under review, and more of its context.

#include "actions/registry.h"
#include "review/background.h"
#include "review/findbar.h"
#include "review/imagepage.h"
#include "review/reviewpanel_p.h"

#include <QApplication>
#include <QStackedWidget>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

void ReviewPanel::Private::buildFinding(Actions::Registry &actions)
{
    const auto add = [&](const QString &id, const QString &text, const QString &tip,
                         const QKeySequence &keys, auto run, const QString &icon = {}) {
        Actions::Registry::Spec spec;
        spec.id = id;
        spec.text = text;
        spec.tip = tip;
        spec.keys = {keys};
        spec.icon = icon;
        spec.repeats = true;
        connect(actions.add(&q, spec), &QAction::triggered, &q, run);
    };
    add(u"review.find"_s, ReviewPanel::tr("Find…"),
        ReviewPanel::tr("Looks for a text in the file under review, folded lines too."),
        QKeySequence(Qt::CTRL | Qt::Key_F), [this] { openFind(); });
    add(
            u"review.findNext"_s, ReviewPanel::tr("Next Match"),
            ReviewPanel::tr("Goes to the next place with the text that is looked for."),
            QKeySequence(Qt::Key_F3), [this] { stepMatch(true); }, u"chevron-down"_s);
    add(
            u"review.findPrevious"_s, ReviewPanel::tr("Previous Match"),
            ReviewPanel::tr("Goes to the place before with the text that is looked for."),
            QKeySequence(Qt::SHIFT | Qt::Key_F3), [this] { stepMatch(false); }, u"chevron-up"_s);
    find->setStepActions(actions.find(u"review.findPrevious"_s),
                         actions.find(u"review.findNext"_s));
    add(u"review.goToLine"_s, ReviewPanel::tr("Go to Line…"),
        ReviewPanel::tr("Goes to a line by its number; old:12 is of the side before the change."),
        QKeySequence(Qt::CTRL | Qt::Key_G), [this] { openLineBar(); });
    add(u"review.moreAbove"_s, ReviewPanel::tr("More Lines Above"),
        ReviewPanel::tr("Opens 20 folded lines above the current change."),
        QKeySequence(Qt::CTRL | Qt::Key_Up), [this] {
            if (pages->currentWidget() == view)
                view->growContext(false);
        });
    add(u"review.moreBelow"_s, ReviewPanel::tr("More Lines Below"),
        ReviewPanel::tr("Opens 20 folded lines below the current change."),
        QKeySequence(Qt::CTRL | Qt::Key_Down), [this] {
            if (pages->currentWidget() == view)
                view->growContext(true);
        });
    connect(find, &FindBar::changed, &q, [this] { search(true); });
    connect(find, &FindBar::stepWanted, &q, [this](bool forward) { stepMatch(forward); });
    connect(find, &FindBar::closed, &q, [this] { closeFind(); });
    connect(lineBar, &LineBar::wanted, &q, [this](const QString &text) { goToLine(text); });
    connect(lineBar, &LineBar::closed, &q, [this] { closeFind(); });
}

void ReviewPanel::Private::openFind()
{
    if (pages->currentWidget() != view || view->document() == nullptr)
        return;
    const bool wasOpen = !find->isHidden();
    find->open();
    lineBar->hide();
    if (!wasOpen)
        search(true);
}

void ReviewPanel::Private::closeFind()
{
    searcher->cancel();
    // The focus must not go by itself to what is next, which may be an answer.
    const QWidget *focused = QApplication::focusWidget();
    if (focused && (find->isAncestorOf(focused) || lineBar->isAncestorOf(focused)))
        body()->setFocus();
    find->hide();
    lineBar->hide();
    view->setMatches({});
}

bool ReviewPanel::Private::leaveBars()
{
    if (find->isHidden() && lineBar->isHidden())
        return false;
    closeFind();
    return true;
}

void ReviewPanel::Private::search(bool jump)
{
    searcher->cancel();
    const bool wanted = !find->isHidden() && pages->currentWidget() == view
            && view->document() != nullptr && !find->text().isEmpty();
    if (!wanted) {
        view->setMatches({});
        moreMatches = false;
        showMatch();
        return;
    }
    searcher->start([this, jump, document = view->sharedDocument(), text = find->text(),
                     cases = find->cases()](const std::stop_token &stop) -> Background::Delivery {
        auto matches = std::make_shared<const Matches>(findMatches(*document, text, cases, stop));
        return [this, jump, matches] {
            view->setMatches(matches->found);
            moreMatches = matches->more;
            if (jump)
                view->goToMatch(view->matchFromHere());
            showMatch();
        };
    });
}

void ReviewPanel::Private::showMatch()
{
    find->setResult(view->currentMatch(), view->matchCount(), moreMatches);
}

void ReviewPanel::Private::stepMatch(bool forward)
{
    if (pages->currentWidget() != view)
        return;
    if (find->isHidden()) {
        openFind();
        return;
    }
    const int count = view->matchCount();
    if (count == 0)
        return;
    const int current = view->currentMatch();
    const int next = current < 0 ? view->matchFromHere()
            : forward            ? (current + 1) % count
                                 : (current + count - 1) % count;
    view->goToMatch(next);
    showMatch();
}

void ReviewPanel::Private::openLineBar()
{
    if (pages->currentWidget() != view || view->document() == nullptr)
        return;
    closeFind();
    lineBar->open();
}

void ReviewPanel::Private::goToLine(const QString &text)
{
    if (pages->currentWidget() != view || view->document() == nullptr)
        return;
    const WantedLine line = wantedLine(text, *view->document());
    if (line.number == 0) {
        lineBar->setProblem(ReviewPanel::tr("A number is needed, as 12 or old:12."));
        return;
    }
    if (view->goToLine(line.side, line.number)) {
        closeFind();
        return;
    }
    const Diff::LineDiff &diff = view->document()->diff;
    const int lines =
            static_cast<int>(line.side == Side::Old ? diff.oldLines.size() : diff.newLines.size());
    const QString problem = line.side == Side::Old
            ? ReviewPanel::tr("There is no line %1: before the change there are %n lines.", nullptr,
                              lines)
            : ReviewPanel::tr("There is no line %1: after the change there are %n lines.", nullptr,
                              lines);
    lineBar->setProblem(problem.arg(line.number));
}

} // namespace Countersign::Review
