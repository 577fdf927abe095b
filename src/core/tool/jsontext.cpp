// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tool/jsontext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Strings and numbers as QJsonDocument writes them; it takes only arrays and objects.
QString scalarText(const QJsonValue &value)
{
    const QByteArray array = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(array.sliced(1, array.size() - 2));
}

void appendIndented(QString &out, const QJsonValue &value, qsizetype level)
{
    const QString inner = u'\n' + QString((level + 1) * 2, u' ');
    const QString outer = u'\n' + QString(level * 2, u' ');
    if (value.isArray() && !value.toArray().isEmpty()) {
        const QJsonArray array = value.toArray();
        out += u'[';
        for (qsizetype i = 0; i < array.size(); ++i) {
            out += (i > 0 ? u","_s : QString()) + inner;
            appendIndented(out, array.at(i), level + 1);
        }
        out += outer + u']';
    } else if (value.isObject() && !value.toObject().isEmpty()) {
        const QJsonObject object = value.toObject();
        out += u'{';
        for (auto it = object.begin(); it != object.end(); ++it) {
            out += (it != object.begin() ? u","_s : QString()) + inner + scalarText(it.key())
                    + u": "_s;
            appendIndented(out, it.value(), level + 1);
        }
        out += outer + u'}';
    } else {
        out += scalarText(value);
    }
}

} // namespace

QString compactJson(const QJsonValue &value)
{
    return value.isUndefined() ? u"undefined"_s : scalarText(value);
}

QString indentedJson(const QJsonValue &value)
{
    if (value.isUndefined())
        return u"undefined"_s;
    QString out;
    appendIndented(out, value, 0);
    return out;
}

} // namespace Countersign
