// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "secrets/secretstore.h"

#include <QMap>
#include <QTest>

using namespace Countersign;
using namespace Qt::StringLiterals;

namespace {

using Found = Result<std::optional<FoundSecret>>;

/// A keychain in memory that answers at once, later on demand, or never.
class FakeKeychain final : public Keychain
{
public:
    struct State
    {
        bool available = true;
        bool silent = false; ///< Answers are kept in `held`.
        std::optional<Error> error; ///< Every question about an entry ends so.
        QMap<QString, QString> entries;
        QList<std::function<void()>> held;
        QStringList asked;
    };

    explicit FakeKeychain(std::shared_ptr<State> state) : m_state(std::move(state)) { }

    void askAvailable(std::function<void(bool)> done) override { done(m_state->available); }

    void read(const QString &key,
              std::function<void(const Result<std::optional<QString>> &)> done) override
    {
        m_state->asked.append(u"read "_s + key);
        Result<std::optional<QString>> result;
        if (m_state->error)
            result = failure(*m_state->error);
        else if (m_state->entries.contains(key))
            result = m_state->entries.value(key);
        answer([done, result] { done(result); });
    }

    void write(const QString &key, const QString &secret,
               std::function<void(const Result<void> &)> done) override
    {
        m_state->asked.append(u"write "_s + key);
        if (!m_state->error)
            m_state->entries.insert(key, secret);
        answer([done, result = plain()] { done(result); });
    }

    void remove(const QString &key, std::function<void(const Result<void> &)> done) override
    {
        m_state->asked.append(u"remove "_s + key);
        if (!m_state->error)
            m_state->entries.remove(key);
        answer([done, result = plain()] { done(result); });
    }

private:
    [[nodiscard]] Result<void> plain() const
    {
        return m_state->error ? Result<void>(failure(*m_state->error)) : Result<void>();
    }

    void answer(const std::function<void()> &now)
    {
        if (m_state->silent)
            m_state->held.append(now);
        else
            now();
    }

    std::shared_ptr<State> m_state;
};

const Error kLocked{ErrorCode::Io, u"The keychain is locked."_s, {}};
const Error kSilent{ErrorCode::Io,
                    u"The system keychain did not answer in time; unlock it and try again."_s,
                    {}};

} // namespace

class TestSecretStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_state = std::make_shared<FakeKeychain::State>();
        m_store = std::make_unique<SecretStore>(std::make_unique<FakeKeychain>(m_state),
                                                std::chrono::milliseconds(50));
    }

    void keepsInTheKeychain()
    {
        QCOMPARE(write(u"a"_s, u"s3cret"_s), (StoredSecret{SecretPlace::Keychain, {}}));
        QCOMPARE(m_state->entries, (QMap<QString, QString>{{u"a"_s, u"s3cret"_s}}));
        QCOMPARE(*read(u"a"_s), std::optional(FoundSecret{u"s3cret"_s, SecretPlace::Keychain}));
        QCOMPARE(*read(u"other"_s), std::optional<FoundSecret>());
        QVERIFY(remove(u"a"_s));
        QCOMPARE(*read(u"a"_s), std::optional<FoundSecret>());
        QCOMPARE(m_state->asked,
                 (QStringList{u"write a"_s, u"read a"_s, u"read other"_s, u"remove a"_s,
                              u"read a"_s}));
    }

    void keepsForThisRunWithoutAKeychain()
    {
        m_state->available = false;
        QCOMPARE(*read(u"a"_s), std::optional<FoundSecret>());
        QCOMPARE(write(u"a"_s, u"x"_s),
                 (StoredSecret{SecretPlace::Memory,
                               u"No system keychain was found; install gnome-keyring or KWallet to "
                               u"keep keys."_s}));
        QCOMPARE(*read(u"a"_s), std::optional(FoundSecret{u"x"_s, SecretPlace::Memory}));
        QVERIFY(remove(u"a"_s));
        QCOMPARE(*read(u"a"_s), std::optional<FoundSecret>());
        QCOMPARE(m_state->asked, QStringList{});
    }

    void keepsForThisRunWhenRefused()
    {
        m_state->error = kLocked;
        QCOMPARE(write(u"a"_s, u"x"_s),
                 (StoredSecret{SecretPlace::Memory, u"The keychain is locked."_s}));
        QCOMPARE(*read(u"a"_s), std::optional(FoundSecret{u"x"_s, SecretPlace::Memory}));
        QCOMPARE(read(u"b"_s).error(), kLocked);
        QCOMPARE(remove(u"a"_s).error(), kLocked);
        m_state->error.reset();
        QCOMPARE(*read(u"a"_s), std::optional<FoundSecret>()); // Gone from memory all the same.
    }

    void aLaterKeychainTakesOver()
    {
        m_state->available = false;
        QCOMPARE(write(u"a"_s, u"old"_s).place, SecretPlace::Memory);
        m_state->available = true;
        QCOMPARE(write(u"a"_s, u"new"_s).place, SecretPlace::Keychain);
        QCOMPARE(*read(u"a"_s), std::optional(FoundSecret{u"new"_s, SecretPlace::Keychain}));
    }

    void doesNotWaitForEver()
    {
        m_state->silent = true;
        QCOMPARE(read(u"a"_s).error(), kSilent);
        QCOMPARE(remove(u"a"_s).error(), kSilent);
        QCOMPARE(write(u"a"_s, u"x"_s), (StoredSecret{SecretPlace::Memory, kSilent.message}));
        QCOMPARE(*read(u"a"_s), std::optional(FoundSecret{u"x"_s, SecretPlace::Memory}));
    }

    void answersOnceAndLater()
    {
        int answers = 0;
        m_store->read(u"a"_s, [&](const Found &) { ++answers; });
        QCOMPARE(answers, 0); // The fake answered during the call.
        QTRY_COMPARE(answers, 1);

        m_state->silent = true;
        m_store->read(u"a"_s, [&](const Found &) { ++answers; });
        QTRY_COMPARE(answers, 2); // The time limit.
        m_state->held.takeFirst()();
        QVERIFY(read(u"b"_s).error() == kSilent); // Whatever was queued has come by now.
        QCOMPARE(answers, 2);
    }

    void aSecretCanBeReadWhileItIsStored()
    {
        m_state->silent = true;
        std::optional<StoredSecret> stored;
        m_store->write(u"a"_s, u"x"_s, [&](const StoredSecret &one) { stored = one; });
        m_state->silent = false;
        QCOMPARE(*read(u"a"_s), std::optional(FoundSecret{u"x"_s, SecretPlace::Memory}));
        m_state->held.takeFirst()();
        QTRY_COMPARE(stored, std::optional(StoredSecret{SecretPlace::Keychain, {}}));
        QCOMPARE(*read(u"a"_s), std::optional(FoundSecret{u"x"_s, SecretPlace::Keychain}));
    }

    void noAnswerAfterTheEnd()
    {
        m_state->silent = true;
        int answers = 0;
        m_store->read(u"a"_s, [&](const Found &) { ++answers; });
        m_store->write(u"a"_s, u"x"_s, [&](const StoredSecret &) { ++answers; });
        m_store.reset();
        for (const auto &late : m_state->held)
            late();
        QCoreApplication::sendPostedEvents();
        QCOMPARE(answers, 0);
    }

    void environment_data()
    {
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QString>("secret");
        const QByteArray unset;
        QTest::newRow("none") << unset << unset << QString() << QString();
        QTest::newRow("first") << QByteArray("a") << QByteArray("b") << u"COUNTERSIGN_T1"_s
                               << u"a"_s;
        QTest::newRow("second") << unset << QByteArray("b") << u"COUNTERSIGN_T2"_s << u"b"_s;
        QTest::newRow("blank counts as unset")
                << QByteArray(" \n") << QByteArray("b") << u"COUNTERSIGN_T2"_s << u"b"_s;
        QTest::newRow("white space around")
                << QByteArray(" a b\n") << unset << u"COUNTERSIGN_T1"_s << u"a b"_s;
    }

    void environment()
    {
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        qunsetenv("COUNTERSIGN_T1");
        qunsetenv("COUNTERSIGN_T2");
        if (!first.isEmpty())
            qputenv("COUNTERSIGN_T1", first);
        if (!second.isEmpty())
            qputenv("COUNTERSIGN_T2", second);
        const auto found = secretFromEnvironment({u"COUNTERSIGN_T1"_s, u"COUNTERSIGN_T2"_s});
        QTEST(found.value_or(EnvironmentSecret{}).variable, "variable");
        QTEST(found.value_or(EnvironmentSecret{}).secret, "secret");
    }

private:
    Found read(const QString &key)
    {
        std::optional<Found> out;
        m_store->read(key, [&](const Found &found) { out = found; });
        return waitFor(out, Found(failure(ErrorCode::Internal, u"no answer"_s)));
    }

    StoredSecret write(const QString &key, const QString &secret)
    {
        std::optional<StoredSecret> out;
        m_store->write(key, secret, [&](const StoredSecret &stored) { out = stored; });
        return waitFor(out, StoredSecret{SecretPlace::Memory, u"no answer"_s});
    }

    Result<void> remove(const QString &key)
    {
        std::optional<Result<void>> out;
        m_store->remove(key, [&](const Result<void> &removed) { out = removed; });
        return waitFor(out, Result<void>(failure(ErrorCode::Internal, u"no answer"_s)));
    }

    template<class T>
    T waitFor(const std::optional<T> &out, const T &none)
    {
        const bool came = QTest::qWaitFor([&] { return out.has_value(); });
        return came ? *out : none;
    }

    std::shared_ptr<FakeKeychain::State> m_state;
    std::unique_ptr<SecretStore> m_store;
};

QTEST_GUILESS_MAIN(TestSecretStore)
#include "tst_secretstore.moc"
