// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shelloperands.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

bool ShellOperands::has(QLatin1StringView name) const
{
    // GNU programs and git take a long option's beginning for the whole.
    constexpr qsizetype shortest = 5;
    const bool isLong = name.startsWith("--"_L1);
    return std::any_of(options.begin(), options.end(), [&](const Option &option) {
        return option.name == name
                || (isLong && option.name.size() >= shortest && name.startsWith(option.name));
    });
}

bool ShellOperands::hasAny(std::initializer_list<QLatin1StringView> names) const
{
    return std::any_of(names.begin(), names.end(),
                       [this](QLatin1StringView name) { return has(name); });
}

ShellOperands shellOperands(const ShellCommand &command, QLatin1StringView valued,
                            const QList<QLatin1StringView> &longs)
{
    ShellOperands result;
    const QList<ShellWord> &words = command.words;
    bool ended = false;
    for (qsizetype i = 1; i < words.size(); ++i) {
        const ShellWord &word = words[i];
        const QString &text = word.text;
        if (ended || !text.startsWith(u'-') || text.size() < 2) {
            result.words.append(word);
            continue;
        }
        if (text == "--"_L1 && word.isLiteral()) {
            ended = true;
            continue;
        }
        const auto next = [&]() -> std::optional<ShellWord> {
            return i + 1 < words.size() ? std::optional(words[++i]) : std::nullopt;
        };
        if (text.startsWith("--"_L1)) {
            const qsizetype equals = text.indexOf(u'=');
            const QString name = text.left(equals < 0 ? text.size() : equals);
            if (equals >= 0)
                result.options.append({name, withoutStart(word, equals + 1)});
            else if (std::any_of(longs.begin(), longs.end(),
                                 [&name](QLatin1StringView known) { return name == known; }))
                result.options.append({name, next()});
            else
                result.options.append({name, {}});
            continue;
        }
        for (qsizetype letter = 1; letter < text.size(); ++letter) {
            const QString name = QString(u'-') + text[letter];
            if (!valued.contains(text[letter])) {
                result.options.append({name, {}});
                // "-i.bak": what follows is a suffix.
                if (name == "-i"_L1
                    && (command.program() == "sed"_L1 || command.program() == "perl"_L1))
                    break;
                continue;
            }
            const bool attached = letter + 1 < text.size() || !word.isLiteral();
            result.options.append({name, attached ? withoutStart(word, letter + 1) : next()});
            break;
        }
    }
    return result;
}

bool hasDashedMode(const ShellCommand &command, const ShellOperands &operands)
{
    return command.program() == "chmod"_L1
            && operands.hasAny({"-r"_L1, "-s"_L1, "-t"_L1, "-w"_L1, "-x"_L1, "-X"_L1});
}

} // namespace Countersign::Permission
