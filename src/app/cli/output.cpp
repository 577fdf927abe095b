// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/output.h"

#include <QJsonDocument>

#include <cstdio>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;

namespace {

void write(FILE *stream, const QByteArray &bytes)
{
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stream);
    std::fflush(stream);
}

} // namespace

void out(const QString &text)
{
    write(stdout, text.toUtf8());
}

void err(const QString &text)
{
    write(stderr, text.toUtf8());
}

void outJson(const QJsonObject &object)
{
    write(stdout, QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n');
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
