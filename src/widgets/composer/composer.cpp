// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "composer/composer.h"

#include "actions/registry.h"
#include "theme/card.h"
#include "theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>
#include <QVBoxLayout>

#include <cmath>

namespace Countersign::Composer {

using namespace Qt::StringLiterals;
namespace Space = Theme::Space;

namespace {

constexpr int kMinimumLines = 2;
constexpr int kMaximumLines = 8;

} // namespace

Composer::Composer(Actions::Registry &actions, QWidget *parent)
    : QWidget(parent)
    , m_frame(new Theme::Card(this))
    , m_edit(new QPlainTextEdit(m_frame))
    , m_send(new QPushButton(tr("Send"), this))
    , m_stop(new QPushButton(tr("Stop"), this))
{
    m_edit->setObjectName(u"composerText"_s);
    m_edit->setAccessibleName(tr("Message to the agent"));
    m_edit->setPlaceholderText(tr("Message the agent…"));
    m_edit->setTabChangesFocus(true);
    m_edit->setFrameShape(QFrame::NoFrame);
    m_edit->viewport()->setAutoFillBackground(false);
    m_edit->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *inside = new QVBoxLayout(m_frame);
    inside->setContentsMargins(Space::xs, Space::xs, Space::xs, Space::xs);
    inside->addWidget(m_edit);
    m_edit->installEventFilter(this);
    const Theme::Theme &theme = Theme::Theme::instance();
    m_send->setObjectName(u"send"_s);
    m_send->setIcon(theme.icon(u"send"_s));
    m_send->setToolTip(tr("Send the message (Enter)"));
    m_stop->setObjectName(u"stop"_s);
    m_stop->setIcon(theme.icon(u"stop"_s));
    for (QPushButton *button : {m_send, m_stop}) {
        button->setMinimumHeight(Theme::kHitTarget);
        button->setAutoDefault(false);
    }

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(Space::l, Space::s, Space::l, Space::m);
    layout->setSpacing(Space::s);
    layout->addWidget(m_frame, 1);
    layout->addWidget(m_stop, 0, Qt::AlignBottom);
    layout->addWidget(m_send, 0, Qt::AlignBottom);

    QAction *stop = actions.add(this,
                                {u"session.stop"_s,
                                 tr("Stop"),
                                 tr("Stop the agent's run"),
                                 {QKeySequence(u"Ctrl+."_s)},
                                 u"stop"_s,
                                 Qt::WindowShortcut});
    connect(stop, &QAction::triggered, this, [this] {
        if (m_working)
            Q_EMIT stopRequested();
    });
    Actions::Registry::showTip(m_stop, stop);
    connect(m_stop, &QPushButton::clicked, stop, &QAction::trigger);
    connect(m_send, &QPushButton::clicked, this, &Composer::submit);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        updateButtons();
        fitHeight();
    });
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this, &Composer::fitHeight);
    updateButtons();
    fitHeight();
}

void Composer::setSession(const SessionId &session)
{
    if (session == m_session)
        return;
    m_drafts.insert(m_session, m_edit->toPlainText());
    m_session = session;
    m_edit->setPlainText(m_drafts.value(session));
    m_edit->moveCursor(QTextCursor::End);
}

void Composer::setWorking(bool working)
{
    m_working = working;
    updateButtons();
}

void Composer::focusText()
{
    m_edit->setFocus(Qt::ShortcutFocusReason);
}

QString Composer::text() const
{
    return m_edit->toPlainText();
}

bool Composer::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_edit
        && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut))
        m_frame->setBorder(event->type() == QEvent::FocusIn ? Theme::Token::Accent
                                                            : Theme::Token::Line);
    if (watched == m_edit && event->type() == QEvent::Resize)
        fitHeight(); // Lines wrap elsewhere now.
    if (watched == m_edit && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enter && !key->modifiers().testFlag(Qt::ShiftModifier)) {
            if (!key->isAutoRepeat())
                submit();
            return true;
        }
        // What was sent last comes back, should it have been lost on its way.
        if (key->key() == Qt::Key_Up && m_edit->document()->isEmpty()) {
            m_edit->setPlainText(m_sent.value(m_session));
            m_edit->moveCursor(QTextCursor::End);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void Composer::submit()
{
    const QString text = m_edit->toPlainText();
    if (text.trimmed().isEmpty())
        return;
    m_edit->clear();
    m_drafts.remove(m_session);
    m_sent.insert(m_session, text);
    Q_EMIT submitted(text);
}

void Composer::updateButtons()
{
    m_send->setEnabled(!m_edit->toPlainText().trimmed().isEmpty());
    m_stop->setVisible(m_working);
}

void Composer::fitHeight()
{
    const QFontMetricsF metrics(m_edit->font());
    // Lines as they wrap, not as they were typed.
    int lines = 0;
    for (QTextBlock block = m_edit->document()->begin(); block.isValid() && lines < kMaximumLines;
         block = block.next())
        lines += qMax(1, block.layout() ? block.layout()->lineCount() : 1);
    const int shown = qBound(kMinimumLines, lines, kMaximumLines);
    m_edit->setVerticalScrollBarPolicy(lines < kMaximumLines ? Qt::ScrollBarAlwaysOff
                                                             : Qt::ScrollBarAsNeeded);
    const int height = int(
            std::ceil(metrics.lineSpacing() * shown + 2 * m_edit->document()->documentMargin()));
    if (height != m_edit->height())
        m_edit->setFixedHeight(height);
}

} // namespace Countersign::Composer
