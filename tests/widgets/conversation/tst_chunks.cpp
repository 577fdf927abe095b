// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/chunks.h"

#include <QTest>

using namespace Countersign::Conversation;
using namespace Qt::StringLiterals;

namespace {

QString paragraphs(int count)
{
    QString text;
    for (int i = 0; i < count; ++i)
        text += u"Paragraph %1 "_s.arg(i) + QString(80, u'x') + u"\n\n"_s;
    return text;
}

} // namespace

class tst_Chunks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void pieces_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("several");
        const QString code = u"```cpp\n"_s + u"int value = 1;\n"_s.repeated(3000) + u"```\n"_s;
        QTest::newRow("empty") << QString() << false;
        QTest::newRow("short") << u"A few words."_s << false;
        QTest::newRow("long prose") << paragraphs(1000) << true;
        QTest::newRow("one long list") << u"1. item\n\n"_s.repeated(4000) << false;
        QTest::newRow("one long line") << QString(40000, u'x') << false;
        QTest::newRow("long code") << code << true;
        QTest::newRow("code between prose")
                << QString(paragraphs(200) + code + paragraphs(200)) << true;
    }
    void pieces()
    {
        QFETCH(QString, text);
        const QList<Chunk> whole = splitAnswer(text);
        QTEST(whole.size() > 1, "several");
        // Together they are the text, without gaps.
        qsizetype at = 0;
        for (const Chunk &chunk : whole) {
            QCOMPARE(chunk.start, at);
            at = chunk.end;
        }
        QCOMPARE(at, text.size());
        // As it streams in, no cut ever moves.
        QList<Chunk> growing;
        for (qsizetype end = 0; end < text.size(); end += 997)
            growing = splitAnswer(text.left(end), growing);
        QCOMPARE(splitAnswer(text, growing), whole);
    }

    void codeGoesOnInTheNextPiece()
    {
        const QString text =
                u"~~~~ sh\n"_s + u"echo\n"_s.repeated(4000) + u"~~~~\n\n"_s + paragraphs(120);
        const QList<Chunk> chunks = splitAnswer(text);
        QVERIFY(chunks.size() > 2);
        QCOMPARE(chunks.at(0).fence, QString());
        QCOMPARE(chunks.at(1).fence, u"~~~~ sh\n"_s);
        QCOMPARE(chunks.last().fence, QString());
    }
};

QTEST_GUILESS_MAIN(tst_Chunks)
#include "tst_chunks.moc"
