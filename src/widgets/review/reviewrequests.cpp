// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// Requests come to the review, are opened, and are put away or answered.

#include "review/answerbar.h"
#include "review/background.h"
#include "review/commandpage.h"
#include "review/diffview.h"
#include "review/editpage.h"
#include "review/filelist.h"
#include "review/notebar.h"
#include "review/reviewheader.h"
#include "review/reviewpanel_p.h"
#include "review/stalewatch.h"

#include <QFrame>
#include <QSignalBlocker>
#include <QStackedWidget>

#include <algorithm>
#include <memory>

namespace Countersign::Review {

void ReviewPanel::Private::answer(const RequestId &id, Permission::Reply reply)
{
    if (reply.answer == Permission::Answer::Reject) {
        rememberRemarks();
    } else {
        reply.proposal = choices.changed();
        reply.revision = request.inquiry.revision;
        if (bar->sendsRemarks())
            reply.message = remarkLines(true).join(u'\n');
    }
    unanswered.remove(id.value);
    header->setEditVisible(false);
    Q_EMIT q.answered(id, reply);
}

void ReviewPanel::show(const Permission::Request &request)
{
    const bool same = request.id == d->request.id && !request.id.isEmpty()
            && request.inquiry.proposal == d->request.inquiry.proposal;
    if (same && d->bar->isOpen())
        return;
    d->putAway();
    d->request = request;
    d->file = -1;
    const std::unique_ptr<Choices> kept(d->unanswered.take(request.id.value));
    d->choices = kept && kept->isOf(request.inquiry.proposal) ? *kept
                                                              : Choices(request.inquiry.proposal);
    d->seen.clear();
    d->recallRemarks();
    d->open();
}

void ReviewPanel::revise(const Permission::Request &request)
{
    if (request.id == d->request.id && d->bar->isOpen())
        d->revise(request);
}

void ReviewPanel::cannotRevise(const RequestId &request, const QString &why)
{
    if (request != d->request.id || d->stale->stale().isEmpty())
        return;
    d->staleWhy = why;
    d->updateAnswers();
}

void ReviewPanel::Private::putAway()
{
    work->cancel();
    closeFind();
    if (const auto draft = editor->draft(); draft && bar->isOpen())
        choices.edit(file, *draft);
    editor->close();
    if (bar->isOpen()) {
        rememberRemarks();
        if (!choices.isWhole())
            unanswered.insert(request.id.value, new Choices(choices));
    }
    remarks.clear();
    carried = {};
    carrying.clear();
    staleWhy.clear();
    movedFiles.clear();
    lostChoices.clear();
    partlyLost.clear();
    lostEdits.clear();
    draftsAside.clear();
    keptTexts.clear();
}

void ReviewPanel::Private::open()
{
    whole.reset();
    digests.clear();
    note->hide();
    view->setRemarks({});
    stale->watch(request.inquiry.proposal);
    // First away from buttons that will be another question's.
    bar->setRequest(request);
    header->setRequest(request);
    const int count = fileCount();
    {
        const QSignalBlocker quiet(files);
        files->setFiles(request.inquiry.proposal.files);
    }
    for (int index = 0; index < count; ++index)
        files->setLeftOut(index, choices.isLeftOut(index));
    files->setVisible(count > 1);
    filesEdge->setVisible(count > 1);
    header->setLayoutVisible(count > 0);
    if (count == 0) {
        command->setRequest(request);
        pages->setCurrentWidget(command);
        bar->show();
        updateAnswers();
        bar->setContentShown(true);
        Q_EMIT q.ready();
        return;
    }
    setMessage(ReviewPanel::tr("Comparing…"));
    bar->show();
    showFile(std::clamp(file, 0, count - 1));
    showRemarks();
    updateAnswers();
    startSummaries();
}

void ReviewPanel::clear()
{
    d->putAway();
    d->stale->watch({});
    d->request = {};
    d->file = -1;
    d->whole.reset();
    d->choices = {};
    d->seen.clear();
    d->digests.clear();
    d->note->hide();
    d->view->setRemarks({});
    d->bar->clear();
    d->bar->hide();
    {
        const QSignalBlocker quiet(d->files);
        d->files->setFiles({});
    }
    d->files->hide();
    d->filesEdge->hide();
    d->view->setDocument(nullptr);
    d->header->clear();
    d->setMessage(tr("Nothing waits for you here. A request that you open from the inbox is shown "
                     "in this place."));
}

RequestId ReviewPanel::current() const
{
    return d->request.id;
}

} // namespace Countersign::Review
