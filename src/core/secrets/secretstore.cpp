// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "secrets/secretstore.h"

#include <QPointer>
#include <QTimer>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Error> noAnswer()
{
    return failure(ErrorCode::Io,
                   u"The system keychain did not answer in time; unlock it and try again."_s);
}

} // namespace

SecretStore::SecretStore(std::unique_ptr<Keychain> keychain, std::chrono::milliseconds limit,
                         QObject *parent)
    : QObject(parent)
    , m_keychain(std::move(keychain))
    , m_limit(limit)
{
}

SecretStore::~SecretStore() = default;

template<class T>
SecretStore::Answer<T> SecretStore::once(std::function<void(const T &)> done, T late)
{
    // The timer lives as long as the question is open: it is a child of this store, so that neither
    // a late answer nor one after the end of the store reaches anybody.
    auto *timer = new QTimer(this);
    timer->setSingleShot(true);
    const QPointer<QTimer> open(timer);
    const auto answered = std::make_shared<bool>(false);
    const auto answer = [this, open, answered, done = std::move(done)](T value) {
        if (!open || *answered)
            return;
        *answered = true;
        open->stop();
        open->deleteLater(); // Not at once: this may be its own signal.
        QMetaObject::invokeMethod(
                this, [done, value = std::move(value)] { done(value); }, Qt::QueuedConnection);
    };
    connect(timer, &QTimer::timeout, this, [answer, late = std::move(late)] { answer(late); });
    timer->start(m_limit);
    return answer;
}

void SecretStore::read(const QString &key,
                       std::function<void(const Result<std::optional<FoundSecret>> &)> done)
{
    using Found = Result<std::optional<FoundSecret>>;
    const auto answer = once<Found>(std::move(done), noAnswer());
    if (const auto kept = m_memory.constFind(key); kept != m_memory.constEnd()) {
        answer(FoundSecret{*kept, SecretPlace::Memory});
        return;
    }
    m_keychain->askAvailable([keychain = m_keychain.get(), key, answer](bool available) {
        if (!available) {
            answer(std::optional<FoundSecret>());
            return;
        }
        keychain->read(key, [answer](const Result<std::optional<QString>> &read) {
            if (!read)
                answer(failure(read.error()));
            else if (*read)
                answer(FoundSecret{**read, SecretPlace::Keychain});
            else
                answer(std::optional<FoundSecret>());
        });
    });
}

void SecretStore::write(const QString &key, const QString &secret,
                        std::function<void(const StoredSecret &)> done)
{
    // In memory from the first moment, so that it can be read while the keychain is asked.
    m_memory.insert(key, secret);
    const auto settled = [this, key, secret, done = std::move(done)](const StoredSecret &stored) {
        // Another value may have been written meanwhile; that one stays.
        if (stored.place == SecretPlace::Keychain && m_memory.value(key) == secret)
            m_memory.remove(key);
        done(stored);
    };
    const auto answer =
            once<StoredSecret>(settled, {SecretPlace::Memory, noAnswer().value().message});
    m_keychain->askAvailable([keychain = m_keychain.get(), key, secret, answer](bool available) {
        if (!available) {
            answer({SecretPlace::Memory,
                    u"No system keychain was found; install gnome-keyring or KWallet to keep "
                    u"keys."_s});
            return;
        }
        keychain->write(key, secret, [answer](const Result<void> &written) {
            if (written)
                answer({SecretPlace::Keychain, {}});
            else
                answer({SecretPlace::Memory, written.error().message});
        });
    });
}

void SecretStore::remove(const QString &key, std::function<void(const Result<void> &)> done)
{
    m_memory.remove(key);
    const auto answer = once<Result<void>>(std::move(done), noAnswer());
    m_keychain->askAvailable([keychain = m_keychain.get(), key, answer](bool available) {
        if (available)
            keychain->remove(key, [answer](const Result<void> &removed) { answer(removed); });
        else
            answer(Result<void>());
    });
}

std::optional<EnvironmentSecret> secretFromEnvironment(const QStringList &variables)
{
    for (const QString &variable : variables) {
        const QString secret = qEnvironmentVariable(variable.toLocal8Bit().constData()).trimmed();
        if (!secret.isEmpty())
            return EnvironmentSecret{variable, secret};
    }
    return std::nullopt;
}

} // namespace Countersign
