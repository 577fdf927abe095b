// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "config/config.h"

#include <QHash>
#include <QJsonObject>
#include <QString>
#include <QStringList>

/// Reading JSON with comments so that every value can be pointed at. QJsonDocument knows neither
/// comments nor places, and sorts keys; the order of keys is the order of rules.
namespace Countersign::Config {

/// A place in a text, both from 1; the column counts UTF-16 units.
struct Place
{
    int line = 0;
    int column = 0;
    friend bool operator==(const Place &, const Place &) = default;
};

/// A JSON object and where everything in it was written. Paths are JSON pointers (RFC 6901).
struct Document
{
    QString file;
    QJsonObject root;
    QHash<QString, Place> places; ///< Of every value; an object's or array's is its bracket.
    QHash<QString, QStringList> keys; ///< Of every object, in the file's order.
    QStringList repeated; ///< Pointers whose key occurs more than once; the last value holds.

    /// A problem with the value at `pointer` (its nearest known parent when it is missing).
    [[nodiscard]] Problem problem(const QString &pointer, const QString &message) const;
    /// "name:line" of the value at `pointer`, to be shown to people.
    [[nodiscard]] QString source(const QString &shownName, const QString &pointer) const;
};

/// `key` as one token of a JSON pointer, with its slash.
[[nodiscard]] QString pointerTo(const QString &parent, const QString &key);

/// Reads an object: comments of both kinds, trailing commas and a byte order mark are fine; anything
/// else that is not JSON, or is not UTF-8, or is nested deeper than 64, is the Problem.
[[nodiscard]] tl::expected<Document, Problem> readDocument(const QByteArray &text,
                                                           const QString &file);

} // namespace Countersign::Config
