// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/openaichatrequest.h"

#include "support/providerevents.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Provider;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

QJsonObject body(const Turn &turn, const ChatCompat &compat = {},
                 std::optional<qint64> outputLimit = {})
{
    return QJsonDocument::fromJson(chatRequest(turn, compat, outputLimit)).object();
}

QJsonArray messageArray(const Turn &turn, const ChatCompat &compat = {})
{
    return body(turn, compat).value(u"messages"_s).toArray();
}

QString messages(const Turn &turn, const ChatCompat &compat = {})
{
    return QString::fromUtf8(
            QJsonDocument(messageArray(turn, compat)).toJson(QJsonDocument::Compact));
}

Call call(const QString &id, const QString &name = u"read"_s)
{
    return {CallId(id), name, {{u"p"_s, 1}}, {}, u"m"_s};
}

CallResult result(const QString &id, const QString &text)
{
    return {CallId(id), u"read"_s, text, {}, false};
}

const QString kCallA =
        u"{\"function\":{\"arguments\":\"{\\\"p\\\":1}\",\"name\":\"read\"},\"id\":\"a\",\"type\":"
        u"\"function\"}"_s;
const QString kInterrupted =
        u"{\"content\":\"This call was interrupted: it has no result, and what it did is not "
        u"known.\",\"role\":\"tool\",\"tool_call_id\":\"a\"}"_s;

} // namespace

class TestOpenAIChatRequest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endpoint_data()
    {
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("expected");
        const QString full = u"https://h/v1/chat/completions"_s;
        QTest::newRow("with /v1") << u"https://h/v1"_s << full;
        QTest::newRow("with /v1/") << u"https://h/v1/"_s << full;
        QTest::newRow("without") << u"https://h"_s << full;
        QTest::newRow("with a slash only") << u"https://h/"_s << full;
        QTest::newRow("whole endpoint") << u"https://h/v1/chat/completions"_s << full;
        QTest::newRow("whole endpoint and slash") << u"https://h/v1/chat/completions/"_s << full;
        QTest::newRow("blanks around") << u" https://h/v1 \n"_s << full;
        QTest::newRow("own path") << u"https://h/api/v4"_s
                                  << u"https://h/api/v4/chat/completions"_s;
        QTest::newRow("query")
                << u"https://h/openai/deployments/x?api-version=1"_s
                << u"https://h/openai/deployments/x/chat/completions?api-version=1"_s;
        QTest::newRow("query without path")
                << u"http://h?a=b"_s << u"http://h/v1/chat/completions?a=b"_s;
        QTest::newRow("port") << u"http://localhost:11434"_s
                              << u"http://localhost:11434/v1/chat/completions"_s;
        QTest::newRow("IPv6") << u"http://[::1]:8080/v1"_s
                              << u"http://[::1]:8080/v1/chat/completions"_s;
        QTest::newRow("no scheme") << u"localhost:11434"_s << QString();
        QTest::newRow("empty") << QString() << QString();
        QTest::newRow("file") << u"file:///etc/passwd"_s << QString();
        QTest::newRow("user name") << u"https://me:secret@h/v1"_s << QString();
    }
    void endpoint()
    {
        QFETCH(QString, base);
        QFETCH(QString, expected);
        const auto url = chatEndpoint(base);
        QCOMPARE(url.has_value(), !expected.isEmpty());
        if (url) {
            QCOMPARE(url->toString(), expected);
        } else {
            QCOMPARE(url.error().code, ErrorCode::InvalidInput);
            QVERIFY(!url.error().message.contains(u"secret"_s));
        }
    }

    void history_data()
    {
        QTest::addColumn<QList<Entry>>("history");
        QTest::addColumn<QString>("expected");
        const Entry user{Role::User, {Text{u"hi"_s}}};
        const QString saidHi = u"{\"content\":\"hi\",\"role\":\"user\"}"_s;
        const QString called =
                u"{\"content\":null,\"role\":\"assistant\",\"tool_calls\":["_s + kCallA + u"]}"_s;
        const QString answered = u"{\"content\":\"r\",\"role\":\"tool\",\"tool_call_id\":\"a\"}"_s;
        const auto row = [](const char *name, const QList<Entry> &history,
                            const QStringList &expected) {
            QTest::newRow(name) << history << u'[' + expected.join(u',') + u']';
        };
        row("plain", {user, {Role::Assistant, {Text{u"a"_s}, Text{u"b"_s}}}},
            {saidHi, u"{\"content\":\"ab\",\"role\":\"assistant\"}"_s});
        row("call and result",
            {user, {Role::Assistant, {call(u"a"_s)}}, {Role::Tool, {result(u"a"_s, u"r"_s)}}},
            {saidHi, called, answered});
        row("result in the assistant's own entry",
            {user, {Role::Assistant, {call(u"a"_s), result(u"a"_s, u"r"_s)}}},
            {saidHi, called, answered});
        row("call without a result, at the end", {user, {Role::Assistant, {call(u"a"_s)}}},
            {saidHi, called, kInterrupted});
        row("call without a result, user goes on", {{Role::Assistant, {call(u"a"_s)}}, user},
            {called, kInterrupted, saidHi});
        row("result behind the user's next words",
            {{Role::Assistant, {call(u"a"_s)}}, user, {Role::Tool, {result(u"a"_s, u"r"_s)}}},
            {called, answered, saidHi});
        row("orphan result", {user, {Role::Tool, {result(u"x"_s, u"r"_s)}}}, {saidHi});
        row("result of an earlier call of the same id",
            {{Role::Assistant, {call(u"a"_s)}},
             {Role::Assistant, {call(u"a"_s)}},
             {Role::Tool, {result(u"a"_s, u"r"_s)}}},
            {called, kInterrupted, called, answered});
        row("result given twice",
            {{Role::Assistant, {call(u"a"_s)}},
             {Role::Tool, {result(u"a"_s, u"r"_s), result(u"a"_s, u"again"_s)}}},
            {called, answered});
        row("empty assistant and user entries",
            {user, {Role::Assistant, {}}, {Role::Assistant, {Text{}}}, {Role::User, {}}}, {saidHi});
        row("system in between", {{Role::System, {Text{u"s"_s}}}, user},
            {u"{\"content\":\"s\",\"role\":\"system\"}"_s, saidHi});
    }
    void history()
    {
        QFETCH(QList<Entry>, history);
        QFETCH(QString, expected);
        Turn turn;
        turn.model = u"m"_s;
        turn.history = history;
        QCOMPARE(messages(turn), expected);
    }

    void imageOfAResultFollowsAsTheUsers()
    {
        Turn turn;
        CallResult pictured = result(u"a"_s, u"r"_s);
        pictured.files = {File{"PNG"_ba, u"image/png"_s, u"x.png"_s}};
        turn.history = {{Role::Assistant, {call(u"a"_s), call(u"b"_s)}},
                        {Role::Tool, {pictured, result(u"b"_s, u"s"_s)}}};
        const QJsonArray out = messageArray(turn);
        QCOMPARE(out.size(), 4);
        QCOMPARE(out.at(1).toObject().value(u"tool_call_id"_s).toString(), u"a"_s);
        QCOMPARE(out.at(2).toObject().value(u"tool_call_id"_s).toString(), u"b"_s);
        QCOMPARE(
                compactJson(out.at(3).toObject()),
                u"{\"content\":[{\"text\":\"From the result of read (x.png):\",\"type\":\"text\"},"
                u"{\"image_url\":{\"url\":\"data:image/png;base64,UE5H\"},\"type\":\"image_url\"}],"
                u"\"role\":\"user\"}"_s);
    }

    void userFiles_data()
    {
        QTest::addColumn<File>("file");
        QTest::addColumn<bool>("supportsFiles");
        QTest::addColumn<QString>("expected");
        QTest::newRow("image")
                << File{"P"_ba, u"image/png"_s, {}} << false
                << u"{\"image_url\":{\"url\":\"data:image/png;base64,UA==\"},\"type\":\"image_url\"}"_s;
        QTest::newRow("text") << File{"abc"_ba, u"text/plain"_s, u"a.txt"_s} << false
                              << u"{\"text\":\"a.txt:\\nabc\",\"type\":\"text\"}"_s;
        QTest::newRow("PDF") << File{"P"_ba, u"application/pdf"_s, u"a.pdf"_s} << true
                             << u"{\"file\":{\"file_data\":\"data:application/pdf;base64,UA==\","
                                u"\"filename\":\"a.pdf\"},\"type\":\"file\"}"_s;
        QTest::newRow("PDF where it is not understood")
                << File{"P"_ba, u"application/pdf"_s, u"a.pdf"_s} << false
                << u"{\"text\":\"[The file a.pdf (application/pdf) is not shown: this model's "
                   u"service cannot read it.]\",\"type\":\"text\"}"_s;
    }
    void userFiles()
    {
        QFETCH(File, file);
        QFETCH(bool, supportsFiles);
        QFETCH(QString, expected);
        ChatCompat compat;
        compat.supportsFiles = supportsFiles;
        Turn turn;
        turn.history = {{Role::User, {Text{u"see"_s}, file}}};
        QCOMPARE(messages(turn, compat),
                 u"[{\"content\":[{\"text\":\"see\",\"type\":\"text\"},"_s + expected
                         + u"],\"role\":\"user\"}]"_s);
    }

    void privateParts_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("madeBy");
        QTest::addColumn<QString>("messageField");
        QTest::addColumn<bool>("signature");
        QTest::newRow("left out by default") << QString() << u"m"_s << QString() << true;
        QTest::newRow("reasoning_content")
                << u"reasoning_content"_s << u"m"_s << u"\"why\""_s << true;
        QTest::newRow("reasoning") << u"reasoning"_s << u"m"_s << u"\"why\""_s << true;
        QTest::newRow("details") << u"reasoning_details"_s << u"m"_s << u"[1]"_s << true;
        QTest::newRow("another model's")
                << u"reasoning_content"_s << u"other"_s << QString() << false;
        QTest::newRow("another model's details")
                << u"reasoning_details"_s << u"other"_s << QString() << false;
    }
    void privateParts()
    {
        QFETCH(QString, field);
        QFETCH(QString, madeBy);
        QFETCH(QString, messageField);
        QFETCH(bool, signature);
        ChatCompat compat;
        compat.reasoningField = field;
        Turn turn;
        turn.model = u"m"_s;
        Call made = call(u"a"_s);
        made.model = madeBy;
        made.opaque = {{u"extra_content"_s, QJsonObject{{u"s"_s, 1}}},
                       {u"reasoning_details"_s, QJsonArray{1}}};
        turn.history = {{Role::Assistant, {Reasoning{u"why"_s, {}, madeBy}, made}}};
        const QJsonObject message = messageArray(turn, compat).at(0).toObject();
        QString sent = QString::fromUtf8(
                QJsonDocument(QJsonArray{message.value(field)}).toJson(QJsonDocument::Compact));
        sent = sent.sliced(1).chopped(1);
        QCOMPARE(field.isEmpty() || sent == u"null"_s ? QString() : sent, messageField);
        const QJsonObject object = message.value(u"tool_calls"_s).toArray().at(0).toObject();
        QCOMPARE(object.contains(u"extra_content"_s), signature);
        QVERIFY(!object.contains(u"reasoning_details"_s));
    }

    void mistralIds()
    {
        ChatCompat compat;
        compat.toolIdFormat = u"alnum9"_s;
        Turn turn;
        turn.history = {{Role::Assistant, {call(u"call_with_a_long_id"_s)}},
                        {Role::Tool, {result(u"call_with_a_long_id"_s, u"r"_s)}}};
        const QJsonArray out = messageArray(turn, compat);
        const QString id = out.at(1).toObject().value(u"tool_call_id"_s).toString();
        QCOMPARE(out.at(0)
                         .toObject()
                         .value(u"tool_calls"_s)
                         .toArray()
                         .at(0)
                         .toObject()
                         .value(u"id"_s)
                         .toString(),
                 id);
        QVERIFY(QRegularExpression(u"^[A-Za-z0-9]{9}$"_s).match(id).hasMatch());
    }

    void wholeBody_data()
    {
        QTest::addColumn<bool>("openAi");
        QTest::addColumn<QString>("expected");
        QTest::newRow("unknown server")
                << false
                << u"{\"max_tokens\":9,\"messages\":[{\"content\":\"s\",\"role\":\"system\"},"
                   u"{\"content\":\"hi\",\"role\":\"user\"}],\"model\":\"m\",\"stream\":true,"
                   u"\"stream_options\":{\"include_usage\":true},\"tool_choice\":\"none\","
                   u"\"tools\":["
                   u"{\"function\":{\"description\":\"d\",\"name\":\"read\",\"parameters\":"
                   u"{\"type\":\"object\"}},\"type\":\"function\"}]}"_s;
        QTest::newRow("OpenAI")
                << true
                << u"{\"max_completion_tokens\":9,\"messages\":[{\"content\":\"s\",\"role\":"
                   u"\"developer\"},{\"content\":\"hi\",\"role\":\"user\"}],\"model\":\"m\","
                   u"\"parallel_tool_calls\":true,\"prompt_cache_key\":\"ses\",\"stream\":true,"
                   u"\"stream_options\":{\"include_usage\":true},\"tool_choice\":\"none\","
                   u"\"tools\":["
                   u"{\"function\":{\"description\":\"d\",\"name\":\"read\",\"parameters\":"
                   u"{\"type\":\"object\"}},\"type\":\"function\"}]}"_s;
    }
    void wholeBody()
    {
        QFETCH(bool, openAi);
        QFETCH(QString, expected);
        const ChatCompat compat = ChatCompat::known(
                QUrl(openAi ? u"https://api.openai.com/v1"_s : u"http://localhost:8000"_s));
        Turn turn;
        turn.model = u"m"_s;
        turn.system = u"s"_s;
        turn.cacheKey = u"ses"_s;
        turn.history = {{Role::User, {Text{u"hi"_s}}}};
        turn.tools = {{u"read"_s, u"d"_s, {{u"type"_s, u"object"_s}}}};
        turn.mayCallTools = false;
        QCOMPARE(compactJson(body(turn, compat, 9)), expected);
    }

    void fieldsOfTheConfigurationWin()
    {
        ChatCompat compat;
        compat.extraBody = {{u"model"_s, u"own"_s}, {u"tools"_s, QJsonArray{}}};
        Turn turn;
        turn.model = u"m"_s;
        turn.tools = {{u"read"_s, u"d"_s, {}}};
        const QByteArray sent = chatRequest(turn, compat);
        QCOMPARE(sent.count("\"model\":"), 1);
        QCOMPARE(sent.count("\"tools\":"), 1);
        QCOMPARE(body(turn, compat).value(u"model"_s).toString(), u"own"_s);
        QCOMPARE(body(turn, compat).value(u"tools"_s), QJsonValue(QJsonArray{}));
    }

    void noToolsNoChoice()
    {
        const QJsonObject sent = body(Turn{});
        QVERIFY(!sent.contains(u"tools"_s));
        QVERIFY(!sent.contains(u"tool_choice"_s));
        QVERIFY(!sent.contains(u"max_tokens"_s));
    }

    void switches_data()
    {
        QTest::addColumn<QJsonObject>("switches");
        QTest::addColumn<QString>("problem");
        QTest::newRow("none") << QJsonObject{} << QString();
        QTest::newRow("all fine") << QJsonObject{{u"supportsStreamOptions"_s, false},
                                                 {u"reasoningField"_s, u"none"_s},
                                                 {u"extraBody"_s, QJsonObject{{u"x"_s, 1}}}}
                                  << QString();
        QTest::newRow("no boolean")
                << QJsonObject{{u"supportsFiles"_s, u"yes"_s}}
                << u"The compat switch \"supportsFiles\" must be true or false."_s;
        QTest::newRow("unknown value")
                << QJsonObject{{u"toolIdFormat"_s, u"uuid"_s}}
                << u"The compat switch \"toolIdFormat\" must be one of: any, alnum9."_s;
        QTest::newRow("unknown switch")
                << QJsonObject{{u"foo"_s, true}}
                << u"There is no compat switch \"foo\"; the known ones are supportsDeveloperRole, "
                   u"supportsStreamOptions, supportsParallelFlag, supportsCacheKey, supportsFiles, "
                   u"requiresFinishReason, reasoningField, toolIdFormat, maxTokensField, "
                   u"extraBody."_s;
    }
    void switches()
    {
        QFETCH(QJsonObject, switches);
        QFETCH(QString, problem);
        const auto compat = ChatCompat{}.with(switches);
        QCOMPARE(compat ? QString() : compat.error().message, problem);
        if (compat && !switches.isEmpty()) {
            const QJsonObject sent = body(Turn{}, *compat);
            QVERIFY(!sent.contains(u"stream_options"_s));
            QCOMPARE(sent.value(u"x"_s).toInt(), 1);
        }
    }
};

QTEST_GUILESS_MAIN(TestOpenAIChatRequest)
#include "tst_openaichat_request.moc"
