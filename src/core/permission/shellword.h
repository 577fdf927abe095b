// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <initializer_list>

namespace Countersign::Permission {

/// One word of a shell command, as far as it can be known without running anything.
struct ShellWord
{
    enum class Kind {
        Literal, ///< `text` is exactly what the program gets.
        Glob, ///< Names of existing files that match `pattern`; else `text` as it stands.
        Unknown, ///< Known only at run time; `text` is the beginning that is known.
        Pipe, ///< A process substitution: a pipe, no file.
    };
    Kind kind = Kind::Literal;
    QString text;
    QString pattern; ///< For Glob: quoted signs have a backslash before them.
    QString source; ///< As written.
    qsizetype begin = 0; ///< Bytes in the script's UTF-8.
    qsizetype end = 0;

    [[nodiscard]] bool isLiteral() const { return kind == Kind::Literal; }
    friend bool operator==(const ShellWord &, const ShellWord &) = default;
};

/// Where a node of the syntax tree stands in its script, in bytes of UTF-8.
struct ShellSpan
{
    qsizetype begin = 0;
    qsizetype end = 0;
};

/// An empty span when the node has none or it does not lie within the script.
[[nodiscard]] ShellSpan shellSpan(const QJsonObject &node, const QByteArray &script);
/// Empty when there is no such place.
[[nodiscard]] QString sliceOf(const QByteArray &script, qsizetype begin, qsizetype end);

[[nodiscard]] bool isOneOf(const QString &text, std::initializer_list<QLatin1StringView> names);

/// A word that nothing is known of, with the place of `where`.
[[nodiscard]] ShellWord unknownWord(const ShellWord &where);

/// The word without its first `length` units, which are known ("of=", "--output=").
[[nodiscard]] ShellWord withoutStart(const ShellWord &word, qsizetype length);

/// The word of a syntax tree's node "Word". `home` is what "~" and $HOME stand for; empty: unknown.
[[nodiscard]] ShellWord readShellWord(const QJsonObject &word, const QByteArray &script,
                                      const QString &home);

} // namespace Countersign::Permission
