// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QSize>
#include <QString>

class QWidget;

namespace Countersign::Pictures {

/// Writes pictures of widgets: NAME-SCHEME-SCALEx-LANGUAGE.png.
class Camera
{
public:
    Camera(QString folder, QString scheme, QString language);

    /// The widget as it is now. Ends the program when the picture cannot be written.
    void take(QWidget &widget, const QString &name);
    /// The same after the widget was shown in that size.
    void take(QWidget &widget, const QString &name, const QSize &size);
    [[nodiscard]] int taken() const { return m_taken; }

private:
    QString m_folder;
    QString m_scheme;
    QString m_language;
    int m_taken = 0;
};

} // namespace Countersign::Pictures
