// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "panelfixture.h"
#include "review/diffview.h"

#include <QLabel>
#include <QToolButton>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;

/// What was asked once is read again.
class TestReviewPast : public QObject, private PanelFixture
{
    Q_OBJECT

    Permission::PastRequest past(const QList<Diff::FileChange> &files) const
    {
        return {editRequest(u"per_1"_s, files), Permission::Answer::Reject, u"keep the word"_s,
                1'000'000};
    }
    void read(const Permission::PastRequest &request)
    {
        QSignalSpy ready(m_panel, &ReviewPanel::ready);
        m_panel->read(request);
        QVERIFY(!ready.isEmpty() || ready.wait(10'000));
    }
    bool answersAreThere() const
    {
        return button("allowOnce")->isVisible() || button("always")->isVisible()
                || button("reject")->isVisible();
    }
    QStringList texts() const
    {
        QStringList rows;
        const auto *view = part<DiffView>("diffView");
        for (int visual = 0; visual < view->visuals().size(); ++visual)
            rows.append(view->rowText(visual));
        return rows;
    }

private Q_SLOTS:
    void initTestCase() { setUpAll(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void theChangeAndItsEnd_data()
    {
        QTest::addColumn<std::optional<Permission::Answer>>("answer");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("words"); ///< %1: when.
        using Answer = std::optional<Permission::Answer>;
        QTest::newRow("rejected with words")
                << Answer(Permission::Answer::Reject) << u"keep\nthe word"_s
                << u"This was rejected, %1: keep\nthe word"_s;
        QTest::newRow("rejected") << Answer(Permission::Answer::Reject) << QString()
                                  << u"This was rejected without words, %1."_s;
        QTest::newRow("allowed") << Answer(Permission::Answer::Once) << QString()
                                 << u"This was allowed, %1."_s;
        QTest::newRow("not answered")
                << Answer() << QString() << u"Not answered: the run ended, %1."_s;
    }

    void theChangeAndItsEnd()
    {
        QFETCH(const std::optional<Permission::Answer>, answer);
        QFETCH(const QString, message);
        QFETCH(const QString, words);
        Permission::PastRequest request = past({modified("one\ntwo\n", "one\n2\n")});
        request.answer = answer;
        request.message = message;
        read(request);
        QCOMPARE(texts(), (QStringList{u"1 one"_s, u"2−two"_s, u"2+2"_s}));
        const QString when =
                QLocale().toString(QDateTime::fromMSecsSinceEpoch(1'000'000), QLocale::ShortFormat);
        QCOMPARE(part<QLabel>("news")->text(), words.arg(when));
        QVERIFY(part<QLabel>("news")->isVisible());
        QVERIFY(!answersAreThere());
        QVERIFY(button("closePast")->isVisible());
    }

    void nothingCanBeDoneToIt()
    {
        read(past({twoHunks(), twoHunks(u"src/b.cpp"_s)}));
        auto *view = part<DiffView>("diffView");
        view->setFocus();
        const QStringList before = texts();
        for (const Qt::Key key : {Qt::Key_N, Qt::Key_E, Qt::Key_C, Qt::Key_F7})
            QTest::keyClick(view, key);
        QTest::keyClick(view, Qt::Key_A, Qt::AltModifier);
        QTest::keyClick(view, Qt::Key_R, Qt::AltModifier);
        QCOMPARE(texts(), before);
        QVERIFY(!answersAreThere());
        QVERIFY(!part<QToolButton>("leaveOut")->isVisible());
        QVERIFY(!part<QWidget>("noteText")->isVisible());
        QVERIFY(!part<QWidget>("editText")->isVisible());
        QCOMPARE(m_answers->size(), 0);
    }

    void closing()
    {
        QSignalSpy aside(m_panel, &ReviewPanel::putAside);
        read(past({twoHunks()}));
        click("closePast");
        QCOMPARE(aside.size(), 1);
        part<DiffView>("diffView")->setFocus();
        QTest::keyClick(part<DiffView>("diffView"), Qt::Key_Escape);
        QCOMPARE(aside.size(), 2);
    }

    void aQuestionComesAfterIt()
    {
        read(past({twoHunks()}));
        show(editRequest(u"per_2"_s, {modified("one\n", "1\n")}));
        QVERIFY(!button("closePast")->isVisible());
        QVERIFY(button("allowOnce")->isVisible());
        QTRY_VERIFY(button("allowOnce")->isEnabled());
        QCOMPARE(part<QLabel>("news")->text(), QString());
        click("allowOnce");
        QCOMPARE(answeredId(), RequestId(u"per_2"_s));
    }

    /// The same question may wait again, in what its answer left on the screen.
    void whatWasLeftOutOfAQuestionSurvives()
    {
        show(editRequest(u"per_2"_s, {twoHunks()}));
        auto *view = part<DiffView>("diffView");
        view->setFocus();
        QTest::keyClick(view, Qt::Key_N);
        QTRY_VERIFY(view->isLeftOut(0));
        const QStringList chosen = texts();
        read(past({modified("one\n", "1\n")}));
        show(editRequest(u"per_2"_s, {twoHunks()}));
        QTRY_COMPARE(texts(), chosen);
    }

    void contentsThatWereNotKept()
    {
        Diff::FileChange large = modified({}, {});
        large.facts = {u"content-not-kept"_s};
        read(past({large, twoHunks(u"src/b.cpp"_s)}));
        QCOMPARE(part<QLabel>("reviewMessage")->text(),
                 u"This file was too large to be kept for reading."_s);
        QVERIFY(part<QLabel>("reviewMessage")->isVisible());
    }
};

QTEST_MAIN(TestReviewPast)
#include "tst_reviewpast.moc"
