// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/scratch.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace Countersign::Test {

Scratch::Scratch() : m_root(QFileInfo(m_folder.path()).canonicalFilePath())
{
    if (!m_folder.isValid())
        qFatal("no scratch folder: %s", qPrintable(m_folder.errorString()));
}

QString Scratch::path(const QString &relative) const
{
    return relative.isEmpty() ? m_root : m_root + u'/' + relative;
}

QString Scratch::write(const QString &relative, const QByteArray &bytes) const
{
    const QString file = path(relative);
    QDir().mkpath(QFileInfo(file).path());
    QFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(file));
    return file;
}

QByteArray Scratch::read(const QString &relative) const
{
    QFile in(path(relative));
    if (!in.open(QIODevice::ReadOnly))
        return {};
    return in.readAll();
}

bool Scratch::exists(const QString &relative) const
{
    return QFileInfo::exists(path(relative));
}

} // namespace Countersign::Test
