// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "process/spawn.h"

#include <QFile>
#include <QList>
#include <QStandardPaths>

#include <cerrno>
#include <csignal>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// posix_spawn's two objects, which have to be destroyed.
struct SpawnPlan
{
    SpawnPlan()
    {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
    }
    ~SpawnPlan()
    {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    SpawnPlan(const SpawnPlan &) = delete;
    SpawnPlan &operator=(const SpawnPlan &) = delete;

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
};

struct Pipe
{
    UniqueFd read;
    UniqueFd write;
};

/// Moves a descriptor above the standard three: when one of those is closed in this process, a pipe
/// could get its number and the child's redirections would overwrite each other.
UniqueFd aboveStandard(int fd)
{
    UniqueFd owned(fd);
    if (fd > STDERR_FILENO)
        return owned;
    return UniqueFd(::fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

/// Fewer switches between a child that writes much and us; the default is 64 KiB, and stays where the
/// kernel does not want to give more.
constexpr int kPipeBytes = 256 * 1024;

Result<Pipe> makePipe()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return failure(ErrorCode::Io,
                       u"No pipe for a child process could be made; close some "
                       "programs and try again."_s,
                       qt_error_string(errno));
    ::fcntl(ends[0], F_SETPIPE_SZ, kPipeBytes);
    Pipe pipe{aboveStandard(ends[0]), aboveStandard(ends[1])};
    if (!pipe.read.isOpen() || !pipe.write.isOpen())
        return failure(ErrorCode::Io,
                       u"No pipe for a child process could be made; close some "
                       "programs and try again."_s,
                       qt_error_string(errno));
    return pipe;
}

/// The program as posix_spawn needs it: with a slash, so that no second search happens. A name with
/// a slash counts from the working directory, as a shell in that directory would take it.
Result<QByteArray> findProgram(const QString &program, int directory)
{
    if (program.isEmpty() || program.contains(QChar::Null))
        return failure(ErrorCode::InvalidInput,
                       u"A program to run must have a name without a NUL character."_s);
    if (program.contains(u'/')) {
        const QByteArray path = QFile::encodeName(program);
        if (::faccessat(directory, path.constData(), X_OK, AT_EACCESS) == 0)
            return path;
        const int error = errno;
        if (error == EACCES)
            return failure(ErrorCode::Io,
                           u"The program \"%1\" may not be executed; check its permissions."_s.arg(
                                   program),
                           qt_error_string(error));
        return failure(
                ErrorCode::NotFound,
                u"The program \"%1\" does not exist; check the path or install it."_s.arg(program),
                qt_error_string(error));
    }
    const QString found = QStandardPaths::findExecutable(program);
    if (found.isEmpty())
        return failure(ErrorCode::NotFound,
                       u"The program \"%1\" was not found in PATH; install it or give its "
                       "absolute path."_s.arg(program));
    return QFile::encodeName(found);
}

/// -1 stands for the current directory of this process.
Result<UniqueFd> openWorkingDirectory(const QString &directory)
{
    if (directory.isEmpty())
        return UniqueFd();
    UniqueFd fd(::open(QFile::encodeName(directory).constData(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    const int error = errno;
    if (fd.isOpen())
        return aboveStandard(fd.release());
    const bool missing = error == ENOENT || error == ENOTDIR;
    return failure(
            missing ? ErrorCode::NotFound : ErrorCode::Io,
            missing ? u"The working directory \"%1\" does not exist; choose one that does."_s.arg(
                              directory)
                    : u"The working directory \"%1\" cannot be entered; check its "
                      "permissions."_s.arg(directory),
            qt_error_string(error));
}

Result<std::vector<QByteArray>> encodeArguments(const QString &program,
                                                const QStringList &arguments)
{
    std::vector<QByteArray> encoded{QFile::encodeName(program)};
    for (const QString &argument : arguments) {
        if (argument.contains(QChar::Null))
            return failure(ErrorCode::InvalidInput,
                           u"An argument of \"%1\" contains a NUL character, which no program can "
                           "be given; remove it."_s.arg(program));
        encoded.push_back(argument.toLocal8Bit());
    }
    return encoded;
}

void unblock(int fd)
{
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

} // namespace

Result<SpawnedChild> spawnChild(const ProcessRequest &request)
{
    const Result<UniqueFd> directory = openWorkingDirectory(request.workingDirectory);
    if (!directory)
        return failure(directory.error());
    const Result<QByteArray> program =
            findProgram(request.program, directory->isOpen() ? directory->get() : AT_FDCWD);
    if (!program)
        return failure(program.error());
    Result<std::vector<QByteArray>> arguments = encodeArguments(request.program, request.arguments);
    if (!arguments)
        return failure(arguments.error());

    Result<Pipe> output = makePipe();
    if (!output)
        return failure(output.error());
    Result<Pipe> errors = request.mergeOutput ? Result<Pipe>(Pipe{}) : makePipe();
    if (!errors)
        return failure(errors.error());
    Result<Pipe> input = request.input ? makePipe() : Result<Pipe>(Pipe{});
    if (!input)
        return failure(input.error());

    // posix_spawn rather than fork: glibc shares the memory until exec, so the cost does not grow
    // with ours, and no code of ours runs between fork and exec in a process with many threads.
    SpawnPlan plan;
    if (input->read.isOpen())
        posix_spawn_file_actions_adddup2(&plan.actions, input->read.get(), STDIN_FILENO);
    else
        posix_spawn_file_actions_addopen(&plan.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&plan.actions, output->write.get(), STDOUT_FILENO);
    // One pipe for both is what keeps the order in which they were written.
    posix_spawn_file_actions_adddup2(
            &plan.actions, request.mergeOutput ? output->write.get() : errors->write.get(),
            STDERR_FILENO);
    if (directory->isOpen())
        posix_spawn_file_actions_addfchdir_np(&plan.actions, directory->get());
    // Also closes what a library opened without close-on-exec.
    posix_spawn_file_actions_addclosefrom_np(&plan.actions, STDERR_FILENO + 1);

    sigset_t none;
    sigemptyset(&none);
    sigset_t all;
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    posix_spawnattr_setsigmask(&plan.attributes, &none);
    posix_spawnattr_setsigdefault(&plan.attributes, &all);
    posix_spawnattr_setpgroup(&plan.attributes, 0);
    posix_spawnattr_setflags(&plan.attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF
                                     | POSIX_SPAWN_SETSIGMASK);

    std::vector<char *> argv;
    for (QByteArray &argument : *arguments)
        argv.push_back(argument.data());
    argv.push_back(nullptr);

    SpawnedChild child;
    const int error = ::posix_spawn(&child.pid, program->constData(), &plan.actions,
                                    &plan.attributes, argv.data(), environ);
    if (error != 0) {
        const QString message = error == E2BIG
                ? u"The arguments of \"%1\" are too long for the system; pass less, for example "
                  "through a file."_s
                : u"The program \"%1\" could not be started; check that it can be run on this "
                  "system."_s;
        return failure(error == E2BIG ? ErrorCode::Limit : ErrorCode::Io,
                       message.arg(request.program), qt_error_string(error));
    }
    // Not through <sys/pidfd.h>: glibc 2.36 forgot extern "C" in it.
    child.pidFd = UniqueFd(int(::syscall(SYS_pidfd_open, child.pid, 0)));
    child.output = std::move(output->read);
    child.errors = std::move(errors->read);
    child.input = std::move(input->write);
    for (const UniqueFd *fd : {&child.output, &child.errors, &child.input}) {
        if (fd->isOpen())
            unblock(fd->get());
    }
    return child;
}

} // namespace Countersign
