// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// What a person can do in the review, by name: for menus, the palette and keys.

#include "actions/registry.h"
#include "review/answerbar.h"
#include "review/diffview.h"
#include "review/editpage.h"
#include "review/reviewheader.h"
#include "review/reviewpanel_p.h"

#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

void ReviewPanel::Private::addActions(Actions::Registry &actions)
{
    const auto add = [&](const QString &id, const QString &text, const QString &tip,
                         const QList<QKeySequence> &keys, auto run, const QString &icon = {}) {
        Actions::Registry::Spec spec;
        spec.icon = icon;
        spec.id = id;
        spec.text = text;
        spec.tip = tip;
        spec.keys = keys;
        connect(actions.add(&q, spec), &QAction::triggered, &q, run);
    };
    add(
            u"review.nextHunk"_s, ReviewPanel::tr("Next Change"),
            ReviewPanel::tr("Goes to the next changed place, then to the next file."),
            {QKeySequence(Qt::Key_F7)}, [this] { nextHunk(); }, u"chevron-down"_s);
    add(
            u"review.previousHunk"_s, ReviewPanel::tr("Previous Change"),
            ReviewPanel::tr("Goes to the changed place before, then to the file before."),
            {QKeySequence(Qt::SHIFT | Qt::Key_F7)}, [this] { previousHunk(); }, u"chevron-up"_s);
    header->setStepActions(actions.find(u"review.previousHunk"_s),
                           actions.find(u"review.nextHunk"_s));
    add(
            u"review.leaveOut"_s, ReviewPanel::tr("Leave Out"),
            ReviewPanel::tr(
                    "Leaves the selected lines, or this place, or in the list this file, as "
                    "they are."),
            {QKeySequence(Qt::Key_N)}, [this] { leaveOut(true); }, u"refused"_s);
    add(
            u"review.takeIn"_s, ReviewPanel::tr("Take In"),
            ReviewPanel::tr("Takes in what was left out of the change."), {QKeySequence(Qt::Key_Y)},
            [this] { leaveOut(false); }, u"check"_s);
    add(
            u"review.wrap"_s, ReviewPanel::tr("Wrap Lines"),
            ReviewPanel::tr("Breaks lines that are longer than the window, or lets them go on."),
            {QKeySequence(Qt::Key_W)}, [this] { q.setWrapped(!view->isWrapped()); }, u"wrap"_s);
    wrap = actions.find(u"review.wrap"_s);
    wrap->setCheckable(true);
    header->setWrapAction(wrap);
    add(u"review.leaveOutLine"_s, ReviewPanel::tr("Leave Out Line"),
        ReviewPanel::tr("Leaves only the current line out of the change."),
        {QKeySequence(Qt::SHIFT | Qt::Key_N)}, [this] { leaveOutLine(true); });
    add(u"review.takeInLine"_s, ReviewPanel::tr("Take In Line"),
        ReviewPanel::tr("Takes in only the current line."), {QKeySequence(Qt::SHIFT | Qt::Key_Y)},
        [this] { leaveOutLine(false); });
    header->setChoiceActions(actions.find(u"review.leaveOut"_s), actions.find(u"review.takeIn"_s));
    add(
            u"review.edit"_s, ReviewPanel::tr("Edit…"),
            ReviewPanel::tr("Changes what is written to this file before it is allowed."),
            {QKeySequence(Qt::Key_E)}, [this] { openEditor(); }, u"edit"_s);
    header->setEditAction(actions.find(u"review.edit"_s));
    add(u"review.viewed"_s, ReviewPanel::tr("Viewed"),
        ReviewPanel::tr("Ticks the file as viewed, or takes the tick back."),
        {QKeySequence(Qt::Key_V)}, [this] { toggleViewed(); });
    add(u"review.remark"_s, ReviewPanel::tr("Remark…"),
        ReviewPanel::tr("Writes a remark on the current line or the selected ones, for the agent."),
        {QKeySequence(Qt::Key_C)}, [this] { openRemark(); });
    // Only with Alt: an answer is never one key away from typing.
    add(u"review.allowOnce"_s, ReviewPanel::tr("Allow Once"),
        ReviewPanel::tr("Allows what is shown, this time only."),
        {QKeySequence(Qt::ALT | Qt::Key_A)}, [this] {
            if (!isTyping())
                bar->allowOnce();
        });
    add(u"review.always"_s, ReviewPanel::tr("Always…"),
        ReviewPanel::tr("Chooses what need not be asked again in this project."), {}, [this] {
            if (bar->canAllow() && !request.inquiry.save.isEmpty())
                bar->setStep(AnswerBar::Step::Always);
        });
    add(u"review.reject"_s, ReviewPanel::tr("Reject…"),
        ReviewPanel::tr("Refuses what is shown, with or without words for the agent."),
        {QKeySequence(Qt::ALT | Qt::Key_R)}, [this] {
            if (bar->isOpen())
                bar->setStep(AnswerBar::Step::Reject);
        });
    bar->setActions(actions.find(u"review.allowOnce"_s), actions.find(u"review.always"_s),
                    actions.find(u"review.reject"_s));
    Actions::Registry::Spec take;
    take.id = u"review.takeEdit"_s;
    take.text = ReviewPanel::tr("Take These Changes");
    take.tip = ReviewPanel::tr("Shows them as the change to be allowed; nothing is written yet.");
    take.keys = {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)};
    editor->setTakeAction(actions.add(editor, take));
    for (const char16_t *id : {u"review.nextHunk", u"review.previousHunk"})
        actions.find(QStringView(id).toString())->setAutoRepeat(true);
}

/// Something in here that the person writes has the focus.
bool ReviewPanel::Private::isTyping() const
{
    const QWidget *focused = QApplication::focusWidget();
    if (!q.isAncestorOf(focused))
        return false;
    const auto *text = qobject_cast<const QPlainTextEdit *>(focused);
    return qobject_cast<const QLineEdit *>(focused) || (text && !text->isReadOnly());
}

} // namespace Countersign::Review
