// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "difftexts.h"

#include <algorithm>
#include <random>

using namespace Qt::StringLiterals;

namespace Countersign::Bench {

namespace {

QByteArray joined(const QList<QByteArray> &lines)
{
    return lines.join('\n') + '\n';
}

QList<QByteArray> words(const QByteArray &word, int count)
{
    QList<QByteArray> lines;
    for (int i = 0; i < count; ++i)
        lines.append(word + QByteArray::number(i));
    return lines;
}

} // namespace

QList<QByteArray> codeLines(int count)
{
    static const QList<QByteArray> words{"int",  "value", "return", "const", "auto",  "for",
                                         "size", "text",  "line",   "begin", "count", "static"};
    std::mt19937 random(1); // NOLINT: the same every time
    const auto below = [&random](unsigned limit) {
        return int(random() % limit);
    };
    QList<QByteArray> lines;
    lines.reserve(count);
    for (int i = 0; i < count; ++i) {
        QByteArray line(4 * below(4), ' ');
        for (int word = 3 + below(5); word > 0; --word)
            line += words.at(below(unsigned(words.size()))) + ' ';
        lines.append(line + QByteArray::number(i) + ';');
    }
    return lines;
}

std::pair<QByteArray, QByteArray> changedTexts(int lines, int every)
{
    QList<QByteArray> text = codeLines(lines);
    const QByteArray before = joined(text);
    for (int i = every / 2; i < lines; i += every)
        text[i].replace(text.at(i).lastIndexOf(' '), 1, " changed ");
    return {before, joined(text)};
}

QList<NamedTexts> pathologicalTexts(int lines)
{
    QList<QByteArray> equal(lines, "the same line");
    QList<QByteArray> moreEqual(lines + lines / 10, "the same line");
    moreEqual[lines / 2] = "another";
    QList<QByteArray> alternating;
    QList<QByteArray> turned;
    for (int i = 0; i < lines; ++i) {
        alternating.append(i % 2 == 0 ? "a" : "b");
        turned.append(i % 3 == 0 ? "a" : "b");
    }
    QList<QByteArray> shuffled = codeLines(lines);
    const QByteArray ordered = joined(shuffled);
    std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(7)); // NOLINT: every time the same
    std::mt19937 random(3); // NOLINT: the same every time
    const auto coins = [&random, lines] {
        QList<QByteArray> text;
        for (int i = 0; i < lines; ++i)
            text.append(random() % 2 == 0 ? "{" : "}");
        return joined(text);
    };
    return {{u"all equal"_s, joined(equal), joined(moreEqual)},
            {u"nothing in common"_s, joined(words("old ", lines)), joined(words("new ", lines))},
            {u"alternating"_s, joined(alternating), joined(turned)},
            {u"two kinds at random"_s, coins(), coins()},
            {u"shuffled"_s, ordered, joined(shuffled)}};
}

} // namespace Countersign::Bench
