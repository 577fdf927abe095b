// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "rules.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Countersign::Test {

namespace {

/// Rooms that a room may not use although they come before it.
const QHash<QString, QStringList> &forbiddenRooms()
{
    static const QHash<QString, QStringList> rooms{
            {u"provider"_s, {u"tool"_s, u"tools"_s, u"session"_s}},
            {u"tools"_s, {u"session"_s, u"provider"_s}},
            {u"location"_s, {u"permission"_s}},
    };
    return rooms;
}

/// What the widgets see of the core: whole rooms, or single headers of value types.
const QStringList &doorsForWidgets()
{
    static const QStringList doors{
            u"base/"_s,
            u"config/"_s,
            u"diff/"_s,
            u"engine/"_s,
            u"media/kinds.h"_s,
            u"media/picture.h"_s,
            u"permission/evaluate.h"_s,
            u"permission/types.h"_s,
            u"question/types.h"_s,
            u"session/changes.h"_s,
            u"session/types.h"_s,
            u"tool/todo.h"_s,
            u"tool/tool.h"_s, // The parts of a result's content.
    };
    return doors;
}

/// Longest file that a newcomer should have to read; a file beyond it holds two things.
constexpr int kMaximumLines = 700;

struct Line
{
    int number = 0;
    QString code; ///< Without comments and without what stands in string literals.
    QString text; ///< Without comments.
    QString raw;
};

/// Splits a text into lines and blanks out comments and literals, so that words in them (messages,
/// explanations) do not count as code. Raw strings end at their own delimiter.
QList<Line> linesOf(const QString &text)
{
    enum class In { Code, LineComment, BlockComment, String, Character, RawString };
    QList<Line> lines;
    Line current{1, {}, {}, {}};
    In state = In::Code;
    QString rawEnd;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        const QChar next = i + 1 < text.size() ? text.at(i + 1) : QChar();
        if (c == u'\n') {
            if (state == In::LineComment)
                state = In::Code;
            lines.append(current);
            current = Line{current.number + 1, {}, {}, {}};
            continue;
        }
        current.raw += c;
        if (state == In::String || state == In::Character || state == In::RawString)
            current.text += c;
        switch (state) {
        case In::Code:
            if (c == u'/' && next == u'/') {
                state = In::LineComment;
            } else if (c == u'/' && next == u'*') {
                state = In::BlockComment;
            } else if (c == u'"' && current.code.endsWith(u'R')) {
                const qsizetype open = text.indexOf(u'(', i);
                rawEnd = u')' + text.mid(i + 1, open - i - 1) + u'"';
                state = In::RawString;
                current.code += c;
            } else if (c == u'"') {
                state = In::String;
                current.code += c;
            } else if (c == u'\'' && !(i > 0 && text.at(i - 1).isDigit())) {
                state = In::Character; // After a digit it only groups digits: 1'000.
                current.code += c;
            } else {
                current.code += c;
            }
            if (state != In::LineComment && state != In::BlockComment)
                current.text += c;
            break;
        case In::LineComment:
            break;
        case In::BlockComment:
            if (c == u'*' && next == u'/') {
                current.raw += next;
                ++i;
                state = In::Code;
            }
            break;
        case In::String:
        case In::Character:
            if (c == u'\\' && !next.isNull() && next != u'\n') {
                current.raw += next;
                current.text += next;
                ++i;
            } else if (c == (state == In::String ? u'"' : u'\'')) {
                state = In::Code;
                current.code += c;
            }
            break;
        case In::RawString:
            if (c == u'"' && QStringView(text).left(i + 1).endsWith(rawEnd)) {
                state = In::Code;
                current.code += c;
            }
            break;
        }
    }
    if (!current.raw.isEmpty())
        lines.append(current);
    return lines;
}

/// The room or panel of a file: "diff" for src/core/diff/rows.h; empty outside `area`.
QString folderIn(const QString &file, const QString &area)
{
    if (!file.startsWith(area))
        return {};
    const QString rest = file.mid(area.size());
    const qsizetype slash = rest.indexOf(u'/');
    return slash < 0 ? QString() : rest.left(slash);
}

QString firstFolder(const QString &include)
{
    const qsizetype slash = include.indexOf(u'/');
    return slash < 0 ? QString() : include.left(slash);
}

/// The headers of one Qt module, by name: what stands in its folder of the Qt that is built against.
const QSet<QString> &headersOf(const QString &module)
{
    static const auto list = [](const QString &name) {
        const QStringList files =
                QDir(QStringLiteral(COUNTERSIGN_QT_HEADERS) + u'/' + name).entryList(QDir::Files);
        if (files.isEmpty())
            qFatal("no headers of %s in " COUNTERSIGN_QT_HEADERS, qPrintable(name));
        return QSet<QString>(files.begin(), files.end());
    };
    static const QHash<QString, QSet<QString>> headers{{u"QtGui"_s, list(u"QtGui"_s)},
                                                       {u"QtWidgets"_s, list(u"QtWidgets"_s)}};
    return *headers.constFind(module);
}

/// True for <QLabel>, <QtWidgets/QLabel> and <QtWidgets> when `module` is QtWidgets.
bool isHeaderOf(const QString &module, const QString &header)
{
    return header == module || header.startsWith(module + u'/')
            || headersOf(module).contains(header);
}

QString checkRoom(const QString &room, const QString &include)
{
    const QString used = firstFolder(include);
    if (used.isEmpty())
        return u"room '%1' includes \"%2\": write includes as \"room/file.h\""_s.arg(room, include);
    const qsizetype own = rooms().indexOf(room);
    const qsizetype other = rooms().indexOf(used);
    if (other < 0)
        return u"room '%1' includes \"%2\": the core knows its own rooms only"_s.arg(room, include);
    if (own < 0)
        return u"'%1' is not a room: add it to rooms() in its place in the order"_s.arg(room);
    if (other > own)
        return u"room '%1' may not use room '%2', which comes after it"_s.arg(room, used);
    if (forbiddenRooms().value(room).contains(used))
        return u"room '%1' may not use room '%2'"_s.arg(room, used);
    return {};
}

QString checkPanel(const QString &panel, const QString &include)
{
    const QString used = firstFolder(include);
    if (used.isEmpty())
        return u"panel '%1' includes \"%2\": write includes as \"panel/file.h\""_s.arg(panel,
                                                                                       include);
    if (!rooms().contains(used))
        return {}; // Another panel.
    const bool open = std::any_of(
            doorsForWidgets().begin(), doorsForWidgets().end(), [&include](const QString &door) {
                return door.endsWith(u'/') ? include.startsWith(door) : include == door;
            });
    return open
            ? QString()
            : u"panel '%1' may not use \"%2\": widgets see the engine and value types only"_s.arg(
                      panel, include);
}

QString checkQtHeader(const QString &file, const QString &header)
{
    if (!file.startsWith("src/core/"_L1))
        return {};
    if (isHeaderOf(u"QtWidgets"_s, header))
        return u"the core may not use <%1>: Qt Widgets belongs to src/widgets"_s.arg(header);
    if (isHeaderOf(u"QtGui"_s, header) && folderIn(file, u"src/core/"_s) != "media"_L1)
        return u"only the room 'media' may use <%1> of Qt Gui"_s.arg(header);
    return {};
}

/// Functions of a header that return a Result without [[nodiscard]]. A declaration starts after ';',
/// '{', '}' or ':' and may span lines.
QList<Violation> checkNoDiscard(const QString &file, const QList<Line> &lines)
{
    static const QRegularExpression returnsResult(
            u"^(template\\s*<[^;{}]*?>\\s*)?((static|virtual|inline|constexpr|explicit)\\s+)*"
            u"(Countersign::)?Result<.*>\\s+[\\w:]+\\s*\\("_s,
            QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression access(u"^(public|private|protected|Q_SIGNALS)\\s*:$"_s);
    QList<Violation> found;
    QString statement;
    int start = 0;
    for (const Line &line : lines) {
        if (line.code.trimmed().startsWith(u'#'))
            continue;
        for (const QChar c : line.code) {
            if (c == u';' || c == u'{' || c == u'}') {
                if (returnsResult.match(statement.trimmed()).hasMatch())
                    found.append({file, start,
                                  u"a function that returns a Result must be [[nodiscard]]"_s});
                statement.clear();
                continue;
            }
            if (statement.trimmed().isEmpty() && !c.isSpace())
                start = line.number;
            statement += c;
            if (c == u':' && access.match(statement.trimmed()).hasMatch())
                statement.clear();
        }
        statement += u' ';
    }
    return found;
}

struct Forbidden
{
    QRegularExpression expression;
    QString rule;
    QStringList allowedIn; ///< Beginnings of paths.
    QString Line::*in; ///< What of a line counts.
};

const QList<Forbidden> &forbiddenWords()
{
    static const QList<Forbidden> words{
            {QRegularExpression(
                     u"\\b(u|nano|m|ms|QThread::)?sleep\\s*\\(|\\bsleep_(for|until)\\b"_s),
             u"nothing sleeps: wait for the thing itself"_s,
             {},
             &Line::code},
            {QRegularExpression(u"\\bprocessEvents\\b"_s),
             u"no processEvents: it runs code in the middle of other code"_s,
             {},
             &Line::code},
            {QRegularExpression(u"(\\.|->)exec\\s*\\("_s),
             u"no nested event loop: exec() belongs to src/app and the I/O thread of 'net'"_s,
             {u"src/app/"_s, u"src/core/net/"_s, u"src/core/storage/"_s /* SQL */, u"tests/"_s},
             &Line::code},
            {QRegularExpression(u"\\b(TODO|FIXME|XXX|HACK)\\b"_s),
             u"no notes to self in the source: do it, or write an issue"_s,
             {},
             &Line::raw},
            {QRegularExpression(u"(?<![\\w.])/(home|root|Users|work)/\\w"_s),
             u"no path of somebody's machine"_s,
             {u"tests/"_s},
             &Line::text},
    };
    return words;
}

} // namespace

QString Violation::toString() const
{
    return u"%1:%2: %3"_s.arg(file).arg(line).arg(rule);
}

const QStringList &rooms()
{
    static const QStringList order{
            u"base"_s, u"schema"_s, u"storage"_s,  u"secrets"_s,    u"media"_s,    u"process"_s,
            u"net"_s,  u"diff"_s,   u"location"_s, u"permission"_s, u"question"_s, u"config"_s,
            u"tool"_s, u"tools"_s,  u"provider"_s, u"session"_s,    u"engine"_s};
    return order;
}

QStringList sourceFiles(const QString &root)
{
    QStringList files;
    for (const QString &top : {u"src"_s, u"tests"_s}) {
        QDirIterator found(root + u'/' + top, {u"*.h"_s, u"*.cpp"_s}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (found.hasNext()) {
            const QString file = QDir(root).relativeFilePath(found.next());
            if (!file.startsWith("tests/data/"_L1))
                files.append(file);
        }
    }
    files.sort();
    return files;
}

QList<Violation> checkIncludes(const QString &file, const QString &text)
{
    static const QRegularExpression expression(
            u"^\\s*#\\s*include\\s*(\"([^\"]+)\"|<(Q[\\w/]+)>)"_s);
    const QString room = folderIn(file, u"src/core/"_s);
    const QString panel = folderIn(file, u"src/widgets/"_s);
    QList<Violation> found;
    for (const Line &line : linesOf(text)) {
        if (!line.code.trimmed().startsWith(u'#'))
            continue; // Commented out.
        const QRegularExpressionMatch match = expression.match(line.raw);
        if (!match.hasMatch())
            continue;
        const QString own = match.captured(2);
        QString rule;
        if (own.isEmpty())
            rule = checkQtHeader(file, match.captured(3));
        else if (own.endsWith(".moc"_L1) || own.startsWith("moc_"_L1))
            rule.clear(); // Written by moc.
        else if (!room.isEmpty())
            rule = checkRoom(room, own);
        else if (!panel.isEmpty())
            rule = checkPanel(panel, own);
        if (!rule.isEmpty())
            found.append({file, line.number, rule});
    }
    return found;
}

QList<Violation> checkText(const QString &file, const QString &text)
{
    QList<Violation> found;
    const QList<Line> lines = linesOf(text);
    const bool licensed = lines.size() >= 2
            && lines.at(0).raw == "// SPDX-FileCopyrightText: 2026 The Countersign developers"_L1
            && lines.at(1).raw == "// SPDX-License-Identifier: MIT"_L1;
    if (!licensed)
        found.append({file, 1, u"a source starts with the two SPDX lines"_s});
    if (lines.size() > kMaximumLines)
        found.append({file, 0,
                      u"%1 lines, %2 are the limit: the file holds more than one thing"_s
                              .arg(lines.size())
                              .arg(kMaximumLines)});
    if (file.startsWith("src/"_L1) && file.endsWith(".h"_L1))
        found.append(checkNoDiscard(file, lines));
    if (file.startsWith("tests/core/architecture/"_L1))
        return found; // These files spell out what is forbidden.
    for (const Forbidden &forbidden : forbiddenWords()) {
        const bool allowed = std::any_of(
                forbidden.allowedIn.begin(), forbidden.allowedIn.end(),
                [&file](const QString &beginning) { return file.startsWith(beginning); });
        if (allowed)
            continue;
        for (const Line &line : lines) {
            if (forbidden.expression.match(line.*forbidden.in).hasMatch())
                found.append({file, line.number, forbidden.rule});
        }
    }
    return found;
}

QList<Violation> checkTree(const QString &root)
{
    QList<Violation> found;
    for (const QString &file : sourceFiles(root)) {
        QFile in(root + u'/' + file);
        if (!in.open(QIODevice::ReadOnly)) {
            found.append({file, 0, u"cannot be read: "_s + in.errorString()});
            continue;
        }
        const QString text = QString::fromUtf8(in.readAll());
        found.append(checkIncludes(file, text));
        found.append(checkText(file, text));
    }
    return found;
}

} // namespace Countersign::Test
