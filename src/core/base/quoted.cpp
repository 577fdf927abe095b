// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/quoted.h"

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

bool isInvisible(QChar c)
{
    switch (c.category()) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    case QChar::Separator_Space:
        return c != u' ';
    default:
        return false;
    }
}

} // namespace

QString quoted(QStringView text, qsizetype maximum)
{
    QString shown;
    for (const QChar c : text.first(std::min(text.size(), maximum))) {
        if (c == u'\t')
            shown += u"\\t"_s;
        else if (c == u'\r')
            shown += u"\\r"_s;
        else if (c == u'\n')
            shown += u"\\n"_s;
        else if (isInvisible(c))
            shown += u"\\u%1"_s.arg(int(c.unicode()), 4, 16, QLatin1Char('0'));
        else
            shown += c;
    }
    if (text.size() > maximum)
        shown += u'…';
    return u'"' + shown + u'"';
}

} // namespace Countersign
