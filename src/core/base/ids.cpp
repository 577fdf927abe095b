// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/ids.h"

#include "base/clock.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <atomic>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kIdsPerMs = 4096;
constexpr int kTimeDigits = 12;
constexpr int kRandomDigits = 14;

/// The next value of time and counter. More than 4096 ids in a millisecond, or a clock that is set
/// back, borrow from the milliseconds to come, so that the order always holds.
qint64 nextStamp()
{
    static std::atomic<qint64> last = 0;
    const qint64 now = Clock::system().nowMs() * kIdsPerMs;
    qint64 previous = last.load();
    qint64 next = 0;
    do {
        next = std::max(previous + 1, now);
    } while (!last.compare_exchange_weak(previous, next));
    return next;
}

} // namespace

QString ascendingId()
{
    static constexpr char16_t kHex[] = u"0123456789abcdef";
    static constexpr char16_t kBase62[] =
            u"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    QString id(kTimeDigits + kRandomDigits, Qt::Uninitialized);
    // The low 48 bits: they come round every 2.2 years, which is why order between processes is
    // kept by columns of their own and never by ids.
    quint64 stamp = static_cast<quint64>(nextStamp());
    for (int i = kTimeDigits - 1; i >= 0; --i) {
        id[i] = QChar(kHex[stamp & 0xF]);
        stamp >>= 4;
    }
    // Seven digits from each 64-bit number: the bias of the remainder is below 2^-22.
    std::array<quint64, 2> noise{};
    QRandomGenerator::system()->generate(noise.begin(), noise.end());
    for (int i = 0; i < kRandomDigits; ++i) {
        quint64 &source = noise[i < kRandomDigits / 2 ? 0 : 1];
        id[kTimeDigits + i] = QChar(kBase62[source % 62]);
        source /= 62;
    }
    return id;
}

SessionId newSessionId()
{
    return SessionId(u"ses_"_s + ascendingId());
}

MessageId newMessageId()
{
    return MessageId(u"msg_"_s + ascendingId());
}

RequestId newRequestId()
{
    return RequestId(u"per_"_s + ascendingId());
}

QuestionId newQuestionId()
{
    return QuestionId(u"que_"_s + ascendingId());
}

ApprovalId newApprovalId()
{
    return ApprovalId(u"psv_"_s + ascendingId());
}

} // namespace Countersign
