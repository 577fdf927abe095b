// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/systemprompt.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QSysInfo>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

/// A file of instructions longer than this is cut: it is part of every request.
constexpr qint64 kInstructionBytes = 64 * 1024;

QString defaultPrompt()
{
    return u"You are a coding agent that works in a person's project through Countersign. "
           "The person sees every change you propose as a diff, and every command, before it takes effect, "
           "and may refuse it; the words of a refusal are for you: follow them.\n"
           "\n"
           "- Look before you change: read the files you are about to edit, search before you assume.\n"
           "- Make the smallest change that does the whole job, in the style of the code around it.\n"
           "- Propose edits with the edit or write tool rather than through shell commands, so that the "
           "person can review them.\n"
           "- Do not repeat a call that was refused or that failed in the same way; say what stands in "
           "the way instead.\n"
           "- Run the project's own checks when there are any, and report truthfully what they printed.\n"
           "- Be brief. Say what you did, what you did not do, and what the person should look at."_s;
}

QString instructionsFrom(const QString &folder)
{
    const QString path = folder + u"/AGENTS.md"_s;
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.read(kInstructionBytes);
    const QString cut = file.atEnd() ? QString() : u"\n(The rest of this file was left out.)"_s;
    return u"\n\nInstructions from "_s + path + u":\n"_s + QString::fromUtf8(bytes).trimmed() + cut;
}

} // namespace

QString systemPrompt(const Agent &agent, const QString &surroundings)
{
    const QString own = agent.system.isEmpty() ? defaultPrompt() : agent.system;
    return surroundings.isEmpty() ? own : own + u"\n\n"_s + surroundings;
}

QString surroundings(const QString &locationRoot, const QString &projectDirectory, bool isGit,
                     const QString &configFolder, qint64 nowMs)
{
    QString text = u"Working directory: %1\nProject: %2 (%3)\nPlatform: %4\nDate: %5"_s.arg(
            locationRoot, projectDirectory, isGit ? u"a git repository"_s : u"not under git"_s,
            QSysInfo::prettyProductName(),
            QDateTime::fromMSecsSinceEpoch(nowMs).date().toString(Qt::ISODate));
    text += instructionsFrom(configFolder);
    QStringList folders;
    for (QString folder = locationRoot;;) {
        folders.prepend(folder);
        if (folder == projectDirectory || folder == u"/" || !folder.startsWith(projectDirectory))
            break;
        folder = QFileInfo(folder).path();
    }
    for (const QString &folder : std::as_const(folders))
        text += instructionsFrom(folder);
    return text;
}

QString lastStepWords()
{
    return u"You have reached the last step allowed for this task, and tools are switched off. "
           "Sum up what was done, what is left to do, and what you recommend."_s;
}

} // namespace Countersign::Session
