// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/screen.h"
#include "cli/signals.h"
#include "engine/engine.h"
#include "theme/theme.h"
#include "window/mainwindow.h"

#include <QApplication>
#include <QDir>
#include <QMessageBox>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;

namespace {

/// The program cannot start: the one case for a box of its own.
int cannotStart(const Error &error)
{
    err(u"countersign: "_s + error.message + u'\n');
    QMessageBox box(QMessageBox::Critical, QApplication::translate("Countersign", "Countersign"),
                    error.message);
    box.setTextFormat(Qt::PlainText);
    box.setDetailedText(error.detail);
    QObject::connect(&box, &QMessageBox::finished, qApp, [] { QCoreApplication::exit(kFailed); });
    box.open();
    return QApplication::exec();
}

} // namespace

int desktop(Arguments arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Opens the desktop on a folder."_s);
    parser.addOptions({modelOption(), agentOption()});
    const QCommandLineOption theme(u"theme"_s, u"light, dark or system."_s, u"NAME"_s, u"system"_s);
    parser.addOption(theme);
    parser.addPositionalArgument(u"DIR"_s, u"The project's folder (default: the current one)."_s,
                                 u"[DIR]"_s);
    if (const auto ended = parse(parser, QString(), arguments.rest))
        return *ended;
    if (parser.positionalArguments().size() > 1)
        return complain(u"Only one folder can be opened."_s, kUsage);
    const auto scheme = schemeFromName(parser.value(theme));
    if (!scheme)
        return complain(
                u"--theme is \"%1\"; write light, dark or system."_s.arg(parser.value(theme)),
                kUsage);
    if (!hasScreen()) {
        return complain(u"There is no display to open a window on (DISPLAY and WAYLAND_DISPLAY are "
                        "empty). Use \"countersign run\" for one prompt without a screen."_s,
                        kFailed);
    }
    QApplication application(arguments.argc, arguments.argv);
    QApplication::setApplicationDisplayName(u"Countersign"_s);
    installTranslations(application);
    Theme::Theme::install(application, *scheme);

    EngineOptions options = engineOptions(parser);
    if (!parser.positionalArguments().isEmpty())
        options.directory = QDir::current().absoluteFilePath(parser.positionalArguments().first());
    // Not quit(), which a window may refuse: the engine ends what runs, and no command is left behind.
    const EndSignals signalsToEnd([](int number) { QCoreApplication::exit(128 + number); });
    auto engine = Engine::open(options);
    if (!engine)
        return cannotStart(engine.error());
    Window::MainWindow window(**engine, options.paths);
    // For the benchmark of the start: says that the first frame is there, and ends.
    if (qEnvironmentVariableIsSet("COUNTERSIGN_EXIT_AFTER_FIRST_FRAME")) {
        QObject::connect(&window, &Window::MainWindow::firstFramePainted, [] {
            out(u"first frame\n"_s);
            QCoreApplication::quit();
        });
    }
    window.show();
    return QApplication::exec();
}

} // namespace Countersign::Cli
