// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "process/groupwatch.h"

#include "base/uniquefd.h"

#include <cctype>
#include <cstdio>
#include <cstring>
#include <memory>

#include <dirent.h>
#include <fcntl.h>

namespace Countersign {

namespace {

struct CloseDirectory
{
    void operator()(DIR *directory) const { ::closedir(directory); }
};

/// "pid (name) state ppid pgrp …"; the name may contain anything, so the last ')' counts.
bool statSaysAlive(const char *text, pid_t group)
{
    const char *end = std::strrchr(text, ')');
    if (!end)
        return false;
    char state = 0;
    int parent = 0;
    int processGroup = 0;
    if (std::sscanf(end + 1, " %c %d %d", &state, &parent, &processGroup) != 3)
        return false;
    return processGroup == group && state != 'Z' && state != 'X';
}

} // namespace

bool groupIsAlive(pid_t group)
{
    const std::unique_ptr<DIR, CloseDirectory> proc(::opendir("/proc"));
    if (!proc)
        return true;
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
        if (statSaysAlive(text, group))
            return true;
    }
    return !sawAny;
}

} // namespace Countersign
