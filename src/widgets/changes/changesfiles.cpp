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

#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace Countersign::Changes {

using namespace Qt::StringLiterals;
using Review::Background;
using Review::DiffDocument;
using Session::ChangedFile;
using Session::ChangeGroup;
using Session::Standing;

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
    const QString text = turnedOffWords(changes.turnedOffIn);
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

} // namespace Countersign::Changes
