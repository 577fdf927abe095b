// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/ids.h"
#include "review/parts.h"

#include <QWidget>

class QHBoxLayout;
class QVBoxLayout;

namespace Countersign::Inbox {

/// Something that waits for the person, with what all cards of the inbox have: a headline, who wants
/// it, how long ago, and no answer before the delay. Up and Down lead to the card's neighbours.
class DeskCard : public QWidget
{
    Q_OBJECT
public:
    /// `key`: unique among all cards. `asked`: milliseconds since the epoch.
    DeskCard(const QString &key, qint64 asked, const SessionId &session, QWidget *parent = nullptr);

    [[nodiscard]] const QString &key() const { return m_key; }
    [[nodiscard]] qint64 asked() const { return m_asked; }
    [[nodiscard]] const SessionId &session() const { return m_session; }

    void setSessionTitle(const QString &title);
    void updateAge(qint64 nowMs);
    /// The card appeared or moved under the pointer: no answer before the delay.
    void rearm();
    void setArmDelay(std::chrono::milliseconds delay);
    /// What Tab goes through, in its order; without the card itself.
    [[nodiscard]] virtual QList<QWidget *> tabStops() const = 0;

Q_SIGNALS:
    void stepWanted(int by); ///< Up (-1) or Down (+1).

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

    [[nodiscard]] QVBoxLayout *column() const { return m_column; }
    [[nodiscard]] bool isArmed() const { return m_arming->isArmed(); }
    /// The title of the session, or its id, and `more`, as the card's second line.
    void setOrigin(const QStringList &more);
    [[nodiscard]] QString originText() const { return m_originLabel->text(); }
    [[nodiscard]] Review::TokenLabel *headline() const { return m_headline; }
    /// Whether it takes answers has changed: enable and disable.
    virtual void refresh() = 0;
    /// The words of the card have changed: those for assistive tools follow.
    virtual void describe() = 0;
    /// Before the answering controls are disabled: gives the focus of one of them to the card.
    void keepFocus();

private:
    const QString m_key;
    const qint64 m_asked;
    const SessionId m_session;
    QString m_title;
    QStringList m_origin;
    Review::Arming *m_arming = nullptr;
    QVBoxLayout *m_column = nullptr;
    Review::TokenLabel *m_headline = nullptr;
    Review::TokenLabel *m_originLabel = nullptr;
    Review::TokenLabel *m_age = nullptr;
};

/// "now", "12 s", "3 min", "2 h", "4 d".
[[nodiscard]] QString ageText(qint64 ms);

} // namespace Countersign::Inbox
