// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "diff/change.h"

#include <QJsonObject>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <stop_token>

namespace Countersign::Permission {

/// Permission actions of the built-in tools and of the path policy: wire names.
namespace Action {
inline constexpr char16_t read[] = u"read";
inline constexpr char16_t edit[] = u"edit";
inline constexpr char16_t bash[] = u"bash";
inline constexpr char16_t glob[] = u"glob";
inline constexpr char16_t grep[] = u"grep";
inline constexpr char16_t skill[] = u"skill";
inline constexpr char16_t todowrite[] = u"todowrite";
inline constexpr char16_t question[] = u"question";
inline constexpr char16_t webfetch[] = u"webfetch";
inline constexpr char16_t websearch[] = u"websearch";
inline constexpr char16_t privateNetwork[] = u"private_network";
inline constexpr char16_t externalDirectory[] = u"external_directory";
inline constexpr char16_t doomLoop[] = u"doom_loop";
} // namespace Action

enum class Effect { Allow, Ask, Deny };

/// Where a rule was written, so that a verdict can be explained.
enum class Origin { BuiltIn, GlobalConfig, ProjectConfig, Agent, Saved };

/// {action, resource, effect}; action and resource are patterns (see matches() in evaluate.h).
struct Rule
{
    QString action;
    QString resource;
    Effect effect = Effect::Ask;
    Origin origin = Origin::BuiltIn;
    QString source =
            {}; ///< For people: file and line, "built-in defaults", or the saved approval's id.
    QString message = {}; ///< Hint for the model when the rule refuses; may be empty.
    bool exact =
            false; ///< `resource` is compared as it stands, its stars are no wildcards (saved approvals).
    /// 0: an ordinary rule. Rules with the same other number are a layer that can only narrow: its last
    /// match counts where it is stricter (allow < ask < deny) than what ordinary rules say, wherever
    /// it stands. Each file of a project that nobody trusted is one; kStandInLayer and kAgentLayer are
    /// others.
    int layer = 0;
    /// The Location's root, for a rule of configuration whose `resource` is absolute: a relative
    /// resource of read and edit is compared as the absolute path that it stands for.
    QString base = {};
    friend bool operator==(const Rule &, const Rule &) = default;
};

/// The layer of asks that stand in for rules that could not be read.
inline constexpr int kStandInLayer = -1;
/// The layer of what an agent is denied by nature. It holds against the rules before it only: an
/// ordinary rule behind it that matches, which is one for this agent, outweighs it.
inline constexpr int kAgentLayer = -2;

/// Ordered; the last match wins; no match means ask.
using Ruleset = QList<Rule>;

/// The verdict on one resource and the rule that gave it (none: nothing matched).
struct Verdict
{
    QString resource;
    Effect effect = Effect::Ask;
    std::optional<Rule> rule;
    /// Why it is asked although `rule` allows it, or what to know besides (Caution); may be empty.
    QString reason = {};
    friend bool operator==(const Verdict &, const Verdict &) = default;
};

/// The whole answer to "may this agent do that": one verdict per resource and their combination.
struct Explanation
{
    QString action;
    Effect effect = Effect::Ask;
    QList<Verdict> verdicts;
    bool agentKnown = true; ///< False: the agent could not be resolved, so everything is denied.
    friend bool operator==(const Explanation &, const Explanation &) = default;
};

/// A pattern that an "always" reply would save; shown to the person before it is saved.
struct SaveOffer
{
    QString resource;
    bool exact = false;
    friend bool operator==(const SaveOffer &, const SaveOffer &) = default;
};

/// A resource that no pattern allows: it is asked unless a rule names it literally, text for text.
struct Caution
{
    QString resource;
    QString reason; ///< A sentence for the person: the consequence, or what could not be seen.
    friend bool operator==(const Caution &, const Caution &) = default;
};

/// A change, computed again on what its files are now.
struct Revision
{
    Diff::Proposal proposal;
    QJsonObject metadata;
    int number = 0; ///< Tells the tool's computations apart; the first, in the inquiry, is 0.
};

/// What a tool is about to do, given to the permission service.
struct Inquiry
{
    SessionId session;
    QString agent;
    MessageId message;
    CallId call;
    QString action;
    QStringList resources;
    /// Other texts for the same things. Only a rule that denies one of them counts.
    QStringList otherNames = {};
    QList<Caution> cautions = {};
    QList<SaveOffer> save; ///< Empty: "always" is not offered.
    QJsonObject metadata;
    Diff::Proposal proposal; ///< For file changes: exactly what will be written.
    int revision = 0; ///< Which computation `proposal` is.
    /// Computes `proposal` again, on what the files are now; empty: that cannot be. Blocking, on any
    /// thread, several times; owns all that it uses but what lives as long as the service. An error
    /// is a sentence for the person: which file, and why not.
    std::function<Result<Revision>(const std::stop_token &)> recompute = {};
};

/// A pending question to the person.
struct Request
{
    RequestId id;
    Inquiry inquiry;
    Explanation explanation;
    qint64 asked = 0; ///< Milliseconds since the epoch.
};

enum class Answer { Once, Always, Reject };

/// Who gave an answer. Only a person's refusal is ever told to the model as the user's.
enum class Answerer {
    Person,
    Automatic, ///< Answers that were settled beforehand: --auto, an answers file.
    Nobody, ///< There was nobody to ask (a run without a screen); goes with Reject.
};

/// The person's answer to one request.
struct Reply
{
    Answer answer = Answer::Reject;
    /// For the model. With Reject: empty, the run stops. Else only for changes of files: remarks that go
    /// with what was allowed.
    QString message;
    /// With Always: the offers that the person kept. Must be among the request's offers.
    QList<SaveOffer> save;
    /// A changed proposal; what is written is this. It may leave out files or change their new
    /// bytes; a file that was not shown cannot come in.
    std::optional<Diff::Proposal> proposal;
    Answerer by = Answerer::Person;
    /// With Reject: the other pending requests of the session are rejected too.
    bool wholeSession = true;
    /// Else: Inquiry::revision of what was shown. An answer to another one does not count.
    int revision = 0;
};

/// A request has been answered, or has ended without an answer (interrupted).
struct Replied
{
    RequestId id;
    SessionId session;
    Answer answer = Answer::Reject;
    QString message;
    bool interrupted = false; ///< The run ended; nobody answered.
    bool cascaded = false; ///< Answered as a consequence of another reply.
};

/// A request that has ended, for reading.
struct PastRequest
{
    Request request;
    std::optional<Answer> answer; ///< Nothing: the run ended while it waited.
    QString message; ///< The person's words, or what the refusal was a consequence of.
    qint64 answered = 0; ///< Milliseconds since the epoch.
};

/// Permission was given; carries what may be written.
struct Grant
{
    bool asked = false; ///< A person was asked (false: rules allowed it).
    Diff::Proposal proposal; ///< As last shown.
    bool changed = false; ///< The person changed the proposal.
    int revision = 0; ///< Inquiry::revision of what was shown.
    QString words = {}; ///< The person's remarks, for the model; may be empty.
};

/// An "always" reply, kept per project, action and resource.
struct SavedApproval
{
    ApprovalId id;
    ProjectId project;
    QString action;
    QString resource;
    bool exact = false;
    qint64 created = 0;
    qint64 lastUsed = 0; ///< 0: never.
    SessionId session; ///< Where it was given.
    QString agent;
    friend bool operator==(const SavedApproval &, const SavedApproval &) = default;
};

[[nodiscard]] QString effectName(Effect effect); ///< "allow", "ask", "deny"
[[nodiscard]] std::optional<Effect> effectFromName(QStringView name);
[[nodiscard]] QString answerName(Answer answer); ///< "once", "always", "reject"
[[nodiscard]] std::optional<Answer> answerFromName(QStringView name);

} // namespace Countersign::Permission

Q_DECLARE_METATYPE(Countersign::Permission::Request)
Q_DECLARE_METATYPE(Countersign::Permission::Replied)
Q_DECLARE_METATYPE(Countersign::Permission::PastRequest)
