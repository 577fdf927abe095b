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
#include "theme/hiddentext.h"

#include <QDateTime>
#include <QFrame>
#include <QLocale>
#include <QSignalBlocker>
#include <QStackedWidget>

#include <algorithm>
#include <memory>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

void ReviewPanel::Private::answer(const RequestId &id, Permission::Reply reply)
{
    // What was taken is allowed with the rest; what was not may still be wanted.
    rememberDrafts(reply.answer == Permission::Answer::Reject);
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
    header->setChoice(ReviewHeader::Choice::None);
    Q_EMIT q.answered(id, reply);
}

void ReviewPanel::show(const Permission::Request &request)
{
    const bool same = request.id == d->request.id && !request.id.isEmpty()
            && request.inquiry.proposal == d->request.inquiry.proposal;
    if (same && d->bar->isOpen())
        return;
    d->putAway();
    d->past.reset();
    d->request = request;
    d->file = -1;
    const std::unique_ptr<Choices> kept(d->unanswered.take(request.id.value));
    d->choices = kept && kept->isOf(request.inquiry.proposal) ? *kept
                                                              : Choices(request.inquiry.proposal);
    d->seen.clear();
    d->recallRemarks();
    d->recallDrafts();
    d->open();
    if (const std::unique_ptr<QString> words(d->unsaid.take(request.id.value)); words)
        d->bar->setWords(*words);
}

void ReviewPanel::read(const Permission::PastRequest &past)
{
    d->putAway();
    d->past = past;
    d->request = past.request;
    d->file = -1;
    d->choices = Choices(d->request.inquiry.proposal);
    d->seen.clear();
    d->open();
}

QString ReviewPanel::Private::pastWords() const
{
    const QString when = QLocale().toString(QDateTime::fromMSecsSinceEpoch(past->answered),
                                            QLocale::ShortFormat);
    if (!past->answer)
        return ReviewPanel::tr("Not answered: the run ended, %1.").arg(when);
    if (*past->answer != Permission::Answer::Reject)
        return ReviewPanel::tr("This was allowed, %1.").arg(when);
    return past->message.isEmpty()
            ? ReviewPanel::tr("This was rejected without words, %1.").arg(when)
            : ReviewPanel::tr("This was rejected, %1: %2").arg(when, past->message);
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

QStringList ReviewPanel::Private::putAway()
{
    work->cancel();
    closeFind();
    QStringList written;
    if (bar->isOpen())
        keepTyped();
    if (const auto draft = editor->draft(); draft && bar->isOpen())
        choices.edit(file, *draft);
    editor->close();
    if (bar->isOpen()) {
        rememberRemarks();
        written = rememberDrafts(true);
        if (!choices.isWhole())
            unanswered.insert(request.id.value, new Choices(choices));
        if (const QString words = bar->words(); !words.isEmpty())
            unsaid.insert(request.id.value, new QString(words));
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
    return written;
}

void ReviewPanel::Private::open()
{
    whole.reset();
    digests.clear();
    note->hide();
    view->setRemarks({});
    stale->watch(past ? Diff::Proposal() : request.inquiry.proposal);
    // First away from buttons that will be another question's.
    if (past)
        bar->setPast(pastWords());
    else
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
    const QStringList written = d->putAway();
    d->stale->watch({});
    d->request = {};
    d->past.reset();
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
    QString message =
            tr("Nothing waits for you here. A request that you open from the inbox is shown "
               "in this place.");
    if (!written.isEmpty()) {
        message += u"\n\n"_s
                + tr("Your text of %1 is kept: when this file is proposed again in this session, "
                     "“Edit…” brings it back.")
                          .arg(Theme::visibleText(written.join(u", "_s)));
    }
    d->setMessage(message);
}

RequestId ReviewPanel::current() const
{
    return d->request.id;
}

} // namespace Countersign::Review
