// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QColor>
#include <QList>
#include <QString>
#include <QStringList>

#include <stop_token>

namespace Countersign::Syntax {

/// Lines with more UTF-16 units than this are not coloured: one line of a megabyte would give
/// hundreds of thousands of spans.
inline constexpr int kLongestLine = 4096;

/// A run of UTF-16 units in one line and the index of its style.
struct Span
{
    int start = 0;
    int length = 0;
    int style = 0;
    friend bool operator==(const Span &, const Span &) = default;
};

/// How a run is drawn, in both schemes: a change of scheme needs no new highlighting.
struct Style
{
    QString name; ///< The format's name in its definition ("Keyword"); for tests and people.
    QColor light;
    QColor dark;
    bool bold = false;
    bool italic = false;

    [[nodiscard]] const QColor &color(bool inDark) const { return inDark ? dark : light; }
    friend bool operator==(const Style &, const Style &) = default;
};

/// The colours of a whole text. A plain value that may cross threads.
struct Highlighted
{
    QString definition; ///< "C++"; empty when nothing knows the file.
    QList<QList<Span>> lines; ///< As many as the text's lines, or empty.
    QList<Style> styles;

    [[nodiscard]] bool isEmpty() const { return lines.isEmpty(); }
    friend bool operator==(const Highlighted &, const Highlighted &) = default;
};

/// Gives the lines of a text their colours.
class Highlighter
{
public:
    Highlighter() = default;
    virtual ~Highlighter() = default;
    Highlighter(const Highlighter &) = delete;
    Highlighter &operator=(const Highlighter &) = delete;

    /// Colours `lines`, the whole text of a file, in order: what a line means depends on those
    /// before it. Any thread. Empty when no definition fits `fileName` or `stop` was requested.
    [[nodiscard]] virtual Highlighted highlight(const QString &fileName, const QStringList &lines,
                                                const std::stop_token &stop) const = 0;

    /// The highlighter of the program (KSyntaxHighlighting). Lives for ever; each thread that
    /// calls it keeps its own repository of definitions until the thread ends.
    [[nodiscard]] static const Highlighter &standard();
};

} // namespace Countersign::Syntax
