// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "stage.h"

#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

namespace Countersign::Pictures {

namespace {

constexpr int kPatienceMs = 10'000;

} // namespace

Stage::Stage(const QSize &size)
    : m_actions(std::make_unique<Actions::Registry>())
    , m_window(std::make_unique<QWidget>())
    , m_panel(new Review::ReviewPanel(*m_actions))
{
    auto *layout = new QVBoxLayout(m_window.get());
    layout->setContentsMargins({});
    layout->addWidget(m_panel);
    m_window->resize(size);
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
    // A command has no colours.
    const bool plain = request.inquiry.proposal.isEmpty();
    if (!QTest::qWaitFor([&] { return !ready.isEmpty() && (plain || !colored.isEmpty()); },
                         kPatienceMs))
        qFatal("The request does not come to the screen.");
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

} // namespace Countersign::Pictures
