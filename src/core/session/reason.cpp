// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/reason.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace Countersign::Session {

using namespace Qt::StringLiterals;
using Kind = Reason::Kind;

namespace {

const char *englishOf(Kind kind)
{
    switch (kind) {
    case Kind::None:
        return "";
    case Kind::Told:
        return "%1";
    case Kind::FolderTooLarge:
        return QT_TRANSLATE_NOOP("Reason",
                                 "%1 holds more than %2 files, so what commands change in it is "
                                 "not recorded and cannot be put back.");
    case Kind::FolderTooSlow:
        return QT_TRANSLATE_NOOP("Reason",
                                 "%1 takes too long to look at, so what commands change in it is "
                                 "not recorded and cannot be put back.");
    case Kind::RepositoryWithin:
        return QT_TRANSLATE_NOOP("Reason", "The repository in %1 was not looked at.");
    case Kind::MoreFiles:
        return QT_TRANSLATE_NOOP("Reason",
                                 "%1 more files were changed than can be recorded of one command.");
    case Kind::NameNoText:
        return QT_TRANSLATE_NOOP(
                "Reason", "A file whose name is not valid text was changed and not recorded.");
    case Kind::OtherCommand:
        return QT_TRANSLATE_NOOP("Reason",
                                 "Another command ran at the same time; what it had changed until "
                                 "the end of this one is listed here.");
    case Kind::ProgramEnded:
        return QT_TRANSLATE_NOOP("Reason",
                                 "The program ended while this command ran. What differed when it "
                                 "was started again is listed, also what others changed in "
                                 "between.");
    case Kind::NotFoundOut:
        return QT_TRANSLATE_NOOP("Reason", "What this command changed could not be found out: %1");
    case Kind::NotKept:
        return QT_TRANSLATE_NOOP("Reason", "It cannot be shown or put back: %1.");
    case Kind::TooLarge:
        return QT_TRANSLATE_NOOP("Reason",
                                 "It cannot be shown or put back: it is larger than %1 MiB.");
    case Kind::TooMuch:
        return QT_TRANSLATE_NOOP("Reason",
                                 "It cannot be shown or put back: one command changed more than "
                                 "can be kept.");
    case Kind::Unreadable:
        return QT_TRANSLATE_NOOP("Reason", "It cannot be shown or put back: it could not be read.");
    case Kind::EarlierNotKept:
        return QT_TRANSLATE_NOOP("Reason",
                                 "It cannot be shown or put back: its earlier content could not "
                                 "be kept.");
    case Kind::LostByGit:
        return QT_TRANSLATE_NOOP("Reason",
                                 "It cannot be shown or put back: its earlier content was only in "
                                 "the repository, which has lost it.");
    case Kind::IgnoredBefore:
        return QT_TRANSLATE_NOOP("Reason",
                                 "It cannot be shown or put back: git ignored it until then, so "
                                 "it may have been there before.");
    case Kind::Dropped:
        return QT_TRANSLATE_NOOP("Reason",
                                 "The old content of a file is not kept any more, so it cannot be "
                                 "put back.");
    case Kind::Damaged:
        return QT_TRANSLATE_NOOP("Reason",
                                 "The old content of a file is damaged or cannot be read, so it "
                                 "cannot be put back.");
    case Kind::LinesLeft:
        return QT_TRANSLATE_NOOP("Reason",
                                 "%1 changed since, so the session's change there was left.");
    case Kind::ElsewhereToo:
        return QT_TRANSLATE_NOOP("Reason", "It was changed since, in other places; those stay.");
    case Kind::OldNameTaken:
        return QT_TRANSLATE_NOOP("Reason", "There is another file under its old name %1 now.");
    case Kind::Removed:
        return QT_TRANSLATE_NOOP("Reason", "It was removed since.");
    case Kind::Replaced:
        return QT_TRANSLATE_NOOP("Reason",
                                 "It was removed, and there is another file in its place now.");
    case Kind::MadeAndChanged:
        return QT_TRANSLATE_NOOP(
                "Reason", "It was made by the session and changed since, so it was not removed.");
    case Kind::MadeAndChangedThere:
        return QT_TRANSLATE_NOOP("Reason",
                                 "It was made by the session and changed since, so it was not "
                                 "removed. %1 changed since.");
    case Kind::OtherKind:
        return QT_TRANSLATE_NOOP("Reason", "It is something else now (a file or a symbolic link).");
    case Kind::NoText:
        return QT_TRANSLATE_NOOP("Reason",
                                 "It was changed since and is not text of which parts could be "
                                 "put back.");
    case Kind::LinkInTheWay:
        return QT_TRANSLATE_NOOP("Reason",
                                 "On the way to it there is a symbolic link now, so it was left "
                                 "alone.");
    case Kind::NoFile:
        return QT_TRANSLATE_NOOP("Reason",
                                 "It is a folder or something else by now that is not a file.");
    case Kind::LinesChanged:
        return QT_TRANSLATE_NOOP("Reason", "%1 changed since.");
    case Kind::NothingLeft:
        return QT_TRANSLATE_NOOP("Reason", "Nothing of it is left to be put back.");
    case Kind::WholeFileOnly:
        return QT_TRANSLATE_NOOP("Reason",
                                 "In this kind of file single places cannot be put back; put back "
                                 "the whole file.");
    case Kind::NoSuchPlace:
        return QT_TRANSLATE_NOOP("Reason", "It has %1 changed places, there is no number %2.");
    case Kind::PlaceGone:
        return QT_TRANSLATE_NOOP("Reason", "The place is not there any more; look at it again.");
    case Kind::SameName:
        return QT_TRANSLATE_NOOP(
                "Reason", "Another file that is put back has the same name; do it once more.");
    case Kind::ChangedSinceShown:
        return QT_TRANSLATE_NOOP("Reason",
                                 "It has changed since it was shown, so nothing was put back; "
                                 "look at it again.");
    case Kind::ChangedNow:
        return QT_TRANSLATE_NOOP(
                "Reason", "It changed at this moment, so nothing was written; look at it again.");
    case Kind::NotOfTheSession:
        return QT_TRANSLATE_NOOP("Reason", "The session has not changed it.");
    case Kind::NothingToPutBack:
        return QT_TRANSLATE_NOOP("Reason", "There is nothing to be put back.");
    case Kind::NothingToUndo:
        return QT_TRANSLATE_NOOP("Reason",
                                 "Nothing was put back in this session that could be undone.");
    case Kind::NothingToRedo:
        return QT_TRANSLATE_NOOP("Reason",
                                 "Nothing was undone in this session that could be done once "
                                 "more.");
    }
    return "";
}

/// "Line 3", "Lines 3 to 5 and 9", counted from 1.
QString linesInWords(const QList<Diff::LineRange> &lines, const ReasonTranslation &translated)
{
    constexpr qsizetype kMost = 8;
    const auto say = [&](const char *english) {
        return inWords(english, translated);
    };
    QStringList parts;
    bool many = lines.size() > 1;
    for (const Diff::LineRange &range : lines) {
        const int first = range.first + 1;
        // Nothing is left of them: the place is told by the line that is there now.
        if (range.count <= 1)
            parts.append(QString::number(first));
        else
            parts.append(say(QT_TRANSLATE_NOOP("Reason", "%1 to %2"))
                                 .arg(first)
                                 .arg(first + range.count - 1));
        many = many || range.count > 1;
    }
    if (parts.size() > kMost)
        parts = parts.first(kMost) + QStringList{say(QT_TRANSLATE_NOOP("Reason", "more"))};
    QString list = parts.value(0);
    for (qsizetype i = 1; i < parts.size(); ++i)
        list = say(i + 1 < parts.size() ? QT_TRANSLATE_NOOP("Reason", "%1, %2")
                                        : QT_TRANSLATE_NOOP("Reason", "%1 and %2"))
                       .arg(list, parts.at(i));
    return say(many ? QT_TRANSLATE_NOOP("Reason", "Lines %1")
                    : QT_TRANSLATE_NOOP("Reason", "Line %1"))
            .arg(list);
}

} // namespace

QString inWords(const char *english, const ReasonTranslation &translated)
{
    return translated ? translated(english) : QString::fromLatin1(english);
}

QString inWords(const Reason &reason, const ReasonTranslation &translated)
{
    if (reason.isEmpty())
        return {};
    if (reason.kind == Kind::Told)
        return reason.details.value(0);
    const QString words = inWords(englishOf(reason.kind), translated);
    if (!reason.lines.isEmpty())
        return words.arg(linesInWords(reason.lines, translated));
    // In one go: a detail may have a "%1" of its own.
    switch (reason.details.size()) {
    case 0:
        return words;
    case 1:
        return words.arg(reason.details.at(0));
    default:
        return words.arg(reason.details.at(0), reason.details.at(1));
    }
}

QStringList inWords(const QList<Reason> &reasons, const ReasonTranslation &translated)
{
    QStringList words;
    for (const Reason &reason : reasons)
        words.append(inWords(reason, translated));
    return words;
}

Reason told(const Error &error)
{
    return {Kind::Told, {error.message}};
}

QString toStored(const Reason &reason)
{
    if (reason.isEmpty())
        return u""_s;
    const QJsonObject object{{u"kind"_s, int(reason.kind)},
                             {u"details"_s, QJsonArray::fromStringList(reason.details)}};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

Reason fromStored(const QString &text, Kind otherwise)
{
    if (text.isEmpty())
        return {};
    const QJsonObject object = QJsonDocument::fromJson(text.toUtf8()).object();
    if (!object.contains("kind"_L1))
        return {otherwise, {text}};
    Reason reason;
    reason.kind = Kind(object.value("kind"_L1).toInt());
    const QJsonArray details = object.value("details"_L1).toArray();
    for (const QJsonValue &detail : details)
        reason.details.append(detail.toString());
    return reason;
}

} // namespace Countersign::Session
