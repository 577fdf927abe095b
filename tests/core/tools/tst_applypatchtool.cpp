// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include <QtTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace Countersign::Test {

using Permission::Effect;

using Tree = QMap<QString, QByteArray>;

class ApplyPatchToolTest : public QObject
{
    Q_OBJECT

    static QJsonObject patch(const QString &body)
    {
        return {{u"patchText"_s, QString(u"*** Begin Patch\n"_s + body + u"*** End Patch\n"_s)}};
    }
    static Permission::Ruleset asking() { return {rule(u"edit"_s, u"*"_s, Effect::Ask)}; }

    static Tree treeOf(const Workbench &bench)
    {
        Tree tree;
        QDirIterator files(bench.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            const QString relative = path.mid(bench.path().size() + 1);
            tree.insert(relative, bench.bytesOf(relative));
        }
        return tree;
    }
    static void plant(const Workbench &bench, const Tree &tree)
    {
        for (auto file = tree.begin(); file != tree.end(); ++file)
            bench.file(file.key(), file.value());
    }

private Q_SLOTS:
    void patches_data()
    {
        QTest::addColumn<Tree>("before");
        QTest::addColumn<QString>("body");
        QTest::addColumn<Tree>("after");
        QTest::addColumn<QStringList>("resources");
        QTest::addColumn<QString>("text");
        QTest::newRow("add, update, delete")
                << Tree{{u"a"_s, "1\n2\n"}, {u"b"_s, "x\n"}}
                << u"*** Add File: n/c\n+new\n*** Update File: a\n@@\n-2\n+3\n*** Delete File: b\n"_s
                << Tree{{u"a"_s, "1\n3\n"}, {u"n/c"_s, "new\n"}}
                << QStringList{u"n/c"_s, u"a"_s, u"b"_s}
                << u"Applied the patch:\nA n/c (+1 -0 lines)\nM a (+1 -1 lines)\nD b (+0 -1 lines)"_s;
        QTest::newRow("move with a change")
                << Tree{{u"a"_s, "1\n2\n"}}
                << u"*** Update File: a\n*** Move to: d/b\n@@\n-2\n+3\n"_s
                << Tree{{u"d/b"_s, "1\n3\n"}} << QStringList{u"a"_s, u"d/b"_s}
                << u"Applied the patch:\nR a -> d/b (+1 -1 lines)"_s;
        QTest::newRow("only a new name")
                << Tree{{u"a"_s, "1\n"}} << u"*** Update File: a\n*** Move to: b\n"_s
                << Tree{{u"b"_s, "1\n"}} << QStringList{u"a"_s, u"b"_s}
                << u"Applied the patch:\nR a -> b (+0 -0 lines)"_s;
        QTest::newRow("a move over a file shows what is lost")
                << Tree{{u"a"_s, "1\n"}, {u"b"_s, "2\n"}}
                << u"*** Update File: a\n*** Move to: b\n"_s << Tree{{u"b"_s, "1\n"}}
                << QStringList{u"a"_s, u"b"_s}
                << u"Applied the patch:\nD a (+0 -1 lines)\nM b (+1 -1 lines)"_s;
        QTest::newRow("a move to where it is")
                << Tree{{u"a"_s, "1\n"}} << u"*** Update File: a\n*** Move to: ./a\n@@\n-1\n+2\n"_s
                << Tree{{u"a"_s, "2\n"}} << QStringList{u"a"_s}
                << u"Applied the patch:\nM a (+1 -1 lines)"_s;
        QTest::newRow("an exchange of two names")
                << Tree{{u"a"_s, "1\n"}, {u"b"_s, "2\n"}}
                << u"*** Update File: a\n*** Move to: t\n*** Update File: b\n*** Move to: a\n"
                   "*** Update File: t\n*** Move to: b\n"_s
                << Tree{{u"a"_s, "2\n"}, {u"b"_s, "1\n"}} << QStringList{u"a"_s, u"b"_s}
                << u"Applied the patch:\nM a (+1 -1 lines)\nM b (+1 -1 lines)"_s;
        QTest::newRow("moved, made anew and moved again")
                << Tree{{u"a"_s, "1\n"}}
                << u"*** Update File: a\n*** Move to: b\n*** Add File: a\n+2\n"
                   "*** Update File: a\n*** Move to: c\n"_s
                << Tree{{u"b"_s, "1\n"}, {u"c"_s, "2\n"}} << QStringList{u"a"_s, u"b"_s, u"c"_s}
                << u"Applied the patch:\nR a -> b (+0 -0 lines)\nA c (+1 -0 lines)"_s;
        QTest::newRow("sections of one file are chained")
                << Tree{{u"a"_s, "1\n2\n"}}
                << u"*** Update File: a\n@@\n-1\n+x\n*** Update File: a\n@@\n-x\n+y\n@@\n-2\n+z\n"_s
                << Tree{{u"a"_s, "y\nz\n"}} << QStringList{u"a"_s}
                << u"Applied the patch:\nM a (+2 -2 lines)"_s;
        QTest::newRow("a file that was added is changed")
                << Tree{} << u"*** Add File: a\n+1\n*** Update File: a\n@@\n 1\n+2\n"_s
                << Tree{{u"a"_s, "1\n2\n"}} << QStringList{u"a"_s}
                << u"Applied the patch:\nA a (+2 -0 lines)"_s;
        QTest::newRow("deleted and added is replaced")
                << Tree{{u"a"_s, "1\n"}} << u"*** Delete File: a\n*** Add File: a\n+2\n"_s
                << Tree{{u"a"_s, "2\n"}} << QStringList{u"a"_s}
                << u"Applied the patch:\nM a (+1 -1 lines)"_s;
        QTest::newRow("add over a file keeps its line ends and mark")
                << Tree{{u"a"_s,
                         "\xEF\xBB\xBF"
                         "1\r\n"}}
                << u"*** Add File: a\n+2\n+3\n"_s
                << Tree{{u"a"_s,
                         "\xEF\xBB\xBF"
                         "2\r\n3\r\n"}}
                << QStringList{u"a"_s} << u"Applied the patch:\nM a (+2 -1 lines)"_s;
        QTest::newRow("CR LF, mark, no final line end")
                << Tree{{u"a"_s,
                         "\xEF\xBB\xBF"
                         "1\r\n2"}}
                << u"*** Update File: a\n@@\n 1\n-2\n+3\n+4\n"_s
                << Tree{{u"a"_s,
                         "\xEF\xBB\xBF"
                         "1\r\n3\r\n4"}}
                << QStringList{u"a"_s} << u"Applied the patch:\nM a (+2 -1 lines)"_s;
        QTest::newRow("bytes that are no UTF-8 stay")
                << Tree{{u"a"_s, "caf\xE9\nb\n"}} << u"*** Update File: a\n@@\n-b\n+c\n"_s
                << Tree{{u"a"_s, "caf\xE9\nc\n"}} << QStringList{u"a"_s}
                << u"Applied the patch:\nM a (+1 -1 lines)"_s;
        QTest::newRow("another encoding")
                << Tree{{u"a"_s, "caf\xE9\nb\n"}} << u"*** Update File: a\n@@\n café\n-b\n+ü\n"_s
                << Tree{{u"a"_s, "caf\xE9\n\xFC\n"}} << QStringList{u"a"_s}
                << u"Applied the patch:\nM a (+1 -1 lines)"_s;
        QTest::newRow("UTF-16") << Tree{{u"a"_s, QByteArray("\xFE\xFF\0a\0\r\0\n\0b", 10)}}
                                << u"*** Update File: a\n@@\n-a\n+ä\n"_s
                                << Tree{{u"a"_s, QByteArray("\xFE\xFF\0\xE4\0\r\0\n\0b", 10)}}
                                << QStringList{u"a"_s}
                                << u"Applied the patch:\nM a (+1 -1 lines)"_s;
        QTest::newRow("not exact is said")
                << Tree{{u"a"_s, "f\n\tx\n"}} << u"*** Update File: a\n@@\n f\n-    x\n+    y\n"_s
                << Tree{{u"a"_s, "f\n\ty\n"}} << QStringList{u"a"_s}
                << u"Applied the patch:\nM a (+1 -1 lines)\nHunk 1 of a is not an exact match, it "
                   u"was "
                   "applied at line 1: its lines differ in indentation."_s;
    }
    void patches()
    {
        QFETCH(Tree, before);
        QFETCH(QString, body);
        QFETCH(Tree, after);
        QFETCH(QStringList, resources);
        QFETCH(QString, text);
        Workbench bench(asking());
        bench.seat([](const Permission::Request &) { return yes(); });
        plant(bench, before);
        const Settled settled = bench.call(u"apply_patch"_s, patch(body));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(treeOf(bench), after);
        QCOMPARE(settled.modelText(), text);
        QCOMPARE(bench.asked().size(), 1);
        const Permission::Inquiry inquiry = bench.asked().first().inquiry;
        QCOMPARE(inquiry.resources, resources);
        // What was shown leads from the tree before to the tree after.
        Tree shown = before;
        for (const Diff::FileChange &file : inquiry.proposal.files) {
            QCOMPARE(file.before, before.value(file.resource));
            if (file.kind == Diff::ChangeKind::Deleted || file.kind == Diff::ChangeKind::Moved)
                shown.remove(file.resource);
            if (file.kind == Diff::ChangeKind::Moved)
                shown.insert(file.movedTo, file.after);
            else if (file.kind != Diff::ChangeKind::Deleted)
                shown.insert(file.resource, file.after);
        }
        QCOMPARE(shown, after);
    }

    void factsAndMetadata()
    {
        Workbench bench(asking());
        bench.seat([](const Permission::Request &) { return yes(); });
        bench.file(u"over"_s, "old\n");
        bench.file(u"tabs"_s, "\tx\n");
        QVERIFY(bench.call(u"apply_patch"_s,
                           patch(u"*** Add File: over\n+new\n*** Update File: tabs\n@@\n-x\n+y\n"_s))
                        .ok());
        const Permission::Inquiry inquiry = bench.asked().first().inquiry;
        QCOMPARE(inquiry.proposal.files.at(0).facts, QStringList{u"replaces"_s});
        QCOMPARE(inquiry.proposal.files.at(1).facts, QStringList{u"not-exact"_s});
        QCOMPARE(inquiry.metadata,
                 QJsonObject({{u"inexact"_s,
                               QJsonArray{QJsonObject{
                                       {u"file"_s, u"tabs"_s},
                                       {u"hunk"_s, 1},
                                       {u"line"_s, 1},
                                       {u"why"_s, u"its lines differ in indentation"_s}}}}}));
    }

    void otherNamesOfTheInput_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString &name : {u"patchText"_s, u"patch"_s, u"input"_s, u"patch_text"_s})
            QTest::newRow(qPrintable(name)) << name;
    }
    void otherNamesOfTheInput()
    {
        QFETCH(QString, name);
        Workbench bench;
        const QString text = patch(u"*** Add File: a\n+1\n"_s).value(u"patchText"_s).toString();
        QVERIFY(bench.call(u"apply_patch"_s, {{name, text}}).ok());
        QCOMPARE(bench.bytesOf(u"a"_s), QByteArray("1\n"));
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("words");
        const QString good = u"*** Update File: a\n@@\n-1\n+x\n*** Add File: new\n+1\n"_s;
        QTest::newRow("no such file to update")
                << good + u"*** Update File: no\n@@\n-x\n"_s << ErrorCode::NotFound
                << u"There is no file no to update"_s;
        QTest::newRow("no such file to delete")
                << good + u"*** Delete File: no\n"_s << ErrorCode::NotFound
                << u"There is no file no to delete"_s;
        QTest::newRow("no such file any more")
                << good + u"*** Delete File: b\n*** Update File: b\n@@\n-2\n"_s
                << ErrorCode::NotFound << u"There is no file b to update"_s;
        QTest::newRow("third of several does not fit")
                << good + u"*** Update File: b\n@@\n-nothing\n"_s << ErrorCode::NotFound
                << u"Hunk 1 of b (line "_s;
        QTest::newRow("a folder") << good + u"*** Add File: dir\n+1\n"_s << ErrorCode::InvalidInput
                                  << u"dir is a directory"_s;
        QTest::newRow("a move to a folder") << good + u"*** Update File: b\n*** Move to: dir\n"_s
                                            << ErrorCode::InvalidInput << u"dir is a directory"_s;
        QTest::newRow("below a file")
                << good + u"*** Add File: b/c\n+1\n"_s << ErrorCode::InvalidInput << u"b"_s;
        QTest::newRow("out of the project")
                << good + u"*** Add File: ../x\n+1\n"_s << ErrorCode::Denied << u"../x"_s;
        QTest::newRow("a move out of the project")
                << good + u"*** Update File: b\n*** Move to: ../b\n"_s << ErrorCode::Denied
                << u"../b"_s;
        QTest::newRow("a link is not deleted")
                << good + u"*** Delete File: link\n"_s << ErrorCode::Unsupported
                << u"link is a symbolic link to b"_s;
        QTest::newRow("a link is not moved") << good + u"*** Update File: link\n*** Move to: q\n"_s
                                             << ErrorCode::Unsupported << u"symbolic link"_s;
        QTest::newRow("a file does not take a link's place")
                << good + u"*** Update File: a\n*** Move to: link\n"_s << ErrorCode::Unsupported
                << u"symbolic link"_s;
        QTest::newRow("a character that the encoding lacks")
                << good + u"*** Update File: latin1\n@@\n-x\n+語\n"_s << ErrorCode::InvalidInput
                << u"latin1 cannot be patched. The encoding windows-1252 cannot hold"_s;
        QTest::newRow("added twice")
                << good + u"*** Add File: ./new\n+2\n"_s << ErrorCode::InvalidInput
                << u"new is made twice by this patch"_s;
        QTest::newRow("two moves to one place")
                << u"*** Update File: a\n*** Move to: n\n*** Update File: b\n*** Move to: n\n"_s
                << ErrorCode::InvalidInput << u"n is made twice by this patch"_s;
        QTest::newRow("nothing changes") << u"*** Update File: a\n@@\n-1\n+1\n"_s
                                         << ErrorCode::InvalidInput << u"changes nothing"_s;
        QTest::newRow("no patch") << u"*** Frobnicate\n"_s << ErrorCode::InvalidInput
                                  << u"starts no section"_s;
    }
    void refusals()
    {
        QFETCH(QString, body);
        QFETCH(ErrorCode, code);
        QFETCH(QString, words);
        Workbench bench(asking());
        bench.seat([](const Permission::Request &) { return yes(); });
        plant(bench,
              {{u"a"_s, "1\n"},
               {u"b"_s, "2\n"},
               {u"dir/c"_s, "3\n"},
               {u"latin1"_s, "caf\xE9\nx\n"}});
        QVERIFY(QFile::link(u"b"_s, bench.path(u"link"_s)));
        const Tree before = treeOf(bench);
        const Settled settled = bench.call(u"apply_patch"_s, patch(body));
        QVERIFY(!settled.ok());
        QVERIFY2(settled.modelText().contains(words), qPrintable(settled.modelText()));
        QCOMPARE(settled.error->code, code);
        QCOMPARE(treeOf(bench), before);
        QVERIFY(bench.asked().isEmpty()); // Nobody is bothered with what cannot be done.
    }

    void oneDeniedFileDeniesAll()
    {
        Workbench bench({rule(u"edit"_s, u"SECRET*"_s, Effect::Deny)});
        bench.file(u"a"_s, "1\n");
        const Settled settled =
                bench.call(u"apply_patch"_s,
                           patch(u"*** Update File: a\n*** Move to: SECRET.md\n@@\n-1\n+2\n"_s));
        QCOMPARE(settled.error->code, ErrorCode::Denied);
        QCOMPARE(treeOf(bench), Tree({{u"a"_s, "1\n"}}));
    }

    void everyNameOfAFileIsAskedAbout_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::newRow("the file, then the link") << u"real"_s << u"link"_s;
        QTest::newRow("the link, then the file") << u"link"_s << u"real"_s;
    }
    void everyNameOfAFileIsAskedAbout()
    {
        QFETCH(QString, first);
        QFETCH(QString, second);
        Workbench bench({rule(u"edit"_s, u"link"_s, Effect::Deny)});
        bench.file(u"real"_s, "1\n2\n");
        QVERIFY(QFile::link(u"real"_s, bench.path(u"link"_s)));
        const Settled settled = bench.call(
                u"apply_patch"_s,
                patch(u"*** Update File: %1\n@@\n-1\n+a\n*** Update File: %2\n@@\n-2\n+b\n"_s.arg(
                        first, second)));
        QVERIFY(!settled.ok());
        QCOMPARE(settled.error->code, ErrorCode::Denied);
        QCOMPARE(bench.bytesOf(u"real"_s), QByteArray("1\n2\n"));
    }

    void aFileIsNoFolder()
    {
        Workbench bench;
        const Settled settled = bench.call(
                u"apply_patch"_s, patch(u"*** Add File: n\n+x\n*** Add File: n/b\n+y\n"_s));
        QVERIFY(!settled.ok());
        QCOMPARE(
                settled.modelText(),
                u"n would be a file and, for n/b, a folder at once. Choose another name for one of "
                "them. No file was changed."_s);
        QCOMPARE(treeOf(bench), Tree());
    }

    void whatMayNotBeReadIsNotQuoted()
    {
        Workbench bench({rule(u"read"_s, u"s.env"_s, Effect::Deny)});
        bench.file(u"s.env"_s, "on=1\nkey=hidden\n");
        const Settled settled = bench.call(
                u"apply_patch"_s, patch(u"*** Update File: s.env\n@@\n on=1\n-key=?\n+key=x\n"_s));
        QVERIFY(!settled.ok());
        QVERIFY2(settled.modelText().contains(
                         u"the first difference: line 2, which is not quoted"_s),
                 qPrintable(settled.modelText()));
        QVERIFY(!settled.modelText().contains(u"hidden"_s));
    }

    void changedDuringTheQuestion()
    {
        Workbench bench(asking());
        bench.seat([&](const Permission::Request &) {
            bench.file(u"b"_s, "the person's\n");
            return yes();
        });
        plant(bench, {{u"a"_s, "1\n"}, {u"b"_s, "2\n"}});
        const Settled settled = bench.call(
                u"apply_patch"_s,
                patch(u"*** Update File: a\n@@\n-1\n+x\n*** Update File: b\n@@\n-2\n+y\n"_s));
        QCOMPARE(settled.error->code, ErrorCode::Stale);
        QVERIFY2(settled.modelText().contains(u"\"b\""_s), qPrintable(settled.modelText()));
        QCOMPARE(treeOf(bench), Tree({{u"a"_s, "1\n"}, {u"b"_s, "the person's\n"}}));
    }

    void aFileThatAppearedIsKept()
    {
        Workbench bench(asking());
        bench.seat([&](const Permission::Request &) {
            bench.file(u"new"_s, "the person's\n");
            return yes();
        });
        bench.file(u"a"_s, "1\n");
        const Settled settled = bench.call(
                u"apply_patch"_s, patch(u"*** Delete File: a\n*** Add File: new\n+model\n"_s));
        QCOMPARE(settled.error->code, ErrorCode::Stale);
        QCOMPARE(treeOf(bench), Tree({{u"a"_s, "1\n"}, {u"new"_s, "the person's\n"}}));
    }

    void whatThePersonMadeOfItIsWrittenAndTold()
    {
        Workbench bench(asking());
        bench.seat([](const Permission::Request &request) {
            Permission::Reply reply = yes();
            reply.proposal = request.inquiry.proposal;
            reply.proposal->files.removeAt(1); // b stays.
            reply.proposal->files[0].after = "person\n"; // a, which moves.
            reply.proposal->files[1].after = "2\n"; // Of c, which was to go, a part stays.
            return reply;
        });
        plant(bench, {{u"a"_s, "1\n"}, {u"b"_s, "1\n"}, {u"c"_s, "1\n2\n"}});
        const Settled settled =
                bench.call(u"apply_patch"_s,
                           patch(u"*** Update File: a\n*** Move to: z\n@@\n-1\n+model\n"
                                 "*** Update File: b\n@@\n-1\n+x\n*** Delete File: c\n"_s));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(treeOf(bench), Tree({{u"b"_s, "1\n"}, {u"c"_s, "2\n"}, {u"z"_s, "person\n"}}));
        QVERIFY(settled.modelText().contains(u"-model\n+person\n"_s));
        QVERIFY(settled.modelText().contains(u"left this out, so it was not changed: b."_s));
    }

    void modeMovesWithTheFile()
    {
        Workbench bench;
        const QString path = bench.file(u"run.sh"_s, "a\n");
        QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0750), 0);
        QVERIFY(bench.call(u"apply_patch"_s,
                           patch(u"*** Update File: run.sh\n*** Move to: bin/run\n"_s))
                        .ok());
        struct stat status{};
        QCOMPARE(::stat(QFile::encodeName(bench.path(u"bin/run"_s)).constData(), &status), 0);
        QCOMPARE(int(status.st_mode & 07777), 0750);
    }

    void throughALinkTheFileIsChanged()
    {
        Workbench bench(asking());
        bench.seat([](const Permission::Request &) { return yes(); });
        bench.file(u"real"_s, "1\n2\n");
        QVERIFY(QFile::link(u"real"_s, bench.path(u"link"_s)));
        // The link and the file are one: the second section sees what the first one did.
        QVERIFY(bench.call(u"apply_patch"_s,
                           patch(u"*** Update File: link\n@@\n-1\n+x\n"
                                 "*** Update File: real\n@@\n x\n-2\n+y\n"_s))
                        .ok());
        QVERIFY(QFileInfo(bench.path(u"link"_s)).isSymLink());
        QCOMPARE(bench.bytesOf(u"real"_s), QByteArray("x\ny\n"));
        QCOMPARE(bench.asked().first().inquiry.resources, QStringList({u"real"_s, u"link"_s}));
    }

    void eachOutsideFolderIsAskedOnce()
    {
        Workbench bench(asking()
                        + Permission::Ruleset{rule(u"external_directory"_s, u"*"_s, Effect::Ask)});
        bench.seat([](const Permission::Request &) { return yes(); });
        const QString first = bench.scratch.write(u"other/1"_s, "1\n");
        const QString second = bench.scratch.write(u"other/2"_s, "1\n");
        const Settled settled =
                bench.call(u"apply_patch"_s,
                           patch(u"*** Delete File: %1\n*** Update File: %2\n@@\n-1\n+2\n"_s.arg(
                                   first, second)));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QStringList actions;
        for (const Permission::Request &request : bench.asked())
            actions.append(request.inquiry.action);
        QCOMPARE(actions, QStringList({u"external_directory"_s, u"edit"_s}));
        QVERIFY(!QFile::exists(first));
    }

    void offersAreTheFilesAndTheirFolders()
    {
        Workbench bench(asking());
        bench.seat([](const Permission::Request &) { return yes(); });
        bench.file(u"src/a"_s, "1\n");
        bench.file(u"src/b"_s, "1\n");
        QVERIFY(bench.call(u"apply_patch"_s,
                           patch(u"*** Delete File: src/a\n*** Update File: src/b\n*** Move to: c\n"_s))
                        .ok());
        QCOMPARE(bench.asked().first().inquiry.save,
                 QList<Permission::SaveOffer>({{u"src/a"_s, true},
                                               {u"src/*"_s, false},
                                               {u"src/b"_s, true},
                                               {u"c"_s, true}}));
    }
};

} // namespace Countersign::Test

QTEST_GUILESS_MAIN(Countersign::Test::ApplyPatchToolTest)
#include "tst_applypatchtool.moc"
