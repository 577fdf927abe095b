// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "schema/codec.h"

#include <cmath>

namespace Countersign::Schema {

using namespace Qt::StringLiterals;

namespace {

/// Values quoted in a problem are cut to this many characters: the model knows what it wrote.
constexpr qsizetype kQuotedLength = 60;

QString quoted(const QString &text)
{
    const QString shown =
            text.size() > kQuotedLength ? QString(text.left(kQuotedLength) + u"…"_s) : text;
    return u'"' + shown + u'"';
}

/// The value when it is a whole number of 64 bits. QJsonValue keeps such numbers exactly beyond 2^53
/// too, and gives the default for all others except NaN.
std::optional<qint64> wholeNumber(const QJsonValue &value)
{
    const qint64 number = value.toInteger(0);
    if (number != value.toInteger(1) || std::isnan(value.toDouble()))
        return std::nullopt;
    return number;
}

QString numberText(const QJsonValue &value)
{
    if (const std::optional<qint64> whole = wholeNumber(value))
        return QString::number(*whole);
    return QString::number(value.toDouble(), 'g', QLocale::FloatingPointShortest);
}

QString withRange(const QString &what, const QJsonObject &schema)
{
    const QJsonValue minimum = schema.value(u"minimum"_s);
    const QJsonValue maximum = schema.value(u"maximum"_s);
    if (minimum.isUndefined() && maximum.isUndefined())
        return what;
    if (maximum.isUndefined())
        return u"%1 of at least %2"_s.arg(what, numberText(minimum));
    if (minimum.isUndefined())
        return u"%1 of at most %2"_s.arg(what, numberText(maximum));
    return u"%1 from %2 to %3"_s.arg(what, numberText(minimum), numberText(maximum));
}

Decoded<qint64> checkInteger(qint64 number, const QString &path, qint64 minimum, qint64 maximum,
                             const QJsonObject &schema)
{
    if (number < minimum || number > maximum)
        return issue(path, u"is "_s + QString::number(number), wantedName(schema));
    return number;
}

Decoded<double> checkNumber(double number, const QString &path, double minimum, double maximum,
                            const QJsonObject &schema)
{
    if (!std::isfinite(number))
        return issue(path, u"is not a finite number"_s, wantedName(schema));
    if (number < minimum || number > maximum)
        return issue(path, u"is "_s + numberText(QJsonValue(number)), wantedName(schema));
    return number;
}

Decoded<QString> checkName(const QString &name, const QString &path, const QStringList &names,
                           const QJsonObject &schema)
{
    if (!names.contains(name))
        return issue(path, u"is "_s + quoted(name), wantedName(schema));
    return name;
}

template<class T>
Decoded<QJsonValue> asJson(const Decoded<T> &checked)
{
    if (!checked)
        return tl::unexpected<Issues>(checked.error());
    return QJsonValue(*checked);
}

tl::unexpected<Issues> wrongKind(const QJsonValue &value, const QString &path,
                                 const QJsonObject &schema)
{
    return issue(path, u"is "_s + kindOf(value), wantedName(schema));
}

} // namespace

QString describe(const Issues &issues)
{
    QStringList lines;
    lines.reserve(issues.size());
    for (const Issue &one : issues) {
        QString line = one.path.isEmpty() ? u"the whole value"_s : one.path;
        line += u": "_s + one.problem;
        if (!one.wanted.isEmpty())
            line += u"; write "_s + one.wanted;
        lines.append(line);
    }
    return lines.join(u'\n');
}

QString join(const QString &path, const QString &field)
{
    return path.isEmpty() ? field : QString(path + u'.' + field);
}

QString join(const QString &path, qsizetype index)
{
    return path + u'[' + QString::number(index) + u']';
}

QString kindOf(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null:
        return u"null"_s;
    case QJsonValue::Bool:
        return u"a boolean"_s;
    case QJsonValue::Double:
        return u"a number"_s;
    case QJsonValue::String:
        return u"a string"_s;
    case QJsonValue::Array:
        return u"an array"_s;
    case QJsonValue::Object:
        return u"an object"_s;
    case QJsonValue::Undefined:
        return u"missing"_s;
    }
    Q_UNREACHABLE();
}

tl::unexpected<Issues> issue(const QString &path, const QString &problem, const QString &wanted)
{
    return tl::unexpected<Issues>(Issues{Issue{path, problem, wanted}});
}

QString wantedName(const QJsonObject &schema)
{
    if (const QJsonArray names = schema.value(u"enum"_s).toArray(); !names.isEmpty()) {
        QStringList shown;
        for (const QJsonValue &name : names)
            shown.append(u'"' + name.toString() + u'"');
        return shown.size() == 1 ? shown.first() : QString(u"one of "_s + shown.join(u", "_s));
    }
    const QString type = schema.value(u"type"_s).toString();
    if (type == u"string"_s)
        return u"a string"_s;
    if (type == u"integer"_s)
        return withRange(u"a whole number"_s, schema);
    if (type == u"number"_s)
        return withRange(u"a number"_s, schema);
    if (type == u"boolean"_s)
        return u"true or false"_s;
    if (type == u"array"_s)
        return u"an array"_s;
    if (type == u"object"_s)
        return u"an object"_s;
    return u"a value"_s;
}

Codec<QString> string()
{
    const QJsonObject schema{{u"type"_s, u"string"_s}};
    return Codec<QString>(
            [schema](const QJsonValue &value, const QString &path) -> Decoded<QString> {
                if (!value.isString())
                    return wrongKind(value, path, schema);
                return value.toString();
            },
            [](const QString &value, const QString &) -> Decoded<QJsonValue> {
                return QJsonValue(value);
            },
            schema);
}

Codec<qint64> integer(qint64 minimum, qint64 maximum)
{
    QJsonObject schema{{u"type"_s, u"integer"_s}};
    if (minimum != std::numeric_limits<qint64>::min())
        schema.insert(u"minimum"_s, minimum);
    if (maximum != std::numeric_limits<qint64>::max())
        schema.insert(u"maximum"_s, maximum);
    return Codec<qint64>(
            [=](const QJsonValue &value, const QString &path) -> Decoded<qint64> {
                if (!value.isDouble())
                    return wrongKind(value, path, schema);
                const std::optional<qint64> number = wholeNumber(value);
                if (!number)
                    return issue(path, u"is "_s + numberText(value), wantedName(schema));
                return checkInteger(*number, path, minimum, maximum, schema);
            },
            [=](const qint64 &value, const QString &path) -> Decoded<QJsonValue> {
                return asJson(checkInteger(value, path, minimum, maximum, schema));
            },
            schema);
}

Codec<double> number(double minimum, double maximum)
{
    QJsonObject schema{{u"type"_s, u"number"_s}};
    if (std::isfinite(minimum))
        schema.insert(u"minimum"_s, minimum);
    if (std::isfinite(maximum))
        schema.insert(u"maximum"_s, maximum);
    return Codec<double>(
            [=](const QJsonValue &value, const QString &path) -> Decoded<double> {
                if (!value.isDouble())
                    return wrongKind(value, path, schema);
                return checkNumber(value.toDouble(), path, minimum, maximum, schema);
            },
            [=](const double &value, const QString &path) -> Decoded<QJsonValue> {
                return asJson(checkNumber(value, path, minimum, maximum, schema));
            },
            schema);
}

Codec<bool> boolean()
{
    const QJsonObject schema{{u"type"_s, u"boolean"_s}};
    return Codec<bool>(
            [schema](const QJsonValue &value, const QString &path) -> Decoded<bool> {
                if (!value.isBool())
                    return wrongKind(value, path, schema);
                return value.toBool();
            },
            [](const bool &value, const QString &) -> Decoded<QJsonValue> {
                return QJsonValue(value);
            },
            schema);
}

Codec<QJsonValue> any()
{
    const auto present = [](const QJsonValue &value, const QString &path) -> Decoded<QJsonValue> {
        if (value.isUndefined())
            return wrongKind(value, path, {});
        return value;
    };
    return Codec<QJsonValue>(present, present, {});
}

Codec<QJsonObject> anyObject()
{
    const QJsonObject schema{{u"type"_s, u"object"_s}};
    return Codec<QJsonObject>(
            [schema](const QJsonValue &value, const QString &path) -> Decoded<QJsonObject> {
                if (!value.isObject())
                    return wrongKind(value, path, schema);
                return value.toObject();
            },
            [](const QJsonObject &value, const QString &) -> Decoded<QJsonValue> {
                return QJsonValue(value);
            },
            schema);
}

Codec<QString> oneOf(const QStringList &names)
{
    const QJsonObject schema{{u"type"_s, u"string"_s},
                             {u"enum"_s, QJsonArray::fromStringList(names)}};
    return Codec<QString>(
            [names, schema](const QJsonValue &value, const QString &path) -> Decoded<QString> {
                if (!value.isString())
                    return wrongKind(value, path, schema);
                return checkName(value.toString(), path, names, schema);
            },
            [names, schema](const QString &value, const QString &path) -> Decoded<QJsonValue> {
                return asJson(checkName(value, path, names, schema));
            },
            schema);
}

} // namespace Countersign::Schema
