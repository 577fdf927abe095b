// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/jsonwriter.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTest>

using namespace Countersign;
using namespace Qt::StringLiterals;

class TestJsonWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void strings_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("empty") << QString() << "\"\""_ba;
        QTest::newRow("plain") << u"a b/c"_s << "\"a b/c\""_ba;
        QTest::newRow("quote and backslash") << u"\"\\"_s << "\"\\\"\\\\\""_ba;
        QTest::newRow("short escapes") << u"\b\f\n\r\t"_s << "\"\\b\\f\\n\\r\\t\""_ba;
        QTest::newRow("control characters")
                << QString(u"\x01\x1f"_s + QChar(0)) << "\"\\u0001\\u001f\\u0000\""_ba;
        QTest::newRow("two bytes") << u"\u00e4\u07ff"_s << "\"\u00e4\u07ff\""_ba;
        QTest::newRow("three bytes") << u"\u0800\uffff"_s << "\"\u0800\uffff\""_ba;
        QTest::newRow("four bytes") << u"\U00010000\U0010FFFF"_s << "\"\U00010000\U0010FFFF\""_ba;
        QTest::newRow("lone high surrogate")
                << QString(u"a"_s + QChar(0xd800) + u"b"_s) << "\"a\uFFFDb\""_ba;
        QTest::newRow("lone high surrogate at the end")
                << QString(u"a"_s + QChar(0xd800)) << "\"a\uFFFD\""_ba;
        QTest::newRow("lone low surrogate") << QString(QChar(0xdc00)) << "\"\uFFFD\""_ba;
        // A pair that lies across the border of two pieces.
        QTest::newRow("pair at 4095") << QString(QString(4095, u'x') + u"\U0001F600!"_s)
                                      << QByteArray('"' + QByteArray(4095, 'x') + "\U0001F600!\"");
        QTest::newRow("long and escaped")
                << QString(10'000, u'\n')
                << QByteArray('"' + QByteArray("\\n").repeated(10'000) + '"');
    }
    void strings()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, expected);
        JsonWriter writer;
        writer.string(text);
        QCOMPARE(writer.take(), expected);
        if (text.isValidUtf16()) {
            JsonWriter bytes;
            bytes.utf8(text.toUtf8());
            QCOMPARE(bytes.take(), expected);
        }
    }

    void structure()
    {
        JsonWriter writer;
        writer.beginObject();
        writer.key("empty"_L1);
        writer.beginArray();
        writer.endArray();
        writer.key(u"a\"b");
        writer.beginArray();
        writer.value(QJsonValue(1));
        writer.value(QJsonValue(Q_INT64_C(9007199254740993)));
        writer.value(QJsonValue(0.5));
        writer.value(QJsonValue(true));
        writer.value(QJsonValue());
        writer.value(QJsonObject{{u"k"_s, QJsonArray{1, u"x"_s}}});
        writer.value(QJsonArray{});
        writer.beginObject();
        writer.endObject();
        writer.endArray();
        writer.key("image"_L1);
        writer.base64("data:image/png;base64,", "PNG"_ba);
        writer.endObject();
        QCOMPARE(writer.take(),
                 "{\"empty\":[],\"a\\\"b\":[1,9007199254740993,0.5,true,null,{\"k\":[1,\"x\"]},[],{"
                 "}],"
                 "\"image\":\"data:image/png;base64,UE5H\"}"_ba);
    }

    void whatIsWrittenIsRead()
    {
        QRandomGenerator random(20'261);
        for (int round = 0; round < 500; ++round) {
            QString text;
            const int length = random.bounded(200);
            for (int i = 0; i < length; ++i) {
                char32_t c =
                        random.bounded(4) == 0 ? random.bounded(0x110000u) : random.bounded(0x100u);
                if (QChar::isSurrogate(c))
                    c = u'?';
                text += QChar::fromUcs4(c);
            }
            JsonWriter writer;
            writer.beginArray();
            writer.string(text);
            writer.utf8(text.toUtf8());
            writer.endArray();
            const QByteArray json = writer.take();
            const QJsonArray read = QJsonDocument::fromJson(json).array();
            QVERIFY2(read == QJsonArray({text, text}), json.constData());
        }
    }
};

QTEST_GUILESS_MAIN(TestJsonWriter)
#include "tst_jsonwriter.moc"
