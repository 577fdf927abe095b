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
class FindBar;
class ImagePage;
class LineBar;
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
    [[nodiscard]] bool showsFile() const; ///< Its lines or its images, not a message or a command.

    void startSummaries();
    void showFile(int index);
    void loaded(int index, const Result<DiffDocument> &result);
    /// The file as it is chosen; `again`: it is on screen already and keeps its place.
    void showChosen(bool again);
    void display(const std::shared_ptr<const DiffDocument> &document, bool again);
    bool startImages(); ///< Of the loaded file; false: it is no image, and shown as lines.
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

    // reviewfind.cpp
    void buildFinding(Actions::Registry &actions);
    void openFind();
    void closeFind(); ///< Without moving the focus.
    void search(bool jump); ///< Anew; `jump`: to the first match from the current row on.
    void stepMatch(bool forward);
    void showMatch();
    void openLineBar();
    void goToLine(const QString &text);
    [[nodiscard]] bool leaveBars(); ///< Closes what is open below the header; false: nothing was.
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
    ImagePage *images = nullptr;
    bool pictured = false; ///< The file under review is shown as images.
    FindBar *find = nullptr;
    LineBar *lineBar = nullptr;
    bool moreMatches = false; ///< Than were counted.
    TokenLabel *message = nullptr;
    NoteBar *note = nullptr;
    AnswerBar *bar = nullptr;
    Background *work = nullptr;
    Background *searcher = nullptr;
    StaleWatch *stale = nullptr;
};

} // namespace Countersign::Review
