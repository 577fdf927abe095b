// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace Countersign {

/// Where a secret is: in the system's keychain, or only in this process until it ends.
enum class SecretPlace { Keychain, Memory };

struct FoundSecret
{
    QString secret;
    SecretPlace place = SecretPlace::Keychain;

    friend bool operator==(const FoundSecret &, const FoundSecret &) = default;
};

struct StoredSecret
{
    SecretPlace place = SecretPlace::Keychain;
    /// With SecretPlace::Memory: why the keychain could not take it, a sentence for the person.
    QString whyNotKeychain;

    friend bool operator==(const StoredSecret &, const StoredSecret &) = default;
};

/// The system's keychain as it is. All calls and answers on the GUI thread; an answer may come
/// during the call, late, or never.
class Keychain
{
public:
    virtual ~Keychain() = default;
    /// Whether a keychain service is there or can be started.
    virtual void askAvailable(std::function<void(bool)> done) = 0;
    /// Nothing when there is no such entry.
    virtual void read(const QString &key,
                      std::function<void(const Result<std::optional<QString>> &)> done) = 0;
    virtual void write(const QString &key, const QString &secret,
                       std::function<void(const Result<void> &)> done) = 0;
    /// Removing what is not there succeeds.
    virtual void remove(const QString &key, std::function<void(const Result<void> &)> done) = 0;
};

/// QtKeychain under the service name "countersign".
[[nodiscard]] std::unique_ptr<Keychain> systemKeychain();

/// How long a keychain may take to answer: a person may have to unlock it first.
constexpr std::chrono::milliseconds kKeychainLimit = std::chrono::minutes(1);

/// Keys of model providers and the like. They go into the keychain; where there is none, or it
/// refuses or does not answer, they stay in memory for this run and the caller is told so. They are
/// never written to a file of ours and never logged. GUI thread only; every answer comes later, from
/// the event loop, exactly once; none comes after the store is destroyed.
class SecretStore final : public QObject
{
    Q_OBJECT

public:
    explicit SecretStore(std::unique_ptr<Keychain> keychain,
                         std::chrono::milliseconds limit = kKeychainLimit,
                         QObject *parent = nullptr);
    ~SecretStore() override;

    /// Nothing when no secret of that key is known, or when there is no keychain to ask. ErrorCode::Io
    /// when the keychain refuses or does not answer in time.
    void read(const QString &key,
              std::function<void(const Result<std::optional<FoundSecret>> &)> done);
    /// Succeeds always; the answer says where the secret is now.
    void write(const QString &key, const QString &secret,
               std::function<void(const StoredSecret &)> done);
    /// Forgets the secret everywhere. ErrorCode::Io when the keychain refuses or does not answer.
    void remove(const QString &key, std::function<void(const Result<void> &)> done);

private:
    template<class T>
    using Answer = std::function<void(T)>;

    /// `done`, once, from the event loop; with `late` when the time limit passes first.
    template<class T>
    [[nodiscard]] Answer<T> once(std::function<void(const T &)> done, T late);

    std::unique_ptr<Keychain> m_keychain;
    std::chrono::milliseconds m_limit;
    QHash<QString, QString> m_memory;
};

struct EnvironmentSecret
{
    QString variable;
    QString secret;

    friend bool operator==(const EnvironmentSecret &, const EnvironmentSecret &) = default;
};

/// The first of these environment variables that is set and not blank; white space around its value
/// is taken away. Any thread.
[[nodiscard]] std::optional<EnvironmentSecret> secretFromEnvironment(const QStringList &variables);

} // namespace Countersign
