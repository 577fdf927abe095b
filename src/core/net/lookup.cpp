// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/lookup.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include <netdb.h>
#include <sys/socket.h>

namespace Countersign::Net {

using namespace Qt::StringLiterals;

namespace {

/// Look-ups that nobody waits for any more still hold a thread until the resolver gives up.
constexpr int kMostAtOnce = 32;

struct Answer
{
    int code = 0; ///< Of getaddrinfo().
    QList<QHostAddress> addresses;
};

/// Shared by the caller and the thread that asks; whoever is last drops it.
struct Question
{
    QByteArray host;
    std::mutex mutex;
    std::condition_variable_any answered;
    std::optional<Answer> answer;
};

std::atomic<int> &running()
{
    static std::atomic<int> count{0};
    return count;
}

Answer askSystem(const QByteArray &host)
{
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_ADDRCONFIG;
    addrinfo *found = nullptr;
    Answer answer;
    answer.code = ::getaddrinfo(host.constData(), nullptr, &hints, &found);
    for (const addrinfo *one = found; one; one = one->ai_next) {
        if (one->ai_addr && !answer.addresses.contains(QHostAddress(one->ai_addr)))
            answer.addresses.append(QHostAddress(one->ai_addr));
    }
    if (found)
        ::freeaddrinfo(found);
    return answer;
}

/// getaddrinfo() can be neither interrupted nor given a limit, so it has a thread of its own that is
/// left behind when the caller goes away; it owns all that it touches.
Result<void> ask(const std::shared_ptr<Question> &question)
{
    if (running().fetch_add(1) >= kMostAtOnce) {
        running().fetch_sub(1);
        return failure(
                ErrorCode::Network,
                u"The address of %1 was not looked up: %2 other look-ups wait for an answer. "
                u"Check the network and try again."_s.arg(QString::fromLatin1(question->host),
                                                          QString::number(kMostAtOnce)));
    }
    try {
        std::thread([question] {
            Answer answer = askSystem(question->host);
            {
                const std::lock_guard lock(question->mutex);
                question->answer = std::move(answer);
            }
            question->answered.notify_all();
            running().fetch_sub(1);
        }).detach();
    } catch (const std::system_error &error) {
        running().fetch_sub(1);
        return failure(ErrorCode::Io,
                       u"The address of %1 was not looked up: the system gave no thread. Close "
                       u"other programs and try again."_s.arg(QString::fromLatin1(question->host)),
                       QString::fromLocal8Bit(error.what()));
    }
    return {};
}

} // namespace

Result<QList<QHostAddress>> lookUp(const QString &host, std::chrono::milliseconds limit,
                                   std::stop_token stop)
{
    if (const QHostAddress literal(host); !literal.isNull())
        return QList{literal};
    if (host == u"localhost"_s || host.endsWith(u".localhost"_s))
        return QList{QHostAddress(QHostAddress::LocalHost),
                     QHostAddress(QHostAddress::LocalHostIPv6)};
    if (stop.stop_requested())
        return failure(ErrorCode::Cancelled, u"Looking up %1 was stopped."_s.arg(host));
    const auto question = std::make_shared<Question>();
    question->host = host.toLatin1();
    if (const auto asked = ask(question); !asked)
        return failure(asked.error());
    std::unique_lock lock(question->mutex);
    const bool there = question->answered.wait_for(lock, stop, limit,
                                                   [&] { return question->answer.has_value(); });
    if (!there && stop.stop_requested())
        return failure(ErrorCode::Cancelled, u"Looking up %1 was stopped."_s.arg(host));
    if (!there) {
        return failure(ErrorCode::Network,
                       u"Nobody said within %1 s which address %2 has. Check the network."_s.arg(
                               QString::number(double(limit.count()) / 1000.0), host));
    }
    const Answer &answer = *question->answer;
    if (!answer.addresses.isEmpty())
        return answer.addresses;
    const QString detail = QString::fromLocal8Bit(::gai_strerror(answer.code));
    if (answer.code == EAI_AGAIN) {
        return failure(ErrorCode::Network,
                       u"The address of %1 could not be looked up: no name server answered. Check "
                       u"the network."_s.arg(host),
                       detail);
    }
    return failure(ErrorCode::NotFound,
                   u"There is no host named %1. Check the spelling."_s.arg(host), detail);
}

} // namespace Countersign::Net
