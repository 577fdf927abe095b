// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "program.h"

#include <QDir>
#include <QImage>
#include <QTest>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class tst_CliTour : public QObject
{
    Q_OBJECT

    /// How many colours a sixteenth of the picture's points has: a blank window has one or two.
    static qsizetype coloursOf(const QImage &image)
    {
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); y += 4) {
            for (int x = 0; x < image.width(); x += 4)
                colours.insert(image.pixel(x, y));
        }
        return colours.size();
    }

    static QStringList picturesOf(const QString &folder)
    {
        return QDir(folder).entryList({u"*.png"_s}, QDir::Files, QDir::Name);
    }

private Q_SLOTS:
    void offscreen_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("theme");
        QTest::newRow("English, light") << u"en"_s << u"light"_s;
        QTest::newRow("Chinese, dark") << u"zh_CN"_s << u"dark"_s;
    }

    void offscreen()
    {
        QFETCH(const QString, language);
        QFETCH(const QString, theme);
        Program program;
        program.environment.insert(u"LANGUAGE"_s, language);
        program.environment.remove(u"XDG_RUNTIME_DIR"_s);
        const QString folder = program.scratch.path(u"pictures"_s);
        const Ran ran = program.run({u"tour"_s, u"--theme"_s, theme, u"--screenshots"_s, folder});
        QVERIFY2(ran.exit == 0, ran.err.constData());
        QVERIFY2(ran.out.contains("The tour is over."), ran.out.constData());
        QCOMPARE(ran.err, "");
        QCOMPARE(picturesOf(folder),
                 QStringList({u"01-inbox-two-requests.png"_s, u"02-review-side-by-side.png"_s,
                              u"03-review-unified.png"_s, u"04-always.png"_s,
                              u"05-reject-with-words.png"_s, u"06-conversation.png"_s}));
        const QStringList names = picturesOf(folder);
        QList<QImage> pictures;
        for (const QString &name : names) {
            const QImage image(folder + u'/' + name);
            QVERIFY2(image.width() >= 800 && image.height() >= 600, qPrintable(name));
            QVERIFY2(coloursOf(image) > 20, qPrintable(name));
            QVERIFY2(!pictures.contains(image), qPrintable(name + u" shows what another shows"_s));
            pictures.append(image);
        }
        // It works on a copy and leaves nothing but its pictures.
        QCOMPARE(QDir(program.scratch.path(u"project"_s))
                         .entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                 QStringList());
    }

    void theLanguageChangesThePictures()
    {
        Program program;
        const auto conversation = [&](const QString &language) {
            program.environment.insert(u"LANGUAGE"_s, language);
            const QString folder = program.scratch.path(language);
            if (program.run({u"tour"_s, u"--theme"_s, u"light"_s, u"--screenshots"_s, folder}).exit
                != 0)
                return QImage();
            return QImage(folder + u"/01-inbox-two-requests.png"_s);
        };
        const QImage english = conversation(u"en"_s);
        QVERIFY(!english.isNull());
        const QImage chinese = conversation(u"zh_CN"_s);
        QVERIFY(!chinese.isNull());
        QVERIFY(english != chinese);
    }

    void aFolderThatCannotBeMade()
    {
        Program program;
        const QString file = program.scratch.write(u"file"_s, "x");
        const Ran ran = program.run({u"tour"_s, u"--screenshots"_s, file + u"/pictures"_s});
        QCOMPARE(ran.exit, 1);
        QVERIFY2(ran.err.contains("cannot be made"), ran.err.constData());
    }
};

QTEST_GUILESS_MAIN(tst_CliTour)
#include "tst_cli_tour.moc"
