// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellmentions.h"
#include "permission/shelloperands.h"
#include "permission/shellprograms.h"
#include "permission/shelluses.h"

namespace Countersign::Permission {

/// A literal word at the place of another.
[[nodiscard]] ShellWord renamedWord(const QString &text, const ShellWord &where);

/// The word as a path below `folder`.
[[nodiscard]] ShellWord wordBelow(const ShellWord &folder, const ShellWord &word);

/// Collects what one command touches; for shellUsesOf() alone.
class ShellUses
{
public:
    explicit ShellUses(const ShellCommand &command) : m_command(command) { }

    void add(ShellAccess access, const ShellWord &word, bool itself = false)
    {
        const bool input = word.isLiteral() && word.text == QLatin1StringView("-");
        if (word.kind != ShellWord::Kind::Pipe && !input)
            m_uses.append({access, word, itself});
    }
    void add(ShellAccess access, const QList<ShellWord> &words)
    {
        for (const ShellWord &word : words)
            add(access, word);
    }
    /// The folder that the command runs in.
    void addHere(ShellAccess access)
    {
        add(access, renamedWord(QStringLiteral("."), m_command.words.first()));
    }

    void redirects()
    {
        for (const ShellRedirect &redirect : m_command.redirects) {
            add(redirect.kind == ShellRedirect::Kind::Read ? ShellAccess::Read : ShellAccess::Write,
                redirect.target);
        }
    }

    // In shellusesknown.cpp: programs of the table in shellprograms.h.
    void known(const ShellProgram &program);
    void sed(const ShellWord &script);
    // In shellusesgit.cpp.
    void git();
    // In shellusestransfer.cpp: what comes over the network, in archives and as patches.
    void network(bool curl);
    void patch();
    void tar();
    void unzip();
    // In shelluses.cpp.
    void dd();
    void perl();
    void find();
    void inFolder(QLatin1StringView option);
    void output();
    void mentions(ShellMentions extent);

    [[nodiscard]] QList<ShellUse> take() const { return m_uses; }

private:
    void gitStep(const ShellOperands &operands);
    void gitFiles(const QString &verb);

    const ShellCommand &m_command;
    QList<ShellUse> m_uses;
};

} // namespace Countersign::Permission
