// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "window/mainwindow.h"

#include "actions/keymap.h"
#include "actions/registry.h"
#include "changes/changespanel.h"
#include "composer/composer.h"
#include "conversation/conversationview.h"
#include "inbox/inboxpanel.h"
#include "keys/keyoverlay.h"
#include "review/reviewpanel.h"
#include "sessionlist/sessionpanel.h"
#include "theme/states.h"
#include "theme/theme.h"
#include "todo/todopanel.h"
#include "window/headerbar.h"
#include "window/infobar.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDockWidget>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace Countersign::Window {

using namespace Qt::StringLiterals;

namespace {

constexpr int kNarrow = 1000; ///< Below this width the inbox folds into the badge.
constexpr int kStateVersion = 1; ///< Of the docks' stored arrangement.

QString windowFile(const AppPaths &paths)
{
    return paths.config + u"/window.ini"_s;
}

} // namespace

MainWindow::MainWindow(Engine &engine, const AppPaths &paths, QWidget *parent)
    : QMainWindow(parent)
    , m_engine(engine)
    , m_paths(paths)
    , m_actions(new Actions::Registry(this))
    , m_keymap(new Actions::Keymap(*m_actions, paths.config + u"/keys.jsonc"_s, this))
{
    setObjectName(u"mainWindow"_s);
    setWindowIcon(Theme::Theme::instance().icon(u"seal"_s, Theme::Token::Accent));
    build();
    addActions();
    connectPanels();
    connectChanges();
    connectEngine();
    restore();

    QList<std::pair<QString, QString>> agents;
    const QList<AgentInfo> infos = m_engine.agents();
    for (const AgentInfo &agent : infos)
        agents.append({agent.name, agent.description});
    m_header->setAgents(agents, infos.isEmpty() ? QString() : infos.first().name);
    m_header->setProject(m_engine.projectName(), m_engine.directory());
    m_header->setModel(m_engine.model());
    const QStringList problems = m_engine.configProblems() + m_keymap->load();
    for (const QString &problem : problems)
        m_info->add(problem);
    m_requests = m_engine.pendingRequests();
    m_inbox->setRequests(m_requests);
    m_questions = m_engine.pendingQuestions();
    m_inbox->setQuestions(m_questions);
    m_engine.requestSessions();
    newSession();
    updateWaiting();
    m_composer->focusText();
}

MainWindow::~MainWindow() = default;

void MainWindow::build()
{
    m_header = new HeaderBar(this);
    m_info = new InfoBar(this);
    m_sessions = new SessionList::SessionPanel(*m_actions, this);
    m_conversation = new Conversation::ConversationView(*m_actions, this);
    m_review = new Review::ReviewPanel(*m_actions, this);
    m_changes = new Changes::ChangesPanel(*m_actions, this);
    m_todos = new Todos::TodoPanel(*m_actions, this);
    m_composer = new Composer::Composer(*m_actions, this); // The order of Tab.
    m_inbox = new Inbox::InboxPanel(*m_actions, this);
    m_conversation->setEmptyText(
            tr("Say what should be done. Every change and command comes to your desk first."));

    m_centre = new QSplitter(Qt::Vertical, this);
    m_centre->setObjectName(u"centre"_s);
    m_centre->addWidget(m_conversation);
    m_stage = new QStackedWidget(this);
    m_stage->addWidget(m_review);
    m_stage->addWidget(m_changes);
    m_centre->addWidget(m_stage);
    m_centre->setStretchFactor(0, 2);
    m_centre->setStretchFactor(1, 3);
    m_centre->setChildrenCollapsible(false);
    m_stage->hide();

    auto *middle = new QWidget(this);
    auto *layout = new QVBoxLayout(middle);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_info);
    layout->addWidget(m_centre, 1);
    layout->addWidget(m_todos);
    layout->addWidget(m_composer);
    setCentralWidget(middle);

    const auto dock = [this](const QString &name, const QString &title, QWidget *panel,
                             Qt::DockWidgetArea area) {
        auto *widget = new QDockWidget(title, this);
        widget->setObjectName(name);
        widget->setWidget(panel);
        widget->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable);
        addDockWidget(area, widget);
        return widget;
    };
    m_sessionDock = dock(u"sessionDock"_s, tr("Sessions"), m_sessions, Qt::LeftDockWidgetArea);
    m_inboxDock = dock(u"inboxDock"_s, tr("Inbox"), m_inbox, Qt::RightDockWidgetArea);
    resizeDocks({m_sessionDock, m_inboxDock}, {220, 300}, Qt::Horizontal);
}

void MainWindow::addActions()
{
    const auto add = [this](const QString &id, const QString &text, const QString &tip,
                            const QKeySequence &keys, auto act) {
        connect(m_actions->add(this, {id, text, tip, {keys}, {}, Qt::WindowShortcut}),
                &QAction::triggered, this, act);
    };
    add(u"composer.focus"_s, tr("Write to the Agent"), tr("Go to the message field"),
        QKeySequence(u"Ctrl+L"_s), [this] { m_composer->focusText(); });
    // The inbox's own action, made to work while its dock is hidden.
    if (QAction *inbox = m_actions->find(u"inbox.focus"_s)) {
        addAction(inbox);
        connect(inbox, &QAction::triggered, this, [this, inbox] {
            if (m_inboxDock->isVisible())
                return;
            m_inboxDock->show();
            inbox->trigger();
        });
    }
    add(u"review.focus"_s, tr("Go to the Review"), tr("Show the request under review"),
        QKeySequence(u"Ctrl+R"_s), [this] {
            if (m_review->current().isEmpty())
                showNextRequest();
            m_review->setFocus(Qt::ShortcutFocusReason);
        });
    add(u"changes.open"_s, tr("Changes of This Session"),
        tr("Show what this session changed on the disk, or go back"),
        QKeySequence(u"Ctrl+Shift+R"_s), [this] {
            const bool visible = !m_changes->isVisibleTo(this);
            showChanges(visible);
            if (visible)
                m_changes->focusFiles();
            else
                m_composer->focusText();
        });
    m_header->setChangesAction(m_actions->find(u"changes.open"_s));
    add(u"review.maximise"_s, tr("Review in the Whole Centre"),
        tr("Give the review the whole centre, or give it back"), QKeySequence(u"F11"_s),
        [this] { toggleReviewMaximised(); });
    QAction *keys = m_actions->add(this,
                                   {u"window.keys"_s,
                                    tr("Keyboard Shortcuts"),
                                    tr("Show all actions with their keys, and change those"),
                                    {QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)},
                                    {},
                                    Qt::WindowShortcut});
    connect(keys, &QAction::triggered, this, &MainWindow::showKeys);
    m_header->setHelpActions({keys});
    add(u"window.quit"_s, tr("Quit"), tr("Close Countersign"), QKeySequence(Qt::CTRL | Qt::Key_Q),
        [this] { close(); });
}

void MainWindow::showReview(bool visible)
{
    showStage(m_review, visible);
}

void MainWindow::showChanges(bool visible)
{
    if (visible)
        m_changes->setSession(m_session);
    showStage(m_changes, visible);
    // The review that had to give way comes back.
    if (!visible && m_review->current().isEmpty())
        showNextRequest();
    else if (!visible)
        showReview(true);
}

void MainWindow::showStage(QWidget *panel, bool visible)
{
    if (!visible && m_stage->currentWidget() != panel)
        return; // Something else is there.
    if (visible)
        m_stage->setCurrentWidget(panel);
    m_stage->setVisible(visible);
    // The first time, before anybody has moved the handle: the conversation keeps two fifths.
    if (visible && !m_parted) {
        m_parted = true;
        m_centre->setSizes({2 * m_centre->height() / 5, 3 * m_centre->height() / 5});
    }
    if (!visible)
        m_conversation->show();
}

void MainWindow::toggleReviewMaximised()
{
    if (m_stage->isVisibleTo(this))
        m_conversation->setVisible(!m_conversation->isVisibleTo(this));
}

void MainWindow::showKeys()
{
    if (!m_keys) {
        m_keys = new Keys::KeyOverlay(*m_actions, *m_keymap, m_actions->find(u"window.keys"_s),
                                      this);
        connect(m_keys, &Keys::KeyOverlay::notKept, m_info, &InfoBar::add);
        connect(m_keys, &Keys::KeyOverlay::closed, this, [this] {
            // The second click of a double click on its way out must not land on an answer.
            m_inbox->rearm();
            m_review->rearm();
        });
    }
    m_keys->open();
}

void MainWindow::restore()
{
    const QSettings settings(windowFile(m_paths), QSettings::IniFormat);
    if (!restoreGeometry(settings.value(u"window/geometry"_s).toByteArray()))
        resize(1280, 800);
    restoreState(settings.value(u"window/docks"_s).toByteArray(), kStateVersion);
    if (settings.value(u"window/inboxFolded"_s).toBool())
        m_inboxDock->show(); // Folds again if there is still no room.
    m_todos->setFolded(settings.value(u"window/todosFolded"_s).toBool());
    m_parted = m_centre->restoreState(settings.value(u"window/centre"_s).toByteArray())
            && m_centre->sizes().value(1) > 0;
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    // The end of the desktop session does not wait for an answer.
    if (!m_busy.isEmpty() && !m_leaving && !qApp->isSavingSession()) {
        event->ignore();
        askToLeave();
        return;
    }
    QDir().mkpath(m_paths.config);
    QSettings settings(windowFile(m_paths), QSettings::IniFormat);
    settings.setValue(u"window/geometry"_s, saveGeometry());
    settings.setValue(u"window/docks"_s, saveState(kStateVersion));
    settings.setValue(u"window/centre"_s, m_centre->saveState());
    settings.setValue(u"window/todosFolded"_s, m_todos->isFolded());
    // The docks' state cannot tell whether it was the person or the width that hid the inbox.
    settings.setValue(u"window/inboxFolded"_s,
                      m_narrow && m_folded && !m_inboxDock->isVisibleTo(this));
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    const bool narrow = width() < kNarrow;
    if (narrow != m_narrow) {
        m_narrow = narrow;
        // Comes back with the room for it, unless the person had closed it.
        if (narrow)
            m_folded = m_inboxDock->isVisibleTo(this);
        if (m_folded)
            m_inboxDock->setVisible(!narrow);
    }
}

void MainWindow::paintEvent(QPaintEvent *event)
{
    QMainWindow::paintEvent(event);
    if (!std::exchange(m_painted, true))
        QTimer::singleShot(0, this, &MainWindow::firstFramePainted);
}

} // namespace Countersign::Window
