// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "support/scratch.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QProcessEnvironment>
#include <QStringList>

#include <memory>

class QProcess;

namespace Countersign::Test {

/// What one start of the program left.
struct Ran
{
    int exit = -1; ///< -1: it did not end in time; 128 + signal: a signal ended it.
    QByteArray out;
    QByteArray err;

    /// Standard output as one JSON object a line; fails the test where a line is none.
    [[nodiscard]] QList<QJsonObject> lines() const;
    /// The lines with this "type".
    [[nodiscard]] QList<QJsonObject> lines(const QString &type) const;
    /// Standard output as the one JSON object that it has to be.
    [[nodiscard]] QJsonObject object() const;
};

/// The program on a scratch folder: its project is "project", its home "home", and nothing of the
/// machine's own configuration, display or language reaches it.
class Program
{
public:
    Program();

    /// Runs to the end (60 s at most) in the project's folder, with `input` as standard input.
    [[nodiscard]] Ran run(const QStringList &arguments, const QByteArray &input = {}) const;
    /// Runs to the end with a terminal as standard output and error; what that got.
    [[nodiscard]] QByteArray runOnTerminal(const QStringList &arguments) const;
    /// Starts and leaves the rest to the caller.
    [[nodiscard]] std::unique_ptr<QProcess> start(const QStringList &arguments,
                                                  const QByteArray &input = {}) const;

    /// Writes a script of the scripted model; the value for --model.
    [[nodiscard]] QString script(const QJsonArray &turns) const;
    [[nodiscard]] QString answers(const QJsonArray &entries) const; ///< The value for --answers.
    void configure(const QByteArray &json) const; ///< Writes the person's configuration.
    void file(const QString &relative, const QByteArray &bytes) const; ///< Of the project.
    [[nodiscard]] QByteArray bytes(const QString &relative) const; ///< Of the project.

    Scratch scratch;
    QProcessEnvironment environment;
};

/// A turn of the scripted model.
[[nodiscard]] QJsonObject turn(const QString &text);
[[nodiscard]] QJsonObject turn(const QString &text, const QString &tool, const QJsonObject &input);

/// A configuration in which edits and commands are asked.
[[nodiscard]] QByteArray askEverything();

} // namespace Countersign::Test
