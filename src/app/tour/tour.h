// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "cli/answers.h"
#include "engine/engine.h"

#include <QList>
#include <QObject>
#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <optional>

class QPushButton;
class QWidget;

namespace Countersign::Inbox {
class InboxPanel;
}
namespace Countersign::Review {
class ReviewPanel;
}
namespace Countersign::Window {
class MainWindow;
}

namespace Countersign::Tour {

/// The guided tour: a scripted model works on a scratch copy of the sample project, a scripted person
/// answers through the real window by pressing its buttons, and pictures are taken on the way.
class Tour final : public QObject
{
    Q_OBJECT
public:
    struct Options
    {
        QString pictures; ///< Folder for the pictures; empty: none.
        int pauseMs = 0; ///< Between steps, so that a person can follow.
    };

    explicit Tour(Options options);
    ~Tour() override;

    /// Sets everything up and begins; finished() follows.
    [[nodiscard]] Result<void> start();

Q_SIGNALS:
    void finished(int exitCode);

private:
    using Step = std::function<void()>;

    [[nodiscard]] Result<void> copySample();
    void walkNext();
    void walk(const Permission::Request &request);
    void addPictureSteps(const Permission::Request &request);
    void then(Step step);
    /// Presses a button of the review as soon as it takes an answer.
    void thenPress(const QString &button);
    void beginSteps();
    void advance();
    void whenEnabled(QPushButton *button, int tries);
    void picture(const QString &name);
    void onPart(const Session::Part &part);
    void onRunEnded(const Session::RunEnded &ended);
    void say(const QString &text) const;
    void fail(const QString &text);

    const Options m_options;
    QTemporaryDir m_scratch;
    std::optional<Cli::Answers> m_answers;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<Window::MainWindow> m_window;
    Review::ReviewPanel *m_review = nullptr; // The window's.
    QList<Permission::Request> m_waiting; ///< Asked and not yet answered, oldest first.
    QList<Step> m_steps; ///< What is still to do for the request under review.
    RequestId m_ready; ///< The request whose change is on screen.
    bool m_busy = false; ///< Steps are being walked, or the diff is awaited.
    bool m_pressing = false; ///< A button is waited for.
    bool m_walking = false; ///< The steps have begun.
    bool m_ended = false;
    int m_pictures = 0;
    int m_answered = 0;
};

} // namespace Countersign::Tour
