// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "camera.h"

#include <QList>
#include <QString>

#include <functional>

namespace Countersign::Pictures {

/// Something that is played and photographed. Its first picture has its name, others begin with it.
struct Scene
{
    QString name;
    std::function<void(Camera &)> play;
};

[[nodiscard]] QList<Scene> reviewScenes();
[[nodiscard]] QList<Scene> panelScenes(); ///< Of each panel by itself.
[[nodiscard]] QList<Scene> windowScenes();
[[nodiscard]] QList<Scene> keyScenes(); ///< Of the list of shortcuts.

} // namespace Countersign::Pictures
