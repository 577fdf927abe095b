// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QFrame>
#include <QList>

class QLabel;
class QToolButton;

namespace Countersign::Window {

/// Says what went wrong at the top of the window, without stopping anybody. The same message again is
/// one entry with a count; the text can be selected and copied.
class InfoBar final : public QFrame
{
    Q_OBJECT
public:
    explicit InfoBar(QWidget *parent = nullptr);

    void add(const QString &message, const QString &detail = {});
    [[nodiscard]] QString text() const;

private:
    struct Entry
    {
        QString message;
        QString detail;
        int count = 1;
    };
    void update();

    QList<Entry> m_entries;
    QLabel *m_label;
    QLabel *m_details;
    QToolButton *m_toggle;
};

} // namespace Countersign::Window
