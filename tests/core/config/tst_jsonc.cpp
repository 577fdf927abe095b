// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/jsonc.h"

#include <QJsonDocument>
#include <QTest>

using namespace Countersign::Config;
using namespace Qt::StringLiterals;

class TestJsonc : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void valid_data();
    void valid();
    void invalid_data();
    void invalid();
    void placesAndKeys();
    void problemOfAMissingField();
    void repeatedKeys();
    void notUtf8();
};

void TestJsonc::valid_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const QByteArray &text, const QByteArray &expected) {
        QTest::newRow(name) << text << expected;
    };
    row("empty object", "{}", "{}");
    row("byte order mark", "\xEF\xBB\xBF{}", "{}");
    row("line comment", "// a\n{\"a\":1}// b", R"({"a":1})");
    row("block comment", "/* { \n */{/**/\"a\"/*x*/:/*y*/1/*z*/}", R"({"a":1})");
    row("comment signs in a string", R"({"a":"// /* */"})", R"({"a":"// /* */"})");
    row("trailing commas", "{\"a\":[1,2,],}", R"({"a":[1,2]})");
    row("carriage returns", "{\r\n\"a\"\r\n:\r\n1\r\n}\r\n", R"({"a":1})");
    row("words", R"({"a":[true,false,null]})", R"({"a":[true,false,null]})");
    row("numbers", R"({"a":[0,-1,1.5,2e3,-0.25E-2]})", R"({"a":[0,-1,1.5,2000,-0.0025]})");
    row("a large whole number", R"({"a":9007199254740993})", R"({"a":9007199254740993})");
    row("escapes", R"({"a":"\"\\\/\b\f\n\r\t\u00e4\ud83d\ude00"})",
        "{\"a\":\"\\\"\\\\/\\b\\f\\n\\r\\t\xC3\xA4\xF0\x9F\x98\x80\"}");
    row("an empty key", R"({"":{"":[]}})", R"({"":{"":[]}})");
    row("64 levels", "{\"a\":" + QByteArray(63, '[') + QByteArray(63, ']') + '}',
        "{\"a\":" + QByteArray(63, '[') + QByteArray(63, ']') + '}');
}

void TestJsonc::valid()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, expected);
    const auto object = parseJsonc(text, u"f"_s);
    if (!object)
        QFAIL(qPrintable(object.error().message));
    QCOMPARE(QJsonDocument(*object).toJson(QJsonDocument::Compact), expected);
}

void TestJsonc::invalid_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const QByteArray &text, int line, int column,
                        const QString &message) {
        QTest::newRow(name) << text << line << column << message;
    };
    row("nothing", "", 1, 1, u"one object"_s);
    row("only a comment", "// a", 1, 5, u"one object"_s);
    row("a list", "[]", 1, 1, u"one object"_s);
    row("an open object", "{\n  \"a\": 1", 2, 9, u"a comma or }"_s);
    row("a missing comma", "{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3, u"after the value of \"a\""_s);
    row("a missing comma in a list", "{\"a\":[1 2]}", 1, 9, u"a comma or ]"_s);
    row("two commas", "{\"a\":1,,}", 1, 8, u"a key in double quotes"_s);
    row("a leading comma", "{\"a\":[,]}", 1, 7, u"a value must stand here"_s);
    row("a missing colon", "{\"a\" 1}", 1, 6, u"a colon"_s);
    row("a bare key", "{a: 1}", 1, 2, u"a key in double quotes"_s);
    row("single quotes", "{'a': 1}", 1, 2, u"a key in double quotes"_s);
    row("a missing value", "{\"a\": }", 1, 7, u"a value must stand here"_s);
    row("an unknown word", "{\"a\": yes}", 1, 7, u"a value must stand here"_s);
    row("a leading zero", "{\"a\": 012}", 1, 7, u"not a JSON number"_s);
    row("a bare point", "{\"a\": 1.}", 1, 7, u"not a JSON number"_s);
    row("too large", "{\"a\": 1e999}", 1, 7, u"not a JSON number"_s);
    row("an open string", "{\"a\": \"b", 1, 9, u"never ends"_s);
    row("a line end in a string", "{\"a\": \"b\n\"}", 1, 9, u"a string must end"_s);
    row("an unknown escape", R"({"a": "\x"})", 1, 8, u"this escape"_s);
    row("half an escape", R"({"a": "\u00g0"})", 1, 8, u"this escape"_s);
    row("a signed escape", R"({"a": "\u+123"})", 1, 8, u"this escape"_s);
    row("an open comment", "{}\n/* a", 2, 1, u"comment never ends"_s);
    row("a comment that is its own end", "/*/ {}", 1, 1, u"comment never ends"_s);
    row("something after the end", "{}\n{}", 2, 1, u"nothing may follow"_s);
    row("columns are UTF-16 units", "{\"\xF0\x9F\x98\x80\" 1}", 1, 7, u"a colon"_s);
    row("nested too deep", "{\"a\":" + QByteArray(100000, '['), 1, 70, u"nested more than"_s);
}

void TestJsonc::invalid()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, line);
    QFETCH(const int, column);
    QFETCH(const QString, message);
    const auto object = parseJsonc(text, u"f.jsonc"_s);
    QVERIFY(!object);
    const Problem &problem = object.error();
    QVERIFY2(problem.message.contains(message), qPrintable(problem.message));
    QCOMPARE(problem, (Problem{u"f.jsonc"_s, line, column, problem.message}));
}

void TestJsonc::placesAndKeys()
{
    const QByteArray text = "{\n"
                            "  \"z\": { \"b/c\": 1, \"a~d\": [ true,\n"
                            "      {} ] },\n"
                            "  \"a\": null\n"
                            "}\n";
    const auto document = readDocument(text, u"f"_s);
    QVERIFY(document);
    const QHash<QString, Place> places{
            {u""_s, {1, 1}},         {u"/z"_s, {2, 8}},         {u"/z/b~1c"_s, {2, 17}},
            {u"/z/a~0d"_s, {2, 27}}, {u"/z/a~0d/0"_s, {2, 29}}, {u"/z/a~0d/1"_s, {3, 7}},
            {u"/a"_s, {4, 8}},
    };
    QCOMPARE(document->places, places);
    const QHash<QString, QStringList> keys{
            {u""_s, {u"z"_s, u"a"_s}}, {u"/z"_s, {u"b/c"_s, u"a~d"_s}}, {u"/z/a~0d/1"_s, {}}};
    QCOMPARE(document->keys, keys);
    QVERIFY(document->repeated.isEmpty());
}

void TestJsonc::problemOfAMissingField()
{
    const auto document = readDocument("{\n \"a\": {\n }}", u"f"_s);
    QVERIFY(document);
    QCOMPARE(document->problem(u"/a/b/c"_s, u"x"_s), (Problem{u"f"_s, 2, 7, u"x"_s}));
    QCOMPARE(document->problem(u"/q"_s, u"x"_s), (Problem{u"f"_s, 1, 1, u"x"_s}));
}

void TestJsonc::repeatedKeys()
{
    const auto document = readDocument(R"({"a":1,"b":{"c":1,"c":2},"a":3})", u"f"_s);
    QVERIFY(document);
    QCOMPARE(document->repeated, (QStringList{u"/b/c"_s, u"/a"_s}));
    QCOMPARE(document->keys.value(u""_s), (QStringList{u"b"_s, u"a"_s}));
    QCOMPARE(document->root.value(u"a"_s).toInt(), 3);
}

void TestJsonc::notUtf8()
{
    const auto document = readDocument("{\"a\":\"\xE4\"}", u"f"_s);
    QVERIFY(!document);
    QVERIFY2(document.error().message.contains("UTF-8"_L1), qPrintable(document.error().message));
}

QTEST_GUILESS_MAIN(TestJsonc)
#include "tst_jsonc.moc"
