// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QHash>

namespace Countersign::Media {

/// Makes of any HTML the little that is needed to read it, in pieces that libxml2 parses in linear
/// time. Left out are comments, scripts, styles, embedded pages, and all attributes but a few; a tag
/// of any length becomes a short one. Without it one tag with 500,000 attributes costs minutes.
class HtmlSieve
{
public:
    /// An attribute's value beyond this is left out (pictures inside of pages have megabytes).
    static constexpr qsizetype kLongestValue = 8192;

    /// `html` is UTF-8 and outlives the sieve.
    explicit HtmlSieve(QByteArrayView html) : m_html(html) { }

    /// Appends about `size` bytes, which end between two characters, entities or tags. False when
    /// the document has ended.
    [[nodiscard]] bool take(QByteArray &out, qsizetype size);

    /// From now on tags are left out; where a block began is a line break. For documents that are
    /// nested too deeply.
    void flatten() { m_flat = true; }

private:
    struct Tag
    {
        QByteArray name; ///< In lower case; empty when it is no element.
        QByteArray attributes; ///< Written out again, each with a blank before it.
    };

    void takeText(QByteArray &out, qsizetype size);
    void takeMarkup(QByteArray &out);
    void takeStart(QByteArray &out);
    void takeEnd(QByteArray &out);
    [[nodiscard]] QByteArray readName();
    void readAttributes(QByteArray &into);
    void skipPast(QByteArrayView what);
    /// Skips to the end tag of `name`, over it; what lies between.
    QByteArrayView skipRaw(const QByteArray &name);

    QByteArrayView m_html;
    qsizetype m_at = 0;
    QHash<QByteArray, int> m_open; ///< How many elements of a name have begun and not ended.
    bool m_flat = false;
};

} // namespace Countersign::Media
