// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QList>
#include <QString>

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

/// One declaration of a struct's fields gives decoding, encoding, JSON Schema and readable errors.
///
///     struct ReadInput { QString path; std::optional<qint64> offset; };
///     const auto codec = Schema::object<ReadInput>()
///         .field(u"path"_s, &ReadInput::path, Schema::string().described(u"File to read."_s))
///         .alias(u"filePath"_s)
///         .field(u"offset"_s, &ReadInput::offset, Schema::integer(1))
///         .codec();
///     Schema::Decoded<ReadInput> input = codec.decode(json);
///
/// A member of type std::optional<T> makes an optional field: its key may be absent, null is refused.
/// Codecs are immutable values, cheap to copy, and usable from any thread.
namespace Countersign::Schema {

/// One thing that is wrong with a value: where, what, and how to write it.
struct Issue
{
    QString path; ///< "todos[2].status"; empty for the whole value.
    QString problem; ///< "is missing", "is a number"
    QString wanted; ///< "a string"
    friend bool operator==(const Issue &, const Issue &) = default;
};
using Issues = QList<Issue>;

/// Issues as one text for the model, one line each: "path: problem; write wanted".
[[nodiscard]] QString describe(const Issues &issues);

template<class T>
using Decoded = tl::expected<T, Issues>;

[[nodiscard]] QString join(const QString &path, const QString &field);
[[nodiscard]] QString join(const QString &path, qsizetype index);
/// "a string", "a number", "an object" … for problems.
[[nodiscard]] QString kindOf(const QJsonValue &value);
[[nodiscard]] tl::unexpected<Issues> issue(const QString &path, const QString &problem,
                                           const QString &wanted);

/// Decoder, encoder and JSON Schema of values of type T.
template<class T>
class Codec
{
public:
    using Decode = std::function<Decoded<T>(const QJsonValue &, const QString &path)>;
    using Encode = std::function<Decoded<QJsonValue>(const T &, const QString &path)>;

    Codec(Decode decode, Encode encode, QJsonObject schema)
        : m_parts(std::make_shared<const Parts>(
                  Parts{std::move(decode), std::move(encode), std::move(schema)}))
    {
    }

    [[nodiscard]] Decoded<T> decode(const QJsonValue &value, const QString &path = {}) const
    {
        return m_parts->decode(value, path);
    }
    /// Fails when the value breaks a limit of the codec (a range, an unknown enumerator).
    [[nodiscard]] Decoded<QJsonValue> encode(const T &value, const QString &path = {}) const
    {
        return m_parts->encode(value, path);
    }
    [[nodiscard]] const QJsonObject &jsonSchema() const { return m_parts->schema; }

    /// The same codec with a description in its JSON Schema.
    [[nodiscard]] Codec described(const QString &text) const
    {
        QJsonObject schema = m_parts->schema;
        schema.insert(QStringLiteral("description"), text);
        return Codec(m_parts->decode, m_parts->encode, schema);
    }

private:
    struct Parts
    {
        Decode decode;
        Encode encode;
        QJsonObject schema;
    };
    std::shared_ptr<const Parts> m_parts;
};

[[nodiscard]] Codec<QString> string();
/// A whole number within [minimum, maximum]; 3.0 is one, 3.5 and 1e300 are not.
[[nodiscard]] Codec<qint64> integer(qint64 minimum = std::numeric_limits<qint64>::min(),
                                    qint64 maximum = std::numeric_limits<qint64>::max());
[[nodiscard]] Codec<double> number(double minimum = -std::numeric_limits<double>::infinity(),
                                   double maximum = std::numeric_limits<double>::infinity());
[[nodiscard]] Codec<bool> boolean();
[[nodiscard]] Codec<QJsonValue> any();
[[nodiscard]] Codec<QJsonObject> anyObject();
/// One of `names`.
[[nodiscard]] Codec<QString> oneOf(const QStringList &names);

template<class T>
[[nodiscard]] Codec<QList<T>> list(const Codec<T> &element)
{
    return Codec<QList<T>>(
            [element](const QJsonValue &value, const QString &path) -> Decoded<QList<T>> {
                if (!value.isArray())
                    return issue(path, QStringLiteral("is ") + kindOf(value),
                                 QStringLiteral("an array"));
                QList<T> out;
                Issues issues;
                const QJsonArray array = value.toArray();
                out.reserve(array.size());
                for (qsizetype i = 0; i < array.size(); ++i) {
                    auto one = element.decode(array.at(i), join(path, i));
                    if (one)
                        out.append(std::move(*one));
                    else
                        issues.append(one.error());
                }
                if (!issues.isEmpty())
                    return tl::unexpected<Issues>(std::move(issues));
                return out;
            },
            [element](const QList<T> &values, const QString &path) -> Decoded<QJsonValue> {
                QJsonArray array;
                for (qsizetype i = 0; i < values.size(); ++i) {
                    auto one = element.encode(values.at(i), join(path, i));
                    if (!one)
                        return tl::unexpected<Issues>(one.error());
                    array.append(*one);
                }
                return QJsonValue(array);
            },
            QJsonObject{{QStringLiteral("type"), QStringLiteral("array")},
                        {QStringLiteral("items"), element.jsonSchema()}});
}

/// Collects the fields of a struct; codec() ends the declaration.
template<class S>
class ObjectBuilder
{
public:
    /// A required field.
    template<class T>
    ObjectBuilder &field(const QString &name, T S::*member, const Codec<T> &codec)
    {
        m_fields.append(Field{
                name,
                {},
                true,
                codec.jsonSchema(),
                [member, codec](S &target, const QJsonValue &value, const QString &path) -> Issues {
                    auto decoded = codec.decode(value, path);
                    if (!decoded)
                        return decoded.error();
                    target.*member = std::move(*decoded);
                    return {};
                },
                [member, codec](const S &source,
                                const QString &path) -> Decoded<std::optional<QJsonValue>> {
                    auto encoded = codec.encode(source.*member, path);
                    if (!encoded)
                        return tl::unexpected<Issues>(encoded.error());
                    return std::optional<QJsonValue>(*encoded);
                }});
        return *this;
    }

    /// An optional field.
    template<class T>
    ObjectBuilder &field(const QString &name, std::optional<T> S::*member, const Codec<T> &codec)
    {
        m_fields.append(Field{
                name,
                {},
                false,
                codec.jsonSchema(),
                [member, codec](S &target, const QJsonValue &value, const QString &path) -> Issues {
                    auto decoded = codec.decode(value, path);
                    if (!decoded)
                        return decoded.error();
                    target.*member = std::move(*decoded);
                    return {};
                },
                [member, codec](const S &source,
                                const QString &path) -> Decoded<std::optional<QJsonValue>> {
                    if (!(source.*member))
                        return std::optional<QJsonValue>();
                    auto encoded = codec.encode(*(source.*member), path);
                    if (!encoded)
                        return tl::unexpected<Issues>(encoded.error());
                    return std::optional<QJsonValue>(*encoded);
                }});
        return *this;
    }

    /// Another key that is understood for the last field when its own is absent (decoding only; not
    /// advertised): models that were trained on other programs use those names.
    ObjectBuilder &alias(const QString &name)
    {
        m_fields.last().aliases.append(name);
        return *this;
    }

    /// Unknown keys are ignored; every problem is reported, not only the first.
    [[nodiscard]] Codec<S> codec() const
    {
        QJsonObject properties;
        QJsonArray required;
        for (const Field &field : m_fields) {
            properties.insert(field.name, field.schema);
            if (field.required)
                required.append(field.name);
        }
        const QJsonObject schema{{QStringLiteral("type"), QStringLiteral("object")},
                                 {QStringLiteral("properties"), properties},
                                 {QStringLiteral("required"), required},
                                 {QStringLiteral("additionalProperties"), false}};
        const auto fields = std::make_shared<const QList<Field>>(m_fields);
        return Codec<S>(
                [fields](const QJsonValue &value, const QString &path) -> Decoded<S> {
                    if (!value.isObject())
                        return issue(path, QStringLiteral("is ") + kindOf(value),
                                     QStringLiteral("an object"));
                    const QJsonObject object = value.toObject();
                    S out{};
                    Issues issues;
                    for (const Field &field : *fields) {
                        QJsonValue found = object.value(field.name);
                        for (const QString &alias : field.aliases) {
                            if (found.isUndefined())
                                found = object.value(alias);
                        }
                        const QString at = join(path, field.name);
                        if (!found.isUndefined())
                            issues.append(field.decode(out, found, at));
                        else if (field.required)
                            issues.append(Issue{at, QStringLiteral("is missing"),
                                                wantedBy(field.schema)});
                    }
                    if (!issues.isEmpty())
                        return tl::unexpected<Issues>(std::move(issues));
                    return out;
                },
                [fields](const S &source, const QString &path) -> Decoded<QJsonValue> {
                    QJsonObject object;
                    for (const Field &field : *fields) {
                        auto encoded = field.encode(source, join(path, field.name));
                        if (!encoded)
                            return tl::unexpected<Issues>(encoded.error());
                        if (*encoded)
                            object.insert(field.name, **encoded);
                    }
                    return QJsonValue(object);
                },
                schema);
    }

private:
    struct Field
    {
        QString name;
        QStringList aliases;
        bool required = true;
        QJsonObject schema;
        std::function<Issues(S &, const QJsonValue &, const QString &)> decode;
        std::function<Decoded<std::optional<QJsonValue>>(const S &, const QString &)> encode;
    };

    static QString wantedBy(const QJsonObject &schema);

    QList<Field> m_fields;
};

/// "a string", "an array" … from a JSON Schema's type.
[[nodiscard]] QString wantedName(const QJsonObject &schema);

template<class S>
QString ObjectBuilder<S>::wantedBy(const QJsonObject &schema)
{
    return wantedName(schema);
}

template<class S>
[[nodiscard]] ObjectBuilder<S> object()
{
    return {};
}

} // namespace Countersign::Schema
