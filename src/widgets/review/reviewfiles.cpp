// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The files of a request under review: showing them, and what was viewed.

#include "review/answerbar.h"
#include "review/background.h"
#include "review/commandpage.h"
#include "review/diffview.h"
#include "review/filelist.h"
#include "review/imagepage.h"
#include "review/reviewheader.h"
#include "review/reviewpanel_p.h"
#include "review/stalewatch.h"

#include <QStackedWidget>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

namespace {

/// The document of a file that is left out as a whole: it is still to be seen, and says so.
std::shared_ptr<const DiffDocument> markedLeftOut(const DiffDocument &document)
{
    DiffDocument marked = document;
    marked.summary.facts.prepend({u"left-out"_s,
                                  Words::tr("Left out: nothing of this is done to the file"), true,
                                  true});
    return std::make_shared<const DiffDocument>(std::move(marked));
}

/// The document of a file that the person changed.
std::shared_ptr<const DiffDocument>
markedEdited(const std::shared_ptr<const DiffDocument> &document)
{
    DiffDocument marked = *document;
    marked.summary.facts.prepend({u"edited"_s, Words::tr("Changed by you"), false, false});
    return std::make_shared<const DiffDocument>(std::move(marked));
}

} // namespace

void ReviewPanel::Private::startSummaries()
{
    for (int index = 0; index < fileCount(); ++index) {
        if (!choices.proposed(index).facts.contains(QStringView(Diff::kNotKeptFact)))
            startSummary(index);
    }
}

void ReviewPanel::Private::startSummary(int index)
{
    const bool listed = fileCount() > 1; // The lines of a single file come with its document.
    work->start(
            [this, index, listed, remarked = hasRemarks(index), change = choices.proposed(index)](
                    const std::stop_token &stop) -> Background::Delivery {
                const QByteArray digest = digestOf(change);
                const Result<Summary> summary =
                        listed ? summarise(change, stop) : Result<Summary>(Summary());
                QList<QByteArray> before;
                QList<QByteArray> after;
                if (remarked) {
                    const Sides sides = sidesOf(change);
                    before = sides.before.text.split('\n');
                    after = sides.after.text.split('\n');
                }
                return [this, index, listed, remarked, digest, summary, before, after, change] {
                    if (change != choices.proposed(index))
                        return; // The person has changed it meanwhile.
                    // What was left out meanwhile has its own lines.
                    if (listed && summary && choices.leftOut(index).isEmpty())
                        files->setSummary(index, *summary);
                    if (remarked)
                        anchorRemarks(index, before, after);
                    knowDigest(index, digest);
                };
            },
            Background::Urgency::Later);
}

void ReviewPanel::Private::showFile(int index)
{
    keepTyped();
    keepDraft();
    file = index;
    whole.reset();
    displayed = false;
    const Diff::FileChange &change = choices.proposed(index);
    header->setFile(change, fileCount() > 1);
    header->setPosition({});
    header->setChoice(ReviewHeader::Choice::None);
    header->setEditVisible(false);
    nextFileOffered = false;
    previousFileOffered = false;
    forgetFileJobs();
    if (files->currentRow() != index)
        files->setCurrentRow(index);
    if (change.facts.contains(QStringView(Diff::kNotKeptFact))) {
        setMessage(ReviewPanel::tr("This file was too large to be kept for reading."));
        Q_EMIT q.ready();
        return;
    }
    documentJob =
            work->start([this, index, change](const std::stop_token &stop) -> Background::Delivery {
                // Shared, so that delivering does not copy the document.
                auto result =
                        std::make_shared<const Result<DiffDocument>>(buildDocument(change, stop));
                return [this, index, change, result] {
                    if (index == file && change == choices.proposed(index))
                        loaded(index, *result);
                };
            });
}

void ReviewPanel::Private::forgetFileJobs()
{
    // Whoever leafs through many files waits for the last one only.
    work->cancel(documentJob);
    work->cancel(syntaxJob);
}

void ReviewPanel::Private::loaded(int index, const Result<DiffDocument> &result)
{
    if (!result) {
        bar->setContentShown(false);
        setMessage(ReviewPanel::tr("The change cannot be shown, so it cannot be allowed here. %1")
                           .arg(result.error().message));
        return;
    }
    whole = std::make_shared<const DiffDocument>(*result);
    choices.setDocument(index, *whole);
    carryOver(*whole);
    if (!startImages())
        showChosen(false);
}

bool ReviewPanel::Private::startImages()
{
    const Diff::FileChange &change = choices.proposed(file);
    pictured = whole->diff.binary && isImageChange(change);
    if (!pictured)
        return false;
    work->start([this, index = file, change](const std::stop_token &stop) -> Background::Delivery {
        return [this, index, change, pictures = decodeImages(change, stop)] {
            if (index != file || change != choices.proposed(index))
                return;
            images->setImages(change.resource, pictures);
            showChosen(false);
        };
    });
    return true;
}

void ReviewPanel::Private::showChosen(bool again)
{
    const Diff::LeftOutLines leftOut = choices.leftOut(file);
    if (leftOut.isEmpty() || !choices.hasParts(file)) {
        display(choices.isLeftOut(file) ? markedLeftOut(*whole) : whole, again);
        return;
    }
    const int index = file;
    forgetFileJobs();
    documentJob = work->start(
            [this, index, leftOut, again, from = whole,
             change = choices.proposed(file)](const std::stop_token &stop) -> Background::Delivery {
                auto result = std::make_shared<const Result<DiffDocument>>(
                        withLinesLeftOut(*from, change, leftOut, stop));
                return [this, index, leftOut, again, change, result] {
                    if (index != file || leftOut != choices.leftOut(index)
                        || change != choices.proposed(index))
                        return;
                    if (*result)
                        display(std::make_shared<const DiffDocument>(**result), again);
                    else
                        setMessage(result->error().message);
                };
            });
}

void ReviewPanel::Private::display(const std::shared_ptr<const DiffDocument> &taken, bool again)
{
    if (isEditing())
        return; // It is shown when the editor is left.
    const std::shared_ptr<const DiffDocument> document =
            choices.isEdited(file) ? markedEdited(taken) : taken;
    header->setSummary(document->summary);
    files->setSummary(file, document->summary);
    const bool focused = message->hasFocus();
    pages->setCurrentWidget(pictured ? static_cast<QWidget *>(images) : view);
    if (focused)
        body()->setFocus();
    applyLayout();
    if (again) {
        view->replaceDocument(document);
    } else {
        view->setDocument(document);
        view->setSeen(seen.value(file));
    }
    displayed = true;
    showRemarks();
    showNews();
    header->setEditVisible(canEdit());
    search(false);
    showPosition(false);
    updateAnswers();
    // What may be allowed is on screen now; it arms from here.
    bar->setContentShown(carrying.isEmpty());
    if (!again)
        Q_EMIT q.ready();
    startSyntax(document);
}

void ReviewPanel::Private::startSyntax(const std::shared_ptr<const DiffDocument> &document)
{
    work->cancel(syntaxJob);
    syntaxJob = work->start([this, document](const std::stop_token &stop) -> Background::Delivery {
        auto coloured = std::make_shared<const DiffDocument>(
                withSyntax(*document, Syntax::Highlighter::standard(), stop));
        return [this, document, coloured] {
            if (view->document() != document.get())
                return;
            view->updateSyntax(coloured);
            Q_EMIT q.colored();
        };
    });
}

void ReviewPanel::Private::showPosition(bool moreFiles)
{
    if (!showsFile() || !whole) {
        header->setPosition({});
        header->setChoice(ReviewHeader::Choice::None);
        return;
    }
    const bool parts = choices.hasParts(file);
    // What the buttons do, N and Y do: see leaveOut().
    const Picked taken = parts ? view->picked(true) : Picked();
    const Picked left = parts && view->hasSelection() ? view->picked(false) : Picked();
    const bool lines = !taken.isEmpty() || !left.isEmpty();
    const bool out = lines ? taken.isEmpty()
            : parts        ? view->isLeftOut(view->currentHunk()) || onLeftOut()
                           : choices.isLeftOut(file);
    // The only place of a request is not left out: it is rejected.
    const bool only = !bar->isOpen()
            || (fileCount() < 2 && (!parts || choices.hunks(file) < 2) && !out && !lines);
    header->setChoice(only          ? ReviewHeader::Choice::None
                              : out ? ReviewHeader::Choice::TakeIn
                                    : ReviewHeader::Choice::LeaveOut,
                      static_cast<int>(lines ? taken.count() : 0));
    if (view->hunkCount() == 0) {
        header->setPosition({});
        return;
    }
    const QString position =
            ReviewPanel::tr("%1 of %2").arg(view->currentHunk() + 1).arg(view->hunkCount());
    header->setPosition(moreFiles ? ReviewPanel::tr("%1, again: other file").arg(position)
                                  : position);
}

void ReviewPanel::Private::nextHunk()
{
    if (!showsFile() || view->nextHunk() || file + 1 >= fileCount())
        return;
    if (nextFileOffered) {
        showFile(file + 1);
        return;
    }
    nextFileOffered = true;
    showPosition(true);
}

void ReviewPanel::Private::previousHunk()
{
    if (!showsFile() || view->previousHunk() || file <= 0)
        return;
    if (previousFileOffered) {
        showFile(file - 1);
        return;
    }
    previousFileOffered = true;
    showPosition(true);
}

void ReviewPanel::Private::toggleViewed()
{
    const int index = files->hasFocus() ? files->currentRow() : file;
    if (index >= 0 && fileCount() > 1)
        files->setViewed(index, !files->isViewed(index));
}

void ReviewPanel::Private::knowDigest(int index, const QByteArray &digest)
{
    digests.insert(index, digest);
    const QByteArray *before = viewed.object(choices.proposed(index).target);
    if (files->isViewed(index))
        rememberViewed(index, true);
    else if (before && *before == digest)
        files->setViewed(index, true);
}

void ReviewPanel::Private::rememberViewed(int index, bool isViewed)
{
    const QString target = choices.proposed(index).target;
    if (!isViewed)
        viewed.remove(target);
    else if (digests.contains(index))
        viewed.insert(target, new QByteArray(digests.value(index)));
}

QString ReviewPanel::Private::unreadWords() const
{
    if (fileCount() == 0) {
        return command->isEndShown() ? QString()
                                     : ReviewPanel::tr("Its end has not been on screen yet");
    }
    int wanted = 0;
    int done = 0;
    for (int index = 0; index < fileCount(); ++index) {
        if (choices.isLeftOut(index))
            continue;
        ++wanted;
        done += files->isViewed(index) ? 1 : 0;
    }
    if (done == wanted)
        return {};
    if (fileCount() > 1)
        return ReviewPanel::tr("%1 of %2 files viewed").arg(done).arg(wanted);
    return ReviewPanel::tr("%1 of %2 changes seen").arg(view->seenCount()).arg(view->seen().size());
}

void ReviewPanel::Private::updateAnswers()
{
    if (!bar->isOpen())
        return;
    bar->setStale(stale->stale(), staleWhy);
    bar->setUnread(unreadWords());
    bar->setTaken(takenWords(), fileCount() > 0 && choices.isEmpty());
}

} // namespace Countersign::Review
