// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

class QCoreApplication;

/// What a command with windows needs before it makes one.
namespace Countersign::Cli {

/// False when there is nowhere to show a window: Qt would abort the process.
[[nodiscard]] bool hasScreen();
/// Keeps two remarks of Qt's offscreen platform from stderr, which say nothing about this program:
/// that it has no window manager to tell sizes to, and where it looks for sockets.
void quietOffscreen();

/// Loads the texts of the person's language (LANGUAGE, then the locale), English where there are
/// none: its file has the plural forms. Once, before the first window is made.
void installTranslations(QCoreApplication &application);

} // namespace Countersign::Cli
