// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/changekind.h"

using namespace Qt::StringLiterals;

namespace Countersign::Diff {

QString kindLetter(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Added:
        return u"A"_s;
    case ChangeKind::Modified:
        return u"M"_s;
    case ChangeKind::Deleted:
        return u"D"_s;
    case ChangeKind::Moved:
        return u"R"_s;
    }
    Q_UNREACHABLE();
}

QString kindToken(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Added:
        return u"added"_s;
    case ChangeKind::Modified:
        return u"modified"_s;
    case ChangeKind::Deleted:
        return u"deleted"_s;
    case ChangeKind::Moved:
        return u"moved"_s;
    }
    Q_UNREACHABLE();
}

} // namespace Countersign::Diff
