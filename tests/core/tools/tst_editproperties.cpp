// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/linetable.h"
#include "support/workbench.h"

#include <QtTest>

#include <random>

using namespace Qt::StringLiterals;

namespace Countersign::Test {

using Permission::Effect;

/// For any file and any edit: what was shown is what is written, and every byte outside of it stays.
class EditPropertiesTest : public QObject
{
    Q_OBJECT

    class Random
    {
    public:
        explicit Random(unsigned seed) : m_engine(seed) { }
        int below(int bound) { return int(m_engine() % unsigned(bound)); }
        bool once(int in) { return below(in) == 0; }

        /// A line of a file; each number once, so that a place can be named.
        QByteArray line(int number)
        {
            static const QList<QByteArray> pieces{
                    "\t", "  ",   "x = ", "über",   "\xFF\xC3",     "\xE9 ",  "“quoted”",
                    "語", "a  b", "\\n",  "trail ", "\xC2\xA0nbsp", "$& \\1", "%1"};
            QByteArray text = pieces.at(below(3));
            text += "n" + QByteArray::number(number) + ' ';
            for (int i = below(4); i > 0; --i)
                text += pieces.at(below(int(pieces.size())));
            return text;
        }
        QByteArray lineEnd() { return once(3) ? QByteArray("\r\n") : QByteArray("\n"); }

    private:
        std::mt19937 m_engine;
    };

    /// A file of lines with mixed ends, whose last line may have none.
    static QByteArray randomFile(Random &random)
    {
        QByteArray text;
        const int count = 3 + random.below(20);
        for (int i = 0; i < count; ++i)
            text += random.line(i) + (i + 1 == count && random.once(2) ? "" : random.lineEnd());
        return text;
    }

    /// ASCII lines can be named by a model whatever the encoding of the rest is.
    static bool isNameable(QByteArrayView line)
    {
        return std::all_of(line.begin(), line.end(),
                           [](char c) { return (c >= 0x20 && c < 0x7F) || c == '\t'; });
    }

    /// Lets the model's white space be wrong in a way.
    static QByteArray disturbed(Random &random, QByteArray line)
    {
        switch (random.below(4)) {
        case 0:
            return line + ' ';
        case 1:
            return line.replace('\t', "    ");
        default:
            return line;
        }
    }

private Q_SLOTS:
    void editsLeaveAllElse()
    {
        Workbench bench({rule(u"edit"_s, u"*"_s, Effect::Ask)});
        QByteArray shown;
        bench.seat([&shown](const Permission::Request &request) {
            shown = request.inquiry.proposal.files.first().after;
            return yes();
        });
        int done = 0;
        for (unsigned seed = 0; seed < 300; ++seed) {
            Random random(seed);
            const QByteArray before = randomFile(random);
            const Diff::LineTable lines(before);
            const qsizetype at = random.below(int(lines.size()));
            if (!isNameable(lines.text(at)))
                continue;
            bench.file(u"f"_s, before);
            const QByteArray old = disturbed(random, lines.text(at).toByteArray());
            const Settled settled = bench.call(u"edit"_s,
                                               {{u"path"_s, u"f"_s},
                                                {u"oldString"_s, QString::fromUtf8(old)},
                                                {u"newString"_s, u"$& new\nlines"_s}});
            const QByteArray after = bench.bytesOf(u"f"_s);
            if (!settled.ok()) { // A number may be the beginning of another.
                QCOMPARE(after, before);
                continue;
            }
            ++done;
            QCOMPARE(after, shown);
            QVERIFY(after.startsWith(before.first(lines.offset(at))));
            const qsizetype end = lines.offset(at) + lines.text(at).size();
            QVERIFY2(after.endsWith(before.sliced(end)), qPrintable(QString::number(seed)));
        }
        QVERIFY(done > 50);
    }

    void patchesLeaveAllElse()
    {
        Workbench bench({rule(u"edit"_s, u"*"_s, Effect::Ask)});
        QHash<QString, QByteArray> shown;
        bench.seat([&shown](const Permission::Request &request) {
            shown.clear();
            for (const Diff::FileChange &file : request.inquiry.proposal.files)
                shown.insert(file.resource, file.after);
            return yes();
        });
        int done = 0;
        for (unsigned seed = 0; seed < 150; ++seed) {
            Random random(1000 + seed);
            QString patch = u"*** Begin Patch\n"_s;
            QHash<QString, QByteArray> before;
            QHash<QString, QList<qsizetype>> changed;
            for (const QString &name : {u"one"_s, u"two"_s}) {
                before[name] = randomFile(random);
                bench.file(name, before[name]);
                const Diff::LineTable lines(before[name]);
                QString hunks;
                for (qsizetype at = random.below(4); at < lines.size(); at += 1 + random.below(5)) {
                    if (!isNameable(lines.text(at)))
                        continue;
                    const QByteArray old = disturbed(random, lines.text(at).toByteArray());
                    hunks += u"@@\n-%1\n+changed %2\n"_s.arg(QString::fromUtf8(old)).arg(at);
                    changed[name].append(at);
                }
                if (!hunks.isEmpty())
                    patch += u"*** Update File: %1\n%2"_s.arg(name, hunks);
            }
            const Settled settled = bench.call(
                    u"apply_patch"_s, {{u"patchText"_s, QString(patch + u"*** End Patch"_s)}});
            if (!settled.ok()) {
                for (auto file = before.begin(); file != before.end(); ++file)
                    QCOMPARE(bench.bytesOf(file.key()), file.value());
                continue;
            }
            ++done;
            for (auto file = before.begin(); file != before.end(); ++file) {
                const QByteArray after = bench.bytesOf(file.key());
                if (shown.contains(file.key()))
                    QCOMPARE(after, shown.value(file.key()));
                const Diff::LineTable old(file.value());
                const Diff::LineTable now(after);
                QCOMPARE(now.size(), old.size());
                for (qsizetype i = 0; i < old.size(); ++i) {
                    QCOMPARE(now.lineEnd(i).toByteArray(), old.lineEnd(i).toByteArray());
                    if (changed.value(file.key()).contains(i))
                        QVERIFY(now.text(i).contains(
                                QByteArray("changed " + QByteArray::number(i))));
                    else
                        QCOMPARE(now.text(i).toByteArray(), old.text(i).toByteArray());
                }
            }
        }
        QVERIFY(done > 30);
    }
};

} // namespace Countersign::Test

QTEST_GUILESS_MAIN(Countersign::Test::EditPropertiesTest)
#include "tst_editproperties.moc"
