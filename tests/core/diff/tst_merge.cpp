// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/merge.h"

#include <QTest>

using Countersign::Diff::merged;

class tst_Merge : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void merges_data()
    {
        QTest::addColumn<QByteArray>("base");
        QTest::addColumn<QByteArray>("ours");
        QTest::addColumn<QByteArray>("theirs");
        QTest::addColumn<QByteArray>("wanted"); // Null: they contradict.
        const auto row = [](const char *name, const QByteArray &base, const QByteArray &ours,
                            const QByteArray &theirs, const QByteArray &wanted) {
            QTest::newRow(name) << base << ours << theirs << wanted;
        };
        row("apart", "a\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n", "A\nb\nc\nd\nE\n");
        row("lines above", "a\nb\n", "a\nB\n", "new\na\nb\n", "new\na\nB\n");
        row("the same line", "a\n", "b\n", "c\n", QByteArray());
        row("the same change", "a\n", "b\n", "b\n", "b\n");
        row("only ours", "a\n", "b\n", "a\n", "b\n");
        row("only theirs", "a\n", "a\n", "b\n", "b\n");
        row("CR LF", "a\r\nb\r\nc\r\nd\r\n", "A\r\nb\r\nc\r\nd\r\n", "a\r\nb\r\nc\r\nD",
            "A\r\nb\r\nc\r\nD");
        row("bytes that are no text", "a\n\xFF\nb\nc\n", "A\n\xFF\nb\nc\n", "a\n\xFF\nb\nC\n",
            "A\n\xFF\nb\nC\n");
        row("binary", QByteArray("a\0\nb\n", 5), "a\n", "b\n", QByteArray());
    }
    void merges()
    {
        QFETCH(QByteArray, base);
        QFETCH(QByteArray, ours);
        QFETCH(QByteArray, theirs);
        QFETCH(QByteArray, wanted);
        const auto both = merged(base, ours, theirs);
        QCOMPARE(both.has_value(), !wanted.isNull());
        if (both)
            QCOMPARE(*both, wanted);
    }
};

QTEST_GUILESS_MAIN(tst_Merge)
#include "tst_merge.moc"
