// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "recorded.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Session;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

/// One state of the file "f" of the project: nothing, a file with a mode, or a link.
struct State
{
    ImageKind kind = ImageKind::Missing;
    QByteArray content;
    mode_t mode = 0644;
    friend bool operator==(const State &, const State &) = default;
};

State file(const QByteArray &content, mode_t mode = 0644)
{
    return {ImageKind::File, content, mode};
}

State link(const QByteArray &target)
{
    return {ImageKind::Link, target, 0};
}

const State kNothing{ImageKind::Missing, {}, 0};

void make(const Recorded &recorded, const State &state)
{
    recorded.remove(u"f"_s);
    if (state.kind == ImageKind::Link) {
        recorded.link(u"f"_s, state.content);
    } else if (state.kind == ImageKind::File) {
        recorded.person(u"f"_s, state.content);
        recorded.chmod(u"f"_s, state.mode);
    }
}

State stateOf(const Recorded &recorded)
{
    struct stat status{};
    if (::lstat(QFile::encodeName(recorded.path(u"f"_s)).constData(), &status) != 0)
        return kNothing;
    if (S_ISLNK(status.st_mode))
        return link(recorded.linkTarget(u"f"_s));
    return file(recorded.bytes(u"f"_s), status.st_mode & 07777);
}

} // namespace

Q_DECLARE_METATYPE(State)

class tst_PutBack : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void putsBackAndUndoes_data();
    void putsBackAndUndoes();
    void toolWritesArePutBack();
    void renamesGoBack();
    void renamesGoBackWithWhatThePersonWrote();
    void onePlaceIsPutBack();
    void turnsAreGroups();
    void whatWasPutBackIsNoChange();
    void everythingAtOnceLeavesWhatDrifted();
    void undoIsAllOrNothing();
    void undoneOnesAreRedoneInOrder();
    void whatWasShownIsWhatIsWritten();
    void pathPolicyHolds();
    void nothingIsSaid_data();
    void nothingIsSaid();
    void anythingGoesBack();
};

void tst_PutBack::putsBackAndUndoes_data()
{
    QTest::addColumn<State>("before");
    QTest::addColumn<State>("after");
    QTest::addColumn<State>("now");
    QTest::addColumn<State>("expected");
    QTest::addColumn<Standing>("standing");
    QTest::addColumn<QString>("reason");
    const QByteArray crlf("one\r\ntwo\r\n");
    const QByteArray utf16("\xFF\xFE\x61\x00\x0A\x00", 6);
    const QByteArray utf16Changed("\xFF\xFE\x62\x00\x0A\x00", 6);
    const QByteArray binary("\x89PNG\0\1\2", 7);
    const QByteArray binaryChanged("\x89PNG\0\3\2", 7);
    const QString drifted = u"It was changed since, in other places; those stay."_s;
    const auto row = [](const char *name, const State &before, const State &after, const State &now,
                        const State &expected, Standing standing, const QString &reason = {}) {
        QTest::newRow(name) << before << after << now << expected << standing << reason;
    };
    const auto asLeft = [&](const char *name, const State &before, const State &after) {
        row(name, before, after, after, before, Standing::Stands);
    };
    asLeft("a changed text", file("a\nb\n"), file("a\nB\n"));
    asLeft("CR LF", file(crlf), file("one\r\nTWO\r\n"));
    asLeft("CR LF that became LF", file(crlf), file("one\ntwo\n"));
    asLeft("UTF-16", file(utf16), file(utf16Changed));
    asLeft("a byte order mark that went",
           file("\xEF\xBB\xBF"
                "a\n"),
           file("a\n"));
    asLeft("bytes of no encoding", file("\xE9\xFF\n"), file("\xE9\n"));
    asLeft("binary", file(binary), file(binaryChanged));
    asLeft("no final line end", file("a"), file("b"));
    asLeft("an empty file that was filled", file(""), file("a\n"));
    asLeft("a file that was emptied", file("a\n"), file(""));
    asLeft("a mode", file("a\n", 0644), file("a\n", 0755));
    asLeft("a mode and text", file("a\n", 0700), file("b\n", 0644));
    asLeft("a new file", kNothing, file("a\n"));
    asLeft("a new empty file", kNothing, file(""));
    asLeft("a deleted file", file("a\n"), kNothing);
    asLeft("a deleted program", file("#!/bin/sh\n", 0755), kNothing);
    asLeft("a deleted binary", file(binary), kNothing);
    asLeft("a new link", kNothing, link("elsewhere"));
    asLeft("a link that leads elsewhere", link("a"), link("b"));
    asLeft("a deleted link", link("a"), kNothing);
    asLeft("a file that became a link", file("a\n", 0600), link("b"));
    asLeft("a link that became a file", link("a"), file("b\n"));
    asLeft("a large file", file(QByteArray(300'000, 'x') + '\n'), file(QByteArray(300'000, 'y')));

    row("other lines since", file("a\nb\nc\n"), file("A\nb\nc\n"), file("A\nb\nmine\n"),
        file("a\nb\nmine\n"), Standing::Drifted, drifted);
    row("another mode since", file("a\n"), file("b\n"), file("b\n", 0755), file("a\n", 0755),
        Standing::Drifted, drifted);
    row("the mode changed again since", file("a\n", 0644), file("b\n", 0755), file("b\n", 0700),
        file("a\n", 0700), Standing::Drifted, drifted);
    row("put back by hand", file("a\n"), file("b\n"), file("a\n"), file("a\n"), Standing::Gone);

    const auto refused = [&](const char *name, const State &before, const State &after,
                             const State &now, const QString &reason) {
        row(name, before, after, now, now, Standing::Overtaken, reason);
    };
    refused("the same line since", file("a\nb\n"), file("a\nB\n"), file("a\nmine\n"),
            u"Line 2 changed since, so the session's change there was left."_s);
    refused("several lines since", file("a\nb\nc\nd\n"), file("a\nB\nC\nd\n"), file("a\n1\n2\nd\n"),
            u"Lines 2 to 3 changed since, so the session's change there was left."_s);
    row("one of two places since", file("a\nb\nc\n"), file("A\nb\nC\n"), file("A\nb\nmine\n"),
        file("A\nb\nmine\n"), Standing::Partly,
        u"Line 3 changed since, so the session's change there was left."_s);
    refused("a new file that was changed", kNothing, file("a\nb\n"), file("a\nb\nmine\n"),
            u"It was made by the session and changed since, so it was not removed. Line 3 changed "
            "since."_s);
    refused("a deleted file that is there again", file("a\n"), kNothing, file("mine\n"),
            u"It was removed, and there is another file in its place now."_s);
    refused("a changed file that was removed", file("a\n"), file("b\n"), kNothing,
            u"It was removed since."_s);
    refused("a changed file that became a link", file("a\n"), file("b\n"), link("x"),
            u"It is something else now (a file or a symbolic link)."_s);
    refused("a link that leads elsewhere since", link("a"), link("b"), link("c"),
            u"It was changed since and is not text of which parts could be put back."_s);
    refused("a binary that was changed", file(binary), file(binaryChanged), file("\0\0"_ba),
            u"It was changed since and is not text of which parts could be put back."_s);
    refused("UTF-16 that was changed", file(utf16), file(utf16Changed),
            file(utf16Changed + utf16.sliced(2)),
            u"It was changed since and is not text of which parts could be put back."_s);
}

void tst_PutBack::putsBackAndUndoes()
{
    QFETCH(State, before);
    QFETCH(State, after);
    QFETCH(State, now);
    QFETCH(State, expected);
    QFETCH(Standing, standing);
    QFETCH(QString, reason);
    Recorded recorded;
    make(recorded, before);
    recorded.run([&] { make(recorded, after); });
    QCOMPARE(recorded.only().standing, Standing::Stands);
    QVERIFY(recorded.only().byCommand);
    make(recorded, now);

    const ChangedFile file = recorded.only();
    QCOMPARE(standingName(file.standing), standingName(standing));
    QCOMPARE(inWords(file.reason), reason);
    const ToldReport report = recorded.back({u"f"_s});
    QCOMPARE(stateOf(recorded), expected);
    if (now == expected) {
        QVERIFY(report.done.isEmpty());
        QCOMPARE(report.refused,
                 QStringList{u"f: "_s
                             + (reason.isEmpty() ? u"Nothing of it is left to be put back."_s
                                                 : reason)});
        QVERIFY(recorded.changes().undo.isEmpty());
        return;
    }
    QCOMPARE(report.done, QStringList{u"f"_s});
    QVERIFY(report.refused.isEmpty());
    QCOMPARE(recorded.only().standing, Standing::Gone);
    QCOMPARE(recorded.only().counts, Diff::LineCounts());
    QCOMPARE(recorded.changes().undo, QStringList{u"f"_s});

    // Also by another process.
    recorded.open();
    QCOMPARE(recorded.undo().done, QStringList{u"f"_s});
    QCOMPARE(stateOf(recorded), now);
    QCOMPARE(standingName(recorded.only().standing), standingName(standing));
    QCOMPARE(recorded.redo().done, QStringList{u"f"_s});
    QCOMPARE(stateOf(recorded), expected);
    QCOMPARE(recorded.only().standing, Standing::Gone);
    QVERIFY(recorded.changes().redo.isEmpty());
}

void tst_PutBack::toolWritesArePutBack()
{
    Recorded recorded;
    recorded.person(u"a.txt"_s, "one\n");
    recorded.chmod(u"a.txt"_s, 0600);
    QVERIFY(recorded.write(u"a.txt"_s, "two\n").has_value());
    QVERIFY(recorded.write(u"deep/er/b.txt"_s, "new\n").has_value());
    QVERIFY(recorded.write(u"a.txt"_s, "three\n").has_value());
    const SessionChanges changes = recorded.changes();
    QCOMPARE(changes.all.files.size(), 2);
    QCOMPARE(changes.all.files.at(0).resource, u"a.txt"_s);
    QCOMPARE(changes.all.files.at(0).counts, (Diff::LineCounts{1, 1}));
    QVERIFY(!changes.all.files.at(0).byCommand);
    QCOMPARE(changes.all.files.at(1).resource, u"deep/er/b.txt"_s);
    QCOMPARE(changes.all.files.at(1).kind, Diff::ChangeKind::Added);
    QCOMPARE(recorded.back().done, (QStringList{u"a.txt"_s, u"deep/er/b.txt"_s}));
    QCOMPARE(recorded.bytes(u"a.txt"_s), QByteArray("one\n"));
    QCOMPARE(recorded.mode(u"a.txt"_s), mode_t(0600));
    QVERIFY(!recorded.has(u"deep/er/b.txt"_s));
    QCOMPARE(recorded.undo().refused, QStringList());
    QCOMPARE(recorded.bytes(u"a.txt"_s), QByteArray("three\n"));
    QCOMPARE(recorded.bytes(u"deep/er/b.txt"_s), QByteArray("new\n"));
}

void tst_PutBack::renamesGoBack()
{
    Recorded recorded;
    recorded.person(u"old.txt"_s, "a\nb\n");
    recorded.person(u"script"_s, "#!/bin/sh\n");
    recorded.chmod(u"script"_s, 0750);
    QVERIFY(recorded.move(u"old.txt"_s, u"sub/new.txt"_s, "a\nB\n").has_value());
    recorded.run([&] { QFile::rename(recorded.path(u"script"_s), recorded.path(u"tool"_s)); });
    QList<ChangedFile> files = recorded.changes().all.files;
    QCOMPARE(files.size(), 2);
    QCOMPARE(files.at(0).resource, u"old.txt"_s);
    QCOMPARE(files.at(0).movedTo, u"sub/new.txt"_s);
    QCOMPARE(files.at(0).kind, Diff::ChangeKind::Moved);
    QCOMPARE(files.at(0).counts, (Diff::LineCounts{1, 1}));
    QCOMPARE(files.at(1).resource, u"script"_s);
    QCOMPARE(files.at(1).movedTo, u"tool"_s);
    QCOMPARE(recorded.back().refused, QStringList());
    QCOMPARE(recorded.bytes(u"old.txt"_s), QByteArray("a\nb\n"));
    QVERIFY(!recorded.has(u"sub/new.txt"_s));
    QCOMPARE(recorded.mode(u"script"_s), mode_t(0750));
    QVERIFY(!recorded.has(u"tool"_s));
    for (const ChangedFile &file : recorded.changes().all.files)
        QCOMPARE(file.standing, Standing::Gone);
    QCOMPARE(recorded.undo().refused, QStringList());
    QCOMPARE(recorded.bytes(u"sub/new.txt"_s), QByteArray("a\nB\n"));
    QVERIFY(!recorded.has(u"old.txt"_s));
    QCOMPARE(recorded.mode(u"tool"_s), mode_t(0750));
    files = recorded.changes().all.files;
    QCOMPARE(files.at(0).movedTo, u"sub/new.txt"_s);
    QCOMPARE(files.at(0).standing, Standing::Stands);
}

void tst_PutBack::renamesGoBackWithWhatThePersonWrote()
{
    Recorded recorded;
    recorded.person(u"old.txt"_s, "a\nb\nc\n");
    QVERIFY(recorded.move(u"old.txt"_s, u"new.txt"_s, "a\nB\nc\n").has_value());
    recorded.person(u"new.txt"_s, "a\nB\nc\nmine\n");
    // Its old name is taken: nothing may be lost there.
    recorded.person(u"old.txt"_s, "other\n");
    QCOMPARE(recorded.back({u"new.txt"_s}).refused,
             QStringList{u"old.txt: There is another file under its old name old.txt now."_s});
    recorded.remove(u"old.txt"_s);
    QCOMPARE(recorded.back({u"new.txt"_s}).refused, QStringList());
    QCOMPARE(recorded.bytes(u"old.txt"_s), QByteArray("a\nb\nc\nmine\n"));
    QVERIFY(!recorded.has(u"new.txt"_s));
}

void tst_PutBack::onePlaceIsPutBack()
{
    Recorded recorded;
    recorded.person(u"a.txt"_s, "1\n2\n3\n4\n5\n6\n7\n");
    QVERIFY(recorded.write(u"a.txt"_s, "one\n2\n3\nfour\n5\n6\nseven\n").has_value());
    recorded.person(u"a.txt"_s, "one\n2\nmine\nfour\n5\n6\nhand\n");
    QCOMPARE(recorded.only().standing, Standing::Partly);
    QCOMPARE(recorded.only().places, 2);
    QCOMPARE(recorded.back({u"a.txt"_s}).done, QStringList());
    QCOMPARE(recorded.back({u"a.txt"_s}, 1).done, QStringList{u"a.txt"_s});
    QCOMPARE(recorded.bytes(u"a.txt"_s), QByteArray("one\n2\nmine\n4\n5\n6\nhand\n"));
    QCOMPARE(recorded.only().places, 1);
    QCOMPARE(recorded.back({u"a.txt"_s}, 7).refused,
             QStringList{u"a.txt: It has 1 changed places, there is no number 8."_s});
    QCOMPARE(recorded.back({u"a.txt"_s}, 0).done, QStringList{u"a.txt"_s});
    QCOMPARE(recorded.bytes(u"a.txt"_s), QByteArray("1\n2\nmine\n4\n5\n6\nhand\n"));
    QCOMPARE(recorded.undo().refused, QStringList());
    QCOMPARE(recorded.undo().refused, QStringList());
    QCOMPARE(recorded.bytes(u"a.txt"_s), QByteArray("one\n2\nmine\nfour\n5\n6\nhand\n"));
}

void tst_PutBack::turnsAreGroups()
{
    Recorded recorded;
    recorded.person(u"a.txt"_s, "1\n2\n3\n4\n");
    const MessageId first = recorded.turn(u"  Do this\nand that"_s);
    QVERIFY(recorded.write(u"a.txt"_s, "one\n2\n3\n4\n").has_value());
    const MessageId second = recorded.turn(u"Then that"_s);
    QVERIFY(recorded.write(u"a.txt"_s, "one\n2\n3\nfour\n").has_value());
    QVERIFY(recorded.write(u"b.txt"_s, "b\n").has_value());
    recorded.turn(u"Nothing"_s);
    const SessionChanges changes = recorded.changes();
    QCOMPARE(changes.turns.size(), 2);
    QCOMPARE(changes.turns.at(0).turn, first);
    QCOMPARE(changes.turns.at(0).prompt, u"Do this"_s);
    QCOMPARE(changes.turns.at(0).files.size(), 1);
    QCOMPARE(changes.turns.at(1).files.size(), 2);
    QCOMPARE(changes.all.files.first().counts, (Diff::LineCounts{2, 2}));
    QCOMPARE(changes.turns.at(0).files.first().counts, (Diff::LineCounts{1, 1}));
    QCOMPARE(changes.turns.at(0).files.first().standing, Standing::Drifted);
    QCOMPARE(recorded.shown(u"a.txt"_s, first).change.before, QByteArray("1\n2\n3\nfour\n"));

    // A turn alone is put back; what came after it stays.
    QCOMPARE(recorded.back({}, {}, first).done, QStringList{u"a.txt"_s});
    QCOMPARE(recorded.bytes(u"a.txt"_s), QByteArray("1\n2\n3\nfour\n"));
    QCOMPARE(recorded.changes().turns.at(0).files.first().standing, Standing::Gone);
    QCOMPARE(recorded.changes().all.files.first().counts, (Diff::LineCounts{1, 1}));
    QCOMPARE(recorded.back({}, {}, second).done, (QStringList{u"a.txt"_s, u"b.txt"_s}));
    QCOMPARE(recorded.bytes(u"a.txt"_s), QByteArray("1\n2\n3\n4\n"));
    QVERIFY(!recorded.has(u"b.txt"_s));
}

void tst_PutBack::whatWasPutBackIsNoChange()
{
    Recorded recorded;
    recorded.person(u"a.txt"_s, "1\n");
    recorded.run([] { });
    QVERIFY(recorded.write(u"a.txt"_s, "2\n").has_value());
    QCOMPARE(recorded.back().done, QStringList{u"a.txt"_s});
    // Not even for a command during which the person puts back.
    recorded.run([&] {
        recorded.undo();
        QCOMPARE(recorded.bytes(u"a.txt"_s), QByteArray("2\n"));
    });
    QCOMPARE(recorded.only().counts, (Diff::LineCounts{1, 1}));
    QVERIFY(!recorded.only().byCommand);
    QCOMPARE(recorded.back().done, QStringList{u"a.txt"_s});
    QCOMPARE(recorded.bytes(u"a.txt"_s), QByteArray("1\n"));
}

void tst_PutBack::everythingAtOnceLeavesWhatDrifted()
{
    Recorded recorded;
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s}) {
        recorded.person(name, "old\n");
        QVERIFY(recorded.write(name, "new\n").has_value());
    }
    recorded.person(u"b"_s, "mine\n");
    const ToldReport report = recorded.back();
    QCOMPARE(report.done, (QStringList{u"a"_s, u"c"_s}));
    QCOMPARE(report.refused,
             QStringList{u"b: Line 1 changed since, so the session's change there was left."_s});
    QCOMPARE(recorded.bytes(u"a"_s), QByteArray("old\n"));
    QCOMPARE(recorded.bytes(u"b"_s), QByteArray("mine\n"));
    QCOMPARE(recorded.bytes(u"c"_s), QByteArray("old\n"));
}

void tst_PutBack::undoIsAllOrNothing()
{
    Recorded recorded;
    for (const QString &name : {u"a"_s, u"b"_s}) {
        recorded.person(name, "old\n");
        QVERIFY(recorded.write(name, "new\n").has_value());
    }
    QCOMPARE(recorded.back().done.size(), 2);
    recorded.person(u"b"_s, "mine\n");
    const ToldReport report = recorded.undo();
    QVERIFY(report.done.isEmpty());
    QCOMPARE(report.refused, QStringList{u"b: Line 1 changed since."_s});
    QCOMPARE(recorded.bytes(u"a"_s), QByteArray("old\n"));
    QCOMPARE(recorded.bytes(u"b"_s), QByteArray("mine\n"));
}

void tst_PutBack::undoneOnesAreRedoneInOrder()
{
    Recorded recorded;
    for (const QString &name : {u"a"_s, u"b"_s}) {
        recorded.person(name, "old\n");
        QVERIFY(recorded.write(name, "new\n").has_value());
    }
    QCOMPARE(recorded.back({u"a"_s}).done, QStringList{u"a"_s});
    QCOMPARE(recorded.back({u"b"_s}).done, QStringList{u"b"_s});
    QCOMPARE(recorded.undo().done, QStringList{u"b"_s});
    QCOMPARE(recorded.undo().done, QStringList{u"a"_s});
    QCOMPARE(recorded.undo().refused,
             QStringList{u"Nothing was put back in this session that could be undone."_s});
    QCOMPARE(recorded.redo().done, QStringList{u"a"_s});
    QCOMPARE(recorded.changes().undo, QStringList{u"a"_s});
    QCOMPARE(recorded.changes().redo, QStringList{u"b"_s});
    // A new act makes what was undone before it history.
    QCOMPARE(recorded.undo().done, QStringList{u"a"_s});
    QCOMPARE(recorded.back({u"b"_s}).done, QStringList{u"b"_s});
    QCOMPARE(recorded.redo().refused,
             QStringList{u"Nothing was undone in this session that could be done once more."_s});
}

void tst_PutBack::whatWasShownIsWhatIsWritten()
{
    Recorded recorded;
    recorded.person(u"a"_s, "1\n2\n");
    QVERIFY(recorded.write(u"a"_s, "1\nx\n").has_value());
    const ShownChange shown = recorded.shown(u"a"_s);
    recorded.person(u"a"_s, "0\n1\nx\n");
    PutBackOrder order{recorded.session, {}, {u"a"_s}};
    order.digest = shown.digest;
    const auto stale = recorded.putBack->putBack(order, {});
    QVERIFY(stale.has_value());
    QCOMPARE(stale->done, QStringList());
    QCOMPARE(stale->refused, (QList<Refusal>{{u"a"_s, {Reason::Kind::ChangedSinceShown}}}));
    QCOMPARE(recorded.bytes(u"a"_s), QByteArray("0\n1\nx\n"));
    order.digest = recorded.shown(u"a"_s).digest;
    // A place that is not there writes nothing.
    order.place = Diff::Block{5, 1, 2, 1};
    QCOMPARE(recorded.putBack->putBack(order, {})->refused,
             (QList<Refusal>{{u"a"_s, {Reason::Kind::PlaceGone}}}));
    QCOMPARE(recorded.bytes(u"a"_s), QByteArray("0\n1\nx\n"));
    order.place = Diff::Block{2, 1, 2, 1};
    QCOMPARE(recorded.putBack->putBack(order, {})->done, QStringList{u"a"_s});
    QCOMPARE(recorded.bytes(u"a"_s), QByteArray("0\n1\n2\n"));
    // Nothing is left of it.
    order = {recorded.session, {}, {u"a"_s}};
    order.place = Diff::Block{2, 1, 2, 1};
    QCOMPARE(recorded.putBack->putBack(order, {})->refused,
             (QList<Refusal>{{u"a"_s, {Reason::Kind::NothingLeft}}}));
}

void tst_PutBack::pathPolicyHolds()
{
    Recorded recorded;
    recorded.person(u"dir/a"_s, "old\n");
    QVERIFY(recorded.write(u"dir/a"_s, "new\n").has_value());
    // The folder leads elsewhere by now; the file there is the same, letter by letter.
    recorded.scratch.write(u"outside/a"_s, "new\n");
    QDir(recorded.path()).rename(u"dir"_s, u"away"_s);
    recorded.link(u"dir"_s, QFile::encodeName(recorded.scratch.path(u"outside"_s)));
    const ToldReport report = recorded.back();
    QVERIFY(report.done.isEmpty());
    QCOMPARE(report.refused.size(), 1);
    QCOMPARE(recorded.scratch.read(u"outside/a"_s), QByteArray("new\n"));
}

void tst_PutBack::nothingIsSaid_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QStringList>("refused");
    QTest::newRow("nothing changed")
            << QStringList() << QStringList{u"There is nothing to be put back."_s};
    QTest::newRow("another file") << QStringList{u"x"_s}
                                  << QStringList{u"x: The session has not changed it."_s};
}

void tst_PutBack::nothingIsSaid()
{
    QFETCH(QStringList, files);
    QFETCH(QStringList, refused);
    Recorded recorded;
    QCOMPARE(recorded.back(files).refused, refused);
}

/// Session and person edit in turns, by tools and commands; put back, undone and redone at random: the
/// person's lines are there at the end, in their order, and undoing everything gives every byte back.
void tst_PutBack::anythingGoesBack()
{
    QRandomGenerator random(4);
    for (int round = 0; round < 40; ++round) {
        Recorded recorded;
        QByteArrayList lines;
        for (int i = 0; i < 8; ++i)
            lines.append("line" + QByteArray::number(i));
        int serial = 0;
        const auto text = [&]() -> QByteArray {
            return lines.join('\n') + '\n';
        };
        const auto edit = [&](const QByteArray &author) {
            const int at = random.bounded(int(lines.size()) + 1);
            if (at < lines.size() && random.bounded(2) == 0 && !lines.at(at).startsWith("person"))
                lines[at] = author + QByteArray::number(serial++);
            else
                lines.insert(at, author + QByteArray::number(serial++));
        };
        recorded.person(u"f"_s, text());
        for (int act = 0; act < 6; ++act) {
            switch (random.bounded(3)) {
            case 0:
                edit("person");
                recorded.person(u"f"_s, text());
                break;
            case 1:
                edit("session");
                QVERIFY(recorded.write(u"f"_s, text()).has_value());
                break;
            default:
                recorded.run([&] {
                    edit("session");
                    recorded.person(u"f"_s, text());
                });
            }
        }
        const QByteArray full = text();
        const auto ofPerson = [](const QByteArray &bytes) {
            QByteArrayList all = bytes.split('\n');
            all.removeIf([](const QByteArray &line) { return !line.startsWith("person"); });
            return all;
        };
        const auto before = recorded.changes().all.files;
        const ToldReport report = recorded.back({u"f"_s});
        QCOMPARE(ofPerson(recorded.bytes(u"f"_s)), ofPerson(full));
        if (!report.done.isEmpty()) {
            QVERIFY(!recorded.bytes(u"f"_s).contains("session"));
            const QByteArray back = recorded.bytes(u"f"_s);
            QVERIFY(recorded.undo().refused.isEmpty());
            QCOMPARE(recorded.bytes(u"f"_s), full);
            QVERIFY(recorded.redo().refused.isEmpty());
            QCOMPARE(recorded.bytes(u"f"_s), back);
            QVERIFY(recorded.undo().refused.isEmpty());
        }
        // Place by place as well.
        int acts = 0;
        while (!recorded.changes().all.files.isEmpty() && recorded.only().places > 0
               && recorded.only().standing != Standing::Overtaken
               && recorded.only().standing != Standing::Gone) {
            QVERIFY(++acts < 50);
            const int place = random.bounded(recorded.only().places);
            QVERIFY(!recorded.back({u"f"_s}, place).done.isEmpty());
            QCOMPARE(ofPerson(recorded.bytes(u"f"_s)), ofPerson(full));
        }
        for (int i = 0; i < acts; ++i)
            QVERIFY(recorded.undo().refused.isEmpty());
        QCOMPARE(recorded.bytes(u"f"_s), full);
    }
}

QTEST_GUILESS_MAIN(tst_PutBack)
#include "tst_putback.moc"
