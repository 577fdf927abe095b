// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "config/jsonc.h"

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

/// The file of the keys that the person bound: one object, an action's id to a key or a list of keys.
/// What a key or an action is, is not known here.
namespace Countersign::Config {

struct BoundKeys
{
    QString action;
    QStringList keys; ///< As they were written; empty: the action has none.
    Place place; ///< Of the value.
    friend bool operator==(const BoundKeys &, const BoundKeys &) = default;
};

struct KeysFile
{
    QList<BoundKeys> bound; ///< In the file's order, each action once; the last value holds.
    QList<Problem> problems; ///< What is neither a key nor a list of keys, or the whole file.
};

/// Reads it; a file that is not there binds nothing. Blocking; any thread.
[[nodiscard]] KeysFile readKeysFile(const QString &path);

/// What becomes of an action's entry: other keys, or (nothing) no entry.
using KeyChanges = QMap<QString, std::optional<QStringList>>;

/// The text of a file with other entries. Everything else of it stays, byte for byte: comments, the
/// order, entries of actions that nobody knows. An empty text gets a first file. A text that cannot
/// be parsed is refused, and so never lost.
[[nodiscard]] Result<QByteArray> withKeys(const QByteArray &text, const QString &path,
                                          const KeyChanges &changes);

/// Reads the file as it is now, changes its entries and replaces it in one step; makes its folder.
/// Nothing is written when it stays the same. Blocking; any thread.
[[nodiscard]] Result<void> changeKeysFile(const QString &path, const KeyChanges &changes);

} // namespace Countersign::Config
