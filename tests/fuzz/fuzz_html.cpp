// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// Whatever a server sends as a page: reading it ends, has a result, and brings no character through that
// no one can see.

#include "media/htmltext.h"
#include "media/pagetext.h"

#include <QByteArray>
#include <QUrl>

#include <cstddef>
#include <cstdint>

using namespace Countersign;

namespace {

void require(bool holds, const char *what)
{
    if (!holds)
        qFatal("%s", what);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    const Media::PageText page = Media::decodePage(bytes, {});
    require(!page.charset.isEmpty(), "a page has an encoding");
    for (const auto form : {Media::HtmlForm::Markdown, Media::HtmlForm::Text}) {
        const auto read =
                Media::htmlToText(page.text, QUrl(QStringLiteral("https://a.test/b")), form, {});
        require(read.has_value(), "any page can be read");
        require(!read->text.contains(QChar(0)), "there is no zero in the text");
        require(read->text.size() <= Media::kLongestHtmlText, "the text is bounded");
        for (qsizetype i = 0; i + 1 < read->text.size(); ++i) {
            require(read->text.at(i) != QChar(0xdb40) || read->text.at(i + 1) > QChar(0xdc7f),
                    "tags do not come through");
        }
    }
    return 0;
}
