// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "schema/codec.h"

#include <QJsonDocument>
#include <QTest>

using namespace Countersign;
using namespace Qt::StringLiterals;
using Schema::Issue;
using Schema::Issues;

Q_DECLARE_METATYPE(Countersign::Schema::Issues)

namespace {

struct Todo
{
    QString text;
    QString status;
    friend bool operator==(const Todo &, const Todo &) = default;
};

struct Input
{
    QString path;
    std::optional<qint64> offset;
    std::optional<double> ratio;
    std::optional<bool> all;
    std::optional<QList<Todo>> todos;
    std::optional<QJsonObject> extra;
    std::optional<QJsonValue> whatever;
    friend bool operator==(const Input &, const Input &) = default;
};

const Schema::Codec<Input> &inputCodec()
{
    static const auto todo =
            Schema::object<Todo>()
                    .field(u"text"_s, &Todo::text, Schema::string())
                    .field(u"status"_s, &Todo::status, Schema::oneOf({u"pending"_s, u"done"_s}))
                    .codec();
    static const auto codec =
            Schema::object<Input>()
                    .field(u"path"_s, &Input::path, Schema::string().described(u"File to read."_s))
                    .alias(u"filePath"_s)
                    .alias(u"file"_s)
                    .field(u"offset"_s, &Input::offset, Schema::integer(1))
                    .field(u"ratio"_s, &Input::ratio, Schema::number(0, 1))
                    .field(u"all"_s, &Input::all, Schema::boolean())
                    .field(u"todos"_s, &Input::todos, Schema::list(todo))
                    .field(u"extra"_s, &Input::extra, Schema::anyObject())
                    .field(u"whatever"_s, &Input::whatever, Schema::any())
                    .codec();
    return codec;
}

/// The value of a JSON text that need not be an object.
QJsonValue json(const QByteArray &text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson("[" + text + "]", &error);
    if (document.array().size() != 1)
        qFatal("bad JSON in the test: %s", text.constData());
    return document.array().at(0);
}

Issues one(const QString &path, const QString &problem, const QString &wanted)
{
    return {Issue{path, problem, wanted}};
}

} // namespace

class TestCodec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesToDecode_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Issues>("issues");
        const auto row = [](const char *name, const QByteArray &text, const Issues &issues) {
            QTest::newRow(name) << text << issues;
        };
        const QString atLeastOne = u"a whole number of at least 1"_s;
        const QString zeroToOne = u"a number from 0 to 1"_s;
        const QString statuses = u"one of \"pending\", \"done\""_s;

        row("not an object: a string", R"("x")", one({}, u"is a string"_s, u"an object"_s));
        row("not an object: an array", "[]", one({}, u"is an array"_s, u"an object"_s));
        row("not an object: null", "null", one({}, u"is null"_s, u"an object"_s));
        row("required field missing", "{}", one(u"path"_s, u"is missing"_s, u"a string"_s));
        row("required field null", R"({"path":null})", one(u"path"_s, u"is null"_s, u"a string"_s));
        row("string: a number", R"({"path":1})", one(u"path"_s, u"is a number"_s, u"a string"_s));
        row("string: a boolean", R"({"path":true})",
            one(u"path"_s, u"is a boolean"_s, u"a string"_s));
        row("string: an object", R"({"path":{}})",
            one(u"path"_s, u"is an object"_s, u"a string"_s));
        row("a wrong value under an alias is told under the advertised name", R"({"filePath":1})",
            one(u"path"_s, u"is a number"_s, u"a string"_s));
        row("optional field null", R"({"path":"p","offset":null})",
            one(u"offset"_s, u"is null"_s, atLeastOne));
        row("integer: a string", R"({"path":"p","offset":"3"})",
            one(u"offset"_s, u"is a string"_s, atLeastOne));
        row("integer: a fraction", R"({"path":"p","offset":3.5})",
            one(u"offset"_s, u"is 3.5"_s, atLeastOne));
        row("integer: too small", R"({"path":"p","offset":0})",
            one(u"offset"_s, u"is 0"_s, atLeastOne));
        row("integer: far too small", R"({"path":"p","offset":-9223372036854775808})",
            one(u"offset"_s, u"is -9223372036854775808"_s, atLeastOne));
        row("integer: beyond 64 bits", R"({"path":"p","offset":9223372036854775808})",
            one(u"offset"_s, u"is 9223372036854776000"_s, atLeastOne));
        row("integer: 1e300", R"({"path":"p","offset":1e300})",
            one(u"offset"_s, u"is 1e+300"_s, atLeastOne));
        row("number: too large", R"({"path":"p","ratio":1.5})",
            one(u"ratio"_s, u"is 1.5"_s, zeroToOne));
        row("number: negative", R"({"path":"p","ratio":-0.001})",
            one(u"ratio"_s, u"is -0.001"_s, zeroToOne));
        row("number: a string", R"({"path":"p","ratio":"0.5"})",
            one(u"ratio"_s, u"is a string"_s, zeroToOne));
        row("boolean: a number", R"({"path":"p","all":1})",
            one(u"all"_s, u"is a number"_s, u"true or false"_s));
        row("boolean: a string", R"({"path":"p","all":"true"})",
            one(u"all"_s, u"is a string"_s, u"true or false"_s));
        row("array: an object", R"({"path":"p","todos":{}})",
            one(u"todos"_s, u"is an object"_s, u"an array"_s));
        row("array: a wrong element", R"({"path":"p","todos":["x"]})",
            one(u"todos[0]"_s, u"is a string"_s, u"an object"_s));
        row("enumeration: another name",
            R"({"path":"p","todos":[{"text":"a","status":"done"},{"text":"b","status":"open"}]})",
            one(u"todos[1].status"_s, u"is \"open\""_s, statuses));
        row("enumeration: another case", R"({"path":"p","todos":[{"text":"a","status":"Done"}]})",
            one(u"todos[0].status"_s, u"is \"Done\""_s, statuses));
        row("enumeration: a number", R"({"path":"p","todos":[{"text":"a","status":1}]})",
            one(u"todos[0].status"_s, u"is a number"_s, statuses));
        row("enumeration: missing", R"({"path":"p","todos":[{"text":"a"}]})",
            one(u"todos[0].status"_s, u"is missing"_s, statuses));
        row("enumeration: a long value is cut",
            R"({"path":"p","todos":[{"text":"a","status":")" + QByteArray(500, 'x') + R"("}]})",
            one(u"todos[0].status"_s, u"is \""_s + QString(60, u'x') + u"…\""_s, statuses));
        row("object: an array", R"({"path":"p","extra":[]})",
            one(u"extra"_s, u"is an array"_s, u"an object"_s));
        row("every problem is told", R"({"offset":0,"ratio":2,"todos":[{"status":"x"},7]})",
            {Issue{u"path"_s, u"is missing"_s, u"a string"_s},
             Issue{u"offset"_s, u"is 0"_s, atLeastOne}, Issue{u"ratio"_s, u"is 2"_s, zeroToOne},
             Issue{u"todos[0].text"_s, u"is missing"_s, u"a string"_s},
             Issue{u"todos[0].status"_s, u"is \"x\""_s, statuses},
             Issue{u"todos[1]"_s, u"is a number"_s, u"an object"_s}});
    }

    void refusesToDecode()
    {
        QFETCH(QByteArray, text);
        QFETCH(Issues, issues);
        const auto decoded = inputCodec().decode(json(text));
        QVERIFY(!decoded);
        QCOMPARE(Schema::describe(decoded.error()), Schema::describe(issues));
        QCOMPARE(decoded.error(), issues);
    }

    void decodes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("encoded"); // Empty: as the text.
        QTest::newRow("required only") << QByteArray(R"({"path":"p"})") << QByteArray();
        QTest::newRow("everything")
                << QByteArray(R"({"path":"","offset":1,"ratio":0.25,"all":false,"todos":[],)"
                              R"("extra":{"a":[1,null]},"whatever":null})")
                << QByteArray();
        QTest::newRow("limits are allowed")
                << QByteArray(R"({"path":"p","offset":9223372036854775807,"ratio":1})")
                << QByteArray();
        QTest::newRow("beyond 2^53 stays exact")
                << QByteArray(R"({"path":"p","offset":9007199254740993})") << QByteArray();
        QTest::newRow("3.0 is a whole number") << QByteArray(R"({"path":"p","offset":3.0})")
                                               << QByteArray(R"({"path":"p","offset":3})");
        QTest::newRow("3e2 is a whole number") << QByteArray(R"({"path":"p","offset":3e2})")
                                               << QByteArray(R"({"path":"p","offset":300})");
        QTest::newRow("unknown keys are ignored")
                << QByteArray(R"({"path":"p","other":[1]})") << QByteArray(R"({"path":"p"})");
        QTest::newRow("alias") << QByteArray(R"({"filePath":"p"})")
                               << QByteArray(R"({"path":"p"})");
        QTest::newRow("second alias")
                << QByteArray(R"({"file":"p"})") << QByteArray(R"({"path":"p"})");
        QTest::newRow("the name wins over its aliases")
                << QByteArray(R"({"file":"1","filePath":"2","path":"p"})")
                << QByteArray(R"({"path":"p"})");
    }

    void decodes()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, encoded);
        const auto decoded = inputCodec().decode(json(text));
        QVERIFY2(decoded, decoded ? "" : qPrintable(Schema::describe(decoded.error())));
        const auto again = inputCodec().encode(*decoded);
        QVERIFY(again);
        QCOMPARE(*again, json(encoded.isEmpty() ? text : encoded));
        QCOMPARE(*inputCodec().decode(*again), *decoded);
    }

    void refusesToEncode_data()
    {
        QTest::addColumn<QString>("which");
        QTest::addColumn<Issues>("issues");
        QTest::newRow("integer out of range")
                << u"integer"_s << one(u"offset"_s, u"is -1"_s, u"a whole number of at least 1"_s);
        QTest::newRow("number out of range")
                << u"large"_s << one(u"ratio"_s, u"is 1.25"_s, u"a number from 0 to 1"_s);
        QTest::newRow("number that JSON has not")
                << u"nan"_s
                << one(u"ratio"_s, u"is not a finite number"_s, u"a number from 0 to 1"_s);
        QTest::newRow("infinity") << u"infinity"_s
                                  << one(u"ratio"_s, u"is not a finite number"_s,
                                         u"a number from 0 to 1"_s);
        QTest::newRow("unknown name inside a list")
                << u"name"_s
                << one(u"todos[1].status"_s, u"is \"\""_s, u"one of \"pending\", \"done\""_s);
        QTest::newRow("an undefined value")
                << u"undefined"_s << one(u"whatever"_s, u"is missing"_s, u"a value"_s);
    }

    void refusesToEncode()
    {
        QFETCH(QString, which);
        QFETCH(Issues, issues);
        Input input;
        if (which == u"integer"_s)
            input.offset = -1;
        else if (which == u"large"_s)
            input.ratio = 1.25;
        else if (which == u"nan"_s)
            input.ratio = std::numeric_limits<double>::quiet_NaN();
        else if (which == u"infinity"_s)
            input.ratio = std::numeric_limits<double>::infinity();
        else if (which == u"name"_s)
            input.todos = QList<Todo>{{u"a"_s, u"done"_s}, {u"b"_s, {}}};
        else
            input.whatever = QJsonValue(QJsonValue::Undefined);
        const auto encoded = inputCodec().encode(input);
        QVERIFY(!encoded);
        QCOMPARE(Schema::describe(encoded.error()), Schema::describe(issues));
        QCOMPARE(encoded.error(), issues);
    }

    void numbersThatJsonHasNotAreRefused()
    {
        // Only values made by a program can hold these.
        for (const double value :
             {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
            QVERIFY(!Schema::integer().decode(QJsonValue(value)));
            QVERIFY(!Schema::number().decode(QJsonValue(value)));
        }
    }

    void integerLimits()
    {
        constexpr qint64 kLowest = std::numeric_limits<qint64>::min();
        constexpr qint64 kHighest = std::numeric_limits<qint64>::max();
        QCOMPARE(*Schema::integer().decode(QJsonValue(kLowest)), kLowest);
        QCOMPARE(*Schema::integer().decode(QJsonValue(kHighest)), kHighest);
        QCOMPARE(*Schema::integer(-2, 5).decode(QJsonValue(-2)), -2);
        QCOMPARE(Schema::integer(-2, 5).decode(QJsonValue(6)).error(),
                 one({}, u"is 6"_s, u"a whole number from -2 to 5"_s));
        QCOMPARE(Schema::integer(kLowest, 5).decode(QJsonValue(6)).error(),
                 one({}, u"is 6"_s, u"a whole number of at most 5"_s));
        QCOMPARE(Schema::integer().decode(QJsonValue(0.5)).error(),
                 one({}, u"is 0.5"_s, u"a whole number"_s));
    }

    void jsonSchema()
    {
        QCOMPARE(QJsonValue(inputCodec().jsonSchema()), json(R"({
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "File to read."},
                "offset": {"type": "integer", "minimum": 1},
                "ratio": {"type": "number", "minimum": 0, "maximum": 1},
                "all": {"type": "boolean"},
                "todos": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "text": {"type": "string"},
                            "status": {"type": "string", "enum": ["pending", "done"]}
                        },
                        "required": ["text", "status"],
                        "additionalProperties": false
                    }
                },
                "extra": {"type": "object"},
                "whatever": {}
            },
            "required": ["path"],
            "additionalProperties": false
        })"));
        QCOMPARE(Schema::integer().jsonSchema(), (QJsonObject{{u"type"_s, u"integer"_s}}));
        QCOMPARE(Schema::number().jsonSchema(), (QJsonObject{{u"type"_s, u"number"_s}}));
    }

    void describes_data()
    {
        QTest::addColumn<Issues>("issues");
        QTest::addColumn<QString>("text");
        QTest::newRow("one") << one(u"offset"_s, u"is a string"_s, u"a number"_s)
                             << u"offset: is a string; write a number"_s;
        QTest::newRow("the whole value") << one({}, u"is null"_s, u"an object"_s)
                                         << u"the whole value: is null; write an object"_s;
        QTest::newRow("nothing to write")
                << one(u"a"_s, u"is not known"_s, {}) << u"a: is not known"_s;
        QTest::newRow("two") << Issues{Issue{u"a"_s, u"x"_s, u"y"_s}, Issue{u"b"_s, u"z"_s, {}}}
                             << u"a: x; write y\nb: z"_s;
        QTest::newRow("none") << Issues{} << QString();
    }

    void describes()
    {
        QFETCH(Issues, issues);
        QTEST(Schema::describe(issues), "text");
    }

    void joins()
    {
        QCOMPARE(Schema::join({}, u"a"_s), u"a"_s);
        QCOMPARE(Schema::join(u"a"_s, u"b"_s), u"a.b"_s);
        QCOMPARE(Schema::join(u"a.b"_s, 2), u"a.b[2]"_s);
        QCOMPARE(Schema::join({}, qsizetype(0)), u"[0]"_s);
    }
};

QTEST_GUILESS_MAIN(TestCodec)
#include "tst_codec.moc"
