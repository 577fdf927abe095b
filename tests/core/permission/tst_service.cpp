// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "gatefixture.h"

#include <QTest>

using namespace Countersign;
using namespace Countersign::Permission;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

Rule rule(const QString &action, const QString &resource, Effect effect)
{
    return {action, resource, effect, Origin::GlobalConfig, u"countersign.jsonc:12"_s, {}};
}

Reply once()
{
    Reply reply;
    reply.answer = Answer::Once;
    return reply;
}

Reply reject(const QString &words = {})
{
    Reply reply;
    reply.message = words;
    return reply;
}

Reply always(const QList<SaveOffer> &save)
{
    Reply reply;
    reply.answer = Answer::Always;
    reply.save = save;
    return reply;
}

Diff::FileChange change(const QString &resource, const QByteArray &after)
{
    return {Diff::ChangeKind::Modified, resource, u"/p/"_s + resource, {}, "before", after, {}};
}

} // namespace

// Waits until the service has exactly `count` pending requests.
#define WAIT_FOR_PENDING(service, count) QTRY_COMPARE((service)->pending().size(), count)

class TestService : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void allowedWithoutAsking();
    void deniedByRule();
    void deniedForUnknownAgent();
    void onceAnswersOneCall();
    void rejectWithWordsReachesTheModel_data();
    void rejectWithWordsReachesTheModel();
    void rejectCascadesWithinTheSession();
    void rejectOfOneOnly();
    void alwaysSavesAndReleasesOthers();
    void alwaysWithNothingKeptEqualsOnce();
    void savedExactOfferIsLiteral();
    void savedNeverOverridesDeny();
    void wideningIsRefused_data();
    void wideningIsRefused();
    void changedProposalIsGranted();
    void unknownAndAnsweredRequestsAreNotFound();
    void revokeCountsFromTheNextEvaluation();
    void approvalsStayInTheirProject();
    void approvalsSurviveARestart();
    void approvalRemembersItsLastUse();
    void requestRowExistsBeforeAsked();
    void explainLeavesNoTrace();
    void logOfAnAnsweredRequest();
    void logFilters();
};

void TestService::allowedWithoutAsking()
{
    Gate gate;
    gate.setRules({rule(u"*"_s, u"*"_s, Effect::Allow)});
    auto service = gate.service();
    const Witness witness(*service);
    Inquiry asked = inquiry(u"edit"_s, {u"a.txt"_s});
    asked.proposal.files = {change(u"a.txt"_s, "after")};
    const auto granted = service->require(asked, {});
    QVERIFY(granted);
    QVERIFY(!granted->asked);
    QVERIFY(!granted->changed);
    QCOMPARE(granted->proposal, asked.proposal);
    QVERIFY(witness.asked().isEmpty());
    const Decision expected{1,
                            1000,
                            ProjectId(u"prj_1"_s),
                            SessionId(u"ses_1"_s),
                            u"build"_s,
                            CallId(u"call_1"_s),
                            {},
                            u"edit"_s,
                            u"a.txt"_s,
                            Effect::Allow,
                            DecidedBy::Rule,
                            {},
                            u"* * allow (countersign.jsonc:12)"_s,
                            u"countersign.jsonc:12"_s,
                            {}};
    QCOMPARE(gate.log(), QList<Decision>{expected});
}

void TestService::deniedByRule()
{
    Gate gate;
    Rule deny = rule(u"edit"_s, u"SECRET.md"_s, Effect::Deny);
    deny.message = u"Ask the owner."_s;
    gate.setRules({rule(u"*"_s, u"*"_s, Effect::Allow), deny});
    auto service = gate.service();
    const auto denied = service->require(inquiry(u"edit"_s, {u"a"_s, u"SECRET.md"_s}), {});
    QVERIFY(!denied);
    QCOMPARE(denied.error(),
             (Error{ErrorCode::Denied,
                    u"edit of SECRET.md is denied by the rule edit SECRET.md "
                    "(countersign.jsonc:12). Ask the owner."_s,
                    {}}));
    const auto log = gate.log();
    QCOMPARE(log.size(), 2);
    for (const Decision &row : log) {
        QCOMPARE(row.effect, Effect::Deny);
        QCOMPARE(row.decidedBy, DecidedBy::Rule);
        QCOMPARE(row.rule, u"edit SECRET.md deny (countersign.jsonc:12)"_s);
    }
    QCOMPARE(log.at(0).resource, u"a"_s);
    QCOMPARE(log.at(1).resource, u"SECRET.md"_s);
}

void TestService::deniedForUnknownAgent()
{
    Gate gate;
    gate.setRules({rule(u"*"_s, u"*"_s, Effect::Allow)});
    auto service = gate.service();
    Inquiry asked = inquiry(u"edit"_s, {u"a"_s});
    asked.agent = u"ghost"_s;
    const auto denied = service->require(asked, {});
    QVERIFY(!denied);
    QCOMPARE(denied.error().code, ErrorCode::Denied);
    QVERIFY2(denied.error().message.contains("\"ghost\""_L1), qPrintable(denied.error().message));
    QCOMPARE(gate.log().first().message, u"unknown agent"_s);
}

void TestService::onceAnswersOneCall()
{
    Gate gate;
    auto service = gate.service();
    const Witness witness(*service);
    Call first(*service, inquiry(u"bash"_s, {u"ls"_s}));
    Call other(*service, inquiry(u"bash"_s, {u"ls"_s}));
    WAIT_FOR_PENDING(service, 2);
    const Request request = service->pending().first();
    QCOMPARE(request.asked, 1000);
    QCOMPARE(request.explanation.effect, Effect::Ask);
    QVERIFY(request.id.value.startsWith("per_"_L1));
    QVERIFY(service->reply(request.id, once()));
    QCOMPARE(service->pending().size(), 1); // The same command, asked again: once is one call.
    QTRY_COMPARE(int(first.isOver()) + int(other.isOver()), 1);
    QVERIFY(service->reply(service->pending().first().id, once()));
    const auto granted = first.result();
    QVERIFY(granted && granted->asked && !granted->changed);
    QVERIFY(other.result());
    QCOMPARE(witness.asked().size(), 2);
    QCOMPARE(witness.replied().size(), 2);
    QCOMPARE(witness.replied().first().id, request.id);
    QCOMPARE(witness.replied().first().answer, Answer::Once);
    QVERIFY(service->approvals()->isEmpty());
    QCOMPARE(gate.text(u"SELECT state FROM permission_request WHERE id = ?"_s, {request.id.value}),
             u"once"_s);
}

void TestService::rejectWithWordsReachesTheModel_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("by");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const QString &words, Answerer by, ErrorCode code,
                        const QString &message) {
        QTest::newRow(name) << words << int(by) << int(code) << message;
    };
    row("with words", u"use tabs"_s, Answerer::Person, ErrorCode::Denied,
        u"The user refused this edit and said: use tabs"_s);
    row("without words", u""_s, Answerer::Person, ErrorCode::Declined,
        u"The user refused this edit."_s);
    row("only spaces", u" \n"_s, Answerer::Person, ErrorCode::Declined,
        u"The user refused this edit."_s);
    row("nobody there", u"the run has no screen"_s, Answerer::Nobody, ErrorCode::Denied,
        u"This edit needs permission and nobody could be asked: the run has no screen"_s);
    row("nobody there, without words", u""_s, Answerer::Nobody, ErrorCode::Declined,
        u"This edit needs permission and nobody could be asked."_s);
    row("a prepared answer", u"not today"_s, Answerer::Automatic, ErrorCode::Denied,
        u"This edit was refused by a prepared answer: not today"_s);
}

void TestService::rejectWithWordsReachesTheModel()
{
    QFETCH(const QString, words);
    QFETCH(const int, by);
    QFETCH(const int, code);
    QFETCH(const QString, message);
    Gate gate;
    auto service = gate.service();
    Call call(*service, inquiry(u"edit"_s, {u"a"_s}));
    WAIT_FOR_PENDING(service, 1);
    Reply reply = reject(words);
    reply.by = static_cast<Answerer>(by);
    QVERIFY(service->reply(service->pending().first().id, reply));
    const auto refused = call.result();
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().code), code);
    QCOMPARE(refused.error().message, message);
}

void TestService::rejectCascadesWithinTheSession()
{
    Gate gate;
    auto service = gate.service();
    const Witness witness(*service);
    Call first(*service, inquiry(u"edit"_s, {u"a"_s}));
    WAIT_FOR_PENDING(service, 1);
    Call same(*service, inquiry(u"edit"_s, {u"b"_s}));
    WAIT_FOR_PENDING(service, 2);
    Call other(*service, inquiry(u"edit"_s, {u"c"_s}, u"ses_2"_s));
    WAIT_FOR_PENDING(service, 3);
    const auto pending = service->pending();
    QVERIFY(service->reply(pending.at(0).id, reject(u"wrong file"_s)));
    QCOMPARE(first.result().error().code, ErrorCode::Denied);
    // The words belong to one request; the other is refused without them.
    QCOMPARE(same.result().error(),
             (Error{ErrorCode::Declined, u"The user refused this edit."_s, u"edit of b"_s}));
    QCOMPARE(service->pending().size(), 1);
    QCOMPARE(service->pending().first().inquiry.session, SessionId(u"ses_2"_s));
    const auto replied = witness.replied();
    QCOMPARE(replied.size(), 2);
    QCOMPARE(replied.at(0).message, u"wrong file"_s);
    QVERIFY(!replied.at(0).cascaded);
    QCOMPARE(replied.at(1).id, pending.at(1).id);
    QCOMPARE(replied.at(1).answer, Answer::Reject);
    QCOMPARE(replied.at(1).message, QString());
    QVERIFY(replied.at(1).cascaded);
    QCOMPARE(gate.log().at(1).message, u"as a consequence of "_s + pending.at(0).id.value);
    QVERIFY(service->reply(pending.at(2).id, once()));
    QVERIFY(other.result());
}

void TestService::rejectOfOneOnly()
{
    Gate gate;
    auto service = gate.service();
    Call first(*service, inquiry(u"edit"_s, {u"a"_s}));
    WAIT_FOR_PENDING(service, 1);
    Call same(*service, inquiry(u"edit"_s, {u"b"_s}));
    WAIT_FOR_PENDING(service, 2);
    Reply reply = reject(u"not this one"_s);
    reply.wholeSession = false;
    QVERIFY(service->reply(service->pending().first().id, reply));
    QVERIFY(!first.result());
    QCOMPARE(service->pending().size(), 1);
    QVERIFY(service->reply(service->pending().first().id, once()));
    QVERIFY(same.result());
}

void TestService::alwaysSavesAndReleasesOthers()
{
    Gate gate;
    auto service = gate.service();
    const Witness witness(*service);
    Inquiry asked = inquiry(u"bash"_s, {u"git status"_s});
    asked.save = {{u"git status *"_s, false}, {u"git *"_s, false}};
    Call first(*service, asked);
    WAIT_FOR_PENDING(service, 1);
    Call covered(*service, inquiry(u"bash"_s, {u"git status -s"_s}, u"ses_2"_s));
    WAIT_FOR_PENDING(service, 2);
    Call partly(*service, inquiry(u"bash"_s, {u"git status"_s, u"git push"_s}));
    WAIT_FOR_PENDING(service, 3);
    Call otherAction(*service, inquiry(u"edit"_s, {u"git status"_s}));
    WAIT_FOR_PENDING(service, 4);
    const auto pending = service->pending();
    gate.clock.advance(5);
    QVERIFY(service->reply(pending.at(0).id, always({{u"git status *"_s, false}})));
    QVERIFY(first.result());
    const auto released = covered.result();
    QVERIFY(released && released->asked);
    QCOMPARE(service->pending().size(), 2);
    QCOMPARE(service->pending().at(0).id, pending.at(2).id);
    QCOMPARE(service->pending().at(1).id, pending.at(3).id);
    const auto replied = witness.replied();
    QCOMPARE(replied.size(), 2);
    QCOMPARE(replied.at(1).id, pending.at(1).id);
    QCOMPARE(replied.at(1).session, SessionId(u"ses_2"_s));
    QCOMPARE(replied.at(1).answer, Answer::Always);
    QVERIFY(replied.at(1).cascaded);

    const auto approvals = service->approvals();
    QVERIFY(approvals);
    QCOMPARE(approvals->size(), 1);
    const SavedApproval expected{approvals->first().id,
                                 ProjectId(u"prj_1"_s),
                                 u"bash"_s,
                                 u"git status *"_s,
                                 false,
                                 1005,
                                 0,
                                 SessionId(u"ses_1"_s),
                                 u"build"_s};
    QCOMPARE(approvals->first(), expected);
    const Decision last = gate.log().last();
    QCOMPARE(last.decidedBy, DecidedBy::Saved);
    QCOMPARE(last.source, expected.id.value);
    QCOMPARE(last.request, pending.at(1).id);
    // The next call needs no question at all.
    const auto next = service->require(inquiry(u"bash"_s, {u"git status"_s}), {});
    QVERIFY(next && !next->asked);
    QVERIFY(service->reply(pending.at(3).id, once()));
    QVERIFY(service->reply(pending.at(2).id, once()));
    QVERIFY(partly.result());
    QVERIFY(otherAction.result());
}

void TestService::alwaysWithNothingKeptEqualsOnce()
{
    Gate gate;
    auto service = gate.service();
    Inquiry asked = inquiry(u"bash"_s, {u"ls"_s});
    asked.save = {{u"ls"_s, true}};
    Call first(*service, asked);
    WAIT_FOR_PENDING(service, 1);
    Call second(*service, asked);
    WAIT_FOR_PENDING(service, 2);
    QVERIFY(service->reply(service->pending().first().id, always({})));
    QCOMPARE(service->pending().size(), 1);
    QVERIFY(service->approvals()->isEmpty());
    QVERIFY(service->reply(service->pending().first().id, once()));
    QVERIFY(first.result() && second.result());
}

void TestService::savedExactOfferIsLiteral()
{
    Gate gate;
    auto service = gate.service();
    Inquiry asked = inquiry(u"bash"_s, {u"ls *"_s});
    asked.save = {{u"ls *"_s, true}};
    Call call(*service, asked);
    WAIT_FOR_PENDING(service, 1);
    QVERIFY(service->reply(service->pending().first().id, always(asked.save)));
    QVERIFY(call.result());
    QCOMPARE(service->explain(u"build"_s, u"bash"_s, {u"ls *"_s})->effect, Effect::Allow);
    QCOMPARE(service->explain(u"build"_s, u"bash"_s, {u"ls secret"_s})->effect, Effect::Ask);
}

void TestService::savedNeverOverridesDeny()
{
    Gate gate;
    auto service = gate.service();
    Inquiry asked = inquiry(u"edit"_s, {u"a"_s});
    asked.save = {{u"*"_s, false}};
    Call call(*service, asked);
    WAIT_FOR_PENDING(service, 1);
    QVERIFY(service->reply(service->pending().first().id, always(asked.save)));
    QVERIFY(call.result());
    gate.setRules({rule(u"edit"_s, u"SECRET.md"_s, Effect::Deny)});
    QVERIFY(service->require(inquiry(u"edit"_s, {u"other"_s}), {}));
    QCOMPARE(service->require(inquiry(u"edit"_s, {u"other"_s, u"SECRET.md"_s}), {}).error().code,
             ErrorCode::Denied);
}

void TestService::wideningIsRefused_data()
{
    QTest::addColumn<QList<SaveOffer>>("save");
    QTest::addColumn<QList<Diff::FileChange>>("files");
    const QList<SaveOffer> fine{{u"src/a"_s, false}};
    const QList<Diff::FileChange> shown{change(u"a"_s, "after")};
    QTest::newRow("a wider pattern") << QList<SaveOffer>{{u"*"_s, false}} << shown;
    QTest::newRow("one of two was not offered")
            << QList<SaveOffer>{{u"src/a"_s, false}, {u"src/*"_s, false}} << shown;
    QTest::newRow("exact became a pattern") << QList<SaveOffer>{{u"lit*"_s, false}} << shown;
    QTest::newRow("another file") << fine << QList<Diff::FileChange>{change(u"b"_s, "x")};
    QTest::newRow("one more file")
            << fine << QList<Diff::FileChange>{shown.first(), change(u"b"_s, "x")};
    QTest::newRow("the same file twice")
            << fine << QList<Diff::FileChange>{shown.first(), shown.first()};
    Diff::FileChange deleted = shown.first();
    deleted.kind = Diff::ChangeKind::Deleted;
    QTest::newRow("a change became a deletion") << fine << QList<Diff::FileChange>{deleted};
    Diff::FileChange elsewhere = shown.first();
    elsewhere.target = u"/etc/passwd"_s;
    QTest::newRow("another target under the same name")
            << fine << QList<Diff::FileChange>{elsewhere};
    Diff::FileChange rebased = shown.first();
    rebased.before = "something else";
    QTest::newRow("other bytes before") << fine << QList<Diff::FileChange>{rebased};
    QTest::newRow("nothing left") << fine << QList<Diff::FileChange>{};
}

void TestService::wideningIsRefused()
{
    QFETCH(const QList<SaveOffer>, save);
    QFETCH(const QList<Diff::FileChange>, files);
    Gate gate;
    auto service = gate.service();
    const Witness witness(*service);
    Inquiry asked = inquiry(u"edit"_s, {u"a"_s});
    asked.save = {{u"src/a"_s, false}, {u"lit*"_s, true}};
    asked.proposal.files = {change(u"a"_s, "after")};
    Call call(*service, asked);
    WAIT_FOR_PENDING(service, 1);
    const RequestId id = service->pending().first().id;
    Reply reply = always(save);
    reply.proposal = Diff::Proposal{files};
    const auto refused = service->reply(id, reply);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
    QCOMPARE(service->pending().size(), 1);
    QVERIFY(witness.replied().isEmpty());
    QVERIFY(service->approvals()->isEmpty());
    QVERIFY(service->reply(id, once()));
    QVERIFY(call.result());
}

void TestService::changedProposalIsGranted()
{
    Gate gate;
    auto service = gate.service();
    Inquiry asked = inquiry(u"edit"_s, {u"a"_s, u"b"_s});
    asked.proposal.files = {change(u"a"_s, "after a"), change(u"b"_s, "after b")};
    for (const bool changed : {true, false}) {
        Call call(*service, asked);
        WAIT_FOR_PENDING(service, 1);
        Reply reply = once();
        reply.proposal = changed ? Diff::Proposal{{change(u"b"_s, "by hand")}} : asked.proposal;
        QVERIFY(service->reply(service->pending().first().id, reply));
        const auto granted = call.result();
        QVERIFY(granted);
        QVERIFY(granted->asked);
        QCOMPARE(granted->changed, changed);
        QCOMPARE(granted->proposal, *reply.proposal);
    }
}

void TestService::unknownAndAnsweredRequestsAreNotFound()
{
    Gate gate;
    auto service = gate.service();
    QCOMPARE(service->reply(RequestId(u"per_made_up"_s), once()).error().code, ErrorCode::NotFound);
    Call call(*service, inquiry(u"bash"_s, {u"ls"_s}));
    WAIT_FOR_PENDING(service, 1);
    const RequestId id = service->pending().first().id;
    QVERIFY(service->reply(id, once()));
    const auto again = service->reply(id, reject());
    QVERIFY(!again);
    QCOMPARE(again.error().code, ErrorCode::NotFound);
    QVERIFY2(again.error().message.contains(id.value), qPrintable(again.error().message));
    QVERIFY(call.result());
}

void TestService::revokeCountsFromTheNextEvaluation()
{
    Gate gate;
    auto service = gate.service();
    auto commandLine = gate.service(); // Another service on the project, as another process has.
    Inquiry asked = inquiry(u"bash"_s, {u"ls"_s});
    asked.save = {{u"ls"_s, true}};
    Call call(*service, asked);
    WAIT_FOR_PENDING(service, 1);
    QVERIFY(service->reply(service->pending().first().id, always(asked.save)));
    QVERIFY(call.result());
    QCOMPARE(service->explain(u"build"_s, u"bash"_s, {u"ls"_s})->effect, Effect::Allow);
    const ApprovalId id = service->approvals()->first().id;
    QVERIFY(commandLine->revoke(id));
    QCOMPARE(service->explain(u"build"_s, u"bash"_s, {u"ls"_s})->effect, Effect::Ask);
    QCOMPARE(service->revoke(id).error().code, ErrorCode::NotFound);
}

void TestService::approvalsStayInTheirProject()
{
    Gate gate;
    auto one = gate.service(u"prj_1"_s);
    auto two = gate.service(u"prj_2"_s);
    Inquiry asked = inquiry(u"bash"_s, {u"rm x"_s});
    asked.save = {{u"rm *"_s, false}};
    Call call(*one, asked);
    WAIT_FOR_PENDING(one, 1);
    QVERIFY(two->pending().isEmpty());
    QCOMPARE(two->reply(one->pending().first().id, once()).error().code, ErrorCode::NotFound);
    QVERIFY(one->reply(one->pending().first().id, always(asked.save)));
    QVERIFY(call.result());
    QCOMPARE(two->explain(u"build"_s, u"bash"_s, {u"rm x"_s})->effect, Effect::Ask);
    QVERIFY(two->approvals()->isEmpty());
    QCOMPARE(two->revoke(one->approvals()->first().id).error().code, ErrorCode::NotFound);
    QCOMPARE(one->explain(u"build"_s, u"bash"_s, {u"rm x"_s})->effect, Effect::Allow);
}

void TestService::approvalsSurviveARestart()
{
    Gate gate;
    auto before = gate.service();
    Inquiry asked = inquiry(u"bash"_s, {u"ls"_s});
    asked.save = {{u"ls"_s, true}};
    Call call(*before, asked);
    WAIT_FOR_PENDING(before, 1);
    QVERIFY(before->reply(before->pending().first().id, always(asked.save)));
    QVERIFY(call.result());
    before.reset();
    auto after = gate.service();
    const auto granted = after->require(inquiry(u"bash"_s, {u"ls"_s}, u"ses_9"_s), {});
    QVERIFY(granted && !granted->asked);
}

void TestService::approvalRemembersItsLastUse()
{
    Gate gate;
    auto service = gate.service();
    Inquiry asked = inquiry(u"bash"_s, {u"ls"_s});
    asked.save = {{u"ls"_s, true}};
    Call call(*service, asked);
    WAIT_FOR_PENDING(service, 1);
    QVERIFY(service->reply(service->pending().first().id, always(asked.save)));
    QVERIFY(call.result());
    gate.clock.advance(500);
    QVERIFY(service->require(inquiry(u"bash"_s, {u"ls"_s}), {}));
    // A read runs after everything that was queued before it.
    QCOMPARE(service->approvals()->first().lastUsed, 1500);
}

void TestService::requestRowExistsBeforeAsked()
{
    Gate gate;
    auto service = gate.service();
    QStringList seen; // Written on the asking thread, read after it has ended.
    QObject::connect(
            service.get(), &Service::asked, service.get(),
            [&](const Request &request) {
                seen.append(gate.text(u"SELECT state || ' ' || resources FROM permission_request "
                                      "WHERE id = ?"_s,
                                      {request.id.value}));
                // Answering from inside the signal works: no lock is held.
                seen.append(service->reply(request.id, once()) ? u"answered"_s : u"failed"_s);
            },
            Qt::DirectConnection);
    Call call(*service, inquiry(u"bash"_s, {u"ls"_s}));
    QVERIFY(call.result());
    QCOMPARE(seen, (QStringList{u"pending [\"ls\"]"_s, u"answered"_s}));
}

void TestService::explainLeavesNoTrace()
{
    Gate gate;
    gate.setRules({rule(u"*"_s, u"*"_s, Effect::Deny)});
    auto service = gate.service();
    QCOMPARE(service->explain(u"build"_s, u"edit"_s, {u"a"_s})->effect, Effect::Deny);
    QVERIFY(gate.log().isEmpty());
}

void TestService::logOfAnAnsweredRequest()
{
    Gate gate;
    gate.setRules({rule(u"*"_s, u"*"_s, Effect::Ask), rule(u"edit"_s, u"free"_s, Effect::Allow)});
    auto service = gate.service();
    for (const Reply &reply : {once(), reject(u"no"_s)}) {
        Call call(*service, inquiry(u"edit"_s, {u"free"_s, u"a"_s}));
        WAIT_FOR_PENDING(service, 1);
        const RequestId id = service->pending().first().id;
        QVERIFY(service->reply(id, reply));
        const bool accepted = call.result().has_value();
        Decision expected{0,
                          1000,
                          ProjectId(u"prj_1"_s),
                          SessionId(u"ses_1"_s),
                          u"build"_s,
                          CallId(u"call_1"_s),
                          id,
                          u"edit"_s,
                          u"free"_s,
                          accepted ? Effect::Allow : Effect::Deny,
                          accepted ? DecidedBy::Rule : DecidedBy::Person,
                          accepted ? u"once"_s : u"reject"_s,
                          u"edit free allow (countersign.jsonc:12)"_s,
                          u"countersign.jsonc:12"_s,
                          accepted ? u""_s : u"no"_s};
        const auto log = gate.log();
        QVERIFY(log.size() >= 2);
        expected.id = log.at(log.size() - 2).id;
        QCOMPARE(log.at(log.size() - 2), expected);
        ++expected.id;
        expected.resource = u"a"_s;
        expected.decidedBy = DecidedBy::Person;
        expected.rule = u"* * ask (countersign.jsonc:12)"_s;
        QCOMPARE(log.last(), expected);
    }
}

void TestService::logFilters()
{
    Gate gate;
    gate.setRules({rule(u"*"_s, u"*"_s, Effect::Allow)});
    auto one = gate.service(u"prj_1"_s);
    auto two = gate.service(u"prj_2"_s);
    QVERIFY(one->require(inquiry(u"read"_s, {u"a"_s}, u"ses_1"_s), {}));
    QVERIFY(one->require(inquiry(u"read"_s, {u"b"_s}, u"ses_2"_s), {}));
    QVERIFY(two->require(inquiry(u"read"_s, {u"c"_s}, u"ses_3"_s), {}));
    const auto resources = [&gate](const DecisionFilter &filter) {
        QStringList found;
        const auto rows = decisions(*gate.store, filter);
        for (const Decision &row : *rows)
            found.append(row.resource);
        return found;
    };
    QCOMPARE(resources({}), (QStringList{u"a"_s, u"b"_s, u"c"_s}));
    QCOMPARE(resources({ProjectId(u"prj_1"_s), {}, -1}), (QStringList{u"a"_s, u"b"_s}));
    QCOMPARE(resources({{}, SessionId(u"ses_2"_s), -1}), (QStringList{u"b"_s}));
    QCOMPARE(resources({{}, {}, 2}), (QStringList{u"b"_s, u"c"_s}));
}

QTEST_GUILESS_MAIN(TestService)
#include "tst_service.moc"
