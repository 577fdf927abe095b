// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

namespace Countersign::Test {

/// A folder that lives as long as this object; every destructive test stays inside one.
class Scratch
{
public:
    Scratch();
    [[nodiscard]] QString path(const QString &relative = {}) const;
    /// Writes a file, making its folders.
    QString write(const QString &relative, const QByteArray &bytes) const;
    [[nodiscard]] QByteArray read(const QString &relative) const;
    [[nodiscard]] bool exists(const QString &relative) const;

private:
    QTemporaryDir m_folder;
    QString m_root; ///< Canonical.
};

} // namespace Countersign::Test
