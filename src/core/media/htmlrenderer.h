// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "media/htmltable.h"
#include "media/htmltext.h"
#include "media/htmlwriter.h"

#include <QHash>
#include <QList>
#include <QString>
#include <QUrl>

#include <optional>

namespace Countersign::Media {

using HtmlAttributes = QHash<QString, QString>;

/// Turns the elements of a page, as they begin and end, into text. Balanced or not: an end closes
/// what is open inside of it.
class HtmlRenderer
{
public:
    HtmlRenderer(QUrl base, HtmlForm form);

    void start(const QString &name, const HtmlAttributes &attributes);
    void end(const QString &name);
    void text(const QString &text);

    [[nodiscard]] int depth() const { return int(m_open.size()); }
    [[nodiscard]] qsizetype size() const; ///< Of what is written, open tables included.
    [[nodiscard]] QString title() const { return m_title.simplified(); }
    [[nodiscard]] int hidden() const { return m_hidden; }
    [[nodiscard]] QString take(); ///< Ends all that is open.

private:
    /// What has to be done at the end of an element.
    enum class Closing {
        Nothing,
        Line,
        Block,
        Mark,
        Heading,
        Skip,
        Title,
        Quote,
        List,
        Item,
        Table,
        Row,
        Cell,
        Code,
        Preformatted,
        Term
    };
    struct Element
    {
        QString name;
        Closing closing = Closing::Nothing;
        QString language; ///< Of the code in it, by its class.
    };
    struct List
    {
        bool ordered = false;
        qint64 next = 1;
        bool first = true;
    };
    struct Cell
    {
        HtmlWriter writer;
        bool header = false;
        bool large = false; ///< Holds what has no place in the cell of a table.
        int columns = 1;
    };

    [[nodiscard]] HtmlWriter &out();
    [[nodiscard]] bool markdown() const { return m_form == HtmlForm::Markdown; }
    [[nodiscard]] Closing open(const QString &name, const HtmlAttributes &attributes);
    [[nodiscard]] Closing openInline(const QString &name, const HtmlAttributes &attributes);
    [[nodiscard]] Closing openInTable(const QString &name, const HtmlAttributes &attributes);
    void endImplied(const QString &name);
    void openItem(const HtmlAttributes &attributes);
    void picture(const HtmlAttributes &attributes);
    void close(const Element &element);
    void closeCell();
    void closeTable();
    void closeCode(const QString &language);
    void closeInlineCode();
    [[nodiscard]] Closing mark(const QString &sign);
    [[nodiscard]] QString absolute(const QString &address) const;
    void makeCellLarge();

    QUrl m_base;
    HtmlForm m_form;
    bool m_baseSet = false; ///< The first <base> counts.
    QList<Element> m_open;
    int m_skipping = 0; ///< Open elements whose content is left out.
    int m_headings = 0; ///< That are open.
    bool m_inTitle = false;
    QString m_title;
    int m_hidden = 0;
    std::optional<QString> m_code; ///< What was collected of the code that is open.
    QString m_codeLanguage; ///< What a <code> in it said.
    HtmlWriter m_page;
    QList<List> m_lists;
    QList<HtmlTable> m_tables;
    QList<Cell> m_cells; ///< Of each open table at most one.
};

} // namespace Countersign::Media
