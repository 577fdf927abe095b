// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/lineends.h"

#include <QtTest>

using namespace Qt::StringLiterals;

namespace Countersign {

class LineEndsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keeps_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("content");
        QTest::addColumn<QString>("after");
        const QString mixed = u"a\r\nb\nc\r\nd\n"_s;
        QTest::newRow("the same text") << mixed << u"a\nb\nc\nd\n"_s << mixed;
        QTest::newRow("a changed line is like the one before")
                << mixed << u"a\nB\nc\nd\n"_s << u"a\r\nB\r\nc\r\nd\n"_s;
        QTest::newRow("an added line is like the one before")
                << mixed << u"a\nb\nx\nc\nd\n"_s << u"a\r\nb\nx\nc\r\nd\n"_s;
        QTest::newRow("the first line is like the first one")
                << mixed << u"x\na\nb\nc\nd\n"_s << u"x\r\na\r\nb\nc\r\nd\n"_s;
        QTest::newRow("lines taken away") << mixed << u"a\nd\n"_s << u"a\r\nd\n"_s;
        QTest::newRow("no final line end") << mixed << u"a\nb\nc\nd"_s << u"a\r\nb\nc\r\nd"_s;
        QTest::newRow("a final line end that was not there")
                << u"a\r\nb\nc"_s << u"a\nb\nc\n"_s << u"a\r\nb\nc\n"_s;
        QTest::newRow("carriage returns") << u"a\rb\nc\r"_s << u"a\nb\nc\n"_s << u"a\rb\nc\r"_s;
        QTest::newRow("nothing") << mixed << QString() << QString();
        QTest::newRow("only line ends") << u"\r\n\n"_s << u"\n\n\n"_s << u"\r\n\n\n"_s;
    }
    void keeps()
    {
        QFETCH(QString, before);
        QFETCH(QString, content);
        const auto text = withLineEndsOf(before, content);
        QVERIFY(text);
        QTEST(*text, "after");
    }
};

} // namespace Countersign

QTEST_GUILESS_MAIN(Countersign::LineEndsTest)
#include "tst_lineends.moc"
