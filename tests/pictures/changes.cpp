// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "changes.h"

#include <QBuffer>
#include <QImage>
#include <QLinearGradient>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace Countersign::Pictures {

namespace {

Diff::FileChange change(Diff::ChangeKind kind, const QString &resource, const QByteArray &before,
                        const QByteArray &after)
{
    return {kind, resource, u"/home/ada/quill/"_s + resource, {}, before, after, {}};
}

Diff::FileChange modified(const QString &resource, const QByteArray &before,
                          const QByteArray &after)
{
    return change(Diff::ChangeKind::Modified, resource, before, after);
}

const QByteArray kTokens = R"(#include "tokens.h"

#include <cctype>
#include <stdexcept>

namespace quill {

namespace {

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

} // namespace

std::vector<Token> tokens(std::string_view text)
{
    std::vector<Token> result;
    size_t at = 0;
    while (at < text.size()) {
        if (isWord(text[at])) {
            const size_t start = at;
            while (at < text.size() && isWord(text[at]))
                ++at;
            result.push_back({Kind::Word, text.substr(start, at - start)});
            continue;
        }
        result.push_back({Kind::Sign, text.substr(at, 1)});
        ++at;
    }
    return result;
}

size_t count(const std::vector<Token> &all, Kind kind)
{
    size_t found = 0;
    for (const Token &token : all) {
        if (token.kind == kind)
            ++found;
    }
    return found;
}

Token first(const std::vector<Token> &all)
{
    if (all.empty())
        throw std::runtime_error("no tokens");
    return all.front();
}

} // namespace quill
)";

QByteArray picture(const QColor &from, const QColor &to, QSize size)
{
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    QLinearGradient gradient(0, 0, size.width(), size.height());
    gradient.setColorAt(0, from);
    gradient.setColorAt(1, to);
    painter.setPen(Qt::NoPen);
    painter.setBrush(gradient);
    painter.drawRoundedRect(QRectF(QPointF(), QSizeF(size)).adjusted(8, 8, -8, -8), 24, 24);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "png"))
        qFatal("There is no encoder for PNG images.");
    return bytes;
}

} // namespace

Diff::FileChange twoHunkEdit()
{
    QByteArray after = kTokens;
    after.replace("    std::vector<Token> result;\n",
                  "    std::vector<Token> result;\n"
                  "    result.reserve(text.size() / 4); // Words are four letters long, about.\n");
    after.replace("    size_t found = 0;\n"
                  "    for (const Token &token : all) {\n"
                  "        if (token.kind == kind)\n"
                  "            ++found;\n"
                  "    }\n"
                  "    return found;\n",
                  "    return std::ranges::count(all, kind, &Token::kind);\n");
    return modified(u"src/tokens.cpp"_s, kTokens, after);
}

QList<Diff::FileChange> twelveFilePatch()
{
    QList<Diff::FileChange> files;
    for (const char *name : {"lexer", "parser", "printer", "source", "symbols", "tree"}) {
        const QByteArray before = QByteArray("#pragma once\n\nclass ") + name
                + " {\npublic:\n    int size() const;\n    bool empty() const;\n};\n";
        QByteArray after = before;
        after.replace("int size()", "std::size_t size()");
        files.append(modified(u"src/"_s + QString::fromLatin1(name) + u".h"_s, before, after));
    }
    files.append(twoHunkEdit());
    files.append(
            change(Diff::ChangeKind::Added, u"src/span.h"_s, {},
                   "#pragma once\n\n#include <cstddef>\n\nstruct Span {\n    std::size_t begin "
                   "= 0;\n    std::size_t end = 0;\n};\n"));
    files.append(change(Diff::ChangeKind::Deleted, u"src/oldspan.h"_s,
                        "#pragma once\n\nstruct OldSpan { int begin, end; };\n", {}));
    Diff::FileChange moved = change(Diff::ChangeKind::Moved, u"tools/check.py"_s,
                                    "print('checking')\n", "print('checking')\n");
    moved.movedTo = u"scripts/check.py"_s;
    files.append(moved);
    files.append(modified(u"package-lock.json"_s, "{\n  \"version\": \"1.0.0\"\n}\n",
                          "{\n  \"version\": \"1.1.0\"\n}\n"));
    files.append(modified(u".env"_s, "PORT=8080\n", "PORT=8081\n"));
    return files;
}

Diff::FileChange carriageReturnsRemoved()
{
    QByteArray before = kTokens;
    before.replace("\n", "\r\n");
    QByteArray after = kTokens;
    after.replace("no tokens", "there are no tokens");
    return modified(u"src/tokens.cpp"_s, before, after);
}

Diff::FileChange noBreakSpaces()
{
    return modified(u"docs/prices.md"_s,
                    "# Prices\n\nA seat costs 10 euros.\nTen seats cost 90 euros.\n",
                    "# Prices\n\nA seat costs 10\xC2\xA0"
                    "euros.\nTen seats cost 90\xC2\xA0"
                    "euros.\n");
}

Diff::FileChange bidirectionalAttack()
{
    return modified(u"src/access.js"_s,
                    "function check(user) {\n  const role = user.role;\n  if (role !== 'user') {\n"
                    "    grant(user);\n  }\n}\n",
                    "function check(user) {\n  const role = user.role;\n"
                    "  if (role !== 'user\xE2\x80\xAE \xE2\x81\xA6// only admins\xE2\x81\xA9 "
                    "\xE2\x81\xA6') {\n    gr\xD0\xB0nt(user);\xE2\x80\x8B\n  }\n}\n");
}

Diff::FileChange deletedFile()
{
    return change(Diff::ChangeKind::Deleted, u"src/tokens.cpp"_s, kTokens, {});
}

Diff::FileChange image()
{
    Diff::FileChange file =
            modified(u"assets/logo.png"_s,
                     picture(QColor(0x28, 0x65, 0xE0), QColor(0x7A, 0x3F, 0xC9), {320, 200}),
                     picture(QColor(0x1B, 0x9E, 0x77), QColor(0xE0, 0xA0, 0x28), {400, 240}));
    file.facts = {u"binary"_s};
    return file;
}

Diff::FileChange longLines()
{
    QByteArray before = "# Notes\n\n";
    QByteArray after = before;
    for (int i = 1; i <= 4; ++i) {
        QByteArray line = "Paragraph " + QByteArray::number(i) + ":";
        while (line.size() < 288)
            line += " every word of this line counts";
        line.truncate(300);
        before += line + "\n\n";
        QByteArray other = line;
        if (i % 2 == 0) {
            other.replace(120, 5, "WORDS");
            other.replace(260, 4, "LAST");
        }
        after += other + "\n\n";
    }
    return modified(u"docs/notes.md"_s, before, after);
}

} // namespace Countersign::Pictures
