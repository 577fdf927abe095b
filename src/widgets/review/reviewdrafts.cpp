// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// What the person was writing when a question ended, or was put aside: nothing of it is lost.

#include "diff/merge.h"
#include "review/editpage.h"
#include "review/notebar.h"
#include "review/reviewpanel_p.h"

namespace Countersign::Review {

void ReviewPanel::Private::keepTyped()
{
    if (!note->isHidden() && !note->text().isEmpty())
        keepRemark(note->text());
    note->hide();
}

QStringList ReviewPanel::Private::rememberDrafts(bool taken)
{
    QStringList names;
    for (int index = 0; index < fileCount(); ++index) {
        const Diff::FileChange &change = choices.original(index);
        std::optional<QByteArray> text;
        if (const auto kept = keptTexts.constFind(change.target); kept != keptTexts.constEnd())
            text = *kept;
        else if (taken && choices.isEdited(index))
            text = choices.proposed(index).after;
        if (!text)
            continue;
        drafts.keep(request.inquiry.session.value, change, *text);
        names.append(change.resource);
    }
    return names;
}

void ReviewPanel::Private::recallDrafts()
{
    for (int index = 0; index < fileCount(); ++index) {
        const Diff::FileChange &change = choices.original(index);
        const auto draft = drafts.take(request.inquiry.session.value, change);
        if (!draft || draft->text == choices.proposed(index).after)
            continue;
        const auto both = Diff::merged(draft->proposed, draft->text, change.after);
        if (both && *both == change.after)
            continue; // It is in it already.
        keptTexts.insert(change.target, both.value_or(draft->text));
        (both ? draftsAside : lostEdits).append(change.resource);
    }
}

} // namespace Countersign::Review
