// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/similarity.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace Countersign::Diff {

double similarityOf(QByteArrayView a, QByteArrayView b, qint64 &work)
{
    const qsizetype longer = std::max(a.size(), b.size());
    while (!a.isEmpty() && !b.isEmpty() && a.front() == b.front()) {
        a = a.sliced(1);
        b = b.sliced(1);
    }
    while (!a.isEmpty() && !b.isEmpty() && a.back() == b.back()) {
        a.chop(1);
        b.chop(1);
    }
    if (a.isEmpty() && b.isEmpty())
        return 1;
    work -= qint64(a.size() + 1) * (b.size() + 1);
    if (work < 0)
        return 0;
    std::vector<qsizetype> row(size_t(b.size()) + 1);
    std::iota(row.begin(), row.end(), qsizetype(0));
    for (qsizetype i = 0; i < a.size(); ++i) {
        qsizetype diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 1; j < row.size(); ++j) {
            const qsizetype substituted = diagonal + (a[i] == b[qsizetype(j) - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
        }
    }
    return 1.0 - double(row.back()) / double(longer);
}

} // namespace Countersign::Diff
