// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "review/changefacts.h"
#include "theme/theme.h"

#include <QLabel>
#include <QTimer>
#include <QWidget>

#include <chrono>

class QPushButton;

/// Small widgets that the review and the inbox share.
namespace Countersign::Review {

/// How long after it appears a question takes no answer: what was meant for something else, a
/// key or the second half of a double click, must not reach it.
inline constexpr std::chrono::milliseconds kArmDelay{400};

enum class Face { Base, Small, Title, Code };

/// Plain text in a token's colour and one of the theme's faces; follows the theme.
class TokenLabel final : public QLabel
{
    Q_OBJECT
public:
    TokenLabel(Theme::Token token, Face face, QWidget *parent = nullptr);
    void setToken(Theme::Token token);

private:
    void apply();
    Theme::Token m_token;
    Face m_face;
};

/// Facts as outlined words that wrap.
class ChipRow final : public QWidget
{
    Q_OBJECT
public:
    explicit ChipRow(QWidget *parent = nullptr);
    void setFacts(const QList<Fact> &facts);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QList<QRect> chipRects(int width) const;
    QList<Fact> m_facts;
};

/// "+3 −1" in the colours of the two sides.
class CountsLabel final : public QWidget
{
    Q_OBJECT
public:
    explicit CountsLabel(QWidget *parent = nullptr);
    void setCounts(Diff::LineCounts counts);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Diff::LineCounts m_counts;
};
[[nodiscard]] QString countsText(Diff::LineCounts counts);

/// Says when a question takes answers: not before the delay after restart().
class Arming final : public QObject
{
    Q_OBJECT
public:
    explicit Arming(QObject *parent = nullptr);
    void setDelay(std::chrono::milliseconds delay);
    void restart();
    void disarm();
    [[nodiscard]] bool isArmed() const { return m_armed; }

Q_SIGNALS:
    void changed(bool armed);

private:
    void set(bool armed);
    QTimer m_timer;
    std::chrono::milliseconds m_delay = kArmDelay;
    bool m_armed = false;
};

/// A button of at least the theme's hit target that never is a dialog's default.
[[nodiscard]] QPushButton *makeButton(const QString &text, const QString &name,
                                      QWidget *parent = nullptr);
/// Another text, with room for it.
void setButtonText(QPushButton *button, const QString &text);
/// A long path may break after each '/', without a character that would be copied or read aloud.
void setPathText(QLabel *label, const QString &path);

} // namespace Countersign::Review
