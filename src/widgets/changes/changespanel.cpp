// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "changes/changespanel.h"

#include "actions/registry.h"
#include "changes/grouplist.h"
#include "changes/reasonwords.h"
#include "review/background.h"
#include "review/diffview.h"
#include "review/filelist.h"
#include "review/imagepage.h"
#include "review/parts.h"
#include "theme/states.h"
#include "theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Countersign::Changes {

using namespace Qt::StringLiterals;
using Review::Background;
using Review::DiffDocument;
using Review::DiffView;
using Review::Face;
using Review::TokenLabel;
using Session::ChangedFile;
using Session::ChangeGroup;
using Session::PutBackReport;
using Session::Standing;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr int kSideBySideColumns = 120; // As in the review.

QString wordsOf(Standing standing)
{
    switch (standing) {
    case Standing::Stands:
        return {};
    case Standing::Drifted:
        return ChangesPanel::tr("changed since");
    case Standing::Partly:
        return ChangesPanel::tr("changed since, in part");
    case Standing::Overtaken:
        return ChangesPanel::tr("cannot be put back");
    case Standing::Gone:
        return ChangesPanel::tr("put back");
    case Standing::NotKept:
        return ChangesPanel::tr("not kept");
    }
    return {};
}

bool canPutBackFile(Standing standing)
{
    return standing == Standing::Stands || standing == Standing::Drifted;
}

bool canPutBackPlaces(Standing standing)
{
    return canPutBackFile(standing) || standing == Standing::Partly;
}

/// A line between two parts of the panel.
class Edge final : public QWidget
{
public:
    Edge(Qt::Orientation orientation, QWidget *parent) : QWidget(parent)
    {
        if (orientation == Qt::Horizontal)
            setFixedHeight(1);
        else
            setFixedWidth(1);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter(this).fillRect(rect(), Theme::Theme::instance().color(Token::Line));
    }
};

} // namespace

class ChangesPanel::Private
{
public:
    explicit Private(ChangesPanel &panel) : q(panel) { }

    void build(Actions::Registry &actions);
    void addActions(Actions::Registry &actions);
    void layOutParts();
    void listFiles(const QString &wanted);
    void showFile();
    void display(const Session::ShownChange &change, const Result<DiffDocument> &built,
                 const std::optional<Review::ImageChange> &pictures);
    [[nodiscard]] bool showsChange() const; ///< Its lines or its images, not a message.
    void showMessage(const QString &text);
    void showTurnedOff();
    void describeFile();
    void showPosition();
    void updateActions();
    void applyLayout();
    void act(const std::optional<Diff::Block> &place);
    void step(bool forward);
    [[nodiscard]] const ChangeGroup &group() const;
    [[nodiscard]] const ChangedFile *file() const; ///< The current one; null: none.

    ChangesPanel &q;
    SessionId session;
    Session::SessionChanges changes;
    Session::ShownChange shown; ///< On screen; without a session: nothing is.
    bool loaded = false;
    bool acting = false; ///< The answer to an act has not come yet.
    TokenLabel *title = nullptr;
    TokenLabel *turnedOff = nullptr;
    QToolButton *close = nullptr;
    GroupList *groups = nullptr;
    Review::FileList *files = nullptr;
    TokenLabel *notes = nullptr;
    TokenLabel *path = nullptr;
    Review::CountsLabel *counts = nullptr;
    TokenLabel *standing = nullptr;
    TokenLabel *reason = nullptr;
    QToolButton *previous = nullptr;
    TokenLabel *position = nullptr;
    QToolButton *next = nullptr;
    QStackedWidget *pages = nullptr;
    TokenLabel *message = nullptr;
    DiffView *view = nullptr;
    Review::ImagePage *images = nullptr;
    TokenLabel *report = nullptr;
    QPushButton *putBackPlace = nullptr;
    QPushButton *putBackFile = nullptr;
    QPushButton *undo = nullptr;
    QPushButton *redo = nullptr;
    QAction *actPlace = nullptr;
    QAction *actFile = nullptr;
    QAction *actUndo = nullptr;
    QAction *actRedo = nullptr;
    Background *work = nullptr;
};

void ChangesPanel::Private::build(Actions::Registry &actions)
{
    const auto label = [this](Token token, Face face, const QString &name) {
        auto *made = new TokenLabel(token, face, &q);
        made->setObjectName(name);
        return made;
    };
    const auto tool = [this](const QString &name) {
        auto *button = new QToolButton(&q);
        button->setObjectName(name);
        button->setAutoRaise(true);
        button->setMinimumSize(Theme::kHitTarget, Theme::kHitTarget);
        return button;
    };
    title = label(Token::Text, Face::Title, u"changesTitle"_s);
    title->setText(tr("Changes of this session"));
    close = tool(u"closeChanges"_s);
    turnedOff = label(Token::Ask, Face::Base, u"changesTurnedOff"_s);
    turnedOff->setWordWrap(true);
    turnedOff->setContentsMargins(Space::m, 0, Space::m, Space::s);
    turnedOff->setTextInteractionFlags(Qt::TextSelectableByMouse);
    turnedOff->hide();
    groups = new GroupList(&q);
    groups->setObjectName(u"changeGroups"_s);
    files = new Review::FileList(&q);
    files->setObjectName(u"changedFiles"_s);
    notes = label(Token::Ask, Face::Small, u"changeNotes"_s);
    notes->setWordWrap(true);
    notes->setContentsMargins(Space::m, Space::s, Space::s, Space::s);
    path = label(Token::Text, Face::Code, u"changePath"_s);
    counts = new Review::CountsLabel(&q);
    standing = label(Token::Ask, Face::Base, u"changeStanding"_s);
    reason = label(Token::Muted, Face::Base, u"changeReason"_s);
    reason->setWordWrap(true);
    previous = tool(u"previousPlace"_s);
    position = label(Token::Text, Face::Base, u"placePosition"_s);
    next = tool(u"nextPlace"_s);
    pages = new QStackedWidget(&q);
    message = label(Token::Muted, Face::Base, u"changesMessage"_s);
    message->setAlignment(Qt::AlignCenter);
    message->setWordWrap(true);
    message->setContentsMargins(Space::xl, Space::xl, Space::xl, Space::xl);
    view = new DiffView(&q);
    view->setObjectName(u"changeView"_s);
    pages->addWidget(message);
    pages->addWidget(view);
    images = new Review::ImagePage(&q);
    pages->addWidget(images);
    report = label(Token::Text, Face::Base, u"putBackReport"_s);
    report->setWordWrap(true);
    report->setTextInteractionFlags(Qt::TextSelectableByMouse);
    putBackPlace = Review::makeButton(tr("Put back this place"), u"putBackPlace"_s, &q);
    putBackFile = Review::makeButton(tr("Put back file"), u"putBackFile"_s, &q);
    undo = Review::makeButton(tr("Undo put-back"), u"undoPutBack"_s, &q);
    redo = Review::makeButton(tr("Redo put-back"), u"redoPutBack"_s, &q);
    work = new Background(&q);
    layOutParts();
    addActions(actions);

    connect(groups, &QListWidget::currentRowChanged, &q, [this] { listFiles({}); });
    connect(files, &QListWidget::currentRowChanged, &q, [this] { showFile(); });
    connect(view, &DiffView::currentHunkChanged, &q, [this] {
        showPosition();
        updateActions();
    });
}

void ChangesPanel::Private::layOutParts()
{
    auto *column = new QVBoxLayout(&q);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(Space::m, Space::s, Space::s, Space::s);
    top->addWidget(title, 1);
    top->addWidget(close);
    column->addLayout(top);
    column->addWidget(turnedOff);
    column->addWidget(new Edge(Qt::Horizontal, &q));

    auto *middle = new QHBoxLayout;
    middle->setSpacing(0);
    auto *lists = new QVBoxLayout;
    lists->setSpacing(0);
    lists->addWidget(groups);
    lists->addWidget(new Edge(Qt::Horizontal, &q));
    lists->addWidget(files, 1);
    lists->addWidget(notes);
    groups->setFixedWidth(files->width());
    notes->setFixedWidth(files->width());
    middle->addLayout(lists);
    middle->addWidget(new Edge(Qt::Vertical, &q));

    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    auto *line = new QHBoxLayout;
    line->setContentsMargins(Space::m, Space::xs, Space::s, Space::xs);
    line->setSpacing(Space::s);
    line->addWidget(path, 1);
    line->addWidget(counts);
    line->addWidget(standing);
    line->addWidget(previous);
    line->addWidget(position);
    line->addWidget(next);
    right->addLayout(line);
    reason->setContentsMargins(Space::m, 0, Space::m, Space::xs);
    right->addWidget(reason);
    right->addWidget(pages, 1);
    middle->addLayout(right, 1);
    column->addLayout(middle, 1);

    column->addWidget(new Edge(Qt::Horizontal, &q));
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(Space::m, Space::s, Space::m, Space::s);
    bar->setSpacing(Space::s);
    bar->addWidget(putBackPlace);
    bar->addWidget(putBackFile);
    bar->addWidget(report, 1);
    bar->addWidget(undo);
    bar->addWidget(redo);
    column->addLayout(bar);
}

void ChangesPanel::Private::addActions(Actions::Registry &actions)
{
    const auto add = [&](const QString &id, const QString &text, const QString &tip,
                         const QKeySequence &keys, auto run, const QString &icon = {}) {
        Actions::Registry::Spec spec;
        spec.id = id;
        spec.text = text;
        spec.tip = tip;
        spec.keys = {keys};
        spec.icon = icon;
        QAction *made = actions.add(&q, spec);
        connect(made, &QAction::triggered, &q, run);
        return made;
    };
    previous->setDefaultAction(add(
            u"changes.previousPlace"_s, tr("Previous Place"),
            tr("Goes to the changed place before, then to the file before."),
            QKeySequence(Qt::SHIFT | Qt::Key_F7), [this] { step(false); }, u"chevron-up"_s));
    next->setDefaultAction(add(
            u"changes.nextPlace"_s, tr("Next Place"),
            tr("Goes to the next changed place, then to the next file."), QKeySequence(Qt::Key_F7),
            [this] { step(true); }, u"chevron-down"_s));
    close->setDefaultAction(add(
            u"changes.close"_s, tr("Close the Changes"), tr("Closes the changes of this session."),
            QKeySequence(), [this] { Q_EMIT q.closed(); }, u"cross"_s));
    for (QToolButton *button : {previous, next, close})
        button->setAccessibleName(button->defaultAction()->text());
    for (const QToolButton *button : {previous, next})
        button->defaultAction()->setAutoRepeat(true);
    actPlace = add(u"changes.putBackPlace"_s, tr("Put Back This Place"),
                   tr("Puts the current place back as it was before."), QKeySequence(Qt::Key_U),
                   [this] {
                       const int hunk = view->currentHunk();
                       const DiffDocument *document = view->document();
                       if (hunk >= 0 && document && hunk < document->diff.blocks.size())
                           act(document->diff.blocks.at(hunk));
                   });
    actFile = add(u"changes.putBackFile"_s, tr("Put Back File"),
                  tr("Puts the file back as it was before, but for what was changed since."),
                  QKeySequence(Qt::SHIFT | Qt::Key_U), [this] { act({}); });
    actUndo = add(u"changes.undo"_s, tr("Undo Put-Back"), tr("Brings back what was put back last."),
                  QKeySequence(Qt::CTRL | Qt::Key_Z), [this] {
                      acting = true;
                      updateActions();
                      Q_EMIT q.undoWanted(session);
                  });
    actRedo = add(u"changes.redo"_s, tr("Redo Put-Back"),
                  tr("Puts back once more what was undone last."),
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), [this] {
                      acting = true;
                      updateActions();
                      Q_EMIT q.redoWanted(session);
                  });
    const auto bind = [this](QPushButton *button, QAction *action) {
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::changed, &q, [button, action] {
            button->setEnabled(action->isEnabled());
            button->setToolTip(action->toolTip());
        });
    };
    bind(putBackPlace, actPlace);
    bind(putBackFile, actFile);
    bind(undo, actUndo);
    bind(redo, actRedo);
}

const ChangeGroup &ChangesPanel::Private::group() const
{
    const MessageId turn = groups->currentTurn();
    const auto found = std::find_if(changes.turns.cbegin(), changes.turns.cend(),
                                    [&](const ChangeGroup &other) { return other.turn == turn; });
    return turn.isEmpty() || found == changes.turns.cend() ? changes.all : *found;
}

const ChangedFile *ChangesPanel::Private::file() const
{
    const int row = files->currentRow();
    const ChangeGroup &current = group();
    return loaded && row >= 0 && row < current.files.size() ? &current.files.at(row) : nullptr;
}

/// The files of the current group; `wanted` is the path of the one that shall be current.
void ChangesPanel::Private::listFiles(const QString &wanted)
{
    const ChangeGroup &current = group();
    QList<Diff::FileChange> list;
    int row = current.files.isEmpty() ? -1 : 0;
    for (const ChangedFile &changed : current.files) {
        Diff::FileChange change;
        change.kind = changed.kind;
        change.resource = changed.resource;
        change.movedTo = changed.movedTo;
        change.target = changed.path;
        if (changed.path == wanted)
            row = int(list.size());
        list.append(change);
    }
    {
        const QSignalBlocker quiet(files);
        files->setFiles(list);
        for (int i = 0; i < list.size(); ++i) {
            const ChangedFile &changed = current.files.at(i);
            QList<Review::Fact> facts;
            if (const QString words = wordsOf(changed.standing); !words.isEmpty())
                facts.append({u"standing"_s, words, true, false});
            if (changed.byCommand)
                facts.append({u"command"_s, tr("by a command"), true, false});
            files->setSummary(i, {changed.counts, facts});
        }
        files->setCurrentRow(row);
    }
    QStringList texts;
    for (const Session::Reason &note : current.notes)
        texts.append(wordsOf(note));
    notes->setText(texts.join(u'\n'));
    notes->setAccessibleName(texts.isEmpty() ? QString()
                                             : tr("Not recorded: %1").arg(texts.join(u' ')));
    notes->setVisible(!texts.isEmpty());
    showFile();
}

void ChangesPanel::Private::showMessage(const QString &text)
{
    work->cancel();
    shown = {};
    message->setText(text);
    message->setAccessibleName(text);
    pages->setCurrentWidget(message);
    showPosition();
    updateActions();
}

/// That nothing more is kept, whatever is listed from before.
void ChangesPanel::Private::showTurnedOff()
{
    const QString text = changes.turnedOffIn.isEmpty()
            ? QString()
            : tr("What sessions change is not kept and cannot be put back, because \"snapshots\" "
                 "is "
                 "false in %1. Set it to true there, and open the folder again, to have it kept "
                 "from "
                 "then on.")
                      .arg(Theme::visibleText(changes.turnedOffIn));
    turnedOff->setText(text.isEmpty() ? QString() : u"◆ "_s + text);
    turnedOff->setAccessibleName(text);
    turnedOff->setVisible(!text.isEmpty());
}

void ChangesPanel::Private::describeFile()
{
    const ChangedFile *current = file();
    const QString words = current ? wordsOf(current->standing) : QString();
    const QString name = !current        ? QString()
            : current->movedTo.isEmpty() ? current->resource
                                         : u"%1 → %2"_s.arg(current->resource, current->movedTo);
    Review::setPathText(path, Theme::visibleText(name));
    counts->setCounts(current ? current->counts : Diff::LineCounts());
    counts->setVisible(current && current->counts != Diff::LineCounts());
    standing->setText(words.isEmpty() ? QString() : u"◆ "_s + words);
    standing->setAccessibleName(words);
    standing->setVisible(!words.isEmpty());
    const QString why = current ? wordsOf(current->reason) : QString();
    reason->setText(why);
    reason->setVisible(!why.isEmpty());
}

void ChangesPanel::Private::showFile()
{
    describeFile();
    const ChangedFile *current = file();
    if (!current) {
        showMessage(!loaded ? tr("The changes are being looked for…")
                            : changes.turnedOffIn.isEmpty()
                            ? tr("This session has changed no file.")
                            : tr("Nothing was kept of what this session changed."));
        return;
    }
    if (current->standing == Standing::NotKept || current->standing == Standing::Gone) {
        showMessage(current->standing == Standing::Gone ? tr("Nothing of this change is left.")
                                                        : wordsOf(current->reason));
        return;
    }
    // Nothing is done to a file of which another one's change is still on screen.
    if (shown.turn != groups->currentTurn() || shown.file.path != current->path)
        shown = {};
    updateActions();
    Q_EMIT q.changeWanted(session, groups->currentTurn(), current->path);
}

void ChangesPanel::Private::display(const Session::ShownChange &change,
                                    const Result<DiffDocument> &built,
                                    const std::optional<Review::ImageChange> &pictures)
{
    if (!built) {
        showMessage(tr("The change cannot be shown. %1").arg(built.error().message));
        return;
    }
    const bool again = shown.session == change.session && shown.turn == change.turn
            && shown.file.path == change.file.path && pages->currentWidget() == view;
    shown = change;
    const auto document = std::make_shared<const DiffDocument>(*built);
    if (again)
        view->replaceDocument(document);
    else
        view->setDocument(document);
    applyLayout();
    if (pictures)
        images->setImages(Theme::visibleText(change.file.resource), *pictures);
    pages->setCurrentWidget(pictures ? static_cast<QWidget *>(images) : view);
    showPosition();
    updateActions();
    Q_EMIT q.shown();
    if (pictures)
        return;
    work->start([this, document](const std::stop_token &stop) -> Background::Delivery {
        auto coloured = std::make_shared<const DiffDocument>(
                Review::withSyntax(*document, Syntax::Highlighter::standard(), stop));
        return [this, document, coloured] {
            if (view->document() == document.get())
                view->updateSyntax(coloured);
        };
    });
}

bool ChangesPanel::Private::showsChange() const
{
    return pages->currentWidget() == view || pages->currentWidget() == images;
}

void ChangesPanel::Private::showPosition()
{
    const bool hasPlaces = pages->currentWidget() == view && view->hunkCount() > 0;
    position->setText(hasPlaces ? tr("%1 of %2").arg(view->currentHunk() + 1).arg(view->hunkCount())
                                : QString());
    for (QWidget *widget : {static_cast<QWidget *>(previous), static_cast<QWidget *>(position),
                            static_cast<QWidget *>(next)})
        widget->setVisible(hasPlaces);
}

void ChangesPanel::Private::updateActions()
{
    const ChangedFile *current = file();
    const bool isShown = !shown.session.isEmpty() && showsChange() && current;
    // What is listed may be newer than what is shown, until that comes as well.
    const Standing now =
            current ? std::max(current->standing, shown.file.standing) : shown.file.standing;
    // Not while an answer is on its way: what is shown may be another thing by then.
    actFile->setEnabled(!acting && isShown && canPutBackFile(now));
    actPlace->setEnabled(!acting && isShown && canPutBackPlaces(now)
                         && pages->currentWidget() == view && view->currentHunk() >= 0);
    actUndo->setEnabled(!acting && !changes.undo.isEmpty());
    actRedo->setEnabled(!acting && !changes.redo.isEmpty());
    redo->setVisible(!changes.redo.isEmpty());
}

void ChangesPanel::Private::applyLayout()
{
    const bool oneSided = shown.change.kind == Diff::ChangeKind::Added
            || shown.change.kind == Diff::ChangeKind::Deleted;
    const QFontMetricsF metrics(Theme::Theme::instance().codeFont());
    const bool isWide = pages->width() >= kSideBySideColumns * metrics.horizontalAdvance(u'0');
    view->setPresentation(isWide && !oneSided ? Review::Presentation::SideBySide
                                              : Review::Presentation::Unified);
}

void ChangesPanel::Private::act(const std::optional<Diff::Block> &place)
{
    Session::PutBackOrder order;
    order.session = session;
    order.turn = shown.turn;
    order.files = {shown.file.path};
    order.place = place;
    order.digest = shown.digest;
    acting = true;
    updateActions();
    Q_EMIT q.putBackWanted(order);
}

void ChangesPanel::Private::step(bool forward)
{
    if (forward ? view->nextHunk() : view->previousHunk())
        return;
    const int row = files->currentRow() + (forward ? 1 : -1);
    if (row >= 0 && row < files->count())
        files->setCurrentRow(row);
}

ChangesPanel::ChangesPanel(Actions::Registry &actions, QWidget *parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(*this))
{
    setAccessibleName(tr("Changes of this session"));
    d->build(actions);
    setFocusProxy(d->files);
    d->listFiles({});
}

ChangesPanel::~ChangesPanel() = default;

void ChangesPanel::setSession(const SessionId &session)
{
    const bool other = session != d->session;
    d->session = session;
    if (other) {
        d->changes = {};
        d->loaded = false;
        d->acting = false;
        d->report->setText({});
        d->groups->setChanges({});
        d->showTurnedOff();
        d->listFiles({});
    }
    reload();
}

SessionId ChangesPanel::session() const
{
    return d->session;
}

void ChangesPanel::reload()
{
    if (!d->session.isEmpty())
        Q_EMIT changesWanted(d->session);
}

void ChangesPanel::focusFiles()
{
    d->files->setFocus(Qt::ShortcutFocusReason);
}

void ChangesPanel::setChanges(const Session::SessionChanges &changes)
{
    if (changes.session != d->session)
        return;
    const ChangedFile *current = d->file();
    const QString wanted = current ? current->path : QString();
    d->changes = changes;
    d->loaded = true;
    d->groups->setChanges(changes);
    d->showTurnedOff();
    d->listFiles(wanted);
}

void ChangesPanel::setChange(const Session::ShownChange &change)
{
    const ChangedFile *current = d->file();
    if (change.session != d->session || change.turn != d->groups->currentTurn() || !current
        || current->path != change.file.path)
        return;
    d->work->cancel();
    d->work->start([this, change](const std::stop_token &stop) -> Background::Delivery {
        auto built = std::make_shared<const Result<DiffDocument>>(
                Review::buildDocument(change.change, stop));
        std::optional<Review::ImageChange> pictures;
        if (*built && (*built)->diff.binary && Review::isImageChange(change.change))
            pictures = Review::decodeImages(change.change, stop);
        return [this, change, built, pictures] {
            d->display(change, *built, pictures);
        };
    });
}

void ChangesPanel::setReport(const PutBackReport &report)
{
    if (report.session != d->session)
        return;
    d->acting = false;
    QStringList words;
    const QString files = report.done.join(u", "_s);
    if (!report.done.isEmpty()) {
        switch (report.act) {
        case PutBackReport::Act::PutBack:
            words.append(tr("Put back: %1").arg(files));
            break;
        case PutBackReport::Act::Undo:
            words.append(tr("Undone: %1").arg(files));
            break;
        case PutBackReport::Act::Redo:
            words.append(tr("Put back once more: %1").arg(files));
            break;
        }
    }
    for (const Session::Refusal &refusal : report.refused)
        words.append(wordsOf(refusal));
    const QString text = Theme::visibleText(words.join(u' '));
    d->report->setToken(report.refused.isEmpty() ? Token::Text : Token::Deny);
    d->report->setText(text);
    d->report->setAccessibleName(text);
    d->updateActions();
    reload();
}

void ChangesPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT closed();
        return;
    }
    QWidget::keyPressEvent(event);
}

void ChangesPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    d->applyLayout();
}

} // namespace Countersign::Changes
