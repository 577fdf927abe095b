// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/diffview.h"
#include "samples.h"
#include "theme/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;

/// Counts the keys that its children let through.
class KeySink : public QWidget
{
public:
    QList<int> keys;

protected:
    void keyPressEvent(QKeyEvent *event) override { keys.append(event->key()); }
};

class TestDiffView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void startsAtTheFirstHunk();
    void stepsThroughHunks_data();
    void stepsThroughHunks();
    void opensFoldsByKey();
    void opensFoldsByMouse();
    void layoutsHoldTheSameLines();
    void keepsThePlace();
    void copiesByKeyboard();
    void copiesOneSideByMouse();
    void copiesTheFilesBytes();
    void keysThatAnswerNothing();
    void colorsKeepThePlace();
    void saysWhatItShows();
    void hugeTextsStayQuick();
    void oneHugeLine();
    void nothingToShow();

private:
    std::shared_ptr<const DiffDocument> document(const Diff::FileChange &change);
    void show(const Diff::FileChange &change, Presentation presentation);
    [[nodiscard]] int foldRow(int nth = 0) const;
    [[nodiscard]] QPoint rowCentre(int visual, int x) const;

    std::unique_ptr<KeySink> m_window;
    DiffView *m_view = nullptr;
};

void TestDiffView::initTestCase()
{
    Theme::Theme::install(*qApp, Theme::Scheme::Light);
}

void TestDiffView::init()
{
    m_window = std::make_unique<KeySink>();
    m_view = new DiffView;
    auto *layout = new QVBoxLayout(m_window.get());
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    m_window->resize(760, 400);
    m_window->show();
    m_view->setFocus();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestDiffView::cleanup()
{
    m_window.reset();
}

std::shared_ptr<const DiffDocument> TestDiffView::document(const Diff::FileChange &change)
{
    Result<DiffDocument> built = buildDocument(change);
    if (!built)
        qFatal("%s", qPrintable(built.error().message));
    return std::make_shared<const DiffDocument>(*std::move(built));
}

void TestDiffView::show(const Diff::FileChange &change, Presentation presentation)
{
    m_view->setPresentation(presentation);
    m_view->setDocument(document(change));
}

int TestDiffView::foldRow(int nth) const
{
    for (int i = 0; i < m_view->visuals().size(); ++i) {
        if (m_view->visuals().at(i).kind == VisualRow::Kind::Fold && nth-- == 0)
            return i;
    }
    return -1;
}

QPoint TestDiffView::rowCentre(int visual, int x) const
{
    const int top = m_view->verticalScrollBar()->value();
    return {x, (visual - top) * m_view->rowHeight() + m_view->rowHeight() / 2};
}

void TestDiffView::startsAtTheFirstHunk()
{
    show(twoHunks(), Presentation::Unified);
    QCOMPARE(m_view->hunkCount(), 2);
    QCOMPARE(m_view->currentHunk(), 0);
    QCOMPARE(m_view->rowText(m_view->currentRow()), u"20−line 20"_s);
}

void TestDiffView::stepsThroughHunks_data()
{
    QTest::addColumn<Presentation>("presentation");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("unified") << Presentation::Unified << u"20−line 20"_s << u"46+new one"_s;
    QTest::newRow("side by side") << Presentation::SideBySide
                                  << u"20−line 20 | 20+line 20 changed"_s << u" | 46+new one"_s;
}

void TestDiffView::stepsThroughHunks()
{
    QFETCH(Presentation, presentation);
    QFETCH(QString, first);
    QFETCH(QString, second);
    show(twoHunks(), presentation);
    QSignalSpy changes(m_view, &DiffView::currentHunkChanged);
    QVERIFY(m_view->nextHunk());
    QCOMPARE(m_view->currentHunk(), 1);
    QCOMPARE(m_view->rowText(m_view->currentRow()), second);
    QCOMPARE(changes.size(), 1);
    QCOMPARE(changes.constFirst(), (QList<QVariant>{1, 2}));
    QVERIFY(!m_view->nextHunk()); // There is no third.
    QCOMPARE(m_view->currentHunk(), 1);
    QVERIFY(m_view->previousHunk());
    QCOMPARE(m_view->rowText(m_view->currentRow()), first);
    QVERIFY(!m_view->previousHunk());
}

void TestDiffView::opensFoldsByKey()
{
    show(modified(numbered(100), numbered(100).replace("line 50\n", "x\n")), Presentation::Unified);
    // 46 lines are hidden before the hunk.
    QTest::keyClick(m_view, Qt::Key_Home);
    QCOMPARE(m_view->currentRow(), 0);
    QVERIFY(m_view->rowText(0).contains(u"46 unchanged lines"_s));
    const qsizetype before = m_view->visuals().size();
    QTest::keyClick(m_view, Qt::Key_Return);
    QCOMPARE(m_view->visuals().size(), before + 20);
    QVERIFY(m_view->rowText(0).contains(u"26 unchanged lines"_s));
    QCOMPARE(m_view->rowText(1), u"27 line 27"_s); // What touches the hunk opened.
    QTest::keyClick(m_view, Qt::Key_Home);
    QTest::keyClick(m_view, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(m_view->visuals().size(), before + 46 - 1);
    QCOMPARE(m_view->rowText(0), u"1 line 1"_s);
}

void TestDiffView::opensFoldsByMouse()
{
    show(twoHunks(), Presentation::SideBySide);
    m_view->verticalScrollBar()->setValue(0);
    const qsizetype before = m_view->visuals().size();
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, Qt::ShiftModifier,
                      rowCentre(foldRow(), 100));
    QCOMPARE(m_view->visuals().size(), before + 16 - 1);
}

void TestDiffView::layoutsHoldTheSameLines()
{
    show(twoHunks(), Presentation::SideBySide);
    QCOMPARE(foldRow(2) >= 0, true);
    // One Changed row is two rows unified; everything else is one in both.
    const qsizetype split = m_view->visuals().size();
    m_view->setPresentation(Presentation::Unified);
    QCOMPARE(m_view->visuals().size(), split + 1);
}

void TestDiffView::keepsThePlace()
{
    show(twoHunks(), Presentation::Unified);
    QVERIFY(m_view->nextHunk());
    m_view->setPresentation(Presentation::SideBySide);
    QCOMPARE(m_view->currentHunk(), 1);
    QCOMPARE(m_view->rowText(m_view->currentRow()), u" | 46+new one"_s);
    m_view->setPresentation(Presentation::Unified);
    QCOMPARE(m_view->rowText(m_view->currentRow()), u"46+new one"_s);
}

void TestDiffView::copiesByKeyboard()
{
    show(twoHunks(), Presentation::Unified);
    QTest::keyClick(m_view, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(m_view, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"line 20\nline 20 changed\n"_s);
    QTest::keyClick(m_view, Qt::Key_Escape);
    QCOMPARE(m_view->selectedText(), QString());
    QVERIFY(!m_window->keys.contains(Qt::Key_Escape)); // It was for the selection.
    QTest::keyClick(m_view, Qt::Key_A, Qt::ControlModifier);
    QVERIFY(m_view->selectedText().startsWith(u"line 17\nline 18\nline 19\nline 20\n"_s));
    QVERIFY(m_view->selectedText().endsWith(u"line 48\n"_s));
}

void TestDiffView::copiesOneSideByMouse()
{
    show(twoHunks(), Presentation::SideBySide);
    const int row = m_view->currentRow();
    const int middle = m_view->viewport()->width() / 2;
    // From the right side's line 20 to far right on line 22: only the new side.
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, rowCentre(row, middle + 2));
    QTest::mouseMove(m_view->viewport(), rowCentre(row + 2, middle * 2 - 2));
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, rowCentre(row + 2, middle * 2 - 2));
    QCOMPARE(m_view->selectedText(), u"line 20 changed\nline 21\nline 22"_s);
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, rowCentre(row, 2));
    QTest::mouseMove(m_view->viewport(), rowCentre(row, middle - 2));
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, rowCentre(row, middle - 2));
    QCOMPARE(m_view->selectedText(), u"line 20"_s);
}

void TestDiffView::copiesTheFilesBytes()
{
    show(modified("a\n",
                  "\tb\xE2\x80\xAE"
                  "c\n"),
         Presentation::Unified);
    QTest::keyClick(m_view, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m_view->rowText(2), u"1+    b⟨U+202E⟩c"_s);
    QCOMPARE(m_view->selectedText(), u"a\n\tb\u202Ec\n"_s);
}

void TestDiffView::keysThatAnswerNothing()
{
    show(twoHunks(), Presentation::Unified);
    QTest::keyClick(m_view, Qt::Key_Return); // On a line: nothing, and nobody else gets it.
    QCOMPARE(m_window->keys, QList<int>());
    QTest::keyClick(m_view, Qt::Key_Escape);
    QCOMPARE(m_window->keys, QList<int>{Qt::Key_Escape});
}

void TestDiffView::colorsKeepThePlace()
{
    const auto plain = document(twoHunks());
    m_view->setDocument(plain);
    QVERIFY(m_view->nextHunk());
    const int row = m_view->currentRow();
    m_view->updateSyntax(std::make_shared<const DiffDocument>(
            withSyntax(*plain, Syntax::Highlighter::standard())));
    QCOMPARE(m_view->currentRow(), row);
    QVERIFY(!m_view->document()->newSyntax.isEmpty());
    QVERIFY(!m_view->grab().isNull());
}

void TestDiffView::saysWhatItShows()
{
    show(twoHunks(), Presentation::Unified);
    QCOMPARE(m_view->accessibleName(), u"Proposed change of src/a.cpp"_s);
    QCOMPARE(m_view->accessibleDescription(), u"3 added, 1 removed, hunk 1 of 2. 20−line 20"_s);
    QVERIFY(m_view->nextHunk());
    QCOMPARE(m_view->accessibleDescription(), u"3 added, 1 removed, hunk 2 of 2. 46+new one"_s);
}

void TestDiffView::hugeTextsStayQuick()
{
    const QByteArray before = numbered(200'000);
    QByteArray after = before;
    after.replace("line 100000\n", "line x\n");
    show(modified(before, after), Presentation::SideBySide);
    m_view->openFold(foldRow(0), true);
    m_view->openFold(foldRow(0), true);
    QCOMPARE(m_view->visuals().size(), 200'000);
    QTest::keyClick(m_view, Qt::Key_End);
    QCOMPARE(m_view->rowText(m_view->currentRow()), u"200000 line 200000 | 200000 line 200000"_s);
    QVERIFY(!m_view->grab().isNull());
    QVERIFY(m_view->previousHunk());
    QCOMPARE(m_view->currentRow(), 99'999);
}

void TestDiffView::oneHugeLine()
{
    const QByteArray line(5'000'000, 'x');
    show(modified(line + "\n", line + "end\n"), Presentation::Unified);
    QVERIFY(m_view->horizontalScrollBar()->maximum() > 5'000'000);
    m_view->horizontalScrollBar()->setValue(m_view->horizontalScrollBar()->maximum());
    QVERIFY(!m_view->grab().isNull());
    QTest::keyClick(m_view, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m_view->selectedText().size(), 2 * 5'000'000 + 3 + 2);
}

void TestDiffView::nothingToShow()
{
    m_view->setDocument(nullptr);
    QCOMPARE(m_view->currentRow(), -1);
    for (const Qt::Key key : {Qt::Key_Down, Qt::Key_End, Qt::Key_Return, Qt::Key_A})
        QTest::keyClick(m_view, key);
    QTest::keyClick(m_view, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m_view->selectedText(), QString());
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton);
    QVERIFY(!m_view->grab().isNull());
    show(modified(QByteArray("\0a", 2), QByteArray("\0b", 2)), Presentation::Unified);
    QCOMPARE(m_view->visuals().size(), 1); // The note that it is binary.
    QVERIFY(m_view->rowText(0).startsWith(u"Binary"_s));
}

QTEST_MAIN(TestDiffView)
#include "tst_diffview.moc"
