// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "review/choices.h"
#include "review/diffview.h"
#include "review/reviewpanel.h"

#include <QBitArray>
#include <QCache>
#include <QHash>

class QAction;
class QFrame;
class QStackedWidget;

namespace Countersign::Actions {
class Registry;
}

namespace Countersign::Review {

class AnswerBar;
class Background;
class CommandPage;
class FileList;
class NoteBar;
class ReviewHeader;
class StaleWatch;
class TokenLabel;

/// reviewpanel.cpp builds the panel and takes requests; reviewfiles.cpp shows their files, keeps
/// what was viewed and what was left out.
class ReviewPanel::Private
{
public:
    explicit Private(ReviewPanel &panel) : q(panel) { }

    void build(Actions::Registry &actions);
    void connectParts();
    void addActions(Actions::Registry &actions);
    void setMessage(const QString &text);
    void applyLayout();
    void answer(const RequestId &id, Permission::Reply reply);
    [[nodiscard]] QWidget *body() const;

    void startSummaries();
    void showFile(int index);
    void loaded(int index, const Result<DiffDocument> &result);
    /// The file as it is chosen; `again`: it is on screen already and keeps its place.
    void showChosen(bool again);
    void display(const std::shared_ptr<const DiffDocument> &document, bool again);
    void startSyntax(const std::shared_ptr<const DiffDocument> &document);
    void showPosition(bool moreFiles);
    void nextHunk();
    void previousHunk();

    void leaveOut(bool out); ///< The current place: a hunk, or a file.
    void leaveOutHunk(int hunk, bool out);
    void leaveOutLine(bool out); ///< The current one.
    void leaveOutLines(const Picked &lines, bool out);
    void leaveOutFile(int index, bool out);
    [[nodiscard]] bool onLeftOut() const; ///< The current row says what was left out.
    void chosen(int index);
    void toggleViewed();
    void openRemark();
    void keepRemark(const QString &text);
    void showRemarks();
    void knowDigest(int index, const QByteArray &digest);
    void rememberViewed(int index, bool viewed);
    void updateAnswers();
    [[nodiscard]] QString unreadWords() const;
    [[nodiscard]] QString takenWords() const;
    [[nodiscard]] int fileCount() const
    {
        return static_cast<int>(request.inquiry.proposal.files.size());
    }

    struct Remark
    {
        int file = 0;
        DiffView::Line line;
        QString text;
    };

    ReviewPanel &q;
    Permission::Request request;
    Layout layout = Layout::Auto;
    int file = -1;
    Choices choices;
    std::shared_ptr<const DiffDocument> whole; ///< The file under review as it was proposed.
    QHash<int, QBitArray> seen; ///< Of each file: which hunks have been on screen.
    QHash<int, QByteArray> digests;
    /// What was viewed, over all requests: the content by the place where it goes. A tick comes back
    /// with the same content only.
    QCache<QString, QByteArray> viewed;
    QList<Remark> remarks; ///< On this request, in the order of making.
    Remark open; ///< The place that is being remarked on.
    bool nextFileOffered = false; ///< The next F7 goes to the next file.
    bool previousFileOffered = false;
    QAction *wrap = nullptr;
    ReviewHeader *header = nullptr;
    FileList *files = nullptr;
    QFrame *filesEdge = nullptr;
    QStackedWidget *pages = nullptr;
    DiffView *view = nullptr;
    CommandPage *command = nullptr;
    TokenLabel *message = nullptr;
    NoteBar *note = nullptr;
    AnswerBar *bar = nullptr;
    Background *work = nullptr;
    StaleWatch *stale = nullptr;
};

} // namespace Countersign::Review
