// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/changefacts.h"

#include "base/textfile.h"
#include "review/displayline.h"
#include "theme/hiddentext.h"

#include <QCryptographicHash>
#include <QLocale>
#include <QStringDecoder>

#include <algorithm>
#include <utility>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

namespace {

bool isUtf8(const QByteArray &bytes)
{
    QStringDecoder strict(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    [[maybe_unused]] const QString text = strict.decode(bytes);
    return !strict.hasError();
}

/// Files of fewer lines are rewritten all the time.
constexpr int kFewLines = 5;
/// What is further right than this needs a look that scrolls there.
constexpr int kLongLine = 300;

QByteArray decodedToUtf8(const QByteArray &bytes, const QByteArray &charset, SideText &side)
{
    if (bytes.startsWith("\xEF\xBB\xBF")) {
        side.byteOrderMark = true;
        return bytes.mid(3);
    }
    const bool marked = bytes.startsWith("\xFF\xFE") || bytes.startsWith("\xFE\xFF")
            || bytes.startsWith(QByteArray("\0\0\xFE\xFF", 4));
    if (!marked && (isUtf8(bytes) || (bytes.contains('\0') && !sniffUtf16(bytes))))
        return bytes; // What has zero bytes and is no UTF-16 is not shown as text.
    const Result<DecodedText> decoded = decodeText(bytes, charset);
    if (!decoded || decoded->format.encoding == TextEncoding::Utf8)
        return bytes;
    side.byteOrderMark = decoded->format.byteOrderMark;
    side.encoding = encodingName(decoded->format);
    side.charset = decoded->format.charset;
    return decoded->text.toUtf8();
}

QString lineEndsWord(const SideText &side)
{
    if (side.carriageReturns > 0 && side.lineFeeds > 0)
        return Words::tr("mixed");
    return side.carriageReturns > 0 ? u"CRLF"_s : u"LF"_s;
}

/// Unchanged lines whose line end is another one.
int lineEndChanges(const Diff::LineDiff &diff, const SideText &before, const SideText &after)
{
    int count = 0;
    forUnchangedPairs(diff, [&](int oldLine, int newLine) {
        count += before.crlf.testBit(oldLine) != after.crlf.testBit(newLine) ? 1 : 0;
    });
    return count;
}

/// A line that the change writes has characters that a reader would not see.
bool writesHidden(const Diff::LineDiff &diff)
{
    for (const Diff::Block &block : diff.blocks) {
        for (int line = block.newStart; line < block.newStart + block.newCount; ++line) {
            const QByteArrayView bytes = diff.newLines.at(line);
            const bool plain = std::all_of(bytes.begin(), bytes.end(), [](char c) {
                return c == '\t' || (c >= 0x20 && c < 0x7f);
            });
            if (!plain && !DisplayLine(decodeLine(bytes)).warnings().isEmpty())
                return true;
        }
    }
    return false;
}

/// Written by package managers; a change by hand is rarely what is meant.
bool isLockFile(const QString &name)
{
    static const QStringList names{u"package-lock.json"_s,
                                   u"npm-shrinkwrap.json"_s,
                                   u"yarn.lock"_s,
                                   u"pnpm-lock.yaml"_s,
                                   u"bun.lock"_s,
                                   u"bun.lockb"_s,
                                   u"cargo.lock"_s,
                                   u"gemfile.lock"_s,
                                   u"composer.lock"_s,
                                   u"poetry.lock"_s,
                                   u"uv.lock"_s,
                                   u"pipfile.lock"_s,
                                   u"go.sum"_s,
                                   u"flake.lock"_s,
                                   u"mix.lock"_s,
                                   u"pubspec.lock"_s,
                                   u"packages.lock.json"_s};
    return names.contains(name);
}

bool mayHoldSecrets(const QString &name)
{
    static const QStringList names{
            u".netrc"_s,      u".npmrc"_s, u".pypirc"_s, u".htpasswd"_s, u".git-credentials"_s,
            u"credentials"_s, u"id_rsa"_s, u"id_dsa"_s,  u"id_ecdsa"_s,  u"id_ed25519"_s};
    static const QStringList endings{u".pem"_s, u".key"_s, u".p12"_s,
                                     u".pfx"_s, u".jks"_s, u".keystore"_s};
    const bool example = name.endsWith(".example"_L1) || name.endsWith(".sample"_L1)
            || name.endsWith(".template"_L1);
    if (name == ".env"_L1 || name.startsWith(".env."_L1))
        return !example;
    return names.contains(name)
            || std::any_of(endings.begin(), endings.end(),
                           [&](const QString &ending) { return name.endsWith(ending); });
}

/// What the name alone tells.
void addNameFacts(QList<Fact> &facts, const Diff::FileChange &change)
{
    bool deceptive = false;
    bool git = false;
    bool lock = false;
    bool secret = false;
    for (const QString &path : {change.resource, change.movedTo}) {
        deceptive = deceptive || !Theme::deceptiveUnits(path).isEmpty();
        git = git || QString(u"/"_s + path + u"/"_s).contains(u"/.git/"_s, Qt::CaseInsensitive);
        const QString name = path.section(u'/', -1).toLower();
        lock = lock || isLockFile(name);
        secret = secret || mayHoldSecrets(name);
    }
    if (deceptive) {
        facts.append(
                {u"name"_s, Words::tr("Hidden or look-alike characters in the name"), true, false});
    }
    if (git)
        facts.append({u"git"_s, Words::tr("Inside .git"), true, false});
    if (secret)
        facts.append({u"secret"_s, Words::tr("May hold secrets"), true, false});
    if (lock)
        facts.append({u"lock"_s, Words::tr("Lock file, normally written by a tool"), true, false});
}

/// No line of the file stays.
bool replacesEverything(const Diff::FileChange &change, const Diff::LineDiff &diff)
{
    int gone = 0;
    for (const Diff::Block &block : diff.blocks)
        gone += block.oldCount;
    return change.kind == Diff::ChangeKind::Modified && gone == diff.oldLines.size()
            && gone >= kFewLines && !diff.newLines.isEmpty();
}

/// The longest line that the change writes, in bytes.
int longestWritten(const Diff::LineDiff &diff)
{
    qsizetype longest = 0;
    for (const Diff::Block &block : diff.blocks) {
        for (int line = block.newStart; line < block.newStart + block.newCount; ++line)
            longest = std::max(longest, diff.newLines.at(line).size());
    }
    return static_cast<int>(longest);
}

QString bytesWord(const QByteArray &bytes)
{
    return QLocale().formattedDataSize(bytes.size());
}

void addTextFacts(QList<Fact> &facts, const Diff::FileChange &change, const SideText &before,
                  const SideText &after, int lineEndChanges)
{
    const bool both = !change.before.isEmpty() && !change.after.isEmpty();
    if (lineEndChanges > 0) {
        facts.append({u"line-ends"_s,
                      Words::tr("Line ends %1 → %2 on %n lines", nullptr, lineEndChanges)
                              .arg(lineEndsWord(before), lineEndsWord(after)),
                      true, true});
    } else if (!change.after.isEmpty() && after.carriageReturns > 0) {
        facts.append(
                {u"crlf"_s,
                 after.lineFeeds > 0 ? Words::tr("Mixed line ends") : Words::tr("CRLF line ends"),
                 after.lineFeeds > 0, false});
    }
    if (both && before.byteOrderMark != after.byteOrderMark) {
        facts.append({u"bom"_s,
                      after.byteOrderMark ? Words::tr("Byte order mark added")
                                          : Words::tr("Byte order mark removed"),
                      true, true});
    }
    const auto encodingOf = [](const SideText &side) {
        return side.encoding.isEmpty() ? u"UTF-8"_s : side.encoding;
    };
    // ASCII is the same bytes in every charset.
    const auto fits = [](const SideText &side, const SideText &other) {
        return side.encoding.isEmpty() && !other.charset.isEmpty()
                && std::all_of(side.text.begin(), side.text.end(),
                               [](char c) { return static_cast<uchar>(c) < 0x80; });
    };
    if (both && before.encoding != after.encoding && !fits(before, after) && !fits(after, before)) {
        facts.append({u"encoding"_s,
                      Words::tr("Encoding %1 → %2").arg(encodingOf(before), encodingOf(after)),
                      true, true});
    } else if (!after.encoding.isEmpty()) {
        facts.append({u"encoded"_s, after.encoding, false, false});
    }
    if (!before.validUtf8 || !after.validUtf8) {
        facts.append({u"invalid-text"_s,
                      Words::tr("Not all of it is valid text: � stands for other bytes"), true,
                      true});
    }
    if (both && before.finalNewline != after.finalNewline) {
        facts.append({u"final-newline"_s,
                      after.finalNewline ? Words::tr("Final line end added")
                                         : Words::tr("Final line end removed"),
                      false, true});
    }
    if (change.kind == Diff::ChangeKind::Added && change.after.isEmpty())
        facts.append({u"empty"_s, Words::tr("The new file is empty"), false, true});
    if (change.kind == Diff::ChangeKind::Modified && !change.before.isEmpty()
        && change.after.isEmpty())
        facts.append({u"emptied"_s, Words::tr("The file will be empty"), true, true});
    if (change.kind == Diff::ChangeKind::Modified && change.before == change.after)
        facts.append({u"same"_s, Words::tr("The bytes stay the same"), false, true});
}

} // namespace

SideText sideText(const QByteArray &bytes, const QByteArray &charset)
{
    SideText side;
    const QByteArray text = decodedToUtf8(bytes, charset, side);
    side.validUtf8 = isUtf8(text);
    side.finalNewline = text.isEmpty() || text.endsWith('\n');
    const qsizetype lines = text.count('\n') + (side.finalNewline ? 0 : 1);
    side.crlf.resize(lines);
    side.text.reserve(text.size());
    qsizetype start = 0;
    for (qsizetype line = 0; line < lines; ++line) {
        const qsizetype end = text.indexOf('\n', start);
        if (end < 0) {
            side.text.append(QByteArrayView(text).sliced(start));
            break;
        }
        const bool crlf = end > start && text.at(end - 1) == '\r';
        side.text.append(QByteArrayView(text).sliced(start, end - start - (crlf ? 1 : 0)));
        side.text.append('\n');
        side.crlf.setBit(line, crlf);
        ++(crlf ? side.carriageReturns : side.lineFeeds);
        start = end + 1;
    }
    return side;
}

Sides sidesOf(const Diff::FileChange &change)
{
    SideText before = sideText(change.before, change.charset);
    SideText after =
            sideText(change.after, before.charset.isEmpty() ? change.charset : before.charset);
    return {std::move(before), std::move(after)};
}

QList<Fact> factsOf(const Diff::FileChange &change, const SideText &before, const SideText &after,
                    const Diff::LineDiff &diff)
{
    QList<Fact> facts;
    for (const QString &token : change.facts) {
        if (token == "outside"_L1)
            facts.append({token, Words::tr("Outside the project"), true, false});
        else if (token == "symlink"_L1)
            facts.append({token, Words::tr("Through a symbolic link to %1").arg(change.target),
                          true, false});
        else if (token == "replaces"_L1)
            facts.append({token, Words::tr("Replaces a file that is there"), true, false});
        else if (token == "not-exact"_L1)
            facts.append({token, Words::tr("Matched approximately"), true, false});
        else if (token == QStringView(Diff::kNotKeptFact))
            facts.append({token, Words::tr("Too large to be kept for reading"), false, false});
        else if (token != "binary"_L1)
            facts.append({token, token, false, false});
    }
    addNameFacts(facts, change);
    if (diff.binary || change.facts.contains("binary"_L1)) {
        QString words;
        if (change.kind == Diff::ChangeKind::Added)
            words = Words::tr("Binary, %1").arg(bytesWord(change.after));
        else if (change.kind == Diff::ChangeKind::Deleted)
            words = Words::tr("Binary, %1").arg(bytesWord(change.before));
        else
            words = Words::tr("Binary, %1 → %2")
                            .arg(bytesWord(change.before), bytesWord(change.after));
        facts.append({u"binary"_s, words, true, true});
        return facts;
    }
    if (writesHidden(diff)) {
        facts.append({u"hidden-characters"_s, Words::tr("Writes hidden or look-alike characters"),
                      true, true});
    }
    if (replacesEverything(change, diff))
        facts.append({u"rewritten"_s, Words::tr("Replaces everything in the file"), true, false});
    if (const int longest = longestWritten(diff); longest > kLongLine) {
        facts.append({u"long-line"_s,
                      Words::tr("A line of %n bytes: look at its end too", nullptr, longest), true,
                      true});
    }
    addTextFacts(facts, change, before, after, lineEndChanges(diff, before, after));
    return facts;
}

Result<Summary> summarise(const Diff::FileChange &change, const std::stop_token &stop)
{
    const auto [before, after] = sidesOf(change);
    const Result<Diff::LineDiff> diff = Diff::lineDiff(before.text, after.text, stop);
    if (!diff)
        return failure(diff.error());
    return Summary{diff->binary ? Diff::LineCounts() : diff->counts(),
                   factsOf(change, before, after, *diff)};
}

QByteArray digestOf(const Diff::FileChange &change)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QByteArray &part : {QByteArray::number(int(change.kind)), change.target.toUtf8(),
                                   change.movedTo.toUtf8(), change.before, change.after}) {
        hash.addData(QByteArray(QByteArray::number(part.size()) + ' '));
        hash.addData(part);
    }
    return hash.result();
}

QString kindWord(Diff::ChangeKind kind)
{
    switch (kind) {
    case Diff::ChangeKind::Added:
        return Words::tr("New file");
    case Diff::ChangeKind::Modified:
        return Words::tr("Edited");
    case Diff::ChangeKind::Deleted:
        return Words::tr("Deleted");
    case Diff::ChangeKind::Moved:
        return Words::tr("Moved");
    }
    return {};
}

} // namespace Countersign::Review
