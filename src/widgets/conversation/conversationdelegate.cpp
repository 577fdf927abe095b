// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/conversationdelegate.h"

#include "conversation/callsummary.h"
#include "conversation/conversationmodel.h"
#include "conversation/markdown.h"
#include "theme/states.h"
#include "theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QDateTime>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>

#include <cmath>

namespace Countersign::Conversation {

using namespace Qt::StringLiterals;
using Theme::Token;
using Kind = ConversationModel::Kind;
namespace Space = Theme::Space;

namespace {

constexpr int kDocuments = 200;  ///< Laid out documents kept: several screens.
constexpr int kOutputLines = 40; ///< Of an opened call; the rest is in the output's own view.
constexpr int kCallHeight = 34;
constexpr int kIcon = 16;
constexpr int kMaximumText = 760; ///< Longer lines are hard to read.

Kind kindOf(const QModelIndex &index)
{
    return Kind(index.data(ConversationModel::KindRole).toInt());
}

QString thoughtHead()
{
    return ConversationModel::tr("Thought");
}

QString shortened(const QString &text)
{
    const QStringList lines = text.split(u'\n');
    if (lines.size() <= kOutputLines)
        return text;
    return lines.mid(0, kOutputLines).join(u'\n') + u'\n'
            + ConversationModel::tr("… %n more lines", nullptr, int(lines.size()) - kOutputLines);
}

} // namespace

ConversationDelegate::ConversationDelegate(QObject *parent)
    : QStyledItemDelegate(parent), m_documents(kDocuments)
{
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this, &ConversationDelegate::clear);
}

void ConversationDelegate::clear()
{
    m_documents.clear();
    m_heights.clear();
}

void ConversationDelegate::setWidth(int width)
{
    if (m_width == width)
        return;
    m_width = width;
    m_heights.clear();
}

QTextDocument &ConversationDelegate::documentOf(const QModelIndex &index, int width) const
{
    const QString key = index.data(ConversationModel::KeyRole).toString();
    const int revision = index.data(ConversationModel::RevisionRole).toInt();
    Cached *cached = m_documents.object(key);
    if (!cached) {
        cached = new Cached;
        m_documents.insert(key, cached);
    }
    if (cached->revision != revision) {
        cached->revision = revision;
        cached->width = 0;
        QTextDocument &document = cached->document;
        const Theme::Theme &theme = Theme::Theme::instance();
        const QString text = index.data(ConversationModel::TextRole).toString();
        document.setUndoRedoEnabled(false);
        document.setDocumentMargin(0);
        if (kindOf(index) == Kind::Answer) {
            renderMarkdown(document, text);
        } else if (kindOf(index) == Kind::Call) {
            const auto call = index.data(ConversationModel::CallRole).value<Session::CallPart>();
            document.setDefaultFont(theme.codeFont());
            document.setPlainText(shortened(inputOf(call)));
            QTextCursor cursor(&document);
            cursor.movePosition(QTextCursor::End);
            if (!text.isEmpty()) {
                QTextBlockFormat gap;
                gap.setTopMargin(Space::s);
                QTextCharFormat format;
                format.setForeground(theme.color(call.error.isEmpty() ? Token::Muted : Token::Deny));
                cursor.insertBlock(gap, format);
                const QStringList lines = Theme::visibleText(shortened(text)).split(u'\n');
                for (qsizetype i = 0; i < lines.size(); ++i) {
                    if (i > 0)
                        cursor.insertBlock(QTextBlockFormat(), format);
                    cursor.insertText(lines.at(i), format);
                }
            }
        } else {
            document.setDefaultFont(theme.baseFont());
            document.setPlainText(Theme::visibleText(text));
        }
    }
    if (cached->width != width) {
        cached->width = width;
        cached->document.setTextWidth(width);
    }
    return cached->document;
}

int ConversationDelegate::contentHeight(const QModelIndex &index) const
{
    const int inner = qMin(m_width - 2 * Space::l, kMaximumText);
    const bool first = index.data(ConversationModel::FirstRole).toBool();
    const int top = first ? Space::l : Space::s;
    const auto text = [&](int width) {
        return int(std::ceil(documentOf(index, width).size().height()));
    };
    const bool expanded = index.data(ConversationModel::ExpandedRole).toBool();
    switch (kindOf(index)) {
    case Kind::Prompt:
        return top + text(inner - 2 * Space::m) + 2 * Space::s + 2;
    case Kind::Answer:
        return top + text(inner);
    case Kind::Remark:
        return top + text(inner - 2 * Space::m - kIcon - Space::s) + 2 * Space::s;
    case Kind::Thought:
        return Space::xs + kCallHeight - Space::s + (expanded ? text(inner - Space::xl) + Space::s : 0);
    case Kind::Call:
        return Space::xs + kCallHeight
                + (expanded ? text(inner - 2 * Space::m) + Space::m : 0);
    }
    Q_UNREACHABLE();
}

QSize ConversationDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const QString key = index.data(ConversationModel::KeyRole).toString();
    const int revision = index.data(ConversationModel::RevisionRole).toInt();
    const auto known = m_heights.constFind(key);
    if (known != m_heights.constEnd() && known->first == revision)
        return {m_width, known->second};
    const int height = contentHeight(index);
    m_heights.insert(key, {revision, height});
    return {m_width, height};
}

QRect ConversationDelegate::reviewRect(const QRect &row)
{
    const int right = row.left() + qMin(row.width() - 2 * Space::l, kMaximumText) + Space::l;
    return {right - 90, row.top() + Space::xs, 90, kCallHeight};
}

void ConversationDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const
{
    const QRect rect(option.rect.left() + Space::l, option.rect.top(),
                     qMin(m_width - 2 * Space::l, kMaximumText), option.rect.height());
    const Theme::Theme &theme = Theme::Theme::instance();
    const bool selected = option.state.testFlag(QStyle::State_Selected)
            && option.state.testFlag(QStyle::State_HasFocus);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (kindOf(index) == Kind::Call)
        paintCall(painter, rect, index, selected);
    else
        paintText(painter, rect, index);
    if (selected) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(theme.color(Token::Accent), 1));
        painter->drawRoundedRect(QRectF(rect).adjusted(-5.5, 1.5, 5.5, -0.5), Theme::kCardRadius,
                                 Theme::kCardRadius);
    }
    painter->restore();
}

void ConversationDelegate::paintText(QPainter *painter, const QRect &rect,
                                     const QModelIndex &index) const
{
    const Theme::Theme &theme = Theme::Theme::instance();
    const bool first = index.data(ConversationModel::FirstRole).toBool();
    QRect body = rect.adjusted(0, first ? Space::l : Space::s, 0, 0);
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, theme.color(Token::Text));
    const auto draw = [&](QTextDocument &document, const QPoint &at) {
        painter->save();
        painter->translate(at);
        document.documentLayout()->draw(painter, context);
        painter->restore();
    };
    switch (kindOf(index)) {
    case Kind::Prompt:
        painter->setPen(QPen(theme.color(Token::Line), 1));
        painter->setBrush(theme.color(Token::Card));
        painter->drawRoundedRect(QRectF(body).adjusted(0.5, 0.5, -0.5, -0.5), Theme::kCardRadius,
                                 Theme::kCardRadius);
        painter->fillRect(QRectF(body.left() + 1, body.top() + Theme::kCardRadius, 2,
                                 body.height() - 2 * Theme::kCardRadius),
                          theme.color(Token::Accent));
        draw(documentOf(index, body.width() - 2 * Space::m), body.topLeft() + QPoint(Space::m, Space::s + 1));
        break;
    case Kind::Answer:
        draw(documentOf(index, body.width()), body.topLeft());
        break;
    case Kind::Remark: {
        painter->setPen(QPen(theme.color(Token::Deny), 1));
        painter->setBrush(theme.color(Token::Card));
        painter->drawRoundedRect(QRectF(body).adjusted(0.5, 0.5, -0.5, -0.5), Theme::kCardRadius,
                                 Theme::kCardRadius);
        theme.icon(u"warning"_s, Token::Deny)
                .paint(painter, QRect(body.left() + Space::m, body.top() + Space::s + 1, kIcon, kIcon));
        draw(documentOf(index, body.width() - 2 * Space::m - kIcon - Space::s),
             body.topLeft() + QPoint(Space::m + kIcon + Space::s, Space::s));
        break;
    }
    case Kind::Thought: {
        const bool expanded = index.data(ConversationModel::ExpandedRole).toBool();
        const QRect head(rect.left(), rect.top() + Space::xs, rect.width(), kCallHeight - Space::s);
        theme.icon(expanded ? u"chevron-down"_s : u"chevron-right"_s, Token::Muted)
                .paint(painter, QRect(head.left(), head.center().y() - kIcon / 2, kIcon, kIcon));
        painter->setFont(theme.smallFont());
        painter->setPen(theme.color(Token::Muted));
        painter->drawText(head.adjusted(kIcon + Space::xs, 0, 0, 0), Qt::AlignVCenter, thoughtHead());
        if (expanded) {
            context.palette.setColor(QPalette::Text, theme.color(Token::Muted));
            draw(documentOf(index, rect.width() - Space::xl), QPoint(rect.left() + Space::xl, head.bottom()));
        }
        break;
    }
    case Kind::Call:
        break;
    }
}

void ConversationDelegate::paintCall(QPainter *painter, const QRect &rect, const QModelIndex &index,
                                     bool) const
{
    const Theme::Theme &theme = Theme::Theme::instance();
    const auto call = index.data(ConversationModel::CallRole).value<Session::CallPart>();
    const Theme::StateLook look = Theme::lookOf(call.state);
    const bool expanded = index.data(ConversationModel::ExpandedRole).toBool();
    const bool asking = call.state == Session::CallState::Asking;

    const QRectF card = QRectF(rect).adjusted(0.5, Space::xs + 0.5, -0.5, -0.5);
    painter->setPen(QPen(theme.color(asking ? Token::Ask : Token::Line), 1));
    painter->setBrush(theme.color(Token::Card));
    painter->drawRoundedRect(card, Theme::kCardRadius, Theme::kCardRadius);

    const QRect head(rect.left() + Space::m, rect.top() + Space::xs, rect.width() - 2 * Space::m,
                     kCallHeight);
    const int middle = head.center().y();
    int x = head.left();
    theme.icon(look.icon, look.token).paint(painter, QRect(x, middle - kIcon / 2, kIcon, kIcon));
    x += kIcon + Space::s;
    theme.icon(toolIcon(call.tool), Token::Muted)
            .paint(painter, QRect(x, middle - kIcon / 2, kIcon, kIcon));
    x += kIcon + Space::s;

    // Right: the state in words, unless it is the normal case, then only how long it took.
    QString right;
    const qint64 end = call.ended != 0 ? call.ended : QDateTime::currentMSecsSinceEpoch();
    const qint64 took = call.started != 0 ? end - call.started : 0;
    if (asking)
        right = ConversationModel::tr("%1 · Review").arg(look.word);
    else if (call.state == Session::CallState::Completed)
        right = durationText(took);
    else if (call.state == Session::CallState::Running && took >= 1000)
        right = look.word + u" · "_s + durationText(took);
    else
        right = look.word;
    painter->setFont(theme.smallFont());
    painter->setPen(theme.color(look.token));
    const int rightWidth = painter->fontMetrics().horizontalAdvance(right) + Space::s;
    painter->drawText(head, Qt::AlignVCenter | Qt::AlignRight, right);

    QFont strong = theme.baseFont();
    strong.setWeight(QFont::DemiBold);
    painter->setFont(strong);
    painter->setPen(theme.color(Token::Text));
    const QString name = Theme::visibleText(call.tool);
    painter->drawText(QRect(x, head.top(), 200, head.height()), Qt::AlignVCenter, name);
    x += painter->fontMetrics().horizontalAdvance(name) + Space::m;

    painter->setFont(theme.codeFont());
    const QRect subject(x, head.top(), head.right() - rightWidth - x, head.height());
    if (subject.width() > 0) {
        painter->drawText(subject, Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(subjectOf(call), Qt::ElideMiddle,
                                                            subject.width()));
    }
    if (expanded) {
        painter->setPen(QPen(theme.color(Token::Line), 1));
        painter->drawLine(QPointF(card.left(), head.bottom() + 0.5),
                          QPointF(card.right(), head.bottom() + 0.5));
        QAbstractTextDocumentLayout::PaintContext context;
        context.palette.setColor(QPalette::Text, theme.color(Token::Text));
        painter->save();
        painter->translate(head.left(), head.bottom() + Space::s);
        documentOf(index, rect.width() - 2 * Space::m).documentLayout()->draw(painter, context);
        painter->restore();
    }
}

} // namespace Countersign::Conversation
