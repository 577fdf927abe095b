// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/editpage.h"

#include "actions/registry.h"
#include "review/externaledit.h"
#include "review/parts.h"
#include "theme/states.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>
#include <QVBoxLayout>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr int kCheckMs = 200; // After the last key.

} // namespace

EditPage::EditPage(QWidget *parent) : QWidget(parent)
{
    build();
    m_typed.setSingleShot(true);
    m_typed.setInterval(kCheckMs);
    connect(&m_typed, &QTimer::timeout, this, &EditPage::check);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        if (m_open) {
            m_typed.start();
            // The person goes on here: what a window still saves must not come over it.
            endOutside();
        }
        refresh();
    });
    connect(m_take, &QPushButton::clicked, this, &EditPage::take);
    connect(m_leave, &QPushButton::clicked, this, &EditPage::leave);
    connect(m_restore, &QPushButton::clicked, this, &EditPage::restore);
    connect(m_external, &QPushButton::clicked, this, &EditPage::openOutside);
    connect(m_keep, &QPushButton::clicked, this, [this] { setConfirming(false); });
    connect(m_discard, &QPushButton::clicked, this, [this] {
        close();
        Q_EMIT left();
    });
    const auto dress = [this] {
        m_text->setFont(Theme::Theme::instance().codeFont());
    };
    dress();
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this, dress);
}

EditPage::~EditPage() = default;

void EditPage::build()
{
    setAccessibleName(tr("Editor of the review"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Space::m, Space::s, Space::m, Space::s);
    column->setSpacing(Space::s);
    m_title = new TokenLabel(Token::Text, Face::Base, this);
    m_title->setObjectName(u"editTitle"_s);
    m_title->setWordWrap(true);
    column->addWidget(m_title);
    m_text = new QPlainTextEdit(this);
    m_text->setObjectName(u"editText"_s);
    m_text->setAccessibleName(tr("The new text of the file"));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(false);
    m_text->installEventFilter(this);
    column->addWidget(m_text, 1);
    m_status = new TokenLabel(Token::Text, Face::Base, this);
    m_status->setObjectName(u"editStatus"_s);
    m_status->setWordWrap(true);
    column->addWidget(m_status);
    const auto row = [&](QWidget *&widget) {
        widget = new QWidget(this);
        auto *layout = new QHBoxLayout(widget);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(Space::s);
        column->addWidget(widget);
        return layout;
    };
    QHBoxLayout *buttons = row(m_buttons);
    m_take = makeButton(tr("Take These Changes"), u"takeEdit"_s, m_buttons);
    m_leave = makeButton(tr("Back"), u"leaveEdit"_s, m_buttons);
    m_restore = makeButton(tr("Back to the Proposal"), u"restoreProposal"_s, m_buttons);
    m_restore->setToolTip(tr("Puts the agent's text here again"));
    m_external = makeButton(tr("Open in Your Editor"), u"editOutside"_s, m_buttons);
    m_external->setToolTip(tr("Opens a copy in the program that VISUAL or EDITOR names"));
    buttons->addWidget(m_take);
    buttons->addWidget(m_external);
    buttons->addWidget(m_restore);
    buttons->addStretch();
    buttons->addWidget(m_leave);
    QHBoxLayout *confirm = row(m_confirm);
    auto *question = new TokenLabel(Token::Text, Face::Base, m_confirm);
    question->setText(tr("Your changes of this text are lost when you go back."));
    question->setWordWrap(true);
    m_keep = makeButton(tr("Keep Editing"), u"keepEditing"_s, m_confirm);
    m_discard = makeButton(tr("Discard Changes"), u"discardEdit"_s, m_confirm);
    confirm->addWidget(question, 1);
    confirm->addWidget(m_keep);
    confirm->addWidget(m_discard);
    m_confirm->hide();
}

void EditPage::open(const QString &name, const Texts &texts, int line)
{
    endOutside();
    m_saved.reset();
    m_open = false; // What is set below is not typed.
    m_name = name;
    m_texts = texts;
    m_problem.clear();
    const auto format = EditText::from(texts.now, texts.before, texts.charset);
    m_format = format ? std::optional(*format) : std::nullopt;
    m_status->setToken(format ? Token::Text : Token::Ask);
    m_status->setText(format ? QString() : format.error().message);
    m_shown = format ? format->text() : QString();
    m_text->setPlainText(m_shown);
    if (texts.draft) {
        const auto draft = EditText::from(*texts.draft, texts.before, texts.charset);
        if (format && draft)
            m_text->setPlainText(draft->text());
        else
            m_saved = texts.draft;
    }
    m_text->setReadOnly(!format);
    m_text->setVisible(format.has_value());
    const QTextBlock block = m_text->document()->findBlockByNumber(std::max(0, line - 1));
    if (block.isValid()) {
        m_text->setTextCursor(QTextCursor(block));
        m_text->centerCursor();
    }
    m_title->setText(tr("You change what is written to %1. Nothing is written before you allow it.")
                             .arg(Theme::visibleText(name)));
    m_open = true;
    setConfirming(false);
    if (!format)
        m_external->setFocus();
}

QString EditPage::edited() const
{
    // Not toPlainText(): it makes spaces of no-break spaces.
    return m_text->document()->toRawText().replace(QChar::ParagraphSeparator, u'\n');
}

bool EditPage::isChanged() const
{
    return m_saved.has_value() || (m_format && edited() != m_shown);
}

std::optional<QByteArray> EditPage::draft() const
{
    if (!m_open || !isChanged())
        return {};
    if (m_saved)
        return m_saved;
    const auto bytes = m_format->bytesOf(edited());
    return bytes ? std::optional(*bytes) : std::nullopt;
}

void EditPage::close()
{
    endOutside();
    m_open = false;
    m_typed.stop();
    m_saved.reset();
    m_text->clear();
    m_texts = {};
    setConfirming(false);
}

void EditPage::check()
{
    m_typed.stop();
    if (!m_open || !m_format || m_saved || isOutside())
        return;
    const auto bytes = m_format->bytesOf(edited());
    m_problem = bytes ? QString() : bytes.error().message;
    m_status->setToken(Token::Deny);
    m_status->setText(m_problem);
    refresh();
}

void EditPage::take()
{
    if (!m_open)
        return;
    if (m_saved || isOutside() || !m_format) {
        if (!m_saved)
            return;
        const QByteArray bytes = *m_saved;
        close();
        Q_EMIT taken(bytes);
        return;
    }
    const auto bytes = m_format->bytesOf(edited());
    if (!bytes) {
        check();
        return;
    }
    const bool changed = isChanged();
    close();
    if (changed)
        Q_EMIT taken(*bytes);
    else
        Q_EMIT left();
}

void EditPage::leave()
{
    if (isChanged() || m_outside) {
        setConfirming(true);
        return;
    }
    close();
    Q_EMIT left();
}

void EditPage::restore()
{
    const auto format = EditText::from(m_texts.proposed, m_texts.before, m_texts.charset);
    if (!format)
        return;
    // In one step, which can be undone.
    QTextCursor cursor(m_text->document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(format->text());
    m_text->setFocus();
}

void EditPage::openOutside()
{
    check();
    if (!m_problem.isEmpty())
        return; // Of what cannot be written no copy can be made either.
    auto outside = std::make_unique<ExternalEdit>();
    const auto started = outside->start(m_name, draft().value_or(m_texts.now));
    if (!started) {
        m_status->setToken(Token::Deny);
        m_status->setText(started.error().message);
        return;
    }
    endOutside();
    m_outside = std::move(outside);
    m_savedOutside = false;
    m_outsideEnded = false;
    m_status->setToken(Token::Text);
    m_status->setText(tr("The text is open in %1. What you save there comes back here.")
                              .arg(m_outside->program()));
    connect(m_outside.get(), &ExternalEdit::saved, this, [this](const QByteArray &saved) {
        m_saved = saved;
        m_savedOutside = true;
        m_status->setToken(Token::Info);
        m_status->setText(tr("Saved in %1: take it when you are done, or close %1.")
                                  .arg(m_outside->program()));
        refresh();
    });
    connect(m_outside.get(), &ExternalEdit::ended, this, &EditPage::outsideEnded);
    refresh();
}

void EditPage::outsideEnded(const QString &problem)
{
    if (m_savedOutside && problem.isEmpty()) {
        take();
        return;
    }
    m_outsideEnded = true;
    m_status->setToken(problem.isEmpty() ? Token::Text : Token::Deny);
    m_status->setText(problem.isEmpty()
                              ? tr("%1 has nothing saved. If it is still open in a window of its "
                                   "own, what you save there comes back here.")
                                        .arg(m_outside->program())
                              : problem);
    if (!problem.isEmpty() && !m_savedOutside)
        endOutside();
    refresh();
}

void EditPage::endOutside()
{
    if (m_outside) {
        m_outside->disconnect(this);
        m_outside.release()->deleteLater(); // It may be what calls.
        m_outsideEnded = false;
    }
}

void EditPage::setConfirming(bool confirming)
{
    m_confirming = confirming;
    m_buttons->setVisible(!confirming);
    m_confirm->setVisible(confirming);
    refresh();
    if (!m_open)
        return;
    if (confirming)
        m_keep->setFocus();
    else if (m_text->isVisible())
        m_text->setFocus();
}

void EditPage::refresh()
{
    m_text->setReadOnly(!m_format || isOutside() || m_saved || m_confirming);
    m_take->setEnabled(m_open && !m_confirming
                       && (m_saved.has_value() || (!m_outside && m_format && m_problem.isEmpty())
                           || (m_outsideEnded && m_problem.isEmpty() && isChanged())));
    m_external->setEnabled(m_open && !isOutside() && m_problem.isEmpty());
    m_restore->setEnabled(m_open && m_format && !isOutside() && !m_saved);
}

void EditPage::setTakeAction(QAction *action)
{
    Actions::Registry::showTip(m_take, action);
    connect(action, &QAction::triggered, this, [this] {
        if (!m_confirming)
            take();
    });
}

bool EditPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_text)
        return QWidget::eventFilter(watched, event);
    // This key is not the text's.
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride) {
        const bool press = event->type() == QEvent::KeyPress;
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Escape) {
            event->accept();
            if (press)
                leave();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void EditPage::keyPressEvent(QKeyEvent *event)
{
    // Never further up: keys here must not reach anything that answers.
    if (event->key() == Qt::Key_Escape) {
        if (m_confirming)
            setConfirming(false);
        else
            leave();
    } else if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) {
        QWidget::keyPressEvent(event);
    }
}

} // namespace Countersign::Review
