// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QList>
#include <QString>
#include <QStringList>

/// The rules that every source of the project keeps, checked on the text of the files.
namespace Countersign::Test {

/// One place that breaks a rule.
struct Violation
{
    QString file; ///< Relative to the checked root.
    int line = 0; ///< From 1; 0 when the whole file is meant.
    QString rule; ///< What the rule says, in words for the one who broke it.

    friend bool operator==(const Violation &, const Violation &) = default;
    /// "file:line: rule", as compilers write it.
    [[nodiscard]] QString toString() const;
};

/// The rooms of src/core from the ground up: each may use itself and those before it.
[[nodiscard]] const QStringList &rooms();

/// The sources (*.h, *.cpp) below `root`/src and `root`/tests, relative to `root`, sorted. Test data
/// (tests/data) is not source.
[[nodiscard]] QStringList sourceFiles(const QString &root);

/// Who may include what: the rooms' order and the exceptions to it, the doors of the core that the
/// widgets may use, and where Qt Gui and Qt Widgets are at home.
[[nodiscard]] QList<Violation> checkIncludes(const QString &file, const QString &text);

/// What a source must have and must not hold: licence lines, length, [[nodiscard]] on results,
/// nothing that blocks a thread unseen, no notes to self, no path of somebody's machine.
[[nodiscard]] QList<Violation> checkText(const QString &file, const QString &text);

/// Both checks over all sources below `root`.
[[nodiscard]] QList<Violation> checkTree(const QString &root);

} // namespace Countersign::Test
