// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "scenes.h"
#include "support/scratch.h"
#include "theme/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTranslator>

using namespace Countersign;
using namespace Qt::StringLiterals;

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Takes pictures of the review, the panels and the window."_s);
    parser.addHelpOption();
    parser.addOptions({{u"folder"_s, u"Where the pictures go."_s, u"folder"_s, u"."_s},
                       {u"language"_s, u"en or zh_CN."_s, u"language"_s, u"en"_s},
                       {u"scheme"_s, u"light or dark."_s, u"scheme"_s, u"light"_s}});
    parser.addPositionalArgument(u"scene"_s, u"Only these scenes."_s, u"[scene…]"_s);
    parser.process(application);

    // The program remembers choices; the pictures must not depend on anybody's.
    const Test::Scratch scratch;
    qputenv("COUNTERSIGN_HOME", scratch.path().toUtf8());
    const QString language = parser.value(u"language"_s);
    QTranslator texts;
    if (!texts.load(u"countersign_%1.qm"_s.arg(language), QStringLiteral(COUNTERSIGN_TRANSLATIONS)))
        qFatal("There are no texts in the language %s.", qPrintable(language));
    QCoreApplication::installTranslator(&texts);
    const QString scheme = parser.value(u"scheme"_s);
    Theme::Theme::install(application,
                          scheme == u"dark"_s ? Theme::Scheme::Dark : Theme::Scheme::Light);

    Pictures::Camera camera(parser.value(u"folder"_s), scheme, language);
    const QStringList wanted = parser.positionalArguments();
    const QList<Pictures::Scene> scenes = Pictures::reviewScenes() + Pictures::panelScenes()
            + Pictures::windowScenes() + Pictures::keyScenes();
    for (const Pictures::Scene &scene : scenes) {
        if (wanted.isEmpty() || wanted.contains(scene.name))
            scene.play(camera);
    }
    if (camera.taken() == 0)
        qFatal("There is no such scene.");
    return 0;
}
