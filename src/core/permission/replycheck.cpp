// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/replycheck.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

/// "edit of a.txt and 2 more", for sentences.
QString subjectOf(const Inquiry &inquiry)
{
    QString text = inquiry.action;
    if (!inquiry.resources.isEmpty())
        text += " of "_L1 + inquiry.resources.first();
    if (inquiry.resources.size() > 1)
        text += u" and %1 more"_s.arg(inquiry.resources.size() - 1);
    return text;
}

/// True when `changed` is about the very file that `shown` is about, seen from the same bytes.
bool sameFile(const Diff::FileChange &shown, const Diff::FileChange &changed)
{
    return shown.kind == changed.kind && shown.target == changed.target
            && shown.resource == changed.resource && shown.movedTo == changed.movedTo
            && shown.movedTarget == changed.movedTarget && shown.before == changed.before;
}

} // namespace

Result<void> checkReply(const Inquiry &inquiry, const Reply &reply)
{
    if (reply.answer == Answer::Reject)
        return {};
    if (reply.answer == Answer::Always) {
        for (const SaveOffer &offer : reply.save) {
            if (!inquiry.save.contains(offer)) {
                return failure(ErrorCode::InvalidInput,
                               u"\"%1\" cannot be saved for %2: the request did not offer it. Keep "
                               "some of what was offered."_s.arg(offer.resource, inquiry.action));
            }
        }
    }
    if (reply.revision != inquiry.revision) {
        return failure(
                ErrorCode::Stale,
                u"The change to %1 was computed again since it was shown: look at it as it is "
                "now."_s.arg(subjectOf(inquiry)));
    }
    if (!reply.message.trimmed().isEmpty() && inquiry.proposal.isEmpty()) {
        return failure(
                ErrorCode::InvalidInput,
                u"Remarks go with an allowed change of files only, and this is %1: reject it "
                "with words, or allow it without."_s.arg(subjectOf(inquiry)));
    }
    if (!reply.proposal)
        return {};
    if (reply.proposal->isEmpty()) {
        return failure(ErrorCode::InvalidInput,
                       u"Nothing is left of the change to %1: reject the request instead."_s.arg(
                               subjectOf(inquiry)));
    }
    QStringList targets;
    for (const Diff::FileChange &file : reply.proposal->files) {
        const bool shown = std::any_of(
                inquiry.proposal.files.begin(), inquiry.proposal.files.end(),
                [&file](const Diff::FileChange &candidate) { return sameFile(candidate, file); });
        if (!shown || targets.contains(file.target)) {
            return failure(ErrorCode::InvalidInput,
                           u"The changed proposal touches %1 in a way that the request did not "
                           "show: only the new contents of the shown files can be changed, and "
                           "files be left out."_s.arg(file.resource));
        }
        targets.append(file.target);
    }
    return {};
}

Grant grantFor(const Inquiry &inquiry, const Reply &reply)
{
    Grant grant;
    grant.asked = true;
    grant.proposal = reply.proposal.value_or(inquiry.proposal);
    grant.changed = grant.proposal != inquiry.proposal;
    grant.revision = inquiry.revision;
    grant.words = reply.message.trimmed();
    return grant;
}

Error refusalFor(const Inquiry &inquiry, const Reply &reply)
{
    const QString words = reply.message.trimmed();
    const QString refused = reply.by == Answerer::Person
            ? QString("The user refused this "_L1 + inquiry.action)
            : reply.by == Answerer::Automatic
            ? QString("This "_L1 + inquiry.action + " was refused by a prepared answer"_L1)
            : QString("This "_L1 + inquiry.action
                      + " needs permission and nobody could be asked"_L1);
    if (words.isEmpty())
        return {ErrorCode::Declined, refused + u'.', subjectOf(inquiry)};
    if (reply.by == Answerer::Person)
        return {ErrorCode::Denied, refused + " and said: "_L1 + words, subjectOf(inquiry)};
    return {ErrorCode::Denied, refused + ": "_L1 + words, subjectOf(inquiry)};
}

Error interruptionOf(const Inquiry &inquiry)
{
    return {ErrorCode::Cancelled,
            "The run was stopped before "_L1 + subjectOf(inquiry)
                    + " was permitted; nothing of it was done."_L1,
            {}};
}

} // namespace Countersign::Permission
