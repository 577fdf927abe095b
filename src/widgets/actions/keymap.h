// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QStringList>

class QAction;

namespace Countersign::Actions {

class Registry;

/// The keys that the person bound, between the registry and their file (docs/keys.md). What cannot be
/// used leaves the built-in keys, and the file as it is. GUI thread only; the file is small.
class Keymap final : public QObject
{
    Q_OBJECT
public:
    using Bindings = QHash<QAction *, QList<QKeySequence>>;

    /// `registry` outlives it and has its actions by now.
    Keymap(Registry &registry, QString file, QObject *parent = nullptr);

    /// Reads the file and gives the actions its keys. What cannot be used, one sentence each.
    [[nodiscard]] QStringList load();

    /// Gives the action these keys, takes them from all that it would clash with, and keeps that in the
    /// file. The keys hold until the program ends also when the file cannot be written.
    [[nodiscard]] Result<void> bind(QAction *action, const QList<QKeySequence> &keys);
    /// All actions get their built-in keys. Entries of unknown actions stay in the file.
    [[nodiscard]] Result<void> resetAll();
    [[nodiscard]] Bindings bindings() const; ///< Of every action.
    /// Gives keys that bindings() told before.
    [[nodiscard]] Result<void> restore(const Bindings &bindings);
    [[nodiscard]] const QString &file() const { return m_file; }

Q_SIGNALS:
    void changed(); ///< Some actions have other keys.

private:
    [[nodiscard]] Result<void> apply(const Bindings &bindings);

    Registry &m_registry;
    const QString m_file;
};

} // namespace Countersign::Actions
