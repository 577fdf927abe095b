// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QCommandLineParser>
#include <QString>
#include <QStringList>

#include <optional>

class QObject;

namespace Countersign {
class Engine;
}

namespace Countersign::Cli {

/// The options of "sessions changes" and "sessions put-back".
void addChangeOptions(QCommandLineParser &parser);

/// Why these words and options are not one of the two commands; nothing when they are.
[[nodiscard]] std::optional<QString> changeUsage(const QCommandLineParser &parser);

/// Runs one of the two, once the session is known to be there; ends `application` with what it prints.
void startChanges(Engine &engine, QObject &application, const QCommandLineParser &parser);

} // namespace Countersign::Cli
