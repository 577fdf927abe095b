// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "theme/states.h"
#include "theme/theme.h"

#include <QFile>
#include <QSet>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Theme;
using namespace Qt::StringLiterals;
using Session::CallState;

class tst_States : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Scheme::Light); }

    void lookOfCalls_data()
    {
        QTest::addColumn<CallState>("state");
        QTest::addColumn<QString>("glyph");
        QTest::addColumn<QString>("word");
        QTest::addColumn<Token>("token");
        QTest::newRow("pending") << CallState::Pending << u"◌"_s << u"pending"_s << Token::Muted;
        QTest::newRow("asking") << CallState::Asking << u"◆"_s << u"waiting for you"_s
                                << Token::Ask;
        QTest::newRow("running") << CallState::Running << u"◐"_s << u"working"_s << Token::Info;
        QTest::newRow("completed") << CallState::Completed << u"✓"_s << u"done"_s << Token::Muted;
        QTest::newRow("error") << CallState::Error << u"✕"_s << u"failed"_s << Token::Deny;
        QTest::newRow("refused") << CallState::Refused << u"⊘"_s << u"refused"_s << Token::Deny;
        QTest::newRow("interrupted")
                << CallState::Interrupted << u"◼"_s << u"interrupted"_s << Token::Muted;
    }
    void lookOfCalls()
    {
        QFETCH(CallState, state);
        const StateLook look = lookOf(state);
        QTEST(look.glyph, "glyph");
        QTEST(look.word, "word");
        QTEST(look.token, "token");
        QVERIFY2(QFile::exists(u":/icons/"_s + look.icon + u".svg"_s), qPrintable(look.icon));
    }

    void lookOfSessions()
    {
        for (const auto status : {Session::Status::Idle, Session::Status::Working,
                                  Session::Status::Waiting, Session::Status::Failed}) {
            const StateLook look = lookOf(status);
            QVERIFY(!look.word.isEmpty() && !look.glyph.isEmpty());
            QVERIFY2(QFile::exists(u":/icons/"_s + look.icon + u".svg"_s), qPrintable(look.icon));
        }
        QCOMPARE(lookOf(Session::Status::Waiting).word, lookOf(CallState::Asking).word);
    }

    void lookOfTodos()
    {
        QSet<QString> words;
        for (const auto status : {TodoStatus::Pending, TodoStatus::InProgress,
                                  TodoStatus::Completed, TodoStatus::Cancelled}) {
            const StateLook look = lookOf(status);
            QVERIFY(!look.word.isEmpty() && !look.glyph.isEmpty());
            words.insert(look.word);
            QVERIFY2(QFile::exists(u":/icons/"_s + look.icon + u".svg"_s), qPrintable(look.icon));
        }
        QCOMPARE(words.size(), 4);
        // One state, one look.
        QCOMPARE(lookOf(TodoStatus::Completed).glyph, lookOf(CallState::Completed).glyph);
    }

    void visible_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("seen");
        const auto point = [](const char *name, char32_t c, const QString &escape) {
            const QString text = QChar::requiresSurrogates(c)
                    ? QString(QChar(QChar::highSurrogate(c))) + QChar(QChar::lowSurrogate(c))
                    : QString(QChar(char16_t(c)));
            QTest::newRow(name) << QString(u"a"_s + text + u'b')
                                << QString(u"a⟨"_s + escape + u"⟩b"_s);
        };
        point("right-to-left override", 0x202E, u"U+202E"_s);
        point("isolate", 0x2066, u"U+2066"_s);
        point("zero-width space", 0x200B, u"U+200B"_s);
        point("soft hyphen", 0xAD, u"U+00AD"_s);
        point("byte order mark", 0xFEFF, u"U+FEFF"_s);
        point("tag", 0xE0001, u"U+E0001"_s);
        point("escape", 0x1B, u"U+001B"_s);
        point("carriage return", '\r', u"U+000D"_s);
        point("null", 0, u"U+0000"_s);
        point("no-break space", 0xA0, u"U+00A0"_s);
        point("Hangul filler", 0x3164, u"U+3164"_s);
        point("line separator", 0x2028, u"U+2028"_s);
        point("variation selector", 0xFE00, u"U+FE00"_s);
        QTest::newRow("lone high surrogate")
                << QString(u"a"_s + QChar(0xD83D) + u'b') << u"a⟨U+D83D⟩b"_s;
        QTest::newRow("lone low surrogate at the end")
                << QString(u"a"_s + QChar(0xDE00)) << u"a⟨U+DE00⟩"_s;
        QTest::newRow("Chinese") << u"计数器 テスト 한국어"_s << u"计数器 テスト 한국어"_s;
        QTest::newRow("emoji") << u"ok 😀🎉"_s << u"ok 😀🎉"_s;
        QTest::newRow("lines and tabs") << u"a\n\tb"_s << u"a\n\tb"_s;
        QTest::newRow("combining accent") << u"cafe\u0301"_s << u"cafe\u0301"_s;
        QTest::newRow("Cyrillic letter in a Latin word")
                << u"p\u0430ypal.com"_s << u"p⟨U+0430⟩ypal.com"_s;
        QTest::newRow("word of look-alikes among Latin ones")
                << u"rm \u0430\u0441\u0435 x"_s << u"rm ⟨U+0430⟩⟨U+0441⟩⟨U+0435⟩ x"_s;
        QTest::newRow("Greek letter in a Latin word") << u"sc\u03BFpe"_s << u"sc⟨U+03BF⟩pe"_s;
        QTest::newRow("Armenian letter in a Latin word") << u"c\u0585de"_s << u"c⟨U+0585⟩de"_s;
        QTest::newRow("Cherokee letter in a Latin word") << u"\u13AAPI"_s << u"⟨U+13AA⟩PI"_s;
        QTest::newRow("Greek question mark") << u"f()\u037E"_s << u"f()⟨U+037E⟩"_s;
        QTest::newRow("division slash") << u"\u2215etc"_s << u"⟨U+2215⟩etc"_s;
        QTest::newRow("mathematical letters")
                << u"\U0001D42B\U0001D426"_s << u"⟨U+1D42B⟩⟨U+1D426⟩"_s;
        QTest::newRow("Russian") << u"git commit -m 'Это сор в а'"_s
                                 << u"git commit -m 'Это сор в а'"_s;
        QTest::newRow("Russian alone") << u"сор"_s << u"сор"_s;
        QTest::newRow("Greek words and signs")
                << u"Δx = λ·π; // ανοιχτό"_s << u"Δx = λ·π; // ανοιχτό"_s;
        QTest::newRow("each line for itself") << u"ls \u0430\nэто"_s << u"ls ⟨U+0430⟩\nэто"_s;
        QTest::newRow("accents") << u"naïve Straße œuvre"_s << u"naïve Straße œuvre"_s;
        QTest::newRow("nothing") << QString() << QString();
    }
    void visible()
    {
        QFETCH(QString, text);
        QFETCH(QString, seen);
        bool found = text == seen;
        QCOMPARE(visibleText(text, &found), seen);
        QCOMPARE(found, text != seen);
        QCOMPARE(visibleText(seen), seen); // What is shown is shown as it stands.
    }

    void prose_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("seen");
        QTest::newRow("emoji with its selector")
                << u"\u26A0\uFE0F careful"_s << u"\u26A0\uFE0F careful"_s;
        QTest::newRow("joined emoji") << u"👩\u200D💻"_s << u"👩\u200D💻"_s;
        QTest::newRow("selector after a letter") << u"a\uFE0F"_s << u"a⟨U+FE0F⟩"_s;
        QTest::newRow("second selector") << u"\u26A0\uFE0F\uFE0F"_s << u"\u26A0\uFE0F⟨U+FE0F⟩"_s;
        QTest::newRow("joiner between letters") << u"a\u200Db"_s << u"a⟨U+200D⟩b"_s;
        QTest::newRow("override") << u"\u202Ex"_s << u"⟨U+202E⟩x"_s;
    }
    void prose()
    {
        QFETCH(QString, text);
        QTEST(visibleProse(text), "seen");
    }

    void mixedChangesAreAnEdit()
    {
        Permission::Request request;
        request.inquiry.action = u"edit"_s;
        using enum Diff::ChangeKind;
        for (const auto kind : {Added, Deleted}) {
            Diff::FileChange change;
            change.kind = kind;
            request.inquiry.proposal.files.append(change);
        }
        QCOMPARE(headlineOf(request), u"Edit 2 files"_s);
    }

    void headline_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QStringList>("resources");
        QTest::addColumn<int>("files");
        QTest::addColumn<Diff::ChangeKind>("kind");
        QTest::addColumn<QString>("headline");
        using enum Diff::ChangeKind;
        const auto row = [](const char *name, const QString &action, const QStringList &resources,
                            int files, Diff::ChangeKind kind, const QString &headline) {
            QTest::newRow(name) << action << resources << files << kind << headline;
        };
        row("edit", u"edit"_s, {u"src/a.cpp"_s}, 1, Modified, u"Edit src/a.cpp"_s);
        row("create", u"edit"_s, {u"src/a.cpp"_s}, 1, Added, u"Create src/a.cpp"_s);
        row("delete", u"edit"_s, {u"src/a.cpp"_s}, 1, Deleted, u"Delete src/a.cpp"_s);
        row("command", u"bash"_s, {u"git status"_s}, 0, Modified, u"Run command"_s);
        row("read", u"read"_s, {u".env"_s}, 0, Modified, u"Read .env"_s);
        row("find", u"glob"_s, {u"**/*.h"_s}, 0, Modified, u"Find files: **/*.h"_s);
        row("search", u"grep"_s, {u"main"_s}, 0, Modified, u"Search for: main"_s);
        row("outside", u"external_directory"_s, {u"/etc/*"_s}, 0, Modified,
            u"Work outside the project: /etc/*"_s);
        row("page", u"webfetch"_s, {u"https://a.test/"_s}, 0, Modified,
            u"Read a page of the web: https://a.test/"_s);
        row("web search", u"websearch"_s, {u"qt"_s}, 0, Modified, u"Search the web for: qt"_s);
        row("private address", u"private_network"_s, {u"loopback 127.0.0.1:80"_s}, 0, Modified,
            u"Reach an address that is not public: loopback 127.0.0.1:80"_s);
        row("loop", u"doom_loop"_s, {u"read"_s}, 0, Modified, u"Repeat the same call: read"_s);
        row("skill", u"skill"_s, {u"deploy"_s}, 0, Modified, u"Load the skill deploy"_s);
        row("todos", u"todowrite"_s, {u"*"_s}, 0, Modified, u"Keep a list of tasks"_s);
        row("question", u"question"_s, {u"*"_s}, 0, Modified, u"Ask you a question"_s);
        row("unknown action", u"x\u202Ey"_s, {u"z"_s}, 0, Modified, u"x⟨U+202E⟩y: z"_s);
        row("hidden characters in a path", u"read"_s, {u"a\u200Bb\nsecond"_s}, 0, Modified,
            u"Read a⟨U+200B⟩b⟨U+000A⟩second"_s);
        row("edit without a proposal", u"edit"_s, {u"a"_s, u"b"_s}, 0, Modified,
            u"Edit %n files"_s);
        row("several created", u"edit"_s, {u"a"_s, u"b"_s}, 2, Added, u"Create %n files"_s);
        row("several deleted", u"edit"_s, {u"a"_s, u"b"_s}, 2, Deleted, u"Delete %n files"_s);
        row("several edited", u"edit"_s, {u"a"_s, u"b"_s}, 2, Modified, u"Edit %n files"_s);
        row("move", u"edit"_s, {u"src/a.cpp"_s}, 1, Moved, u"Move src/a.cpp to moved/a.cpp"_s);
        row("several moved", u"edit"_s, {u"a"_s, u"b"_s}, 2, Moved, u"Move %n files"_s);
        row("several outside", u"external_directory"_s, {u"/etc/*"_s, u"/srv/*"_s}, 0, Modified,
            u"Work outside the project: %n places"_s);
        row("no resource", u"read"_s, {}, 0, Modified, u"Read "_s);
    }
    void headline()
    {
        QFETCH(QString, action);
        QFETCH(QStringList, resources);
        QFETCH(int, files);
        QFETCH(Diff::ChangeKind, kind);
        Permission::Request request;
        request.inquiry.action = action;
        request.inquiry.resources = resources;
        for (int i = 0; i < files; ++i) {
            Diff::FileChange change;
            change.kind = kind;
            change.resource = resources.value(i);
            if (kind == Diff::ChangeKind::Moved)
                change.movedTo = u"moved/a.cpp"_s;
            request.inquiry.proposal.files.append(change);
        }
        QFETCH(QString, headline);
        headline.replace(u"%n"_s, QString::number(resources.size()));
        QCOMPARE(headlineOf(request), headline);
    }
};

QTEST_MAIN(tst_States)
#include "tst_states.moc"
