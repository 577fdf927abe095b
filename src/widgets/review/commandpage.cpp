// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/commandpage.h"

#include "review/displayline.h"
#include "review/offers.h"
#include "theme/states.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QJsonDocument>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QVBoxLayout>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

bool isCommand(const Permission::Request &request)
{
    return request.inquiry.action == QStringView(Permission::Action::bash);
}

/// A skill as it would be read: where it is, then all of its text.
QString skillText(const Permission::Request &request)
{
    const QJsonObject &metadata = request.inquiry.metadata;
    return metadata.value("file"_L1).toString() + u'\n'
            + metadata.value("description"_L1).toString() + u"\n\n"_s
            + metadata.value("content"_L1).toString();
}

QString inputText(const Permission::Request &request)
{
    if (request.inquiry.action == QStringView(Permission::Action::skill))
        return Theme::visibleText(skillText(request));
    QStringList parts;
    for (const QString &resource : request.inquiry.resources)
        parts.append(Theme::visibleText(resource));
    if (!request.inquiry.metadata.isEmpty()) {
        const QByteArray json =
                QJsonDocument(request.inquiry.metadata).toJson(QJsonDocument::Indented);
        parts.append(QString());
        parts.append(Theme::visibleText(QString::fromUtf8(json)));
    }
    return parts.join(u'\n');
}

} // namespace

CommandPage::CommandPage(QWidget *parent) : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Space::m, Space::s, Space::m, Space::s);
    layout->setSpacing(Space::s);
    m_place = new TokenLabel(Token::Text, Face::Base, this);
    m_place->setObjectName(u"commandPlace"_s);
    m_place->setWordWrap(true);
    m_text = new QPlainTextEdit(this);
    m_text->setObjectName(u"commandText"_s);
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_caution = new TokenLabel(Token::Deny, Face::Base, this);
    m_caution->setObjectName(u"cautionLine"_s);
    m_caution->setWordWrap(true);
    m_hidden = new TokenLabel(Token::Deny, Face::Base, this);
    m_hidden->setObjectName(u"hiddenWarning"_s);
    m_hidden->setWordWrap(true);
    m_hidden->setText(tr(
            "◆ Hidden, reordering or look-alike characters are in it; they are shown as ⟨U+…⟩."));
    m_honest = new TokenLabel(Token::Ask, Face::Base, this);
    m_honest->setObjectName(u"honestLine"_s);
    m_honest->setWordWrap(true);
    m_honest->setText(tr("◆ Commands are not sandboxed: this runs with your rights, on your files "
                         "and your network."));
    m_text->viewport()->installEventFilter(this);
    layout->addWidget(m_place);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_caution);
    layout->addWidget(m_hidden);
    layout->addWidget(m_honest);
    applyTheme();
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this, &CommandPage::applyTheme);
}

void CommandPage::applyTheme()
{
    const QFont font = Theme::Theme::instance().codeFont();
    m_text->setFont(font);
    m_text->setTabStopDistance(kTabColumns * QFontMetricsF(font).horizontalAdvance(u' '));
}

bool CommandPage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Paint && !m_endShown
        && m_text->verticalScrollBar()->value() == m_text->verticalScrollBar()->maximum()) {
        m_endShown = true;
        // Not while painting: what hears it may change what is painted.
        QMetaObject::invokeMethod(this, &CommandPage::endShown, Qt::QueuedConnection);
    }
    return QWidget::eventFilter(watched, event);
}

void CommandPage::setRequest(const Permission::Request &request)
{
    m_endShown = false;
    const bool command = isCommand(request);
    m_text->setPlainText(command ? commandText(request) : inputText(request));
    m_text->setAccessibleName(command ? tr("Command") : tr("What is asked for"));
    QString raw = request.inquiry.metadata.value("command"_L1).toString();
    const bool skill = request.inquiry.action == QStringView(Permission::Action::skill);
    if (skill)
        raw = skillText(request);
    else if (raw.isEmpty())
        raw = request.inquiry.resources.join(u'\n');
    bool hidden = false;
    [[maybe_unused]] const QString seen = Theme::visibleText(raw, &hidden);
    m_hidden->setVisible(hidden || raw.contains(u'\r'));
    m_honest->setVisible(command);
    m_caution->setText(cautionText(request.explanation));
    m_caution->setVisible(!m_caution->text().isEmpty());
    const QString folder = workingDirectory(request);
    const int lines = static_cast<int>(raw.count(u'\n')) + 1;
    QStringList place;
    if (command)
        place.append(lines == 1 ? tr("1 line") : tr("%n lines", nullptr, lines));
    if (!folder.isEmpty())
        place.append(folder == u'.' ? tr("in the project's folder") : tr("in %1").arg(folder));
    if (skill) {
        // An agent does what a skill says: whose words they are is part of the decision.
        const bool project = request.inquiry.metadata.value("from"_L1).toString() == "project"_L1;
        place.append(project ? tr("It comes with this project") : tr("It is one of your own"));
    }
    m_place->setText(place.join(u" · "_s));
    m_place->setVisible(!place.isEmpty());
}

} // namespace Countersign::Review
