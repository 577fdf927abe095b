// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/tolerance.h"

#include <QtTest>

#include <random>

using namespace Countersign::Diff;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(Countersign::Diff::Tolerance)

class ToleranceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void forms_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<Tolerance>("tolerance");
        QTest::addColumn<QByteArray>("form");
        const auto row = [](const char *name, const QByteArray &line, Tolerance tolerance,
                            const QByteArray &form) {
            QTest::newRow(name) << line << tolerance << form;
        };
        row("exact", "\ta  ", Tolerance::Exact, "\ta  ");
        row("trailing space", "\ta \t", Tolerance::TrailingSpace, "\ta");
        row("trimmed", "\ta  b \t", Tolerance::Trimmed, "a  b");
        row("collapsed", "\ta \t b ", Tolerance::Collapsed, "a b");
        row("one tab", "a\tb", Tolerance::Collapsed, "a b");
        row("collapsing knows only ASCII", "a\xC2\xA0 b", Tolerance::Collapsed, "a\xC2\xA0 b");
        row("typographic", "\xC2\xA0“a” ‘b’ – c…\xE3\x80\x80", Tolerance::Punctuation,
            "\"a\" 'b' - c...");
        row("a no-break space beside a space", "a \xC2\xA0 b", Tolerance::Punctuation, "a b");
        row("other characters and bytes stay", "ä語\xFF\xE2\x80", Tolerance::Punctuation,
            "ä語\xFF\xE2\x80");
        row("blank", " \t", Tolerance::Punctuation, "");
    }
    void forms()
    {
        QFETCH(QByteArray, line);
        QFETCH(Tolerance, tolerance);
        QFETCH(QByteArray, form);
        QByteArray storage;
        QCOMPARE(normalised(line, tolerance, storage).toByteArray(), form);
    }

    /// The form and its characters are told apart by different code, for speed.
    void charactersMakeTheForm()
    {
        static const QList<QByteArray> pieces{" ", "\t",       "  ",   "a",        "“",  "…",
                                              "–", "\xC2\xA0", "\xFF", "\xE2\x80", "語", "."};
        std::mt19937 random(7);
        for (int i = 0; i < 5000; ++i) {
            QByteArray line;
            for (unsigned count = random() % 8; count > 0; --count)
                line += pieces.at(qsizetype(random() % size_t(pieces.size())));
            for (const Tolerance tolerance :
                 {Tolerance::Trimmed, Tolerance::Collapsed, Tolerance::Punctuation}) {
                QByteArray joined;
                qsizetype end = 0;
                for (const NormalUnit &unit : normalUnits(line, tolerance)) {
                    joined += unit.text;
                    QVERIFY(unit.start <= unit.end && unit.start >= end - 3);
                    end = unit.end;
                }
                QByteArray storage;
                QCOMPARE(joined, normalised(line, tolerance, storage).toByteArray());
            }
        }
    }
};

QTEST_APPLESS_MAIN(ToleranceTest)
#include "tst_tolerance.moc"
