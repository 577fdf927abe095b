// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/processmark.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QFile>
#include <QList>

using namespace Qt::StringLiterals;

namespace Countersign {

namespace {

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {}; // No such process: the caller compares, and nothing equals an empty mark.
    return file.readAll();
}

QString markOf(qint64 pid)
{
    // Field 22 of stat is the start time in ticks since boot. The second field, the program's name,
    // may hold spaces and brackets: count from the last bracket, after which field 3 follows.
    const QByteArray stat = contentsOf(u"/proc/%1/stat"_s.arg(pid));
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    constexpr qsizetype kStartTime = 22 - 3;
    if (fields.size() <= kStartTime)
        return {};
    static const QByteArray boot = contentsOf(u"/proc/sys/kernel/random/boot_id"_s).trimmed();
    return u"%1:%2:%3"_s.arg(QString::fromLatin1(boot), QString::number(pid),
                             QString::fromLatin1(fields.at(kStartTime)));
}

} // namespace

const QString &processMark()
{
    static const QString mark = markOf(QCoreApplication::applicationPid());
    return mark;
}

bool isProcessAlive(const QString &mark)
{
    const QStringList parts = mark.split(u':');
    if (parts.size() != 3)
        return false;
    return markOf(parts.at(1).toLongLong()) == mark;
}

} // namespace Countersign
