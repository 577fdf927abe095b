// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/markdown.h"

#include "theme/states.h"
#include "theme/theme.h"

#include <QStack>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextList>
#include <QTextTable>

#include <md4c.h>

namespace Countersign::Conversation {

using namespace Qt::StringLiterals;
using Theme::Token;

namespace {

/// Builds the document from md4c's callbacks. The text arrives in pieces of UTF-8.
class Builder
{
public:
    explicit Builder(QTextDocument &document) : m_cursor(&document) { }

    int enterBlock(MD_BLOCKTYPE type, void *detail);
    int leaveBlock(MD_BLOCKTYPE type);
    int enterSpan(MD_SPANTYPE type, void *detail);
    int leaveSpan(MD_SPANTYPE type);
    int text(MD_TEXTTYPE type, QByteArrayView bytes);
    void finish();

private:
    struct ListState
    {
        QTextListFormat format;
        QTextList *list = nullptr;
    };

    void block(const QTextBlockFormat &format, const QTextCharFormat &characters);
    [[nodiscard]] QTextBlockFormat paragraphFormat() const;
    [[nodiscard]] QTextCharFormat current() const { return m_formats.isEmpty() ? m_base : m_formats.top(); }
    void push(QTextCharFormat format) { m_formats.push(std::move(format)); }

    QTextCursor m_cursor;
    QTextCharFormat m_base;
    QStack<QTextCharFormat> m_formats;
    QStack<ListState> m_lists;
    QString m_linkTarget;
    QString m_code; ///< Of the code block being read.
    int m_quotes = 0;
    bool m_first = true;
    bool m_inCode = false;
    bool m_itemStart = false; ///< The next paragraph belongs to the list item just begun.
    bool m_cellStart = false;
};

QTextBlockFormat Builder::paragraphFormat() const
{
    QTextBlockFormat format;
    format.setBottomMargin(Theme::Space::s);
    format.setLineHeight(120, QTextBlockFormat::ProportionalHeight);
    if (m_quotes > 0) {
        format.setLeftMargin(Theme::Space::l * m_quotes);
        format.setForeground(Theme::Theme::instance().color(Token::Muted));
    }
    return format;
}

void Builder::block(const QTextBlockFormat &format, const QTextCharFormat &characters)
{
    if (m_first)
        m_cursor.setBlockFormat(format);
    else
        m_cursor.insertBlock(format, characters);
    m_cursor.setCharFormat(characters);
    m_first = false;
}

int Builder::enterBlock(MD_BLOCKTYPE type, void *detail)
{
    const Theme::Theme &theme = Theme::Theme::instance();
    switch (type) {
    case MD_BLOCK_P:
    case MD_BLOCK_HTML:
        if (m_itemStart && !m_lists.isEmpty()) {
            m_itemStart = false; // The item's own block is its first paragraph.
            break;
        }
        block(paragraphFormat(), current());
        break;
    case MD_BLOCK_H: {
        const auto level = static_cast<MD_BLOCK_H_DETAIL *>(detail)->level;
        QTextBlockFormat format = paragraphFormat();
        format.setTopMargin(m_first ? 0 : Theme::Space::s);
        QTextCharFormat characters = m_base;
        QFont font = level <= 2 ? theme.titleFont() : theme.baseFont();
        font.setWeight(QFont::DemiBold);
        characters.setFont(font);
        block(format, characters);
        push(characters);
        break;
    }
    case MD_BLOCK_QUOTE:
        ++m_quotes;
        break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL: {
        QTextListFormat format;
        format.setIndent(int(m_lists.size()) + 1);
        format.setStyle(type == MD_BLOCK_UL ? QTextListFormat::ListDisc : QTextListFormat::ListDecimal);
#if QT_VERSION >= QT_VERSION_CHECK(6, 6, 0)
        if (type == MD_BLOCK_OL)
            format.setStart(int(static_cast<MD_BLOCK_OL_DETAIL *>(detail)->start));
#endif
        m_lists.push({format, nullptr});
        break;
    }
    case MD_BLOCK_LI: {
        QTextBlockFormat format = paragraphFormat();
        format.setBottomMargin(Theme::Space::xs);
        block(format, current());
        ListState &state = m_lists.top();
        if (state.list)
            state.list->add(m_cursor.block());
        else
            state.list = m_cursor.createList(state.format);
        m_itemStart = true;
        break;
    }
    case MD_BLOCK_CODE:
        m_inCode = true;
        m_code.clear();
        break;
    case MD_BLOCK_HR: {
        QTextBlockFormat format = paragraphFormat();
        format.setProperty(QTextFormat::BlockTrailingHorizontalRulerWidth,
                           QTextLength(QTextLength::PercentageLength, 100));
        block(format, m_base);
        break;
    }
    case MD_BLOCK_TABLE:
        block(paragraphFormat(), m_base);
        break;
    case MD_BLOCK_TR:
        block(QTextBlockFormat(), m_base);
        m_cellStart = true;
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD: {
        if (!std::exchange(m_cellStart, false))
            m_cursor.insertText(u"  |  "_s, m_base);
        QTextCharFormat format = current();
        if (type == MD_BLOCK_TH)
            format.setFontWeight(QFont::DemiBold);
        push(format);
        break;
    }
    case MD_BLOCK_DOC:
    case MD_BLOCK_THEAD:
    case MD_BLOCK_TBODY:
        break;
    }
    return 0;
}

int Builder::leaveBlock(MD_BLOCKTYPE type)
{
    switch (type) {
    case MD_BLOCK_H:
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        m_formats.pop();
        break;
    case MD_BLOCK_QUOTE:
        --m_quotes;
        break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
        m_lists.pop();
        break;
    case MD_BLOCK_LI:
        m_itemStart = false;
        break;
    case MD_BLOCK_CODE: {
        m_inCode = false;
        const Theme::Theme &theme = Theme::Theme::instance();
        QTextCharFormat characters;
        characters.setFont(theme.codeFont());
        if (m_code.endsWith(u'\n'))
            m_code.chop(1);
        const QStringList lines = m_code.split(u'\n');
        for (qsizetype i = 0; i < lines.size(); ++i) {
            QTextBlockFormat format;
            format.setBackground(theme.color(Token::Window));
            format.setLeftMargin(Theme::Space::s);
            format.setNonBreakableLines(false);
            format.setTopMargin(i == 0 ? Theme::Space::xs : 0);
            format.setBottomMargin(i + 1 == lines.size() ? Theme::Space::s : 0);
            block(format, characters);
            m_cursor.insertText(lines.at(i), characters);
        }
        break;
    }
    default:
        break;
    }
    return 0;
}

int Builder::enterSpan(MD_SPANTYPE type, void *detail)
{
    const Theme::Theme &theme = Theme::Theme::instance();
    QTextCharFormat format = current();
    switch (type) {
    case MD_SPAN_EM:
        format.setFontItalic(true);
        break;
    case MD_SPAN_STRONG:
        format.setFontWeight(QFont::DemiBold);
        break;
    case MD_SPAN_DEL:
        format.setFontStrikeOut(true);
        break;
    case MD_SPAN_CODE:
        format.setFontFamilies(theme.codeFont().families());
        format.setFontFixedPitch(true);
        format.setBackground(theme.color(Token::Window));
        break;
    case MD_SPAN_A: {
        const MD_ATTRIBUTE &href = static_cast<MD_SPAN_A_DETAIL *>(detail)->href;
        m_linkTarget = Theme::visibleText(QString::fromUtf8(href.text, qsizetype(href.size)));
        format.setForeground(theme.color(Token::Accent));
        format.setFontUnderline(true);
        format.setToolTip(m_linkTarget);
        break;
    }
    default:
        break;
    }
    push(format);
    return 0;
}

int Builder::leaveSpan(MD_SPANTYPE type)
{
    const QTextCharFormat format = m_formats.pop();
    // A link says where it leads: its words may say something else.
    if (type == MD_SPAN_A) {
        const QString words = m_cursor.block().text();
        if (!words.endsWith(m_linkTarget)) {
            QTextCharFormat quiet = current();
            quiet.setForeground(Theme::Theme::instance().color(Token::Muted));
            m_cursor.insertText(u" ("_s + m_linkTarget + u')', quiet);
        }
    }
    return 0;
}

int Builder::text(MD_TEXTTYPE type, QByteArrayView bytes)
{
    if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR) {
        m_cursor.insertText(type == MD_TEXT_BR ? QString(QChar::LineSeparator) : u" "_s, current());
        return 0;
    }
    QString piece;
    if (type == MD_TEXT_NULLCHAR) {
        piece = Theme::visibleText(QString(QChar(0)));
    } else if (type == MD_TEXT_ENTITY) {
        QTextDocument entity; // Knows the names of the entities.
        entity.setHtml(QString::fromUtf8(bytes));
        piece = Theme::visibleText(entity.toPlainText());
    } else {
        piece = Theme::visibleText(QString::fromUtf8(bytes));
    }
    if (m_inCode)
        m_code += piece;
    else
        m_cursor.insertText(piece, current());
    return 0;
}

void Builder::finish()
{
    QTextBlockFormat last = m_cursor.blockFormat();
    last.setBottomMargin(0);
    m_cursor.setBlockFormat(last);
}

Builder &builderOf(void *data)
{
    return *static_cast<Builder *>(data);
}

} // namespace

void renderMarkdown(QTextDocument &document, const QString &markdown)
{
    document.clear();
    document.setUndoRedoEnabled(false);
    document.setDocumentMargin(0);
    document.setDefaultFont(Theme::Theme::instance().baseFont());
    Builder builder(document);
    MD_PARSER parser{};
    parser.flags = MD_FLAG_NOHTML | MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH;
    parser.enter_block = [](MD_BLOCKTYPE type, void *detail, void *data) {
        return builderOf(data).enterBlock(type, detail);
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void *, void *data) {
        return builderOf(data).leaveBlock(type);
    };
    parser.enter_span = [](MD_SPANTYPE type, void *detail, void *data) {
        return builderOf(data).enterSpan(type, detail);
    };
    parser.leave_span = [](MD_SPANTYPE type, void *, void *data) {
        return builderOf(data).leaveSpan(type);
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *data) {
        return builderOf(data).text(type, QByteArrayView(text, qsizetype(size)));
    };
    const QByteArray utf8 = markdown.toUtf8();
    md_parse(utf8.constData(), MD_SIZE(utf8.size()), &parser, &builder);
    builder.finish();
}

} // namespace Countersign::Conversation
