// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/output.h"

#include <QJsonDocument>

#include <cstdio>

#include <unistd.h>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;

namespace {

/// What a terminal would obey, or show as something else.
bool steersTerminal(QChar c, QChar next)
{
    if (c == u'\n' || c == u'\t' || (c == u'\r' && next == u'\n'))
        return false;
    return c.category() == QChar::Other_Control || (c >= QChar(0x202a) && c <= QChar(0x202e))
            || (c >= QChar(0x2066) && c <= QChar(0x2069));
}

QString forTerminal(const QString &text)
{
    QString shown;
    shown.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (steersTerminal(c, i + 1 < text.size() ? text.at(i + 1) : QChar()))
            shown +=
                    u"\\u%1"_s.arg(int(c.unicode()), 4, 16, QLatin1Char('0')); // Good in JSON, too.
        else
            shown += c;
    }
    return shown;
}

void write(FILE *stream, const QString &text)
{
    const bool terminal = ::isatty(::fileno(stream)) == 1;
    const QByteArray bytes = (terminal ? forTerminal(text) : text).toUtf8();
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stream);
    std::fflush(stream);
}

} // namespace

void out(const QString &text)
{
    write(stdout, text);
}

void err(const QString &text)
{
    write(stderr, text);
}

void outJson(const QJsonObject &object)
{
    write(stdout, QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)) + u'\n');
}

QString todoLine(const Todo &todo)
{
    return u"  ["_s + todoStatusName(todo.status) + u"] "_s + todo.content.simplified() + u'\n';
}

int complain(const QString &message, int code)
{
    err(u"countersign: "_s + message + u'\n');
    return code;
}

} // namespace Countersign::Cli
