// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/commandpage.h"
#include "samples.h"
#include "theme/theme.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Samples;
using namespace Qt::StringLiterals;

/// Skills, as they are shown before an agent reads them.
class tst_CommandPage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }

    void skills_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("content");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<bool>("hidden");
        QTest::newRow("of the project")
                << u"project"_s << u"First.\nSecond."_s << u"It comes with this project"_s
                << u"First.\nSecond."_s << false;
        QTest::newRow("of the person")
                << u"user"_s << u"Plain."_s << u"It is one of your own"_s << u"Plain."_s << false;
        // Words that only a machine would see are worth a warning most of all here.
        QTest::newRow("hidden words")
                << u"project"_s << u"Do \u200bthis."_s << u"It comes with this project"_s
                << u"Do ⟨U+200B⟩this."_s << true;
    }

    void skills()
    {
        QFETCH(const QString, from);
        QFETCH(const QString, content);
        QFETCH(const QString, place);
        QFETCH(const QString, shown);
        QFETCH(const bool, hidden);
        Permission::Request request = commandRequest(u"per_1"_s, u"deploy"_s);
        request.inquiry.action = u"skill"_s;
        request.inquiry.metadata = {{u"file"_s, u".claude/skills/deploy/SKILL.md"_s},
                                    {u"from"_s, from},
                                    {u"description"_s, u"How to deploy."_s},
                                    {u"content"_s, content}};
        Review::CommandPage page;
        page.show();
        page.setRequest(request);
        QCOMPARE(page.text()->toPlainText(),
                 u".claude/skills/deploy/SKILL.md\nHow to deploy.\n\n"_s + shown);
        QCOMPARE(page.findChild<QLabel *>(u"commandPlace"_s)->text(), place);
        QCOMPARE(page.findChild<QLabel *>(u"hiddenWarning"_s)->isVisible(), hidden);
        QVERIFY(!page.findChild<QLabel *>(u"honestLine"_s)->isVisible());
    }
};

QTEST_MAIN(tst_CommandPage)
#include "tst_commandpage.moc"
