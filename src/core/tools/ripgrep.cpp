// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/ripgrep.h"

#include "process/process.h"

#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>

#include <mutex>
#include <optional>

#include <sys/stat.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr int kNothingFound = 1;
/// ripgrep's exit code when something went wrong, be it one unreadable file; what it has printed
/// until then is good.
constexpr int kSomethingFailed = 2;
constexpr std::chrono::milliseconds kVersionTimeout{10'000};

const QString kInstallHint =
        u"The person can install the package \"ripgrep\" (for example: sudo apt install ripgrep); "
        "until then use bash with find or grep."_s;

/// A program file at one moment; another one asks for its version again.
struct ProgramFile
{
    QString path;
    dev_t device = 0;
    ino_t inode = 0;
    qint64 changed = 0;
    friend bool operator==(const ProgramFile &, const ProgramFile &) = default;
};

std::optional<ProgramFile> findProgram()
{
    QStringList folders;
    const QStringList all = QFile::decodeName(qgetenv("PATH")).split(u':', Qt::SkipEmptyParts);
    for (const QString &folder : all) {
        // A relative one would let an opened project bring its own program.
        if (folder.startsWith(u'/'))
            folders.append(folder);
    }
    if (folders.isEmpty())
        return std::nullopt;
    ProgramFile program{QStandardPaths::findExecutable(u"rg"_s, folders)};
    struct stat status{};
    if (program.path.isEmpty() || ::stat(QFile::encodeName(program.path).constData(), &status) != 0)
        return std::nullopt;
    program.device = status.st_dev;
    program.inode = status.st_ino;
    program.changed = qint64(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
    return program;
}

/// What the program says of itself.
Result<QString> checkVersion(const ProgramFile &program, const std::stop_token &stop)
{
    ProcessRequest request;
    request.program = program.path;
    request.arguments = QStringList{u"--no-config"_s, u"--version"_s};
    request.workingDirectory = u"/"_s;
    request.captureLimit = 4096;
    request.timeout = kVersionTimeout;
    const auto ended = runProcess(request, stop);
    if (!ended)
        return failure(ended.error());
    const QString said = QString::fromUtf8(ended->output).section(u'\n', 0, 0).trimmed();
    static const QRegularExpression pattern(u"^ripgrep (\\d+)\\."_s);
    const auto match = pattern.match(said);
    if (!match.hasMatch())
        return failure(ErrorCode::NotFound,
                       u"The program %1 does not say that it is ripgrep. %2"_s.arg(program.path,
                                                                                   kInstallHint),
                       said);
    if (match.captured(1).toInt() < kOldestRipgrep)
        return failure(ErrorCode::NotFound,
                       u"%1 is %2, and ripgrep %3 or newer is needed. %4"_s.arg(
                               program.path, said, QString::number(kOldestRipgrep), kInstallHint));
    return said;
}

/// What ripgrep says of a pattern that it refuses, without the options that only a person at a
/// terminal has.
Error refusalOf(const QByteArray &errors)
{
    QString said = QString::fromUtf8(errors).trimmed();
    if (said.startsWith(u"rg: "))
        said = said.sliced(4);
    const bool oneLine = said.contains(u"\"\\n\"' is not allowed"_s);
    const bool plain = said.contains(u"look-around"_s) || said.contains(u"backreferences"_s);
    if (const qsizetype advice = said.indexOf(u"\n\nConsider enabling"_s); advice >= 0)
        said.truncate(advice);
    const QString subject = said.startsWith(u"error parsing glob"_s)
            ? u"the file name pattern is not valid"_s
            : u"the regular expression is not valid"_s;
    QString hint;
    if (oneLine)
        hint = u" A pattern is matched line by line, so it cannot hold a line end."_s;
    else if (plain)
        hint = u" There is no look-around and there are no backreferences."_s;
    return {ErrorCode::InvalidInput,
            u"Nothing was searched, because %1; correct it.%2 ripgrep says: %3"_s.arg(subject, hint,
                                                                                      said),
            {}};
}

/// A program that was asked for its version.
struct Checked
{
    ProgramFile program;
    QString version;
};

} // namespace

Result<Ripgrep> findRipgrep(const std::stop_token &stop)
{
    static std::mutex mutex;
    static std::optional<Checked> checked; // Guarded by the mutex.
    const auto program = findProgram();
    if (!program)
        return failure(ErrorCode::NotFound,
                       u"The program ripgrep (rg) is not installed. "_s + kInstallHint);
    {
        const std::lock_guard lock(mutex);
        if (checked && checked->program == program)
            return Ripgrep{program->path, checked->version};
    }
    const auto version = checkVersion(*program, stop);
    if (!version)
        return failure(version.error());
    const std::lock_guard lock(mutex);
    checked = Checked{*program, *version};
    return Ripgrep{program->path, *version};
}

Result<RipgrepEnd> runRipgrep(const RipgrepRun &run, std::stop_token stop)
{
    const auto program = findRipgrep(stop);
    if (!program) {
        Error error = program.error();
        if (error.code == ErrorCode::NotFound)
            error.message = u"Nothing was searched. "_s + error.message;
        return failure(std::move(error));
    }
    ProcessRequest request;
    request.program = program->path;
    // With --no-messages, what is left on standard error is about the pattern.
    request.arguments = QStringList{u"--no-config"_s, u"--no-messages"_s} + run.arguments;
    request.workingDirectory = run.directory;
    request.captureLimit = 0;
    request.timeout = run.timeout;
    request.onOutput = run.onOutput;
    const auto ended = runProcess(request, std::move(stop));
    if (!ended)
        return failure(ended.error());
    if (ended->stoppedByCaller)
        return RipgrepEnd{};
    if (ended->timedOut)
        return RipgrepEnd{.timedOut = true};
    if (ended->exitCode == 0 || ended->exitCode == kNothingFound)
        return RipgrepEnd{};
    if (ended->exitCode == kSomethingFailed) {
        if (ended->errors.trimmed().isEmpty())
            return RipgrepEnd{.unreadable = true};
        return failure(refusalOf(ended->errors));
    }
    return failure(ErrorCode::Io,
                   u"The search failed, because ripgrep ended with %1 before it was through; try "
                   "again with a narrower path."_s.arg(
                           ended->signal ? u"signal %1"_s.arg(*ended->signal)
                                         : u"status %1"_s.arg(ended->exitCode.value_or(-1))),
                   QString::fromUtf8(ended->errors).trimmed());
}

} // namespace Countersign
