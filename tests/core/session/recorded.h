// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/putback.h"
#include "session/snapshots.h"
#include "session/snapshotstore.h"
#include "support/scratch.h"

#include <QDir>
#include <QFile>

#include <functional>
#include <memory>
#include <optional>

#include <sys/stat.h>
#include <unistd.h>

namespace Countersign::Test {

/// A PutBackReport in words.
struct ToldReport
{
    QStringList done;
    QStringList refused;
};

/// A session that changes the folder "project" of a scratch folder, recorded, and the person who puts it back.
class Recorded
{
public:
    explicit Recorded(Session::FolderLimits limits = {}, Session::SnapshotLimits kept = {},
                      const Clock &clock = Clock::system())
        : m_limits(limits)
        , m_kept(kept)
        , m_clock(clock)
    {
        QDir().mkpath(scratch.path(QStringLiteral("project")));
        open();
    }

    /// As another process would.
    void open()
    {
        putBack.reset();
        snapshots.reset();
        store.reset();
        auto place = Location::open(scratch.path(QStringLiteral("project")));
        auto opened = Session::SnapshotStore::open(folder(), m_kept, m_clock);
        if (!place || !opened)
            qFatal("the scratch project cannot be opened");
        location = std::make_unique<Location>(std::move(*place));
        store = std::move(*opened);
        snapshots = std::make_unique<Session::Snapshots>(*store, *location, folder(), m_limits);
        putBack = std::make_unique<Session::PutBack>(*store, *snapshots, *location);
    }

    [[nodiscard]] QString folder() const { return scratch.path(QStringLiteral("data/snapshots")); }
    [[nodiscard]] QString path(const QString &name = {}) const
    {
        return scratch.path(QStringLiteral("project/") + name);
    }
    [[nodiscard]] QByteArray bytes(const QString &name) const
    {
        return scratch.read(QStringLiteral("project/") + name);
    }
    [[nodiscard]] bool has(const QString &name) const
    {
        struct stat status{};
        return ::lstat(QFile::encodeName(path(name)).constData(), &status) == 0;
    }
    [[nodiscard]] mode_t mode(const QString &name) const
    {
        struct stat status{};
        ::stat(QFile::encodeName(path(name)).constData(), &status);
        return status.st_mode & 07777;
    }
    [[nodiscard]] QByteArray linkTarget(const QString &name) const
    {
        QByteArray target(4096, '\0');
        const ssize_t size = ::readlink(QFile::encodeName(path(name)).constData(), target.data(),
                                        size_t(target.size()));
        target.truncate(size < 0 ? 0 : size);
        return target;
    }

    /// Somebody who is not recorded.
    void person(const QString &name, const QByteArray &content) const
    {
        scratch.write(QStringLiteral("project/") + name, content);
    }
    void remove(const QString &name) const { ::unlink(QFile::encodeName(path(name)).constData()); }
    void link(const QString &name, const QByteArray &target) const
    {
        ::symlink(target.constData(), QFile::encodeName(path(name)).constData());
    }
    void chmod(const QString &name, mode_t mode) const
    {
        ::chmod(QFile::encodeName(path(name)).constData(), mode);
    }

    [[nodiscard]] ToolContext context() const
    {
        return {session, QStringLiteral("build"), message, CallId(QStringLiteral("call_1")), {},
                {}};
    }
    /// A tool writes a file, or removes it.
    Result<void> write(const QString &name, const std::optional<QByteArray> &content)
    {
        const auto resolved = location->resolve(name, PathKind::File);
        if (!resolved)
            return failure(resolved.error());
        const auto now = location->readFile(*resolved);
        if (!now)
            return failure(now.error());
        return commit({{*resolved, *now, content, {}}}, {});
    }
    /// A tool gives a file another name and content.
    Result<void> move(const QString &from, const QString &to, const QByteArray &content)
    {
        const auto old = location->resolve(from, PathKind::File);
        const auto fresh = location->resolve(to, PathKind::File);
        if (!old || !fresh)
            return failure(ErrorCode::Internal, {});
        const auto now = location->readFile(*old);
        if (!now)
            return failure(now.error());
        return commit({{*fresh, {}, content, now->mode}, {*old, *now, std::nullopt, {}}},
                      {{old->canonical, fresh->canonical}});
    }
    Result<void> commit(const QList<FileWrite> &writes,
                        const QList<std::pair<QString, QString>> &moves)
    {
        const auto record = snapshots->willWrite(context(), writes, moves);
        if (!record)
            return failure(record.error());
        auto done = location->commit(writes);
        snapshots->wrote(*record, done.has_value());
        return done;
    }
    /// A command does something.
    void run(const std::function<void()> &act)
    {
        const auto record = snapshots->willRun(context());
        if (!record)
            qFatal("%s", qUtf8Printable(record.error().message));
        act();
        snapshots->ran(*record);
    }

    [[nodiscard]] Session::SessionChanges changes() const
    {
        const auto loaded = putBack->changes(session, messages);
        if (!loaded)
            qFatal("%s", qUtf8Printable(loaded.error().message));
        return *loaded;
    }
    /// The one file that has changed.
    [[nodiscard]] Session::ChangedFile only() const
    {
        const auto all = changes();
        return all.all.files.size() == 1 ? all.all.files.first() : Session::ChangedFile();
    }
    [[nodiscard]] Session::ShownChange shown(const QString &name, const MessageId &turn = {}) const
    {
        const auto loaded = putBack->change(session, turn, name, messages);
        return loaded ? *loaded : Session::ShownChange();
    }
    ToldReport back(const QStringList &files = {}, std::optional<int> place = {},
                    const MessageId &turn = {})
    {
        Session::PutBackOrder order{session, turn, files};
        order.placeNumber = place;
        return told(putBack->putBack(order, messages));
    }
    ToldReport undo() { return told(putBack->undo(session)); }
    ToldReport redo() { return told(putBack->redo(session)); }

    /// A prompt of the person begins the next turn; returns its message.
    MessageId turn(const QString &prompt)
    {
        Session::Message asked;
        asked.id = MessageId(QStringLiteral("msg_user%1").arg(messages.size()));
        asked.parts = {Session::TextPart{prompt}};
        asked.created = 1000 + messages.size();
        Session::Message answer;
        answer.id = message = MessageId(QStringLiteral("msg_agent%1").arg(messages.size()));
        answer.role = Session::Role::Assistant;
        messages += {asked, answer};
        return asked.id;
    }

    Scratch scratch;
    SessionId session{QStringLiteral("ses_1")};
    MessageId message{QStringLiteral("msg_0")};
    QList<Session::Message> messages;
    std::unique_ptr<Location> location;
    std::unique_ptr<Session::SnapshotStore> store;
    std::unique_ptr<Session::Snapshots> snapshots;
    std::unique_ptr<Session::PutBack> putBack;

private:
    static ToldReport told(const Result<Session::PutBackReport> &result)
    {
        if (!result)
            return {{}, {result.error().message}};
        ToldReport report{result->done, {}};
        for (const Session::Refusal &refusal : result->refused)
            report.refused.append(Session::inWords(refusal));
        return report;
    }
    const Session::FolderLimits m_limits;
    const Session::SnapshotLimits m_kept;
    const Clock &m_clock;
};

} // namespace Countersign::Test
