// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace Countersign::Test {

/// A git repository of 3,000 small C files, and a copy of one of them in an ignored folder.
class Repository
{
public:
    static constexpr int kFolders = 60;
    static constexpr int kFilesOfFolder = 50;

    /// Writes and commits all of it below `folder`; fails the test when git does. Git runs in
    /// `environment`, so that nothing of the machine's own configuration reaches it.
    Repository(QString folder, QProcessEnvironment environment);

    [[nodiscard]] static QString nameOf(int folder, int file);
    [[nodiscard]] static QByteArray contentOf(int folder, int file);

    void write(const QString &relative, const QByteArray &bytes) const;
    [[nodiscard]] QByteArray bytes(const QString &relative) const;
    /// Standard output of git; fails the test when git fails.
    QByteArray git(const QStringList &arguments) const; // NOLINT(modernize-use-nodiscard)
    [[nodiscard]] QByteArray status() const
    {
        return git({QStringLiteral("status"), QStringLiteral("--porcelain")});
    }

private:
    const QString m_folder;
    const QProcessEnvironment m_environment;
};

} // namespace Countersign::Test
