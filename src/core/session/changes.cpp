// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/changes.h"

namespace Countersign::Session {

using namespace Qt::StringLiterals;

QString standingName(Standing standing)
{
    switch (standing) {
    case Standing::Stands:
        return u"stands"_s;
    case Standing::Drifted:
        return u"drifted"_s;
    case Standing::Partly:
        return u"partly"_s;
    case Standing::Overtaken:
        return u"overtaken"_s;
    case Standing::Gone:
        return u"gone"_s;
    case Standing::NotKept:
        return u"not_kept"_s;
    }
    return {};
}

QString inWords(const Refusal &refusal, const ReasonTranslation &translated)
{
    const QString words = inWords(refusal.reason, translated);
    return refusal.resource.isEmpty() ? words : refusal.resource + u": "_s + words;
}

QString turnedOffWords(const QString &turnedOffIn)
{
    return u"What sessions change is not kept and cannot be put back, because \"snapshots\" is "
           u"false "
           "in %1. Set it to true there, and open the folder again, to have it kept from then on."_s
                   .arg(turnedOffIn);
}

} // namespace Countersign::Session
