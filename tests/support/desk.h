// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "engine/engine.h"
#include "support/scratch.h"

#include <QHash>
#include <QJsonArray>
#include <QList>
#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace Countersign::Test {

class FakeModel;

/// A keychain that holds these keys and takes no others.
class FixedKeychain final : public Keychain
{
public:
    explicit FixedKeychain(const QMap<QString, QString> &keys) : m_keys(keys) { }
    void askAvailable(std::function<void(bool)> done) override { done(true); }
    void read(const QString &key,
              std::function<void(const Result<std::optional<QString>> &)> done) override
    {
        done(m_keys.contains(key) ? std::optional(m_keys.value(key)) : std::nullopt);
    }
    void write(const QString &, const QString &,
               std::function<void(const Result<void> &)> done) override
    {
        done(failure(ErrorCode::Denied, QStringLiteral("This keychain takes no keys.")));
    }
    void remove(const QString &, std::function<void(const Result<void> &)> done) override
    {
        done(failure(ErrorCode::Denied, QStringLiteral("This keychain gives no keys away.")));
    }

private:
    QMap<QString, QString> m_keys;
};

/// An engine on a scratch project with a home of its own, and all that it said. The project is the
/// folder "project", the home "home", of the scratch folder.
class Desk final : public QObject
{
public:
    /// Answers requests; nothing: leave it pending.
    using Person = std::function<std::optional<Permission::Reply>(const Permission::Request &)>;

    /// Answers questions; nothing: leave it pending.
    using Answerer = std::function<std::optional<Question::Reply>(const Question::Request &)>;

    explicit Desk(Scratch &folder) : scratch(folder) { }
    ~Desk() override { close(); }

    /// A file of the scripted model; turns as in docs/configuration.md.
    void setScript(const QJsonArray &turns);
    void setConfig(const QJsonObject &config);
    /// Opens; fails the test when it cannot.
    void open(const std::optional<QString> &agent = {});
    void close();

    /// Prompts and waits until the run has ended (30 s at most).
    Session::RunEnded run(const QString &prompt, const SessionId &session = {});
    /// The stored conversation of a session.
    [[nodiscard]] QList<Session::Message> history(const SessionId &session);
    /// All calls of a conversation, in order.
    [[nodiscard]] static QList<Session::CallPart> calls(const QList<Session::Message> &messages);
    [[nodiscard]] AppPaths paths() const;

    Scratch &scratch;
    Person person;
    Answerer answerer;
    std::unique_ptr<Engine> engine;
    SessionId session; ///< Of the last run().
    QList<Permission::Request> asked;
    QList<Permission::Replied> replied;
    QList<Question::Request> questions;
    QList<Question::Ended> questionsEnded;
    QList<QList<Todo>> todos; ///< As they changed, over all sessions.
    bool asksQuestions = true; ///< EngineOptions::questions of the next open().
    /// EngineOptions::keychain of the next open(); one without keys unless a test has another.
    std::function<std::unique_ptr<Keychain>()> keychain = [] {
        return std::make_unique<FixedKeychain>(QMap<QString, QString>());
    };
    QList<Session::RunEnded> ended;
    QList<Error> failures;
    QString text; ///< All assistant text that was streamed.

private:
    std::optional<QString> m_model;
};

/// A configuration whose model is served by a fake one.
[[nodiscard]] QJsonObject servedBy(const FakeModel &model, QJsonObject config = {});

/// From now on nothing of a conversation can be stored ("no room"); false: again it can.
void breakTheRecord(const QString &databaseFile, bool broken = true);

/// Short forms of replies.
[[nodiscard]] Permission::Reply once();
[[nodiscard]] Permission::Reply reject(const QString &words = {});
[[nodiscard]] Question::Reply answers(const Question::Answers &given);
[[nodiscard]] Question::Reply dismiss(const QString &words = {});
[[nodiscard]] Permission::Reply always(const Permission::Request &request);

} // namespace Countersign::Test
