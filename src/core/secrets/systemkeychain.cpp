// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "secrets/secretstore.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

#include <qt6keychain/keychain.h>

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

const QString &serviceName()
{
    static const QString name = u"countersign"_s;
    return name;
}

QDBusMessage busCall(const QString &method)
{
    return QDBusMessage::createMethodCall(u"org.freedesktop.DBus"_s, u"/org/freedesktop/DBus"_s,
                                          u"org.freedesktop.DBus"_s, method);
}

bool namesKeychain(const QStringList &names)
{
    static const QStringList services{u"org.freedesktop.secrets"_s, u"org.kde.kwalletd5"_s,
                                      u"org.kde.kwalletd6"_s};
    return std::any_of(services.begin(), services.end(),
                       [&](const QString &service) { return names.contains(service); });
}

tl::unexpected<Error> refused(const QString &what, const QKeychain::Job &job)
{
    return failure(
            ErrorCode::Io,
            u"The system keychain could not %1 the key; unlock it and try again."_s.arg(what),
            u"QtKeychain %1: %2"_s.arg(job.error()).arg(job.errorString()));
}

class SystemKeychain final : public QObject, public Keychain
{
public:
    /// QtKeychain reports a missing service in many ways, and sometimes never; so the bus is asked
    /// first for a service that runs or can be started.
    void askAvailable(std::function<void(bool)> done) override
    {
        const QDBusConnection bus = QDBusConnection::sessionBus();
        if (!bus.isConnected()) {
            done(false);
            return;
        }
        askNames(u"ListNames"_s, [this, done = std::move(done)](bool running) {
            if (running)
                done(true);
            else
                askNames(u"ListActivatableNames"_s, done);
        });
    }

    void read(const QString &key,
              std::function<void(const Result<std::optional<QString>> &)> done) override
    {
        auto *job = new QKeychain::ReadPasswordJob(serviceName());
        start(job, key, [job, done = std::move(done)] {
            if (job->error() == QKeychain::NoError)
                done(std::optional(job->textData()));
            else if (job->error() == QKeychain::EntryNotFound)
                done(std::optional<QString>());
            else
                done(refused(u"read"_s, *job));
        });
    }

    void write(const QString &key, const QString &secret,
               std::function<void(const Result<void> &)> done) override
    {
        auto *job = new QKeychain::WritePasswordJob(serviceName());
        job->setTextData(secret);
        start(job, key, [job, done = std::move(done)] {
            if (job->error() == QKeychain::NoError)
                done({});
            else
                done(refused(u"store"_s, *job));
        });
    }

    void remove(const QString &key, std::function<void(const Result<void> &)> done) override
    {
        auto *job = new QKeychain::DeletePasswordJob(serviceName());
        start(job, key, [job, done = std::move(done)] {
            if (job->error() == QKeychain::NoError || job->error() == QKeychain::EntryNotFound)
                done({});
            else
                done(refused(u"remove"_s, *job));
        });
    }

private:
    void askNames(const QString &method, std::function<void(bool)> done)
    {
        auto *watcher = new QDBusPendingCallWatcher(
                QDBusConnection::sessionBus().asyncCall(busCall(method)), this);
        connect(watcher, &QDBusPendingCallWatcher::finished, this,
                [watcher, done = std::move(done)] {
                    watcher->deleteLater();
                    const QDBusPendingReply<QStringList> reply = *watcher;
                    done(!reply.isError() && namesKeychain(reply.value()));
                });
    }

    /// The job deletes itself once it is finished and has no parent: the library still writes to a
    /// running one.
    void start(QKeychain::Job *job, const QString &key, std::function<void()> finished)
    {
        job->setKey(key);
        connect(job, &QKeychain::Job::finished, this, std::move(finished));
        job->start();
    }
};

} // namespace

std::unique_ptr<Keychain> systemKeychain()
{
    return std::make_unique<SystemKeychain>();
}

} // namespace Countersign
