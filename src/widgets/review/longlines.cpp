// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/longlines.h"

#include "review/background.h"

#include <algorithm>

namespace Countersign::Review {

namespace {

constexpr qsizetype kKept = 64 * 1024 * 1024; // Bytes of lines.
/// Of the longest lines as many are kept in any case, more than a window shows at once: they would
/// drive each other out without end.
constexpr qsizetype kLeast = 256;

} // namespace

LongLines::LongLines(QObject *parent)
    : QObject(parent)
    , m_work(new Background(this))
    , m_lines(kKept)
{
}

LongLines::~LongLines()
{
    // The thread must be gone before what its deliveries would touch.
    delete m_work;
}

const DisplayLine *LongLines::line(const std::shared_ptr<const DiffDocument> &document, Side side,
                                   int number)
{
    if (const Line prepared = document->prepared(side, number))
        return prepared.get();
    const quint64 key = (quint64(number) << 1) | (side == Side::New ? 1U : 0U);
    if (const Line *known = m_lines.object(key))
        return known->get();
    if (m_wanted.contains(key))
        return nullptr;
    m_wanted.insert(key);
    m_work->start([this, document, side, number, key](const std::stop_token &) {
        const QByteArrayView text = document->line(side, number);
        auto shown = std::make_shared<const DisplayLine>(decodeLine(text));
        return [this, key, shown, cost = std::min(text.size(), kKept / kLeast)] {
            m_wanted.remove(key);
            m_lines.insert(key, new Line(shown), cost);
            Q_EMIT ready();
        };
    });
    return nullptr;
}

void LongLines::clear()
{
    m_work->cancel();
    m_wanted.clear();
    m_lines.clear();
}

} // namespace Countersign::Review
