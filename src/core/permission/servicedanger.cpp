// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/servicedanger.h"

#include "permission/shelloperands.h"
#include "permission/shellword.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

/// Steps stand among the first words; values of options that are not known may come before them.
constexpr qsizetype kFirstWords = 6;

bool anyIsOneOf(const QStringList &texts, std::initializer_list<QLatin1StringView> names)
{
    return std::any_of(texts.begin(), texts.end(),
                       [&names](const QString &text) { return isOneOf(text, names); });
}

QString databaseDanger(const ShellCommand &command, const QString &program,
                       const QStringList &first)
{
    if (isOneOf(program, {"dropdb"_L1, "dropuser"_L1})
        || (program == "mysqladmin"_L1 && first.contains("drop"_L1)))
        return u"Deletes data of a database."_s;
    if (anyIsOneOf(first,
                   {"db:drop"_L1, "db:drop:all"_L1, "db:purge"_L1, "db:reset"_L1, "db:wipe"_L1,
                    "doctrine:database:drop"_L1, "ecto.drop"_L1, "ecto.reset"_L1,
                    "migrate:fresh"_L1, "migrate:refresh"_L1, "migrate:reset"_L1, "reset_db"_L1,
                    "schema:drop"_L1}))
        return u"Deletes data of a database."_s;
    const bool prisma = program == "prisma"_L1 || first.contains("prisma"_L1);
    if ((prisma
         && (first.contains("reset"_L1)
             || std::any_of(command.words.begin(), command.words.end(),
                            [](const ShellWord &word) { return word.text == "--force-reset"_L1; })))
        || (first.contains("flush"_L1)
            && std::any_of(first.begin(), first.end(),
                           [](const QString &word) { return word.endsWith("manage.py"_L1); })))
        return u"Deletes data of a database."_s;
    if (!isOneOf(program,
                 {"clickhouse-client"_L1, "cqlsh"_L1, "duckdb"_L1, "mariadb"_L1, "mongo"_L1,
                  "mongosh"_L1, "mysql"_L1, "psql"_L1, "redis-cli"_L1, "sqlcmd"_L1, "sqlite3"_L1}))
        return {};
    static const QRegularExpression destroys(
            u"\\b(drop\\s+(table|database|schema|index|view|role|user|keyspace|column)|"
            "truncate\\s+(table\\b|\\w)|delete\\s+from\\s+[\\w.\"`]+\\s*(;|$)|flushall|flushdb|"
            "dropDatabase|drop\\(\\)|(deleteMany|remove)\\(\\s*(\\{\\s*\\})?\\s*\\))"_s,
            QRegularExpression::CaseInsensitiveOption);
    QStringList texts;
    for (const ShellWord &word : command.words.sliced(1))
        texts.append(word.text);
    if (command.input)
        texts.append(command.input->text);
    const auto found = std::any_of(texts.begin(), texts.end(), [](const QString &text) {
        return destroys.match(text).hasMatch();
    });
    return found ? u"Deletes data of a database."_s : QString();
}

QString containerDanger(const QString &program, const QStringList &first,
                        const ShellOperands &operands)
{
    if (isOneOf(program, {"docker"_L1, "nerdctl"_L1, "podman"_L1, "docker-compose"_L1})) {
        const bool composes = program == "docker-compose"_L1 || first.contains("compose"_L1);
        if (composes && anyIsOneOf(first, {"down"_L1, "rm"_L1})
            && operands.hasAny({"-v"_L1, "--volumes"_L1}))
            return u"Deletes the volumes of these containers with the data in them."_s;
        if (first.contains("prune"_L1)
            || (first.contains("volume"_L1) && anyIsOneOf(first, {"rm"_L1, "remove"_L1}))
            || (first.contains("system"_L1) && first.contains("reset"_L1)))
            return u"Deletes containers, images or volumes with the data in them."_s;
    }
    if (isOneOf(program, {"kubectl"_L1, "oc"_L1}) && anyIsOneOf(first, {"delete"_L1, "drain"_L1}))
        return u"Deletes things of a cluster that others may use."_s;
    if (program == "helm"_L1 && anyIsOneOf(first, {"delete"_L1, "uninstall"_L1}))
        return u"Deletes things of a cluster that others may use."_s;
    return {};
}

QString cloudDanger(const ShellCommand &command, const QString &program, const QStringList &first,
                    const ShellOperands &operands)
{
    if (isOneOf(program,
                {"cdk"_L1, "pulumi"_L1, "serverless"_L1, "sls"_L1, "terraform"_L1, "terragrunt"_L1,
                 "tofu"_L1, "vagrant"_L1})) {
        const bool state =
                isOneOf(first.value(0), {"stack"_L1, "state"_L1}) && first.value(1) == "rm"_L1;
        return state || anyIsOneOf(first, {"destroy"_L1, "remove"_L1})
                        || std::any_of(
                                command.words.begin(), command.words.end(),
                                [](const ShellWord &word) { return word.text == "-destroy"_L1; })
                ? u"Destroys infrastructure and the data on it."_s
                : QString();
    }
    if (program == "rclone"_L1 && anyIsOneOf(first, {"delete"_L1, "purge"_L1, "sync"_L1}))
        return u"Deletes stored data for good."_s;
    if (!isOneOf(program,
                 {"aws"_L1, "az"_L1, "doctl"_L1, "eksctl"_L1, "firebase"_L1, "fly"_L1, "flyctl"_L1,
                  "gcloud"_L1, "gh"_L1, "glab"_L1, "gsutil"_L1, "hcloud"_L1, "heroku"_L1,
                  "netlify"_L1, "railway"_L1, "supabase"_L1, "vercel"_L1}))
        return {};
    const bool deletes = std::any_of(first.begin(), first.end(), [](const QString &word) {
        return isOneOf(word,
                       {"delete"_L1, "destroy"_L1, "purge"_L1, "rb"_L1, "remove"_L1, "rm"_L1,
                        "terminate"_L1})
                || word.startsWith("delete-"_L1) || word.startsWith("terminate-"_L1)
                || word.endsWith(":delete"_L1) || word.endsWith(":destroy"_L1)
                || word.endsWith(":reset"_L1);
    });
    const bool syncs =
            program == "aws"_L1 && first.contains("sync"_L1) && operands.has("--delete"_L1);
    const bool resets = program == "supabase"_L1 && first.contains("reset"_L1);
    return deletes || syncs || resets
            ? u"Deletes something of a service that others may use; there may be no copy."_s
            : QString();
}

QString publishingDanger(const QString &program, const QStringList &first,
                         const ShellOperands &operands)
{
    if (operands.has("--dry-run"_L1))
        return {};
    static constexpr std::array kPublishers{
            "bun"_L1,   "cargo"_L1,  "deno"_L1,  "flit"_L1, "gem"_L1,  "gradle"_L1, "gradlew"_L1,
            "hatch"_L1, "jsr"_L1,    "lerna"_L1, "mvn"_L1,  "npm"_L1,  "npx"_L1,    "ovsx"_L1,
            "pnpm"_L1,  "poetry"_L1, "twine"_L1, "uv"_L1,   "vsce"_L1, "yarn"_L1};
    const bool publisher =
            std::any_of(kPublishers.begin(), kPublishers.end(),
                        [&program](QLatin1StringView name) { return program == name; });
    const bool publishes = publisher
            && anyIsOneOf(first, {"publish"_L1, "unpublish"_L1, "yank"_L1, "deprecate"_L1});
    if (publishes || (program == "gem"_L1 && first.contains("push"_L1))
        || (program == "twine"_L1 && first.contains("upload"_L1))
        || (program == "mvn"_L1 && first.contains("deploy"_L1))
        || (program == "dotnet"_L1 && first.contains("nuget"_L1) && first.contains("push"_L1)))
        return u"Publishes to, or removes from, a package registry that others use."_s;
    return {};
}

} // namespace

QString serviceDanger(const ShellCommand &command)
{
    const QString program = command.program();
    // What these print is no command.
    if (isOneOf(program, {"echo"_L1, "grep"_L1, "printf"_L1, "rg"_L1}))
        return {};
    const ShellOperands operands = shellOperands(command);
    QStringList first;
    for (const ShellWord &word : operands.words.mid(0, kFirstWords))
        first.append(word.text);
    if (const QString danger = databaseDanger(command, program, first); !danger.isEmpty())
        return danger;
    if (const QString danger = containerDanger(program, first, operands); !danger.isEmpty())
        return danger;
    if (const QString danger = cloudDanger(command, program, first, operands); !danger.isEmpty())
        return danger;
    return publishingDanger(program, first, operands);
}

} // namespace Countersign::Permission
