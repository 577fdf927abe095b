// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/ripgreprecords.h"

#include "tools/shownbytes.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Enough for the line number, the offset and a first submatch of ordinary length.
constexpr qsizetype kNumbersBytes = 4096;
/// How much of a long line is shown before its match.
constexpr qsizetype kLeadBytes = 200;

/// ripgrep's "arbitrary data": {"text": …} for valid UTF-8, {"bytes": base64} for anything else.
QByteArray bytesOf(const QJsonValue &data)
{
    const QJsonValue text = data[u"text"];
    if (text.isString())
        return text.toString().toUtf8();
    return QByteArray::fromBase64(data[u"bytes"].toString().toLatin1());
}

/// The line to tell; `complete` is false when `line` is only the beginning of it.
QString lineText(QByteArrayView line, std::optional<qint64> start, bool complete)
{
    if (complete && line.endsWith('\n'))
        line.chop(1);
    if (complete && line.endsWith('\r'))
        line.chop(1);
    QString text = escapedBytes(line, kMaximumMatchUnits);
    const bool fits = text.size() <= kMaximumMatchUnits && complete;
    if (fits)
        return text;
    const bool isAhead = !start || *start < kMaximumMatchUnits / 2;
    if (isAhead || *start >= line.size()) {
        text = shortened(text, kMaximumMatchUnits) + u'…';
        if (!isAhead)
            text += u" (the match is at byte %1 of this line)"_s.arg(*start);
        return text;
    }
    qsizetype from = qsizetype(*start) - kLeadBytes;
    while (from > 0 && (uchar(line.at(from)) & 0xC0) == 0x80)
        --from;
    text = escapedBytes(line.sliced(from), kMaximumMatchUnits);
    const bool cut = text.size() > kMaximumMatchUnits || !complete;
    text = u'…' + shortened(text, kMaximumMatchUnits);
    return cut ? text + u'…' : text;
}

/// The number after `key` in JSON text.
std::optional<qint64> numberAfter(QByteArrayView json, QByteArrayView key)
{
    const qsizetype at = json.indexOf(key);
    if (at < 0)
        return std::nullopt;
    qsizetype end = at + key.size();
    while (end < json.size() && json.at(end) >= '0' && json.at(end) <= '9')
        ++end;
    if (end == json.size())
        return std::nullopt; // It may go on.
    bool good = false;
    const qint64 number = json.sliced(at + key.size(), end - at - key.size()).toLongLong(&good);
    return good ? std::optional(number) : std::nullopt;
}

/// Where the text of the line begins in a record, and whether it is base64.
struct TextPlace
{
    qsizetype at = -1;
    bool base64 = false;
};

TextPlace placeOfText(QByteArrayView record)
{
    // Quotation marks in a name are escaped, so these keys can only be the record's own.
    for (const bool base64 : {false, true}) {
        const QByteArrayView key = base64 ? R"(,"lines":{"bytes":")" : R"(,"lines":{"text":")";
        if (const qsizetype at = record.indexOf(key); at >= 0)
            return {at + key.size(), base64};
    }
    return {};
}

/// The length of the longest beginning of a JSON string's inside that ends between two characters.
qsizetype wholeCharacters(QByteArrayView inside)
{
    qsizetype at = 0;
    while (at < inside.size()) {
        const uchar c = uchar(inside.at(at));
        qsizetype length = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
        if (c == '\\')
            length = at + 1 < inside.size() && inside.at(at + 1) == 'u' ? 6 : 2;
        if (c == '"' || at + length > inside.size())
            break;
        at += length;
    }
    return at;
}

} // namespace

RipgrepRecords::RipgrepRecords(std::function<bool(const RipgrepMatch &)> onMatch)
    : m_onMatch(std::move(onMatch))
{
}

bool RipgrepRecords::take(QByteArrayView piece)
{
    for (qsizetype from = 0; from < piece.size();) {
        const qsizetype end = piece.indexOf('\n', from);
        append(piece.sliced(from, (end < 0 ? piece.size() : end) - from));
        if (end < 0)
            return true;
        if (!finish())
            return false;
        from = end + 1;
    }
    return true;
}

void RipgrepRecords::append(QByteArrayView piece)
{
    if (!m_rest) {
        const qsizetype room = kMaximumRecordBytes - m_record.size();
        m_record.append(piece.first(std::min(room, piece.size())));
        if (piece.size() <= room)
            return;
        m_rest = Rest{};
        if (const TextPlace place = placeOfText(m_record); place.at >= 0)
            skim(QByteArrayView(m_record).sliced(place.at));
        piece = piece.sliced(room);
    }
    skim(piece);
}

void RipgrepRecords::skim(QByteArrayView piece)
{
    qsizetype at = 0;
    bool inText = m_rest->inText;
    bool escaped = m_rest->escaped;
    for (; inText && at < piece.size(); ++at) {
        const char c = piece.at(at);
        inText = escaped || c != '"';
        escaped = !escaped && c == '\\';
    }
    m_rest->inText = inText;
    m_rest->escaped = escaped;
    const qsizetype room = kNumbersBytes - m_rest->numbers.size();
    m_rest->numbers.append(piece.sliced(at, std::min(room, piece.size() - at)));
}

bool RipgrepRecords::finish()
{
    const bool more = m_rest ? readOverlong() : readRecord();
    m_rest.reset();
    m_record.truncate(0); // Keeps its memory for the next one.
    return more;
}

bool RipgrepRecords::readRecord()
{
    QJsonParseError problem;
    const QJsonObject object = QJsonDocument::fromJson(m_record, &problem).object();
    const QJsonValue data = object[u"data"];
    if (object[u"type"] == u"match"_s) {
        const QJsonValue line = data[u"line_number"];
        if (!data[u"path"].isObject() || !line.isDouble())
            return fail(problem.errorString());
        const QJsonValue start = data[u"submatches"][0][u"start"];
        return m_onMatch(
                {bytesOf(data[u"path"]), line.toInteger(),
                 lineText(bytesOf(data[u"lines"]),
                          start.isDouble() ? std::optional(start.toInteger()) : std::nullopt,
                          true)});
    }
    if (object[u"type"] == u"end"_s && data[u"binary_offset"].isDouble())
        m_cutAtZero = true;
    if (object[u"type"].isString())
        return true; // "begin", "end", "context", "summary": nothing that is told.
    return fail(problem.errorString());
}

bool RipgrepRecords::readOverlong()
{
    const TextPlace place = placeOfText(m_record);
    const auto line = numberAfter(m_rest->numbers, R"("line_number":)");
    if (place.at < 0 || !line)
        return fail(u"a record of more than %1 bytes is no match"_s.arg(kMaximumRecordBytes));
    // What was kept, closed where the line was cut.
    const qsizetype length = wholeCharacters(QByteArrayView(m_record).sliced(place.at));
    const qsizetype kept = place.base64 ? length / 4 * 4 : length;
    QJsonParseError problem;
    const QJsonValue data =
            QJsonDocument::fromJson(m_record.first(place.at + kept) + "\"}}}", &problem)
                    .object()[u"data"];
    if (!data[u"path"].isObject())
        return fail(problem.errorString());
    return m_onMatch({bytesOf(data[u"path"]), *line,
                      lineText(bytesOf(data[u"lines"]), numberAfter(m_rest->numbers, R"("start":)"),
                               false)});
}

bool RipgrepRecords::fail(const QString &detail)
{
    m_error = Error{ErrorCode::Protocol,
                    u"The search was stopped, because ripgrep answered something that is not "
                    "understood; its version may be too new. Use bash with grep."_s,
                    detail};
    return false;
}

} // namespace Countersign
