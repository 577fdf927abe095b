// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/notebar.h"

#include "review/parts.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

NoteBar::NoteBar(QWidget *parent) : QWidget(parent)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(Space::m, Space::s, Space::m, Space::s);
    row->setSpacing(Space::s);
    m_place = new TokenLabel(Token::Text, Face::Code, this);
    m_place->setObjectName(u"notePlace"_s);
    m_text = new QLineEdit(this);
    m_text->setObjectName(u"noteText"_s);
    m_text->setAccessibleName(tr("Remark on these lines"));
    m_text->setPlaceholderText(tr("A remark for the agent; empty takes it away"));
    m_text->setMinimumHeight(Theme::kHitTarget);
    auto *keep = makeButton(tr("Keep"), u"keepNote"_s, this);
    row->addWidget(m_place);
    row->addWidget(m_text, 1);
    row->addWidget(keep);
    connect(m_text, &QLineEdit::returnPressed, this, &NoteBar::accept);
    connect(keep, &QPushButton::clicked, this, &NoteBar::accept);
    hide();
}

void NoteBar::open(const QString &place, const QString &text)
{
    m_place->setText(place);
    m_text->setText(text);
    show();
    m_text->setFocus();
    m_text->selectAll();
}

QString NoteBar::text() const
{
    return m_text->text().trimmed();
}

void NoteBar::accept()
{
    Q_EMIT accepted(text());
    Q_EMIT left();
    hide();
}

void NoteBar::keyPressEvent(QKeyEvent *event)
{
    // Never further up: Return here must not reach anything that answers.
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT left();
        hide();
    } else if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) {
        QWidget::keyPressEvent(event);
    }
}

} // namespace Countersign::Review
