// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "review/diffdocument.h"
#include "review/displayline.h"

#include <QCache>
#include <QObject>
#include <QSet>

namespace Countersign::Review {

class Background;

/// The very long lines of a document (kLongLine and more) as they are painted. Those that did not come
/// with the document are prepared in the background when they are asked for.
class LongLines final : public QObject
{
    Q_OBJECT
public:
    explicit LongLines(QObject *parent = nullptr);
    ~LongLines() override;

    /// Null: it is being prepared, and ready() tells when to ask again. Valid as long as the document
    /// and until control returns to the event loop.
    [[nodiscard]] const DisplayLine *line(const std::shared_ptr<const DiffDocument> &document,
                                          Side side, int number);
    void clear(); ///< Before the lines of another document.

Q_SIGNALS:
    void ready();

private:
    using Line = std::shared_ptr<const DisplayLine>;
    Background *m_work = nullptr;
    QSet<quint64> m_wanted; ///< Being prepared.
    QCache<quint64, Line> m_lines;
};

} // namespace Countersign::Review
