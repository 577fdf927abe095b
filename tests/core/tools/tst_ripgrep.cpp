// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/scratch.h"
#include "tools/ripgrep.h"
#include "tools/ripgreprecords.h"
#include "tools/shownbytes.h"

#include <QFile>
#include <QTest>

#include <atomic>
#include <chrono>
#include <thread>

using namespace Countersign;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestRipgrep : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cleanup();
    void version_data();
    void version();
    void notInstalled_data();
    void notInstalled();
    void newVersionIsLookedAt();
    void end_data();
    void end();
    void cancelledWhileItRuns();
    void recordsInPieces();
    void overlongRecordInPieces();
    void recordThatIsNone_data();
    void recordThatIsNone();
    void shownBytes_data();
    void shownBytes();

private:
    const QByteArray m_path = qgetenv("PATH");
};

namespace {

const QString kHint = u"The person can install the package \"ripgrep\" (for example: sudo apt "
                      "install ripgrep); until then use bash with find or grep."_s;

/// A program that says it is ripgrep and then does as `script` says.
void putProgram(const Scratch &scratch, const QByteArray &version, const QByteArray &script)
{
    QFile program(scratch.write(u"bin/rg"_s,
                                "#!/bin/sh\nif [ \"$2\" = --version ]; then\n  printf '%s\\n' '"
                                        + version + "'\n  exit 0\nfi\n" + script + "\n"));
    program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("PATH", QFile::encodeName(scratch.path(u"bin"_s)) + ":/usr/bin:/bin");
}

Result<RipgrepEnd> search(const Scratch &scratch, QByteArray &output,
                          std::chrono::milliseconds timeout = kSearchTimeout,
                          const std::stop_token &stop = {})
{
    RipgrepRun run;
    run.arguments = QStringList{u"pattern"_s};
    run.directory = scratch.path();
    run.onOutput = [&output](QByteArrayView piece) {
        output += piece;
        return !output.contains("enough");
    };
    run.timeout = timeout;
    return runRipgrep(run, stop);
}

} // namespace

void TestRipgrep::cleanup()
{
    qputenv("PATH", m_path);
}

void TestRipgrep::version_data()
{
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QString>("error");
    QTest::newRow("oldest") << QByteArray("ripgrep 13.0.0") << QString();
    QTest::newRow("with a revision") << QByteArray("ripgrep 14.1.1 (rev 4649aa9700)") << QString();
    QTest::newRow("three digits") << QByteArray("ripgrep 101.0.0") << QString();
    QTest::newRow("too old") << QByteArray("ripgrep 12.1.1 (rev 7cb2113)")
                             << u"Nothing was searched. %1 is ripgrep 12.1.1 (rev "
                                "7cb2113), and ripgrep 13 or newer is needed. "_s
                    + kHint;
    QTest::newRow("another program")
            << QByteArray("rg 0.4, a random generator")
            << u"Nothing was searched. The program %1 does not say that it is ripgrep. "_s + kHint;
    QTest::newRow("silent") << QByteArray()
                            << u"Nothing was searched. The program %1 does not say that it "
                               "is ripgrep. "_s
                    + kHint;
}

void TestRipgrep::version()
{
    QFETCH(QByteArray, said);
    QFETCH(QString, error);
    const Scratch scratch;
    putProgram(scratch, said, "echo found");
    QByteArray output;
    const auto ended = search(scratch, output);
    if (error.isEmpty()) {
        QVERIFY2(ended, qPrintable(ended ? QString() : ended.error().message));
        QCOMPARE(output, QByteArray("found\n"));
        return;
    }
    QVERIFY(!ended);
    QCOMPARE(ended.error().code, ErrorCode::NotFound);
    QCOMPARE(ended.error().message, error.arg(scratch.path(u"bin/rg"_s)));
    QCOMPARE(output, QByteArray());
}

void TestRipgrep::notInstalled_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("nowhere on PATH") << QByteArray("/nowhere:");
    QTest::newRow("empty PATH") << QByteArray();
    QTest::newRow("only in a relative folder") << QByteArray("bin:.");
}

void TestRipgrep::notInstalled()
{
    QFETCH(QByteArray, path);
    const Scratch scratch;
    putProgram(scratch, "ripgrep 13.0.0", "echo found");
    qputenv("PATH", path);
    QByteArray output;
    const auto ended = search(scratch, output);
    QVERIFY(!ended);
    QCOMPARE(ended.error(),
             (Error{ErrorCode::NotFound,
                    u"Nothing was searched. The program ripgrep (rg) is not installed. "_s + kHint,
                    {}}));
}

void TestRipgrep::newVersionIsLookedAt()
{
    const Scratch scratch;
    QByteArray output;
    putProgram(scratch, "ripgrep 12.0.0", "echo found");
    QVERIFY(!search(scratch, output));
    QFile::remove(scratch.path(u"bin/rg"_s));
    putProgram(scratch, "ripgrep 14.0.0 ", "echo found");
    QVERIFY(search(scratch, output));
}

void TestRipgrep::end_data()
{
    using End = std::optional<RipgrepEnd>;
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<End>("end");
    QTest::addColumn<ErrorCode>("code");
    const ErrorCode none = ErrorCode::Internal;
    QTest::newRow("found") << QByteArray("exit 0") << End(RipgrepEnd{}) << none;
    QTest::newRow("nothing found") << QByteArray("exit 1") << End(RipgrepEnd{}) << none;
    QTest::newRow("a file could not be read")
            << QByteArray("exit 2") << End(RipgrepEnd{false, true}) << none;
    QTest::newRow("enough") << QByteArray("echo enough; exec sleep 60") << End(RipgrepEnd{})
                            << none;
    QTest::newRow("too slow") << QByteArray("exec sleep 60") << End(RipgrepEnd{true, false})
                              << none;
    QTest::newRow("a pattern was refused")
            << QByteArray("echo 'rg: regex parse error: x' >&2; exit 2") << End()
            << ErrorCode::InvalidInput;
    // Half a result that looks like a whole one would be believed.
    QTest::newRow("killed") << QByteArray("echo half; kill -9 $$") << End() << ErrorCode::Io;
    QTest::newRow("crashed") << QByteArray("echo half; exit 101") << End() << ErrorCode::Io;
}

void TestRipgrep::end()
{
    QFETCH(QByteArray, script);
    QFETCH(std::optional<RipgrepEnd>, end);
    QFETCH(ErrorCode, code);
    const Scratch scratch;
    putProgram(scratch, "ripgrep 13.0.0", script);
    QByteArray output;
    const bool isSlow = end && end->timedOut;
    const auto ended = search(scratch, output, isSlow ? 50ms : kSearchTimeout);
    QCOMPARE(ended.has_value(), end.has_value());
    if (ended)
        QCOMPARE(*ended, *end);
    else
        QCOMPARE(ended.error().code, code);
}

void TestRipgrep::cancelledWhileItRuns()
{
    const Scratch scratch;
    putProgram(scratch, "ripgrep 13.0.0", "echo begun; exec sleep 60");
    std::stop_source source;
    std::atomic_bool begun = false;
    RipgrepRun run;
    run.directory = scratch.path();
    run.onOutput = [&begun](QByteArrayView) {
        begun = true;
        begun.notify_all();
        return true;
    };
    const std::jthread person([&] {
        begun.wait(false);
        source.request_stop();
    });
    const auto ended = runRipgrep(run, source.get_token());
    QVERIFY(!ended);
    QCOMPARE(ended.error().code, ErrorCode::Cancelled);
}

void TestRipgrep::recordsInPieces()
{
    const QByteArray stream =
            R"({"type":"begin","data":{"path":{"text":"a"}}})"
            "\n"
            R"({"type":"match","data":{"path":{"bytes":"/w=="},"lines":{"text":"x\r\n"},"line_number":7}})"
            "\n";
    for (qsizetype size = 1; size <= stream.size(); ++size) {
        QList<QByteArray> seen;
        RipgrepRecords records([&seen](const RipgrepMatch &match) {
            seen.append(match.path + ':' + QByteArray::number(match.line) + ':'
                        + match.text.toUtf8());
            return true;
        });
        for (qsizetype from = 0; from < stream.size(); from += size)
            QVERIFY(records.take(
                    QByteArrayView(stream).sliced(from, std::min(size, stream.size() - from))));
        QCOMPARE(seen, QList<QByteArray>{"\xFF:7:x"});
    }
}

void TestRipgrep::overlongRecordInPieces()
{
    // Escapes and characters of several bytes at every place where the record is cut.
    const QByteArray unit = "\\\\\\\"\\u001b\xE2\x82\xAC,\\n";
    for (qsizetype shift = 0; shift < unit.size(); ++shift) {
        const QByteArray stream =
                R"({"type":"match","data":{"path":{"text":",\"lines\":"},"lines":{"text":")"
                + QByteArray(shift, 'a') + unit.repeated(kMaximumRecordBytes / unit.size() + 9)
                + R"("},"line_number":12,"absolute_offset":3,"submatches":[{"match":{"text":"a"},"start":5,"end":6}]}})"
                  "\n"
                  R"({"type":"match","data":{"path":{"text":"b"},"lines":{"bytes":")"
                + QByteArray(kMaximumRecordBytes + 100 + shift * 4, 'A')
                + R"("},"line_number":13,"absolute_offset":3,"submatches":[]}})"
                  "\n";
        QList<QByteArray> seen;
        RipgrepRecords records([&seen](const RipgrepMatch &match) {
            seen.append(match.path + ':' + QByteArray::number(match.line) + ':'
                        + QByteArray::number(match.text.size()) + match.text.right(1).toUtf8());
            return true;
        });
        for (qsizetype from = 0; from < stream.size(); from += 65'537)
            QVERIFY2(records.take(QByteArrayView(stream).sliced(
                             from, std::min<qsizetype>(65'537, stream.size() - from))),
                     qPrintable(records.error().value_or(Error{}).detail));
        QCOMPARE(seen,
                 (QList<QByteArray>{",\"lines\"::12:2001\xE2\x80\xA6", "b:13:2001\xE2\x80\xA6"}));
    }
}

void TestRipgrep::recordThatIsNone_data()
{
    QTest::addColumn<QByteArray>("record");
    QTest::newRow("no JSON") << QByteArray("plain text\n");
    QTest::newRow("a match without a path")
            << QByteArray(R"({"type":"match","data":{"line_number":1}})"
                          "\n");
    QTest::newRow("without an end") << QByteArray(3 * kMaximumRecordBytes, '{') + '\n';
}

void TestRipgrep::recordThatIsNone()
{
    QFETCH(QByteArray, record);
    RipgrepRecords records([](const RipgrepMatch &) { return true; });
    QVERIFY(!records.take(record));
    QVERIFY(records.error());
    QCOMPARE(records.error()->code, ErrorCode::Protocol);
}

void TestRipgrep::shownBytes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("name");
    const auto row = [](const char *name, const QByteArray &bytes, const QString &line,
                        const QString &file) {
        QTest::newRow(name) << bytes << line << file;
    };
    row("ASCII", "a/b c'd\\e", u"a/b c'd\\e"_s, u"a/b c'd\\e"_s);
    row("UTF-8 of all lengths", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", u"\u00E9\u20AC\U0001F600"_s,
        u"\u00E9\u20AC\U0001F600"_s);
    row("tab", "a\tb", u"a\tb"_s, u"$'a\\x09b'"_s);
    row("line end", "a\nb", u"a\\x0Ab"_s, u"$'a\\nb'"_s);
    row("quoted within the quotes", "'\\\x01", u"'\\\\x01"_s, u"$'\\'\\\\\\x01'"_s);
    row("Latin-1", "caf\xE9", u"caf\\xE9"_s, u"$'caf\\xE9'"_s);
    row("overlong form", "\xC0\xAF", u"\\xC0\\xAF"_s, u"$'\\xC0\\xAF'"_s);
    row("surrogate", "\xED\xA0\x80", u"\\xED\\xA0\\x80"_s, u"$'\\xED\\xA0\\x80'"_s);
    row("beyond Unicode", "\xF4\x90\x80\x80", u"\\xF4\\x90\\x80\\x80"_s,
        u"$'\\xF4\\x90\\x80\\x80'"_s);
    row("cut sequence", "a\xE2\x82", u"a\\xE2\\x82"_s, u"$'a\\xE2\\x82'"_s);
    row("delete", "a\x7F", u"a\\x7F"_s, u"$'a\\x7F'"_s);
    row("nothing", "", QString(u""_s), QString(u""_s));
}

void TestRipgrep::shownBytes()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, line);
    QFETCH(QString, name);
    QCOMPARE(escapedBytes(bytes, 1000), line);
    QCOMPARE(shownName(bytes), name);
    // However early it ends, it is a beginning of the whole, and longer than what was enough.
    for (qsizetype enough = 0; enough < line.size(); ++enough) {
        const QString part = escapedBytes(bytes, enough);
        QVERIFY(line.startsWith(part));
        QVERIFY(part.size() > enough);
    }
}

QTEST_GUILESS_MAIN(TestRipgrep)
#include "tst_ripgrep.moc"
