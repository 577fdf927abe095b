// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <utility>

/// Texts that the benchmarks of the diff and of the review compare; the same in every run.
namespace Countersign::Bench {

/// Lines as in a source file.
[[nodiscard]] QList<QByteArray> codeLines(int count);

/// A text and a version of it in which a word of every `every`-th line is another one.
[[nodiscard]] std::pair<QByteArray, QByteArray> changedTexts(int lines, int every);

struct NamedTexts
{
    QString name;
    QByteArray before;
    QByteArray after;
};
/// What makes a search for the shortest difference take long: `lines` on each side.
[[nodiscard]] QList<NamedTexts> pathologicalTexts(int lines);

} // namespace Countersign::Bench
