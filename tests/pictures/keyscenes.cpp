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

/// The real window on an empty project.
struct Desktop
{
    Desktop() : desk(scratch)
    {
        desk.setScript({});
        // Somebody has other keys for two actions.
        scratch.write(u"home/config/keys.jsonc"_s,
                      "{ \"composer.focus\": [\"Ctrl+M\"], \"review.maximise\": [] }");
        desk.open();
        window = std::make_unique<Window::MainWindow>(*desk.engine, desk.paths());
    }

    Test::Scratch scratch;
    Test::Desk desk;
    std::unique_ptr<Window::MainWindow> window;
};

void press(int key, Qt::KeyboardModifiers modifiers = {})
{
    QTest::keyClick(QApplication::focusWidget(), Qt::Key(key), modifiers);
}

void openKeys(Stage &stage, const QSize &size)
{
    const auto desktop = std::make_shared<Desktop>();
    desktop->window->resize(size);
    stage.showInstead(desktop->window.get(), desktop);
    press(Qt::Key_F1);
    stage.settle();
}

} // namespace

QList<Scene> keyScenes()
{
    return {
            {u"shortcuts"_s,
             [](Stage &stage) {
                 openKeys(stage, {1280, 800});
             }},
            {u"shortcuts-clash"_s,
             [](Stage &stage) {
                 openKeys(stage, {1280, 800});
                 auto *row = stage.window().findChild<Keys::KeyRow *>(u"inbox.focus"_s);
                 row->setFocus();
                 press(Qt::Key_Return);
                 press(Qt::Key_F, Qt::ControlModifier);
                 stage.settle();
             }},
            {u"shortcuts-review"_s,
             [](Stage &stage) {
                 openKeys(stage, {900, 600});
                 for (int i = 0; i < 26; ++i)
                     press(Qt::Key_Down);
                 stage.settle();
             }},
            {u"shortcuts-small"_s,
             [](Stage &stage) {
                 openKeys(stage, {520, 420});
             }},
    };
}

} // namespace Countersign::Pictures
