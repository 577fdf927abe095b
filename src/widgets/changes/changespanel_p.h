// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "changes/changespanel.h"
#include "review/imagepage.h"

#include <optional>

class QAction;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace Countersign::Review {
class Background;
class CountsLabel;
class DiffView;
class FileList;
class TokenLabel;
struct DiffDocument;
} // namespace Countersign::Review

namespace Countersign::Changes {

class GroupList;

/// changespanel.cpp builds the panel and takes what it is given; changesfiles.cpp lists the files and
/// shows the change of one; changesactions.cpp has what can be done with it.
class ChangesPanel::Private
{
public:
    explicit Private(ChangesPanel &panel) : q(panel) { }

    void build(Actions::Registry &actions);
    void layOutParts();
    void applyLayout();

    // changesfiles.cpp
    void listFiles(const QString &wanted);
    void showFile();
    void display(const Session::ShownChange &change, const Result<Review::DiffDocument> &built,
                 const std::optional<Review::ImageChange> &pictures);
    [[nodiscard]] bool showsChange() const; ///< Its lines or its images, not a message.
    void showMessage(const QString &text);
    void showTurnedOff();
    void describeFile();
    void showPosition();
    [[nodiscard]] const Session::ChangeGroup &group() const;
    [[nodiscard]] const Session::ChangedFile *file() const; ///< The current one; null: none.

    // changesactions.cpp
    void addActions(Actions::Registry &actions);
    void updateActions();
    void act(const std::optional<Diff::Block> &place);
    void step(bool forward);

    ChangesPanel &q;
    SessionId session;
    Session::SessionChanges changes;
    Session::ShownChange shown; ///< On screen; without a session: nothing is.
    bool loaded = false;
    bool acting = false; ///< The answer to an act has not come yet.
    Review::TokenLabel *title = nullptr;
    Review::TokenLabel *turnedOff = nullptr;
    QToolButton *close = nullptr;
    GroupList *groups = nullptr;
    Review::FileList *files = nullptr;
    Review::TokenLabel *notes = nullptr;
    Review::TokenLabel *path = nullptr;
    Review::CountsLabel *counts = nullptr;
    Review::TokenLabel *standing = nullptr;
    Review::TokenLabel *reason = nullptr;
    QToolButton *previous = nullptr;
    Review::TokenLabel *position = nullptr;
    QToolButton *next = nullptr;
    QStackedWidget *pages = nullptr;
    Review::TokenLabel *message = nullptr;
    Review::DiffView *view = nullptr;
    Review::ImagePage *images = nullptr;
    Review::TokenLabel *report = nullptr;
    QPushButton *putBackPlace = nullptr;
    QPushButton *putBackFile = nullptr;
    QPushButton *undo = nullptr;
    QPushButton *redo = nullptr;
    QAction *actPlace = nullptr;
    QAction *actFile = nullptr;
    QAction *actUndo = nullptr;
    QAction *actRedo = nullptr;
    Review::Background *work = nullptr;
};

} // namespace Countersign::Changes
