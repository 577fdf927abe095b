// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/change.h"
#include "review/diffdocument.h"

#include <QCache>
#include <QString>

namespace Countersign::Review {

/// Lines [first, last] of one side, from 1; 0: none.
struct LineRange
{
    Side side = Side::New;
    int first = 0;
    int last = 0;
    [[nodiscard]] bool isEmpty() const { return first == 0; }
    [[nodiscard]] bool contains(Side of, int line) const
    {
        return side == of && first <= line && line <= last;
    }
    friend bool operator==(const LineRange &, const LineRange &) = default;
};

/// What the person says about lines of a change. A plain value.
struct Remark
{
    int file = 0; ///< Of the request.
    LineRange lines; ///< Of the whole proposal, whatever of it is left out.
    QString text;
    QList<QByteArray> said; ///< What the lines said when the remark was made, as they are compared.
    /// The lines say something else in the proposal that came after; such a remark is not sent.
    bool outdated = false;
    friend bool operator==(const Remark &, const Remark &) = default;
};

/// Of a remark, what an agent reads of its place: "src/a.cpp:12", "src/a.cpp:12-15". `lines` are in
/// what the agent knows: what it proposed, or what was written.
[[nodiscard]] QString placeOf(const Diff::FileChange &change, const LineRange &lines);

/// The remark in another proposal for the same file, of which its side has `lines`: at its place when they
/// still say there what they said, else at the nearest place where they do, else outdated. Lines that
/// say next to nothing (a brace) must be where they were.
[[nodiscard]] Remark anchored(Remark remark, const QList<QByteArray> &lines);

/// The remarks on changes that were not allowed, for what their agent proposes for these files next.
class RemarkMemory
{
public:
    RemarkMemory();
    /// Instead of what was kept for the file in this session.
    void keep(const QString &session, const Diff::FileChange &change, const QList<Remark> &remarks);
    [[nodiscard]] QList<Remark> take(const QString &session, const Diff::FileChange &change);

private:
    QCache<QString, QList<Remark>> m_kept;
};

} // namespace Countersign::Review
