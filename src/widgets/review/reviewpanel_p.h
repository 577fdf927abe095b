// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "review/background.h"
#include "review/choices.h"
#include "review/diffview.h"
#include "review/drafts.h"
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
class CommandPage;
class EditPage;
class FileList;
class FindBar;
class ImagePage;
class LineBar;
class NoteBar;
class ReviewHeader;
class StaleWatch;
class TokenLabel;

/// reviewpanel.cpp builds the panel; reviewrequests.cpp takes and answers requests, reviewdrafts.cpp keeps what is being written, reviewfiles.cpp shows
/// their files and keeps what was viewed, reviewchoices.cpp leaves out; reviewremarks.cpp has the
/// remarks, reviewfind.cpp finds, reviewrevision.cpp has what changes a proposal: the person, or files
/// that change on disk; reviewactions.cpp names what can be done.
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
    [[nodiscard]] bool isTyping() const;
    [[nodiscard]] bool showsFile() const; ///< Its lines or its images, not a message or a command.

    [[nodiscard]] QString pastWords() const; ///< What became of it.
    void open(); ///< The request, from its first file or the one that was shown.
    /// Keeps what was decided and written of a request that is not answered; the files of which a text
    /// is kept.
    QStringList putAway();
    void startSummaries();
    void startSummary(int index);
    void showFile(int index);
    void forgetFileJobs();
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

    // reviewremarks.cpp
    void openRemark();
    void keepRemark(const QString &text);
    void showRemarks();
    /// As an agent reads it; `written`: by the lines of what is written, not of what was proposed.
    [[nodiscard]] QString lineOf(const Remark &remark, bool written) const;
    [[nodiscard]] QStringList remarkLines(bool written) const;
    void rememberRemarks(); ///< For what the agent proposes next.
    void recallRemarks();
    void anchorRemarks(int index, const QList<QByteArray> &before, const QList<QByteArray> &after);
    [[nodiscard]] bool hasRemarks(int index) const;

    // reviewdrafts.cpp
    void keepTyped(); ///< The remark that is being written.
    /// Texts that are not in what is proposed; `taken`: those that were taken, too. Their files.
    QStringList rememberDrafts(bool taken);
    void recallDrafts(); ///< For “Edit…”, which is told.

    // reviewrevision.cpp
    [[nodiscard]] bool isEditing() const;
    [[nodiscard]] bool canEdit() const;
    void openEditor();
    void takeEdit(const QByteArray &after);
    void closeEditor();
    void keepDraft(); ///< Of an editor that is left without a word.
    void onStale();
    void revise(const Permission::Request &next);
    void carryOver(const DiffDocument &loaded); ///< What was decided on the shown file before.
    /// What was left out of `then` is looked for in what is proposed now of a file that is not shown.
    void startCarrying(int index, const Diff::FileChange &then, const Diff::LeftOutLines &leftOut);
    void tellFit(int index, Choices::Fit fit);
    [[nodiscard]] QString movedWords(const DiffDocument &from, const DiffDocument &to) const;

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
    void showNews();
    [[nodiscard]] int fileCount() const
    {
        return static_cast<int>(request.inquiry.proposal.files.size());
    }

    /// Of the file under review, while it is compared anew.
    struct Carried
    {
        int file = -1;
        Diff::FileChange change; ///< As it was.
        std::shared_ptr<const DiffDocument> from;
        QBitArray seen; ///< Only after the person's own change.
        Diff::LeftOutLines leftOut; ///< Only when it was computed again.
        bool moved = false; ///< It was.
    };

    ReviewPanel &q;
    Permission::Request request;
    std::optional<Permission::PastRequest> past; ///< `request` has ended, and is only read.
    Layout layout = Layout::Auto;
    int file = -1;
    Choices choices;
    std::shared_ptr<const DiffDocument> whole; ///< The file under review as it was proposed.
    /// The view shows the file as it is proposed now, not what it was before.
    bool displayed = false;
    QHash<int, QBitArray> seen; ///< Of each file: which hunks have been on screen.
    QHash<int, QByteArray> digests;
    /// What was viewed, over all requests: the content by the place where it goes. A tick comes back
    /// with the same content only.
    QCache<QString, QByteArray> viewed;
    QList<Remark> remarks; ///< On this request, in the order of making.
    Remark opened; ///< The place that is being remarked on.
    RemarkMemory remembered;
    DraftMemory drafts;
    /// What was decided of requests that were put away unanswered, by their ids.
    QCache<QString, Choices> unanswered;
    QCache<QString, QString> unsaid; ///< Words for their rejection, likewise.
    /// The person's changes of a file that could not be carried over to its new contents, by the file.
    QHash<QString, QByteArray> keptTexts;
    Carried carried;
    /// Of files that are not shown, while what was left out of them is looked for: it is not allowed
    /// what would be written without.
    struct Carrying
    {
        Diff::FileChange then;
        Diff::LeftOutLines leftOut;
    };
    QHash<int, Carrying> carrying;
    QString staleWhy; ///< Why the change cannot be computed again.
    QStringList movedFiles; ///< Those that it was computed again for.
    QStringList lostChoices; ///< Files of which nothing is left out any more because of that.
    QStringList partlyLost; ///< Less is.
    QStringList lostEdits;
    QStringList draftsAside; ///< Files whose editor was left for another file.
    bool nextFileOffered = false; ///< The next step goes to the next file.
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
    EditPage *editor = nullptr;
    TokenLabel *message = nullptr;
    NoteBar *note = nullptr;
    AnswerBar *bar = nullptr;
    Background *work = nullptr;
    Background *searcher = nullptr;
    Background::Ticket documentJob = Background::Ticket::None;
    Background::Ticket syntaxJob = Background::Ticket::None;
    StaleWatch *stale = nullptr;
};

} // namespace Countersign::Review
