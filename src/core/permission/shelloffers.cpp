// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shelloffers.h"

#include "permission/shellruns.h"
#include "permission/shellunwrap.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

// The words that name what a command does, as OpenCode counts them: one where nothing is said here.
constexpr std::array kTwoWords{
        "bazel"_L1,      "brew"_L1,     "bun"_L1,    "cargo"_L1,    "cdk"_L1,       "cf"_L1,
        "cmake"_L1,      "composer"_L1, "consul"_L1, "crictl"_L1,   "deno"_L1,      "docker"_L1,
        "eksctl"_L1,     "firebase"_L1, "flyctl"_L1, "git"_L1,      "go"_L1,        "gradle"_L1,
        "helm"_L1,       "heroku"_L1,   "hugo"_L1,   "ip"_L1,       "kind"_L1,      "kubectl"_L1,
        "kustomize"_L1,  "make"_L1,     "mc"_L1,     "minikube"_L1, "mongosh"_L1,   "mvn"_L1,
        "mysql"_L1,      "ng"_L1,       "npm"_L1,    "nvm"_L1,      "nx"_L1,        "openssl"_L1,
        "pip"_L1,        "pipenv"_L1,   "pnpm"_L1,   "podman"_L1,   "poetry"_L1,    "psql"_L1,
        "pulumi"_L1,     "pyenv"_L1,    "rake"_L1,   "rbenv"_L1,    "redis-cli"_L1, "rustup"_L1,
        "serverless"_L1, "skaffold"_L1, "sls"_L1,    "sst"_L1,      "swift"_L1,     "systemctl"_L1,
        "terraform"_L1,  "tmux"_L1,     "tofu"_L1,   "turbo"_L1,    "ufw"_L1,       "uv"_L1,
        "vault"_L1,      "vercel"_L1,   "volta"_L1,  "wp"_L1,       "yarn"_L1,
};
constexpr std::array kThreeWords{"aws"_L1, "az"_L1, "doctl"_L1, "gcloud"_L1, "gh"_L1, "sfdx"_L1};
constexpr std::array kThreeWordsAfterTwo{
        "bun run"_L1,
        "bun x"_L1,
        "cargo add"_L1,
        "cargo run"_L1,
        "consul kv"_L1,
        "deno task"_L1,
        "docker builder"_L1,
        "docker compose"_L1,
        "docker container"_L1,
        "docker image"_L1,
        "docker network"_L1,
        "docker volume"_L1,
        "eksctl create"_L1,
        "git config"_L1,
        "git remote"_L1,
        "git stash"_L1,
        "ip addr"_L1,
        "ip link"_L1,
        "ip netns"_L1,
        "ip route"_L1,
        "kind create"_L1,
        "kubectl kustomize"_L1,
        "kubectl rollout"_L1,
        "mc admin"_L1,
        "npm exec"_L1,
        "npm init"_L1,
        "npm run"_L1,
        "npm view"_L1,
        "openssl req"_L1,
        "openssl x509"_L1,
        "pnpm dlx"_L1,
        "pnpm exec"_L1,
        "pnpm run"_L1,
        "podman container"_L1,
        "podman image"_L1,
        "pulumi stack"_L1,
        "terraform workspace"_L1,
        "uv run"_L1,
        "vault auth"_L1,
        "vault kv"_L1,
        "yarn dlx"_L1,
        "yarn run"_L1,
};

template<std::size_t N>
bool contains(const std::array<QLatin1StringView, N> &names, const QString &text)
{
    return std::any_of(names.begin(), names.end(),
                       [&text](QLatin1StringView name) { return text == name; });
}

/// Programs whose first words say too little: what they delete, send or run is in the rest.
bool isReckless(const QStringList &prefix)
{
    static constexpr std::array kPrograms{
            "chgrp"_L1, "chmod"_L1,   "chown"_L1, "curl"_L1,   "dd"_L1,       "install"_L1,
            "kill"_L1,  "killall"_L1, "mv"_L1,    "pkill"_L1,  "rm"_L1,       "rsync"_L1,
            "scp"_L1,   "sed"_L1,     "sftp"_L1,  "tee"_L1,    "truncate"_L1, "wget"_L1,
            "nc"_L1,    "crontab"_L1, "git"_L1,   "docker"_L1, "npm"_L1,      "npx"_L1};
    static constexpr std::array kSteps{"aws s3 rm"_L1,
                                       "bun x"_L1,
                                       "cargo install"_L1,
                                       "docker exec"_L1,
                                       "docker run"_L1,
                                       "git -c"_L1,
                                       "git checkout"_L1,
                                       "git clean"_L1,
                                       "git config"_L1,
                                       "git push"_L1,
                                       "git reset"_L1,
                                       "git restore"_L1,
                                       "git submodule"_L1,
                                       "go run"_L1,
                                       "kubectl delete"_L1,
                                       "kubectl exec"_L1,
                                       "npm exec"_L1,
                                       "npm x"_L1,
                                       "pnpm dlx"_L1,
                                       "pnpm exec"_L1,
                                       "podman exec"_L1,
                                       "podman run"_L1,
                                       "terraform apply"_L1,
                                       "uv run"_L1,
                                       "yarn dlx"_L1,
                                       "git rebase"_L1,
                                       "git filter-branch"_L1,
                                       "docker compose exec"_L1,
                                       "docker compose run"_L1,
                                       "docker container exec"_L1,
                                       "docker container run"_L1,
                                       "git difftool"_L1,
                                       "git rm"_L1,
                                       "git send-email"_L1,
                                       "kubectl cp"_L1,
                                       "kubectl run"_L1,
                                       "nix run"_L1,
                                       "nix shell"_L1,
                                       "podman compose"_L1};
    const QString two = prefix.mid(0, 2).join(u' ');
    const QString three = prefix.join(u' ');
    // One word alone is too little for these; two may do, but for the steps below.
    if (prefix.size() == 1 && contains(kPrograms, prefix.first()))
        return true;
    return contains(kSteps, two) || contains(kSteps, three);
}

bool isPlain(const ShellWord &word)
{
    return word.isLiteral() && word.text == word.source && !word.text.isEmpty()
            && !word.text.contains(u'*') && !word.text.contains(u'?') && !word.text.contains(u'\\');
}

} // namespace

qsizetype shellArity(const QStringList &words)
{
    const QString two = words.mid(0, 2).join(u' ');
    if (contains(kThreeWordsAfterTwo, two) || contains(kThreeWords, words.value(0)))
        return 3;
    return contains(kTwoWords, words.value(0)) ? 2 : 1;
}

QList<SaveOffer> shellOffers(const ShellCommand &command)
{
    QList<SaveOffer> offers{{command.text, true}};
    const QString program = command.program();
    if (program.isEmpty() || runsOthers(program) || !command.assigned.isEmpty())
        return offers;
    QStringList words;
    for (const ShellWord &word : command.words) {
        if (!isPlain(word))
            break;
        words.append(word.text);
    }
    const qsizetype arity = shellArity(words);
    // "make" alone would stand for every target.
    if (words.size() < arity)
        return offers;
    const QStringList prefix = words.mid(0, arity);
    // An option in the place of a step ("git -C", "make -j4") names nothing.
    const bool step = std::none_of(prefix.begin(), prefix.end(),
                                   [](const QString &word) { return word.startsWith(u'-'); });
    if (prefix.isEmpty() || !step || isReckless(prefix) || isShellRunner(prefix))
        return offers;
    const QString head = prefix.join(u' ');
    if (command.text == head || command.text.startsWith(head + u' '))
        offers.append({head + " *"_L1, false});
    return offers;
}

} // namespace Countersign::Permission
