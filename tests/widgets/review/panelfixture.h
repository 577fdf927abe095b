// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "actions/registry.h"
#include "review/reviewpanel.h"
#include "samples.h"
#include "support/scratch.h"
#include "theme/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <memory>

namespace Countersign::Review {

using namespace std::chrono_literals;

/// A review panel in a window, with a home of its own and what it answered.
class PanelFixture
{
protected:
    static void setUpAll();
    void setUp();
    void tearDown();

    template<class T>
    T *part(const char *name) const
    {
        return m_panel->findChild<T *>(QString::fromLatin1(name));
    }
    QPushButton *button(const char *name) const { return part<QPushButton>(name); }
    void click(const char *name) { QTest::mouseClick(button(name), Qt::LeftButton); }
    void show(const Permission::Request &request);
    Permission::Reply reply(int index = 0) const
    {
        return m_answers->at(index).at(1).value<Permission::Reply>();
    }
    RequestId answeredId(int index = 0) const
    {
        return m_answers->at(index).at(0).value<RequestId>();
    }

    std::unique_ptr<Test::Scratch> m_scratch;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Actions::Registry> m_actions;
    std::unique_ptr<QSignalSpy> m_answers;
    ReviewPanel *m_panel = nullptr;
    QLineEdit *m_elsewhere = nullptr;
};

inline void PanelFixture::setUpAll()
{
    Theme::Theme::install(*qApp, Theme::Scheme::Light);
    qRegisterMetaType<Permission::Reply>();
}

inline void PanelFixture::setUp()
{
    m_scratch = std::make_unique<Test::Scratch>();
    qputenv("COUNTERSIGN_HOME", m_scratch->path().toUtf8());
    m_actions = std::make_unique<Actions::Registry>();
    m_window = std::make_unique<QWidget>();
    m_panel = new ReviewPanel(*m_actions);
    m_panel->setArmDelay(0ms);
    m_elsewhere = new QLineEdit;
    auto *layout = new QVBoxLayout(m_window.get());
    layout->addWidget(m_panel);
    layout->addWidget(m_elsewhere);
    m_window->resize(780, 600);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_answers = std::make_unique<QSignalSpy>(m_panel, &ReviewPanel::answered);
}

inline void PanelFixture::tearDown()
{
    m_answers.reset();
    m_window.reset();
    m_actions.reset();
}

inline void PanelFixture::show(const Permission::Request &request)
{
    QSignalSpy ready(m_panel, &ReviewPanel::ready);
    m_panel->show(request);
    QVERIFY(!ready.isEmpty() || ready.wait());
    // What fits on the screen has been on it after the next frame.
    QCoreApplication::sendPostedEvents();
    m_panel->repaint();
    QTest::qWait(0);
}

} // namespace Countersign::Review
