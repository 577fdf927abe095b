// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellanalysis.h"

#include <QString>
#include <QStringList>

/// The analysis of lines by the real parser, as texts to compare.
namespace Countersign::Test {

using namespace Countersign::Permission;
using namespace Qt::StringLiterals;

inline const QString kHome = u"/users/ada"_s;

inline ShellAnalysis analyse(const QString &line, const QString &shell = u"/bin/bash"_s)
{
    return analyseShell(line, shellParserFor(shell), kHome);
}

inline QStringList resourcesOf(const ShellAnalysis &analysis)
{
    QStringList texts;
    for (const JudgedCommand &command : analysis.commands)
        texts.append(command.resources);
    return texts;
}

/// What is sure, or, with `guesses`, what counts only where such a file is there.
inline QStringList usesOf(const ShellAnalysis &analysis, bool guesses = false)
{
    QStringList texts;
    for (const JudgedCommand &command : analysis.commands) {
        for (const ShellUse &use : command.uses) {
            if (guesses != (use.access == ShellAccess::Guess || use.access == ShellAccess::Mention))
                continue;
            const QString access = use.access == ShellAccess::Look ? u"look"_s
                    : use.access == ShellAccess::Read              ? u"read"_s
                    : use.access == ShellAccess::Write             ? u"write"_s
                    : use.access == ShellAccess::Guess             ? u"guess"_s
                                                                   : u"mention"_s;
            const bool unknown = use.word.kind == ShellWord::Kind::Unknown;
            texts.append(access + u' ' + (unknown ? u"? "_s : QString())
                         + (unknown ? use.word.source : use.word.text));
        }
    }
    return texts;
}

inline QString offersOf(const QList<SaveOffer> &offers)
{
    QStringList texts;
    for (const SaveOffer &offer : offers)
        texts.append(offer.resource + (offer.exact ? u" (exact)"_s : QString()));
    return texts.join(u" | "_s);
}

} // namespace Countersign::Test
