// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "theme/theme.h"

#include "theme/deskstyle.h"
#include "theme/iconengine.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QPalette>
#include <QStyleHints>
#include <QTimer>

// The macro declares a function at file scope: it does not work inside a namespace.
static void initResources()
{
    Q_INIT_RESOURCE(countersign);
}

namespace Countersign::Theme {

using namespace Qt::StringLiterals;

namespace {

struct Pair
{
    QRgb light;
    QRgb dark;
};

/// The only place where colours stand; in the order of Token.
constexpr Pair kColors[] = {
        {0xFFF5F6F8, 0xFF15181C}, // Window
        {0xFFFFFFFF, 0xFF1B1F24}, // Panel
        {0xFFFFFFFF, 0xFF22272E}, // Card
        {0xFFDDE1E6, 0xFF343B44}, // Line
        {0xFF1B1F24, 0xFFE6E9ED}, // Text
        {0xFF5A6370, 0xFF9AA4B0}, // Muted
        {0xFF2865E0, 0xFF6EA8FE}, // Accent
        {0xFF1A7F37, 0xFF5BD07F}, // Allow
        {0xFF8A5D00, 0xFFE3B341}, // Ask
        {0xFFC2272D, 0xFFFF7B72}, // Deny
        {0xFF0B6BCB, 0xFF79C0FF}, // Info
        {0xFFE6F6EA, 0xFF14301E}, // AddedLine
        {0xFFB2E4BF, 0xFF22613A}, // AddedWord
        {0xFFFDECEC, 0xFF3A1C1F}, // RemovedLine
        {0xFFF6BFBF, 0xFF7C2D32}, // RemovedWord
};

bool systemIsDark()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const Qt::ColorScheme scheme = QGuiApplication::styleHints()->colorScheme();
    if (scheme != Qt::ColorScheme::Unknown)
        return scheme == Qt::ColorScheme::Dark;
#endif
    // Qt 6.4 has no question for it: a dark desktop has a dark window colour.
    return QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
}

Theme *theInstance = nullptr;

} // namespace

class Theme::Private final : public QObject
{
public:
    Private(Theme *theme, QApplication &app) : QObject(theme), q(theme), application(app)
    {
        systemDark = systemIsDark();
        app.installEventFilter(this);
        // A change is told at every window: many tellings make one look.
        look.setSingleShot(true);
        look.setInterval(0);
        connect(&look, &QTimer::timeout, this, [this] { lookAgain(); });
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
        connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, &look,
                qOverload<>(&QTimer::start));
#endif
    }

    bool eventFilter(QObject *object, QEvent *event) override
    {
        // Our palette covers the system's in every role, so Qt 6.4 finds no change in the
        // application's and is silent; that the platform's theme changed is told to the windows.
        const bool palette =
                object == &application && event->type() == QEvent::ApplicationPaletteChange;
        if (!applying && (palette || event->type() == QEvent::ThemeChange))
            look.start();
        else if (object == &application && event->type() == QEvent::ApplicationFontChange)
            Q_EMIT q->changed();
        return QObject::eventFilter(object, event);
    }

    void lookAgain()
    {
        const bool before = isDark();
        systemDark = askAgain();
        if (isDark() != before)
            apply();
        else
            applyPalette(); // askAgain() took ours away.
    }

    [[nodiscard]] bool isDark() const
    {
        return scheme == Scheme::FollowSystem ? systemDark : scheme == Scheme::Dark;
    }

    /// Takes our palette away, since it would answer the question; the caller puts it back.
    bool askAgain()
    {
        applying = true;
        QApplication::setPalette(QPalette());
        applying = false;
        return systemIsDark();
    }

    void applyPalette();
    void apply();

    Theme *q;
    QApplication &application;
    Scheme scheme = Scheme::FollowSystem;
    bool systemDark = false;
    bool applying = false; ///< What we set ourselves is no news.
    QTimer look;
};

void Theme::Private::apply()
{
    applyPalette();
    Q_EMIT q->changed();
}

void Theme::Private::applyPalette()
{
    const bool dark = isDark();
    const auto color = [dark](Token token) {
        return Theme::colorOf(token, dark);
    };
    QPalette palette;
    palette.setColor(QPalette::Window, color(Token::Window));
    palette.setColor(QPalette::WindowText, color(Token::Text));
    palette.setColor(QPalette::Base, color(Token::Panel));
    palette.setColor(QPalette::AlternateBase, color(Token::Window));
    palette.setColor(QPalette::Text, color(Token::Text));
    palette.setColor(QPalette::Button, color(Token::Card));
    palette.setColor(QPalette::ButtonText, color(Token::Text));
    palette.setColor(QPalette::BrightText, color(Token::Deny));
    palette.setColor(QPalette::ToolTipBase, color(Token::Card));
    palette.setColor(QPalette::ToolTipText, color(Token::Text));
    palette.setColor(QPalette::PlaceholderText, color(Token::Muted));
    palette.setColor(QPalette::Link, color(Token::Accent));
    palette.setColor(QPalette::LinkVisited, color(Token::Accent));
    palette.setColor(QPalette::Highlight, color(Token::Accent));
    palette.setColor(QPalette::HighlightedText, color(dark ? Token::Window : Token::Panel));
    // Fusion draws bevels and frames from these five.
    palette.setColor(QPalette::Light, color(Token::Card));
    palette.setColor(QPalette::Midlight, color(Token::Line));
    palette.setColor(QPalette::Mid, color(Token::Line));
    palette.setColor(QPalette::Dark, color(Token::Line));
    palette.setColor(QPalette::Shadow, color(Token::Line));
    QColor faded = color(Token::Muted);
    faded.setAlphaF(0.6F);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faded);
    applying = true;
    QApplication::setPalette(palette);
    applying = false;
}

void Theme::install(QApplication &application, Scheme scheme)
{
    initResources();
    Q_ASSERT_X(!theInstance, "Theme::install", "called twice");
    theInstance = new Theme(application);
    QApplication::setStyle(new DeskStyle);
    theInstance->d->scheme = scheme;
    theInstance->d->apply();
}

Theme &Theme::instance()
{
    Q_ASSERT_X(theInstance, "Theme::instance", "Theme::install() comes first");
    return *theInstance;
}

Theme::Theme(QApplication &application) : QObject(&application), d(new Private(this, application))
{
    connect(this, &QObject::destroyed, [] { theInstance = nullptr; });
}

void Theme::setScheme(Scheme scheme)
{
    if (d->scheme == scheme)
        return;
    d->scheme = scheme;
    d->apply();
}

bool Theme::isDark() const
{
    return d->isDark();
}

QColor Theme::color(Token token) const
{
    return colorOf(token, isDark());
}

QColor Theme::colorOf(Token token, bool dark)
{
    const Pair &pair = kColors[size_t(token)];
    return QColor::fromRgb(dark ? pair.dark : pair.light);
}

QFont Theme::baseFont() const
{
    return QApplication::font();
}

QFont Theme::smallFont() const
{
    QFont font = baseFont();
    font.setPointSizeF(qMax(7.0, font.pointSizeF() - 1));
    return font;
}

QFont Theme::titleFont() const
{
    QFont font = baseFont();
    font.setPointSizeF(font.pointSizeF() + 2);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont Theme::codeFont() const
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(baseFont().pointSizeF());
    // Ligatures would draw one sign for two characters: what is reviewed must be what is there.
    font.setStyleStrategy(QFont::StyleStrategy(font.styleStrategy() | QFont::PreferNoShaping));
    font.setFixedPitch(true);
    return font;
}

QIcon Theme::icon(const QString &name, Token tint) const
{
    return QIcon(new IconEngine(name, tint));
}

} // namespace Countersign::Theme
