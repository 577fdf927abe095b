// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellfolders.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

constexpr qsizetype kMostFolders = 4; ///< More possible folders than this are "unknown".

} // namespace

ShellFolders unitedFolders(ShellFolders a, const ShellFolders &b)
{
    for (const ShellFolder &folder : b) {
        if (!a.contains(folder))
            a.append(folder);
    }
    if (a.size() > kMostFolders || a.contains(std::nullopt))
        return {std::nullopt};
    return a;
}

ShellFolders ShellAfter::both() const
{
    return unitedFolders(success, failure);
}

ShellFolders reachedFolders(const ShellFolders &folders)
{
    return folders.isEmpty() ? ShellFolders{std::nullopt} : folders;
}

ShellFolder folderBelow(const ShellFolder &folder, const QString &path)
{
    if (path.startsWith(u'/'))
        return QDir::cleanPath(path);
    if (!folder)
        return std::nullopt;
    return QDir::cleanPath(folder->isEmpty() ? path : QString(*folder + u'/' + path));
}

bool isFolderChange(const QString &word)
{
    static constexpr std::array kChangers{"cd"_L1, "pushd"_L1, "popd"_L1, "chdir"_L1};
    return std::any_of(kChangers.begin(), kChangers.end(),
                       [&word](QLatin1StringView name) { return word == name; });
}

bool mentionsFolderChange(const ShellCommand &command)
{
    static const QRegularExpression change(u"\\b(cd|pushd|popd|chdir)\\b"_s);
    return std::any_of(command.words.begin(), command.words.end(),
                       [](const ShellWord &word) { return change.match(word.text).hasMatch(); });
}

ShellCommand behindBuiltins(ShellCommand command)
{
    const auto isOne = [&command](QLatin1StringView name) {
        return !command.words.isEmpty() && command.words.first().isLiteral()
                && command.words.first().text == name;
    };
    while (isOne("builtin"_L1) || isOne("command"_L1)) {
        command.words.removeFirst();
        while (isOne("-p"_L1) || isOne("--"_L1))
            command.words.removeFirst();
    }
    return command;
}

} // namespace Countersign::Permission
