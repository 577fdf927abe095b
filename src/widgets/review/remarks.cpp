// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/remarks.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

namespace {

constexpr int kKeptFiles = 256; // The least recently used ones are forgotten.
constexpr qsizetype kTellingBytes = 4; // Of a line that is known again elsewhere.

bool isTelling(const QList<QByteArray> &lines)
{
    return std::any_of(lines.begin(), lines.end(), [](const QByteArray &line) {
        return line.trimmed().size() >= kTellingBytes;
    });
}

bool standsAt(const QList<QByteArray> &said, const QList<QByteArray> &lines, qsizetype at)
{
    return at >= 0 && at + said.size() <= lines.size()
            && std::equal(said.begin(), said.end(), lines.begin() + at);
}

QString keyOf(const QString &session, const Diff::FileChange &change)
{
    return session + u'\n' + change.target;
}

} // namespace

QString placeOf(const Diff::FileChange &change, const LineRange &lines)
{
    const QString &path =
            lines.side == Side::New && !change.movedTo.isEmpty() ? change.movedTo : change.resource;
    const QString place = lines.first == lines.last
            ? u"%1:%2"_s.arg(path).arg(lines.first)
            : u"%1:%2-%3"_s.arg(path).arg(lines.first).arg(lines.last);
    return lines.side == Side::New ? place : place + u" (before the change)"_s;
}

Remark anchored(Remark remark, const QList<QByteArray> &lines)
{
    const qsizetype size = remark.said.size();
    qsizetype best = -1;
    const qsizetype from = remark.lines.first - 1;
    if (standsAt(remark.said, lines, from)) {
        best = from;
    } else if (isTelling(remark.said)) {
        for (qsizetype at = 0; at + size <= lines.size(); ++at) {
            const bool nearer = best < 0 || std::abs(at - from) < std::abs(best - from);
            if (nearer && standsAt(remark.said, lines, at))
                best = at;
        }
    }
    remark.outdated = best < 0;
    if (best >= 0) {
        remark.lines.first = static_cast<int>(best) + 1;
        remark.lines.last = static_cast<int>(best + size);
    } else {
        // Near where it was: the file may be shorter now.
        const int last = static_cast<int>(lines.size());
        remark.lines.first = std::clamp(remark.lines.first, 1, std::max(last, 1));
        remark.lines.last = std::clamp(remark.lines.last, remark.lines.first, std::max(last, 1));
    }
    return remark;
}

RemarkMemory::RemarkMemory() : m_kept(kKeptFiles) { }

void RemarkMemory::keep(const QString &session, const Diff::FileChange &change,
                        const QList<Remark> &remarks)
{
    if (remarks.isEmpty())
        m_kept.remove(keyOf(session, change));
    else
        m_kept.insert(keyOf(session, change), new QList<Remark>(remarks));
}

QList<Remark> RemarkMemory::take(const QString &session, const Diff::FileChange &change)
{
    const std::unique_ptr<QList<Remark>> kept(m_kept.take(keyOf(session, change)));
    return kept ? *kept : QList<Remark>();
}

} // namespace Countersign::Review
