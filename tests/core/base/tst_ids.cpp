// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <thread>
#include <vector>

using namespace Countersign;
using namespace Qt::StringLiterals;

class TestIds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasTheStatedShape()
    {
        static const QRegularExpression shape(u"^[0-9a-f]{12}[0-9A-Za-z]{14}$"_s);
        for (int i = 0; i < 1000; ++i) {
            const QString id = ascendingId();
            QVERIFY2(shape.match(id).hasMatch(), qPrintable(id));
        }
    }

    void carriesTheTime()
    {
        const qint64 before = Clock::system().nowMs();
        const qint64 stamp = ascendingId().left(12).toLongLong(nullptr, 16);
        const qint64 after = Clock::system().nowMs();
        constexpr qint64 kMask = (qint64(1) << 48) - 1;
        QVERIFY(stamp >= ((before * 4096) & kMask));
        QVERIFY(stamp <= ((after * 4096 + 4095) & kMask));
    }

    void ascendsBeyondTheIdsOfOneMillisecond()
    {
        QString previous = ascendingId();
        for (int i = 0; i < 50'000; ++i) {
            QString next = ascendingId();
            QVERIFY2(previous.left(12) < next.left(12), qPrintable(previous + u' ' + next));
            previous = std::move(next);
        }
    }

    void ascendsInEveryThreadAndNeverRepeats()
    {
        constexpr int kThreads = 8;
        constexpr int kEach = 5000;
        std::vector<QStringList> made(kThreads);
        {
            std::vector<std::jthread> threads;
            for (QStringList &mine : made)
                threads.emplace_back([&mine] {
                    for (int i = 0; i < kEach; ++i)
                        mine.append(ascendingId());
                });
        }
        QSet<QString> stamps;
        for (const QStringList &mine : made) {
            QVERIFY(std::is_sorted(mine.begin(), mine.end()));
            for (const QString &id : mine)
                stamps.insert(id.left(12));
        }
        QCOMPARE(stamps.size(), kThreads * kEach);
    }

    void namesItsKind()
    {
        QVERIFY(newSessionId().value.startsWith(u"ses_"));
        QVERIFY(newMessageId().value.startsWith(u"msg_"));
        QVERIFY(newRequestId().value.startsWith(u"per_"));
        QVERIFY(newApprovalId().value.startsWith(u"psv_"));
        QVERIFY(SessionId().isEmpty());
        QVERIFY(!newSessionId().isEmpty());
    }

    void errorCodeNames_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("name");
        const auto row = [](ErrorCode code, const char *name) {
            QTest::newRow(name) << int(code) << QString::fromLatin1(name);
        };
        row(ErrorCode::InvalidInput, "invalid_input");
        row(ErrorCode::NotFound, "not_found");
        row(ErrorCode::Exists, "exists");
        row(ErrorCode::Denied, "denied");
        row(ErrorCode::Declined, "declined");
        row(ErrorCode::Cancelled, "cancelled");
        row(ErrorCode::Stale, "stale");
        row(ErrorCode::Limit, "limit");
        row(ErrorCode::Unsupported, "unsupported");
        row(ErrorCode::Io, "io");
        row(ErrorCode::Network, "network");
        row(ErrorCode::Protocol, "protocol");
        row(ErrorCode::Storage, "storage");
        row(ErrorCode::Internal, "internal");
    }

    void errorCodeNames()
    {
        QFETCH(int, code);
        QTEST(errorCodeName(ErrorCode(code)), "name");
    }
};

QTEST_GUILESS_MAIN(TestIds)
#include "tst_ids.moc"
