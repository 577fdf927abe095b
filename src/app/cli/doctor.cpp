// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "engine/engine.h"
#include "process/process.h"
#include "tools/ripgrep.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <chrono>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;

namespace {

class Findings
{
public:
    void good(const QString &what) { out(u"✓ "_s + what + u'\n'); }
    void bad(const QString &what)
    {
        out(u"✕ "_s + what + u'\n');
        m_bad = true;
    }
    void note(const QString &what) { out(u"· "_s + what + u'\n'); }
    [[nodiscard]] bool anyBad() const { return m_bad; }

private:
    bool m_bad = false;
};

void checkProgram(Findings &findings, const QString &program, const QString &need)
{
    ProcessRequest request;
    request.program = program;
    request.arguments = {u"--version"_s};
    request.timeout = std::chrono::seconds(5);
    request.mergeOutput = true;
    const auto result = runProcess(request);
    if (result && result->exitCode == 0) {
        findings.good(program + u": "_s
                      + QString::fromUtf8(result->output).section(u'\n', 0, 0).trimmed());
    } else {
        findings.bad(u"%1 was not found; %2"_s.arg(program, need));
    }
}

void checkEngine(Findings &findings, const Engine &engine)
{
    findings.good(u"database opens"_s);
    findings.good(u"folder "_s + engine.directory());
    if (engine.model().isEmpty()) {
        findings.bad(
                u"no model is configured: set \"model\" and \"providers\" in the configuration, or "
                "COUNTERSIGN_BASE_URL and COUNTERSIGN_MODEL."_s);
    } else {
        findings.good(u"model "_s + engine.model());
    }
    const QStringList unavailable = engine.unavailableTools();
    for (const QString &tool : unavailable)
        findings.note(tool);
    if (const QString file = engine.changesTurnedOffIn(); !file.isEmpty())
        findings.note(Session::turnedOffWords(file));
    const QStringList problems = engine.configProblems();
    for (const QString &problem : problems)
        findings.bad(problem);
    if (problems.isEmpty())
        findings.good(u"the configuration has no problems"_s);
}

} // namespace

int doctor(Arguments arguments)
{
    QCoreApplication application(arguments.argc, arguments.argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Checks what Countersign needs on this machine and says what "
                                     u"is missing. Exit code 1 when "
                                     "something is."_s);
    parser.addOptions({projectOption(), modelOption()});
    if (const auto ended = parse(parser, u"doctor"_s, arguments.rest))
        return *ended;

    Findings findings;
    findings.note(u"countersign "_s + QCoreApplication::applicationVersion() + u", Qt "_s
                  + QString::fromLatin1(qVersion()));
    const EngineOptions options = engineOptions(parser);
    findings.note(u"configuration in "_s + options.paths.config);
    findings.note(u"data in "_s + options.paths.data);
    if (const auto ripgrep = findRipgrep())
        findings.good(ripgrep->path + u": "_s + ripgrep->version);
    else
        findings.bad(ripgrep.error().message);
    checkProgram(findings, u"shfmt"_s,
                 u"without it every command line is asked as it stands: install the package "
                 "shfmt."_s);

    auto engine = Engine::open(options);
    if (!engine) {
        findings.bad(engine.error().message);
        return kFailed;
    }
    QObject::connect(engine->get(), &Engine::toolsCompleted, &application, [&] {
        checkEngine(findings, **engine);
        QCoreApplication::exit(findings.anyBad() ? kFailed : kDone);
    });
    return QCoreApplication::exec();
}

} // namespace Countersign::Cli
