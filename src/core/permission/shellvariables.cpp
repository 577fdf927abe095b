// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellvariables.h"

#include "permission/shellword.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

bool startsWithOneOf(const QString &text, std::initializer_list<QLatin1StringView> starts)
{
    return std::any_of(starts.begin(), starts.end(),
                       [&text](QLatin1StringView start) { return text.startsWith(start); });
}

/// Variables that say how a program reports, not what it does.
bool isHarmless(const QString &name)
{
    return startsWithOneOf(name, {"LC_"_L1})
            || isOneOf(name,
                       {"CI"_L1, "COLUMNS"_L1, "DEBUG"_L1, "FORCE_COLOR"_L1, "LANG"_L1,
                        "LANGUAGE"_L1, "LINES"_L1, "NODE_ENV"_L1, "NO_COLOR"_L1,
                        "RUST_BACKTRACE"_L1, "RUST_LOG"_L1, "TERM"_L1, "TZ"_L1, "VERBOSE"_L1});
}

/// Variables that are in the environment already or that the shell itself obeys, so that programs
/// find the new value although nothing exports it.
bool isObeyed(const QString &name)
{
    return startsWithOneOf(name,
                           {"BASH"_L1, "DYLD_"_L1, "GIT_"_L1, "LD_"_L1, "LESS"_L1, "NODE_"_L1,
                            "NPM_"_L1, "PERL"_L1, "PYTHON"_L1, "RUBY"_L1, "RUSTC_"_L1, "npm_"_L1})
            || isOneOf(name,
                       {"BROWSER"_L1, "CDPATH"_L1, "EDITOR"_L1, "ENV"_L1, "HOME"_L1, "IFS"_L1,
                        "JAVA_TOOL_OPTIONS"_L1, "MAKEFLAGS"_L1, "PAGER"_L1, "PATH"_L1,
                        "PROMPT_COMMAND"_L1, "PS4"_L1, "SHELL"_L1, "SHELLOPTS"_L1, "TMPDIR"_L1,
                        "VISUAL"_L1});
}

/// A text that arithmetic can take without running anything.
bool isHarmlessValue(const QString &text)
{
    return !text.contains(u'[') && !text.contains(u'`') && !text.contains(u'$');
}

/// A text that runs something when it is evaluated.
bool substitutes(const QString &text)
{
    return text.contains("$("_L1) || text.contains(u'`');
}

/// True when what a word begins with is known only at run time.
bool beginsUnknown(const QJsonObject &word)
{
    const QJsonObject first = word.value("Parts"_L1).toArray().first().toObject();
    const QString type = first.value("Type"_L1).toString();
    return type == "ParamExp"_L1 || (type == "DblQuoted"_L1 && beginsUnknown(first));
}

/// A loop's item that is numbers and nothing else: {1..9}, $(seq 1 9).
bool isCounting(const QString &source)
{
    static const QRegularExpression counting(
            u"^(\\{-?\\d+\\.\\.-?\\d+(\\.\\.-?\\d+)?\\}|\\$\\(seq( -?\\d+){1,3}\\))$"_s);
    return counting.match(source).hasMatch();
}

/// -eq, -lt and so on: both sides are arithmetic.
bool comparesNumbers(const QJsonObject &test, const QByteArray &script)
{
    const qint64 at = test.value("OpPos"_L1).toObject().value("Offset"_L1).toInteger(-1);
    if (at < 0 || at + 3 > script.size())
        return true;
    static constexpr std::array kOperators{"-eq", "-ne", "-lt", "-le", "-gt", "-ge"};
    return std::any_of(kOperators.begin(), kOperators.end(), [&](const char *name) {
        return QByteArrayView(script).sliced(at).startsWith(name);
    });
}

} // namespace

bool ShellVariables::changeBehaviour(const QJsonArray &assignments, bool forProgram)
{
    return std::any_of(assignments.begin(), assignments.end(), [forProgram](const QJsonValue &one) {
        const QString name =
                one.toObject().value("Name"_L1).toObject().value("Value"_L1).toString();
        return forProgram ? !isHarmless(name) : isObeyed(name);
    });
}

void ShellVariables::assign(const QString &name, bool harmless)
{
    const auto known = m_values.find(name);
    if (known == m_values.end())
        m_values.insert(name, harmless);
    else
        *known = *known && harmless;
}

void ShellVariables::readAssignment(const QJsonObject &assignment, const QByteArray &script)
{
    const QString name = assignment.value("Name"_L1).toObject().value("Value"_L1).toString();
    if (name.isEmpty())
        return;
    const QJsonObject value = assignment.value("Value"_L1).toObject();
    const QJsonArray parts = value.value("Parts"_L1).toArray();
    // The result of arithmetic is a number.
    const bool number =
            parts.size() == 1 && parts.first().toObject().value("Type"_L1) == "ArithmExp"_L1;
    const ShellWord word = readShellWord(value, script, {});
    if (isOneOf(name, {"PROMPT_COMMAND"_L1, "PS0"_L1, "PS4"_L1}) && substitutes(word.text))
        m_hidden = u"It sets %1 to a text that the shell may run."_s.arg(name);
    assign(name,
           !assignment.value("Array"_L1).isObject()
                   && (number || (word.isLiteral() && isHarmlessValue(word.text))));
}

void ShellVariables::readCall(const QJsonObject &call)
{
    const QJsonArray arguments = call.value("Args"_L1).toArray();
    QStringList words;
    for (const QJsonValue &argument : arguments)
        words.append(readShellWord(argument.toObject(), {}, {}).text);
    const QString program = words.value(0);
    if (isOneOf(program, {"read"_L1, "mapfile"_L1, "readarray"_L1, "getopts"_L1, "printf"_L1})) {
        for (const QString &word : words)
            assign(word, false);
        assign(u"REPLY"_s, false);
    }
    // These take the name of a variable, and evaluate the index in it.
    if (isOneOf(program,
                {"["_L1, "[["_L1, "declare"_L1, "export"_L1, "getopts"_L1, "let"_L1, "local"_L1,
                 "mapfile"_L1, "printf"_L1, "read"_L1, "readarray"_L1, "readonly"_L1, "test"_L1,
                 "typeset"_L1, "unset"_L1, "wait"_L1})) {
        for (const QString &word : words) {
            if (substitutes(word))
                m_hidden = u"A text in it holds a substitution, which %1 may run."_s.arg(program);
        }
        const bool all = !isOneOf(program, {"["_L1, "[["_L1, "printf"_L1, "test"_L1});
        for (qsizetype i = 1; i < arguments.size(); ++i) {
            const QJsonObject word = arguments.at(i).toObject();
            if (words[i - 1] == "-v"_L1 || (all && beginsUnknown(word)))
                readNames(word);
        }
    }
}

/// "declare" and its kin: names that are known only at run time, and values that are evaluated.
void ShellVariables::readDeclaration(const QJsonObject &declaration)
{
    const QJsonArray arguments = declaration.value("Args"_L1).toArray();
    bool evaluates = false;
    for (const QJsonValue &argument : arguments) {
        const QString text =
                readShellWord(argument.toObject().value("Value"_L1).toObject(), {}, {}).text;
        const bool option = argument.toObject().value("Naked"_L1).toBool()
                && (text.startsWith(u'-') || text.startsWith(u'+'));
        evaluates = evaluates || (option && std::any_of(text.begin(), text.end(), [](QChar c) {
                                      return c == u'a' || c == u'A' || c == u'i' || c == u'n';
                                  }));
        m_integers = m_integers || (option && text.contains(u'i'));
    }
    for (const QJsonValue &argument : arguments) {
        const QJsonObject value = argument.toObject().value("Value"_L1).toObject();
        const bool naked = argument.toObject().value("Naked"_L1).toBool();
        if ((naked || evaluates) && substitutes(readShellWord(value, {}, {}).text))
            m_hidden = u"A text in it holds a substitution, which %1 may run."_s.arg(
                    declaration.value("Variant"_L1).toObject().value("Value"_L1).toString());
        if ((naked && beginsUnknown(value)) || (evaluates && !naked))
            readNames(value);
    }
}

/// The variables of a word whose value is a name that may be evaluated.
void ShellVariables::readNames(const QJsonValue &value)
{
    if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (const QJsonValue &item : array)
            readNames(item);
    } else if (value.isObject()) {
        const QJsonObject object = value.toObject();
        if (object.value("Type"_L1) == "ParamExp"_L1)
            m_evaluated.insert(object.value("Param"_L1).toObject().value("Value"_L1).toString());
        for (const QJsonValue &item : object) {
            if (item.isArray() || item.isObject())
                readNames(item);
        }
    }
}

void ShellVariables::readLoop(const QJsonObject &loop, const QByteArray &script)
{
    const QString name = loop.value("Name"_L1).toObject().value("Value"_L1).toString();
    if (name.isEmpty())
        return;
    const QJsonArray items = loop.value("Items"_L1).toArray();
    const bool harmless = std::all_of(items.begin(), items.end(), [&](const QJsonValue &item) {
        const ShellWord word = readShellWord(item.toObject(), script, {});
        return (word.isLiteral() && isHarmlessValue(word.text)) || isCounting(word.source);
    });
    assign(name, harmless && !items.isEmpty());
}

/// Every text in `value` is taken for a name that may be evaluated: too many is safe.
void ShellVariables::readArithmetic(const QJsonValue &value)
{
    if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (const QJsonValue &item : array)
            readArithmetic(item);
    } else if (value.isObject()) {
        const QJsonObject object = value.toObject();
        if (const QJsonValue text = object.value("Value"_L1); text.isString()) {
            m_evaluated.insert(text.toString());
            if (substitutes(text.toString()))
                m_hidden = u"A text in it holds a substitution, which arithmetic may run."_s;
        }
        for (const QJsonValue &item : object) {
            if (item.isArray() || item.isObject())
                readArithmetic(item);
        }
    }
}

/// [[ -v name ]]: the index in the name is evaluated.
void ShellVariables::readNameTest(const QJsonObject &test, const QByteArray &script)
{
    const qint64 at = test.value("OpPos"_L1).toObject().value("Offset"_L1).toInteger(-1);
    if (at >= 0 && at < script.size() && !QByteArrayView(script).sliced(at).startsWith("-v")
        && !QByteArrayView(script).sliced(at).startsWith("-R"))
        return;
    const QJsonObject word = test.value("X"_L1).toObject();
    if (substitutes(readShellWord(word, {}, {}).text))
        m_hidden = u"A text in it holds a substitution, which a test may run."_s;
    readNames(word);
}

void ShellVariables::collect(const QJsonValue &tree, const QByteArray &script)
{
    if (tree.isArray()) {
        const QJsonArray array = tree.toArray();
        for (const QJsonValue &item : array)
            collect(item, script);
        return;
    }
    if (!tree.isObject())
        return;
    const QJsonObject node = tree.toObject();
    const QString type = node.value("Type"_L1).toString();
    if (node.value("Name"_L1).isObject() && type.isEmpty()
        && (node.contains("Value"_L1) || node.contains("Array"_L1))) {
        readAssignment(node, script);
        readArithmetic(node.value("Index"_L1));
    } else if (type == "CallExpr"_L1)
        readCall(node);
    else if (type == "WordIter"_L1)
        readLoop(node, script);
    else if (type == "DeclClause"_L1)
        readDeclaration(node);
    else if (type == "UnaryTest"_L1)
        readNameTest(node, script);
    else if (type == "ExtGlob"_L1) {
        // The parser takes the inside as it stands; the shell expands it first.
        const QString inside = node.value("Pattern"_L1).toObject().value("Value"_L1).toString();
        if (substitutes(inside) || inside.contains("<("_L1) || inside.contains(">("_L1))
            m_hidden = u"A pattern in it holds a substitution."_s;
    }
    // What is within arithmetic has been read with it.
    const bool within = m_withinArithmetic;
    if (!within
        && (isOneOf(type, {"ArithmExp"_L1, "ArithmCmd"_L1, "CStyleLoop"_L1, "LetClause"_L1})
            || (type == "BinaryTest"_L1 && comparesNumbers(node, script)))) {
        readArithmetic(node);
        m_withinArithmetic = true;
    }
    if (type == "ParamExp"_L1) {
        readArithmetic(node.value("Index"_L1));
        readArithmetic(node.value("Slice"_L1));
        // ${!x} is the variable that x names, with its index.
        if (node.value("Excl"_L1).toBool() && !node.value("Index"_L1).isObject()
            && !node.contains("Names"_L1))
            m_evaluated.insert(node.value("Param"_L1).toObject().value("Value"_L1).toString());
        const ShellSpan name = shellSpan(node.value("Param"_L1).toObject(), script);
        const QByteArrayView rest = QByteArrayView(script).sliced(name.end);
        if (name.end > 0 && !node.value("Short"_L1).toBool() && rest.startsWith('@'))
            m_hidden = u"It expands a variable as if it were a prompt, which may run commands."_s;
    }
    for (const QJsonValue &item : node) {
        if (item.isArray() || item.isObject())
            collect(item, script);
    }
    m_withinArithmetic = within;
}

QString ShellVariables::hiddenEvaluation() const
{
    if (!m_hidden.isEmpty())
        return m_hidden;
    const QList<QString> evaluated = m_integers ? m_values.keys() : m_evaluated.values();
    for (const QString &name : evaluated) {
        if (m_values.contains(name) && !m_values.value(name))
            return u"It uses the variable %1 in arithmetic or as a name, whose value is known "
                   "only when it runs and may itself run commands."_s.arg(name);
    }
    return {};
}

} // namespace Countersign::Permission
