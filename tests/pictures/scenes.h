// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "actions/registry.h"
#include "permission/types.h"
#include "review/reviewpanel.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <memory>

namespace Countersign::Pictures {

/// The review in a window of its own, or another window, with what a scene does to it.
class Stage
{
public:
    Stage();
    ~Stage();

    /// Shows the request and waits until it is on the screen with its colours.
    void show(const Permission::Request &request);
    [[nodiscard]] Review::ReviewPanel &panel() { return *m_panel; }
    [[nodiscard]] QWidget &window() { return m_other ? *m_other : *m_window; }
    /// The picture is of `window`, which `owner` keeps.
    void showInstead(QWidget *window, std::shared_ptr<void> owner);
    template<class T>
    [[nodiscard]] T &part(const char *name)
    {
        auto *found = m_panel->findChild<T *>(QString::fromLatin1(name));
        if (!found)
            qFatal("The review has no %s.", name);
        return *found;
    }
    /// Presses a key with the focus on a part.
    void press(QWidget &part, Qt::Key key, Qt::KeyboardModifiers modifiers = {});
    void settle(); ///< Until everything asked for is painted.

private:
    std::unique_ptr<Actions::Registry> m_actions;
    std::unique_ptr<QWidget> m_window;
    Review::ReviewPanel *m_panel; ///< The window's.
    std::shared_ptr<void> m_owner;
    QWidget *m_other = nullptr;
};

struct Scene
{
    QString name;
    std::function<void(Stage &)> play;
};

[[nodiscard]] QList<Scene> scenes();
[[nodiscard]] QList<Scene> keyScenes(); ///< Of the list of shortcuts.

} // namespace Countersign::Pictures
