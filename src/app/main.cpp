// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/commands.h"
#include "cli/output.h"

#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace {

struct Command
{
    const char16_t *name;
    int (*run)(Countersign::Cli::Arguments);
    const char16_t *summary;
};

constexpr Command kCommands[] = {
        {u"run", Countersign::Cli::run, u"one prompt without a screen"},
        {u"tour", Countersign::Cli::tour, u"the guided tour on a sample project"},
        {u"tool", Countersign::Cli::tool, u"list tools, print a schema, or call one tool"},
        {u"permissions", Countersign::Cli::permissions,
         u"why something is allowed, asked or denied; saved approvals"},
        {u"sessions", Countersign::Cli::sessions,
         u"list, show or export sessions; what they changed, and putting it back"},
        {u"keys", Countersign::Cli::keys, u"keys of search services, in the system's keychain"},
        {u"doctor", Countersign::Cli::doctor, u"check this machine and the configuration"},
};

QString usage()
{
    QString text =
            u"Usage: countersign [DIR]            open the desktop on DIR (default: here)\n"_s
            + u"       countersign COMMAND …\n\nCommands:\n"_s;
    for (const Command &command : kCommands) {
        text += u"  "_s + QStringView(command.name).toString().leftJustified(14)
                + QStringView(command.summary).toString() + u'\n';
    }
    return text
            + u"\nEach command explains itself with --help. COUNTERSIGN_HOME moves all data under one folder.\n"_s;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setApplicationName(u"countersign"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(COUNTERSIGN_VERSION));

    QStringList rest;
    for (int i = 1; i < argc; ++i)
        rest.append(QString::fromLocal8Bit(argv[i]));

    const QString first = rest.value(0);
    if (first == u"--help" || first == u"-h" || first == u"help") {
        Countersign::Cli::out(usage());
        return Countersign::Cli::kDone;
    }
    if (first == u"--version") {
        Countersign::Cli::out(u"countersign "_s + QCoreApplication::applicationVersion() + u'\n');
        return Countersign::Cli::kDone;
    }
    for (const Command &command : kCommands) {
        if (first == QStringView(command.name)) {
            rest.removeFirst();
            return command.run({argc, argv, rest});
        }
    }
    if (!first.isEmpty() && !first.startsWith(u'-') && !QFileInfo(first).isDir()) {
        return Countersign::Cli::complain(
                u"\"%1\" is neither a command nor a folder.\n"_s.arg(first) + usage(),
                Countersign::Cli::kUsage);
    }
    return Countersign::Cli::desktop({argc, argv, rest});
}
