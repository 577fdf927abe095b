// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The matcher of rules against a slow one that follows the definition word by word. Input: the
// pattern, a line end, the text.

#include "permission/wildcard.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace {

constexpr qsizetype kLongest = 300; ///< Units; the slow matcher needs their product.

/// Whether the first t units of the text match the first p of the pattern, for all t and p.
bool slowGlob(QStringView text, QStringView pattern)
{
    std::vector<std::vector<bool>> table(size_t(text.size()) + 1,
                                         std::vector<bool>(size_t(pattern.size()) + 1, false));
    const auto slash = [](QChar c) {
        return c == u'\\' ? QChar(u'/') : c;
    };
    for (size_t t = 0; t <= size_t(text.size()); ++t) {
        table[t][0] = t == 0;
        for (size_t p = 1; p <= size_t(pattern.size()); ++p) {
            const QChar sign = pattern[qsizetype(p) - 1];
            if (sign == u'*')
                table[t][p] = table[t][p - 1] || (t > 0 && table[t - 1][p]);
            else if (t > 0 && (sign == u'?' || slash(sign) == slash(text[qsizetype(t) - 1])))
                table[t][p] = table[t - 1][p - 1];
        }
    }
    return table[size_t(text.size())][size_t(pattern.size())];
}

bool slowMatch(QStringView text, QStringView pattern)
{
    return slowGlob(text, pattern)
            || (pattern.endsWith(u" *") && slowGlob(text, pattern.chopped(2)));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString input = QString::fromUtf8(reinterpret_cast<const char *>(data), qsizetype(size));
    const qsizetype split = input.indexOf(u'\n');
    const QString pattern = input.left(std::max<qsizetype>(split, 0)).left(kLongest);
    const QString text = input.mid(split + 1).left(kLongest);
    const auto match = Countersign::Permission::matchCounted(text, pattern);
    if (match.matched != slowMatch(text, pattern))
        qFatal("\"%s\" and the pattern \"%s\": the matcher is wrong", qPrintable(text),
               qPrintable(pattern));
    // Both tries together, each at most the product of the lengths and a walk along both.
    const qint64 bound = 2 * (text.size() + 1) * (pattern.size() + 1) + 2;
    if (match.steps > bound)
        qFatal("%lld steps for %lld units and a pattern of %lld", match.steps, qint64(text.size()),
               qint64(pattern.size()));
    return 0;
}
