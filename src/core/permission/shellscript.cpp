// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellscript.h"

#include "permission/shelltreereader.h"

#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

/// As kDeepestShell, in brackets of the tree.
constexpr int kDeepestTree = 500;

/// How deep the brackets of a JSON text go; texts are skipped.
int depthOf(const QByteArray &json)
{
    int depth = 0;
    int deepest = 0;
    bool text = false;
    for (qsizetype i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (text && c == '\\')
            ++i;
        else if (c == '"')
            text = !text;
        else if (!text && (c == '{' || c == '['))
            deepest = std::max(deepest, ++depth);
        else if (!text && (c == '}' || c == ']'))
            --depth;
    }
    return deepest;
}

} // namespace

QString ShellCommand::program() const
{
    if (words.isEmpty() || !words.first().isLiteral())
        return {};
    return words.first().text.section(u'/', -1);
}

ShellScript readShellTree(const QByteArray &tree, const QByteArray &script, const QString &home,
                          const QList<ShellFolder> &start)
{
    if (depthOf(tree) > kDeepestTree)
        return {{}, {u"It is nested too deeply to be read."_s}};
    const QJsonDocument document = QJsonDocument::fromJson(tree);
    if (!document.isObject())
        return {{}, {u"Its syntax tree cannot be read."_s}};
    return ShellTreeReader(script, home).read(document.object(), start);
}

} // namespace Countersign::Permission
