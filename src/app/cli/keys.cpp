// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "secrets/secretstore.h"
#include "tools/searchaccount.h"

#include <QCoreApplication>
#include <QFile>

#include <cerrno>
#include <termios.h>
#include <unistd.h>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kLongestKey = 4096; // Bytes; those of the services have about 40.

/// A terminal that does not show what is typed, until the end of this object.
class Unechoed
{
    Q_DISABLE_COPY_MOVE(Unechoed)
public:
    Unechoed() : m_active(::tcgetattr(STDIN_FILENO, &m_before) == 0)
    {
        if (!m_active)
            return;
        termios silent = m_before;
        silent.c_lflag &= ~tcflag_t(ECHO);
        silent.c_lflag |= tcflag_t(ECHONL);
        m_active = ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0;
    }
    ~Unechoed()
    {
        if (m_active)
            ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &m_before);
    }

private:
    termios m_before{};
    bool m_active = false;
};

/// The first line of standard input. Never an argument: those are seen by every user of the machine
/// and kept in the shell's history.
Result<QString> readKey(const QString &name)
{
    QByteArray line;
    {
        const Unechoed unechoed;
        if (::isatty(STDIN_FILENO))
            err(u"Key for %1 (it is not shown): "_s.arg(name));
        QFile input;
        if (!input.open(STDIN_FILENO, QIODevice::ReadOnly | QIODevice::Unbuffered))
            return failure(ErrorCode::Io,
                           u"Standard input cannot be read (%1)."_s.arg(input.errorString()));
        line = input.readLine(kLongestKey + 2).trimmed();
    }
    if (line.isEmpty())
        return failure(ErrorCode::InvalidInput,
                       u"No key was given; write it to standard input, as one line."_s);
    if (line.size() > kLongestKey)
        return failure(ErrorCode::InvalidInput,
                       u"The key is longer than %1 bytes, so it is none."_s.arg(kLongestKey));
    for (const char c : std::as_const(line)) {
        if (c <= ' ' || c > '~')
            return failure(ErrorCode::InvalidInput,
                           u"The key has a space or a character that no key has; copy it again."_s);
    }
    return QString::fromLatin1(line);
}

std::optional<SearchService> serviceOf(const QString &name)
{
    for (const SearchService service : searchServices()) {
        if (name == searchSecretName(service))
            return service;
    }
    return std::nullopt;
}

QString knownNames()
{
    QStringList names;
    for (const SearchService service : searchServices())
        names.append(searchSecretName(service));
    return names.join(u", "_s);
}

void printPlace(SearchService service, const QString &place, bool json)
{
    const QString name = searchSecretName(service);
    if (json)
        outJson({{u"name"_s, name}, {u"place"_s, place}});
    else
        out(u"%1  %2\n"_s.arg(name.leftJustified(20), place));
}

/// Asks for one key after the other, so that a keychain that has to be unlocked is so once.
void listFrom(SecretStore &store, qsizetype index, bool json)
{
    if (index >= searchServices().size()) {
        QCoreApplication::exit(kDone);
        return;
    }
    const SearchService service = searchServices().at(index);
    if (secretFromEnvironment({searchVariable(service)})) {
        printPlace(service, u"environment (%1)"_s.arg(searchVariable(service)), json);
        listFrom(store, index + 1, json);
        return;
    }
    store.read(searchSecretName(service),
               [&store, index, json, service](const Result<std::optional<FoundSecret>> &found) {
                   if (!found) {
                       QCoreApplication::exit(complain(found.error().message, kFailed));
                       return;
                   }
                   printPlace(service, *found ? u"keychain"_s : u"none"_s, json);
                   listFrom(store, index + 1, json);
               });
}

void set(SecretStore &store, SearchService service, const QString &key)
{
    const QString name = searchSecretName(service);
    store.write(name, key, [name, service](const StoredSecret &stored) {
        if (stored.place != SecretPlace::Keychain) {
            QCoreApplication::exit(
                    complain(u"The key was not kept. "_s + stored.whyNotKeychain, kFailed));
            return;
        }
        out(u"The key lies in the system's keychain as %1. It is used where the configuration "
            "says \"websearch\": \"%2\".\n"_s.arg(name, searchServiceName(service)));
        QCoreApplication::exit(kDone);
    });
}

void remove(SecretStore &store, SearchService service)
{
    const QString name = searchSecretName(service);
    store.remove(name, [name](const Result<void> &removed) {
        if (!removed) {
            QCoreApplication::exit(complain(removed.error().message, kFailed));
            return;
        }
        out(u"There is no key %1 in the system's keychain any more.\n"_s.arg(name));
        QCoreApplication::exit(kDone);
    });
}

} // namespace

int keys(Arguments arguments)
{
    QCoreApplication application(arguments.argc, arguments.argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(
            u"Keys of services, in the system's keychain: list says where each one is; set NAME "
            "reads one line from standard input and keeps it; remove NAME forgets it. Names: %1."_s
                    .arg(knownNames()));
    parser.addOption(jsonOption());
    parser.addPositionalArgument(u"list|set|remove"_s, u"What to do."_s,
                                 u"list | set NAME | remove NAME"_s);
    if (const auto ended = parse(parser, u"keys"_s, arguments.rest))
        return *ended;
    const QStringList words = parser.positionalArguments();
    const QString verb = words.value(0);
    const bool one = verb == u"set" || verb == u"remove";
    if (!(verb == u"list" && words.size() == 1) && !(one && words.size() == 2))
        return complain(u"Write keys list, keys set NAME, or keys remove NAME. The key itself "
                        "comes by standard input."_s,
                        kUsage);
    const auto service = serviceOf(words.value(1));
    if (one && !service)
        return complain(
                u"There is no key named \"%1\". Names: %2."_s.arg(words.at(1), knownNames()),
                kUsage);

    SecretStore store(systemKeychain());
    if (verb == u"list") {
        // From the event loop, which is the one that ends.
        QMetaObject::invokeMethod(
                &store, [&store, json = parser.isSet(u"json"_s)] { listFrom(store, 0, json); },
                Qt::QueuedConnection);
    } else if (verb == u"remove") {
        remove(store, *service);
    } else {
        const auto key = readKey(words.at(1));
        if (!key)
            return complain(key.error().message, kUsage);
        set(store, *service, *key);
    }
    return QCoreApplication::exec();
}

} // namespace Countersign::Cli
