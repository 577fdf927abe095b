// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/processmark.h"

#include <QTest>

using namespace Countersign;
using namespace Qt::StringLiterals;

class tst_ProcessMark : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void toldApart_data()
    {
        QTest::addColumn<QString>("mark");
        QTest::addColumn<bool>("alive");
        QTest::newRow("this process") << processMark() << true;
        QTest::newRow("another start time") << processMark() + u'7' << false;
        QTest::newRow("nothing") << QString() << false;
        QTest::newRow("something else") << u"x"_s << false;
    }
    void toldApart()
    {
        QFETCH(QString, mark);
        QFETCH(bool, alive);
        QCOMPARE(isProcessAlive(mark), alive);
    }
};

QTEST_GUILESS_MAIN(tst_ProcessMark)
#include "tst_processmark.moc"
