// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/reviewpanel.h"

#include "actions/registry.h"
#include "base/paths.h"
#include "review/answerbar.h"
#include "review/background.h"
#include "review/commandpage.h"
#include "review/diffview.h"
#include "review/editpage.h"
#include "review/filelist.h"
#include "review/findbar.h"
#include "review/imagepage.h"
#include "review/notebar.h"
#include "review/reviewheader.h"
#include "review/reviewpanel_p.h"
#include "review/stalewatch.h"
#include "theme/states.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr int kSideBySideColumns = 120; // Of the whole view.
constexpr int kRememberedFiles = 4096; // Contents that were viewed.
constexpr int kPutAway = 64; // Requests of which the decisions are kept.
constexpr auto kLayoutKey = "review/layout"_L1;
constexpr auto kWrapKey = "review/wrap"_L1;

QString settingsFile()
{
    return AppPaths::fromEnvironment().config + u"/desk.ini"_s;
}

QString nameOf(ReviewPanel::Layout layout)
{
    switch (layout) {
    case ReviewPanel::Layout::Auto:
        return u"auto"_s;
    case ReviewPanel::Layout::Unified:
        return u"unified"_s;
    case ReviewPanel::Layout::SideBySide:
        return u"side-by-side"_s;
    }
    return {};
}

ReviewPanel::Layout layoutOf(const QString &name)
{
    if (name == "unified"_L1)
        return ReviewPanel::Layout::Unified;
    return name == "side-by-side"_L1 ? ReviewPanel::Layout::SideBySide : ReviewPanel::Layout::Auto;
}

QFrame *separator(QWidget *parent, Qt::Orientation orientation)
{
    auto *line = new QFrame(parent);
    line->setFrameShape(QFrame::NoFrame);
    if (orientation == Qt::Horizontal)
        line->setFixedHeight(1);
    else
        line->setFixedWidth(1);
    line->setAutoFillBackground(true);
    const auto tint = [line] {
        QPalette palette = line->palette();
        palette.setColor(QPalette::Window, Theme::Theme::instance().color(Token::Line));
        line->setPalette(palette);
    };
    tint();
    QObject::connect(&Theme::Theme::instance(), &Theme::Theme::changed, line, tint);
    return line;
}

} // namespace

void ReviewPanel::Private::build(Actions::Registry &actions)
{
    header = new ReviewHeader(&q);
    files = new FileList(&q);
    files->setObjectName(u"reviewFiles"_s);
    viewed.setMaxCost(kRememberedFiles);
    unanswered.setMaxCost(kPutAway);
    view = new DiffView(&q);
    view->setObjectName(u"diffView"_s);
    images = new ImagePage(&q);
    command = new CommandPage(&q);
    message = new TokenLabel(Token::Muted, Face::Base, &q);
    message->setObjectName(u"reviewMessage"_s);
    message->setAlignment(Qt::AlignCenter);
    message->setWordWrap(true);
    message->setFocusPolicy(Qt::ClickFocus);
    pages = new QStackedWidget(&q);
    pages->addWidget(message);
    pages->addWidget(view);
    pages->addWidget(images);
    pages->addWidget(command);
    editor = new EditPage(&q);
    pages->addWidget(editor);
    note = new NoteBar(&q);
    bar = new AnswerBar(&q);
    work = new Background(&q);
    searcher = new Background(&q);
    find = new FindBar(&q);
    lineBar = new LineBar(&q);
    stale = new StaleWatch(&q);

    auto *column = new QVBoxLayout(&q);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(separator(&q, Qt::Horizontal));
    column->addWidget(find);
    column->addWidget(lineBar);
    auto *middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(files);
    filesEdge = separator(&q, Qt::Vertical);
    middle->addWidget(filesEdge);
    middle->addWidget(pages, 1);
    column->addLayout(middle, 1);
    column->addWidget(separator(&q, Qt::Horizontal));
    column->addWidget(note);
    column->addWidget(bar);
    addActions(actions);
    buildFinding(actions);
    connectParts();
}

void ReviewPanel::Private::connectParts()
{
    connect(files, &QListWidget::currentRowChanged, &q, [this](int row) {
        if (row >= 0 && row != file)
            showFile(row);
    });
    connect(files, &FileList::viewedChanged, &q, [this](int index, bool isViewed) {
        rememberViewed(index, isViewed);
        updateAnswers();
    });
    connect(bar, &AnswerBar::answered, &q,
            [this](const RequestId &id, const Permission::Reply &reply) { answer(id, reply); });
    connect(bar, &AnswerBar::focusReleased, &q, [this] { body()->setFocus(); });
    connect(header, &ReviewHeader::layoutChosen, &q, &ReviewPanel::setLayoutChoice);
    connect(stale, &StaleWatch::staleChanged, &q, [this] { onStale(); });
    connect(editor, &EditPage::taken, &q, [this](const QByteArray &after) { takeEdit(after); });
    connect(editor, &EditPage::left, &q, [this] { closeEditor(); });
    connect(command, &CommandPage::endShown, &q, [this] { updateAnswers(); });
    connect(view, &DiffView::seenChanged, &q, [this] {
        // It comes late, and is of what was shown before when that has just been replaced.
        if (file < 0 || !displayed)
            return;
        seen.insert(file, view->seen());
        if (view->isSeen())
            files->setViewed(file, true);
        updateAnswers();
    });
    connect(images, &ImagePage::seenChanged, &q, [this] {
        if (file < 0 || !displayed || pages->currentWidget() != images)
            return;
        view->setSeen(QBitArray(1, true));
        seen.insert(file, view->seen());
        files->setViewed(file, true);
        updateAnswers();
    });
    connect(view, &DiffView::remarkWanted, &q, [this] { openRemark(); });
    connect(note, &NoteBar::accepted, &q, [this](const QString &text) { keepRemark(text); });
    connect(note, &NoteBar::left, &q, [this] { body()->setFocus(); });
    connect(view, &DiffView::linesWanted, &q,
            [this](const Picked &lines, bool out) { leaveOutLines(lines, out); });
    connect(view, &DiffView::selectionChanged, &q, [this] { showPosition(false); });
    connect(view, &DiffView::currentHunkChanged, &q, [this] {
        nextFileOffered = false;
        previousFileOffered = false;
        showPosition(false);
    });
}

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
            if (!request.id.isEmpty())
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

QWidget *ReviewPanel::Private::body() const
{
    if (pages->currentWidget() == command)
        return command->text();
    return pages->currentWidget();
}

bool ReviewPanel::Private::showsFile() const
{
    return pages->currentWidget() == view || pages->currentWidget() == images;
}

void ReviewPanel::Private::setMessage(const QString &text)
{
    message->setText(text);
    pages->setCurrentWidget(message);
}

void ReviewPanel::Private::applyLayout()
{
    Presentation presentation = Presentation::Unified;
    const Diff::ChangeKind kind =
            file < 0 ? Diff::ChangeKind::Modified : choices.proposed(file).kind;
    if (layout == Layout::SideBySide) {
        presentation = Presentation::SideBySide;
    } else if (layout == Layout::Auto) {
        const QFontMetricsF metrics(Theme::Theme::instance().codeFont());
        // A file that is new or goes has one side only; half the width would be empty.
        const bool oneSided = kind == Diff::ChangeKind::Added || kind == Diff::ChangeKind::Deleted;
        if (!oneSided && pages->width() >= kSideBySideColumns * metrics.horizontalAdvance(u'0'))
            presentation = Presentation::SideBySide;
    }
    view->setPresentation(presentation);
}

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

ReviewPanel::ReviewPanel(Actions::Registry &actions, QWidget *parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(*this))
{
    setAccessibleName(tr("Review"));
    d->build(actions);
    const QSettings settings(settingsFile(), QSettings::IniFormat);
    d->layout = layoutOf(settings.value(kLayoutKey).toString());
    d->header->setLayoutChoice(d->layout);
    d->wrap->setChecked(settings.value(kWrapKey, false).toBool());
    d->view->setWrapped(d->wrap->isChecked());
    clear();
}

ReviewPanel::~ReviewPanel()
{
    // The thread must be gone before what its deliveries would touch.
    delete d->work;
    delete d->searcher;
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
    staleWhy.clear();
    movedFiles.clear();
    lostChoices.clear();
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

void ReviewPanel::setLayoutChoice(Layout layout)
{
    d->layout = layout;
    d->header->setLayoutChoice(layout);
    d->applyLayout();
    QSettings settings(settingsFile(), QSettings::IniFormat);
    settings.setValue(kLayoutKey, nameOf(layout));
}

void ReviewPanel::setWrapped(bool wrapped)
{
    d->wrap->setChecked(wrapped);
    d->view->setWrapped(wrapped);
    QSettings settings(settingsFile(), QSettings::IniFormat);
    settings.setValue(kWrapKey, wrapped);
}

void ReviewPanel::setArmDelay(std::chrono::milliseconds delay)
{
    d->bar->setArmDelay(delay);
}

void ReviewPanel::rearm()
{
    d->bar->rearm();
}

void ReviewPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !d->request.id.isEmpty()) {
        if (d->leaveBars())
            return;
        if (d->bar->step() != AnswerBar::Step::Choose)
            d->bar->setStep(AnswerBar::Step::Choose);
        else
            Q_EMIT putAside();
        return;
    }
    QWidget::keyPressEvent(event);
}

void ReviewPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    d->applyLayout();
}

} // namespace Countersign::Review
