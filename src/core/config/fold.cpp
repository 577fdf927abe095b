// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/fold.h"

#include "config/providers.h"
#include "config/rules.h"
#include "permission/agentrules.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>

#include <limits>

using namespace Qt::StringLiterals;

namespace Countersign::Config {

using Permission::Origin;

namespace {

// The limits that hold where no file sets others: a project's file may only go below them.
constexpr int kDefaultOutputLines = 2000;
constexpr int kDefaultOutputBytes = 50 * 1024;

Origin originOf(const Source &source)
{
    return source.project ? Origin::ProjectConfig : Origin::GlobalConfig;
}

/// Every top-level key of ours and of OpenCode, used here or not: others are spelling mistakes.
bool isKnownKey(const QString &key)
{
    static const QStringList known{
            u"$schema"_s,     u"model"_s,      u"default_agent"_s, u"shell"_s,
            u"permissions"_s, u"permission"_s, u"tools"_s,         u"agents"_s,
            u"agent"_s,       u"mode"_s,       u"tool_output"_s,   u"providers"_s,
            u"provider"_s,    u"username"_s,   u"attachments"_s,   u"compaction"_s,
            u"mcp"_s,         u"websearch"_s,  u"skills"_s,        u"instructions"_s,
            u"commands"_s,    u"references"_s, u"plugins"_s,       u"formatter"_s,
            u"lsp"_s,         u"watcher"_s,    u"snapshots"_s,     u"share"_s,
            u"enterprise"_s,  u"autoupdate"_s, u"experimental"_s,  u"snapshot"_s};
    return known.contains(key);
}

} // namespace

void Fold::report(const Layer &layer, const QString &pointer, const QString &message)
{
    m_settings.problems.append(layer.document.problem(pointer, message));
}

bool Fold::isInert(const Layer &layer, const QString &pointer, const QString &what)
{
    if (!layer.source.project)
        return false;
    report(layer, pointer,
           u"%1 is inert until this project is trusted: a project's file may only narrow "
           "rights"_s.arg(what));
    return true;
}

void Fold::readText(const Layer &layer, const QString &pointer, const QJsonValue &value,
                    std::optional<QString> &into)
{
    if (value.isString())
        into = value.toString();
    else if (!value.isUndefined())
        report(layer, pointer, u"a string must stand here"_s);
}

void Fold::readFlag(const Layer &layer, const QString &pointer, const QJsonValue &value,
                    std::optional<bool> &into)
{
    if (value.isBool())
        into = value.toBool();
    else if (!value.isUndefined())
        report(layer, pointer, u"true or false must stand here"_s);
}

std::optional<int> Fold::readCount(const Layer &layer, const QString &pointer,
                                   const QJsonValue &value)
{
    if (value.isUndefined())
        return {};
    const qint64 number = value.toInteger(-1);
    if (number >= 1 && number <= std::numeric_limits<int>::max())
        return static_cast<int>(number);
    report(layer, pointer, u"a whole number above 0 must stand here"_s);
    return {};
}

void Fold::readModel(const Layer &layer, const QString &pointer, const QJsonValue &value,
                     std::optional<QString> &into)
{
    if (value.isUndefined())
        return;
    const QString model = value.toString();
    // A script plays tool calls: from a project's file that would be running its commands.
    if (model.startsWith("scripted:"_L1) || model.startsWith("scripted/"_L1)) {
        if (!isInert(layer, pointer, u"a scripted model"_s))
            into = model;
        return;
    }
    const qsizetype slash = model.indexOf(u'/');
    if (slash > 0 && slash + 1 < model.size())
        into = model;
    else
        report(layer, pointer, u"a model must be written as \"provider/id\""_s);
}

void Fold::readRights(const Layer &layer, const QString &parent, const QJsonObject &object,
                      Origin origin, Permission::Ruleset &into)
{
    const RulesContext context{layer.document, layer.source, origin, layer.number, m_locationRoot};
    const auto take = [&](const RulesRead &read) {
        into.append(read.rules);
        m_settings.problems.append(read.problems);
    };
    // OpenCode V1's keys count before V2's, as its own migration has it.
    if (const QJsonValue tools = object.value("tools"_L1); !tools.isUndefined())
        take(readToolSwitches(context, pointerTo(parent, u"tools"_s), tools));
    for (const QString &key : {u"permission"_s, u"permissions"_s}) {
        if (const QJsonValue rules = object.value(key); !rules.isUndefined())
            take(readRules(context, pointerTo(parent, key), rules));
    }
}

void Fold::readDefaultAgent(const Layer &layer, const QJsonValue &value)
{
    if (value.isUndefined())
        return;
    const QString pointer = u"/default_agent"_s;
    if (layer.source.project) {
        // The program's own agents are no wider than its own default; what the person made or
        // chose is not for a project to replace.
        if (m_personChoseAgent || !Permission::builtInAgents().contains(value.toString())) {
            isInert(layer, pointer, u"this default agent"_s);
            return;
        }
    } else {
        m_personChoseAgent = value.isString();
    }
    readText(layer, pointer, value, m_settings.defaultAgent);
}

void Fold::readShell(const Layer &layer, const QJsonValue &value)
{
    if (value.isUndefined() || isInert(layer, u"/shell"_s, u"the shell"_s))
        return;
    readText(layer, u"/shell"_s, value, m_settings.shell);
}

void Fold::readWebsearch(const Layer &layer, const QJsonValue &value)
{
    const QString pointer = u"/websearch"_s;
    const QString service = value.toString();
    if (value.isUndefined())
        return;
    if (value.isBool() && !value.toBool()) {
        m_settings.websearch = u"off"_s;
    } else if (service == "exa"_L1 || service == "parallel"_L1) {
        // Who reads what a person searches for is not for a project to choose.
        if (!isInert(layer, pointer, u"a search service"_s))
            m_settings.websearch = service;
    } else {
        report(layer, pointer, u"websearch must be \"exa\", \"parallel\" or false"_s);
    }
}

/// Neither the way back nor a copy of the files is for a project to choose.
void Fold::readSnapshots(const Layer &layer, const QString &key, const QJsonValue &value)
{
    const QString pointer = pointerTo({}, key);
    if (value.isBool() && value.toBool() != m_settings.snapshots.value_or(true)
        && isInert(layer, pointer, u"\"%1\""_s.arg(key)))
        return;
    std::optional<bool> kept;
    readFlag(layer, pointer, value, kept);
    if (!kept || layer.source.project)
        return; // A project that says the same is not the one to be corrected.
    m_settings.snapshots = kept;
    m_settings.snapshotsSource = layer.document.source(layer.source.shownName, pointer);
}

void Fold::readToolOutput(const Layer &layer, const QJsonValue &value)
{
    if (value.isUndefined())
        return;
    const QString pointer = u"/tool_output"_s;
    if (!value.isObject()) {
        report(layer, pointer, u"tool_output must be an object with max_lines and max_bytes"_s);
        return;
    }
    const auto read = [&](const QString &key, std::optional<int> &into, int normal) {
        const QString at = pointerTo(pointer, key);
        const auto count = readCount(layer, at, value.toObject().value(key));
        if (!count)
            return;
        if (*count > into.value_or(normal) && isInert(layer, at, u"a higher limit"_s))
            return;
        into = count;
    };
    read(u"max_lines"_s, m_settings.maxOutputLines, kDefaultOutputLines);
    read(u"max_bytes"_s, m_settings.maxOutputBytes, kDefaultOutputBytes);
}

void Fold::readAttachments(const Layer &layer, const QJsonValue &value)
{
    if (value.isUndefined())
        return;
    const QString pointer = u"/attachments/image"_s;
    if (!value.isObject()) {
        report(layer, u"/attachments"_s, u"attachments must be an object with image"_s);
        return;
    }
    const QJsonValue image = value.toObject().value("image"_L1);
    if (image.isUndefined())
        return;
    if (!image.isObject()) {
        report(layer, pointer,
               u"image must be an object with auto_resize, max_width, max_height and "
               "max_base64_bytes"_s);
        return;
    }
    const QJsonObject object = image.toObject();
    ImageLimits &limits = m_settings.images;
    const auto read = [&](const QString &key, auto &into) {
        const QString at = pointerTo(pointer, key);
        const auto count = readCount(layer, at, object.value(key));
        if (count && !(*count > into && isInert(layer, at, u"a higher limit"_s)))
            into = *count;
    };
    read(u"max_width"_s, limits.maxWidth);
    read(u"max_height"_s, limits.maxHeight);
    read(u"max_base64_bytes"_s, limits.maxBase64Bytes);
    const QString at = pointerTo(pointer, u"auto_resize"_s);
    std::optional<bool> shrink;
    readFlag(layer, at, object.value("auto_resize"_L1), shrink);
    if (shrink && !(*shrink && !limits.shrink && isInert(layer, at, u"making images smaller"_s)))
        limits.shrink = *shrink;
}

void Fold::readAgents(const Layer &layer, const QString &key, const QJsonValue &value)
{
    if (value.isUndefined())
        return;
    const QString pointer = pointerTo({}, key);
    if (!value.isObject()) {
        report(layer, pointer, u"%1 must be an object of agents by name"_s.arg(key));
        return;
    }
    const QJsonObject agents = value.toObject();
    for (const QString &name : layer.document.keys.value(pointer)) {
        const QString at = pointerTo(pointer, name);
        if (agents.value(name).isObject()) {
            readAgent(layer, at, name, agents.value(name).toObject(), m_settings.agents[name]);
            continue;
        }
        report(layer, at,
               u"an agent must be an object; until it is corrected, everything that it "
               "would be allowed is asked"_s);
        m_settings.agents[name].permissions.append(
                askForEverything(Origin::Agent, layer.document.source(layer.source.shownName, at)));
    }
}

/// Whether and where an agent can be used. A project may say so of its own agents only: without the
/// strict agent that the person works with, a laxer one would take its place.
void Fold::readAvailability(const Layer &layer, const QString &pointer, const QString &name,
                            const QJsonObject &object, AgentConfig &agent)
{
    const auto at = [&pointer](const QString &key) {
        return pointerTo(pointer, key);
    };
    if (!layer.source.project)
        m_personsAgents.insert(name);
    const bool owned = !layer.source.project
            || (!m_personsAgents.contains(name) && !Permission::builtInAgents().contains(name));
    if (!owned) {
        for (const QString &key : {u"mode"_s, u"hidden"_s, u"disable"_s, u"disabled"_s}) {
            if (object.contains(key))
                isInert(layer, at(key), u"\"%1\" of the agent %2"_s.arg(key, name));
        }
        return;
    }
    const QJsonValue mode = object.value("mode"_L1);
    if (QStringList{u"primary"_s, u"subagent"_s, u"all"_s}.contains(mode.toString()))
        agent.mode = mode.toString();
    else if (!mode.isUndefined())
        report(layer, at(u"mode"_s), u"a mode must be primary, subagent or all"_s);
    readFlag(layer, at(u"hidden"_s), object.value("hidden"_L1), agent.hidden);
    for (const QString &key : {u"disable"_s, u"disabled"_s})
        readFlag(layer, at(key), object.value(key), agent.disabled);
}

void Fold::readAgent(const Layer &layer, const QString &pointer, const QString &name,
                     const QJsonObject &object, AgentConfig &agent)
{
    const auto at = [&pointer](const QString &key) {
        return pointerTo(pointer, key);
    };
    readModel(layer, at(u"model"_s), object.value("model"_L1), agent.model);
    readText(layer, at(u"prompt"_s), object.value("prompt"_L1), agent.system);
    readText(layer, at(u"system"_s), object.value("system"_L1), agent.system);
    readText(layer, at(u"description"_s), object.value("description"_L1), agent.description);
    readAvailability(layer, pointer, name, object, agent);
    const auto steps = readCount(layer, at(u"steps"_s), object.value("steps"_L1));
    const bool more = steps && agent.steps && *steps > *agent.steps;
    if (steps && !(more && isInert(layer, at(u"steps"_s), u"a higher step limit"_s)))
        agent.steps = steps;
    readRights(layer, pointer, object, Origin::Agent, agent.permissions);
}

void Fold::readProviders(const Layer &layer, const QString &key, const QJsonValue &value)
{
    if (value.isUndefined())
        return;
    const QString pointer = pointerTo({}, key);
    if (!value.isObject()) {
        report(layer, pointer, u"%1 must be an object of providers by id"_s.arg(key));
        return;
    }
    const QJsonObject providers = value.toObject();
    for (const QString &id : layer.document.keys.value(pointer)) {
        const QString at = pointerTo(pointer, id);
        if (isInert(layer, at, u"the provider %1"_s.arg(id)))
            continue;
        ProviderConfig &provider = m_settings.providers[id];
        provider.id = id;
        m_settings.problems.append(readProvider(layer.document, at, providers.value(id), provider));
    }
}

/// OpenCode V2: a list of folders and addresses; V1: an object of two such lists.
void Fold::readSkills(const Layer &layer, const QJsonValue &value)
{
    if (value.isUndefined())
        return;
    const auto readList = [&](const QString &pointer, const QJsonValue &list) {
        if (!list.isArray() && !list.isUndefined())
            report(layer, pointer, u"a list of folders must stand here"_s);
        const QJsonArray entries = list.toArray();
        for (qsizetype i = 0; i < entries.size(); ++i) {
            const QString at = pointerTo(pointer, QString::number(i));
            const QString entry = entries.at(i).toString();
            if (entry.isEmpty())
                report(layer, at, u"the path of a folder must stand here"_s);
            else if (entry.startsWith("http://"_L1) || entry.startsWith("https://"_L1))
                report(layer, at, u"skills are not fetched from the network; name a folder"_s);
            else if (entry == "~"_L1 || entry.startsWith("~/"_L1) || entry.startsWith(u'/')) {
                if (!isInert(layer, at, u"a folder of skills that is named absolutely"_s))
                    m_settings.skillFolders.append(
                            {QDir::cleanPath(entry.startsWith(u'~')
                                                     ? QDir::homePath() + entry.mid(1)
                                                     : entry),
                             false});
            } else {
                // That it stays inside the project is checked where its skills are looked for.
                m_settings.skillFolders.append(
                        {QDir::cleanPath(m_locationRoot + u'/' + entry), layer.source.project});
            }
        }
    };
    const QString pointer = u"/skills"_s;
    if (value.isObject()) {
        for (const QString &key : {u"paths"_s, u"urls"_s})
            readList(pointerTo(pointer, key), value.toObject().value(key));
    } else {
        readList(pointer, value);
    }
}

void Fold::reportKeys(const Layer &layer)
{
    for (const QString &pointer : layer.document.repeated) {
        QString message = u"this key occurs more than once in its object; the last one holds"_s;
        const bool rights = pointer.contains("/permission"_L1) || pointer.contains("/tools"_L1)
                || pointer.startsWith("/agent"_L1) || pointer.startsWith("/mode"_L1);
        if (rights) {
            // The ones before it are gone, and may have denied something.
            message += u", and what would be allowed is asked until it is corrected"_s;
            m_settings.permissions.append(
                    askForEverything(originOf(layer.source),
                                     layer.document.source(layer.source.shownName, pointer)));
        }
        report(layer, pointer, message);
    }
    // OpenCode's files may hold keys of later versions; in our own an unknown key is a slip, and
    // a slip in "permissions" would leave out every rule.
    if (!QFileInfo(layer.source.path).fileName().startsWith("countersign"_L1))
        return;
    for (const QString &key : layer.document.keys.value(QString())) {
        if (!isKnownKey(key))
            report(layer, pointerTo({}, key),
                   u"the key \"%1\" is not known and not used"_s.arg(key));
    }
}

void Fold::add(const Source &source, const Document &document)
{
    // Of a project each file is a layer: its own order counts, and it cannot lift another's rules.
    const Layer layer{source, document, source.project ? ++m_projectFiles : 0};
    const QJsonObject &root = document.root;
    m_settings.files.append(source.path);
    reportKeys(layer);
    readModel(layer, u"/model"_s, root.value("model"_L1), m_settings.model);
    readDefaultAgent(layer, root.value("default_agent"_L1));
    readShell(layer, root.value("shell"_L1));
    readRights(layer, {}, root, originOf(source), m_settings.permissions);
    readWebsearch(layer, root.value("websearch"_L1));
    for (const QString &key : {u"snapshot"_s, u"snapshots"_s})
        readSnapshots(layer, key, root.value(key));
    readToolOutput(layer, root.value("tool_output"_L1));
    readAttachments(layer, root.value("attachments"_L1));
    readSkills(layer, root.value("skills"_L1));
    for (const QString &key : {u"mode"_s, u"agent"_s, u"agents"_s})
        readAgents(layer, key, root.value(key));
    for (const QString &key : {u"provider"_s, u"providers"_s})
        readProviders(layer, key, root.value(key));
}

void Fold::addUnreadable(const Source &source, const Problem &problem)
{
    Problem told = problem;
    told.message += u"; nothing of this file is used, and what would be allowed is asked until it "
                    "is corrected"_s;
    m_settings.problems.append(told);
    m_settings.permissions.append(askForEverything(
            originOf(source), source.shownName + u':' + QString::number(problem.line)));
}

} // namespace Countersign::Config
