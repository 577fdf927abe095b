// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The reader of front matter: whatever stands there is read or refused with a line that exists, the
// body begins after the fences, and a text written in quotes comes back as it was. Input: what stands
// between the fences, then anything.

#include "config/frontmatter.h"

#include <QByteArray>
#include <QString>

using namespace Qt::StringLiterals;
using Countersign::Config::readFrontMatter;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString input = QString::fromUtf8(reinterpret_cast<const char *>(data), qsizetype(size));
    const QString text = u"---\n"_s + input + u"\n---\nbody"_s;
    if (const auto read = readFrontMatter(text)) {
        const QStringView before = QStringView(text).left(read->bodyStart);
        if (!before.endsWith(u'\n') && !before.endsWith(u'\r'))
            qFatal("the body begins at %lld", qint64(read->bodyStart));
        for (const auto &value : read->values) {
            if (value.line < 2 || value.line > text.size()
                || (!value.isText && !value.text.isEmpty()))
                qFatal("a value of line %d", value.line);
        }
    } else if (read.error().line < 1
               || read.error().line > text.count(u'\n') + text.count(u'\r') + 1
               || read.error().message.isEmpty()) {
        qFatal("an error in line %d", read.error().line);
    }

    QString words = input;
    words.remove(u'\n').remove(u'\r');
    const QString quoted = QString(words).replace(u'\'', u"''"_s);
    const auto again = readFrontMatter(u"---\nd: '"_s + quoted + u"'\n---\n"_s);
    if (!again || again->values.value(u"d"_s).text != words)
        qFatal("a quoted text did not come back: %s", qUtf8Printable(words));
    return 0;
}
