// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/processmark.h"
#include "gatefixture.h"
#include "permission/requestrow.h"

#include <QTest>

#include <latch>

using namespace Countersign;
using namespace Countersign::Permission;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

Reply once()
{
    Reply reply;
    reply.answer = Answer::Once;
    return reply;
}

} // namespace

/// What ends a request from two sides at once, or from no side.
class TestServiceRaces : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void stopEndsTheQuestion();
    void stopBeforeTheQuestion();
    void destructionInterruptsWhatWaits();
    void twoRepliesAtOnce();
    void replyAndStopAtOnce();
    void manySessionsAtOnce();
    void recoverEndsWhatACrashLeft();
    void recoverLeavesTheLivingAlone();
    void largeContentsAreNotKept();
};

void TestServiceRaces::stopEndsTheQuestion()
{
    Gate gate;
    auto service = gate.service();
    const Witness witness(*service);
    Call call(*service, inquiry(u"bash"_s, {u"ls"_s}));
    QTRY_COMPARE(service->pending().size(), 1);
    const RequestId id = service->pending().first().id;
    call.stop();
    const auto result = call.result();
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
    QVERIFY(service->pending().isEmpty());
    QCOMPARE(witness.replied().size(), 1);
    QCOMPARE(witness.replied().first().id, id);
    QVERIFY(witness.replied().first().interrupted);
    QCOMPARE(gate.text(u"SELECT state FROM permission_request"_s), u"interrupted"_s);
    const auto log = gate.log();
    QCOMPARE(log.size(), 1);
    QCOMPARE(log.first().decidedBy, DecidedBy::Interrupted);
    QCOMPARE(log.first().effect, Effect::Ask);
    QCOMPARE(log.first().answer, QString());
    QCOMPARE(service->reply(id, once()).error().code, ErrorCode::NotFound);
}

void TestServiceRaces::stopBeforeTheQuestion()
{
    Gate gate;
    auto service = gate.service();
    const Witness witness(*service);
    std::stop_source source;
    source.request_stop();
    const auto result = service->require(inquiry(u"bash"_s, {u"ls"_s}), source.get_token());
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
    QVERIFY(witness.asked().isEmpty());
    QVERIFY(gate.log().isEmpty());
}

void TestServiceRaces::destructionInterruptsWhatWaits()
{
    Gate gate;
    auto service = gate.service();
    Call first(*service, inquiry(u"bash"_s, {u"ls"_s}));
    Call second(*service, inquiry(u"bash"_s, {u"ls"_s}, u"ses_2"_s));
    QTRY_COMPARE(service->pending().size(), 2);
    service.reset();
    QCOMPARE(first.result().error().code, ErrorCode::Cancelled);
    QCOMPARE(second.result().error().code, ErrorCode::Cancelled);
    QCOMPARE(gate.text(u"SELECT count(*) FROM permission_request WHERE state = 'interrupted'"_s),
             u"2"_s);
}

void TestServiceRaces::twoRepliesAtOnce()
{
    Gate gate;
    auto service = gate.service();
    for (int round = 0; round < 20; ++round) {
        const Witness witness(*service);
        Call call(*service, inquiry(u"bash"_s, {u"ls"_s}));
        QTRY_COMPARE(service->pending().size(), 1);
        const RequestId id = service->pending().first().id;
        std::latch start(2);
        std::atomic<int> accepted = 0;
        std::atomic<int> notFound = 0;
        const auto answer = [&](const Reply &reply) {
            start.arrive_and_wait();
            const auto result = service->reply(id, reply);
            if (result)
                ++accepted;
            else if (result.error().code == ErrorCode::NotFound)
                ++notFound;
        };
        {
            std::jthread yes(answer, once());
            std::jthread no(answer, Reply());
        }
        QCOMPARE(accepted.load(), 1);
        QCOMPARE(notFound.load(), 1);
        // The waiting call, the signal and the row all tell of the same answer.
        const auto result = call.result();
        QCOMPARE(witness.replied().size(), 1);
        QCOMPARE(witness.replied().first().answer, result ? Answer::Once : Answer::Reject);
        QCOMPARE(gate.text(u"SELECT state FROM permission_request WHERE id = ?"_s, {id.value}),
                 result ? u"once"_s : u"reject"_s);
    }
    QCOMPARE(gate.log().size(), 20);
}

void TestServiceRaces::replyAndStopAtOnce()
{
    Gate gate;
    auto service = gate.service();
    for (int round = 0; round < 20; ++round) {
        const Witness witness(*service);
        Call call(*service, inquiry(u"bash"_s, {u"ls"_s}));
        QTRY_COMPARE(service->pending().size(), 1);
        const RequestId id = service->pending().first().id;
        std::latch start(2);
        bool answered = false; // Read after joining.
        {
            std::jthread reply([&] {
                start.arrive_and_wait();
                answered = service->reply(id, once()).has_value();
            });
            std::jthread stop([&] {
                start.arrive_and_wait();
                call.stop();
            });
        }
        QCOMPARE(call.result().has_value(), answered);
        QCOMPARE(witness.replied().size(), 1);
        QCOMPARE(witness.replied().first().interrupted, !answered);
        QCOMPARE(gate.text(u"SELECT state FROM permission_request WHERE id = ?"_s, {id.value}),
                 answered ? u"once"_s : u"interrupted"_s);
    }
}

void TestServiceRaces::manySessionsAtOnce()
{
    // Twenty sessions ask the same thing while the first "always" is being saved: every one of
    // them ends, by its cascade or because it was evaluated after it.
    Gate gate;
    auto service = gate.service();
    std::atomic<bool> first = true;
    QObject::connect(
            service.get(), &Service::asked, service.get(),
            [&](const Request &request) {
                if (!first.exchange(false))
                    return;
                Reply reply;
                reply.answer = Answer::Always;
                reply.save = request.inquiry.save;
                QVERIFY(service->reply(request.id, reply));
            },
            Qt::DirectConnection);
    std::vector<std::unique_ptr<Call>> calls;
    for (int i = 0; i < 20; ++i) {
        Inquiry asked = inquiry(u"bash"_s, {u"ls"_s}, u"ses_%1"_s.arg(i));
        asked.save = {{u"ls"_s, true}};
        calls.push_back(std::make_unique<Call>(*service, asked));
    }
    for (const auto &call : calls)
        QVERIFY(call->result());
    QVERIFY(service->pending().isEmpty());
    QCOMPARE(service->approvals()->size(), 1);
    QCOMPARE(gate.log().size(), 20);
}

void TestServiceRaces::recoverEndsWhatACrashLeft()
{
    Gate gate;
    Request left;
    left.id = RequestId(u"per_left"_s);
    left.inquiry = inquiry(u"edit"_s, {u"a"_s, u"b"_s});
    left.inquiry.save = {{u"a"_s, true}};
    left.inquiry.metadata = {{u"k"_s, 1}};
    left.inquiry.proposal.files = {{Diff::ChangeKind::Moved,
                                    u"a"_s,
                                    u"/p/a"_s,
                                    u"b"_s,
                                    QByteArray("1\0x", 3),
                                    "2",
                                    {u"symlink"_s}}};
    left.explanation = {u"edit"_s, Effect::Ask, {{u"a"_s, Effect::Ask, std::nullopt}}, true};
    left.asked = 7;
    QVERIFY(gate.store->write([&](QSqlDatabase &database) -> Result<void> {
        if (auto added = insertRequest(database, ProjectId(u"prj_1"_s), left); !added)
            return added;
        // A process that is gone: same form, a start time that no process has.
        return Storage::execute(database, u"UPDATE permission_request SET owner = 'boot:1:0'"_s);
    }));
    auto other = gate.service(u"prj_2"_s);
    QCOMPARE(other->recover()->size(), 0);
    auto service = gate.service();
    const auto found = service->recover();
    QVERIFY(found);
    QCOMPARE(found->size(), 1);
    const Request &request = found->first();
    QCOMPARE(request.id, left.id);
    QCOMPARE(request.asked, 7);
    QCOMPARE(request.explanation, left.explanation);
    QCOMPARE(request.inquiry.session, left.inquiry.session);
    QCOMPARE(request.inquiry.agent, left.inquiry.agent);
    QCOMPARE(request.inquiry.message, left.inquiry.message);
    QCOMPARE(request.inquiry.call, left.inquiry.call);
    QCOMPARE(request.inquiry.action, left.inquiry.action);
    QCOMPARE(request.inquiry.resources, left.inquiry.resources);
    QCOMPARE(request.inquiry.save, left.inquiry.save);
    QCOMPARE(request.inquiry.metadata, left.inquiry.metadata);
    QCOMPARE(request.inquiry.proposal, left.inquiry.proposal);
    QCOMPARE(gate.text(u"SELECT state FROM permission_request"_s), u"interrupted"_s);
    QCOMPARE(gate.log().first().decidedBy, DecidedBy::Interrupted);
    QCOMPARE(service->recover()->size(), 0); // Once is enough, and nothing waits again.
    QVERIFY(service->pending().isEmpty());
}

void TestServiceRaces::recoverLeavesTheLivingAlone()
{
    QVERIFY(isProcessAlive(processMark()));
    QVERIFY(!isProcessAlive({}));
    QVERIFY(!isProcessAlive(processMark() + u'1'));
    Gate gate;
    auto service = gate.service();
    auto other = gate.service(); // Opened on the same project while the first one asks.
    Call call(*service, inquiry(u"bash"_s, {u"ls"_s}));
    QTRY_COMPARE(service->pending().size(), 1);
    QCOMPARE(other->recover()->size(), 0);
    QVERIFY(service->reply(service->pending().first().id, once()));
    QVERIFY(call.result());
}

void TestServiceRaces::largeContentsAreNotKept()
{
    const QByteArray atLimit(kKeptContentBytes, 'x');
    Diff::FileChange file{Diff::ChangeKind::Modified, u"a"_s, u"/p/a"_s, {}, atLimit, "2", {}};
    file.charset = "KOI8-R";
    QCOMPARE(proposalFromJson(proposalToJson({{file}})), (Diff::Proposal{{file}}));
    file.before += 'x';
    Diff::FileChange expected = file;
    expected.before.clear();
    expected.facts = {u"content-not-kept"_s};
    QCOMPARE(proposalFromJson(proposalToJson({{file}})), (Diff::Proposal{{expected}}));
}

QTEST_GUILESS_MAIN(TestServiceRaces)
#include "tst_service_races.moc"
