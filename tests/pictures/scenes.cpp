// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "scenes.h"

#include "changes.h"
#include "review/diffview.h"
#include "samples.h"
#include "support/scratch.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Countersign::Pictures {

namespace {

constexpr int kPatienceMs = 10'000;

Permission::Request requestFor(const QList<Diff::FileChange> &files)
{
    Permission::Request request = Samples::editRequest(u"per_1"_s, files);
    request.inquiry.save = {{u"src/*"_s, false}, {files.first().resource, true}};
    return request;
}

/// A scene that shows one change and does nothing more.
Scene plain(const QString &name, const Diff::FileChange &file,
            Review::ReviewPanel::Layout layout = Review::ReviewPanel::Layout::SideBySide)
{
    return {name, [file, layout](Stage &stage) {
                stage.panel().setLayoutChoice(layout);
                stage.show(requestFor({file}));
            }};
}

/// Moves the keyboard to the first row that has `text`.
void goTo(Stage &stage, const QString &text)
{
    auto &view = stage.part<Review::DiffView>("diffView");
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Home);
    while (!view.rowText(view.currentRow()).contains(text)) {
        const int before = view.currentRow();
        QTest::keyClick(&view, Qt::Key_Down);
        if (view.currentRow() == before)
            qFatal("No row has %s.", qPrintable(text));
    }
}

void remark(Stage &stage, const QString &words)
{
    auto &view = stage.part<Review::DiffView>("diffView");
    stage.press(view, Qt::Key_C);
    auto &field = stage.part<QLineEdit>("noteText");
    field.setText(words);
    stage.press(field, Qt::Key_Return);
}

/// A part of a change is taken, with remarks on a line and a range.
void partWithRemarks(Stage &stage, Review::ReviewPanel::Layout layout)
{
    stage.panel().setLayoutChoice(layout);
    stage.show(requestFor({twoHunkEdit()}));
    auto &view = stage.part<Review::DiffView>("diffView");
    goTo(stage, u"result.reserve"_s);
    remark(stage, u"Measure it first: a word is six letters here."_s);
    goTo(stage, u"++found"_s);
    stage.press(view, Qt::Key_N, Qt::ShiftModifier);
    goTo(stage, u"size_t found"_s);
    QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
    remark(stage, u"Keep the loop until C++20 is everywhere."_s);
}

Permission::Request onDisk(const Test::Scratch &scratch)
{
    Diff::FileChange file = twoHunkEdit();
    file.target = scratch.write(u"src/tokens.cpp"_s, file.before);
    return requestFor({file});
}

/// The file changes, and the change cannot be made any more.
void fitsNoMore(Stage &stage)
{
    const Test::Scratch scratch;
    const Permission::Request request = onDisk(scratch);
    stage.panel().setLayoutChoice(Review::ReviewPanel::Layout::SideBySide);
    stage.show(request);
    QSignalSpy wanted(&stage.panel(), &Review::ReviewPanel::recomputeWanted);
    scratch.write(u"src/tokens.cpp"_s, "// Moved to lexer.cpp.\n");
    if (wanted.isEmpty() && !wanted.wait(kPatienceMs))
        qFatal("The change on disk is not noticed.");
    stage.panel().cannotRevise(
            request.id,
            u"The text that it replaces is not in src/tokens.cpp any more, at least not exactly."_s);
    stage.settle();
}

/// The file changes, and the change is computed again.
void computedAgain(Stage &stage)
{
    const Test::Scratch scratch;
    Permission::Request request = onDisk(scratch);
    stage.panel().setLayoutChoice(Review::ReviewPanel::Layout::SideBySide);
    stage.show(request);
    Diff::FileChange &file = request.inquiry.proposal.files.first();
    for (QByteArray *side : {&file.before, &file.after})
        side->replace("#include <cctype>\n", "#include <algorithm>\n#include <cctype>\n");
    scratch.write(u"src/tokens.cpp"_s, file.before);
    ++request.inquiry.revision;
    QSignalSpy colored(&stage.panel(), &Review::ReviewPanel::colored);
    stage.panel().revise(request);
    if (colored.isEmpty() && !colored.wait(kPatienceMs))
        qFatal("The change does not come to the screen again.");
    stage.settle();
}

void inPlace(Stage &stage)
{
    stage.panel().setLayoutChoice(Review::ReviewPanel::Layout::SideBySide);
    stage.show(requestFor({twoHunkEdit()}));
    stage.press(stage.part<Review::DiffView>("diffView"), Qt::Key_E);
    auto &text = stage.part<QPlainTextEdit>("editText");
    if (!text.find(u"text.size() / 4"_s))
        qFatal("The text is not in the editor.");
    QTest::keyClicks(&text, u"text.size() / 6"_s);
    stage.settle();
}

void changedByThePerson(Stage &stage)
{
    inPlace(stage);
    stage.press(stage.part<QPlainTextEdit>("editText"), Qt::Key_Return, Qt::ControlModifier);
    stage.settle();
}

} // namespace

Stage::Stage()
    : m_actions(std::make_unique<Actions::Registry>())
    , m_window(std::make_unique<QWidget>())
    , m_panel(new Review::ReviewPanel(*m_actions))
{
    auto *layout = new QVBoxLayout(m_window.get());
    layout->setContentsMargins({});
    layout->addWidget(m_panel);
    m_window->resize(1180, 760);
    m_window->show();
    if (!QTest::qWaitForWindowActive(m_window.get()))
        qFatal("The window does not become active.");
}

Stage::~Stage() = default;

void Stage::show(const Permission::Request &request)
{
    QSignalSpy ready(m_panel, &Review::ReviewPanel::ready);
    QSignalSpy colored(m_panel, &Review::ReviewPanel::colored);
    m_panel->show(request);
    if (!QTest::qWaitFor([&] { return !ready.isEmpty() && !colored.isEmpty(); }, kPatienceMs))
        qFatal("The change does not come to the screen.");
    settle();
}

void Stage::press(QWidget &part, Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    part.setFocus();
    QTest::keyClick(&part, key, modifiers);
    settle();
}

void Stage::showInstead(QWidget *window, std::shared_ptr<void> owner)
{
    m_window->hide();
    m_owner = std::move(owner);
    m_other = window;
    m_other->show();
    m_other->activateWindow();
    if (!QTest::qWaitForWindowActive(m_other))
        qFatal("The window does not become active.");
}

void Stage::settle()
{
    // Past the 400 ms in which a new question takes no answer, so that the buttons are as they stay.
    QTest::qWait(500);
}

QList<Scene> scenes()
{
    using Layout = Review::ReviewPanel::Layout;
    return {
            plain(u"two-hunks-side-by-side"_s, twoHunkEdit()),
            plain(u"two-hunks-unified"_s, twoHunkEdit(), Layout::Unified),
            {u"twelve-files"_s,
             [](Stage &stage) {
                 stage.panel().setLayoutChoice(Layout::SideBySide);
                 stage.show(requestFor(twelveFilePatch()));
             }},
            plain(u"crlf-to-lf"_s, carriageReturnsRemoved()),
            plain(u"no-break-spaces"_s, noBreakSpaces()),
            plain(u"bidirectional-attack"_s, bidirectionalAttack()),
            plain(u"deleted-file"_s, deletedFile(), Layout::Unified),
            plain(u"image"_s, image()),
            plain(u"long-lines"_s, longLines()),
            {u"long-lines-wrapped"_s,
             [](Stage &stage) {
                 stage.panel().setWrapped(true);
                 stage.panel().setLayoutChoice(Layout::SideBySide);
                 stage.show(requestFor({longLines()}));
             }},
            {u"long-lines-wrapped-unified"_s,
             [](Stage &stage) {
                 stage.panel().setWrapped(true);
                 stage.panel().setLayoutChoice(Layout::Unified);
                 stage.show(requestFor({longLines()}));
             }},
            {u"find"_s,
             [](Stage &stage) {
                 stage.panel().setLayoutChoice(Layout::SideBySide);
                 stage.show(requestFor({twoHunkEdit()}));
                 stage.press(stage.part<Review::DiffView>("diffView"), Qt::Key_F,
                             Qt::ControlModifier);
                 QTest::keyClicks(&stage.part<QLineEdit>("findText"), u"return"_s);
                 stage.settle();
             }},
            {u"part-with-remarks"_s,
             [](Stage &stage) {
                 partWithRemarks(stage, Layout::SideBySide);
             }},
            {u"part-with-remarks-unified"_s,
             [](Stage &stage) {
                 partWithRemarks(stage, Layout::Unified);
             }},
            {u"editing"_s, inPlace},
            {u"changed-by-the-person"_s, changedByThePerson},
            {u"stale"_s, fitsNoMore},
            {u"computed-again"_s, computedAgain},
    };
}

} // namespace Countersign::Pictures
