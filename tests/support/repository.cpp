// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/repository.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTest>

namespace Countersign::Test {

using namespace Qt::StringLiterals;

Repository::Repository(QString folder, QProcessEnvironment environment)
    : m_folder(std::move(folder))
    , m_environment(std::move(environment))
{
    for (int part = 0; part < kFolders; ++part) {
        for (int file = 0; file < kFilesOfFolder; ++file)
            write(nameOf(part, file), contentOf(part, file));
    }
    write(u".gitignore"_s, "build/\n");
    write(u"build/unit.c"_s, contentOf(7, 9));
    git({u"init"_s, u"-q"_s});
    git({u"add"_s, u"."_s});
    git({u"commit"_s, u"-q"_s, u"-m"_s, u"Begin"_s});
}

QString Repository::nameOf(int folder, int file)
{
    return u"src/part%1/unit%2.c"_s.arg(folder, 2, 10, QLatin1Char('0'))
            .arg(file, 2, 10, QLatin1Char('0'));
}

QByteArray Repository::contentOf(int folder, int file)
{
    const QByteArray name = "unit_" + QByteArray::number(folder) + '_' + QByteArray::number(file);
    return "/* Unit " + name + " */\nint " + name + "(void)\n{\n    return "
            + QByteArray::number(folder * file) + ";\n}\n";
}

void Repository::write(const QString &relative, const QByteArray &bytes) const
{
    const QString path = m_folder + u'/' + relative;
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size(),
             qPrintable(path));
}

QByteArray Repository::bytes(const QString &relative) const
{
    QFile file(m_folder + u'/' + relative);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray Repository::git(const QStringList &arguments) const
{
    QProcess git;
    git.setWorkingDirectory(m_folder);
    git.setProcessEnvironment(m_environment);
    git.start(u"git"_s,
              QStringList{u"-c"_s, u"user.name=Tester"_s, u"-c"_s, u"user.email=t@example.org"_s}
                      + arguments);
    if (!git.waitForFinished(60'000) || git.exitCode() != 0)
        QTest::qFail(git.readAllStandardError().constData(), __FILE__, __LINE__);
    return git.readAllStandardOutput();
}

} // namespace Countersign::Test
