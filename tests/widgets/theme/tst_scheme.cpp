// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "theme/deskstyle.h"
#include "theme/theme.h"

#include <QApplication>
#include <QSignalSpy>
#include <QStyleHints>
#include <QTest>
#include <QTimer>
#include <QWidget>

using namespace Countersign::Theme;

namespace {

/// Stands for a desktop that has turned dark: a style may tint what the platform's theme says,
/// which is the one way to change the system's palette without the platform.
class DarkDesktop final : public QProxyStyle
{
public:
    void polish(QPalette &palette) override
    {
        palette.setColor(QPalette::Window, Qt::black);
        palette.setColor(QPalette::Base, Qt::black);
    }
    using QProxyStyle::polish;
};

} // namespace

class tst_Scheme : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        m_later.setSingleShot(true);
        Theme::install(*qApp, Scheme::FollowSystem);
    }

    void cleanup()
    {
        Theme::instance().setScheme(Scheme::FollowSystem);
        QApplication::setStyle(new DeskStyle);
        tellThemeChange();
        QTRY_VERIFY(!Theme::instance().isDark());
    }

    void followsTheSystem()
    {
        skipWhereTheSystemIsAsked();
        QVERIFY(!Theme::instance().isDark());
        QSignalSpy changed(&Theme::instance(), &Theme::changed);
        QApplication::setStyle(new DarkDesktop);
        tellThemeChange();
        QTRY_VERIFY(Theme::instance().isDark());
        QCOMPARE(changed.size(), 1);
        QCOMPARE(QApplication::palette().color(QPalette::Window),
                 Theme::colorOf(Token::Window, true));
    }

    void aChosenSchemeStays()
    {
        skipWhereTheSystemIsAsked();
        Theme::instance().setScheme(Scheme::Light);
        QSignalSpy changed(&Theme::instance(), &Theme::changed);
        QApplication::setStyle(new DarkDesktop);
        tellThemeChange();
        // Its turn of the event loop comes after the theme's.
        QSignalSpy later(&m_later, &QTimer::timeout);
        m_later.start(0);
        QVERIFY(later.wait());
        QVERIFY(!Theme::instance().isDark());
        QCOMPARE(changed.size(), 0);
        QCOMPARE(QApplication::palette().color(QPalette::Window),
                 Theme::colorOf(Token::Window, false));
        // What was missed meanwhile counts as soon as the system is followed again.
        Theme::instance().setScheme(Scheme::FollowSystem);
        QTRY_VERIFY(Theme::instance().isDark());
    }

    void tellsOfAnotherFont()
    {
        const QFont before = QApplication::font();
        QSignalSpy changed(&Theme::instance(), &Theme::changed);
        QFont larger = before;
        larger.setPointSizeF(before.pointSizeF() + 3);
        QApplication::setFont(larger);
        QCOMPARE(Theme::instance().titleFont().pointSizeF(), larger.pointSizeF() + 2);
        QApplication::setFont(before);
        QCOMPARE(changed.size(), 2);
    }

    void override_data()
    {
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << Scheme::Light << false;
        QTest::newRow("dark") << Scheme::Dark << true;
    }
    void override()
    {
        QFETCH(Scheme, scheme);
        Theme::instance().setScheme(scheme);
        QTEST(Theme::instance().isDark(), "dark");
        QCOMPARE(QApplication::palette().color(QPalette::Base),
                 Theme::colorOf(Token::Panel, scheme == Scheme::Dark));
    }

private:
    /// What a window gets when the platform's theme has changed.
    void tellThemeChange()
    {
        QEvent event(QEvent::ThemeChange);
        QApplication::sendEvent(&m_window, &event);
    }

    static void skipWhereTheSystemIsAsked()
    {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
        if (QGuiApplication::styleHints()->colorScheme() != Qt::ColorScheme::Unknown)
            QSKIP("this platform answers for itself; a test cannot make it dark");
#endif
    }

    QWidget m_window;
    QTimer m_later;
};

QTEST_MAIN(tst_Scheme)
#include "tst_scheme.moc"
