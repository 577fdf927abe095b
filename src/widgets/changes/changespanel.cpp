// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "changes/changespanel_p.h"

#include "changes/grouplist.h"
#include "changes/reasonwords.h"
#include "review/background.h"
#include "review/diffview.h"
#include "review/filelist.h"
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

namespace Countersign::Changes {

using namespace Qt::StringLiterals;
using Review::Background;
using Review::DiffDocument;
using Review::DiffView;
using Review::Face;
using Review::TokenLabel;
using Session::ChangedFile;
using Session::PutBackReport;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr int kSideBySideColumns = 120; // As in the review.

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

void ChangesPanel::Private::applyLayout()
{
    const bool oneSided = shown.change.kind == Diff::ChangeKind::Added
            || shown.change.kind == Diff::ChangeKind::Deleted;
    const QFontMetricsF metrics(Theme::Theme::instance().codeFont());
    const bool isWide = pages->width() >= kSideBySideColumns * metrics.horizontalAdvance(u'0');
    view->setPresentation(isWide && !oneSided ? Review::Presentation::SideBySide
                                              : Review::Presentation::Unified);
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
