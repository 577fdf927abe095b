// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/editorconfig.h"

#include "base/uniquefd.h"
#include "location/canonicalpath.h"

#include <QList>

#include <algorithm>
#include <cerrno>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Countersign {

namespace {

constexpr qint64 kMaximumBytes = 64 * 1024;
constexpr qsizetype kMaximumSection = 1024; ///< The limit of the specification.
constexpr int kMaximumSteps = 50'000; ///< Of one match; no sensible pattern needs a hundredth.

/// Nothing when there is no such file, or none that is sensible to read.
std::optional<QByteArray> smallFile(const QByteArray &path)
{
    // Neither a FIFO nor a device may hold us up, whatever a link with this name leads to.
    const UniqueFd file(::open(path.constData(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat status{};
    if (!file.isOpen() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)
        || status.st_size > kMaximumBytes)
        return std::nullopt;
    QByteArray bytes(status.st_size, Qt::Uninitialized);
    qint64 filled = 0;
    while (filled < bytes.size()) {
        const ssize_t got =
                ::pread(file.get(), bytes.data() + filled, size_t(bytes.size() - filled), filled);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        filled += got;
    }
    bytes.truncate(filled);
    return bytes;
}

class Match
{
public:
    bool run(QByteArrayView pattern, QByteArrayView text)
    {
        while (true) {
            if (--m_steps < 0)
                return false;
            if (pattern.isEmpty())
                return text.isEmpty();
            const char c = pattern.front();
            if (c == '*')
                return star(pattern, text);
            if (pattern.startsWith("/**/") && text.startsWith('/'))
                return anyFolders(pattern.sliced(4), text);
            if (c == '{') {
                if (const qsizetype end = closingBrace(pattern); end > 0) {
                    if (const auto known =
                                braces(pattern.sliced(1, end - 1), pattern.sliced(end + 1), text))
                        return *known;
                }
            }
            qsizetype used = 1;
            const qsizetype taken = one(pattern, text, used);
            if (taken == 0)
                return false;
            pattern = pattern.sliced(used);
            text = text.sliced(taken);
        }
    }

private:
    bool star(QByteArrayView pattern, QByteArrayView text)
    {
        const bool deep = pattern.startsWith("**");
        const QByteArrayView rest = pattern.sliced(deep ? 2 : 1);
        for (qsizetype i = 0; i <= text.size(); ++i) {
            if (run(rest, text.sliced(i)))
                return true;
            if (i < text.size() && text[i] == '/' && !deep)
                break;
        }
        return false;
    }

    bool anyFolders(QByteArrayView rest, QByteArrayView text)
    {
        for (qsizetype at = 0; at >= 0; at = text.indexOf('/', at + 1)) {
            if (run(rest, text.sliced(at + 1)))
                return true;
        }
        return false;
    }

    /// Bytes of `text` that the first sign of `pattern` stands for; `used` are those of the sign.
    static qsizetype one(QByteArrayView pattern, QByteArrayView text, qsizetype &used)
    {
        if (text.isEmpty())
            return 0;
        qsizetype length = 1;
        while (length < text.size() && (text[length] & 0xC0) == 0x80)
            ++length;
        const char c = pattern.front();
        if (c == '?')
            return text.front() == '/' ? 0 : length;
        if (c == '[') {
            const qsizetype end = pattern.indexOf(']', pattern.startsWith("[!") ? 3 : 2);
            if (end > 0 && !pattern.first(end).contains('/')) {
                used = end + 1;
                return inClass(pattern.sliced(1, end - 1), text.front()) ? 1 : 0;
            }
        }
        if (c == '\\' && pattern.size() > 1) {
            used = 2;
            return pattern[1] == text.front() ? 1 : 0;
        }
        return c == text.front() ? 1 : 0;
    }

    static bool inClass(QByteArrayView set, char c)
    {
        const bool negated = set.startsWith('!');
        if (negated)
            set = set.sliced(1);
        bool found = false;
        for (qsizetype i = 0; i < set.size(); ++i) {
            if (i + 2 < set.size() && set[i + 1] == '-') {
                found = found || (set[i] <= c && c <= set[i + 2]);
                i += 2;
            } else {
                found = found || set[i] == c;
            }
        }
        return found != negated && c != '/';
    }

    static qsizetype closingBrace(QByteArrayView pattern)
    {
        int depth = 0;
        for (qsizetype i = 0; i < pattern.size(); ++i) {
            if (pattern[i] == '\\')
                ++i;
            else if (pattern[i] == '{')
                ++depth;
            else if (pattern[i] == '}' && --depth == 0)
                return i;
        }
        return -1;
    }

    /// Nothing when the braces are plain characters.
    std::optional<bool> braces(QByteArrayView inside, QByteArrayView rest, QByteArrayView text)
    {
        QList<QByteArrayView> parts;
        int depth = 0;
        qsizetype from = 0;
        for (qsizetype i = 0; i < inside.size(); ++i) {
            if (inside[i] == '\\')
                ++i;
            else if (inside[i] == '{')
                ++depth;
            else if (inside[i] == '}')
                --depth;
            else if (inside[i] == ',' && depth == 0) {
                parts.append(inside.sliced(from, i - from));
                from = i + 1;
            }
        }
        if (parts.isEmpty())
            return numbers(inside, rest, text);
        parts.append(inside.sliced(from));
        return std::any_of(parts.cbegin(), parts.cend(), [&](QByteArrayView part) {
            return run(QByteArray(part.toByteArray() + rest.toByteArray()), text);
        });
    }

    /// "{1..9}".
    std::optional<bool> numbers(QByteArrayView inside, QByteArrayView rest, QByteArrayView text)
    {
        const qsizetype dots = inside.indexOf("..");
        bool lowOk = false;
        bool highOk = false;
        const qint64 low =
                inside.first(std::max<qsizetype>(dots, 0)).toByteArray().toLongLong(&lowOk);
        const qint64 high =
                dots < 0 ? 0 : inside.sliced(dots + 2).toByteArray().toLongLong(&highOk);
        if (!lowOk || !highOk)
            return std::nullopt;
        for (qsizetype length = 1; length <= std::min<qsizetype>(text.size(), 20); ++length) {
            bool ok = false;
            const qint64 value = text.first(length).toByteArray().toLongLong(&ok);
            if (ok && value >= std::min(low, high) && value <= std::max(low, high)
                && run(rest, text.sliced(length)))
                return true;
        }
        return false;
    }

    int m_steps = kMaximumSteps;
};

bool isRootFile(const QByteArray &bytes)
{
    const QList<QByteArray> lines = bytes.split('\n');
    for (const QByteArray &raw : lines) {
        const QByteArray line = raw.trimmed().toLower();
        if (line.startsWith('['))
            return false;
        const qsizetype equals = line.indexOf('=');
        if (equals > 0 && line.first(equals).trimmed() == "root")
            return line.sliced(equals + 1).trimmed() == "true";
    }
    return false;
}

/// Takes over what applies to `path`, which is relative to the folder of the file.
void applyTo(QHash<QByteArray, QByteArray> &properties, const QByteArray &bytes,
             QByteArrayView path)
{
    bool applies = false;
    const QList<QByteArray> lines = bytes.split('\n');
    for (const QByteArray &raw : lines) {
        const QByteArray line = raw.trimmed();
        if (line.startsWith('#') || line.startsWith(';'))
            continue;
        if (line.startsWith('[')) {
            const qsizetype end = line.lastIndexOf(']');
            applies = end > 0 && editorConfigMatches(line.sliced(1, end - 1), path);
            continue;
        }
        const qsizetype equals = line.indexOf('=');
        if (!applies || equals <= 0)
            continue;
        // The values that matter here are single words; older files have a comment behind them.
        const QByteArray value = line.sliced(equals + 1).simplified().toLower().split(' ').first();
        properties.insert(line.first(equals).trimmed().toLower(), value);
    }
}

} // namespace

bool editorConfigMatches(QByteArrayView section, QByteArrayView path)
{
    if (section.isEmpty() || section.size() > kMaximumSection)
        return false;
    // A pattern without a slash is about names, wherever they are.
    QByteArray pattern = section.toByteArray();
    if (pattern.startsWith('/'))
        pattern.remove(0, 1);
    else if (!pattern.contains('/'))
        return Match().run(pattern, path.sliced(path.lastIndexOf('/') + 1));
    return Match().run(pattern, path);
}

QHash<QByteArray, QByteArray> editorConfigFor(const QByteArray &path)
{
    struct File
    {
        QByteArray folder;
        QByteArray bytes;
    };
    QList<File> files; // The nearest first.
    for (QByteArray folder = parentOf(path);; folder = parentOf(folder)) {
        auto bytes = smallFile((folder == "/" ? QByteArray() : folder) + "/.editorconfig");
        if (bytes && bytes->startsWith("\xEF\xBB\xBF"))
            bytes->remove(0, 3);
        if (bytes)
            files.append({folder, *bytes});
        if (folder == "/" || (bytes && isRootFile(*bytes)))
            break;
    }
    QHash<QByteArray, QByteArray> properties;
    for (auto file = files.crbegin(); file != files.crend(); ++file)
        applyTo(properties, file->bytes,
                QByteArrayView(path).sliced(file->folder == "/" ? 1 : file->folder.size() + 1));
    return properties;
}

} // namespace Countersign
