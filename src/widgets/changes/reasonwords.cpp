// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "changes/reasonwords.h"

#include "theme/states.h"
#include "theme/theme.h"

#include <QCoreApplication>

namespace Countersign::Changes {

namespace {

QString translated(const char *english)
{
    return QCoreApplication::translate("Reason", english);
}

} // namespace

QString wordsOf(const Session::Reason &reason)
{
    return Theme::visibleText(Session::inWords(reason, translated));
}

QString wordsOf(const Session::Refusal &refusal)
{
    return Theme::visibleText(Session::inWords(refusal, translated));
}

QString wordsOf(Session::Standing standing)
{
    return Session::standingWords(standing, translated);
}

QString turnedOffWords(const QString &turnedOffIn)
{
    return turnedOffIn.isEmpty()
            ? QString()
            : Theme::visibleText(Session::turnedOffWords(turnedOffIn, translated));
}

} // namespace Countersign::Changes
