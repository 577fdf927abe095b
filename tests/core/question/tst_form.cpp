// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "question/form.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Question;
using namespace Qt::StringLiterals;

namespace {

Item item(const QString &question, const QStringList &labels = {}, bool multiple = false)
{
    Item made;
    made.question = question;
    for (const QString &label : labels)
        made.options.append({label, {}});
    made.multiple = multiple;
    return made;
}

} // namespace

class tst_Form : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void decodes_data()
    {
        QTest::addColumn<QJsonObject>("json");
        QTest::addColumn<Item>("expected");
        QTest::newRow("everything")
                << QJsonObject{{u"question"_s, u"Which one?"_s},
                               {u"header"_s, u"Choice"_s},
                               {u"options"_s,
                                QJsonArray{QJsonObject{{u"label"_s, u"A"_s},
                                                       {u"description"_s, u"the first"_s}},
                                           QJsonObject{{u"label"_s, u" B "_s}}}},
                               {u"multiple"_s, true}}
                << Item{u"Which one?"_s,
                        u"Choice"_s,
                        {{u"A"_s, u"the first"_s}, {u"B"_s, {}}},
                        true};
        QTest::newRow("only the question")
                << QJsonObject{{u"question"_s, u"Why?"_s}} << item(u"Why?"_s);
        QTest::newRow("the name that other programs use for multiple")
                << QJsonObject{{u"question"_s, u"Why?"_s}, {u"multiSelect"_s, true}}
                << item(u"Why?"_s, {}, true);
    }

    void decodes()
    {
        QFETCH(const QJsonObject, json);
        QFETCH(const Item, expected);
        const auto read = itemCodec().decode(json);
        QVERIFY(read);
        QCOMPARE(*read, expected);
        // What is stored is read again as it was.
        const auto again = itemCodec().decode(itemCodec().encode(*read).value());
        QVERIFY(again);
        QCOMPARE(*again, expected);
    }

    void refusesForms_data()
    {
        QTest::addColumn<QList<Item>>("items");
        QTest::addColumn<QString>("words");
        QTest::newRow("no question") << QList<Item>() << u"There is no question"_s;
        QTest::newRow("too many questions")
                << QList<Item>(kMostItems + 1, item(u"Why?"_s)) << u"There are 11 questions"_s;
        QTest::newRow("a blank question") << QList<Item>{item(u"Why?"_s), item(u" \n"_s)}
                                          << u"The text of question 2 is empty"_s;
        QStringList many;
        for (int i = 0; i <= kMostOptions; ++i)
            many.append(QString::number(i));
        QTest::newRow("too many options")
                << QList<Item>{item(u"Why?"_s, many)} << u"There are 21 options for question 1"_s;
        QTest::newRow("an option without a label")
                << QList<Item>{item(u"Why?"_s, {u"a"_s, {}})} << u"has an empty label"_s;
        QTest::newRow("two options alike: an answer would not tell which")
                << QList<Item>{item(u"Why?"_s, {u"a"_s, u"a"_s})}
                << u"Two options of question 1 have the label \"a\""_s;
        QTest::newRow("a question that is a book")
                << QList<Item>{item(QString(kLongestQuestion + 1, u'x'))} << u"2001 characters"_s;
        QTest::newRow("a label that is a page")
                << QList<Item>{item(u"Why?"_s, {QString(kLongestLabel + 1, u'x')})}
                << u"201 characters"_s;
    }

    void refusesForms()
    {
        QFETCH(const QList<Item>, items);
        QFETCH(const QString, words);
        const auto checked = checkItems(items);
        QVERIFY(!checked);
        QCOMPARE(checked.error().code, ErrorCode::InvalidInput);
        QVERIFY2(checked.error().message.contains(words), qPrintable(checked.error().message));
    }

    void takesTheLargestForm()
    {
        QStringList labels;
        for (int i = 0; i < kMostOptions; ++i)
            labels.append(QString::number(i));
        QVERIFY(checkItems(QList<Item>(kMostItems, item(QString(kLongestQuestion, u'x'), labels))));
    }

    void answers_data()
    {
        QTest::addColumn<QList<Item>>("items");
        QTest::addColumn<Answers>("given");
        QTest::addColumn<Answers>("clean");
        QTest::addColumn<QString>("words"); // Empty: accepted.
        const Item one = item(u"One?"_s, {u"a"_s, u"b"_s});
        const Item several = item(u"Several?"_s, {u"a"_s, u"b"_s}, true);
        QTest::newRow("an option")
                << QList<Item>{one} << Answers{{u"a"_s}} << Answers{{u"a"_s}} << QString();
        QTest::newRow("words of one's own")
                << QList<Item>{one} << Answers{{u" c \n"_s}} << Answers{{u"c"_s}} << QString();
        QTest::newRow("several, one of them twice")
                << QList<Item>{several} << Answers{{u"a"_s, u"b"_s, u"a"_s}}
                << Answers{{u"a"_s, u"b"_s}} << QString();
        QTest::newRow("one of two unanswered") << QList<Item>{one, several} << Answers{{}, {u"a"_s}}
                                               << Answers{{}, {u"a"_s}} << QString();
        QTest::newRow("several where one is asked for")
                << QList<Item>{one} << Answers{{u"a"_s, u"b"_s}} << Answers()
                << u"2 answers to question 1, which takes one"_s;
        QTest::newRow("nothing at all") << QList<Item>{one} << Answers{{u"  "_s}} << Answers()
                                        << u"No question is answered"_s;
        QTest::newRow("to another form") << QList<Item>{one} << Answers{{u"a"_s}, {u"b"_s}}
                                         << Answers() << u"answers to 2 questions"_s;
        QTest::newRow("a book") << QList<Item>{one} << Answers{{QString(kLongestAnswer + 1, u'x')}}
                                << Answers() << u"10001 characters"_s;
    }

    void answers()
    {
        QFETCH(const QList<Item>, items);
        QFETCH(const Answers, given);
        QFETCH(const Answers, clean);
        QFETCH(const QString, words);
        const auto checked = checkAnswers(items, given);
        QCOMPARE(checked.has_value(), words.isEmpty());
        if (checked)
            QCOMPARE(*checked, clean);
        else
            QVERIFY2(checked.error().message.contains(words), qPrintable(checked.error().message));
    }

    void dismissals_data()
    {
        using Permission::Answerer;
        QTest::addColumn<Answerer>("by");
        QTest::addColumn<QString>("message");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("words");
        QTest::newRow("a person without words: the run stops")
                << Answerer::Person << QString() << ErrorCode::Declined
                << u"The user dismissed the question."_s;
        QTest::newRow("a person with words: the model reads them")
                << Answerer::Person << u" Decide yourself. "_s << ErrorCode::Denied
                << u"The user dismissed the question and said: Decide yourself."_s;
        QTest::newRow("a prepared answer")
                << Answerer::Automatic << u"No."_s << ErrorCode::Denied
                << u"The question was dismissed by a prepared answer: No."_s;
        QTest::newRow("nobody there is never the user")
                << Answerer::Nobody << QString() << ErrorCode::Declined
                << u"The question needs a person and nobody could be asked."_s;
    }

    void dismissals()
    {
        QFETCH(const Permission::Answerer, by);
        QFETCH(const QString, message);
        QFETCH(const ErrorCode, code);
        QFETCH(const QString, words);
        const Error error = dismissalOf({true, {}, message, by});
        QCOMPARE(error.code, code);
        QCOMPARE(error.message, words);
    }
};

QTEST_GUILESS_MAIN(tst_Form)
#include "tst_form.moc"
