// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/ripgreprecords.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// ripgrep's "arbitrary data": {"text": …} for valid UTF-8, {"bytes": base64} for anything else.
QByteArray bytesOf(const QJsonValue &data)
{
    const QJsonValue text = data[u"text"];
    if (text.isString())
        return text.toString().toUtf8();
    return QByteArray::fromBase64(data[u"bytes"].toString().toLatin1());
}

QString lineText(const QJsonValue &data)
{
    QString text = QString::fromUtf8(bytesOf(data));
    if (text.endsWith(u'\n'))
        text.chop(1);
    if (text.endsWith(u'\r'))
        text.chop(1);
    if (text.size() <= kMaximumMatchUnits)
        return text;
    const qsizetype end = text.at(kMaximumMatchUnits - 1).isHighSurrogate() ? kMaximumMatchUnits - 1
                                                                            : kMaximumMatchUnits;
    return text.first(end) + u'…';
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
        const qsizetype until = end < 0 ? piece.size() : end;
        if (!m_skipping)
            m_record.append(piece.sliced(from, until - from));
        if (m_record.size() > kMaximumRecordBytes) {
            m_skipping = true;
            m_record.clear();
            ++m_skipped;
        }
        if (end < 0)
            return true;
        const bool more = m_skipping || readRecord(m_record);
        m_skipping = false;
        m_record.clear();
        if (!more)
            return false;
        from = end + 1;
    }
    return true;
}

bool RipgrepRecords::readRecord(const QByteArray &record)
{
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(record, &problem);
    const QJsonObject object = document.object();
    const QJsonValue data = object[u"data"];
    if (object[u"type"] == u"match"_s) {
        const QJsonValue line = data[u"line_number"];
        if (data[u"path"].isObject() && line.isDouble())
            return m_onMatch({bytesOf(data[u"path"]), line.toInteger(), lineText(data[u"lines"])});
    } else if (object[u"type"].isString()) {
        return true; // "begin", "end", "context", "summary": nothing that is told.
    }
    m_error = Error{ErrorCode::Protocol,
                    u"The search was stopped, because ripgrep answered something that is not "
                    "understood; its version may be too old. Use bash with grep."_s,
                    problem.errorString()};
    return false;
}

} // namespace Countersign
