// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QList>
#include <QListView>

namespace Countersign::Conversation {

/// A list of rows of different heights that measures only what it shows; the others are estimated.
/// The height of a row depends on the row itself and on the one before it, on nothing else.
/// What the reader looks at stays where it is when other rows turn out higher. At its end it follows
/// what arrives.
class LazyListView : public QListView
{
    Q_OBJECT
public:
    explicit LazyListView(QWidget *parent = nullptr);

    void setModel(QAbstractItemModel *model) override;
    [[nodiscard]] QRect visualRect(const QModelIndex &index) const override;
    [[nodiscard]] QModelIndex indexAt(const QPoint &point) const override;
    void scrollTo(const QModelIndex &index, ScrollHint hint = EnsureVisible) override;
    void reset() override;
    void doItemsLayout() override;

    [[nodiscard]] bool isFollowing() const { return m_following; }
    void setFollowing(bool following); ///< True: goes to the end and stays there.
    [[nodiscard]] bool isAtEnd() const;
    [[nodiscard]] int measuredRows() const; ///< How many rows were laid out so far.

Q_SIGNALS:
    void followingChanged(bool following);

protected:
    /// The height of a row, laid out.
    [[nodiscard]] virtual int exactHeight(int row) const = 0;
    /// The same without laying it out: cheap, may be wrong.
    [[nodiscard]] virtual int estimatedHeight(int row) const = 0;
    void remeasure(); ///< Width or fonts are others.
    void setEndSpace(int pixels); ///< Left free below the last row.

    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void updateGeometries() override;
    void dataChanged(const QModelIndex &first, const QModelIndex &last,
                     const QList<int> &roles = {}) override;
    void rowsInserted(const QModelIndex &parent, int first, int last) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void setSelection(const QRect &rect, QItemSelectionModel::SelectionFlags flags) override;
    [[nodiscard]] QRegion visualRegionForSelection(const QItemSelection &selection) const override;
    [[nodiscard]] int verticalOffset() const override;
    [[nodiscard]] int horizontalOffset() const override { return 0; }

private:
    enum class Known { Estimated, Stale, Exact };

    void fill();
    void onRemoved(int first, int last);
    void settle();
    void settleAtEnd();
    void settleWhereRead();
    void setScroll(int value);
    int measure(int row);
    void invalidate(int row);
    /// The rows are to be measured anew, and with them the one that follows them.
    void spoil(int first, int last);
    [[nodiscard]] int wholeHeight() const { return topOf(rows()) + (rows() > 0 ? m_endSpace : 0); }
    [[nodiscard]] int topOf(int row) const; ///< rowCount(): the height of all rows.
    [[nodiscard]] int rowAt(int y) const;
    [[nodiscard]] int rows() const { return int(m_heights.size()); }

    QList<int> m_heights;
    QList<Known> m_known;
    mutable QList<int> m_tops; ///< One more than there are rows.
    mutable int m_validTops = 0; ///< The last entry of m_tops that is right.
    int m_endSpace = 0;
    bool m_following = true;
    bool m_settling = false;
};

} // namespace Countersign::Conversation
