// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace {

struct Message
{
    QString context;
    QString source;
    bool numerus = false;
    bool finished = true;
    QStringList forms; ///< One, or one for each plural form.
};

QList<Message> messagesOf(const QString &language)
{
    QFile file(QStringLiteral(COUNTERSIGN_TRANSLATIONS) + u"/countersign_%1.ts"_s.arg(language));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QXmlStreamReader xml(&file);
    QList<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto name = xml.name();
        if (name == u"name") {
            context = xml.readElementText();
        } else if (name == u"message") {
            Message message;
            message.context = context;
            message.numerus = xml.attributes().value(u"numerus"_s) == u"yes";
            messages.append(message);
        } else if (name == u"source") {
            messages.last().source = xml.readElementText();
        } else if (name == u"translation") {
            messages.last().finished = !xml.attributes().hasAttribute(u"type"_s);
            if (!messages.last().numerus)
                messages.last().forms.append(xml.readElementText());
        } else if (name == u"numerusform") {
            messages.last().forms.append(xml.readElementText());
        }
    }
    return xml.hasError() ? QList<Message>() : messages;
}

QStringList placeholdersOf(const QString &text)
{
    static const QRegularExpression pattern(u"%L?[1-9n]"_s);
    QStringList found;
    auto it = pattern.globalMatch(text);
    while (it.hasNext())
        found.append(it.next().captured());
    found.sort();
    return found;
}

QString described(const Message &message)
{
    return u"%1: \"%2\" → \"%3\""_s.arg(message.context, message.source,
                                        message.forms.join(u"\" | \""_s));
}

/// What is wrong with a message, in words; empty when nothing is.
QString faultOf(const Message &message, int forms)
{
    if (!message.finished)
        return u"not finished"_s;
    if (message.forms.size() != (message.numerus ? forms : 1))
        return u"not as many forms as the language has"_s;
    for (const QString &form : message.forms) {
        if (form.trimmed().isEmpty())
            return u"empty"_s;
        if (placeholdersOf(form) != placeholdersOf(message.source))
            return u"other placeholders than the source"_s;
        if (form.startsWith(u' ') != message.source.startsWith(u' ')
            || form.endsWith(u' ') != message.source.endsWith(u' '))
            return u"other spaces at its ends than the source"_s;
    }
    return {};
}

} // namespace

class tst_Translations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMessage_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("forms"); // Plural forms of the language.
        QTest::addColumn<bool>("pluralsOnly");
        QTest::newRow("Chinese") << u"zh_CN"_s << 1 << false;
        QTest::newRow("English, plural forms") << u"en"_s << 2 << true;
    }

    void everyMessage()
    {
        QFETCH(const QString, language);
        QFETCH(const int, forms);
        QFETCH(const bool, pluralsOnly);
        const QList<Message> messages = messagesOf(language);
        QVERIFY(messages.size() > 5);
        QStringList faults;
        for (const Message &message : messages) {
            if (pluralsOnly && !message.numerus)
                continue;
            if (const QString fault = faultOf(message, forms); !fault.isEmpty())
                faults.append(fault + u": "_s + described(message));
        }
        QCOMPARE(faults, QStringList());
    }

    void faultsAreSeen_data()
    {
        QTest::addColumn<bool>("numerus");
        QTest::addColumn<bool>("finished");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QStringList>("forms");
        QTest::addColumn<bool>("good");
        QTest::newRow("good") << false << true << u"%1 of %2"_s << QStringList{u"%2 / %1"_s}
                              << true;
        QTest::newRow("good plural")
                << true << true << u"%n lines"_s << QStringList{u"%n 行"_s} << true;
        QTest::newRow("unfinished") << false << false << u"Go"_s << QStringList{u"走"_s} << false;
        QTest::newRow("empty") << false << true << u"Go"_s << QStringList{u""_s} << false;
        QTest::newRow("lost placeholder")
                << false << true << u"%1 of %2"_s << QStringList{u"%1"_s} << false;
        QTest::newRow("lost number")
                << true << true << u"%n lines"_s << QStringList{u"行"_s} << false;
        QTest::newRow("too many forms")
                << true << true << u"%n lines"_s << QStringList{u"%n 行"_s, u"%n 行"_s} << false;
        QTest::newRow("lost space") << false << true << u"Go "_s << QStringList{u"走"_s} << false;
    }

    void faultsAreSeen()
    {
        QFETCH(const bool, numerus);
        QFETCH(const bool, finished);
        QFETCH(const QString, source);
        QFETCH(const QStringList, forms);
        QFETCH(const bool, good);
        QCOMPARE(faultOf({u"Test"_s, source, numerus, finished, forms}, 1).isEmpty(), good);
    }

    void bothFilesHaveTheSameMessages()
    {
        const auto keys = [](const QString &language) {
            QSet<QString> found;
            const QList<Message> messages = messagesOf(language);
            for (const Message &message : messages)
                found.insert(message.context + u'\n' + message.source);
            return found;
        };
        const QSet<QString> english = keys(u"en"_s);
        QVERIFY(!english.isEmpty());
        QCOMPARE(keys(u"zh_CN"_s), english);
    }

    /// Functions that translate with a written context: lupdate takes the context of the place it
    /// stands in, and where the two differ the text stays English.
    void writtenContextsAreThoseOfTheFiles()
    {
        QSet<QString> contexts;
        const QList<Message> messages = messagesOf(u"zh_CN"_s);
        for (const Message &message : messages)
            contexts.insert(message.context);
        static const QRegularExpression call(u"translate\\(\"([^\"]+)\""_s);
        QStringList unknown;
        qsizetype seen = 0;
        QDirIterator sources(QStringLiteral(COUNTERSIGN_SOURCES), {u"*.cpp"_s, u"*.h"_s},
                             QDir::Files, QDirIterator::Subdirectories);
        while (sources.hasNext()) {
            QFile file(sources.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            auto it = call.globalMatch(text);
            while (it.hasNext()) {
                const QString context = it.next().captured(1);
                ++seen;
                if (!contexts.contains(context))
                    unknown.append(file.fileName() + u": "_s + context);
            }
        }
        QVERIFY(seen > 0);
        QCOMPARE(unknown, QStringList());
    }

    /// The words of the house are the same wherever they stand.
    void houseWords_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("chinese");
        QTest::newRow("Allow once") << u"Allow once"_s << u"允许一次"_s;
        QTest::newRow("Allow Once") << u"Allow Once"_s << u"允许一次"_s;
        QTest::newRow("Always…") << u"Always…"_s << u"始终允许…"_s;
        QTest::newRow("Reject…") << u"Reject…"_s << u"拒绝…"_s;
        QTest::newRow("Inbox") << u"Inbox"_s << u"收件箱"_s;
        QTest::newRow("Sessions") << u"Sessions"_s << u"会话"_s;
        QTest::newRow("Review") << u"Review"_s << u"审阅"_s;
    }

    void houseWords()
    {
        QFETCH(const QString, source);
        QFETCH(const QString, chinese);
        QStringList found;
        const QList<Message> messages = messagesOf(u"zh_CN"_s);
        for (const Message &message : messages) {
            if (message.source == source)
                found.append(message.forms);
        }
        QVERIFY(!found.isEmpty());
        found.removeDuplicates();
        QCOMPARE(found, QStringList{chinese});
    }
};

QTEST_GUILESS_MAIN(tst_Translations)
#include "tst_translations.moc"
