// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/ids.h"
#include "base/paths.h"
#include "base/result.h"
#include "permission/types.h"
#include "question/types.h"
#include "secrets/secretstore.h"
#include "session/changes.h"
#include "session/types.h"
#include "tool/registry.h"
#include "tool/settlement.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace Countersign {

struct EngineOptions
{
    AppPaths paths;
    QString directory; ///< The Location.
    std::optional<QString>
            model; ///< "provider/id" or "scripted:FILE"; overrides the configuration.
    std::optional<QString> agent;
    /// Somebody can answer an agent's questions. False: they are not offered.
    bool questions = true;
    /// Where keys lie; empty: in the system's keychain.
    std::function<std::unique_ptr<Keychain>()> keychain = {};
};

struct AgentInfo
{
    QString name;
    QString description;
};

/// One open Location with everything in it, and all that the desktop and the command line see of
/// the core. Lives on the thread that made it. Commands return at once; what comes of them arrives
/// as signals (queued, values only) on this object's thread.
class Engine final : public QObject
{
    Q_OBJECT
public:
    /// Opens the Location, the database (recovering what a crash left) and the configuration.
    [[nodiscard]] static Result<std::unique_ptr<Engine>> open(const EngineOptions &options);
    ~Engine() override; ///< Interrupts what runs and waits for it.

    [[nodiscard]] QString directory() const;
    [[nodiscard]] QString projectName() const; ///< The project folder's name, for people.
    [[nodiscard]] QString model() const; ///< "provider/id"; empty when none is configured.
    [[nodiscard]] QList<AgentInfo> agents() const; ///< Selectable ones.
    /// Built-in tools that cannot be used here: "name: why" each.
    [[nodiscard]] QStringList unavailableTools() const;
    [[nodiscard]] QStringList configProblems() const; ///< "file:line:column: message" each.
    /// Where the person has it that what sessions change is not kept; empty: it is.
    [[nodiscard]] QString changesTurnedOffIn() const;
    /// Requests that wait for an answer, over all sessions, oldest first.
    [[nodiscard]] QList<Permission::Request> pendingRequests() const;

    /// Questions of agents that wait for an answer, over all sessions, oldest first.
    [[nodiscard]] QList<Question::Request> pendingQuestions() const;

    /// The tools that an agent (empty: the default one) is offered.
    [[nodiscard]] QList<ToolDefinition> tools(const QString &agent = {}) const;

    /// Makes a session; it is stored with its first prompt.
    [[nodiscard]] SessionId createSession(const QString &agent = {});
    /// Adds a prompt and runs the session until the model stops. A prompt during a run joins it.
    /// `agent` answers it and what comes after it; empty: the session's agent stays.
    void prompt(const SessionId &session, const QString &text, const QString &agent = {});
    void interrupt(const SessionId &session);
    /// Runs one tool through full settlement, outside any session. -> toolCalled
    void callTool(const QString &name, const QJsonObject &input);
    /// Answers a request; the result arrives as replied(), or as failed() when it was not pending.
    void reply(const RequestId &request, const Permission::Reply &reply);
    /// Has the change of a pending request computed again on what its files are now; the result arrives
    /// as revised(), or as notRevised() with the reason.
    void recompute(const RequestId &request);

    /// Answers or dismisses an agent's question; the result arrives as questionEnded(), or as failed().
    void replyToQuestion(const QuestionId &question, const Question::Reply &reply);

    /// The change that an ended call was asked about. -> pastChangeLoaded, or failed()
    void requestPastChange(const SessionId &session, const CallId &call);

    void requestSessions(); ///< -> sessionsLoaded
    void requestHistory(const SessionId &session); ///< -> todosChanged, then historyLoaded
    /// What the session changed on the disk. -> changesLoaded
    void requestChanges(const SessionId &session);
    /// One file of it, in a turn or (no turn) in all of them. -> changeLoaded, or failed()
    void requestChange(const SessionId &session, const MessageId &turn, const QString &file);
    /// Puts back what a session changed, at the person's word. -> putBackEnded
    void putBack(const Session::PutBackOrder &order);
    void undoPutBack(const SessionId &session); ///< The last one that stands. -> putBackEnded
    void redoPutBack(const SessionId &session); ///< The last one that was undone. -> putBackEnded

    void requestApprovals(); ///< -> approvalsLoaded
    void revokeApproval(const ApprovalId &approval); ///< -> approvalsLoaded
    /// -> explained. A "bash" resource is a line: it is taken apart as the tool would, and each of
    /// the questions that it would ask has an explanation, the one on its commands last.
    void requestExplanation(const QString &agent, const QString &action,
                            const QStringList &resources);

Q_SIGNALS:
    /// The tools are all that there will be: a key of the keychain may come late. Once after open().
    void toolsCompleted();
    void sessionsLoaded(const QList<Countersign::Session::Info> &sessions); ///< Newest first.
    void sessionChanged(const Countersign::Session::Info &session); ///< New, renamed, other status.
    void historyLoaded(const Countersign::SessionId &session,
                       const QList<Countersign::Session::Message> &messages);
    /// A message is new, or anything of it but a growing text changed: replace it by id.
    void messageChanged(const Countersign::SessionId &session,
                        const Countersign::Session::Message &message);
    /// One part changed (a call's state): replace it.
    void partChanged(const Countersign::SessionId &session, const Countersign::MessageId &message,
                     int index, const Countersign::Session::Part &part);
    /// Text or reasoning grew by `delta`.
    void textAppended(const Countersign::SessionId &session, const Countersign::MessageId &message,
                      int index, const QString &delta);
    /// The list of what is to be done in a session is this now.
    void todosChanged(const Countersign::SessionId &session, const QList<Countersign::Todo> &todos);
    void runEnded(const Countersign::Session::RunEnded &ended);
    void changesLoaded(const Countersign::Session::SessionChanges &changes);
    void changeLoaded(const Countersign::Session::ShownChange &change);
    /// Something that a session did to the disk has been recorded, or put back.
    void changesRecorded(const Countersign::SessionId &session);
    void putBackEnded(const Countersign::Session::PutBackReport &report);
    void asked(const Countersign::Permission::Request &request);
    /// A pending request has another change now, which answers are about from here on.
    void revised(const Countersign::Permission::Request &request);
    void notRevised(const Countersign::RequestId &request, const Countersign::Error &error);
    void replied(const Countersign::Permission::Replied &replied);
    void pastChangeLoaded(const Countersign::Permission::PastRequest &past);
    void questionAsked(const Countersign::Question::Request &request);
    void questionEnded(const Countersign::Question::Ended &ended);
    void approvalsLoaded(const QList<Countersign::Permission::SavedApproval> &approvals);
    void toolCalled(const Countersign::Settled &settled);
    void explained(const QList<Countersign::Permission::Explanation> &explanations);
    /// Something failed that has no place of its own.
    void failed(const Countersign::Error &error);

private:
    class Private;
    explicit Engine(std::unique_ptr<Private> d);
    /// Runs an act of putting back on the pool and tells its end.
    void act(Session::PutBackReport::Act kind, const SessionId &session,
             std::function<Result<Session::PutBackReport>()> act);
    /// Runs `emission` on this object's thread.
    void announce(std::function<void()> emission);
    /// Calls `method`, on this object's thread, for each `signal` of any thread.
    template<class Sender, class... Values>
    void relay(const Sender *sender, void (Sender::*signal)(Values...),
               void (Engine::*method)(Values...));
    std::unique_ptr<Private> d;
};

} // namespace Countersign
