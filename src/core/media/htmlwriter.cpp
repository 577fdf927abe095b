// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "media/htmlwriter.h"

#include <algorithm>
#include <utility>

namespace Countersign::Media {

using namespace Qt::StringLiterals;

namespace {

// Deeper ones are read as if they were not there, so that a line cannot grow with the depth.
constexpr qsizetype kMostPrefixes = 16;
constexpr qsizetype kMostMarks = 16;

bool isCollapsible(QChar c)
{
    return c == u' ' || c == u'\t' || c == u'\n' || c == u'\r' || c == u'\f';
}

QString withoutTrailingBlanks(QString text)
{
    while (text.endsWith(u' '))
        text.chop(1);
    return text;
}

} // namespace

QString HtmlWriter::restPrefix() const
{
    QString prefix;
    for (const Prefix &one : m_prefixes) {
        if (one.used)
            prefix += one.rest;
    }
    return prefix;
}

/// Before anything visible is written.
void HtmlWriter::begin()
{
    if (m_lineStart) {
        if (!m_out.isEmpty()) {
            m_out += u'\n';
            if (m_gap == Gap::Block)
                m_out += withoutTrailingBlanks(restPrefix()) + u'\n';
        }
        for (Prefix &prefix : m_prefixes)
            m_out += std::exchange(prefix.used, true) ? prefix.rest : prefix.first;
        m_out += std::exchange(m_lead, {});
        m_lineStart = false;
        m_gap = Gap::None;
    } else if (m_break) {
        m_out += (m_writesMarks ? u"  \n"_s : u"\n"_s) + restPrefix();
    } else if (m_space) {
        m_out += u' ';
    }
    m_space = false;
    m_break = false;
    if (!std::exchange(m_marksDue, false))
        return;
    for (Mark &mark : m_marks) {
        if (!std::exchange(mark.written, true))
            m_out += mark.open;
    }
}

void HtmlWriter::end(Gap gap)
{
    if (!m_lineStart) {
        m_marksDue = !m_marks.isEmpty();
        for (auto mark = m_marks.rbegin(); mark != m_marks.rend(); ++mark) {
            if (std::exchange(mark->written, false))
                m_out += mark->close;
        }
    }
    m_lineStart = true;
    m_space = false;
    m_break = false;
    // A blank line between an item's sign and its text would part them.
    const bool fresh = !m_prefixes.isEmpty() && !m_prefixes.last().used;
    if (!fresh)
        m_gap = std::max(m_gap, gap);
}

void HtmlWriter::text(QStringView text)
{
    for (qsizetype from = 0; from < text.size();) {
        if (isCollapsible(text.at(from))) {
            m_space = !m_lineStart && !m_break;
            ++from;
            continue;
        }
        qsizetype to = from + 1;
        while (to < text.size() && !isCollapsible(text.at(to)))
            ++to;
        begin();
        m_out += text.sliced(from, to - from);
        from = to;
    }
}

void HtmlWriter::verbatim(const QString &text)
{
    if (text.isEmpty())
        return;
    begin();
    m_out += text;
}

void HtmlWriter::lines(const QString &text)
{
    block();
    const QList<QStringView> all = QStringView(text).split(u'\n');
    bool first = true;
    for (const QStringView one : all) {
        if (std::exchange(first, false))
            begin();
        else
            m_out += u'\n' + (one.isEmpty() ? withoutTrailingBlanks(restPrefix()) : restPrefix());
        m_out += one;
    }
    block();
}

void HtmlWriter::lineBreak()
{
    if (m_lineStart)
        return;
    if (m_break)
        end(Gap::Block);
    else
        m_break = true;
    m_space = false;
}

void HtmlWriter::line()
{
    end(Gap::Line);
}

void HtmlWriter::nextItem()
{
    end(Gap::Line);
    m_gap = Gap::Line;
}

void HtmlWriter::block()
{
    end(Gap::Block);
}

void HtmlWriter::openMark(const QString &open, const QString &close)
{
    const bool again = std::any_of(m_marks.begin(), m_marks.end(),
                                   [&open](const Mark &mark) { return mark.open == open; });
    if (!m_writesMarks || again || m_marks.size() >= kMostMarks)
        m_marks.append(Mark{});
    else
        m_marks.append({open, close, false});
    m_marksDue = true;
}

void HtmlWriter::closeMark()
{
    if (m_marks.isEmpty())
        return;
    const Mark mark = m_marks.takeLast();
    if (mark.written)
        m_out += mark.close;
}

void HtmlWriter::pushPrefix(const QString &first, const QString &rest)
{
    if (m_prefixes.size() < kMostPrefixes)
        m_prefixes.append({first, rest, false});
    else
        m_prefixes.append(Prefix{{}, {}, true});
}

void HtmlWriter::popPrefix()
{
    if (!m_prefixes.isEmpty())
        m_prefixes.removeLast();
}

} // namespace Countersign::Media
