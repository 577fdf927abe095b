// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include <QFile>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

Permission::Ruleset asking()
{
    return {rule(u"edit"_s, u"*"_s, Permission::Effect::Ask)};
}

Permission::Reply yesTo(const Permission::Request &request)
{
    Permission::Reply reply = yes();
    reply.revision = request.inquiry.revision;
    return reply;
}

QJsonObject edit(const QString &from, const QString &to, bool all = false)
{
    return {{u"path"_s, u"f"_s},
            {u"oldString"_s, from},
            {u"newString"_s, to},
            {u"replaceAll"_s, all}};
}

QJsonObject write(const QString &content)
{
    return {{u"path"_s, u"f"_s}, {u"content"_s, content}};
}

QJsonObject patch(const QString &body)
{
    return {{u"patchText"_s, QString(u"*** Begin Patch\n"_s + body + u"*** End Patch\n"_s)}};
}

} // namespace

/// A file changes while the person looks at a change of it: the change is computed again.
class tst_Recompute : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void fits_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QJsonObject>("input");
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("meanwhile");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("told");
        const auto row = [](const char *name, const QString &tool, const QJsonObject &input,
                            const QByteArray &before, const QByteArray &meanwhile,
                            const QByteArray &after, const QString &told) {
            QTest::newRow(name) << tool << input << before << meanwhile << after << told;
        };
        row("edit, moved down", u"edit"_s, edit(u"b"_s, u"B"_s), "a\nb\n", "new\na\nb\n",
            "new\na\nB\n", u"1 replacement (+1 -1 lines)"_s);
        row("edit, all places", u"edit"_s, edit(u"b"_s, u"B"_s, true), "b\n", "b\nb\n", "B\nB\n",
            u"2 replacements (+2 -2 lines)"_s);
        row("edit, line ends became CR LF", u"edit"_s, edit(u"a\nb"_s, u"a\nB"_s), "a\nb\n",
            "a\r\nb\r\n", "a\r\nB\r\n", u"1 replacement (+1 -1 lines)"_s);
        row("edit that was approximate and fits exactly now", u"edit"_s,
            edit(u"if (x) {\n  y();\n}"_s, u"z();"_s), "if (x) {\n    y();\n}\n",
            "if (x) {\n  y();\n}\n", "z();\n", u"1 replacement (+1 -3 lines)"_s);
        row("write replaces what is there now", u"write"_s, write(u"new\n"_s), "a\n", "a\nb\n",
            "new\n", u"Wrote f (+1 -2 lines)"_s);
        row("write keeps the line ends of what is there now", u"write"_s, write(u"x\ny\n"_s), "a\n",
            "a\r\nb\r\n", "x\r\ny\r\n", u"Wrote f (+2 -2 lines)"_s);
        row("patch, moved down", u"apply_patch"_s, patch(u"*** Update File: f\n@@\n a\n-b\n+B\n"_s),
            "a\nb\n", "new\na\nb\n", "new\na\nB\n", u"M f (+1 -1 lines)"_s);
        row("patch, approximate now", u"apply_patch"_s,
            patch(u"*** Update File: f\n@@\n a\n-b\n+B\n"_s), "a\nb\n", "new\na \nb\n",
            "new\na \nB\n", u"Hunk 1 of f is not an exact match"_s);
    }
    void fits()
    {
        QFETCH(QString, tool);
        QFETCH(QJsonObject, input);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, meanwhile);
        QFETCH(QByteArray, after);
        QFETCH(QString, told);
        Workbench bench(asking());
        Result<Permission::Request> revised;
        bench.seat([&](const Permission::Request &request) {
            bench.file(u"f"_s, meanwhile);
            revised = bench.permission().recompute(request.id, {});
            return revised ? yesTo(*revised) : no();
        });
        bench.file(u"f"_s, before);
        const Settled settled = bench.call(tool, input);
        QVERIFY2(revised.has_value(), qPrintable(revised ? QString() : revised.error().message));
        QCOMPARE(revised->inquiry.proposal.files.size(), 1);
        QCOMPARE(revised->inquiry.proposal.files.first().before, meanwhile);
        QCOMPARE(revised->inquiry.proposal.files.first().after, after);
        QCOMPARE(revised->inquiry.revision, 1);
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f"_s), after);
        QVERIFY2(settled.modelText().contains(told), qPrintable(settled.modelText()));
    }

    void fitsNoMore_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QJsonObject>("input");
        QTest::addColumn<QByteArray>("meanwhile"); // Null: the file goes.
        QTest::addColumn<QString>("why");
        const auto row = [](const char *name, const QString &tool, const QJsonObject &input,
                            const QByteArray &meanwhile, const QString &why) {
            QTest::newRow(name) << tool << input << meanwhile << why;
        };
        row("edit, the text is gone", u"edit"_s, edit(u"b"_s, u"B"_s), "a\nc\n",
            u"The text that it replaces is not in f any more, at least not exactly."_s);
        row("edit, almost the text", u"edit"_s, edit(u"a\nb"_s, u"B"_s), "a \nb\n",
            u"The text that it replaces is not in f any more, at least not exactly."_s);
        row("edit, several places now", u"edit"_s, edit(u"b"_s, u"B"_s), "b\nb\n",
            u"The text that it replaces stands at 2 places in f now, so it is not clear which one "
            u"is "
            "meant."_s);
        row("edit, the file is gone", u"edit"_s, edit(u"b"_s, u"B"_s), {},
            u"f is not there any more."_s);
        row("write, done already", u"write"_s, write(u"new\n"_s), "new\n",
            u"f has exactly this content already."_s);
        row("patch, a line is gone", u"apply_patch"_s,
            patch(u"*** Update File: f\n@@\n a\n-b\n+B\n"_s), "a\nc\n", u"No file was changed."_s);
        row("patch, done already", u"apply_patch"_s, patch(u"*** Update File: f\n@@\n-b\n+B\n"_s),
            "a\nB\n", u"No file was changed."_s);
    }
    void fitsNoMore()
    {
        QFETCH(QString, tool);
        QFETCH(QJsonObject, input);
        QFETCH(QByteArray, meanwhile);
        QFETCH(QString, why);
        Workbench bench(asking());
        Result<Permission::Request> revised;
        QList<Permission::Request> pending;
        bench.seat([&](const Permission::Request &request) {
            if (meanwhile.isNull())
                QFile::remove(bench.path(u"f"_s));
            else
                bench.file(u"f"_s, meanwhile);
            revised = bench.permission().recompute(request.id, {});
            pending = bench.permission().pending();
            return yesTo(request); // The request is what it was.
        });
        bench.file(u"f"_s, "a\nb\n");
        const Settled settled = bench.call(tool, input);
        QVERIFY(!revised.has_value());
        QVERIFY2(revised.error().message.contains(why), qPrintable(revised.error().message));
        QCOMPARE(pending.size(), 1);
        QCOMPARE(pending.first().inquiry.revision, 0);
        // And the guard before the write still holds.
        QCOMPARE(settled.error->code, ErrorCode::Stale);
        QCOMPARE(bench.has(u"f"_s), !meanwhile.isNull());
        QCOMPARE(bench.bytesOf(u"f"_s), meanwhile);
    }

    void anAnswerToWhatWasShownBeforeDoesNotCount()
    {
        Workbench bench(asking());
        Result<void> late;
        bench.seat([&](const Permission::Request &request) {
            bench.file(u"f"_s, "1\na\n");
            const auto revised = bench.permission().recompute(request.id, {});
            late = bench.permission().reply(request.id, yesTo(request));
            return yesTo(*revised);
        });
        bench.file(u"f"_s, "a\n");
        QVERIFY(bench.call(u"edit"_s, edit(u"a"_s, u"b"_s)).ok());
        QCOMPARE(late.error().code, ErrorCode::Stale);
        QVERIFY(late.error().message.contains(u"computed again"_s));
        QCOMPARE(bench.bytesOf(u"f"_s), QByteArray("1\nb\n"));
    }

    void aPartOfWhatWasComputedAgain()
    {
        Workbench bench(asking());
        bench.seat([&](const Permission::Request &request) {
            QByteArray lines = "zero\n";
            for (int round = 0; round < 3; ++round) { // Each time anew.
                lines = "more\n" + lines;
                bench.file(u"f"_s, lines + "a\nb\n");
                if (!bench.permission().recompute(request.id, {}))
                    return no();
            }
            const Permission::Request last = bench.permission().pending().first();
            Permission::Reply reply = yesTo(last);
            reply.proposal = last.inquiry.proposal;
            reply.proposal->files.first().after.replace("B\n", "b\n");
            reply.proposal->files.first().facts.append(QString::fromUtf16(Diff::kPartFact));
            return reply;
        });
        bench.file(u"f"_s, "a\nb\n");
        const Settled settled = bench.call(u"edit"_s, edit(u"a\nb"_s, u"A\nB"_s));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f"_s), QByteArray("more\nmore\nmore\nzero\nA\nb\n"));
        QVERIFY(settled.modelText().contains(u"+1 -1 of +2 -2 lines"_s));
    }

    void changedOnceMoreAfterItWasComputedAgain()
    {
        Workbench bench(asking());
        bench.seat([&](const Permission::Request &request) {
            bench.file(u"f"_s, "1\na\n");
            const auto revised = bench.permission().recompute(request.id, {});
            bench.file(u"f"_s, "2\na\n");
            return yesTo(*revised);
        });
        bench.file(u"f"_s, "a\n");
        const Settled settled = bench.call(u"edit"_s, edit(u"a"_s, u"b"_s));
        QCOMPARE(settled.error->code, ErrorCode::Stale);
        QCOMPARE(bench.bytesOf(u"f"_s), QByteArray("2\na\n"));
    }

    void whatCannotBeComputedAgain()
    {
        Workbench bench({rule(u"bash"_s, u"*"_s, Permission::Effect::Ask)});
        Result<Permission::Request> revised;
        bench.seat([&](const Permission::Request &request) {
            revised = bench.permission().recompute(request.id, {});
            return no();
        });
        QVERIFY(!bench.call(u"bash"_s, {{u"command"_s, u"true"_s}}).ok());
        QCOMPARE(revised.error().code, ErrorCode::Unsupported);
        // Nor what is over.
        QCOMPARE(bench.permission().recompute(bench.asked().first().id, {}).error().code,
                 ErrorCode::NotFound);
    }

    void remarksAreReadByTheModelOrNotTaken()
    {
        Workbench bench({rule(u"bash"_s, u"*"_s, Permission::Effect::Ask)});
        Result<void> with;
        bench.seat([&](const Permission::Request &request) {
            Permission::Reply reply = yes();
            reply.message = u"for nobody"_s;
            with = bench.permission().reply(request.id, reply);
            return yes();
        });
        QVERIFY(bench.call(u"bash"_s, {{u"command"_s, u"true"_s}}).ok());
        QCOMPARE(with.error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(tst_Recompute)
#include "tst_recompute.moc"
