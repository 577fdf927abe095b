// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tool/registry.h"

#include "permission/evaluate.h"

#include <QSet>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Unique over all registries of the process, so that an identity never means two things.
quint64 nextIdentity()
{
    static std::atomic<quint64> next{1};
    return next.fetch_add(1, std::memory_order_relaxed);
}

constexpr qsizetype kMaximumNameLength = 64;

bool isAsciiLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

bool isToolName(const QString &name)
{
    return !name.isEmpty() && name.size() <= kMaximumNameLength && isAsciiLetter(name.front())
            && std::all_of(name.begin(), name.end(), [](QChar c) {
                   return isAsciiLetter(c) || (c >= u'0' && c <= u'9') || c == u'_' || c == u'-';
               });
}

} // namespace

class ToolRegistry::Private
{
public:
    /// All living registrations of one name, the newest last; never empty.
    struct Stack
    {
        QString name;
        QList<Entry> entries;
    };

    std::mutex mutex;
    QList<Stack> stacks; ///< In order of first registration.

    QList<Stack>::iterator find(const QString &name)
    {
        return std::find_if(stacks.begin(), stacks.end(),
                            [&name](const Stack &stack) { return stack.name == name; });
    }
};

class Registration::Private
{
public:
    std::weak_ptr<ToolRegistry::Private> registry;
    QSet<quint64> identities;

    ~Private()
    {
        const auto alive = registry.lock();
        if (!alive)
            return;
        // What a tool captured is destroyed with its entry: not under the lock.
        QList<ToolRegistry::Entry> removed;
        const std::lock_guard lock(alive->mutex);
        for (auto &stack : alive->stacks) {
            stack.entries.removeIf([&](const ToolRegistry::Entry &entry) {
                const bool mine = identities.contains(entry.identity);
                if (mine)
                    removed.append(entry);
                return mine;
            });
        }
        alive->stacks.removeIf(
                [](const ToolRegistry::Private::Stack &stack) { return stack.entries.isEmpty(); });
    }
};

Registration::Registration() = default;
Registration::Registration(Registration &&) noexcept = default;
Registration &Registration::operator=(Registration &&) noexcept = default;
Registration::~Registration() = default;

ToolRegistry::ToolRegistry() : d(std::make_shared<Private>()) { }
ToolRegistry::~ToolRegistry() = default;

Result<Registration> ToolRegistry::add(const QList<Named> &tools)
{
    for (const Named &named : tools) {
        if (!isToolName(named.name)) {
            return failure(
                    ErrorCode::InvalidInput,
                    u"\"%1\" cannot be the name of a tool, so none of these tools was "
                    "registered: use a letter followed by at most 63 letters, digits, '_' or "
                    "'-'."_s.arg(named.name));
        }
    }
    Registration registration;
    registration.d = std::make_unique<Registration::Private>();
    registration.d->registry = d;
    const std::lock_guard lock(d->mutex);
    for (const Named &named : tools) {
        const Entry entry{named.name, named.tool, nextIdentity()};
        registration.d->identities.insert(entry.identity);
        if (const auto stack = d->find(named.name); stack != d->stacks.end())
            stack->entries.append(entry);
        else
            d->stacks.append({named.name, {entry}});
    }
    return registration;
}

QList<ToolRegistry::Entry> ToolRegistry::entries() const
{
    const std::lock_guard lock(d->mutex);
    QList<Entry> newest;
    newest.reserve(d->stacks.size());
    for (const auto &stack : std::as_const(d->stacks))
        newest.append(stack.entries.last());
    return newest;
}

std::optional<ToolRegistry::Entry> ToolRegistry::find(const QString &name) const
{
    const std::lock_guard lock(d->mutex);
    const auto stack = d->find(name);
    if (stack == d->stacks.end())
        return std::nullopt;
    return stack->entries.last();
}

Materialisation materialise(const ToolRegistry &application, const ToolRegistry &location,
                            const Permission::Ruleset &rules)
{
    QList<ToolRegistry::Entry> merged = application.entries();
    for (const ToolRegistry::Entry &entry : location.entries()) {
        const auto hidden = std::find_if(
                merged.begin(), merged.end(),
                [&entry](const ToolRegistry::Entry &other) { return other.name == entry.name; });
        if (hidden != merged.end())
            *hidden = entry;
        else
            merged.append(entry);
    }
    Materialisation turn;
    for (const ToolRegistry::Entry &entry : std::as_const(merged)) {
        const QString &action =
                entry.tool.catalogAction().isEmpty() ? entry.name : entry.tool.catalogAction();
        if (Permission::isWhollyDisabled(action, rules))
            continue;
        if (!entry.tool.unavailable().isEmpty()) {
            turn.unavailable.insert(entry.name, entry.tool.unavailable());
            continue;
        }
        turn.definitions.append(
                {entry.name, entry.tool.descriptionFor(rules), entry.tool.inputSchema()});
        turn.identities.insert(entry.name, entry.identity);
    }
    return turn;
}

std::optional<ToolRegistry::Entry> effective(const ToolRegistry &application,
                                             const ToolRegistry &location, const QString &name)
{
    if (auto entry = location.find(name))
        return entry;
    return application.find(name);
}

} // namespace Countersign
