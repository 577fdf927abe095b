// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/reviewpanel.h"

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

#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <memory>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;

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
    connect(bar, &AnswerBar::closed, &q, &ReviewPanel::putAside);
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
