// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellparser.h"

#include "process/process.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

constexpr std::chrono::milliseconds kTimeout{1000};
/// Bytes; a tree is some 60 times its line. Here-documents are one node and add little.
constexpr qint64 kLargestTree = 16 * 1024 * 1024;

/// shfmt's name for the language of a shell; empty when it has none.
QString dialectOf(const QString &shell)
{
    const QString name = shell.section(u'/', -1);
    if (name == "bash"_L1)
        return u"bash"_s;
    if (name == "sh"_L1 || name == "dash"_L1 || name == "ash"_L1)
        return u"posix"_s;
    if (name == "ksh"_L1 || name == "mksh"_L1)
        return u"mksh"_s;
    return {};
}

/// Shells and parsers differ about signs that no keyboard makes.
bool hasStrangeSigns(const QByteArray &script)
{
    return std::any_of(script.begin(), script.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
    });
}

Result<QByteArray> parse(const QString &shell, const QString &dialect, const QByteArray &script,
                         const std::stop_token &stop)
{
    if (dialect.isEmpty())
        return failure(
                ErrorCode::Unsupported,
                u"The line was not taken apart: there is no parser for the shell %1."_s.arg(shell));
    if (hasStrangeSigns(script))
        return failure(ErrorCode::Unsupported,
                       u"The line was not taken apart: it has control characters in it, which "
                       "shells read differently."_s);
    ProcessRequest request;
    request.program = u"shfmt"_s;
    request.arguments = {u"--to-json"_s, u"-ln"_s, dialect};
    request.workingDirectory = u"/"_s; // Nothing of a project may change how it reads.
    request.input = script;
    request.timeout = kTimeout;
    request.captureLimit = kLargestTree;
    const auto ended = runProcess(request, stop);
    if (!ended) {
        if (ended.error().code == ErrorCode::Cancelled)
            return failure(ended.error());
        return failure(ended.error().code,
                       u"The line was not taken apart, because the program shfmt could not be "
                       "started; install the package shfmt."_s,
                       ended.error().message);
    }
    if (ended->timedOut || ended->truncated)
        return failure(ErrorCode::Limit,
                       u"The line was not taken apart: reading it took too long or too much "
                       "memory."_s);
    if (ended->exitCode != 0)
        return failure(ErrorCode::InvalidInput,
                       u"The line was not taken apart: shfmt does not understand it (%1)."_s.arg(
                               QString::fromUtf8(ended->errors)
                                       .trimmed()
                                       .section(u'\n', 0, 0)
                                       .remove("<standard input>:"_L1)));
    return ended->output;
}

} // namespace

ShellParser shellParserFor(const QString &shell, const std::stop_token &stop)
{
    return [shell, dialect = dialectOf(shell), stop](const QByteArray &script) {
        return parse(shell, dialect, script, stop);
    };
}

} // namespace Countersign::Permission
