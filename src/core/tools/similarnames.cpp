// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/similarnames.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QList>

#include <algorithm>
#include <numeric>

namespace Countersign {

namespace {

/// Entries of a folder that are compared with a missing name.
constexpr qsizetype kComparedNames = 5000;
constexpr qsizetype kMaximumNames = 3;

QStringList namesIn(const QString &folder)
{
    QStringList names;
    QDirIterator entries(folder, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    while (entries.hasNext() && names.size() < kComparedNames) {
        entries.next();
        names.append(entries.fileName());
    }
    names.sort();
    return names;
}

/// Levenshtein distance of two short names.
int editDistance(QStringView a, QStringView b)
{
    QList<int> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        int diagonal = row[0];
        row[0] = int(i);
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.last();
}

QChar plain(QChar c)
{
    switch (c.unicode()) {
    case 0x2018:
    case 0x2019:
    case 0x201A:
    case 0x02BC:
        return u'\'';
    case 0x201C:
    case 0x201D:
    case 0x201E:
        return u'"';
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2014:
    case 0x2212:
        return u'-';
    default:
        return c.category() == QChar::Separator_Space ? QChar(u' ') : c;
    }
}

QString folded(const QString &name)
{
    QString plainName = name.normalized(QString::NormalizationForm_C);
    std::transform(plainName.begin(), plainName.end(), plainName.begin(), plain);
    return plainName;
}

} // namespace

QStringList similarNames(const QString &missingPath,
                         const std::function<bool(const QString &)> &mayShow)
{
    const QFileInfo missing(missingPath);
    const QString wanted = folded(missing.fileName()).toLower();
    struct Candidate
    {
        int distance;
        QString name;
    };
    QList<Candidate> candidates;
    for (const QString &name : namesIn(missing.path())) {
        const QString other = folded(name).toLower();
        const qsizetype most = std::max<qsizetype>(2, wanted.size() / 3);
        if (std::abs(other.size() - wanted.size()) > most)
            continue;
        const int distance = editDistance(wanted, other);
        if (distance <= most)
            candidates.append({distance, name});
    }
    std::stable_sort(
            candidates.begin(), candidates.end(),
            [](const Candidate &a, const Candidate &b) { return a.distance < b.distance; });
    QStringList similar;
    for (const Candidate &candidate : std::as_const(candidates)) {
        if (similar.size() < kMaximumNames && mayShow(candidate.name))
            similar.append(candidate.name);
    }
    return similar;
}

QString sameNameWrittenOtherwise(const QString &missingPath)
{
    const QFileInfo missing(missingPath);
    const QString wanted = folded(missing.fileName());
    QString found;
    for (const QString &name : namesIn(missing.path())) {
        if (folded(name) != wanted)
            continue;
        if (!found.isEmpty())
            return {};
        found = name;
    }
    return found;
}

} // namespace Countersign
