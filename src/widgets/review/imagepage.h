// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/change.h"

#include <QImage>
#include <QWidget>

#include <stop_token>

namespace Countersign::Review {

/// One side of an image's change.
struct ImageSide
{
    bool exists = false; ///< There is such a file on this side.
    QImage image; ///< Null when it cannot be shown.
    QString facts; ///< Its size in pixels and bytes, its kind.
    QString problem; ///< Why it cannot be shown.
};

struct ImageChange
{
    ImageSide before;
    ImageSide after;
};

/// True when a side of the change is an image by its bytes: PNG, JPEG, GIF or WebP.
[[nodiscard]] bool isImageChange(const Diff::FileChange &change);
/// Decodes both sides, within bounds. Any thread.
[[nodiscard]] ImageChange decodeImages(const Diff::FileChange &change, const std::stop_token &stop);

/// The old and the new image beside each other on a chequered ground, never larger than they are, at
/// one scale.
class ImagePage final : public QWidget
{
    Q_OBJECT
public:
    explicit ImagePage(QWidget *parent = nullptr);
    void setImages(const QString &resource, const ImageChange &change);
    [[nodiscard]] bool isSeen() const { return m_seen; } ///< Has been painted since setImages().
    /// Where a side's image is painted, in pixels of the page; empty when there is none.
    [[nodiscard]] QRect imageRect(bool after) const;

Q_SIGNALS:
    void seenChanged();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QRect paneOf(bool after) const;
    void paintPane(QPainter &painter, bool after) const;

    ImageChange m_change;
    bool m_seen = false;
};

} // namespace Countersign::Review
