// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/changes.h"

#include <QCoreApplication>

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

QString standingWords(Standing standing, const ReasonTranslation &translated)
{
    switch (standing) {
    case Standing::Stands:
        return {};
    case Standing::Drifted:
        return inWords(QT_TRANSLATE_NOOP("Reason", "changed since"), translated);
    case Standing::Partly:
        return inWords(QT_TRANSLATE_NOOP("Reason", "changed since, in part"), translated);
    case Standing::Overtaken:
        return inWords(QT_TRANSLATE_NOOP("Reason", "cannot be put back"), translated);
    case Standing::Gone:
        return inWords(QT_TRANSLATE_NOOP("Reason", "put back"), translated);
    case Standing::NotKept:
        return inWords(QT_TRANSLATE_NOOP("Reason", "not kept"), translated);
    }
    return {};
}

QString inWords(const Refusal &refusal, const ReasonTranslation &translated)
{
    const QString words = inWords(refusal.reason, translated);
    return refusal.resource.isEmpty() ? words : refusal.resource + u": "_s + words;
}

QString turnedOffWords(const QString &turnedOffIn, const ReasonTranslation &translated)
{
    return inWords(QT_TRANSLATE_NOOP("Reason",
                                     "What sessions change is not kept and cannot be put back, "
                                     "because \"snapshots\" is false in %1. Set it to true there, "
                                     "and open the folder again, to have it kept from then on."),
                   translated)
            .arg(turnedOffIn);
}

} // namespace Countersign::Session
