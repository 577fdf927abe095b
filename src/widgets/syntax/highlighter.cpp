// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "syntax/highlighter.h"

#include "syntax/contrast.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>

#include <QFileInfo>
#include <QHash>

#include <memory>

namespace Countersign::Syntax {

namespace {

namespace K = KSyntaxHighlighting;
using namespace Qt::StringLiterals;

/// The library has no locks: one repository for each thread, made when that thread first needs it
/// (about 10 ms) and destroyed with the thread.
K::Repository &threadRepository()
{
    thread_local const std::unique_ptr<K::Repository> repository =
            std::make_unique<K::Repository>();
    return *repository;
}

K::Theme themeOf(const K::Repository &repository, bool dark)
{
    const K::Theme theme = repository.theme(dark ? u"GitHub Dark"_s : u"GitHub Light"_s);
    return theme.isValid()
            ? theme
            : repository.defaultTheme(dark ? K::Repository::DarkTheme : K::Repository::LightTheme);
}

class Collector final : public K::AbstractHighlighter
{
public:
    explicit Collector(const K::Repository &repository)
        : m_light(themeOf(repository, false))
        , m_dark(themeOf(repository, true))
        , m_lightBackgrounds(codeBackgrounds(false))
        , m_darkBackgrounds(codeBackgrounds(true))
    {
    }

    QList<Span> line(const QString &text, K::State &state)
    {
        m_spans.clear();
        state = highlightLine(QStringView(text), state);
        return m_spans;
    }

    [[nodiscard]] const QList<Style> &styles() const { return m_styles; }

protected:
    void applyFormat(int offset, int length, const K::Format &format) override
    {
        // The library reports empty runs at the ends of lines, and plain text needs no span.
        if (length <= 0 || !format.isValid() || format.isDefaultTextStyle(m_light))
            return;
        m_spans.append({offset, length, styleOf(format)});
    }

private:
    int styleOf(const K::Format &format)
    {
        if (const auto known = m_byId.constFind(format.id()); known != m_byId.cend())
            return *known;
        Style style;
        style.name = format.name();
        style.light = readableOn(format.textColor(m_light), m_lightBackgrounds, false);
        style.dark = readableOn(format.textColor(m_dark), m_darkBackgrounds, true);
        style.bold = format.isBold(m_light);
        style.italic = format.isItalic(m_light);
        const int index = static_cast<int>(m_styles.size());
        m_styles.append(style);
        m_byId.insert(format.id(), index);
        return index;
    }

    K::Theme m_light;
    K::Theme m_dark;
    QList<QColor> m_lightBackgrounds;
    QList<QColor> m_darkBackgrounds;
    QList<Span> m_spans;
    QList<Style> m_styles;
    QHash<quint16, int> m_byId;
};

class Standard final : public Highlighter
{
public:
    [[nodiscard]] Highlighted highlight(const QString &fileName, const QStringList &lines,
                                        const std::stop_token &stop) const override
    {
        if (stop.stop_requested())
            return {};
        K::Repository &repository = threadRepository();
        const K::Definition definition =
                repository.definitionForFileName(QFileInfo(fileName).fileName());
        if (!definition.isValid())
            return {};
        Collector collector(repository);
        collector.setDefinition(definition);
        Highlighted result;
        result.definition = definition.name();
        result.lines.reserve(lines.size());
        K::State state;
        for (const QString &line : lines) {
            if (stop.stop_requested())
                return {};
            // The state is carried over a long line as if it were empty: a guess, but a bounded one.
            if (line.size() > kLongestLine)
                result.lines.append(QList<Span>());
            else
                result.lines.append(collector.line(line, state));
        }
        result.styles = collector.styles();
        return result;
    }
};

} // namespace

const Highlighter &Highlighter::standard()
{
    static const Standard highlighter;
    return highlighter;
}

} // namespace Countersign::Syntax
