// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "theme/states.h"

#include <QCoreApplication>

#include <algorithm>

namespace Countersign::Theme {

using namespace Qt::StringLiterals;
using Session::CallState;
using Session::Status;

namespace {

QString tr(const char *text, const char *hint = nullptr, int n = -1)
{
    return QCoreApplication::translate("Countersign::Theme", text, hint, n);
}

/// All of `text` in one line: a path may hold a line end, and what follows it must not be hidden.
QString oneLine(const QString &text)
{
    QString line = visibleText(text);
    for (const char16_t c : {u'\n', u'\t'})
        line.replace(c, escapedCharacter(c));
    return line;
}

QString oneLine(const QStringList &texts)
{
    QStringList lines;
    for (const QString &text : texts)
        lines.append(oneLine(text));
    return lines.join(u", "_s);
}

/// A deletion is never called an edit, nor a move by its source alone.
QString headlineOf(const QList<Diff::FileChange> &files)
{
    using enum Diff::ChangeKind;
    const Diff::FileChange &first = files.first();
    const int count = int(files.size());
    const bool alike = std::all_of(files.cbegin(), files.cend(), [&](const Diff::FileChange &file) {
        return file.kind == first.kind;
    });
    const QString path = oneLine(first.resource);
    switch (alike ? first.kind : Modified) {
    case Added:
        return count > 1 ? tr("Create %n files", nullptr, count) : tr("Create %1").arg(path);
    case Deleted:
        return count > 1 ? tr("Delete %n files", nullptr, count) : tr("Delete %1").arg(path);
    case Moved:
        return count > 1 ? tr("Move %n files", nullptr, count)
                         : tr("Move %1 to %2").arg(path, oneLine(first.movedTo));
    case Modified:
        break;
    }
    return count > 1 ? tr("Edit %n files", nullptr, count) : tr("Edit %1").arg(path);
}

} // namespace

StateLook lookOf(CallState state)
{
    switch (state) {
    case CallState::Pending:
        return {u"◌"_s, tr("pending"), u"pending"_s, Token::Muted};
    case CallState::Asking:
        return {u"◆"_s, tr("waiting for you"), u"asking"_s, Token::Ask};
    case CallState::Running:
        return {u"◐"_s, tr("working"), u"working"_s, Token::Info};
    case CallState::Completed:
        return {u"✓"_s, tr("done"), u"done"_s, Token::Muted};
    case CallState::Error:
        return {u"✕"_s, tr("failed"), u"failed"_s, Token::Deny};
    case CallState::Refused:
        return {u"⊘"_s, tr("refused"), u"refused"_s, Token::Deny};
    case CallState::Interrupted:
        return {u"◼"_s, tr("interrupted"), u"interrupted"_s, Token::Muted};
    }
    Q_UNREACHABLE();
}

StateLook lookOf(Status status)
{
    switch (status) {
    case Status::Idle:
        return {u"○"_s, tr("idle"), u"pending"_s, Token::Muted};
    case Status::Working:
        return lookOf(CallState::Running);
    case Status::Waiting:
        return lookOf(CallState::Asking);
    case Status::Failed:
        return lookOf(CallState::Error);
    }
    Q_UNREACHABLE();
}

StateLook lookOf(TodoStatus status)
{
    switch (status) {
    case TodoStatus::Pending:
        return {u"◌"_s, tr("to do"), u"pending"_s, Token::Muted};
    case TodoStatus::InProgress:
        return {u"◐"_s, tr("in progress"), u"working"_s, Token::Info};
    case TodoStatus::Completed:
        return lookOf(CallState::Completed);
    case TodoStatus::Cancelled:
        return {u"–"_s, tr("cancelled"), u"cancelled"_s, Token::Muted};
    }
    Q_UNREACHABLE();
}

QString headlineOf(const Permission::Request &request)
{
    const Permission::Inquiry &inquiry = request.inquiry;
    const auto is = [&inquiry](const char16_t *action) {
        return inquiry.action == QStringView(action);
    };
    const int count = int(inquiry.resources.size());
    const QString object = oneLine(inquiry.resources);
    if (!inquiry.proposal.isEmpty())
        return headlineOf(inquiry.proposal.files);
    if (is(Permission::Action::edit))
        return count > 1 ? tr("Edit %n files", nullptr, count) : tr("Edit %1").arg(object);
    if (is(Permission::Action::bash))
        return tr("Run command");
    if (is(Permission::Action::read))
        return count > 1 ? tr("Read %n files", nullptr, count) : tr("Read %1").arg(object);
    if (is(Permission::Action::glob))
        return tr("Find files: %1").arg(object);
    if (is(Permission::Action::grep))
        return tr("Search for: %1").arg(object);
    if (is(Permission::Action::externalDirectory)) {
        return count > 1 ? tr("Work outside the project: %n places", nullptr, count)
                         : tr("Work outside the project: %1").arg(object);
    }
    if (is(Permission::Action::skill))
        return tr("Load the skill %1").arg(object);
    if (is(Permission::Action::todowrite))
        return tr("Keep a list of tasks");
    if (is(Permission::Action::question))
        return tr("Ask you a question");
    if (is(Permission::Action::webfetch))
        return tr("Read a page of the web: %1").arg(object);
    if (is(Permission::Action::websearch))
        return tr("Search the web for: %1").arg(object);
    if (is(Permission::Action::privateNetwork))
        return tr("Reach an address that is not public: %1").arg(object);
    if (is(Permission::Action::doomLoop))
        return tr("Repeat the same call: %1").arg(object);
    return tr("%1: %2").arg(oneLine(inquiry.action), object);
}
} // namespace Countersign::Theme
