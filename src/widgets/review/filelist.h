// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "review/changefacts.h"

#include <QListWidget>

namespace Countersign::Review {

/// The files of one proposal: a tick for those that were viewed, a status letter, the path, the lines
/// and what is to know of each. Space or a click on its box ticks a file.
class FileList final : public QListWidget
{
    Q_OBJECT
public:
    explicit FileList(QWidget *parent = nullptr);

    void setFiles(const QList<Diff::FileChange> &files); ///< None is viewed.
    void setSummary(int file, const Summary &summary);
    void setLeftOut(int file, bool leftOut);
    void setViewed(int file, bool viewed);
    [[nodiscard]] bool isViewed(int file) const;
    [[nodiscard]] int viewedCount() const;

Q_SIGNALS:
    void viewedChanged(int file, bool viewed);

private:
    void describe(int file);
};

} // namespace Countersign::Review
