// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/skilltool.h"

#include "base/quoted.h"
#include "config/skills.h"
#include "permission/evaluate.h"
#include "permission/explain.h"
#include "tools/asking.h"
#include "tools/shownbytes.h"
#include "tools/skillfiles.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// So much of the list of skills is part of every request to a model; after it only names are listed.
constexpr qsizetype kListUnits = 20'000;
/// So much of a skill is shown in the question whether it may be loaded.
constexpr qsizetype kShownUnits = 20'000;

struct SkillInput
{
    QString name;
};

struct SkillOutput
{
    QString name;
    QString directory;
    QString output;
};

const QString &action()
{
    static const QString name = QString::fromUtf16(Permission::Action::skill);
    return name;
}

QString listFor(const QList<Config::Skill> &skills, const Permission::Ruleset &rules)
{
    QString list;
    for (const Config::Skill &skill : skills) {
        if (Permission::decide(action(), {skill.name}, rules, {}).effect
            == Permission::Effect::Deny)
            continue;
        list += u"\n- "_s + skill.name;
        if (list.size() + skill.description.size() <= kListUnits)
            list += u": "_s + skill.description;
    }
    return list.isEmpty() ? u" There are none in this project."_s
                          : u" These can be loaded:"_s + list;
}

/// A skill that the agent may not load is not there for it.
Error unknownSkill(const ToolServices &services, const QString &name, const QString &agent)
{
    QStringList known;
    for (const Config::Skill &skill : services.skills) {
        const auto verdict = services.permission.explain(agent, action(), {skill.name});
        if (verdict && verdict->effect != Permission::Effect::Deny)
            known.append(skill.name);
    }
    return {ErrorCode::NotFound,
            u"There is no skill %1; "_s.arg(quoted(name))
                    + (known.isEmpty() ? u"this project has none that you may load."_s
                                       : u"the skills are: "_s + known.join(u", "_s) + u'.'),
            {}};
}

/// Instructions from a file that the rules protect from being read are protected here, too.
Result<void> checkReadable(const ToolServices &services, const QString &agent,
                           const QString &resource)
{
    const auto verdict = services.permission.explain(
            agent, QString::fromUtf16(Permission::Action::read), {resource});
    if (!verdict)
        return failure(verdict.error());
    if (verdict->effect == Permission::Effect::Deny)
        return failure(ErrorCode::Denied, Permission::denialText(*verdict, agent));
    return {};
}

/// Reads the file as it is now: what the person is shown is what is loaded.
Result<QString> readBody(const ToolServices &services, const Config::Skill &skill)
{
    ResolvedPath path;
    path.input = path.canonical = skill.file;
    path.resource = services.location.resourceOf(skill.file);
    path.type = FileType::Regular;
    const auto file = services.location.readFile(path, Config::kLargestSkillBytes);
    if (!file)
        return failure(file.error());
    if (!file->exists)
        return failure(
                ErrorCode::NotFound,
                u"The file of the skill \"%1\" is gone: %2."_s.arg(skill.name, path.resource));
    auto body = Config::skillBody(file->bytes);
    if (!body)
        return failure(body.error().code,
                       u"The skill \"%1\" cannot be used (%2): %3"_s.arg(skill.name, path.resource,
                                                                         body.error().message));
    return body;
}

QString wrapped(const ToolServices &services, const Config::Skill &skill, const QString &body,
                const QStringList &files)
{
    const QString directory = services.location.resourceOf(skill.directory);
    QString text = u"<skill_content name=\"%1\">\n# Skill: %1\n\n"_s.arg(skill.name) + body
            + u"\n\nBase directory of this skill: "_s + directory
            + u"\nRelative paths in it refer to this directory."_s;
    if (!files.isEmpty()) {
        text += u" Some of its files:\n<skill_files>\n"_s;
        for (const QString &file : files) {
            const QString path = directory == "."_L1 ? file : directory + u'/' + file;
            text += u"<file>"_s + shownName(QFile::encodeName(path)) + u"</file>\n"_s;
        }
        text += u"</skill_files>"_s;
    }
    return text + u"\n</skill_content>"_s;
}

Result<SkillOutput> load(const ToolServices &services, const SkillInput &input,
                         const ToolContext &context)
{
    const auto found =
            std::find_if(services.skills.cbegin(), services.skills.cend(),
                         [&input](const Config::Skill &skill) { return skill.name == input.name; });
    if (found == services.skills.cend())
        return failure(unknownSkill(services, input.name, context.agent));
    const QString resource = services.location.resourceOf(found->file);
    if (auto readable = checkReadable(services, context.agent, resource); !readable)
        return failure(readable.error());
    const auto body = readBody(services, *found);
    if (!body)
        return failure(body.error());
    const auto allowed = services.permission.require(
            inquiryOf(context, action(), {found->name}, {{found->name, true}},
                      {{u"file"_s, resource},
                       {u"from"_s, found->project ? u"project"_s : u"user"_s},
                       {u"description"_s, found->description},
                       {u"content"_s, body->left(kShownUnits)}}),
            context.stop);
    if (!allowed)
        return failure(allowed.error());
    const bool whole = QFileInfo(found->file).fileName() == "SKILL.md"_L1;
    const QStringList files =
            whole ? sampleFiles(found->directory, kSampledFiles, context.stop) : QStringList();
    return SkillOutput{found->name, services.location.resourceOf(found->directory),
                       wrapped(services, *found, *body, files)};
}

} // namespace

Tool makeSkillTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<SkillInput, SkillOutput>{
            u"Loads a skill: instructions for one kind of task, with the folder of the files that "
            "belong to it. Load the one that fits before you begin such a task."_s,
            Schema::object<SkillInput>()
                    .field(u"name"_s, &SkillInput::name,
                           Schema::string().described(u"The skill's name, as it is listed."_s))
                    .alias(u"id"_s)
                    .codec(),
            Schema::object<SkillOutput>()
                    .field(u"name"_s, &SkillOutput::name, Schema::string())
                    .field(u"directory"_s, &SkillOutput::directory, Schema::string())
                    .field(u"output"_s, &SkillOutput::output, Schema::string())
                    .codec(),
            [services](const SkillInput &input, const ToolContext &context) {
                return load(services, input, context);
            },
            [](const SkillInput &, const QJsonValue &, const SkillOutput &output) -> Content {
                return {TextContent{output.output}};
            },
            {},
            action(),
            [skills = services.skills](const Permission::Ruleset &rules) {
                return listFor(skills, rules);
            }});
}

} // namespace Countersign
