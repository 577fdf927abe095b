// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/conversationdelegate.h"

#include "conversation/callsummary.h"
#include "conversation/conversationmodel.h"
#include "conversation/markdown.h"
#include "theme/states.h"

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

constexpr int kDocuments = 200; ///< Laid out documents kept: several screens.
constexpr int kShownLines = 2000; ///< Of an opened call: what a model reads of a result at most.
constexpr int kShownChars = 60000; ///< The same in characters.
constexpr int kCallHeight = 34;
constexpr int kThoughtHeight = Theme::kHitTarget;
constexpr int kIcon = 16;
constexpr int kMaximumText = 760; ///< Longer lines are hard to read.

/// What the button of a call says; empty: it has none.
QString buttonWords(const Session::CallPart &call)
{
    if (call.state == Session::CallState::Asking)
        return ConversationModel::tr("Review");
    return wantedAChange(call) ? ConversationModel::tr("Show Change") : QString();
}

Kind kindOf(const QModelIndex &index)
{
    return Kind(index.data(ConversationModel::KindRole).toInt());
}

bool isExpanded(const QModelIndex &index)
{
    return index.data(ConversationModel::ExpandedRole).toBool();
}

Session::CallPart callOf(const QModelIndex &index)
{
    return index.data(ConversationModel::CallRole).value<Session::CallPart>();
}

QFont speakerFont()
{
    QFont font = Theme::Theme::instance().smallFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

/// `text` for reading on screen, bounded: copying gives all of it.
QString shortened(QString text)
{
    text.replace(u"\r\n"_s, u"\n"_s);
    qsizetype end = 0;
    for (int line = 0; line < kShownLines && end >= 0; ++line) {
        const qsizetype next = text.indexOf(u'\n', end);
        end = next < 0 ? -1 : next + 1;
    }
    if (end < 0 && text.size() <= kShownChars)
        return text;
    end = end < 0 ? kShownChars : qMin(end, qsizetype(kShownChars));
    const qsizetype rest = text.size() - end;
    if (rest <= 0)
        return text;
    if (text.at(end - 1).isHighSurrogate())
        --end;
    return text.left(end) + u'\n'
            + ConversationModel::tr("… %n more characters: copy the entry to read them", nullptr,
                                    int(rest));
}

void wrapAnywhere(QTextDocument &document)
{
    QTextOption option = document.defaultTextOption();
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document.setDefaultTextOption(option);
}

struct RightText
{
    QString words;
    Token token;
};

/// The state in words, unless it is the normal case: then only how long it took.
RightText rightOf(const Session::CallPart &call)
{
    const Theme::StateLook look = Theme::lookOf(call.state);
    const qint64 end = call.ended != 0 ? call.ended : QDateTime::currentMSecsSinceEpoch();
    const qint64 took = call.started != 0 ? qMax<qint64>(0, end - call.started) : 0;
    if (call.state == Session::CallState::Completed && call.started != 0)
        return {durationText(took), Token::Muted};
    if (call.state == Session::CallState::Running && call.started != 0 && took >= 1000)
        return {look.word + u" · "_s + durationText(took), look.token};
    return {look.word, look.token};
}

} // namespace

ConversationDelegate::ConversationDelegate(QObject *parent)
    : QStyledItemDelegate(parent)
    , m_documents(kDocuments)
{
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this, &ConversationDelegate::clear);
}

void ConversationDelegate::clear()
{
    m_documents.clear();
}

void ConversationDelegate::setWidth(int width)
{
    m_width = width;
}

// Documents -------------------------------------------------------------------------------------

void ConversationDelegate::fill(QTextDocument &document, const QModelIndex &index) const
{
    const Theme::Theme &theme = Theme::Theme::instance();
    const QString text = index.data(ConversationModel::TextRole).toString();
    document.setUndoRedoEnabled(false);
    document.setDocumentMargin(0);
    if (kindOf(index) == Kind::Answer) {
        renderMarkdown(document, text);
    } else if (kindOf(index) == Kind::Call) {
        const Session::CallPart call = callOf(index);
        document.setDefaultFont(theme.codeFont());
        document.setPlainText(shortened(inputOf(call)));
        QTextCursor cursor(&document);
        cursor.movePosition(QTextCursor::End);
        if (!text.isEmpty()) {
            QTextBlockFormat gap;
            gap.setTopMargin(document.isEmpty() ? 0 : Space::s);
            QTextCharFormat format;
            format.setForeground(theme.color(call.error.isEmpty() ? Token::Muted : Token::Deny));
            if (document.isEmpty())
                cursor.setBlockFormat(gap);
            else
                cursor.insertBlock(gap, format);
            const QStringList lines = Theme::visibleText(shortened(text)).split(u'\n');
            for (qsizetype i = 0; i < lines.size(); ++i) {
                if (i > 0)
                    cursor.insertBlock(QTextBlockFormat(), format);
                cursor.insertText(lines.at(i), format);
            }
        }
    } else {
        QString plain = text;
        plain.replace(u"\r\n"_s, u"\n"_s);
        document.setDefaultFont(theme.baseFont());
        document.setPlainText(kindOf(index) == Kind::Thought ? Theme::visibleProse(plain)
                                                             : Theme::visibleText(plain));
    }
    wrapAnywhere(document);
}

QTextDocument &ConversationDelegate::documentOf(const QModelIndex &index) const
{
    const QString key = index.data(ConversationModel::KeyRole).toString();
    const int revision = index.data(ConversationModel::RevisionRole).toInt();
    const int width = textWidth(index);
    Cached *cached = m_documents.object(key);
    if (!cached) {
        cached = new Cached;
        m_documents.insert(key, cached);
    }
    if (cached->revision != revision) {
        cached->revision = revision;
        cached->width = 0;
        cached->document.setTextWidth(-1); // Filling would lay out each step.
        fill(cached->document, index);
    }
    if (cached->width != width) {
        cached->width = width;
        cached->document.setTextWidth(width);
    }
    return cached->document;
}

// Geometry --------------------------------------------------------------------------------------

int ConversationDelegate::innerWidth() const
{
    return qMax(100, qMin(m_width - 2 * Space::l, kMaximumText));
}

int ConversationDelegate::textWidth(const QModelIndex &index) const
{
    switch (kindOf(index)) {
    case Kind::Answer:
        return innerWidth();
    case Kind::Prompt:
    case Kind::Call:
        return innerWidth() - 2 * Space::m;
    case Kind::Remark:
    case Kind::Thought:
        return innerWidth() - 2 * Space::m - kIcon - Space::s;
    }
    Q_UNREACHABLE();
}

int ConversationDelegate::topSpace(const QModelIndex &index) const
{
    if (!index.data(ConversationModel::SpeakerRole).toString().isEmpty())
        return Space::l + QFontMetrics(speakerFont()).height() + Space::xs;
    if (index.data(ConversationModel::ContinuedRole).toBool())
        return 0;
    const bool among = kindOf(index) == Kind::Call
            && kindOf(index.siblingAtRow(index.row() - 1)) == Kind::Call;
    return among ? Space::xs : Space::s;
}

int ConversationDelegate::heightFor(const QModelIndex &index, int text) const
{
    const int top = topSpace(index);
    switch (kindOf(index)) {
    case Kind::Prompt:
    case Kind::Remark:
        return top + text + 2 * Space::s + 2;
    case Kind::Answer:
        return top + text;
    case Kind::Thought:
        return top + kThoughtHeight + (isExpanded(index) ? text + Space::s : 0);
    case Kind::Call:
        return top + kCallHeight + (isExpanded(index) ? text + Space::m + Space::s : 0);
    }
    Q_UNREACHABLE();
}

QSize ConversationDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const Kind kind = kindOf(index);
    const bool folded = (kind == Kind::Thought || kind == Kind::Call) && !isExpanded(index);
    const int text = folded ? 0 : int(std::ceil(documentOf(index).size().height()));
    return {m_width, heightFor(index, text)};
}

int ConversationDelegate::estimatedHeight(const QModelIndex &index) const
{
    const Kind kind = kindOf(index);
    if ((kind == Kind::Thought || kind == Kind::Call) && !isExpanded(index))
        return heightFor(index, 0);
    const QFontMetrics metrics(Theme::Theme::instance().baseFont());
    const QString text = index.data(ConversationModel::TextRole).toString();
    const int columns = qMax(1, textWidth(index) / qMax(1, metrics.averageCharWidth()));
    const qsizetype lines = 1 + text.count(u'\n') + text.size() / columns;
    return heightFor(index, int(lines) * metrics.lineSpacing());
}

QRect ConversationDelegate::buttonRect(const QRect &row, const QModelIndex &index) const
{
    const QString words = kindOf(index) == Kind::Call ? buttonWords(callOf(index)) : QString();
    if (words.isEmpty())
        return {};
    const int width = QFontMetrics(Theme::Theme::instance().baseFont()).horizontalAdvance(words)
            + 2 * Space::m;
    const int height = Theme::kHitTarget;
    const int right = row.left() + Space::l + innerWidth() - Space::xs;
    return {right - width, row.top() + topSpace(index) + (kCallHeight - height) / 2, width, height};
}

// Painting --------------------------------------------------------------------------------------

void ConversationDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const
{
    const QRect rect(option.rect.left() + Space::l, option.rect.top(), innerWidth(),
                     heightFor(index, 0));
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(option.rect, Qt::IntersectClip);
    paintSpeaker(painter, rect, index);
    QRect body = option.rect.adjusted(Space::l, topSpace(index), 0, 0);
    body.setWidth(innerWidth());
    if (kindOf(index) == Kind::Call)
        paintCall(painter, body, index);
    else
        paintText(painter, body, index);
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(Theme::Theme::instance().color(Token::Accent), 1));
        const bool framed = kindOf(index) == Kind::Call || kindOf(index) == Kind::Prompt
                || kindOf(index) == Kind::Remark;
        const QRectF frame = framed ? QRectF(body).adjusted(0.5, 0.5, -0.5, -0.5)
                                    : QRectF(body).adjusted(-5.5, -1.5, 5.5, 1.5);
        painter->drawRoundedRect(frame, Theme::kCardRadius, Theme::kCardRadius);
    }
    painter->restore();
}

void ConversationDelegate::paintSpeaker(QPainter *painter, const QRect &rect,
                                        const QModelIndex &index) const
{
    const QString speaker = index.data(ConversationModel::SpeakerRole).toString();
    if (speaker.isEmpty())
        return;
    painter->setFont(speakerFont());
    painter->setPen(Theme::Theme::instance().color(Token::Muted));
    painter->drawText(QRect(rect.left(), rect.top() + Space::l, rect.width(),
                            painter->fontMetrics().height()),
                      Qt::AlignLeft | Qt::AlignVCenter, speaker);
}

void ConversationDelegate::drawDocument(QPainter *painter, const QPoint &at,
                                        const QModelIndex &index, Token token) const
{
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, Theme::Theme::instance().color(token));
    painter->save();
    painter->translate(at);
    // Only what is to be repainted: an opened call may be many screens high.
    context.clip = painter->clipBoundingRect();
    documentOf(index).documentLayout()->draw(painter, context);
    painter->restore();
}

void ConversationDelegate::paintText(QPainter *painter, const QRect &body,
                                     const QModelIndex &index) const
{
    const Theme::Theme &theme = Theme::Theme::instance();
    const auto card = [&](Token border) {
        painter->setPen(QPen(theme.color(border), 1));
        painter->setBrush(theme.color(Token::Card));
        painter->drawRoundedRect(QRectF(body).adjusted(0.5, 0.5, -0.5, -0.5), Theme::kCardRadius,
                                 Theme::kCardRadius);
    };
    const int indent = Space::m + kIcon + Space::s;
    switch (kindOf(index)) {
    case Kind::Prompt:
        card(Token::Line);
        drawDocument(painter, body.topLeft() + QPoint(Space::m, Space::s + 1), index, Token::Text);
        break;
    case Kind::Answer:
        drawDocument(painter, body.topLeft(), index, Token::Text);
        break;
    case Kind::Remark: {
        card(Token::Line);
        const int line = QFontMetrics(theme.baseFont()).height();
        theme.icon(u"warning"_s, Token::Deny)
                .paint(painter,
                       QRect(body.left() + Space::m, body.top() + Space::s + 1 + (line - kIcon) / 2,
                             kIcon, kIcon));
        drawDocument(painter, body.topLeft() + QPoint(indent, Space::s + 1), index, Token::Text);
        break;
    }
    case Kind::Thought: {
        const QRect head(body.left(), body.top(), body.width(), kThoughtHeight);
        theme.icon(isExpanded(index) ? u"chevron-down"_s : u"chevron-right"_s, Token::Muted)
                .paint(painter,
                       QRect(head.left(), head.center().y() - kIcon / 2 + 1, kIcon, kIcon));
        painter->setFont(theme.baseFont());
        painter->setPen(theme.color(Token::Muted));
        const QRect words = head.adjusted(kIcon + Space::xs, 0, 0, 0);
        painter->drawText(words, Qt::AlignVCenter, ConversationModel::tr("Thought"));
        if (isExpanded(index))
            drawDocument(painter, QPoint(words.left(), head.bottom() + 1), index, Token::Muted);
        break;
    }
    case Kind::Call:
        break;
    }
}

void ConversationDelegate::paintCall(QPainter *painter, const QRect &body,
                                     const QModelIndex &index) const
{
    const Theme::Theme &theme = Theme::Theme::instance();
    const Session::CallPart call = callOf(index);
    const Theme::StateLook look = Theme::lookOf(call.state);
    const bool asking = call.state == Session::CallState::Asking;

    const QRectF card = QRectF(body).adjusted(0.5, 0.5, -0.5, -0.5);
    painter->setPen(QPen(theme.color(asking ? Token::Ask : Token::Line), 1));
    painter->setBrush(theme.color(Token::Card));
    painter->drawRoundedRect(card, Theme::kCardRadius, Theme::kCardRadius);

    QRect head(body.left() + Space::m, body.top(), body.width() - 2 * Space::m, kCallHeight);
    const int iconTop = head.top() + (kCallHeight - kIcon) / 2;
    int x = head.left();
    theme.icon(look.icon, look.token).paint(painter, QRect(x, iconTop, kIcon, kIcon));
    x += kIcon + Space::s;

    if (const QString words = buttonWords(call); !words.isEmpty()) {
        const Token token = asking ? Token::Accent : Token::Muted;
        const QRect button = buttonRect(body.adjusted(-Space::l, -topSpace(index), 0, 0), index);
        painter->setPen(QPen(theme.color(token), 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(button).adjusted(0.5, 0.5, -0.5, -0.5),
                                 Theme::kControlRadius, Theme::kControlRadius);
        painter->setFont(theme.baseFont());
        painter->setPen(theme.color(token));
        painter->drawText(button, Qt::AlignCenter, words);
        head.setRight(button.left() - Space::m);
    }
    const RightText right = rightOf(call);
    painter->setFont(theme.smallFont());
    painter->setPen(theme.color(right.token));
    const int rightWidth = painter->fontMetrics().horizontalAdvance(right.words) + Space::m;
    painter->drawText(head, Qt::AlignVCenter | Qt::AlignRight, right.words);

    QFont strong = theme.baseFont();
    strong.setWeight(QFont::DemiBold);
    painter->setFont(strong);
    painter->setPen(theme.color(Token::Text));
    const int space = head.right() - rightWidth - x;
    const QString name =
            painter->fontMetrics().elidedText(Theme::visibleText(call.tool), Qt::ElideRight, space);
    const int nameWidth = painter->fontMetrics().horizontalAdvance(name);
    painter->drawText(QRect(x, head.top(), nameWidth + 1, head.height()), Qt::AlignVCenter, name);
    x += nameWidth + Space::m;

    painter->setFont(theme.codeFont());
    const QRect subject(x, head.top(), head.right() - rightWidth - x, head.height());
    if (subject.width() > 0) {
        painter->drawText(subject, Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(subjectOf(call), Qt::ElideMiddle,
                                                            subject.width()));
    }
    if (isExpanded(index)) {
        painter->setPen(QPen(theme.color(Token::Line), 1));
        const qreal line = head.top() + kCallHeight + 0.5;
        painter->drawLine(QPointF(card.left(), line), QPointF(card.right(), line));
        drawDocument(painter, QPoint(body.left() + Space::m, head.top() + kCallHeight + Space::s),
                     index, Token::Text);
    }
}

} // namespace Countersign::Conversation
