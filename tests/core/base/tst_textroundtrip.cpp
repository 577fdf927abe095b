// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include <QByteArray>
#include <QRandomGenerator>
#include <QTest>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// The fuzz target over inputs of a fixed seed, for compilers without a fuzzer.
class TestTextRoundTrip : public QObject
{
    Q_OBJECT

    static void run(const QByteArray &input)
    {
        LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(input.constData()),
                               size_t(input.size()));
    }

private Q_SLOTS:
    void randomBytes()
    {
        QRandomGenerator random(20260101);
        for (int round = 0; round < 20'000; ++round) {
            QByteArray input(random.bounded(1, 60), Qt::Uninitialized);
            for (char &byte : input)
                byte = char(random.bounded(256));
            run(input);
        }
    }

    /// Pieces of text in different encodings, put together as no editor would.
    void mixtures()
    {
        static const QByteArray pieces[] = {
                "plain text",
                "\n",
                "\r\n",
                "\r",
                QByteArray("\0", 1),
                "\xFF\xFE",
                "\xFE\xFF",
                "\xEF\xBB\xBF",
                QByteArray("\xFF\xFE\0\0", 4),
                "größer 日本語 🙂",
                "caf\xE9",
                "\x95\x5C\x8E\xA6",
                "\xB6\xC1\xC8\xA1\xC5\xE4\xD6\xC3",
                QByteArray("a\0b\0", 4),
                "\xED\xA0\x80",
                "\xF0\x9F\x99",
                "\x81\x30\x81\x30",
        };
        QRandomGenerator random(20260102);
        for (int round = 0; round < 20'000; ++round) {
            QByteArray input(1, char(random.bounded(256)));
            for (int count = random.bounded(1, 8); count > 0; --count)
                input += pieces[random.bounded(int(std::size(pieces)))];
            run(input);
        }
    }
};

QTEST_GUILESS_MAIN(TestTextRoundTrip)
#include "tst_textroundtrip.moc"
