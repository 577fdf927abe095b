// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/markdown.h"

#include "theme/states.h"
#include "theme/theme.h"

#include <QFontMetricsF>
#include <QHash>
#include <QStack>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>

#include <md4c.h>

namespace Countersign::Conversation {

using namespace Qt::StringLiterals;
using Theme::Token;

namespace {

constexpr int kIndent = 20; ///< Of lists, in pixels a level.

/// What an entity stands for; the text itself when nothing is known by that name.
QString entityText(const QByteArray &entity)
{
    // Few names are ever used, but one text may use them often: each is looked up once.
    static QHash<QByteArray, QString> known;
    const auto found = known.constFind(entity);
    if (found != known.constEnd())
        return *found;
    QTextDocument document;
    document.setHtml(QString::fromUtf8(entity));
    const QString text = document.toRawText();
    if (known.size() < 4096)
        known.insert(entity, text);
    return text;
}

QString attributeText(const MD_ATTRIBUTE &attribute)
{
    QString text;
    for (int i = 0; attribute.text && attribute.substr_offsets[i] < attribute.size; ++i) {
        const MD_OFFSET from = attribute.substr_offsets[i];
        const QByteArray piece(attribute.text + from,
                               qsizetype(attribute.substr_offsets[i + 1] - from));
        text += attribute.substr_types[i] == MD_TEXT_ENTITY ? entityText(piece)
                                                            : QString::fromUtf8(piece);
    }
    return Theme::visibleText(text);
}

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
        bool ordered = false;
        qulonglong number = 0; ///< Of the next item.
        QChar delimiter;
    };

    void block(const QTextBlockFormat &format, const QTextCharFormat &characters);
    void item(const MD_BLOCK_LI_DETAIL &detail);
    void table(const MD_BLOCK_TABLE_DETAIL &detail);
    void leaveTable();
    void codeBlock();
    void insert(const QString &text);
    [[nodiscard]] QTextBlockFormat paragraphFormat() const;
    [[nodiscard]] QTextTableFormat boxFormat() const;
    [[nodiscard]] QTextCharFormat current() const
    {
        return m_formats.isEmpty() ? m_base : m_formats.top();
    }
    void push(QTextCharFormat format) { m_formats.push(std::move(format)); }
    [[nodiscard]] int indent() const
    {
        return kIndent * int(m_lists.size()) + Theme::Space::l * m_quotes;
    }

    QTextCursor m_cursor;
    QTextCharFormat m_base;
    QStack<QTextCharFormat> m_formats;
    QStack<ListState> m_lists;
    QStack<QString> m_targets; ///< Of the links and images being read.
    QString m_words; ///< Of the innermost link being read.
    QString m_code; ///< Of the code block being read.
    QTextTable *m_table = nullptr;
    int m_row = -1;
    int m_column = -1;
    int m_quotes = 0;
    bool m_reuse = true; ///< The block under the cursor is empty and nobody's.
    bool m_inCode = false;
    bool m_itemStart = false; ///< The next paragraph belongs to the list item just begun.
};

QTextBlockFormat Builder::paragraphFormat() const
{
    QTextBlockFormat format;
    format.setBottomMargin(Theme::Space::s);
    format.setLineHeight(120, QTextBlockFormat::ProportionalHeight);
    format.setLeftMargin(indent());
    return format;
}

QTextTableFormat Builder::boxFormat() const
{
    const Theme::Theme &theme = Theme::Theme::instance();
    QTextTableFormat format;
    format.setBorder(1);
    format.setBorderBrush(theme.color(Token::Line));
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderCollapse(true);
    format.setCellSpacing(0);
    format.setLeftMargin(indent());
    format.setBottomMargin(Theme::Space::s);
    return format;
}

void Builder::block(const QTextBlockFormat &format, const QTextCharFormat &characters)
{
    if (m_reuse)
        m_cursor.setBlockFormat(format);
    else
        m_cursor.insertBlock(format, characters);
    m_cursor.setBlockCharFormat(characters);
    m_cursor.setCharFormat(characters);
    m_reuse = false;
    m_itemStart = false;
}

void Builder::insert(const QString &text)
{
    m_cursor.insertText(text, current());
    if (!m_targets.isEmpty())
        m_words += text;
}

void Builder::item(const MD_BLOCK_LI_DETAIL &detail)
{
    QTextBlockFormat format = paragraphFormat();
    format.setBottomMargin(Theme::Space::xs);
    ListState &state = m_lists.top();
    QString mark;
    if (detail.is_task)
        mark = detail.task_mark == ' ' ? u"☐ "_s : u"☑ "_s;
    else if (state.ordered)
        mark = QString::number(state.number++) + state.delimiter + u' ';
    else
        mark = m_lists.size() % 2 == 1 ? u"•  "_s : u"◦  "_s;
    // Marks are text that hangs out: Qt before 6.6 cannot begin a list at another number than 1, and
    // what is copied keeps them.
    const QFontMetricsF metrics(Theme::Theme::instance().baseFont());
    format.setTextIndent(-metrics.horizontalAdvance(mark));
    block(format, current());
    m_cursor.insertText(mark, current());
    m_itemStart = true;
}

void Builder::table(const MD_BLOCK_TABLE_DETAIL &detail)
{
    block(QTextBlockFormat(), m_base);
    QTextTableFormat format = boxFormat();
    format.setCellPadding(Theme::Space::xs + 1);
    format.setHeaderRowCount(int(detail.head_row_count));
    m_table = m_cursor.insertTable(int(detail.head_row_count + detail.body_row_count),
                                   int(detail.col_count), format);
    m_row = -1;
}

void Builder::leaveTable()
{
    // Behind a table there always is a block: what comes next takes it.
    m_cursor.movePosition(QTextCursor::End);
    m_table = nullptr;
    m_reuse = true;
}

void Builder::codeBlock()
{
    const Theme::Theme &theme = Theme::Theme::instance();
    QTextCharFormat characters;
    characters.setFont(theme.codeFont());
    if (m_code.endsWith(u'\n'))
        m_code.chop(1);
    block(QTextBlockFormat(), m_base);
    QTextTableFormat format = boxFormat();
    format.setCellPadding(Theme::Space::s);
    format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
    m_table = m_cursor.insertTable(1, 1, format);
    QTextTableCell cell = m_table->cellAt(0, 0);
    m_cursor = cell.firstCursorPosition();
    m_cursor.setBlockCharFormat(characters);
    m_cursor.insertText(Theme::visibleText(m_code), characters);
    QTextCharFormat whole = cell.format();
    whole.setBackground(theme.color(Token::Card));
    cell.setFormat(whole);
    leaveTable();
}

int Builder::enterBlock(MD_BLOCKTYPE type, void *detail)
{
    const Theme::Theme &theme = Theme::Theme::instance();
    switch (type) {
    case MD_BLOCK_P:
    case MD_BLOCK_HTML:
        if (!std::exchange(m_itemStart, false)) // Else the item's own block is its first paragraph.
            block(paragraphFormat(), current());
        break;
    case MD_BLOCK_H: {
        const auto level = static_cast<MD_BLOCK_H_DETAIL *>(detail)->level;
        QTextBlockFormat format = paragraphFormat();
        format.setTopMargin(m_reuse ? 0 : Theme::Space::m);
        QTextCharFormat characters = m_base;
        QFont font = level <= 2 ? theme.titleFont() : theme.baseFont();
        font.setWeight(QFont::DemiBold);
        characters.setFont(font);
        block(format, characters);
        push(characters);
        break;
    }
    case MD_BLOCK_QUOTE: {
        ++m_quotes;
        QTextCharFormat quiet = current();
        quiet.setForeground(theme.color(Token::Muted));
        push(quiet);
        break;
    }
    case MD_BLOCK_UL:
    case MD_BLOCK_OL: {
        ListState state;
        if (type == MD_BLOCK_OL) {
            const auto *ordered = static_cast<MD_BLOCK_OL_DETAIL *>(detail);
            state.ordered = true;
            state.number = ordered->start;
            state.delimiter = QLatin1Char(ordered->mark_delimiter);
        }
        m_lists.push(state);
        break;
    }
    case MD_BLOCK_LI:
        item(*static_cast<MD_BLOCK_LI_DETAIL *>(detail));
        break;
    case MD_BLOCK_CODE:
        m_inCode = true;
        m_code.clear();
        break;
    case MD_BLOCK_HR: {
        QTextBlockFormat format = paragraphFormat();
        format.setProperty(QTextFormat::BlockTrailingHorizontalRulerWidth,
                           QTextLength(QTextLength::PercentageLength, 100));
        format.setBackground(theme.color(Token::Line));
        block(format, m_base);
        break;
    }
    case MD_BLOCK_TABLE:
        table(*static_cast<MD_BLOCK_TABLE_DETAIL *>(detail));
        break;
    case MD_BLOCK_TR:
        ++m_row;
        m_column = -1;
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD: {
        m_cursor = m_table->cellAt(m_row, ++m_column).firstCursorPosition();
        QTextCharFormat format = m_base;
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
        m_formats.pop();
        --m_quotes;
        break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
        m_lists.pop();
        break;
    case MD_BLOCK_LI:
        m_itemStart = false;
        break;
    case MD_BLOCK_TABLE:
        leaveTable();
        break;
    case MD_BLOCK_CODE:
        m_inCode = false;
        codeBlock();
        break;
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
        format.setBackground(theme.color(Token::Line));
        break;
    case MD_SPAN_A:
        m_targets.push(attributeText(static_cast<MD_SPAN_A_DETAIL *>(detail)->href));
        m_words.clear();
        format.setForeground(theme.color(Token::Accent));
        format.setFontUnderline(true);
        break;
    case MD_SPAN_IMG:
        m_targets.push(attributeText(static_cast<MD_SPAN_IMG_DETAIL *>(detail)->src));
        m_words.clear();
        break;
    default:
        break;
    }
    push(format);
    return 0;
}

int Builder::leaveSpan(MD_SPANTYPE type)
{
    m_formats.pop();
    // A link says where it leads, since its words may say something else; an image is never loaded.
    if (type == MD_SPAN_A || type == MD_SPAN_IMG) {
        const QString target = m_targets.pop();
        const QString words = std::exchange(m_words, {});
        if (words != target && u"mailto:"_s + words != target) {
            QTextCharFormat quiet = current();
            quiet.setForeground(Theme::Theme::instance().color(Token::Muted));
            m_cursor.insertText((words.isEmpty() ? u"("_s : u" ("_s) + target + u')', quiet);
        }
    }
    return 0;
}

int Builder::text(MD_TEXTTYPE type, QByteArrayView bytes)
{
    if (m_inCode) {
        m_code += type == MD_TEXT_NULLCHAR ? QString(QChar(0)) : QString::fromUtf8(bytes);
        return 0;
    }
    switch (type) {
    case MD_TEXT_BR:
        insert(QString(QChar::LineSeparator));
        break;
    case MD_TEXT_SOFTBR:
        insert(u" "_s);
        break;
    case MD_TEXT_NULLCHAR:
        insert(Theme::visibleText(QString(QChar(0))));
        break;
    case MD_TEXT_ENTITY:
        insert(Theme::visibleText(entityText(bytes.toByteArray())));
        break;
    case MD_TEXT_CODE:
        insert(Theme::visibleText(QString::fromUtf8(bytes)));
        break;
    default:
        insert(Theme::visibleProse(QString::fromUtf8(bytes)));
    }
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
    QTextCursor edit(&document);
    edit.beginEditBlock(); // One layout at the end instead of one for each piece.
    Builder builder(document);
    MD_PARSER parser{};
    parser.flags = MD_FLAG_NOHTML | MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS;
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
    edit.endEditBlock();
}

} // namespace Countersign::Conversation
