// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "media/htmltext.h"

#include "media/htmlrenderer.h"
#include "media/htmlsieve.h"
#include "media/pagetext.h"

#include <QHash>

#include <memory>

#include <libxml/HTMLparser.h>

namespace Countersign::Media {

using namespace Qt::StringLiterals;

namespace {

/// What the parser gets at once: a few hundred microseconds, then a stop is looked for.
constexpr qsizetype kPiece = 4096;
/// Open elements; libxml2 looks through them for each end. Browsers stop at about as many.
constexpr int kDeepest = 512;

QString toText(const xmlChar *text)
{
    return QString::fromUtf8(reinterpret_cast<const char *>(text));
}

HtmlRenderer &rendererOf(void *context)
{
    return *static_cast<HtmlRenderer *>(context);
}

void onStart(void *context, const xmlChar *name, const xmlChar **attributes)
{
    HtmlAttributes read;
    for (const xmlChar **one = attributes; one && *one; one += 2)
        read.insert(toText(one[0]), one[1] ? toText(one[1]) : QString());
    rendererOf(context).start(toText(name), read);
}

void onEnd(void *context, const xmlChar *name)
{
    rendererOf(context).end(toText(name));
}

void onText(void *context, const xmlChar *text, int length)
{
    rendererOf(context).text(QString::fromUtf8(reinterpret_cast<const char *>(text), length));
}

void onError(void *, const xmlError *) { } // Every page has errors.

/// As libxml2 wants it: its older versions declare the argument without const.
template<class Pointer>
Pointer errorHandler()
{
    return reinterpret_cast<Pointer>(&onError);
}

struct FreeParser
{
    void operator()(htmlParserCtxt *parser) const { htmlFreeParserCtxt(parser); }
};

/// Null when there is no memory.
std::unique_ptr<htmlParserCtxt, FreeParser> makeParser(HtmlRenderer &renderer)
{
    [[maybe_unused]] static const bool ready = [] {
        xmlInitParser(); // Older versions are not safe to start on two threads.
        return true;
    }();
    xmlSAXHandler handler{};
    handler.startElement = onStart;
    handler.endElement = onEnd;
    handler.characters = onText;
    handler.ignorableWhitespace = onText;
    handler.cdataBlock = onText;
    handler.serror = errorHandler<xmlStructuredErrorFunc>();
    handler.initialized = XML_SAX2_MAGIC;
    std::unique_ptr<htmlParserCtxt, FreeParser> parser(htmlCreatePushParserCtxt(
            &handler, &renderer, nullptr, 0, nullptr, XML_CHAR_ENCODING_UTF8));
    if (parser)
        htmlCtxtUseOptions(parser.get(),
                           HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING
                                   | HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
    return parser;
}

} // namespace

Result<HtmlText> htmlToText(const QString &html, const QUrl &base, HtmlForm form,
                            std::stop_token stop)
{
    HtmlRenderer renderer(base, form);
    const auto parser = makeParser(renderer);
    if (!parser) {
        return failure(ErrorCode::Internal,
                       u"The page was not converted: there is no memory for the parser."_s);
    }
    const QByteArray bytes = html.toUtf8();
    HtmlSieve sieve(bytes);
    HtmlText result;
    QByteArray piece;
    for (bool more = true; more && !result.truncated;) {
        if (stop.stop_requested())
            return failure(ErrorCode::Cancelled, u"Reading the page was stopped."_s);
        piece.resize(0);
        more = sieve.take(piece, kPiece);
        htmlParseChunk(parser.get(), piece.constData(), int(piece.size()), 0);
        if (!result.flattened && renderer.depth() > kDeepest) {
            result.flattened = true;
            sieve.flatten();
        }
        result.truncated = renderer.size() > kLongestHtmlText;
    }
    htmlParseChunk(parser.get(), nullptr, 0, 1);
    result.title = renderer.title();
    result.text = renderer.take();
    result.hidden = renderer.hidden() + removeHiddenLetters(result.title)
            + removeHiddenLetters(result.text);
    if (result.text.size() > kLongestHtmlText) {
        result.text.truncate(kLongestHtmlText);
        result.truncated = true;
    }
    return result;
}

} // namespace Countersign::Media
