// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shelltreereader.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

constexpr qsizetype kNowhere = -1; ///< The place of a word that has none in the text.

} // namespace

void ShellTreeReader::findFolderChanges(const QJsonValue &value)
{
    if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (const QJsonValue &item : array)
            findFolderChanges(item);
        return;
    }
    if (!value.isObject())
        return;
    const QJsonObject object = value.toObject();
    if (object.contains("Parts"_L1)) {
        const QString text = readShellWord(object, {}, {}).text;
        const ShellSpan span = shellSpan(object, m_source);
        if (isFolderChange(text) || text == "eval"_L1)
            m_folderChanges.append(span.end > span.begin ? span.begin : kNowhere);
    }
    for (const QJsonValue &item : object) {
        if (item.isArray() || item.isObject())
            findFolderChanges(item);
    }
}

bool ShellTreeReader::changesFolder(const QJsonObject &part) const
{
    if (m_folderChanges.isEmpty())
        return false;
    const ShellSpan span = shellSpan(part, m_source);
    if (span.end == 0)
        return true;
    const auto first = std::lower_bound(m_folderChanges.begin(), m_folderChanges.end(), span.begin);
    return m_folderChanges.first() == kNowhere
            || (first != m_folderChanges.end() && *first < span.end);
}

ShellFolders ShellTreeReader::repeated(const QJsonObject &part, const ShellFolders &folders) const
{
    return changesFolder(part) ? ShellFolders{std::nullopt} : folders;
}

ShellFolders ShellTreeReader::changed(const ShellCommand &command) const
{
    QList<ShellWord> operands;
    bool physical = false;
    for (const ShellWord &word : command.words.sliced(1)) {
        const bool option = word.isLiteral() && word.text.size() > 1 && word.text.startsWith(u'-')
                && word.source.startsWith(u'-');
        if (!option)
            operands.append(word);
        physical = physical || (option && word.text.contains(u'P'));
    }
    if (operands.isEmpty() && command.program() != "pushd"_L1 && !m_home.isEmpty())
        return {m_home};
    if (operands.size() != 1 || !operands.first().isLiteral() || operands.first().text.isEmpty()
        || operands.first().text == "-"_L1)
        return {std::nullopt};
    const QString &target = operands.first().text;
    // Where the folder before ".." lies depends on links; where CDPATH leads, on what is there.
    if ((physical && target.contains(".."_L1))
        || (m_variables.isAssigned(u"CDPATH"_s) && !target.startsWith(u'/')
            && !target.startsWith(u'.')))
        return {std::nullopt};
    ShellFolders result;
    for (const ShellFolder &folder : command.folders)
        result = unitedFolders(result, {folderBelow(folder, target)});
    return result;
}

} // namespace Countersign::Permission
