// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/lines.h"

#include <QByteArray>
#include <QList>

#include <random>
#include <utility>

namespace Countersign::Test {

inline QList<QByteArray> listOf(const Diff::Lines &lines)
{
    QList<QByteArray> list;
    for (qsizetype i = 0; i < lines.size(); ++i)
        list.append(lines.at(i).toByteArray());
    return list;
}

/// Two related texts: lines of few kinds, then some of them removed, added or changed. The same
/// seed gives the same texts.
inline std::pair<QByteArray, QByteArray> randomTexts(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&random](int limit) {
        return int(random() % unsigned(limit));
    };
    const auto line = [&below] {
        static const QList<QByteArray> words{"int",  "x",  "= 1;", "}",    "return",
                                             "über", "文", "\r",   "\t\t", "if (a)"};
        QByteArray text;
        for (int i = below(4); i > 0; --i)
            text += words.at(below(int(words.size()))) + ' ';
        return text;
    };
    QList<QByteArray> before;
    for (int i = below(40); i > 0; --i)
        before.append(line());
    QList<QByteArray> after;
    const int activity = 1 + below(8);
    for (const QByteArray &old : std::as_const(before)) {
        const int choice = below(10);
        if (choice >= activity || choice > 3)
            after.append(old);
        else if (choice == 1)
            after.append(old + "more");
        else if (choice == 2)
            after << old << line();
        else if (choice == 3)
            after << line() << line();
    }
    const auto join = [&below](const QList<QByteArray> &lines) {
        QByteArray text = lines.join('\n');
        return below(3) == 0 || lines.isEmpty() ? text : text + '\n';
    };
    return {join(before), join(after)};
}

} // namespace Countersign::Test
