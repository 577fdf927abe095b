// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "viewfixture.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPixmap>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;

/// Lines that take their time to prepare, and are not ready when they come on the screen.
class TestLongLines : public QObject, private ViewFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpAll(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void isSeenWhenItIsReady_data();
    void isSeenWhenItIsReady();
    void aMatchWaitsForItsLine();
    void allOfItCanBeCopiedAtOnce();
    void anotherDocumentHasOtherLines();

private:
    static std::shared_ptr<const DiffDocument> unprepared(const QByteArray &before,
                                                          const QByteArray &after);
    void render();
    void scrollToTheEnd()
    {
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum());
    }
    /// The first line that is shown, as it is painted.
    [[nodiscard]] QString firstLine(qsizetype most = 1000) const;
};

static const QByteArray kWord = "gr\xC3\xBC\xC3\x9F\t";

static QByteArray longText(const QByteArray &word)
{
    QByteArray text = kWord.repeated(10'000);
    text.insert(text.size() / 2, word);
    return text + '\n';
}

/// As a document has its lines when they are too many to be prepared with it.
std::shared_ptr<const DiffDocument> TestLongLines::unprepared(const QByteArray &before,
                                                              const QByteArray &after)
{
    Result<DiffDocument> built = buildDocument(modified(before, after));
    if (!built || built->newPrepared.isEmpty())
        qFatal("There is no long line in the document.");
    built->oldPrepared.clear();
    built->newPrepared.clear();
    return std::make_shared<const DiffDocument>(*std::move(built));
}

void TestLongLines::render()
{
    QPixmap frame(m_view->viewport()->size());
    m_view->viewport()->render(&frame);
}

QString TestLongLines::firstLine(qsizetype most) const
{
    for (int i = 0; i < m_view->visuals().size(); ++i) {
        if (m_view->visuals().at(i).kind == VisualRow::Kind::Line)
            return m_view->rowText(i, most);
    }
    return {};
}

void TestLongLines::isSeenWhenItIsReady_data()
{
    QTest::addColumn<Presentation>("presentation");
    QTest::addColumn<bool>("wrapped");
    QTest::newRow("unified") << Presentation::Unified << false;
    QTest::newRow("side by side") << Presentation::SideBySide << false;
    QTest::newRow("wrapped") << Presentation::Unified << true;
}

void TestLongLines::isSeenWhenItIsReady()
{
    QFETCH(Presentation, presentation);
    QFETCH(bool, wrapped);
    m_view->setPresentation(presentation);
    m_view->setWrapped(wrapped);
    m_view->setDocument(unprepared(longText("one"), longText("two")));
    // No event has been handled since, so nothing can be ready.
    QVERIFY2(firstLine().contains(u"Preparing this line (68.36 KiB)"_s), qPrintable(firstLine()));
    QVERIFY(m_view->accessibleDescription().contains(u"Preparing"_s));
    scrollToTheEnd();
    render();
    QVERIFY(!m_view->isSeen());
    QTRY_VERIFY(firstLine().contains(u"grüß"_s));
    QTRY_VERIFY(!m_view->accessibleDescription().contains(u"Preparing"_s));
    // The other line has its own time, and the bars may have come meanwhile.
    QTRY_VERIFY((scrollToTheEnd(), render(), m_view->isSeen()));
}

void TestLongLines::aMatchWaitsForItsLine()
{
    const auto document = unprepared(longText("one"), longText("two"));
    const Matches matches = findMatches(*document, u"two"_s, Qt::CaseSensitive);
    QCOMPARE(matches.found.size(), 1);
    m_view->setDocument(document);
    m_view->setMatches(matches.found);
    m_view->goToMatch(0);
    QCOMPARE(m_view->currentMatch(), 0);
    QCOMPARE(m_view->horizontalScrollBar()->value(), 0);
    QTRY_VERIFY(m_view->horizontalScrollBar()->value() > 0);
}

void TestLongLines::allOfItCanBeCopiedAtOnce()
{
    const QByteArray after = longText("two");
    m_view->setDocument(unprepared({}, after));
    key(Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m_view->selectedText(), QString::fromUtf8(after));
    QTRY_VERIFY(firstLine().contains(u"grüß"_s));
    QCOMPARE(m_view->selectedText(), QString::fromUtf8(after));
}

void TestLongLines::anotherDocumentHasOtherLines()
{
    m_view->setDocument(unprepared({}, "first " + longText("one")));
    render();
    m_view->setDocument(unprepared({}, "second " + longText("two")));
    render();
    QTRY_VERIFY(firstLine().contains(u"grüß"_s));
    QVERIFY(firstLine(10).contains(u"second"_s));
}

QTEST_MAIN(TestLongLines)
#include "tst_longlines.moc"
