// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// Runs a fuzz function where there is no libFuzzer: over the corpus, and over mutations of it that
// are the same in every run.

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

using namespace Qt::StringLiterals;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace {

constexpr int kMutations = 4000;
constexpr int kLongest = 4096; ///< Bytes of a mutated input.

using Random = std::mt19937;

int below(Random &random, qsizetype bound)
{
    return bound <= 1 ? 0 : int(random() % quint32(bound));
}

std::vector<QByteArray> corpus()
{
    std::vector<QByteArray> seeds;
    const QDir folder(QStringLiteral(COUNTERSIGN_CORPUS));
    for (const QString &name : folder.entryList(QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s cannot be read", qPrintable(file.fileName()));
        seeds.push_back(file.readAll());
    }
    return seeds;
}

QByteArray randomBytes(Random &random)
{
    QByteArray bytes(below(random, 64), '\0');
    std::generate(bytes.begin(), bytes.end(), [&random] { return char(random()); });
    return bytes;
}

/// A stretch of `bytes`: where it starts and how long it is.
std::pair<qsizetype, qsizetype> stretch(Random &random, const QByteArray &bytes)
{
    const qsizetype start = below(random, bytes.size());
    return {start, std::min<qsizetype>(1 + below(random, 16), bytes.size() - start)};
}

void mutate(Random &random, QByteArray &bytes, const std::vector<QByteArray> &seeds)
{
    if (bytes.isEmpty()) {
        bytes = randomBytes(random);
        return;
    }
    const auto [start, length] = stretch(random, bytes);
    switch (below(random, 6)) {
    case 0:
        bytes[start] = char(random());
        break;
    case 1:
        bytes.remove(start, length);
        break;
    case 2:
        bytes.insert(start, bytes.mid(start, length));
        break;
    case 3:
        bytes.insert(start, 1, char(random()));
        break;
    case 4:
        bytes[start] = bytes[below(random, bytes.size())];
        break;
    default: {
        const QByteArray &other = seeds[size_t(below(random, qsizetype(seeds.size())))];
        if (other.isEmpty())
            return;
        const auto [from, count] = stretch(random, other);
        bytes.insert(start, other.mid(from, count));
    }
    }
    bytes.truncate(kLongest);
}

void run(const QByteArray &bytes)
{
    // A copy of exactly this size, so that a read past the end is seen by a sanitizer.
    const std::vector<uint8_t> copy(bytes.begin(), bytes.end());
    LLVMFuzzerTestOneInput(copy.data(), copy.size());
}

} // namespace

class TestReplay : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void corpusHolds();
    void mutationsHold();
};

void TestReplay::corpusHolds()
{
    const std::vector<QByteArray> seeds = corpus();
    QVERIFY2(!seeds.empty(), "there is no corpus in " COUNTERSIGN_CORPUS);
    for (const QByteArray &seed : seeds)
        run(seed);
}

void TestReplay::mutationsHold()
{
    const std::vector<QByteArray> seeds = corpus();
    Random random(20260801);
    for (int i = 0; i < kMutations; ++i) {
        QByteArray bytes = seeds[size_t(below(random, qsizetype(seeds.size())))];
        for (int changes = 1 + below(random, 8); changes > 0; --changes)
            mutate(random, bytes, seeds);
        run(bytes);
    }
}

QTEST_APPLESS_MAIN(TestReplay)

#include "replay.moc"
