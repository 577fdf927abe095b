// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "panelfixture.h"
#include "review/diffview.h"

#include <QLabel>
#include <QListWidget>
#include <QScrollBar>
#include <QToolButton>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;

class TestReviewFind : public QObject, private PanelFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpAll(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void findsByKeyboard();
    void findsByMouse();
    void caseCounts();
    void saysHowMany();
    void keysWorkWithoutTheBar();
    void answersStayOutOfReach();
    void anotherFileIsSearched();
    void anotherRequestClosesIt();
    void aChoiceIsSearchedAnew();
    void goesToALine();
    void saysWhenThereIsNoSuchLine();
    void growsTheContextOfAChange();
    void growsAtEitherEndOfAFold();
    void growsByMouse();
    void nothingIsFolded();

private:
    [[nodiscard]] DiffView *view() const { return part<DiffView>("diffView"); }
    [[nodiscard]] QLineEdit *field() const { return part<QLineEdit>("findText"); }
    [[nodiscard]] QString result() const { return part<QLabel>("findResult")->text(); }
    [[nodiscard]] QString current() const { return view()->rowText(view()->currentRow()); }
    void open(const QByteArray &before, const QByteArray &after)
    {
        show(editRequest(u"per_1"_s, {modified(before, after)}));
        view()->setFocus();
    }
    void type(const QString &text) const
    {
        QTest::keyClick(view(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(field()->hasFocus());
        QTest::keyClicks(field(), text);
    }
    [[nodiscard]] QStringList folds() const
    {
        QStringList texts;
        for (int i = 0; i < view()->visuals().size(); ++i) {
            if (view()->visuals().at(i).kind == VisualRow::Kind::Fold)
                texts.append(view()->rowText(i).section(u' ', 1, 1));
        }
        return texts;
    }
    [[nodiscard]] int foldRow(int nth) const
    {
        for (int i = 0; i < view()->visuals().size(); ++i) {
            if (view()->visuals().at(i).kind == VisualRow::Kind::Fold && nth-- == 0)
                return i;
        }
        return -1;
    }
};

static QByteArray changedAt(QByteArray text, const QByteArray &line)
{
    const QByteArray changed = "line " + line + " changed\n";
    return text.replace(QByteArray("line " + line + "\n"), changed);
}

void TestReviewFind::findsByKeyboard()
{
    open(numbered(300), changedAt(numbered(300), "20"));
    type(u"line 25"_s);
    // 25, and 250 to 259 in the fold.
    QTRY_COMPARE(result(), u"1 of 11"_s);
    QVERIFY(current().startsWith(u"25 "_s));
    QTest::keyClick(field(), Qt::Key_Return);
    QCOMPARE(result(), u"2 of 11"_s);
    QVERIFY(current().startsWith(u"250 "_s));
    QVERIFY(field()->hasFocus());
    QTest::keyClick(field(), Qt::Key_F3);
    QCOMPARE(result(), u"3 of 11"_s);
    QTest::keyClick(field(), Qt::Key_F3, Qt::ShiftModifier);
    QTest::keyClick(field(), Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(field(), Qt::Key_Return, Qt::ShiftModifier); // Over the start, to the last.
    QCOMPARE(result(), u"11 of 11"_s);
    QTest::keyClick(field(), Qt::Key_F3);
    QCOMPARE(result(), u"1 of 11"_s);
    QTest::keyClick(field(), Qt::Key_Escape);
    QVERIFY(!field()->isVisible());
    QVERIFY(view()->hasFocus());
    QCOMPARE(view()->matchCount(), 0);
    QVERIFY(current().startsWith(u"25 "_s)); // What was found is where one reads on.
    QCOMPARE(m_panel->current(), RequestId(u"per_1"_s));
}

void TestReviewFind::findsByMouse()
{
    open(numbered(300), changedAt(numbered(300), "20"));
    type(u"line 25"_s);
    QTRY_COMPARE(result(), u"1 of 11"_s);
    QTest::mouseClick(part<QToolButton>("findNext"), Qt::LeftButton);
    QCOMPARE(result(), u"2 of 11"_s);
    QTest::mouseClick(part<QToolButton>("findPrevious"), Qt::LeftButton);
    QCOMPARE(result(), u"1 of 11"_s);
    QTest::mouseClick(part<QToolButton>("findClose"), Qt::LeftButton);
    QVERIFY(!field()->isVisible());
    QVERIFY(view()->hasFocus());
}

void TestReviewFind::caseCounts()
{
    open("Word\n", "Word word\n");
    type(u"word"_s);
    QTRY_COMPARE(result(), u"1 of 3"_s);
    QTest::mouseClick(part<QToolButton>("findCase"), Qt::LeftButton);
    QTRY_COMPARE(result(), u"1 of 1"_s);
}

void TestReviewFind::saysHowMany()
{
    open("a\n", QByteArray(12'000, 'x') + "\n");
    type(u"zz"_s);
    QTRY_COMPARE(result(), u"No match"_s);
    field()->clear();
    QTRY_COMPARE(result(), QString());
    QTest::keyClicks(field(), u"x"_s);
    QTRY_COMPARE(result(), u"1 of more than 10000"_s);
}

void TestReviewFind::keysWorkWithoutTheBar()
{
    open(numbered(300), changedAt(numbered(300), "20"));
    type(u"line 25"_s);
    QTRY_COMPARE(result(), u"1 of 11"_s);
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_F3);
    QCOMPARE(result(), u"2 of 11"_s);
    // Escape first closes what is open, and puts the request aside only then.
    QSignalSpy aside(m_panel, &ReviewPanel::putAside);
    QTest::keyClick(view(), Qt::Key_Escape);
    QVERIFY(!field()->isVisible());
    QCOMPARE(aside.size(), 0);
    QTest::keyClick(view(), Qt::Key_F3); // What was looked for is still known.
    QVERIFY(field()->isVisible());
    QCOMPARE(field()->text(), u"line 25"_s);
    QTRY_VERIFY(result().endsWith(u" of 11"_s));
    QTest::keyClick(field(), Qt::Key_Escape);
    QTest::keyClick(view(), Qt::Key_Escape);
    QCOMPARE(aside.size(), 1);
}

void TestReviewFind::answersStayOutOfReach()
{
    open(numbered(300), changedAt(numbered(300), "20"));
    type(u"nycvw"_s); // The keys of the review are letters here.
    QCOMPARE(field()->text(), u"nycvw"_s);
    QVERIFY(!view()->isWrapped());
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_F3})
        QTest::keyClick(field(), key);
    QCOMPARE(m_answers->size(), 0);
    QTest::keyClick(view(), Qt::Key_G, Qt::ControlModifier);
    QTest::keyClicks(part<QLineEdit>("lineNumber"), u"old:y"_s);
    QTest::keyClick(part<QLineEdit>("lineNumber"), Qt::Key_Return);
    QCOMPARE(m_answers->size(), 0);
}

void TestReviewFind::anotherFileIsSearched()
{
    show(editRequest(u"per_1"_s, {twoHunks(), modified("a\n", "new\nnew\nnew\n", u"src/b.cpp"_s)}));
    view()->setFocus();
    type(u"new"_s);
    QTRY_COMPARE(result(), u"1 of 2"_s);
    part<QListWidget>("reviewFiles")->setCurrentRow(1);
    QTRY_COMPARE(result(), u"3 matches"_s); // Shown, and nobody is moved anywhere.
    QTest::keyClick(field(), Qt::Key_F3);
    QCOMPARE(result(), u"1 of 3"_s);
}

void TestReviewFind::anotherRequestClosesIt()
{
    open(numbered(300), changedAt(numbered(300), "20"));
    type(u"line"_s);
    show(editRequest(u"per_2"_s, {twoHunks(u"src/b.cpp"_s)}));
    QVERIFY(!field()->isVisible());
    QCOMPARE(view()->matchCount(), 0);
    // The focus is not on what answers.
    QVERIFY(view()->hasFocus());
    QTest::keyClick(view(), Qt::Key_F, Qt::ControlModifier);
    m_panel->clear();
    QVERIFY(!field()->isVisible());
    QTest::keyClick(m_panel, Qt::Key_F, Qt::ControlModifier); // Nothing is shown.
    QVERIFY(!field()->isVisible());
}

void TestReviewFind::aChoiceIsSearchedAnew()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    view()->setFocus();
    type(u"new "_s);
    QTRY_COMPARE(result(), u"1 of 2"_s);
    // The lines that are left out are not painted any more.
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_N);
    QTRY_COMPARE(result(), u"No match"_s);
    QTest::keyClick(view(), Qt::Key_Y);
    QTRY_COMPARE(result(), u"2 matches"_s);
}

void TestReviewFind::goesToALine()
{
    open(numbered(300), changedAt(numbered(300), "20"));
    QTest::keyClick(view(), Qt::Key_G, Qt::ControlModifier);
    auto *line = part<QLineEdit>("lineNumber");
    QVERIFY(line->hasFocus());
    QTest::keyClicks(line, u"200"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(current().startsWith(u"200 line 200"_s));
    QVERIFY(view()->hasFocus());
    QVERIFY(!line->isVisible());
    QTest::keyClick(view(), Qt::Key_G, Qt::ControlModifier);
    QTest::keyClicks(line, u"old:20"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(current(), u"20−line 20"_s);
    // The two bars take each other's place.
    QTest::keyClick(view(), Qt::Key_G, Qt::ControlModifier);
    QTest::keyClick(line, Qt::Key_F, Qt::ControlModifier);
    QVERIFY(field()->hasFocus() && !line->isVisible());
    QTest::keyClick(field(), Qt::Key_G, Qt::ControlModifier);
    QVERIFY(line->hasFocus() && !field()->isVisible());
    QTest::keyClick(line, Qt::Key_Escape);
    QVERIFY(!line->isVisible() && view()->hasFocus());
}

void TestReviewFind::saysWhenThereIsNoSuchLine()
{
    open(numbered(300), changedAt(numbered(300), "20"));
    const int row = view()->currentRow();
    QTest::keyClick(view(), Qt::Key_G, Qt::ControlModifier);
    auto *line = part<QLineEdit>("lineNumber");
    const auto *problem = part<QLabel>("lineProblem");
    QTest::keyClicks(line, u"301"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY2(problem->text().startsWith(
                     u"There is no line 301: after the change there are 300 line"_s),
             qPrintable(problem->text()));
    QVERIFY(line->hasFocus());
    line->selectAll();
    QTest::keyClicks(line, u"abc"_s);
    QCOMPARE(problem->text(), QString()); // Typing takes it back.
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(problem->text().contains(u"old:12"_s));
    QCOMPARE(view()->currentRow(), row);
}

void TestReviewFind::growsTheContextOfAChange()
{
    open(numbered(300), changedAt(changedAt(numbered(300), "100"), "200"));
    QCOMPARE(folds(), (QStringList{u"96"_s, u"93"_s, u"97"_s}));
    const QString before = current();
    const auto y = [this] {
        return view()->screenLines().first(view()->currentRow())
                - view()->verticalScrollBar()->value();
    };
    const int height = y();
    QTest::keyClick(view(), Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(folds(), (QStringList{u"96"_s, u"73"_s, u"97"_s}));
    QCOMPARE(current(), before);
    QTest::keyClick(view(), Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(folds(), (QStringList{u"76"_s, u"73"_s, u"97"_s}));
    // What is being read stays the current line, and where it is.
    QCOMPARE(current(), before);
    QCOMPARE(y(), height);
    QTest::keyClick(view(), Qt::Key_F7);
    QTest::keyClick(view(), Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(folds(), (QStringList{u"76"_s, u"53"_s, u"97"_s}));
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(view(), Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(folds(), (QStringList{u"76"_s, u"97"_s})); // And the next one is another's.
}

void TestReviewFind::growsAtEitherEndOfAFold()
{
    open(numbered(300), changedAt(changedAt(numbered(300), "100"), "200"));
    while (view()->visuals().at(view()->currentRow()).kind != VisualRow::Kind::Fold)
        QTest::keyClick(view(), Qt::Key_Down);
    QCOMPARE(current().section(u' ', 1, 1), u"93"_s);
    QTest::keyClick(view(), Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(current().section(u' ', 1, 1), u"73"_s); // The fold stays the current row.
    QVERIFY(view()->rowText(view()->currentRow() - 1).contains(u"line 123"_s));
    QTest::keyClick(view(), Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(current().section(u' ', 1, 1), u"53"_s);
    QVERIFY(view()->rowText(view()->currentRow() - 1).contains(u"line 123"_s));
    QVERIFY(view()->rowText(view()->currentRow() + 1).contains(u"line 177"_s));
    QTest::keyClick(view(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(folds(), (QStringList{u"96"_s, u"97"_s}));
}

void TestReviewFind::growsByMouse()
{
    open(numbered(300), changedAt(changedAt(numbered(300), "100"), "200"));
    const auto click = [this](int nth, DiffView::FoldTarget::What what) {
        view()->verticalScrollBar()->setValue(view()->screenLines().first(foldRow(nth)) - 5);
        for (const DiffView::FoldTarget &target : view()->foldTargets(foldRow(nth))) {
            if (target.what != what)
                continue;
            QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, target.rect.center());
            return true;
        }
        return false;
    };
    using What = DiffView::FoldTarget::What;
    QVERIFY(click(1, What::Upper));
    QCOMPARE(folds(), (QStringList{u"96"_s, u"73"_s, u"97"_s}));
    QVERIFY(view()->rowText(foldRow(1) - 1).contains(u"line 123"_s));
    QVERIFY(click(1, What::Lower));
    QCOMPARE(folds(), (QStringList{u"96"_s, u"53"_s, u"97"_s}));
    QVERIFY(view()->rowText(foldRow(1) + 1).contains(u"line 177"_s));
    // Where nothing was seen above or below, there is nothing to continue.
    QVERIFY(!click(0, What::Upper));
    QVERIFY(!click(2, What::Lower));
    QVERIFY(click(0, What::Lower));
    QVERIFY(click(2, What::Upper));
    QCOMPARE(folds(), (QStringList{u"76"_s, u"53"_s, u"77"_s}));
    QVERIFY(click(1, What::All));
    QCOMPARE(folds(), (QStringList{u"76"_s, u"77"_s}));
}

void TestReviewFind::nothingIsFolded()
{
    open("a\nb\n", "a\nx\n");
    const int row = view()->currentRow();
    QTest::keyClick(view(), Qt::Key_Down, Qt::ControlModifier);
    QTest::keyClick(view(), Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(view()->currentRow(), row);
    show(commandRequest(u"per_2"_s, u"ls"_s));
    for (const Qt::Key key : {Qt::Key_F, Qt::Key_G, Qt::Key_Up, Qt::Key_Down})
        QTest::keyClick(m_panel, key, Qt::ControlModifier);
    QVERIFY(!field()->isVisible());
    QVERIFY(!part<QLineEdit>("lineNumber")->isVisible());
}

QTEST_MAIN(TestReviewFind)
#include "tst_reviewfind.moc"
