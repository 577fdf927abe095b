// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/externaledit.h"

#include "review/background.h"
#include "review/changefacts.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <array>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

namespace {

/// Editors write in several steps: read when they have come to rest.
constexpr int kSettleMs = 100;
/// More is not taken back from an editor.
constexpr qint64 kLargestSaved = qint64(64) * 1024 * 1024;

constexpr std::array kTerminalEditors{u"vi",    u"vim",    u"nvim", u"nano", u"pico", u"hx",
                                      u"helix", u"micro",  u"ne",   u"joe",  u"jed",  u"kak",
                                      u"ed",    u"mcedit", u"mg",   u"zile", u"less"};

bool needsTerminal(const QStringList &command)
{
    const QString name = QFileInfo(command.first()).fileName();
    if (name.startsWith("emacs"_L1))
        return command.contains("-nw"_L1) || command.contains("--no-window-system"_L1);
    return std::find(kTerminalEditors.begin(), kTerminalEditors.end(), name)
            != kTerminalEditors.end();
}

} // namespace

Result<QStringList> editorCommand(const QString &visual, const QString &editor,
                                  const QString &terminal)
{
    QStringList command = QProcess::splitCommand(visual.trimmed().isEmpty() ? editor : visual);
    if (command.isEmpty())
        return failure(
                ErrorCode::Unsupported,
                Words::tr("No editor is set. Set VISUAL to one that has a window and waits, "
                          "such as “gvim -f” or “code --wait”, and start Countersign again."));
    if (!needsTerminal(command))
        return command;
    QStringList shell = QProcess::splitCommand(terminal);
    if (shell.isEmpty())
        shell = QStringList{QStandardPaths::findExecutable(u"x-terminal-emulator"_s)};
    if (shell.first().isEmpty())
        return failure(
                ErrorCode::Unsupported,
                Words::tr("%1 needs a terminal. Set TERMINAL to a terminal program that takes "
                          "“-e”, or VISUAL to an editor with a window, such as “gvim -f”, and "
                          "start Countersign again.")
                        .arg(command.first()));
    return shell + QStringList{u"-e"_s} + command;
}

ExternalEdit::ExternalEdit(QObject *parent) : QObject(parent), m_work(new Background(this))
{
    m_settle.setInterval(kSettleMs);
    m_settle.setSingleShot(true);
    connect(&m_settle, &QTimer::timeout, this, [this] { look(false); });
    for (const auto changed :
         {&QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged})
        connect(&m_watcher, changed, &m_settle, qOverload<>(&QTimer::start));
}

ExternalEdit::~ExternalEdit()
{
    // The thread must be gone before what its deliveries would touch.
    delete m_work;
    if (!m_process)
        return;
    // The person's editor may hold what was not saved: it goes on without us.
    m_process->disconnect(this);
    m_process->setParent(QCoreApplication::instance());
    if (m_process->state() == QProcess::NotRunning)
        m_process->deleteLater();
    else
        connect(m_process, &QProcess::finished, m_process, &QObject::deleteLater);
}

Result<void> ExternalEdit::start(const QString &name, const QByteArray &bytes)
{
    const auto command =
            editorCommand(qEnvironmentVariable("VISUAL"), qEnvironmentVariable("EDITOR"),
                          qEnvironmentVariable("TERMINAL"));
    if (!command)
        return failure(command.error());
    m_command = *command;
    m_folder = std::make_unique<QTemporaryDir>(); // Mode 0700.
    m_file = m_folder->filePath(QFileInfo(name).fileName());
    QFile file(m_file);
    // Exclusively, and for nobody else from the first moment on.
    const bool written = m_folder->isValid()
            && file.open(QIODevice::WriteOnly | QIODevice::NewOnly,
                         QFileDevice::ReadOwner | QFileDevice::WriteOwner)
            && file.write(bytes) == bytes.size() && file.flush();
    if (!written)
        return failure(ErrorCode::Io,
                       Words::tr("No copy for the editor could be written to %1: %2.")
                               .arg(m_file, file.errorString()));
    file.close();
    m_bytes = bytes;
    arm();
    m_process = new QProcess(this);
    m_process->setProgram(m_command.first());
    m_process->setArguments(m_command.mid(1) + QStringList{m_file});
    // What it says is of no use here, and a full pipe would hold it.
    m_process->setStandardOutputFile(QProcess::nullDevice());
    m_process->setStandardErrorFile(QProcess::nullDevice());
    m_process->setStandardInputFile(QProcess::nullDevice());
    connect(m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        if (status == QProcess::CrashExit || code != 0)
            m_problem = Words::tr("%1 ended with an error.").arg(program());
        look(true);
    });
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        m_problem = Words::tr("%1 could not be started: %2. Look at VISUAL and EDITOR.")
                            .arg(program(), m_process->errorString());
        look(true);
    });
    m_process->start();
    return {};
}

QString ExternalEdit::program() const
{
    const qsizetype behind = m_command.indexOf(u"-e"_s);
    const QString path = behind > 0 ? m_command.value(behind + 1) : m_command.value(0);
    return QFileInfo(path).fileName();
}

void ExternalEdit::arm()
{
    for (const QString &path : {m_file, m_folder->path()}) {
        if (!m_watcher.files().contains(path) && !m_watcher.directories().contains(path)
            && QFileInfo::exists(path))
            m_watcher.addPath(path);
    }
}

void ExternalEdit::look(bool last)
{
    m_work->start([this, last, path = m_file](const std::stop_token &) -> Background::Delivery {
        QFile file(path);
        const bool readable = file.open(QIODevice::ReadOnly) && file.size() <= kLargestSaved;
        const QByteArray bytes = readable ? file.readAll() : QByteArray();
        return [this, last, readable, bytes] {
            arm(); // A file that was replaced is watched no more.
            if (readable && bytes != m_bytes) {
                m_bytes = bytes;
                Q_EMIT saved(bytes);
            }
            if (last)
                Q_EMIT ended(m_problem);
        };
    });
}

} // namespace Countersign::Review
