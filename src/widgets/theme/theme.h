// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QObject>

class QApplication;

namespace Countersign::Theme {

/// Every colour that is painted. Values for light and dark in theme.cpp, nowhere else.
enum class Token {
    Window,
    Panel,
    Card,
    Line,
    Text,
    Muted,
    Accent,
    Allow,
    Ask,
    Deny,
    Info,
    AddedLine,
    AddedWord,
    RemovedLine,
    RemovedWord,
};

enum class Scheme { FollowSystem, Light, Dark };

/// Spacing steps and radii in device-independent pixels.
namespace Space {
inline constexpr int xs = 4;
inline constexpr int s = 8;
inline constexpr int m = 12;
inline constexpr int l = 16;
inline constexpr int xl = 24;
} // namespace Space
inline constexpr int kCardRadius = 6;
inline constexpr int kControlRadius = 4;
inline constexpr int kHitTarget = 28;

/// The theme of the application; GUI thread only.
class Theme final : public QObject
{
    Q_OBJECT
public:
    /// Sets Fusion, the palette and the fonts, and follows the system from then on. Call once.
    static void install(QApplication &application, Scheme scheme = Scheme::FollowSystem);
    [[nodiscard]] static Theme &instance();

    void setScheme(Scheme scheme);
    [[nodiscard]] bool isDark() const;
    [[nodiscard]] QColor color(Token token) const;
    [[nodiscard]] static QColor colorOf(Token token, bool dark);

    [[nodiscard]] QFont baseFont() const;
    [[nodiscard]] QFont smallFont() const; ///< −1 pt
    [[nodiscard]] QFont titleFont() const; ///< +2 pt, semibold
    [[nodiscard]] QFont codeFont() const; ///< The system's fixed font, ligatures off.

    /// An icon of our set (resources ":/icons/<name>.svg"), tinted with the token's colour.
    [[nodiscard]] QIcon icon(const QString &name, Token tint = Token::Text) const;

Q_SIGNALS:
    void changed(); ///< Colours or fonts are others now: repaint.

private:
    explicit Theme(QApplication &application);
    class Private;
    Private *d; // Owned by this object (QObject child).
};

} // namespace Countersign::Theme
