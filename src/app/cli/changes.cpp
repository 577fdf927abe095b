// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/changes.h"

#include "cli/commands.h"
#include "cli/output.h"
#include "diff/changekind.h"
#include "diff/linediff.h"
#include "engine/engine.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;
using Session::ChangedFile;
using Session::ChangeGroup;
using Session::PutBackReport;
using Session::SessionChanges;
using Session::ShownChange;

namespace {

QJsonObject toJson(const ChangedFile &file)
{
    return {{u"file"_s, file.resource},
            {u"movedTo"_s, file.movedTo},
            {u"status"_s, Diff::kindToken(file.kind)},
            {u"additions"_s, file.counts.added},
            {u"deletions"_s, file.counts.removed},
            {u"places"_s, file.places},
            {u"standing"_s, Session::standingName(file.standing)},
            {u"reason"_s, Session::inWords(file.reason)},
            {u"byCommand"_s, file.byCommand}};
}

QJsonObject toJson(const ChangeGroup &group)
{
    QJsonArray files;
    for (const ChangedFile &file : group.files)
        files.append(toJson(file));
    return {{u"turn"_s, group.turn.value},
            {u"prompt"_s, group.prompt},
            {u"time"_s, group.time},
            {u"files"_s, files},
            {u"notes"_s, QJsonArray::fromStringList(Session::inWords(group.notes))}};
}

QJsonObject toJson(const SessionChanges &changes)
{
    QJsonArray turns;
    for (const ChangeGroup &turn : changes.turns)
        turns.append(toJson(turn));
    return {{u"session"_s, changes.session.value},
            {u"all"_s, toJson(changes.all)},
            {u"turns"_s, turns},
            {u"undo"_s, QJsonArray::fromStringList(changes.undo)},
            {u"redo"_s, QJsonArray::fromStringList(changes.redo)},
            {u"keeping"_s, changes.turnedOffIn.isEmpty()},
            {u"turnedOffIn"_s, changes.turnedOffIn}};
}

void print(const ChangeGroup &group)
{
    for (const ChangedFile &file : group.files) {
        QString line = u"  %1 %2"_s.arg(Diff::kindLetter(file.kind), file.resource);
        if (!file.movedTo.isEmpty())
            line += u" → "_s + file.movedTo;
        if (file.counts != Diff::LineCounts())
            line += u"  +%1 −%2"_s.arg(file.counts.added).arg(file.counts.removed);
        if (file.byCommand)
            line += u"  by a command"_s;
        if (const QString words = Session::standingWords(file.standing); !words.isEmpty())
            line += u"  ("_s + words + u')';
        out(line + u'\n');
        if (!file.reason.isEmpty())
            out(u"      "_s + Session::inWords(file.reason) + u'\n');
    }
    for (const Session::Reason &note : group.notes)
        out(u"  ! "_s + Session::inWords(note) + u'\n');
}

void print(const SessionChanges &changes)
{
    const bool isKeeping = changes.turnedOffIn.isEmpty();
    if (!isKeeping)
        out(Session::turnedOffWords(changes.turnedOffIn) + u'\n');
    if (changes.all.files.isEmpty() && changes.all.notes.isEmpty()) {
        if (isKeeping)
            out(u"The session has changed no file.\n"_s);
        return;
    }
    out(u"── all turns\n"_s);
    print(changes.all);
    for (const ChangeGroup &turn : changes.turns) {
        out(u"── %1 · %2\n"_s.arg(turn.turn.value,
                                  turn.prompt.isEmpty() ? u"(without a prompt)"_s : turn.prompt));
        print(turn);
    }
    if (!changes.undo.isEmpty())
        out(u"put-back --undo would undo: %1\n"_s.arg(changes.undo.join(u", "_s)));
}

/// A file's change as it is printed.
struct Compared
{
    ChangedFile file;
    QList<Diff::Block> places;
    QString patch;
};

Result<Compared> compared(const ShownChange &shown)
{
    const auto diff = Diff::lineDiff(shown.change.before, shown.change.after);
    if (!diff)
        return failure(diff.error());
    const auto patch = Diff::unifiedPatch(shown.change);
    if (!patch)
        return failure(patch.error());
    return Compared{shown.file, diff->blocks, *patch};
}

void print(const Compared &change)
{
    if (!change.file.reason.isEmpty())
        out(Session::inWords(change.file.reason) + u'\n');
    for (qsizetype i = 0; i < change.places.size(); ++i)
        out(u"hunk %1: line %2\n"_s.arg(i + 1).arg(change.places.at(i).newStart + 1));
    out(change.patch);
}

QJsonObject toJson(const Compared &change)
{
    QJsonObject object = toJson(change.file);
    QJsonArray hunks;
    for (const Diff::Block &place : change.places) {
        hunks.append(QJsonObject{{u"number"_s, hunks.size() + 1},
                                 {u"line"_s, place.newStart + 1},
                                 {u"additions"_s, place.newCount},
                                 {u"deletions"_s, place.oldCount}});
    }
    object.insert(u"hunks"_s, hunks);
    object.insert(u"patch"_s, change.patch);
    return object;
}

/// Prints what was asked for, which is the whole of the command.
template<class Answer>
void endWith(const Answer &answer, bool json)
{
    if (json)
        outJson(toJson(answer));
    else
        print(answer);
    QCoreApplication::exit(kDone);
}

int report(const PutBackReport &report, bool json)
{
    QStringList refused;
    for (const Session::Refusal &refusal : report.refused)
        refused.append(Session::inWords(refusal));
    static const QHash<PutBackReport::Act, QString> done{
            {PutBackReport::Act::PutBack, u"Put back %1.\n"_s},
            {PutBackReport::Act::Undo, u"Undone: %1 is as it was before it was put back.\n"_s},
            {PutBackReport::Act::Redo, u"Put back %1 once more.\n"_s}};
    if (json) {
        outJson({{u"session"_s, report.session.value},
                 {u"done"_s, QJsonArray::fromStringList(report.done)},
                 {u"refused"_s, QJsonArray::fromStringList(refused)}});
    } else {
        for (const QString &file : report.done)
            out(done.value(report.act).arg(file));
    }
    int code = kDone;
    for (const QString &words : std::as_const(refused))
        code = json ? kFailed : complain(words, kFailed);
    return code;
}

std::optional<int> hunkOf(const QCommandLineParser &parser)
{
    bool isNumber = false;
    const int number = parser.value(u"hunk"_s).toInt(&isNumber);
    return isNumber && number > 0 ? std::optional(number - 1) : std::nullopt;
}

} // namespace

void addChangeOptions(QCommandLineParser &parser)
{
    parser.addOptions(
            {{u"turn"_s, u"With changes and put-back: only what followed this message of yours."_s,
              u"MESSAGE"_s},
             {u"hunk"_s, u"With put-back: only this place of the file, from 1."_s, u"N"_s},
             {u"undo"_s, u"With put-back: undo the last one."_s},
             {u"redo"_s, u"With put-back: do once more what was undone last."_s}});
}

std::optional<QString> changeUsage(const QCommandLineParser &parser)
{
    const QStringList words = parser.positionalArguments();
    const bool acts = words.value(0) == u"put-back";
    if (words.size() < 2 || (!acts && words.size() > 3))
        return u"Write sessions changes ID [FILE], or sessions put-back ID [FILE…]."_s;
    const bool undo = parser.isSet(u"undo"_s);
    const bool redo = parser.isSet(u"redo"_s);
    const bool hunk = parser.isSet(u"hunk"_s);
    if (!acts && (undo || redo || hunk))
        return u"--hunk, --undo and --redo belong to sessions put-back."_s;
    if ((undo && redo) || ((undo || redo) && (hunk || parser.isSet(u"turn"_s) || words.size() > 2)))
        return u"--undo and --redo stand alone: they are about the last put-back."_s;
    if (hunk && (!hunkOf(parser) || words.size() != 3))
        return u"--hunk takes a number from 1, and needs the one file that it counts in."_s;
    return {};
}

void startChanges(Engine &engine, QObject &application, const QCommandLineParser &parser)
{
    const QStringList words = parser.positionalArguments();
    const SessionId session(words.at(1));
    const MessageId turn(parser.value(u"turn"_s));
    const bool json = parser.isSet(u"json"_s);
    QObject::connect(&engine, &Engine::changesLoaded, &application,
                     [json, turn](SessionChanges changes) {
                         if (!turn.isEmpty())
                             changes.turns.removeIf(
                                     [&](const ChangeGroup &group) { return group.turn != turn; });
                         endWith(changes, json);
                     });
    QObject::connect(&engine, &Engine::changeLoaded, &application,
                     [json](const ShownChange &shown) {
                         if (const auto change = compared(shown))
                             endWith(*change, json);
                         else
                             QCoreApplication::exit(complain(change.error().message, kFailed));
                     });
    QObject::connect(
            &engine, &Engine::putBackEnded, &application,
            [json](const PutBackReport &ended) { QCoreApplication::exit(report(ended, json)); });
    if (words.at(0) == u"changes") {
        if (words.size() == 3)
            engine.requestChange(session, turn, words.at(2));
        else
            engine.requestChanges(session);
    } else if (parser.isSet(u"undo"_s)) {
        engine.undoPutBack(session);
    } else if (parser.isSet(u"redo"_s)) {
        engine.redoPutBack(session);
    } else {
        Session::PutBackOrder order{session, turn, words.mid(2)};
        order.placeNumber = hunkOf(parser);
        engine.putBack(order);
    }
}

} // namespace Countersign::Cli
