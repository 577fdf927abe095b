// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "review/diffview.h"
#include "samples.h"
#include "theme/theme.h"

#include <QApplication>
#include <QScrollBar>
#include <QTest>
#include <QVBoxLayout>

#include <memory>

namespace Countersign::Review {

/// A diff view alone in a window of 760 by 400.
class ViewFixture
{
protected:
    static void setUpAll() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }
    void setUp();
    void tearDown() { m_window.reset(); }

    void show(const Diff::FileChange &change, Presentation presentation);
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(m_view, key, modifiers);
    }
    /// What is on screen has been painted, and what listens to that has heard it.
    void paint() const;
    [[nodiscard]] int top() const { return m_view->verticalScrollBar()->value(); }
    [[nodiscard]] int foldRow(int nth = 0) const;
    /// The first row whose text has `text` in it; -1: there is none.
    [[nodiscard]] int rowWith(const QString &text) const;
    /// The middle of a screen line of a visual row, in the viewport.
    [[nodiscard]] QPoint centre(int visual, int x, int line = 0) const;

    std::unique_ptr<QWidget> m_window;
    DiffView *m_view = nullptr;
};

inline void ViewFixture::setUp()
{
    m_window = std::make_unique<QWidget>();
    m_view = new DiffView;
    auto *layout = new QVBoxLayout(m_window.get());
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    m_window->resize(760, 400);
    m_window->show();
    m_view->setFocus();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

inline void ViewFixture::show(const Diff::FileChange &change, Presentation presentation)
{
    Result<DiffDocument> built = buildDocument(change);
    QVERIFY2(built.has_value(), built ? "" : qPrintable(built.error().message));
    m_view->setPresentation(presentation);
    m_view->setDocument(std::make_shared<const DiffDocument>(*std::move(built)));
}

inline void ViewFixture::paint() const
{
    m_view->repaint();
    QCoreApplication::sendPostedEvents();
}

inline int ViewFixture::foldRow(int nth) const
{
    for (int i = 0; i < m_view->visuals().size(); ++i) {
        if (m_view->visuals().at(i).kind == VisualRow::Kind::Fold && nth-- == 0)
            return i;
    }
    return -1;
}

inline int ViewFixture::rowWith(const QString &text) const
{
    for (int i = 0; i < m_view->visuals().size(); ++i) {
        if (m_view->rowText(i).contains(text))
            return i;
    }
    return -1;
}

inline QPoint ViewFixture::centre(int visual, int x, int line) const
{
    const int at = m_view->screenLines().first(visual) + line - top();
    return {x, at * m_view->rowHeight() + m_view->rowHeight() / 2};
}

} // namespace Countersign::Review
