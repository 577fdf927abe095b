// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "scenes.h"

#include "changes.h"
#include "review/diffview.h"
#include "samples.h"

#include <QLineEdit>
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
    };
}

} // namespace Countersign::Pictures
