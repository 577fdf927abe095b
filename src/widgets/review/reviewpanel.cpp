// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/reviewpanel.h"

#include "actions/registry.h"
#include "base/paths.h"
#include "review/answerbar.h"
#include "review/background.h"
#include "review/commandpage.h"
#include "review/diffview.h"
#include "review/reviewheader.h"
#include "theme/states.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr int kSideBySideColumns = 120; // Of the whole view.
constexpr int kFileListWidth = 220;
constexpr auto kLayoutKey = "review/layout"_L1;

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

class ReviewPanel::Private
{
public:
    explicit Private(ReviewPanel &panel) : q(panel) { }

    void build(Actions::Registry &actions);
    void addActions(Actions::Registry &actions);
    void showFile(int index);
    void loaded(int index, const Result<DiffDocument> &result);
    void startSyntax(int index, const std::shared_ptr<const DiffDocument> &document);
    void startCounts();
    void setMessage(const QString &text);
    void applyLayout();
    void showPosition(bool moreFiles);
    void nextHunk();
    void previousHunk();
    [[nodiscard]] QWidget *body() const;
    [[nodiscard]] int fileCount() const
    {
        return static_cast<int>(request.inquiry.proposal.files.size());
    }
    void labelFile(int index, const Summary *summary);

    ReviewPanel &q;
    Permission::Request request;
    Layout layout = Layout::Auto;
    int file = -1;
    bool nextFileOffered = false; ///< The next F7 goes to the next file.
    bool previousFileOffered = false;
    ReviewHeader *header = nullptr;
    QListWidget *files = nullptr;
    QFrame *filesEdge = nullptr;
    QStackedWidget *pages = nullptr;
    DiffView *view = nullptr;
    CommandPage *command = nullptr;
    TokenLabel *message = nullptr;
    AnswerBar *bar = nullptr;
    Background *work = nullptr;
};

void ReviewPanel::Private::build(Actions::Registry &actions)
{
    header = new ReviewHeader(&q);
    files = new QListWidget(&q);
    files->setObjectName(u"reviewFiles"_s);
    files->setAccessibleName(ReviewPanel::tr("Changed files"));
    files->setFrameShape(QFrame::NoFrame);
    files->setTextElideMode(Qt::ElideMiddle);
    files->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    files->setFixedWidth(kFileListWidth);
    view = new DiffView(&q);
    view->setObjectName(u"diffView"_s);
    command = new CommandPage(&q);
    message = new TokenLabel(Token::Muted, Face::Base, &q);
    message->setObjectName(u"reviewMessage"_s);
    message->setAlignment(Qt::AlignCenter);
    message->setWordWrap(true);
    message->setFocusPolicy(Qt::ClickFocus);
    pages = new QStackedWidget(&q);
    pages->addWidget(message);
    pages->addWidget(view);
    pages->addWidget(command);
    bar = new AnswerBar(&q);
    work = new Background(&q);

    auto *column = new QVBoxLayout(&q);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(separator(&q, Qt::Horizontal));
    auto *middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(files);
    filesEdge = separator(&q, Qt::Vertical);
    middle->addWidget(filesEdge);
    middle->addWidget(pages, 1);
    column->addLayout(middle, 1);
    column->addWidget(separator(&q, Qt::Horizontal));
    column->addWidget(bar);
    addActions(actions);

    connect(files, &QListWidget::currentRowChanged, &q, [this](int row) {
        if (row >= 0 && row != file)
            showFile(row);
    });
    connect(bar, &AnswerBar::answered, &q, &ReviewPanel::answered);
    connect(bar, &AnswerBar::focusReleased, &q, [this] { body()->setFocus(); });
    connect(header, &ReviewHeader::layoutChosen, &q, &ReviewPanel::setLayoutChoice);
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
    // No keys unless the person binds some: an answer is never one key away from typing.
    add(u"review.allowOnce"_s, ReviewPanel::tr("Allow Once"),
        ReviewPanel::tr("Allows what is shown, this time only."), {}, [this] { bar->allowOnce(); });
    add(u"review.always"_s, ReviewPanel::tr("Always…"),
        ReviewPanel::tr("Chooses what need not be asked again in this project."), {}, [this] {
            if (bar->canAllow() && !request.inquiry.save.isEmpty())
                bar->setStep(AnswerBar::Step::Always);
        });
    add(u"review.reject"_s, ReviewPanel::tr("Reject…"),
        ReviewPanel::tr("Refuses what is shown, with or without words for the agent."), {}, [this] {
            if (!request.id.isEmpty())
                bar->setStep(AnswerBar::Step::Reject);
        });
}

QWidget *ReviewPanel::Private::body() const
{
    if (pages->currentWidget() == command)
        return command->text();
    return pages->currentWidget();
}

void ReviewPanel::Private::setMessage(const QString &text)
{
    message->setText(text);
    pages->setCurrentWidget(message);
}

void ReviewPanel::Private::labelFile(int index, const Summary *summary)
{
    const Diff::FileChange &change = request.inquiry.proposal.files.at(index);
    QListWidgetItem *item = files->item(index);
    const QString path = Theme::visibleText(change.resource);
    QString second = kindWord(change.kind);
    if (summary && summary->counts != Diff::LineCounts())
        second += u"  "_s + countsText(summary->counts);
    if (summary) {
        for (const Fact &fact : summary->facts) {
            if (fact.warning)
                second += u" ◆"_s;
        }
    }
    item->setText(u" %1  %2\n     %3"_s.arg(kindLetter(change.kind), path, second));
    const int height = 2 * files->fontMetrics().lineSpacing() + Space::m;
    item->setSizeHint(QSize(0, height));
    item->setToolTip(path.toHtmlEscaped());
    item->setData(Qt::AccessibleTextRole, u"%1, %2"_s.arg(path, second));
}

void ReviewPanel::Private::startCounts()
{
    const QList<Diff::FileChange> changes = request.inquiry.proposal.files;
    for (int i = 0; i < changes.size(); ++i) {
        work->start([this, i,
                     change = changes.at(i)](const std::stop_token &stop) -> Background::Delivery {
            const Result<Summary> summary = summarise(change, stop);
            if (!summary)
                return {};
            return [this, i, found = *summary] {
                labelFile(i, &found);
            };
        });
    }
}

void ReviewPanel::Private::showFile(int index)
{
    file = index;
    const Diff::FileChange &change = request.inquiry.proposal.files.at(index);
    header->setFile(change, fileCount() > 1);
    header->setPosition({});
    nextFileOffered = false;
    previousFileOffered = false;
    if (files->currentRow() != index)
        files->setCurrentRow(index);
    work->start([this, index, change](const std::stop_token &stop) -> Background::Delivery {
        // Shared, so that delivering does not copy the document.
        auto result = std::make_shared<const Result<DiffDocument>>(buildDocument(change, stop));
        return [this, index, result] {
            loaded(index, *result);
        };
    });
}

void ReviewPanel::Private::loaded(int index, const Result<DiffDocument> &result)
{
    if (index != file)
        return;
    if (!result) {
        bar->setContentShown(false);
        setMessage(ReviewPanel::tr("The change cannot be shown, so it cannot be allowed here. %1")
                           .arg(result.error().message));
        return;
    }
    const auto document = std::make_shared<const DiffDocument>(*result);
    header->setSummary(document->summary);
    const bool focused = message->hasFocus();
    pages->setCurrentWidget(view);
    if (focused)
        view->setFocus();
    applyLayout();
    view->setDocument(document);
    showPosition(false);
    // What may be allowed is on screen now; it arms from here.
    bar->setContentShown(true);
    Q_EMIT q.ready();
    startSyntax(index, document);
}

void ReviewPanel::Private::startSyntax(int index,
                                       const std::shared_ptr<const DiffDocument> &document)
{
    work->start([this, index, document](const std::stop_token &stop) -> Background::Delivery {
        auto coloured = std::make_shared<const DiffDocument>(
                withSyntax(*document, Syntax::Highlighter::standard(), stop));
        return [this, index, coloured] {
            if (index != file)
                return;
            view->updateSyntax(coloured);
            Q_EMIT q.colored();
        };
    });
}

void ReviewPanel::Private::applyLayout()
{
    Presentation presentation = Presentation::Unified;
    const Diff::ChangeKind kind =
            file < 0 ? Diff::ChangeKind::Modified : request.inquiry.proposal.files.at(file).kind;
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

void ReviewPanel::Private::showPosition(bool moreFiles)
{
    if (pages->currentWidget() != view || view->hunkCount() == 0) {
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
    if (pages->currentWidget() != view || view->nextHunk() || file + 1 >= fileCount())
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
    if (pages->currentWidget() != view || view->previousHunk() || file <= 0)
        return;
    if (previousFileOffered) {
        showFile(file - 1);
        return;
    }
    previousFileOffered = true;
    showPosition(true);
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
    clear();
}

ReviewPanel::~ReviewPanel()
{
    // The thread must be gone before what its deliveries would touch.
    delete d->work;
}

void ReviewPanel::show(const Permission::Request &request)
{
    const bool same = request.id == d->request.id && !request.id.isEmpty()
            && request.inquiry.proposal == d->request.inquiry.proposal;
    if (same && d->bar->isOpen())
        return;
    d->work->cancel();
    d->request = request;
    d->file = -1;
    // First away from buttons that will be another question's.
    d->bar->setRequest(request);
    d->header->setRequest(request);
    const int count = d->fileCount();
    d->files->clear();
    d->files->setVisible(count > 1);
    d->filesEdge->setVisible(count > 1);
    d->header->setLayoutVisible(count > 0);
    if (count == 0) {
        d->command->setRequest(request);
        d->pages->setCurrentWidget(d->command);
        d->bar->show();
        d->bar->setContentShown(true);
        Q_EMIT ready();
        return;
    }
    {
        const QSignalBlocker quiet(d->files);
        for (int i = 0; i < count; ++i) {
            d->files->addItem(QString());
            d->labelFile(i, nullptr);
        }
        d->files->setCurrentRow(0);
    }
    d->setMessage(tr("Comparing…"));
    d->bar->show();
    d->showFile(0);
    if (count > 1)
        d->startCounts();
}

void ReviewPanel::clear()
{
    d->work->cancel();
    d->request = {};
    d->file = -1;
    d->bar->clear();
    d->bar->hide();
    d->files->clear();
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

void ReviewPanel::setArmDelay(std::chrono::milliseconds delay)
{
    d->bar->setArmDelay(delay);
}

void ReviewPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !d->request.id.isEmpty()) {
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
