// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "camera.h"

#include <QCoreApplication>
#include <QDir>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace Countersign::Pictures {

Camera::Camera(QString folder, QString scheme, QString language)
    : m_folder(std::move(folder))
    , m_scheme(std::move(scheme))
    , m_language(std::move(language))
{
}

void Camera::take(QWidget &widget, const QString &name)
{
    const QString file = QDir(m_folder).filePath(u"%1-%2-%3x-%4.png"_s.arg(
            name, m_scheme, QString::number(widget.devicePixelRatio()), m_language));
    if (!widget.grab().save(file))
        qFatal("The picture %s could not be written.", qPrintable(file));
    ++m_taken;
}

void Camera::take(QWidget &widget, const QString &name, const QSize &size)
{
    widget.resize(size);
    widget.show();
    QCoreApplication::sendPostedEvents();
    take(widget, name);
}

} // namespace Countersign::Pictures
