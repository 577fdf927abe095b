// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "review/displayline.h"
#include "review/finding.h"
#include "review/remarks.h"
#include "review/screenlines.h"
#include "review/visualrows.h"
#include "theme/theme.h"

#include <QAbstractScrollArea>
#include <QCache>
#include <QTextLayout>

#include <limits>
#include <memory>
#include <optional>

namespace Countersign::Review {

class LongLines;
class OverviewRuler;

/// Paints one file's change, unified or side by side, with long lines wrapped or not. Virtual: only
/// what is visible is laid out, a unit of the vertical scroll bar is one screen line. Keyboard: arrows, page keys, Home, End,
/// Return (fold), Ctrl+A, Ctrl+C; actions lead from hunk to hunk.
class DiffView final : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit DiffView(QWidget *parent = nullptr);

    /// Shows `document` from its first hunk. The same file again with colours added (see
    /// withSyntax) goes to updateSyntax(), with other hunks left out to replaceDocument(): both keep
    /// the place.
    void setDocument(std::shared_ptr<const DiffDocument> document);
    void replaceDocument(std::shared_ptr<const DiffDocument> document);
    void updateSyntax(std::shared_ptr<const DiffDocument> document);
    [[nodiscard]] const DiffDocument *document() const { return m_document.get(); }
    [[nodiscard]] std::shared_ptr<const DiffDocument> sharedDocument() const { return m_document; }

    void setPresentation(Presentation presentation); ///< Keeps the place.
    [[nodiscard]] Presentation presentation() const { return m_presentation; }
    void setWrapped(bool wrapped); ///< Keeps the place.
    [[nodiscard]] bool isWrapped() const { return m_wrapped; }
    [[nodiscard]] int columnsPerLine() const; ///< At which lines are wrapped.

    /// Remarks, painted behind their last lines; the lines are those that are shown.
    void setRemarks(const QList<Remark> &remarks);
    /// The selected lines of one side, or the line of the current row, the new side first; empty: there
    /// is none. Where the selection is on both sides, it is those of the new one.
    [[nodiscard]] LineRange currentLines() const;

    [[nodiscard]] const QList<VisualRow> &visuals() const { return m_visuals; }
    [[nodiscard]] const ScreenLines &screenLines() const { return m_strip; } ///< Of visuals().
    [[nodiscard]] int currentRow() const { return m_current; } ///< Visual row; -1: nothing shown.
    [[nodiscard]] int currentHunk() const; ///< From 0; -1: there is none.
    [[nodiscard]] int hunkCount() const; ///< Those that were left out are among them.
    [[nodiscard]] bool isLeftOut(int hunk) const; ///< As a whole.
    /// The changed lines that are selected, for leaving them out or (`out` false) taking them in;
    /// nothing is selected or none of them changes: empty. In the unified view a removed and an
    /// added line are each for itself, side by side a row is both.
    [[nodiscard]] Picked picked(bool out) const;
    /// The same for one visual row.
    [[nodiscard]] Picked pickedAt(int visual, bool out) const;
    [[nodiscard]] bool hasSelection() const { return m_anchor != m_caret; }
    /// Goes to the start of the next or previous hunk; false at the last or first.
    bool nextHunk();
    bool previousHunk();
    /// Of which hunks the end has been painted in full; without hunks, one bit for the view itself.
    [[nodiscard]] const QBitArray &seen() const { return m_seen; }
    void setSeen(const QBitArray &seen); ///< After setDocument(): what was seen before.
    [[nodiscard]] int seenCount() const;
    [[nodiscard]] bool isSeen() const; ///< Everything has been.
    /// Opens 20 lines of the fold at a visual row, or all of it.
    void openFold(int visual, bool all);
    /// Opens 20 lines behind (or before) the current hunk, or of the current fold at its upper (or
    /// lower) end; false where nothing is folded.
    bool growContext(bool below);
    /// What is clicked on a fold to open it: at one end, or all of it. In viewport pixels; empty when
    /// it is not on screen.
    struct FoldTarget
    {
        enum class What { Upper, Lower, All };
        What what = What::All;
        QRect rect;
        QString text;
        QString tip;
    };
    [[nodiscard]] QList<FoldTarget> foldTargets(int visual) const;
    /// The whole text of a row that is no line and does not fit; empty: it fits, or there is none.
    [[nodiscard]] QString cutBandAt(QPoint position) const;

    /// Places to be marked, of the document as it is (see findMatches()); no other document keeps them.
    void setMatches(const QList<Match> &matches);
    [[nodiscard]] int matchCount() const { return static_cast<int>(m_matches.size()); }
    [[nodiscard]] int currentMatch() const { return m_match; } ///< As painted, from 0; -1: none.
    [[nodiscard]] int matchFromHere() const; ///< The first from the current row on; -1: none.
    void goToMatch(int nth); ///< Opens what hides it.
    bool goToLine(Side side, int number); ///< Opens what hides it; false: there is no such line.
    /// As in the file, without gutters; only the side where the selection began.
    [[nodiscard]] QString selectedText() const;
    /// The text of a visual row as it is painted, with its signs; for tests and screen readers.
    [[nodiscard]] QString rowText(int visual,
                                  qsizetype most = std::numeric_limits<qsizetype>::max()) const;
    /// Columns of code that fit on one side when both are shown.
    [[nodiscard]] static int columnsSideBySide(int width, const QFont &font);
    [[nodiscard]] int rowHeight() const { return m_rowHeight; }

Q_SIGNALS:
    void currentHunkChanged(int hunk, int count);
    void seenChanged();
    /// A click on what was left out, or on the sign of a changed line.
    void linesWanted(const Countersign::Review::Picked &lines, bool out);
    void selectionChanged();
    void remarkWanted(); ///< A click on the numbers of the current line.

protected:
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    /// A place in the text: a visual row and a unit of its painted text.
    struct Place
    {
        int visual = -1;
        int unit = 0;
        friend auto operator<=>(const Place &, const Place &) = default;
    };
    /// Where one side's gutter and text are, in viewport pixels.
    struct Area
    {
        Side side = Side::New;
        int left = 0;
        int textLeft = 0;
        int right = 0;
    };
    /// A laid out part of a line: all of it, or what is near the window for a very long one.
    struct Laid
    {
        std::unique_ptr<QTextLayout> layout;
        int from = 0; ///< First unit of the part.
        int length = 0;
        qreal x = 0; ///< Where the part begins, relative to the line's start.
        qreal scale = 1; ///< Below 1 where letters were wider than wrapping takes them to be.
        [[nodiscard]] qreal xOf(int unit) const;
        [[nodiscard]] int unitAt(qreal lineX) const;
    };

    /// What stands behind a line, or a part of it.
    struct Tail
    {
        QString text;
        Theme::Token token = Theme::Token::Muted;
        int line = 0; ///< Screen line of the row.
    };
    /// What is at the upper edge, whatever the width.
    struct Top
    {
        int visual = 0;
        int column = 0;
    };

    /// A hunk in visual rows.
    struct Hunk
    {
        int first = 0;
        int end = 0; ///< Its last row, or the fold that hides it.
        int number = -1; ///< Of the whole change.
        bool leftOut = false; ///< Nothing of it is taken.
    };

    void rebuild();
    void rebuildFolds(); ///< The line that is current stays it.
    void openFoldAt(int visual, FoldTarget::What what);
    [[nodiscard]] int foldBeside(int hunk,
                                 bool below) const; ///< Its visual row; -1: there is none.
    [[nodiscard]] std::optional<FoldTarget> foldTargetAt(QPoint position) const;
    void showMarks(); ///< On the ruler; after the document changed.
    void showPlace(); ///< On the ruler; after the rows or the scroll bar changed.
    [[nodiscard]] int documentRow(int visual, bool end) const;
    void goToRow(int row);
    void orderMatches();
    [[nodiscard]] int showRow(int row, Side side);
    void bring(int line); ///< Scrolls to a screen line that is not in the window.
    void findHunks();
    void noteSeen(int top, int bottom); ///< Screen lines that have been painted in full.
    void applyTheme();
    void updateScrollBars();
    void describe();
    void setCurrent(int visual, bool extend);
    void reveal(int visual);
    void measure(); ///< After the rows, their remarks, the width or the wrapping changed.
    void moveByRow(bool down, bool extend);
    void moveByPage(bool down, bool extend);
    [[nodiscard]] Top topPlace() const;
    void goToTop(Top top);
    [[nodiscard]] int columnsOfLine(Side side, int number) const;
    [[nodiscard]] int piecesOfLine(Side side, int number) const; ///< Screen lines of its text.
    [[nodiscard]] int pieceStart(const DisplayLine &line, int piece) const; ///< Its first unit.
    [[nodiscard]] int pieceAt(const DisplayLine &line, int unit) const;
    [[nodiscard]] QList<Tail> tailsOf(const VisualRow &visual, Side side) const;
    void goToHunk(int hunk);
    void beginSelection(Side side); ///< Where the mouse button went down.
    void clearSelection();
    void select(Place anchor, Place caret);
    [[nodiscard]] int signAt(QPoint position) const; ///< Visual row of a sign; -1: none.
    [[nodiscard]] bool staysByChoice(const VisualRow &visual) const;
    void copySelection() const;
    [[nodiscard]] QString selectedIn(int visual, Side side, int number) const; ///< As in the file.
    [[nodiscard]] int visualOfRow(int row) const;
    [[nodiscard]] int visualAt(int y) const;
    [[nodiscard]] Place placeAt(QPoint position) const;
    [[nodiscard]] int pageRows() const;
    [[nodiscard]] int gutterWidth() const;
    [[nodiscard]] QList<Area> areas() const;
    [[nodiscard]] Side sideOf(const VisualRow &visual, Side wanted) const;
    [[nodiscard]] int numberOf(const VisualRow &visual, Side side) const; ///< 0: nothing there.
    /// Null: it is very long and not prepared yet. Valid until the next call.
    [[nodiscard]] const DisplayLine *displayLine(Side side, int number) const;
    [[nodiscard]] bool isReady(int visual) const; ///< Nothing of it is still prepared.
    void linesReady(); ///< Very long ones.
    struct Band
    {
        QString text;
        Theme::Token token = Theme::Token::Muted;
    };
    [[nodiscard]] Band bandOf(const VisualRow &row) const; ///< Of a row that is no line.
    /// What is painted of it, which may be cut at the edge of the window.
    [[nodiscard]] QString elided(const Band &band) const;
    [[nodiscard]] QString preparingText(Side side, int number) const;
    [[nodiscard]] QString foldText(const Fold &fold) const;
    [[nodiscard]] QString leftOutText(const Diff::Gap &gap) const;
    [[nodiscard]] QString remarkOn(Side side, int number) const;
    [[nodiscard]] bool isRemarkedOn(Side side, int number) const;
    [[nodiscard]] LineRange linesOf(int first, int last) const; ///< Of these visual rows.
    [[nodiscard]] bool isSelected(int visual) const;
    [[nodiscard]] QString markOf(const Diff::Row &row, Side side) const;
    [[nodiscard]] Laid layOut(const DisplayLine &line, Side side, int number, int textWidth,
                              int piece) const;
    [[nodiscard]] QList<QTextLayout::FormatRange> formatsOf(const DisplayLine &line, Side side,
                                                            int number, const Laid &laid) const;

    void paintRow(QPainter &painter, int visual, int y) const;
    void paintMiddle(QPainter &painter, int y, int height) const;
    void paintBand(QPainter &painter, int visual, int y) const;
    void paintSide(QPainter &painter, int visual, const Area &area, int y) const;
    void paintGutter(QPainter &painter, const VisualRow &visual, const Area &area, int y) const;
    void paintText(QPainter &painter, const DisplayLine &line, int visual, const Area &area,
                   Side side, int top, int piece) const;
    void paintPreparing(QPainter &painter, const Area &area, Side side, int number, int y) const;
    void paintFoldTargets(QPainter &painter, int visual) const;
    void paintMatches(QPainter &painter, int visual, Side side, const Laid &laid, qreal origin,
                      int y) const;
    void paintContinued(QPainter &painter, const Area &area, int y) const;
    void paintTails(QPainter &painter, const DisplayLine &line, int visual, const Area &area,
                    Side side, int y) const;
    void paintCut(QPainter &painter, const Area &area, qreal origin, const Laid &laid, int length,
                  int y) const;
    void fillSpan(QPainter &painter, const Laid &laid, qreal originX, int y, Diff::Span span,
                  const QColor &color) const;
    [[nodiscard]] Diff::Span selectedSpan(int visual, Side side, int length) const;

    std::shared_ptr<const DiffDocument> m_document;
    QList<Fact> m_notes;
    QList<Fold> m_folds;
    QList<VisualRow> m_visuals;
    ScreenLines m_strip; ///< Of m_visuals.
    QList<Hunk> m_hunks;
    QList<Remark> m_remarks;
    QList<Match> m_matches;
    QList<int> m_matchOrder; ///< Indexes of m_matches as they are painted.
    int m_match = -1; ///< Of m_matchOrder.
    bool m_matchWaits = false; ///< For its line, which is not ready.
    OverviewRuler *m_ruler = nullptr;
    LongLines *m_longLines = nullptr;
    QBitArray m_seen;
    Presentation m_presentation = Presentation::Unified;
    bool m_wrapped = false;
    int m_columnsPerLine = 1; ///< At which lines are wrapped.
    int m_current = -1;
    Place m_anchor; ///< Selection from here to m_caret; none when they are equal.
    Place m_caret;
    Side m_selectionSide = Side::New;
    bool m_selecting = false;
    QPoint m_pressedAt; ///< Where the mouse button went down.
    bool m_pressedNumber = false; ///< The mouse button went down on a line's number.
    int m_rowHeight = 16;
    qreal m_advance = 8;
    QFont m_font;
    QColor m_warning; ///< Of escapes; readable on every background.
    mutable QCache<quint64, DisplayLine> m_lines;
};

} // namespace Countersign::Review
