// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The reading of a shell line's syntax tree, and all that is concluded from it, whatever the parser
// printed. Input: the line, "\n====\n", the tree.

#include "permission/evaluate.h"
#include "permission/shellanalysis.h"

using namespace Countersign;
using namespace Countersign::Permission;
using namespace Qt::StringLiterals;

namespace {

void require(bool holds, const char *what)
{
    if (!holds)
        qFatal("the analysis of a line is wrong: %s", what);
}

void check(const JudgedCommand &judged)
{
    for (const QString &resource : judged.resources)
        require(!resource.isEmpty(), "an empty text is asked for");
    require(judged.danger.isEmpty() || judged.offers.isEmpty(),
            "an approval is offered for what destroys");
    for (const SaveOffer &offer : judged.offers) {
        if (offer.exact) {
            require(judged.resources.contains(offer.resource), "an offer covers nothing asked");
            continue;
        }
        require(offer.resource.endsWith(" *"_L1) && offer.resource.count(u'*') == 1
                        && !offer.resource.contains(u'?'),
                "a pattern is not words and a star");
        require(matches(judged.command.text, offer.resource), "a pattern misses its command");
    }
    for (const ShellWord &word : judged.command.words) {
        require(word.begin >= 0 && word.begin <= word.end
                        && word.end <= judged.command.script.size(),
                "a word is not in the line");
    }
    require(!judged.command.folders.isEmpty(), "a command runs nowhere");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray input(reinterpret_cast<const char *>(data), qsizetype(size));
    const QByteArray separator("\n====\n");
    const qsizetype split = input.indexOf(separator);
    if (split < 0)
        return 0;
    const QString line = QString::fromUtf8(input.first(split));
    const QByteArray tree = input.mid(split + separator.size());
    // The same tree for scripts within the script: it fits them even less.
    const ShellParser parser = [&tree](const QByteArray &) -> Result<QByteArray> {
        return tree;
    };
    const ShellAnalysis analysis = analyseShell(line, parser, u"/users/ada"_s);
    for (const JudgedCommand &command : analysis.commands)
        check(command);
    return 0;
}
