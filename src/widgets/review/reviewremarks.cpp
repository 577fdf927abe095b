// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The remarks on a request under review.

#include "review/answerbar.h"
#include "review/editpage.h"
#include "review/notebar.h"
#include "review/reviewpanel_p.h"

#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

void ReviewPanel::Private::openRemark()
{
    LineRange lines = view->currentLines();
    if (!bar->isOpen() || pages->currentWidget() != view || lines.isEmpty() || !whole)
        return;
    if (lines.side == Side::New) {
        const int shown = lines.first;
        // Remarks are about the whole proposal; old lines that stay by choice are none of it.
        int first = 0;
        int last = 0;
        for (int line = lines.first; line <= lines.last; ++line) {
            const int proposed = choices.proposedLine(file, line);
            first = first == 0 ? proposed : first;
            last = proposed == 0 ? last : proposed;
        }
        lines.first = first;
        lines.last = last;
        if (first == 0) {
            const QList<Diff::Row> &rows = view->document()->rows;
            const auto row = std::find_if(rows.begin(), rows.end(), [shown](const Diff::Row &one) {
                return one.newNumber == shown;
            });
            if (row == rows.end() || row->oldNumber == 0)
                return;
            lines = {Side::Old, row->oldNumber, row->oldNumber};
        }
    }
    opened = {file, lines, {}, {}, false};
    for (const Remark &remark : std::as_const(remarks)) {
        const bool same = remark.lines == lines
                || (!view->hasSelection() && remark.lines.contains(lines.side, lines.first));
        if (remark.file == file && same)
            opened = remark;
    }
    note->open(placeOf(choices.proposed(file), opened.lines), opened.text);
}

void ReviewPanel::Private::keepRemark(const QString &text)
{
    remarks.removeIf([this](const Remark &remark) {
        return remark.file == opened.file && remark.lines == opened.lines;
    });
    if (!text.isEmpty() && whole && opened.file == file) {
        const Diff::Lines &lines =
                opened.lines.side == Side::Old ? whole->diff.oldLines : whole->diff.newLines;
        opened.text = text;
        // Written anew, it is about what the lines say now.
        opened.outdated = false;
        opened.said.clear();
        for (int line = opened.lines.first; line <= opened.lines.last; ++line)
            opened.said.append(lines.at(line - 1).toByteArray());
        remarks.append(opened);
    }
    showRemarks();
}

bool ReviewPanel::Private::hasRemarks(int index) const
{
    return std::any_of(remarks.begin(), remarks.end(),
                       [index](const Remark &remark) { return remark.file == index; });
}

QString ReviewPanel::Private::lineOf(const Remark &remark, bool written) const
{
    const Diff::FileChange &change = choices.proposed(remark.file);
    LineRange lines = remark.lines;
    QString aside;
    if (written && lines.side == Side::New) {
        int first = 0;
        int last = 0;
        for (int line = lines.first; line <= lines.last; ++line) {
            const int at = choices.writtenLine(remark.file, line);
            first = first == 0 ? at : first;
            last = at == 0 ? last : at;
        }
        if (first > 0 && !choices.isLeftOut(remark.file))
            lines = {Side::New, first, last};
        else
            aside = u" (of your proposal, left out)"_s;
    } else if (!written && lines.side == Side::New && choices.isEdited(remark.file)) {
        aside = u" (as the person changed it)"_s;
    }
    return u"%1%2: %3"_s.arg(placeOf(change, lines), aside, remark.text);
}

QStringList ReviewPanel::Private::remarkLines(bool written) const
{
    QStringList lines;
    for (const Remark &remark : remarks) {
        if (!remark.outdated)
            lines.append(lineOf(remark, written));
    }
    return lines;
}

void ReviewPanel::Private::showRemarks()
{
    QList<Remark> here;
    QStringList outdated;
    for (Remark remark : std::as_const(remarks)) {
        if (remark.outdated)
            outdated.append(lineOf(remark, false));
        if (remark.file != file)
            continue;
        if (remark.lines.side == Side::New) {
            // Those that are on screen; what is left out has no line.
            int first = 0;
            int last = 0;
            for (int line = remark.lines.first; line <= remark.lines.last; ++line) {
                const int at = choices.writtenLine(file, line);
                first = first == 0 ? at : first;
                last = at == 0 ? last : at;
            }
            remark.lines = {Side::New, first, last};
        }
        if (!remark.lines.isEmpty())
            here.append(remark);
    }
    view->setRemarks(here);
    bar->setRemarks(remarkLines(false), outdated);
}

void ReviewPanel::Private::rememberRemarks()
{
    for (int index = 0; index < choices.fileCount(); ++index) {
        QList<Remark> here;
        std::copy_if(remarks.begin(), remarks.end(), std::back_inserter(here),
                     [index](const Remark &remark) { return remark.file == index; });
        remembered.keep(request.inquiry.session.value, choices.proposed(index), here);
    }
}

void ReviewPanel::Private::recallRemarks()
{
    remarks.clear();
    for (int index = 0; index < fileCount(); ++index) {
        for (Remark remark :
             remembered.take(request.inquiry.session.value, choices.proposed(index))) {
            remark.file = index;
            remarks.append(remark);
        }
    }
}

void ReviewPanel::Private::anchorRemarks(int index, const QList<QByteArray> &before,
                                         const QList<QByteArray> &after)
{
    for (Remark &remark : remarks) {
        if (remark.file == index)
            remark = anchored(remark, remark.lines.side == Side::Old ? before : after);
    }
    showRemarks();
}

} // namespace Countersign::Review
