// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/linecodes.h"

#include <QHashFunctions>

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <vector>

namespace Countersign::Diff {

namespace {

constexpr qsizetype kStopEvery = 4096; // Lines between two looks at the stop token.
/// The comparison hashes a line as h * 33 ^ character. Characters that differ in five bits only give
/// different codes different hashes, and with more bits half of them would meet each other.
constexpr int kDigitBits = 5;
constexpr int kMaximumDigits = 7; // Of 32 bits.
constexpr char kFirstDigit = '@'; // The 32 characters from here on are no white space.

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Hashes of lines. Seeded by the process, so that no text can be made to fall into one slot.
/// (qHashBits() takes three times as long for the length of a line of code.)
class LineHash
{
public:
    [[nodiscard]] quint64 operator()(QByteArrayView line) const
    {
        constexpr qsizetype kStep = 2 * sizeof(quint64);
        quint64 hash = quint64(line.size()) ^ m_second;
        while (line.size() > kStep) {
            hash = step(hash, line.first(kStep));
            line = line.sliced(kStep);
        }
        return mixed(step(hash, line), m_second);
    }

private:
    __extension__ using Wide = unsigned __int128;

    static quint64 mixed(quint64 a, quint64 b)
    {
        const Wide product = Wide(a) * b;
        return quint64(product) ^ quint64(product >> 64);
    }
    [[nodiscard]] quint64 step(quint64 hash, QByteArrayView bytes) const
    {
        std::array<quint64, 2> words{};
        std::memcpy(words.data(), bytes.data(), size_t(bytes.size()));
        return mixed(words[0] ^ m_first, words[1] ^ hash);
    }

    // Odd numbers without a pattern; the seed is what must not be known.
    quint64 m_first = quint64(QHashSeed::globalSeed()) * 0x9E3779B97F4A7C15U ^ 0xC2B2AE3D27D4EB4FU;
    quint64 m_second = quint64(QHashSeed::globalSeed()) * 0x165667B19E3779F9U ^ 0x27D4EB2F165667C5U;
};

/// Gives equal lines the same number, from 0 in the order of their first appearance.
class Numbers
{
public:
    explicit Numbers(size_t lines)
        : m_mask(std::bit_ceil(lines + lines / 4 + 1) - 1)
        , m_slots(m_mask + 1)
    {
        m_lines.reserve(lines);
    }

    quint32 of(QByteArrayView line)
    {
        const quint64 hash = m_hash(line);
        const auto tag = quint32(hash >> 32);
        for (size_t at = hash & m_mask;; at = (at + 1) & m_mask) {
            Slot &slot = m_slots[at];
            if (slot.number == 0) {
                m_lines.push_back(line);
                slot = {tag, quint32(m_lines.size())};
                return slot.number - 1;
            }
            if (slot.tag == tag && m_lines[slot.number - 1] == line)
                return slot.number - 1;
        }
    }

private:
    struct Slot
    {
        quint32 tag = 0;
        quint32 number = 0; ///< From 1; 0: free.
    };
    LineHash m_hash;
    size_t m_mask;
    std::vector<Slot> m_slots;
    std::vector<QByteArrayView> m_lines;
};

/// Lines of the first text by their numbers, to follow them while the second one is read.
class Trail
{
public:
    Trail(const Lines &lines, Numbers &numbers)
        : m_lines(lines)
        , m_numbers(numbers)
        , m_known(size_t(lines.size()), kNone)
    {
    }

    /// For the lines of the first text, in their order.
    quint32 learn(qsizetype line) { return m_known[size_t(line)] = m_numbers.of(m_lines.at(line)); }
    void learnt()
    {
        m_places.resize(m_known.size(), kNone);
        for (size_t line = 0; line < m_known.size(); ++line) {
            if (m_known[line] != kNone)
                m_places[m_known[line]] = quint32(line);
        }
    }
    /// For those of the second one. Most follow each other as before, and need no search.
    quint32 recall(QByteArrayView line)
    {
        while (m_next < m_known.size() && m_known[m_next] == kNone)
            ++m_next;
        if (m_next < m_known.size() && m_lines.at(qsizetype(m_next)) == line)
            return m_known[m_next++];
        const quint32 number = m_numbers.of(line);
        if (number < m_places.size() && m_places[number] != kNone)
            m_next = m_places[number] + 1;
        return number;
    }

private:
    static constexpr quint32 kNone = std::numeric_limits<quint32>::max();
    const Lines &m_lines;
    Numbers &m_numbers;
    std::vector<quint32> m_known; ///< Of each line: its number; lines without content have none.
    std::vector<quint32> m_places; ///< Of each number: a line that has it.
    size_t m_next = 0; ///< The line that is expected.
};

char *writeCode(char *at, quint32 number)
{
    do {
        *at++ = char(kFirstDigit + int(number & ((1U << kDigitBits) - 1)));
        number >>= kDigitBits;
    } while (number != 0);
    return at;
}

/// `numberOf` is asked for each line with something in it.
template<typename NumberOf>
std::optional<QByteArray> coded(const Lines &lines, const std::stop_token &stop, NumberOf numberOf)
{
    QByteArray text(lines.bytes() + lines.size() * kMaximumDigits, Qt::Uninitialized);
    char *at = text.data();
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested())
            return {};
        const QByteArrayView line = lines.at(i);
        qsizetype indentation = 0;
        while (indentation < line.size() && isSpace(line[indentation]))
            *at++ = line[indentation++];
        if (indentation < line.size())
            at = writeCode(at, numberOf(i, line));
        if (i + 1 < lines.size() || lines.hasFinalNewline())
            *at++ = '\n';
    }
    text.truncate(at - text.constData());
    return text;
}

} // namespace

std::optional<std::pair<QByteArray, QByteArray>> codedLines(const Lines &before, const Lines &after,
                                                            const std::stop_token &stop)
{
    Numbers numbers(size_t(before.size() + after.size()));
    Trail trail(before, numbers);
    std::optional<QByteArray> first =
            coded(before, stop, [&trail](qsizetype i, QByteArrayView) { return trail.learn(i); });
    if (!first)
        return {};
    trail.learnt();
    std::optional<QByteArray> second = coded(
            after, stop, [&trail](qsizetype, QByteArrayView line) { return trail.recall(line); });
    if (!second)
        return {};
    return std::pair(*std::move(first), *std::move(second));
}

} // namespace Countersign::Diff
