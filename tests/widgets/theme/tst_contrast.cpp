// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "theme/theme.h"

#include <QTest>

#include <cmath>

using namespace Countersign::Theme;

namespace {

/// Relative luminance as WCAG 2.2 defines it; written here again so that the program's own is not
/// its own judge.
double luminance(const QColor &color)
{
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
            + 0.0722 * linear(color.blueF());
}

double contrast(const QColor &one, const QColor &other)
{
    const double a = luminance(one);
    const double b = luminance(other);
    return (qMax(a, b) + 0.05) / (qMin(a, b) + 0.05);
}

} // namespace

class tst_Contrast : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readable_data()
    {
        QTest::addColumn<Token>("text");
        QTest::addColumn<Token>("on");
        QTest::addColumn<bool>("dark");
        struct Named
        {
            Token token;
            const char *name;
        };
        const QList<Named> surfaces{
                {Token::Window, "window"}, {Token::Panel, "panel"}, {Token::Card, "card"}};
        const QList<Named> diff{{Token::AddedLine, "added line"},
                                {Token::RemovedLine, "removed line"},
                                {Token::AddedWord, "added word"},
                                {Token::RemovedWord, "removed word"}};
        const QList<Named> colours{{Token::Text, "text"},     {Token::Muted, "muted"},
                                   {Token::Accent, "accent"}, {Token::Allow, "allow"},
                                   {Token::Ask, "ask"},       {Token::Deny, "deny"},
                                   {Token::Info, "info"}};
        for (const bool dark : {false, true}) {
            const auto row = [dark](const Named &text, const Named &on) {
                QTest::addRow("%s on %s, %s", text.name, on.name, dark ? "dark" : "light")
                        << text.token << on.token << dark;
            };
            for (const Named &text : colours) {
                for (const Named &on : surfaces)
                    row(text, on);
            }
            for (const Named &on : diff)
                row(colours.at(0), on);
            // What else stands on changed lines: their numbers, and the sign of each side.
            row(colours.at(1), diff.at(0));
            row(colours.at(1), diff.at(1));
            row(colours.at(3), diff.at(0));
            row(colours.at(5), diff.at(1));
        }
    }
    void readable()
    {
        QFETCH(Token, text);
        QFETCH(Token, on);
        QFETCH(bool, dark);
        const double found = contrast(Theme::colorOf(text, dark), Theme::colorOf(on, dark));
        QVERIFY2(found >= 4.5, qPrintable(QString::number(found)));
    }

    void measuresAsTheStandardDoes()
    {
        QCOMPARE(qRound(contrast(Qt::black, Qt::white) * 100), 2100);
        QCOMPARE(qRound(contrast(QColor(0x77, 0x77, 0x77), Qt::white) * 100), 448);
    }
};

QTEST_GUILESS_MAIN(tst_Contrast)
#include "tst_contrast.moc"
