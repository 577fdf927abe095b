// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// What is left out of a request under review, by the place where the person is.

#include "review/answerbar.h"
#include "review/diffview.h"
#include "review/filelist.h"
#include "review/reviewpanel_p.h"

#include <QStackedWidget>

namespace Countersign::Review {

bool ReviewPanel::Private::onLeftOut() const
{
    const int row = view->currentRow();
    return row >= 0 && view->visuals().at(row).kind == VisualRow::Kind::LeftOut;
}

void ReviewPanel::Private::leaveOut(bool out)
{
    if (!bar->isOpen() || fileCount() == 0 || isEditing())
        return;
    if (files->hasFocus())
        leaveOutFile(files->currentRow(), out);
    else if (whole && choices.hasParts(file) && view->hasSelection())
        leaveOutLines(view->picked(out), out);
    else if (whole && choices.hasParts(file) && !out && onLeftOut())
        leaveOutLines(view->pickedAt(view->currentRow(), out), out);
    else if (whole && choices.hasParts(file))
        leaveOutHunk(view->currentHunk(), out);
    else if (whole && fileCount() > 1)
        leaveOutFile(file, out);
}

void ReviewPanel::Private::leaveOutHunk(int hunk, bool out)
{
    if (!whole || hunk < 0)
        return;
    const Diff::LeftOutLines before = choices.leftOut(file);
    choices.leaveOutHunk(file, hunk, out);
    if (choices.leftOut(file) != before)
        chosen(file);
}

void ReviewPanel::Private::leaveOutLine(bool out)
{
    if (pages->currentWidget() == view)
        leaveOutLines(view->pickedAt(view->currentRow(), out), out);
}

void ReviewPanel::Private::leaveOutLines(const Picked &lines, bool out)
{
    if (!bar->isOpen() || !whole || isEditing() || !choices.hasParts(file))
        return;
    const Diff::LeftOutLines before = choices.leftOut(file);
    choices.leaveOutLines(file, lines, out);
    if (choices.leftOut(file) != before)
        chosen(file);
}

void ReviewPanel::Private::leaveOutFile(int index, bool out)
{
    if (index < 0 || fileCount() < 2
        || (choices.isLeftOut(index) == out && choices.leftOut(index).isEmpty()))
        return;
    choices.leaveOutFile(index, out);
    chosen(index);
}

void ReviewPanel::Private::chosen(int index)
{
    files->setLeftOut(index, choices.isLeftOut(index));
    if (index == file && whole) {
        // What is written is what was last shown.
        bar->setContentShown(false);
        showChosen(true);
    }
    showPosition(false);
    updateAnswers();
}

QString ReviewPanel::Private::takenWords() const
{
    if (choices.isWhole())
        return {};
    for (int index = 0; index < fileCount(); ++index) {
        if (choices.isEdited(index) && !choices.isLeftOut(index))
            return ReviewPanel::tr("Allow as changed by you");
    }
    if (fileCount() == 1 && choices.splitsHunks(0)) {
        return ReviewPanel::tr("Allow %1 of %2 lines")
                .arg(choices.takenLines(0))
                .arg(choices.lines(0));
    }
    if (fileCount() == 1) {
        return ReviewPanel::tr("Allow %1 of %2 changes")
                .arg(choices.takenHunks(0))
                .arg(choices.hunks(0));
    }
    for (int index = 0; index < fileCount(); ++index) {
        if (!choices.isLeftOut(index) && !choices.leftOut(index).isEmpty())
            return ReviewPanel::tr("Allow what is left");
    }
    return ReviewPanel::tr("Allow %1 of %2 files").arg(choices.takenFiles()).arg(fileCount());
}

} // namespace Countersign::Review
