// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "process/process.h"

#include "process/groupwatch.h"
#include "process/spawn.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace Countersign {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

namespace {

constexpr auto kKillAfterTerm = 3000ms;
constexpr auto kReadAfterEnd = 100ms; ///< For a background child that keeps the pipe open.
constexpr auto kProgress = 100ms; ///< From a piece of output to its announcement.
constexpr auto kGroupCheck = 20ms; ///< Nothing tells when the last process of a group has ended.
constexpr auto kExitCheckWithoutPidFd = 10ms;
constexpr qint64 kErrorsLimit = 8 * 1024;
constexpr size_t kPieceSize = 256 * 1024; ///< The capacity of a pipe: one read empties it.

/// Blocks SIGPIPE in this thread while it lives; a write to a child that no longer reads answers
/// EPIPE instead. The signal is directed at the writing thread, so no other thread is concerned.
class SigPipeGuard
{
public:
    SigPipeGuard()
    {
        sigemptyset(&m_pipe);
        sigaddset(&m_pipe, SIGPIPE);
        sigset_t pending;
        sigpending(&pending);
        m_wasPending = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
    }
    ~SigPipeGuard()
    {
        // What our own writes raised must not arrive when the mask is restored.
        const timespec now{0, 0};
        while (!m_wasPending && sigtimedwait(&m_pipe, nullptr, &now) < 0 && errno == EINTR) { }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    SigPipeGuard(const SigPipeGuard &) = delete;
    SigPipeGuard &operator=(const SigPipeGuard &) = delete;

private:
    sigset_t m_pipe;
    sigset_t m_before;
    bool m_wasPending = false;
};

/// One running child until it is gone. Used on one thread only.
class Run
{
public:
    Run(const ProcessRequest &request, SpawnedChild child, int wakeFd)
        : m_request(request)
        , m_child(std::move(child))
        , m_wakeFd(wakeFd)
    {
        if (request.timeout > 0ms)
            m_timeoutAt = SteadyClock::now() + request.timeout;
    }
    Run(const Run &) = delete;
    Run &operator=(const Run &) = delete;

    Result<ProcessResult> wait(const std::stop_token &stop)
    {
        if (!m_request.input || m_request.input->isEmpty())
            m_child.input.reset();
        while (!isFinished()) {
            pollOnce();
            if (stop.stop_requested() && !m_endedAt) {
                m_cancelled = true;
                terminate();
            }
            checkExit();
            checkDeadlines();
        }
        return reap();
    }

private:
    [[nodiscard]] bool isFinished() const
    {
        if (!m_endedAt)
            return false;
        if (m_terminating)
            return m_groupGone;
        return pipesClosed() || (m_drained && SteadyClock::now() >= *m_endedAt + kReadAfterEnd);
    }

    [[nodiscard]] bool pipesClosed() const
    {
        return !m_child.output.isOpen() && !m_child.errors.isOpen();
    }

    void pollOnce()
    {
        enum { Wake, Exit, Output, Errors, Input, Count };
        std::array<pollfd, Count> fds{};
        // A wake-up is needed once only; the event stays readable and would spin the loop.
        fds[Wake] = {m_terminating || m_endedAt ? -1 : m_wakeFd, POLLIN, 0};
        fds[Exit] = {m_endedAt ? -1 : m_child.pidFd.get(), POLLIN, 0};
        fds[Output] = {m_child.output.get(), POLLIN, 0};
        fds[Errors] = {m_child.errors.get(), POLLIN, 0};
        fds[Input] = {m_child.input.get(), POLLOUT, 0};
        m_mayHaveEnded = true;
        if (::poll(fds.data(), fds.size(), pollTimeout()) < 0)
            return; // Interrupted by a signal: everything is looked at again.
        m_mayHaveEnded = fds[Exit].revents != 0 || !m_child.pidFd.isOpen();
        if (fds[Output].revents)
            readOutput();
        if (fds[Errors].revents)
            readErrors();
        if (fds[Input].revents)
            writeInput();
        m_drained = m_endedAt.has_value();
    }

    /// Milliseconds until the next deadline; -1 when only a descriptor can bring news.
    [[nodiscard]] int pollTimeout() const
    {
        std::optional<SteadyClock::time_point> next;
        const auto consider = [&next](SteadyClock::time_point at) {
            next = next ? std::min(*next, at) : at;
        };
        const auto now = SteadyClock::now();
        if (m_timeoutAt && !m_terminating && !m_endedAt)
            consider(*m_timeoutAt);
        if (m_killAt)
            consider(*m_killAt);
        if (m_progressAt)
            consider(*m_progressAt);
        if (m_terminating && m_endedAt)
            consider(now + kGroupCheck);
        else if (m_endedAt)
            consider(*m_endedAt + kReadAfterEnd);
        if (!m_endedAt && !m_child.pidFd.isOpen())
            consider(now + kExitCheckWithoutPidFd);
        if (!next)
            return -1;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next - now).count();
        return int(std::clamp<qint64>(left, 0, 60'000));
    }

    void readOutput()
    {
        const std::optional<QByteArrayView> piece = readPiece(m_child.output);
        if (!piece)
            return;
        if (m_request.onProgress && !m_progressAt)
            m_progressAt = SteadyClock::now() + kProgress;
        const qint64 room = std::max<qint64>(m_request.captureLimit - m_result.output.size(), 0);
        m_result.output.append(piece->first(std::min<qint64>(room, piece->size())));
        m_result.truncated = m_result.truncated || piece->size() > room;
        if (m_request.onOutput && !m_result.stoppedByCaller && !m_request.onOutput(*piece)) {
            m_result.stoppedByCaller = true;
            terminate();
        }
    }

    void readErrors()
    {
        const std::optional<QByteArrayView> piece = readPiece(m_child.errors);
        if (!piece)
            return;
        const qint64 room = kErrorsLimit - m_result.errors.size();
        m_result.errors.append(piece->first(std::min<qint64>(room, piece->size())));
    }

    /// Nothing when there was nothing to read; closes `fd` at the end of the pipe.
    std::optional<QByteArrayView> readPiece(UniqueFd &fd)
    {
        const ssize_t size = ::read(fd.get(), m_piece.data(), m_piece.size());
        if (size > 0)
            return QByteArrayView(m_piece.data(), size);
        if (size == 0 || (errno != EAGAIN && errno != EINTR))
            fd.reset();
        return std::nullopt;
    }

    void writeInput()
    {
        const QByteArray &input = *m_request.input;
        const ssize_t size = ::write(m_child.input.get(), input.constData() + m_written,
                                     size_t(input.size() - m_written));
        if (size > 0)
            m_written += size;
        const bool failed = size < 0 && errno != EAGAIN && errno != EINTR;
        // A child that stopped reading is not an error: `head -1` does so, its exit code tells.
        if (failed || m_written == input.size())
            m_child.input.reset();
    }

    void terminate()
    {
        if (m_terminating || m_endedAt)
            return;
        m_terminating = true;
        m_child.input.reset();
        m_killAt = SteadyClock::now() + kKillAfterTerm;
        holdEscaped(); // Before their parents end and nothing tells any more whose they are.
        for (const UniqueFd &one : m_escaped)
            ::syscall(SYS_pidfd_send_signal, one.get(), SIGTERM, nullptr, 0);
        ::kill(-m_child.pid, SIGTERM);
        ::kill(-m_child.pid, SIGCONT); // A stopped process does not see TERM before it goes on.
    }

    void holdEscaped()
    {
        std::vector<std::pair<pid_t, UniqueFd>> found;
        for (const pid_t pid : escapedFrom(m_child.pid)) {
            UniqueFd process(int(::syscall(SYS_pidfd_open, pid, 0)));
            if (process.isOpen())
                found.emplace_back(pid, std::move(process));
        }
        if (found.empty())
            return;
        // A number may have become a stranger's before its descriptor was there, but not since then.
        const std::vector<pid_t> still = escapedFrom(m_child.pid);
        for (auto &[pid, process] : found) {
            if (std::find(still.begin(), still.end(), pid) != still.end())
                m_escaped.push_back(std::move(process));
        }
    }

    /// True when all that left the group have ended: their descriptors are readable.
    [[nodiscard]] bool escapedAreGone() const
    {
        return std::all_of(m_escaped.begin(), m_escaped.end(), [](const UniqueFd &one) {
            pollfd fd{one.get(), POLLIN, 0};
            return ::poll(&fd, 1, 0) != 0;
        });
    }

    void checkExit()
    {
        if (!m_endedAt) {
            if (!m_mayHaveEnded)
                return;
            siginfo_t info{};
            // WNOWAIT leaves the child as a zombie, which keeps its number and so the number of
            // its group ours until the last signal has been sent.
            const int answer =
                    ::waitid(P_PID, id_t(m_child.pid), &info, WEXITED | WNOHANG | WNOWAIT);
            if (answer == 0 && info.si_pid == 0)
                return;
            if (answer != 0 && errno == EINTR)
                return;
            m_endedAt = SteadyClock::now();
            m_child.input.reset();
        }
        if (m_terminating && !m_groupGone)
            m_groupGone = escapedAreGone() && !groupIsAlive(m_child.pid);
    }

    void checkDeadlines()
    {
        const auto now = SteadyClock::now();
        if (m_progressAt && now >= *m_progressAt) {
            m_progressAt.reset();
            m_request.onProgress();
        }
        if (m_timeoutAt && now >= *m_timeoutAt && !m_terminating && !m_endedAt) {
            m_result.timedOut = true;
            terminate();
        }
        if (m_killAt && now >= *m_killAt) {
            m_killAt.reset();
            if (!m_endedAt)
                holdEscaped();
            for (const UniqueFd &one : m_escaped)
                ::syscall(SYS_pidfd_send_signal, one.get(), SIGKILL, nullptr, 0);
            ::kill(-m_child.pid, SIGKILL);
            // Whoever of the group is still listed now cannot run any code of its own again.
            m_groupGone = m_endedAt.has_value();
            m_killed = true;
        } else if (m_killed && m_endedAt) {
            m_groupGone = true;
        }
    }

    Result<ProcessResult> reap()
    {
        // The end of what an ended group wrote may still be in the pipes.
        for (int i = 0; i < 2 && m_terminating && m_child.output.isOpen(); ++i)
            readOutput();
        siginfo_t info{};
        int answer = 0;
        do {
            answer = ::waitid(P_PID, id_t(m_child.pid), &info, WEXITED);
        } while (answer != 0 && errno == EINTR);
        if (m_cancelled)
            return failure(
                    ErrorCode::Cancelled,
                    u"The program \"%1\" was stopped before it ended."_s.arg(m_request.program));
        if (answer != 0)
            return failure(ErrorCode::Io,
                           u"How the program \"%1\" ended could not be found out."_s.arg(
                                   m_request.program),
                           qt_error_string(errno));
        if (info.si_code == CLD_EXITED)
            m_result.exitCode = info.si_status;
        else
            m_result.signal = info.si_status;
        if (m_request.listSurvivors && !m_terminating)
            listSurvivors();
        return std::move(m_result);
    }

    void listSurvivors()
    {
        // The leader is gone, so this tells of the others; most commands leave none, and to look through
        // all processes would take longer than they do.
        if (::kill(-m_child.pid, 0) != 0)
            return;
        for (const ProcessEntry &other : othersOfGroup(m_child.pid))
            m_result.survivors.append(
                    u"%1 (%2)"_s.arg(QString::fromStdString(other.name)).arg(other.pid));
    }

    const ProcessRequest &m_request;
    SpawnedChild m_child;
    int m_wakeFd; // Not owned.
    std::optional<SteadyClock::time_point> m_timeoutAt;
    std::optional<SteadyClock::time_point> m_killAt;
    std::optional<SteadyClock::time_point> m_progressAt;
    std::optional<SteadyClock::time_point> m_endedAt; ///< The child itself has ended.
    bool m_mayHaveEnded = true; ///< Worth asking: a child that writes much is not asked each time.
    bool m_drained = false; ///< The pipes were looked at once more after the end.
    bool m_terminating = false;
    bool m_killed = false;
    bool m_groupGone = false; ///< Only while terminating.
    bool m_cancelled = false;
    qsizetype m_written = 0;
    std::vector<char> m_piece = std::vector<char>(kPieceSize);
    ProcessResult m_result;
    std::vector<UniqueFd> m_escaped; ///< Descriptors of descendants outside of the group.
    SigPipeGuard m_sigPipe;
};

} // namespace

Result<ProcessResult> runProcess(const ProcessRequest &request, std::stop_token stop)
{
    const auto cancelled = [&request] {
        return failure(ErrorCode::Cancelled,
                       u"The program \"%1\" was not started, because a stop was requested."_s.arg(
                               request.program));
    };
    if (stop.stop_requested())
        return cancelled();
    const UniqueFd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!wake.isOpen())
        return failure(
                ErrorCode::Io,
                u"The program \"%1\" was not started, because the system has no file "
                "descriptors left; close some programs and try again."_s.arg(request.program),
                qt_error_string(errno));
    Result<SpawnedChild> child = spawnChild(request);
    if (!child)
        return failure(child.error());
    const int wakeFd = wake.get();
    const std::stop_callback wakeUp(stop, [wakeFd] { ::eventfd_write(wakeFd, 1); });
    return Run(request, std::move(*child), wakeFd).wait(stop);
}

} // namespace Countersign
