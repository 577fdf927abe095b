// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/registry.h"
#include "bench.h"
#include "difftexts.h"
#include "review/diffview.h"
#include "review/reviewpanel.h"
#include "support/scratch.h"
#include "theme/theme.h"

#include <QApplication>
#include <QEventLoop>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMap>
#include <QMouseEvent>
#include <QPixmap>
#include <QScrollBar>
#include <QTimer>

#include <memory>

using namespace Countersign::Review;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace Countersign::Bench {

namespace {

constexpr int kRuns = 7;
constexpr QSize kWindow(1400, 900); // Side by side.
constexpr std::chrono::milliseconds kPatience{60'000};

Diff::FileChange changeOf(const QString &path, const QByteArray &before, const QByteArray &after)
{
    return {Diff::ChangeKind::Modified, path, u"/nowhere/"_s + path, {}, before, after, {}};
}

/// Runs the event loop as the program does and knows how long it could not answer.
class Beat
{
public:
    Beat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(std::chrono::milliseconds(1));
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            m_longest = std::max(m_longest, m_last.ms());
            m_last = Stopwatch();
            if (m_until())
                m_loop.quit();
            else if (m_start.ms() > double(kPatience.count()))
                qFatal("review: it did not come to its end");
        });
    }

    /// Calls `work` from the loop, and lets it run until `until` says so.
    void run(std::function<void()> work, std::function<bool()> until)
    {
        m_until = std::move(until);
        m_start = m_last = Stopwatch();
        QTimer::singleShot(0, &m_timer, std::move(work));
        m_timer.start();
        m_loop.exec();
        m_timer.stop();
    }

    [[nodiscard]] double longestMs() const { return m_longest; }

private:
    QTimer m_timer;
    QEventLoop m_loop;
    std::function<bool()> m_until;
    Stopwatch m_start;
    Stopwatch m_last;
    double m_longest = 0;
};

/// The panel in a window, and when a change in it was on screen.
class Window : public QObject
{
public:
    Window()
    {
        m_panel = new ReviewPanel(m_actions, &m_window);
        m_panel->resize(kWindow);
        m_window.resize(kWindow);
        m_window.show();
        m_view = m_panel->findChild<DiffView *>(u"diffView"_s);
        m_view->viewport()->installEventFilter(this);
        connect(m_panel, &ReviewPanel::ready, this, [this] { m_ready = true; });
        connect(m_panel, &ReviewPanel::colored, this, [this] { m_colored = true; });
        QApplication::sendPostedEvents();
    }

    struct Times
    {
        double paintedMs = 0;
        double blockedMs = 0;
    };
    /// From the call until everything that follows from it has come to rest.
    Times open(const QList<Diff::FileChange> &files)
    {
        Permission::Request request;
        request.id = RequestId(u"per_%1"_s.arg(++m_requests));
        request.inquiry.action = u"edit"_s;
        request.inquiry.proposal.files = files;
        for (const Diff::FileChange &file : files)
            request.inquiry.resources.append(file.resource);
        m_ready = m_colored = false;
        m_paintedMs = 0;
        const QListWidget *list = m_panel->findChild<QListWidget *>(u"reviewFiles"_s);
        QString asListed;
        const auto described = [list, &files] {
            return list->item(int(files.size()) - 1)->data(Qt::AccessibleTextRole).toString();
        };
        Beat beat;
        beat.run(
                [&] {
                    m_watch = Stopwatch();
                    m_panel->show(request);
                    asListed = described();
                },
                [&] {
                    return m_paintedMs > 0 && m_colored
                            && (files.size() == 1 || described() != asListed);
                });
        return {m_paintedMs, beat.longestMs()};
    }

    /// Of each thing that a person does with an open file: how long it keeps the desk from answering.
    using Blocks = QMap<QString, double>;
    Blocks use()
    {
        Blocks blocks;
        const auto step = [&](
                                  const QString &name, std::function<void()> work,
                                  const std::function<bool()> &until = [] { return true; }) {
            Beat beat;
            beat.run(
                    [&] {
                        work();
                        // A window of no screen is not always painted.
                        m_view->viewport()->render(&m_frame);
                    },
                    [&] { return until(); });
            blocks.insert(name, beat.longestMs());
        };
        QWidget *viewport = m_view->viewport();
        QScrollBar *across = m_view->horizontalScrollBar();
        QScrollBar *down = m_view->verticalScrollBar();
        const auto move = [&](QPoint to, Qt::MouseButtons buttons = Qt::NoButton) {
            QMouseEvent event(QEvent::MouseMove, to, viewport->mapToGlobal(to), Qt::NoButton,
                              buttons, Qt::NoModifier);
            QApplication::sendEvent(viewport, &event);
        };
        const auto press = [&](QEvent::Type type, QPoint at) {
            QMouseEvent event(type, at, viewport->mapToGlobal(at), Qt::LeftButton,
                              type == QEvent::MouseButtonPress ? Qt::LeftButton : Qt::NoButton,
                              Qt::NoModifier);
            QApplication::sendEvent(viewport, &event);
        };
        const auto key = [&](int code, Qt::KeyboardModifiers modifiers) {
            QKeyEvent event(QEvent::KeyPress, code, modifiers);
            QApplication::sendEvent(m_view, &event);
        };
        const QPoint text(viewport->width() - 100, m_view->rowHeight() * 3 / 2);
        step(u"scroll sideways"_s, [&] { across->setValue(across->maximum() / 2); });
        step(u"scroll to the end of the line"_s, [&] { across->setValue(across->maximum()); });
        step(u"hover"_s, [&] { move(text); });
        step(u"select to the start"_s, [&] {
            press(QEvent::MouseButtonPress, text);
            across->setValue(0);
            move(text, Qt::LeftButton);
            press(QEvent::MouseButtonRelease, text);
        });
        step(u"copy a part"_s, [&] { key(Qt::Key_C, Qt::ControlModifier); });
        step(u"copy all"_s, [&] {
            key(Qt::Key_A, Qt::ControlModifier);
            key(Qt::Key_C, Qt::ControlModifier);
        });
        step(u"wrap"_s, [&] { m_panel->setWrapped(true); });
        step(u"scroll the wrapped line"_s, [&] { down->setValue(down->maximum() / 2); });
        step(u"scroll to the end of the wrapped line"_s, [&] { down->setValue(down->maximum()); });
        auto *words = m_panel->findChild<QLineEdit *>(u"findText"_s);
        step(
                u"find"_s,
                [&] {
                    m_actions.find(u"review.find"_s)->trigger();
                    words->setText(u"changed"_s);
                },
                [&] { return m_view->currentMatch() >= 0; });
        step(
                u"find what is everywhere"_s, [&] { words->setText(u"=1"_s); },
                [&] { return m_view->matchCount() == kMostMatches; });
        step(u"previous match"_s, [&] { m_actions.find(u"review.findPrevious"_s)->trigger(); });
        step(u"do not wrap"_s, [&] { m_panel->setWrapped(false); });
        step(
                u"leave out"_s, [&] { m_actions.find(u"review.leaveOut"_s)->trigger(); },
                [&] { return m_view->isLeftOut(0); });
        step(
                u"take in"_s, [&] { m_actions.find(u"review.takeIn"_s)->trigger(); },
                [&] { return !m_view->isLeftOut(0); });
        step(u"put away"_s, [&] { close(); });
        return blocks;
    }

    void close()
    {
        m_panel->clear();
        QApplication::sendPostedEvents();
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint && m_ready && m_paintedMs == 0) {
            m_view->viewport()->removeEventFilter(this);
            QApplication::sendEvent(watched, event);
            m_view->viewport()->installEventFilter(this);
            m_paintedMs = m_watch.ms();
            return true;
        }
        return QObject::eventFilter(watched, event);
    }

private:
    Actions::Registry m_actions;
    QWidget m_window;
    ReviewPanel *m_panel = nullptr;
    DiffView *m_view = nullptr;
    Stopwatch m_watch;
    double m_paintedMs = 0;
    QPixmap m_frame = QPixmap(kWindow);
    int m_requests = 0;
    bool m_ready = false;
    bool m_colored = false;
};

void benchFirstPaint()
{
    const auto [before, after] = changedTexts(100'000, 100);
    const Diff::FileChange change = changeOf(u"a.cpp"_s, before, after);
    Window window;
    std::vector<double> painted;
    std::vector<double> built;
    for (int run = 0; run <= kRuns; ++run) {
        const double all = window.open({change}).paintedMs;
        window.close();
        const Stopwatch watch;
        if (!buildDocument(change))
            qFatal("diff.first_paint_ms: the texts were not compared");
        if (run == 0)
            continue; // Fonts are loaded.
        built.push_back(watch.ms());
        painted.push_back(all);
    }
    report({u"diff.first_paint_ms"_s, std::max(0.0, median(painted) - median(built)), u"ms"_s,
            u"after the rows; the request is on screen %1 ms after it came"_s.arg(median(painted),
                                                                                  0, 'f', 1),
            0});
}

void benchScrolling()
{
    const auto [before, after] = changedTexts(1'000'000, 10);
    auto built = buildDocument(changeOf(u"a.cpp"_s, before, after));
    if (!built)
        qFatal("diff.scroll_1m_worst_frame_ms: the texts were not compared");
    built->folds.clear();
    DiffView view;
    view.resize(kWindow);
    view.setPresentation(Presentation::SideBySide);
    view.show();
    view.setDocument(std::make_shared<const DiffDocument>(*std::move(built)));
    QApplication::sendPostedEvents();
    QScrollBar *bar = view.verticalScrollBar();
    QList<int> places;
    for (int i = 0; i < 100; ++i)
        places.append(i * 3); // The wheel,
    for (int i = 0; i < 100; ++i)
        places.append(500'000 + i * bar->pageStep()); // the page key,
    for (int i = 0; i < 100; ++i)
        places.append(int(qint64(bar->maximum()) * (i * 37 % 100) / 100)); // and the slider.
    QPixmap frame(view.viewport()->size());
    // What else the machine does meets a frame in one pass and not in the others.
    std::vector<std::vector<double>> frames(size_t(places.size()));
    for (int pass = 0; pass < kRuns; ++pass) {
        for (size_t i = 0; i < frames.size(); ++i) {
            const Stopwatch watch;
            bar->setValue(places.at(qsizetype(i)));
            view.viewport()->render(&frame); // A window of no screen is not painted when asked.
            frames[i].push_back(watch.ms());
        }
    }
    if (view.seenCount() == 0)
        qFatal("diff.scroll_1m_worst_frame_ms: nothing was painted");
    double worst = 0;
    for (const std::vector<double> &times : frames)
        worst = std::max(worst, median(times));
    report({u"diff.scroll_1m_worst_frame_ms"_s, worst, u"ms"_s, {}, 0});
}

void benchManyFiles()
{
    QList<Diff::FileChange> files;
    for (int i = 0; i < 200; ++i) {
        const auto [before, after] = changedTexts(1'000, 50);
        files.append(changeOf(u"src/part%1/file%1.cpp"_s.arg(i), before, after));
    }
    Window window;
    std::vector<double> blocked;
    for (int run = 0; run <= kRuns; ++run) {
        const double ms = window.open(files).blockedMs;
        window.close();
        if (run > 0)
            blocked.push_back(ms);
    }
    report({u"diff.open_200_files_gui_block_ms"_s, median(blocked), u"ms"_s, {}, 0});
}

void benchLongLine()
{
    Window window;
    double worst = 0;
    double blocked = 0;
    QString by;
    for (const QByteArray &word :
         {QByteArray("let value=1;"), QByteArray("\tgr\xC3\xBC\xC3\x9F=1;")}) {
        const QByteArray before = word.repeated(5'000'000 / word.size());
        QByteArray after = before;
        after.replace(after.size() / 2 + 3, 1, "changed");
        std::vector<double> painted;
        QMap<QString, std::vector<double>> blocks;
        for (int run = 0; run < kRuns; ++run) {
            const Window::Times times = window.open({changeOf(u"a.js"_s, before, after)});
            painted.push_back(times.paintedMs);
            blocks[u"open"_s].push_back(times.blockedMs);
            const Window::Blocks used = window.use();
            for (auto step = used.cbegin(); step != used.cend(); ++step)
                blocks[step.key()].push_back(step.value());
        }
        worst = std::max(worst, median(painted));
        for (auto step = blocks.cbegin(); step != blocks.cend(); ++step) {
            const double ms = median(step.value());
            if (ms > blocked)
                by = step.key();
            blocked = std::max(blocked, ms);
        }
    }
    report({u"diff.5mb_line_ms"_s, worst, u"ms"_s, u"until it is painted"_s, 0});
    report({u"diff.5mb_line_gui_block_ms"_s, blocked, u"ms"_s, u"by: "_s + by, 0});
}

} // namespace

void benchReview()
{
    struct Part
    {
        QStringList names;
        void (*run)();
    };
    const QList<Part> parts{
            {{u"diff.first_paint_ms"_s}, benchFirstPaint},
            {{u"diff.scroll_1m_worst_frame_ms"_s}, benchScrolling},
            {{u"diff.open_200_files_gui_block_ms"_s}, benchManyFiles},
            {{u"diff.5mb_line_ms"_s, u"diff.5mb_line_gui_block_ms"_s}, benchLongLine}};
    if (std::none_of(parts.begin(), parts.end(),
                     [](const Part &part) { return isWanted(part.names); }))
        return;
    const Scratch home;
    qputenv("COUNTERSIGN_HOME", home.path().toUtf8());
    Theme::Theme::install(*qApp, Theme::Scheme::Light);
    for (const Part &part : parts) {
        if (isWanted(part.names))
            part.run();
    }
    qunsetenv("COUNTERSIGN_HOME");
}

} // namespace Countersign::Bench
