// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "changes/changespanel_p.h"

#include "actions/registry.h"
#include "review/diffview.h"
#include "review/filelist.h"

#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace Countersign::Changes {

using namespace Qt::StringLiterals;
using Review::DiffDocument;
using Session::ChangedFile;
using Session::Standing;

namespace {

bool canPutBackFile(Standing standing)
{
    return standing == Standing::Stands || standing == Standing::Drifted;
}

bool canPutBackPlaces(Standing standing)
{
    return canPutBackFile(standing) || standing == Standing::Partly;
}

} // namespace

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

} // namespace Countersign::Changes
