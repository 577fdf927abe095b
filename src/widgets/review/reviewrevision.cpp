// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// What changes a proposal under review: the person, or its files, which change on disk.

#include "diff/merge.h"
#include "review/answerbar.h"
#include "review/background.h"
#include "review/editpage.h"
#include "review/filelist.h"
#include "review/notebar.h"
#include "review/reviewheader.h"
#include "review/reviewpanel_p.h"
#include "review/stalewatch.h"

#include <QSet>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

namespace {

constexpr int kNamedMoves = 3; // More are counted.

/// What a hunk changes into what.
QByteArray hunkKey(const DiffDocument &document, const Diff::Block &block)
{
    QByteArray key;
    const auto add = [&key](char sign, const Diff::Lines &lines, int first, int count) {
        for (int line = first; line < first + count; ++line)
            key.append(sign).append(lines.at(line)).append('\n');
    };
    add('-', document.diff.oldLines, block.oldStart, block.oldCount);
    add('+', document.diff.newLines, block.newStart, block.newCount);
    return key;
}

/// Of the hunks of `to`, those that were seen as hunks of `from`.
QBitArray stillSeen(const DiffDocument &from, const QBitArray &seen, const DiffDocument &to)
{
    QHash<QByteArray, int> known;
    for (qsizetype hunk = 0; hunk < from.diff.blocks.size() && hunk < seen.size(); ++hunk) {
        if (seen.testBit(hunk))
            ++known[hunkKey(from, from.diff.blocks.at(hunk))];
    }
    QBitArray still(to.diff.blocks.size());
    for (qsizetype hunk = 0; hunk < still.size(); ++hunk) {
        int &left = known[hunkKey(to, to.diff.blocks.at(hunk))];
        still.setBit(hunk, left > 0);
        left -= left > 0 ? 1 : 0;
    }
    return still;
}

} // namespace

bool ReviewPanel::Private::isEditing() const
{
    return editor->isOpen();
}

bool ReviewPanel::Private::canEdit() const
{
    return bar->isOpen() && whole && file >= 0
            && choices.proposed(file).kind != Diff::ChangeKind::Deleted && !whole->diff.binary
            && stale->stale().isEmpty();
}

void ReviewPanel::Private::openEditor()
{
    if (!canEdit() || isEditing() || pages->currentWidget() != view)
        return;
    const Diff::FileChange now = choices.written(file);
    const QString name = now.movedTo.isEmpty() ? now.resource : now.movedTo;
    const LineRange line = view->currentLines();
    closeFind();
    // Nothing is allowed that is being changed.
    bar->setContentShown(false);
    header->setChoice(ReviewHeader::Choice::None);
    header->setEditVisible(false);
    pages->setCurrentWidget(editor);
    const auto kept = keptTexts.constFind(now.target);
    editor->open(name,
                 {now.after, choices.original(file).after, now.before, now.charset,
                  kept == keptTexts.constEnd() ? std::nullopt : std::optional(*kept)},
                 line.side == Side::New ? line.first : 1);
    updateAnswers();
}

void ReviewPanel::Private::takeEdit(const QByteArray &after)
{
    keptTexts.remove(choices.proposed(file).target);
    lostEdits.removeAll(choices.proposed(file).resource);
    draftsAside.removeAll(choices.proposed(file).resource);
    carried = {file, choices.proposed(file), whole, seen.value(file), {}, false};
    const int index = file;
    choices.edit(index, after);
    files->setLeftOut(index, choices.isLeftOut(index));
    // A tick is for the content that it was given for.
    bar->forgetRead();
    digests.remove(index);
    files->setViewed(index, false);
    seen.remove(index);
    keepTyped();
    setMessage(ReviewPanel::tr("Comparing…"));
    showFile(index);
    startSummary(index);
    updateAnswers();
    body()->setFocus();
}

void ReviewPanel::Private::keepDraft()
{
    if (const auto draft = editor->draft()) {
        const Diff::FileChange &change = choices.proposed(file);
        keptTexts.insert(change.target, *draft);
        if (!draftsAside.contains(change.resource))
            draftsAside.append(change.resource);
    }
    editor->close();
}

void ReviewPanel::Private::closeEditor()
{
    // Left on purpose, and asked about.
    keptTexts.remove(choices.proposed(file).target);
    draftsAside.removeAll(choices.proposed(file).resource);
    lostEdits.removeAll(choices.proposed(file).resource);
    if (whole)
        showChosen(true);
    pages->setCurrentWidget(view);
    view->setFocus();
    showPosition(false);
    header->setEditVisible(canEdit());
}

void ReviewPanel::Private::carryOver(const DiffDocument &loaded)
{
    if (!carried.from)
        return;
    const Carried before = std::exchange(carried, {});
    if (before.file != file) {
        // Another file was looked at first.
        if (!before.leftOut.isEmpty())
            startCarrying(before.file, before.change, before.leftOut);
        return;
    }
    if (!before.moved) {
        seen.insert(file, stillSeen(*before.from, before.seen, loaded));
        return;
    }
    const QString &name = choices.proposed(file).resource;
    if (!before.leftOut.isEmpty())
        tellFit(file, choices.carryOver(file, *before.from, loaded, before.leftOut));
    files->setLeftOut(file, choices.isLeftOut(file));
    const QString moves = movedWords(*before.from, loaded);
    if (!moves.isEmpty())
        movedFiles.replaceInStrings(name, u"%1 (%2)"_s.arg(name, moves));
}

void ReviewPanel::Private::startCarrying(int index, const Diff::FileChange &then,
                                         const Diff::LeftOutLines &leftOut)
{
    carrying.insert(index, {then, leftOut});
    work->start([this, index, then, leftOut, now = choices.proposed(index)](
                        const std::stop_token &stop) -> Background::Delivery {
        // Shared, so that delivering does not copy the documents.
        auto was = std::make_shared<const Result<DiffDocument>>(buildDocument(then, stop));
        auto is = std::make_shared<const Result<DiffDocument>>(buildDocument(now, stop));
        return [this, index, leftOut, now, was, is] {
            carrying.remove(index);
            // Who has decided anew meanwhile needs no old decision.
            if (now == choices.proposed(index) && choices.leftOut(index).isEmpty()
                && !choices.isLeftOut(index)) {
                Choices::Fit fit = Choices::Fit::None;
                if (*was && *is) {
                    choices.setDocument(index, **is);
                    fit = choices.carryOver(index, **was, **is, leftOut);
                }
                tellFit(index, fit);
                files->setLeftOut(index, choices.isLeftOut(index));
                showNews();
            }
            if (index == file && whole)
                chosen(index);
            else if (carrying.isEmpty() && displayed)
                bar->setContentShown(true);
            updateAnswers();
        };
    });
}

void ReviewPanel::Private::tellFit(int index, Choices::Fit fit)
{
    if (fit != Choices::Fit::All) {
        (fit == Choices::Fit::Some ? partlyLost : lostChoices)
                .append(choices.proposed(index).resource);
    }
}

QString ReviewPanel::Private::movedWords(const DiffDocument &from, const DiffDocument &to) const
{
    const QList<Diff::Block> &then = from.diff.blocks;
    const QList<Diff::Block> &now = to.diff.blocks;
    if (then.size() != now.size()) {
        return ReviewPanel::tr("%1 changes instead of %2").arg(now.size()).arg(then.size());
    }
    QStringList moves;
    int more = 0;
    for (qsizetype i = 0; i < now.size(); ++i) {
        if (then.at(i).oldStart == now.at(i).oldStart)
            continue;
        if (moves.size() < kNamedMoves) {
            moves.append(ReviewPanel::tr("line %1 → %2")
                                 .arg(then.at(i).oldStart + 1)
                                 .arg(now.at(i).oldStart + 1));
        } else {
            ++more;
        }
    }
    if (more > 0)
        moves.append(ReviewPanel::tr("%n more", nullptr, more));
    return moves.join(u", "_s);
}

void ReviewPanel::Private::onStale()
{
    staleWhy.clear();
    updateAnswers();
    header->setEditVisible(canEdit() && !isEditing());
    if (bar->isOpen() && !stale->stale().isEmpty())
        Q_EMIT q.recomputeWanted(request.id);
}

void ReviewPanel::Private::revise(const Permission::Request &next)
{
    work->cancel();
    keepTyped();
    // The text that is being written counts as one that was taken.
    const std::optional<QByteArray> draft = editor->draft();
    editor->close();
    const Choices before = choices;
    const QHash<int, Carrying> carryingBefore = std::exchange(carrying, {});
    const QHash<int, QBitArray> seenBefore = std::exchange(seen, {});
    const int shown = file;
    const std::shared_ptr<const DiffDocument> wholeBefore = whole;
    const QList<Remark> remarksBefore = std::exchange(remarks, {});
    const QList<Diff::FileChange> then = request.inquiry.proposal.files;
    QSet<int> ticked;
    for (int index = 0; index < then.size(); ++index) {
        if (files->isViewed(index))
            ticked.insert(index);
    }
    request = next;
    choices = Choices(next.inquiry.proposal);
    carried = {};
    staleWhy.clear();
    movedFiles.clear();
    lostChoices.clear();
    partlyLost.clear();
    file = 0;
    QList<int> viewedNow;
    for (int index = 0; index < fileCount(); ++index) {
        const Diff::FileChange &change = next.inquiry.proposal.files.at(index);
        const auto found = std::find_if(then.begin(), then.end(), [&](const auto &one) {
            return one.target == change.target;
        });
        const int old = found == then.end() ? -1 : static_cast<int>(found - then.begin());
        for (Remark remark : remarksBefore) {
            if (remark.file != old)
                continue;
            remark.file = index;
            remarks.append(remark);
        }
        if (old == shown)
            file = index;
        if (old >= 0 && *found == change && !(draft && old == shown)) {
            choices.adopt(index, before, old);
            if (carryingBefore.contains(old)) {
                const Carrying &waits = carryingBefore[old];
                startCarrying(index, waits.then, waits.leftOut);
            }
            if (seenBefore.contains(old))
                seen.insert(index, seenBefore.value(old));
            if (ticked.contains(old))
                viewedNow.append(index);
            continue;
        }
        movedFiles.append(change.resource);
        if (old < 0)
            continue;
        const std::optional<QByteArray> own = draft && old == shown ? draft
                : before.isEdited(old) ? std::optional(before.written(old).after)
                                       : std::nullopt;
        if (own) {
            const auto both = Diff::merged(found->after, *own, change.after);
            if (both) {
                choices.edit(index, *both);
            } else {
                keptTexts.insert(change.target, *own);
                lostEdits.append(change.resource);
            }
        } else if (before.isLeftOut(old) && before.leftOut(old).isEmpty()) {
            choices.leaveOutFile(index, true);
        } else if (carryingBefore.contains(old)) {
            const Carrying &waits = carryingBefore[old];
            startCarrying(index, waits.then, waits.leftOut);
        } else if (!before.leftOut(old).isEmpty() && (old != shown || !wholeBefore)) {
            startCarrying(index, *found, before.leftOut(old));
        }
        if (old == shown && wholeBefore)
            carried = {index,
                       *found,
                       wholeBefore,
                       {},
                       own ? Diff::LeftOutLines() : before.leftOut(old),
                       true};
    }
    open();
    for (const int index : std::as_const(viewedNow))
        files->setViewed(index, true);
    showNews();
}

void ReviewPanel::Private::showNews()
{
    if (past)
        return; // What became of it is all there is to say.
    QStringList words;
    if (!movedFiles.isEmpty()) {
        words.append(
                ReviewPanel::tr("Changed on disk, and computed again on what is there now: %1. "
                                "Look at it once more.")
                        .arg(movedFiles.join(u", "_s)));
    }
    if (!lostChoices.isEmpty()) {
        words.append(
                ReviewPanel::tr("What you left out of %1 is taken in again, because its lines are "
                                "others now.")
                        .arg(lostChoices.join(u", "_s)));
    }
    if (!partlyLost.isEmpty()) {
        words.append(ReviewPanel::tr("Some of what you left out of %1 is taken in again, because "
                                     "its lines are others now.")
                             .arg(partlyLost.join(u", "_s)));
    }
    if (!lostEdits.isEmpty()) {
        words.append(
                ReviewPanel::tr("Your own changes of %1 do not fit what is there now and are not "
                                "in it; “Edit…” brings your text back.")
                        .arg(lostEdits.join(u", "_s)));
    }
    if (!draftsAside.isEmpty()) {
        words.append(ReviewPanel::tr("Your text of %1 is not taken yet; “Edit…” brings it back.")
                             .arg(draftsAside.join(u", "_s)));
    }
    bar->setNews(words.join(u' '));
}

} // namespace Countersign::Review
