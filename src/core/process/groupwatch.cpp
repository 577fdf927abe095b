// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "process/groupwatch.h"

#include "base/uniquefd.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <unordered_map>

#include <dirent.h>
#include <fcntl.h>

namespace Countersign {

namespace {

struct CloseDirectory
{
    void operator()(DIR *directory) const { ::closedir(directory); }
};

struct Stat
{
    pid_t pid = -1;
    std::string name;
    char state = 0;
    pid_t parent = -1;
    pid_t group = -1;
    [[nodiscard]] bool isAlive() const { return state != 'Z' && state != 'X'; }
};

/// "pid (name) state ppid pgrp …"; the name may contain anything, so the last ')' counts.
bool parse(const char *text, Stat &stat)
{
    const char *start = std::strchr(text, '(');
    const char *end = std::strrchr(text, ')');
    if (!start || !end || end < start)
        return false;
    stat.name.assign(start + 1, end);
    int parent = 0;
    int group = 0;
    if (std::sscanf(end + 1, " %c %d %d", &stat.state, &parent, &group) != 3)
        return false;
    stat.parent = parent;
    stat.group = group;
    return true;
}

/// Calls `visit` with each process until it returns true. False when none could be read.
template<typename Visit>
bool visitProcesses(Visit visit)
{
    const std::unique_ptr<DIR, CloseDirectory> proc(::opendir("/proc"));
    if (!proc)
        return false;
    bool sawAny = false;
    while (const dirent *entry = ::readdir(proc.get())) {
        if (!std::isdigit(static_cast<unsigned char>(entry->d_name[0])))
            continue;
        char path[sizeof(entry->d_name) + 8];
        std::snprintf(path, sizeof path, "%s/stat", entry->d_name);
        const UniqueFd file(::openat(::dirfd(proc.get()), path, O_RDONLY | O_CLOEXEC));
        if (!file.isOpen())
            continue; // Ended since the folder was listed.
        char text[512];
        const ssize_t size = ::read(file.get(), text, sizeof text - 1);
        if (size <= 0)
            continue;
        sawAny = true;
        text[size] = '\0';
        Stat stat;
        stat.pid = pid_t(std::atoi(entry->d_name));
        if (parse(text, stat) && visit(stat))
            return true;
    }
    return sawAny;
}

} // namespace

bool groupIsAlive(pid_t group)
{
    bool alive = false;
    const bool readable = visitProcesses([&](const Stat &stat) {
        alive = stat.group == group && stat.isAlive();
        return alive;
    });
    return alive || !readable;
}

std::vector<ProcessEntry> othersOfGroup(pid_t group)
{
    std::vector<ProcessEntry> others;
    visitProcesses([&](const Stat &stat) {
        if (stat.group == group && stat.pid != group && stat.isAlive())
            others.push_back({stat.pid, stat.name});
        return false;
    });
    return others;
}

std::vector<pid_t> escapedFrom(pid_t ancestor)
{
    std::vector<Stat> all;
    visitProcesses([&all](const Stat &stat) {
        all.push_back(stat);
        return false;
    });
    std::unordered_multimap<pid_t, const Stat *> children;
    for (const Stat &stat : all)
        children.emplace(stat.parent, &stat);
    std::vector<pid_t> escaped;
    std::vector<pid_t> family{ancestor};
    for (size_t i = 0; i < family.size(); ++i) {
        const auto [first, last] = children.equal_range(family[i]);
        for (auto child = first; child != last; ++child) {
            family.push_back(child->second->pid);
            if (child->second->group != ancestor && child->second->isAlive())
                escaped.push_back(child->second->pid);
        }
    }
    return escaped;
}

} // namespace Countersign
