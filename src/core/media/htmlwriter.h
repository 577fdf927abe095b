// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QList>
#include <QString>
#include <QStringView>

namespace Countersign::Media {

/// Puts text together line by line: white space is collapsed as in HTML, blocks are kept apart, each
/// line gets the prefixes of the lists and quotations that it is in, and marks (emphasis, links) are
/// written only around text and never across blocks. A value.
class HtmlWriter
{
public:
    /// `marks` false: marks are not written (plain text).
    explicit HtmlWriter(bool marks) : m_writesMarks(marks) { }

    void text(QStringView text); ///< With white space collapsed.
    void verbatim(const QString &text); ///< One piece within a line, as it is.
    void lines(const QString &text); ///< A block of its own, line by line as it is.
    void lineBreak(); ///< Within a block; a second one ends it.
    void line(); ///< What follows begins a line.
    void nextItem(); ///< As line(), and no blank line whatever came before.
    void block(); ///< What follows begins a block, after a blank line.
    void lead(const QString &text) { m_lead = text; } ///< Before the next text of this line.

    void openMark(const QString &open, const QString &close);
    void closeMark();

    /// What the first line gets that is written from now on, and what the others get.
    void pushPrefix(const QString &first, const QString &rest);
    void popPrefix();

    [[nodiscard]] qsizetype size() const { return m_out.size(); }
    [[nodiscard]] const QString &written() const { return m_out; }

private:
    struct Mark
    {
        QString open;
        QString close;
        bool written = false;
    };
    struct Prefix
    {
        QString first;
        QString rest;
        bool used = false;
    };
    enum class Gap { None, Line, Block };

    void begin();
    void end(Gap gap);
    [[nodiscard]] QString restPrefix() const;

    bool m_writesMarks;
    QString m_out;
    Gap m_gap = Gap::None;
    bool m_lineStart = true; ///< Nothing of the line is written yet.
    bool m_space = false; ///< A blank is due before the next text.
    bool m_break = false; ///< A line break within the block is due.
    QString m_lead;
    QList<Mark> m_marks;
    bool m_marksDue = false; ///< Some of them are not written.
    QList<Prefix> m_prefixes;
};

} // namespace Countersign::Media
