// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "actions/registry.h"
#include "permission/types.h"
#include "review/reviewpanel.h"

#include <QString>
#include <QWidget>

#include <memory>

namespace Countersign::Pictures {

/// The review in a window of its own, with what a scene does to it.
class Stage
{
public:
    explicit Stage(const QSize &size = {1180, 760});
    ~Stage();

    /// Shows the request and waits until it is on the screen with its colours.
    void show(const Permission::Request &request);
    [[nodiscard]] Review::ReviewPanel &panel() { return *m_panel; }
    [[nodiscard]] QWidget &window() { return *m_window; }
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
};

} // namespace Countersign::Pictures
