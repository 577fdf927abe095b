// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellscript.h"

#include "permission/shellruns.h"
#include "permission/shellvariables.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

using Folders = QList<ShellFolder>;

// Both keep the recursion within the small stacks of pool threads.
constexpr int kDeepest = 150; ///< Statements within statements; a list of a hundred is one chain.
constexpr int kDeepestTree = 500; ///< The same in brackets of the tree.
constexpr qsizetype kNowhere = -1; ///< The place of a word that has none in the text.
constexpr qsizetype kMostFolders = 4; ///< More possible folders than this are "unknown".

/// Where the next command may run: after the statement succeeded, and after it failed. Empty: it does
/// not come to that.
struct After
{
    Folders success;
    Folders failure;
    [[nodiscard]] Folders both() const;
};

Folders united(Folders a, const Folders &b)
{
    for (const ShellFolder &folder : b) {
        if (!a.contains(folder))
            a.append(folder);
    }
    if (a.size() > kMostFolders || a.contains(std::nullopt))
        return {std::nullopt};
    return a;
}

Folders After::both() const
{
    return united(success, failure);
}

/// What never runs ("exit && x") is judged all the same: a function may have the name of what ends.
Folders reached(const Folders &folders)
{
    return folders.isEmpty() ? Folders{std::nullopt} : folders;
}

ShellFolder below(const ShellFolder &folder, const QString &path)
{
    if (path.startsWith(u'/'))
        return QDir::cleanPath(path);
    if (!folder)
        return std::nullopt;
    return QDir::cleanPath(folder->isEmpty() ? path : QString(*folder + u'/' + path));
}

class TreeReader
{
public:
    TreeReader(const QByteArray &script, const QString &home) : m_source(script), m_home(home) { }

    ShellScript read(const QJsonObject &file, const Folders &start)
    {
        m_variables.collect(file, m_source);
        if (m_variables.isAssigned(u"HOME"_s))
            m_home.clear();
        findFolderChanges(file);
        std::sort(m_folderChanges.begin(), m_folderChanges.end());
        statements(file.value("Stmts"_L1), start);
        if (const QString hidden = m_variables.hiddenEvaluation(); !hidden.isEmpty())
            hide(hidden);
        return std::move(m_result);
    }

private:
    void hide(const QString &reason)
    {
        if (!m_result.hidden.contains(reason))
            m_result.hidden.append(reason);
    }

    [[nodiscard]] QString textOf(const QJsonObject &node) const
    {
        const ShellSpan span = shellSpan(node, m_source);
        return sliceOf(m_source, span.begin, span.end);
    }

    /// The source from the place that the node's key names.
    [[nodiscard]] QByteArrayView from(const QJsonObject &node, QLatin1StringView key) const
    {
        const qint64 at = node.value(key).toObject().value("Offset"_L1).toInteger(-1);
        if (at < 0 || at > m_source.size())
            return {};
        return QByteArrayView(m_source).sliced(at);
    }

    static bool isFolderChange(const QString &word)
    {
        static constexpr std::array kChangers{"cd"_L1, "pushd"_L1, "popd"_L1, "chdir"_L1};
        return std::any_of(kChangers.begin(), kChangers.end(),
                           [&word](QLatin1StringView name) { return word == name; });
    }

    /// Finds the words that may change the folder, or a text that may hold one that does.
    void findFolderChanges(const QJsonValue &value)
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

    /// True when one of them stands in this part of the line. What has no place stands everywhere.
    [[nodiscard]] bool changesFolder(const QJsonObject &part) const
    {
        if (m_folderChanges.isEmpty())
            return false;
        const ShellSpan span = shellSpan(part, m_source);
        if (span.end == 0)
            return true;
        const auto first =
                std::lower_bound(m_folderChanges.begin(), m_folderChanges.end(), span.begin);
        return m_folderChanges.first() == kNowhere
                || (first != m_folderChanges.end() && *first < span.end);
    }

    /// The folders for a part that may run again, or from somewhere else.
    [[nodiscard]] Folders repeated(const QJsonObject &part, const Folders &folders) const
    {
        return changesFolder(part) ? Folders{std::nullopt} : folders;
    }

    After statements(const QJsonValue &list, const Folders &start)
    {
        After after{start, {}};
        const QJsonArray array = list.toArray();
        for (const QJsonValue &item : array) {
            after = statement(item.toObject(), reached(after.both()));
        }
        return after;
    }

    After statement(const QJsonObject &node, const Folders &folders)
    {
        if (m_depth >= kDeepest) {
            hide(u"It is nested too deeply to be read."_s);
            return {folders, folders};
        }
        ++m_depth;
        const qsizetype first = m_result.commands.size();
        const QJsonObject command = node.value("Cmd"_L1).toObject();
        After after = command.isEmpty() ? After{folders, folders} : compound(command, folders);
        redirections(node, first, command, folders);
        --m_depth;
        // What runs in the background or beside has a folder of its own.
        if (node.value("Background"_L1).toBool() || node.value("Coprocess"_L1).toBool())
            return {folders, folders};
        if (node.value("Negated"_L1).toBool())
            std::swap(after.success, after.failure);
        return after;
    }

    After compound(const QJsonObject &node, const Folders &folders)
    {
        const QString type = node.value("Type"_L1).toString();
        if (type == "CallExpr"_L1)
            return call(node, folders);
        if (type == "BinaryCmd"_L1)
            return binary(node, folders);
        if (type == "Block"_L1)
            return statements(node.value("Stmts"_L1), folders);
        if (type == "Subshell"_L1) {
            statements(node.value("Stmts"_L1), folders);
            return {folders, folders};
        }
        if (type == "IfClause"_L1)
            return ifClause(node, folders);
        if (type == "WhileClause"_L1) {
            const Folders inside = repeated(node, folders);
            const After condition = statements(node.value("Cond"_L1), inside);
            const After body = statements(node.value("Do"_L1), reached(condition.both()));
            const Folders end = united(condition.both(), body.both());
            return {end, end};
        }
        if (type == "ForClause"_L1) {
            substitutions(node.value("Loop"_L1), folders);
            const Folders inside = repeated(node, folders);
            const Folders end = united(inside, statements(node.value("Do"_L1), inside).both());
            return {end, end};
        }
        if (type == "CaseClause"_L1)
            return caseClause(node, folders);
        if (type == "FuncDecl"_L1) {
            // Runs where it is called, and may leave the caller in another folder.
            m_functionChangesFolder = m_functionChangesFolder || changesFolder(node);
            const qsizetype first = m_result.commands.size();
            statement(node.value("Body"_L1).toObject(),
                      m_folderChanges.isEmpty() ? folders : Folders{std::nullopt});
            const QString name = node.value("Name"_L1).toObject().value("Value"_L1).toString();
            for (qsizetype i = first; i < m_result.commands.size(); ++i) {
                ShellCommand &inner = m_result.commands[i];
                if (!inner.words.isEmpty() && inner.words.first().text == name)
                    hide(u"The function %1 calls itself, and may never end."_s.arg(name));
                readsUnknown(inner); // What it is called with: "cat x | f".
            }
            const Folders end = m_functionChangesFolder ? Folders{std::nullopt} : folders;
            return {end, end};
        }
        if (type == "TimeClause"_L1) {
            const QJsonObject inner = node.value("Stmt"_L1).toObject();
            return inner.isEmpty() ? After{folders, folders} : statement(inner, folders);
        }
        if (type == "CoprocClause"_L1) {
            statement(node.value("Stmt"_L1).toObject(), folders);
            return {folders, folders};
        }
        if (type == "DeclClause"_L1)
            return declaration(node, folders);
        if (type == "TestClause"_L1 || type == "ArithmCmd"_L1 || type == "LetClause"_L1) {
            substitutions(node, folders);
            return {folders, folders};
        }
        hide(u"It holds something that is not understood here (%1)."_s.arg(type));
        substitutions(node, folders);
        return {folders, folders};
    }

    After binary(const QJsonObject &node, const Folders &folders)
    {
        const QJsonObject left = node.value("X"_L1).toObject();
        const QJsonObject right = node.value("Y"_L1).toObject();
        const QByteArrayView sign = from(node, "OpPos"_L1);
        if (sign.startsWith("&&")) {
            const After first = statement(left, folders);
            const After second = statement(right, reached(first.success));
            return {second.success, united(first.failure, second.failure)};
        }
        if (sign.startsWith("||")) {
            const After first = statement(left, folders);
            const After second = statement(right, reached(first.failure));
            return {united(first.success, second.success), second.failure};
        }
        if (!sign.startsWith('|'))
            hide(u"It holds an operator that is not understood here."_s);
        const qsizetype start = m_result.commands.size();
        statement(left, folders);
        const qsizetype first = m_result.commands.size();
        QStringList programs;
        for (const ShellCommand &command : std::as_const(m_result.commands).sliced(start))
            programs.append(command.program());
        statement(right, folders);
        // Every command of the right side may be the one that reads the pipe.
        for (qsizetype i = first; i < m_result.commands.size(); ++i) {
            if (!m_result.commands[i].pipedFrom)
                m_result.commands[i].pipedFrom = programs;
        }
        return {folders, folders};
    }

    After ifClause(const QJsonObject &node, const Folders &folders)
    {
        const After condition = statements(node.value("Cond"_L1), folders);
        // "else" is a clause without a condition: its commands always run.
        const bool plain = node.value("Cond"_L1).toArray().isEmpty();
        const After then =
                statements(node.value("Then"_L1), plain ? folders : reached(condition.success));
        Folders end = then.both();
        const QJsonObject other = node.value("Else"_L1).toObject();
        if (!other.isEmpty()) {
            if (m_depth >= kDeepest)
                hide(u"It is nested too deeply to be read."_s);
            ++m_depth;
            if (m_depth <= kDeepest)
                end = united(end, ifClause(other, reached(condition.failure)).both());
            --m_depth;
        } else if (!plain) {
            end = united(end, condition.failure);
        }
        return {end, end};
    }

    After caseClause(const QJsonObject &node, const Folders &folders)
    {
        substitutions(node.value("Word"_L1), folders);
        Folders end = folders;
        const QJsonArray items = node.value("Items"_L1).toArray();
        for (const QJsonValue &item : items) {
            substitutions(item.toObject().value("Patterns"_L1), folders);
            end = united(end, statements(item.toObject().value("Stmts"_L1), end).both());
        }
        return {end, end};
    }

    After declaration(const QJsonObject &node, const Folders &folders)
    {
        substitutions(node.value("Args"_L1), folders);
        ShellCommand command = commandAt(node, folders);
        addPrograms(node.value("Args"_L1).toArray(), command);
        ShellWord name;
        name.text = name.source = node.value("Variant"_L1).toObject().value("Value"_L1).toString();
        const ShellSpan span = shellSpan(node, m_source);
        name.begin = span.begin;
        name.end = std::min(span.begin + name.source.toUtf8().size(), span.end);
        command.words.append(name);
        m_result.commands.append(command);
        return {folders, folders};
    }

    [[nodiscard]] ShellCommand commandAt(const QJsonObject &node, const Folders &folders) const
    {
        ShellCommand command;
        command.script = m_source;
        command.text = textOf(node);
        command.end = shellSpan(node, m_source).end;
        command.folders = folders;
        return command;
    }

    After call(const QJsonObject &node, const Folders &folders)
    {
        const QJsonArray arguments = node.value("Args"_L1).toArray();
        const QJsonArray assignments = node.value("Assigns"_L1).toArray();
        substitutions(assignments, folders);
        substitutions(arguments, folders);
        ShellCommand command = commandAt(node, folders);
        for (const QJsonValue &argument : arguments)
            command.words.append(readShellWord(argument.toObject(), m_source, m_home));
        const bool telling = ShellVariables::changeBehaviour(assignments, !arguments.isEmpty());
        addPrograms(assignments, command);
        if (arguments.isEmpty()) {
            if (telling)
                m_result.commands.append(command);
            return {folders, folders};
        }
        addProgramsOfWords(command);
        if (telling)
            command.assigned = command.text;
        command.end = command.words.last().end;
        command.text = sliceOf(m_source, command.words.first().begin, command.end);
        qsizetype behind = 0;
        for (const ShellWord &word : std::as_const(command.words)) {
            if (word.begin < behind || word.end <= word.begin) {
                hide(u"Its syntax tree does not fit its text."_s);
                return {folders, folders};
            }
            behind = word.end;
        }
        if (m_inputReplaced)
            readsUnknown(command);
        m_result.commands.append(command);
        const ShellCommand builtin = behindBuiltins(command);
        const QString program = builtin.program();
        if (program == "exit"_L1 || program == "return"_L1)
            return {{}, {}};
        if (program == "cd"_L1 || program == "chdir"_L1 || program == "pushd"_L1)
            return {changed(builtin), folders};
        if (program == "popd"_L1)
            return {{std::nullopt}, folders};
        if ((program == "eval"_L1 || program == "trap"_L1) && mentionsFolderChange(builtin))
            return {{std::nullopt}, {std::nullopt}};
        return {folders, folders};
    }

    void addPrograms(const QJsonArray &assignments, ShellCommand &command) const
    {
        for (const QJsonValue &one : assignments) {
            const QJsonObject assignment = one.toObject();
            const QString name =
                    assignment.value("Name"_L1).toObject().value("Value"_L1).toString();
            const QJsonObject value = assignment.value("Value"_L1).toObject();
            if (namesProgram(name) && !value.isEmpty())
                command.programs.append(readShellWord(value, m_source, m_home));
        }
    }

    /// "env PAGER=x", "export PAGER=x".
    static void addProgramsOfWords(ShellCommand &command)
    {
        const QString program = command.program();
        if (program != "env"_L1 && program != "export"_L1)
            return;
        for (qsizetype i = 1; i < command.words.size(); ++i) {
            const qsizetype equals = command.words[i].text.indexOf(u'=');
            if (equals > 0 && namesProgram(command.words[i].text.left(equals)))
                command.programs.append(withoutStart(command.words[i], equals + 1));
        }
    }

    /// The shell, or whatever the command runs, gets an input that is known only at run time.
    static void readsUnknown(ShellCommand &command)
    {
        if (!command.pipedFrom && !command.input)
            command.pipedFrom = QStringList();
    }

    /// "builtin cd x" and "command -p cd x" as "cd x".
    static ShellCommand behindBuiltins(ShellCommand command)
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

    static bool mentionsFolderChange(const ShellCommand &command)
    {
        static const QRegularExpression change(u"\\b(cd|pushd|popd|chdir)\\b"_s);
        return std::any_of(command.words.begin(), command.words.end(), [](const ShellWord &word) {
            return change.match(word.text).hasMatch();
        });
    }

    [[nodiscard]] Folders changed(const ShellCommand &command) const
    {
        QList<ShellWord> operands;
        bool physical = false;
        for (const ShellWord &word : command.words.sliced(1)) {
            const bool option = word.isLiteral() && word.text.size() > 1
                    && word.text.startsWith(u'-') && word.source.startsWith(u'-');
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
        Folders result;
        for (const ShellFolder &folder : command.folders)
            result = united(result, {below(folder, target)});
        return result;
    }

    /// The statements of substitutions anywhere in words, arithmetic and tests.
    void substitutions(const QJsonValue &value, const Folders &folders)
    {
        if (value.isArray()) {
            const QJsonArray array = value.toArray();
            for (const QJsonValue &item : array)
                substitutions(item, folders);
            return;
        }
        if (!value.isObject())
            return;
        const QJsonObject object = value.toObject();
        const QString type = object.value("Type"_L1).toString();
        if (type == "CmdSubst"_L1 || type == "ProcSubst"_L1) {
            statements(object.value("Stmts"_L1), folders);
            return;
        }
        if (m_depth >= kDeepest) {
            hide(u"It is nested too deeply to be read."_s);
            return;
        }
        ++m_depth;
        for (const QJsonValue &item : object) {
            if (item.isArray() || item.isObject())
                substitutions(item, folders);
        }
        --m_depth;
    }

    void redirections(const QJsonObject &node, qsizetype first, const QJsonObject &inner,
                      const Folders &folders)
    {
        const QJsonArray list = node.value("Redirs"_L1).toArray();
        if (list.isEmpty())
            return;
        // Substitutions come as commands of their own, before the one that has the redirections.
        const bool simple = inner.value("Type"_L1) == "CallExpr"_L1
                && !inner.value("Args"_L1).toArray().isEmpty() && m_result.commands.size() > first;
        ShellCommand own = simple ? m_result.commands.takeLast() : ShellCommand();
        if (!simple) {
            own.script = m_source;
            own.folders = folders;
            own.text = textOf(list.first().toObject());
        }
        for (const QJsonValue &item : list)
            redirection(item.toObject(), own, folders);
        m_result.commands.append(own);
        const bool reads = std::any_of(
                own.redirects.begin(), own.redirects.end(), [](const ShellRedirect &redirect) {
                    return redirect.kind == ShellRedirect::Kind::Read
                            || redirect.kind == ShellRedirect::Kind::ReadWrite;
                });
        if (simple) {
            // "exec < x" gives what follows another input.
            m_inputReplaced = m_inputReplaced
                    || ((reads || own.input) && behindBuiltins(own).program() == "exec"_L1);
            return;
        }
        // The commands inside of a block read what the block is given.
        for (qsizetype i = first; i < m_result.commands.size() - 1; ++i) {
            if (own.input && !m_result.commands[i].input)
                m_result.commands[i].input = own.input;
            if (reads)
                readsUnknown(m_result.commands[i]);
        }
    }

    void redirection(const QJsonObject &node, ShellCommand &command, const Folders &folders)
    {
        const QJsonObject target = node.value("Word"_L1).toObject();
        substitutions(target, folders);
        substitutions(node.value("Hdoc"_L1), folders);
        const QByteArrayView sign = from(node, "OpPos"_L1);
        const ShellWord word = readShellWord(target, m_source, m_home);
        if (sign.startsWith("<<<")) {
            command.input = word;
        } else if (sign.startsWith("<<")) {
            const QJsonObject body = node.value("Hdoc"_L1).toObject();
            const QString delimiter = word.source;
            const bool verbatim = delimiter.contains(u'\'') || delimiter.contains(u'"')
                    || delimiter.contains(u'\\');
            command.input = hereDocument(body, verbatim);
        } else if (sign.startsWith(">&") || sign.startsWith("<&")) {
            // A number is a descriptor that is open already, "-" closes one.
            const bool descriptor = word.isLiteral() && !word.text.isEmpty()
                    && std::all_of(word.text.begin(), word.text.end(),
                                   [](QChar c) { return (c >= u'0' && c <= u'9') || c == u'-'; });
            if (!descriptor)
                command.redirects.append({ShellRedirect::Kind::Write, word});
        } else if (sign.startsWith("&>>") || sign.startsWith(">>")) {
            command.redirects.append({ShellRedirect::Kind::Append, word});
        } else if (sign.startsWith("&>") || sign.startsWith(">")) {
            command.redirects.append({ShellRedirect::Kind::Write, word});
        } else if (sign.startsWith("<>")) {
            command.redirects.append({ShellRedirect::Kind::ReadWrite, word});
        } else if (sign.startsWith("<")) {
            command.redirects.append({ShellRedirect::Kind::Read, word});
        } else {
            hide(u"It holds a redirection that is not understood here."_s);
        }
    }

    [[nodiscard]] ShellWord hereDocument(const QJsonObject &body, bool verbatim) const
    {
        ShellWord word;
        const QJsonArray parts = body.value("Parts"_L1).toArray();
        for (const QJsonValue &part : parts) {
            const bool literal = part.toObject().value("Type"_L1) == "Lit"_L1;
            const QString text = part.toObject().value("Value"_L1).toString();
            if (!literal || (!verbatim && text.contains(u'\\'))) {
                word.kind = ShellWord::Kind::Unknown;
                word.text.clear();
                return word;
            }
            word.text += text;
        }
        return word;
    }

    const QByteArray &m_source;
    QString m_home;
    ShellVariables m_variables;
    ShellScript m_result;
    int m_depth = 0;
    QList<qsizetype> m_folderChanges; ///< Where they stand, in order.
    bool m_functionChangesFolder = false;
    bool m_inputReplaced = false;
};

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
    return TreeReader(script, home).read(document.object(), start);
}

} // namespace Countersign::Permission
