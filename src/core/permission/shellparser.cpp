// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellparser.h"

#include "process/process.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

/// Some thousand times what it needs: a busy machine is no reason to ask the person.
constexpr std::chrono::milliseconds kTimeout{5000};
constexpr qsizetype kLongestPlain = 2000; ///< Bytes of a line that is read without a child.
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

bool isPlainSign(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || QByteArrayView("_./-,:@+= ").contains(c);
}

/// First words that begin something else than a simple command.
bool isSyntax(QByteArrayView word)
{
    static constexpr std::array kWords{
            "case",    "coproc",   "declare", "do",       "done", "elif",    "else",  "esac",
            "export",  "fi",       "for",     "function", "if",   "in",      "let",   "local",
            "nameref", "readonly", "select",  "then",     "time", "typeset", "until", "while"};
    return std::any_of(kWords.begin(), kWords.end(),
                       [word](const char *syntax) { return word == QByteArrayView(syntax); });
}

/// The tree of a line that is words and single spaces, which every shell reads alike: it needs no
/// child. Nothing for all others.
std::optional<QByteArray> plainTree(const QByteArray &script)
{
    if (script.size() > kLongestPlain || !std::all_of(script.begin(), script.end(), isPlainSign))
        return std::nullopt;
    QJsonArray arguments;
    qsizetype at = 0;
    const auto place = [](qsizetype offset) {
        return QJsonObject{{u"Offset"_s, offset}};
    };
    for (const QByteArray &word : script.split(' ')) {
        if (word.isEmpty() || word.startsWith('=')
            || (at == 0 && (word.contains('=') || isSyntax(word))))
            return std::nullopt;
        const QJsonObject literal{{u"Type"_s, u"Lit"_s}, {u"Value"_s, QString::fromLatin1(word)}};
        arguments.append(QJsonObject{{u"Pos"_s, place(at)},
                                     {u"End"_s, place(at + word.size())},
                                     {u"Parts"_s, QJsonArray{literal}}});
        at += word.size() + 1;
    }
    const QJsonObject call{{u"Type"_s, u"CallExpr"_s},
                           {u"Pos"_s, place(0)},
                           {u"End"_s, place(script.size())},
                           {u"Args"_s, arguments}};
    const QJsonObject statement{{u"Cmd"_s, call}};
    return QJsonDocument(QJsonObject{{u"Stmts"_s, QJsonArray{statement}}})
            .toJson(QJsonDocument::Compact);
}

Result<QByteArray> parse(const QString &shell, const QString &dialect, const QByteArray &script,
                         const std::stop_token &stop)
{
    if (dialect.isEmpty())
        return failure(
                ErrorCode::Unsupported,
                u"The line was not taken apart: there is no parser for the shell %1."_s.arg(shell));
    if (auto plain = plainTree(script))
        return std::move(*plain);
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
