// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/screen.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;

bool hasScreen()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY")
            || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
            || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

void installTranslations(QCoreApplication &application)
{
    const QLocale locale = QLocale::system();
    auto *own = new QTranslator(&application);
    const bool spoken = own->load(locale, u"countersign"_s, u"_"_s, u":/i18n"_s);
    if (!spoken && !own->load(u":/i18n/countersign_en.qm"_s)) {
        qWarning("The texts of the program are not in it; plural forms will look odd.");
        return;
    }
    QCoreApplication::installTranslator(own);
    // Qt's own texts follow only where ours do: a window in two languages reads badly. They are a
    // package of their own and may be missing.
    auto *qt = new QTranslator(&application);
    if (spoken
        && qt->load(locale, u"qtbase"_s, u"_"_s,
                    QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(qt);
}

void quietOffscreen()
{
    static const QtMessageHandler before = qInstallMessageHandler(
            [](QtMsgType type, const QMessageLogContext &context, const QString &text) {
                if (text == u"This plugin does not support propagateSizeHints()"
                    || text.startsWith(u"QStandardPaths: XDG_RUNTIME_DIR not set"))
                    return;
                before(type, context, text);
            });
}

} // namespace Countersign::Cli
