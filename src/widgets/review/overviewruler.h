// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "review/diffdocument.h"

#include <QWidget>

namespace Countersign::Review {

/// A run of rows of a document that is worth a look.
struct OverviewMark
{
    enum class Kind { Added, Removed, Changed, LeftOut };
    Kind kind = Kind::Changed;
    int first = 0;
    int count = 0;
    friend bool operator==(const OverviewMark &, const OverviewMark &) = default;
};

/// The hunks of a document and what was left out, in order.
[[nodiscard]] QList<OverviewMark> overviewMarks(const DiffDocument &document);

/// All of a file in the height of the view: what is removed on the left, what is added on the right,
/// what is changed across, what was left out hollow; matches as dots at the right edge; and the part
/// that is on screen. A click or a drag goes there.
class OverviewRuler final : public QWidget
{
    Q_OBJECT
public:
    static constexpr int kWidth = 18; ///< In pixels.

    explicit OverviewRuler(QWidget *parent = nullptr);
    void setMarks(int rows, const QList<OverviewMark> &marks); ///< `rows`: of the document.
    void setMatches(const QList<int> &rows); ///< Rows of the document, in order.
    void setShown(int first, int end); ///< Rows of the document that are on screen.
    [[nodiscard]] const QList<OverviewMark> &marks() const { return m_marks; }
    /// The row that a height in the ruler stands for, and back; -1 without rows.
    [[nodiscard]] int rowAt(int y) const;
    [[nodiscard]] int yOf(int row) const;

Q_SIGNALS:
    void wanted(int row);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    [[nodiscard]] int span() const; ///< Rows that the height stands for.
    void describe();
    void paintMark(QPainter &painter, OverviewMark::Kind kind, int top, int bottom) const;

    int m_rows = 0;
    QList<OverviewMark> m_marks;
    QList<int> m_matches;
    int m_first = 0;
    int m_end = 0;
};

} // namespace Countersign::Review
