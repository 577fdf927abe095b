// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "keys/keyrow.h"
#include "scenes.h"
#include "support/desk.h"
#include "window/mainwindow.h"

#include <QApplication>
#include <QTest>

using namespace Qt::StringLiterals;

namespace Countersign::Pictures {

namespace {

/// The list of shortcuts over the real window, on an empty project.
class Desktop
{
public:
    explicit Desktop(const QSize &size) : m_desk(m_scratch)
    {
        m_desk.setScript({});
        // Somebody has other keys for two actions.
        m_scratch.write(u"home/config/keys.jsonc"_s,
                        "{ \"composer.focus\": [\"Ctrl+M\"], \"review.maximise\": [] }");
        m_desk.open();
        m_window = std::make_unique<Window::MainWindow>(*m_desk.engine, m_desk.paths());
        m_window->resize(size);
        m_window->show();
        m_window->activateWindow();
        if (!QTest::qWaitForWindowActive(m_window.get()))
            qFatal("The window does not become active.");
        press(Qt::Key_F1);
    }

    static void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
    [[nodiscard]] Window::MainWindow &window() { return *m_window; }

private:
    Test::Scratch m_scratch;
    Test::Desk m_desk;
    std::unique_ptr<Window::MainWindow> m_window;
};

void shortcuts(Camera &camera)
{
    Desktop desktop({1280, 800});
    camera.take(desktop.window(), u"shortcuts"_s);
    for (int i = 0; i < 26; ++i)
        Desktop::press(Qt::Key_Down);
    camera.take(desktop.window(), u"shortcuts-review"_s, {900, 600});
}

/// A key that another action has.
void clash(Camera &camera)
{
    Desktop desktop({1280, 800});
    desktop.window().findChild<Keys::KeyRow *>(u"inbox.focus"_s)->setFocus();
    Desktop::press(Qt::Key_Return);
    Desktop::press(Qt::Key_F, Qt::ControlModifier);
    camera.take(desktop.window(), u"shortcuts-clash"_s);
}

void small(Camera &camera)
{
    Desktop desktop({520, 420});
    camera.take(desktop.window(), u"shortcuts-small"_s);
}

} // namespace

QList<Scene> keyScenes()
{
    return {{u"shortcuts"_s, shortcuts},
            {u"shortcuts-clash"_s, clash},
            {u"shortcuts-small"_s, small}};
}

} // namespace Countersign::Pictures
