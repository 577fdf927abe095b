// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>

class QProcess;
class QTemporaryDir;

namespace Countersign::Review {

class Background;

/// The program and arguments that open a file in the person's editor: VISUAL, else EDITOR, taken apart at
/// its spaces and quotes. One that needs a terminal gets one: `TERMINAL -e`, else `x-terminal-emulator
/// -e`. Unsupported, with what to set, when nothing is set or there is no terminal.
[[nodiscard]] Result<QStringList> editorCommand(const QString &visual, const QString &editor,
                                                const QString &terminal);

/// A temporary copy (mode 0600 in a folder of mode 0700) open in another program. What is saved there is
/// read in the background whenever it changes; nothing here waits. Destroying it removes the copy and
/// leaves the program alone.
class ExternalEdit final : public QObject
{
    Q_OBJECT
public:
    explicit ExternalEdit(QObject *parent = nullptr);
    ~ExternalEdit() override;

    /// `name`: what the copy is called, for the editor's sake. Errors: those of editorCommand(); Io.
    [[nodiscard]] Result<void> start(const QString &name, const QByteArray &bytes);
    [[nodiscard]] QString program() const; ///< Its name, for words.
    [[nodiscard]] QString copy() const { return m_file; }

Q_SIGNALS:
    void saved(const QByteArray &bytes); ///< Other than before.
    /// The program has ended, or never ran (`problem`); what it saved was announced before.
    void ended(const QString &problem);

private:
    void look(bool last);
    void arm();

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
    QString m_problem;
    QStringList m_command;
    QByteArray m_bytes;
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
    QProcess *m_process = nullptr;
    Background *m_work = nullptr;
};

} // namespace Countersign::Review
