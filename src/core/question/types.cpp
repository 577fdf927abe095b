// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "question/types.h"

namespace Countersign::Question {

using namespace Qt::StringLiterals;

QString endingName(Ending ending)
{
    switch (ending) {
    case Ending::Answered:
        return u"answered"_s;
    case Ending::Dismissed:
        return u"dismissed"_s;
    case Ending::Interrupted:
        return u"interrupted"_s;
    }
    Q_UNREACHABLE();
}

} // namespace Countersign::Question
