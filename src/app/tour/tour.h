// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "cli/answers.h"
#include "engine/engine.h"

#include <QObject>
#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <optional>

class QWidget;

namespace Countersign::Window {
class MainWindow;
}

namespace Countersign::Tour {

/// The guided tour: a scripted model works on a scratch copy of the sample project, a scripted person
/// answers through the real window, step by step, and pictures are taken on the way. With a display
/// it pauses between the steps so that a person can follow.
class Tour final : public QObject
{
    Q_OBJECT
public:
    struct Options
    {
        QString pictures; ///< Folder for the pictures; empty: none.
        int pauseMs = 0; ///< Between steps.
    };

    explicit Tour(Options options);
    ~Tour() override;

    /// Sets everything up and starts; finished() tells the exit code.
    [[nodiscard]] Result<void> start();

Q_SIGNALS:
    void finished(int exitCode);

private:
    /// One thing to do once the window shows what it needs.
    struct Step
    {
        QString words;
        std::function<void()> act;
    };

    [[nodiscard]] Result<void> prepare();
    void onAsked(const Permission::Request &request);
    void nextRequest();
    void walk(const Permission::Request &request);
    void then(const QString &words, std::function<void()> act);
    void advance();
    void press(const char *objectName);
    void picture(const QString &name, QWidget *of = nullptr);
    void onCall(const Session::CallPart &call);
    void onRunEnded(const Session::RunEnded &ended);
    void say(const QString &text);
    void fail(const QString &text);

    const Options m_options;
    QTemporaryDir m_scratch;
    std::optional<Cli::Answers> m_answers;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<Window::MainWindow> m_window;
    SessionId m_session;
    QList<Permission::Request> m_waiting;
    QList<Step> m_steps;
    bool m_walking = false; ///< A request is being answered step by step.
    int m_asked = 0;
    int m_pictures = 0;
    bool m_failed = false;
};

} // namespace Countersign::Tour
