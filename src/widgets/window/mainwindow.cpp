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

#include <algorithm>

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

void MainWindow::connectPanels()
{
    connect(m_composer, &Composer::Composer::submitted, this, &MainWindow::submit);
    connect(m_composer, &Composer::Composer::stopRequested, this,
            [this] { m_engine.interrupt(m_session); });
    connect(m_sessions, &SessionList::SessionPanel::newRequested, this, [this] {
        newSession();
        m_composer->focusText();
    });
    connect(m_sessions, &SessionList::SessionPanel::chosen, this, &MainWindow::openSession);
    const auto answer = [this](const RequestId &request, const Permission::Reply &reply) {
        m_engine.reply(request, reply);
    };
    connect(m_review, &Review::ReviewPanel::answered, this, answer);
    connect(m_review, &Review::ReviewPanel::putAside, this, [this] {
        m_review->clear();
        showReview(false);
        m_conversation->setFocus(Qt::OtherFocusReason);
    });
    connect(m_review, &Review::ReviewPanel::recomputeWanted, &m_engine, &Engine::recompute);
    connect(m_inbox, &Inbox::InboxPanel::answered, this, answer);
    connect(m_inbox, &Inbox::InboxPanel::reviewRequested, this,
            [this](const Permission::Request &request) { review(request.id); });
    connect(m_inbox, &Inbox::InboxPanel::questionAnswered, this,
            [this](const QuestionId &question, const Question::Reply &reply) {
                m_engine.replyToQuestion(question, reply);
            });
    connect(m_conversation, &Conversation::ConversationView::reviewRequested, this,
            &MainWindow::reviewCall);
    connect(m_conversation, &Conversation::ConversationView::changeRequested, this,
            [this](const CallId &call) { m_engine.requestPastChange(m_session, call); });
    connect(&m_engine, &Engine::pastChangeLoaded, this,
            [this](const Permission::PastRequest &past) {
                m_review->read(past);
                showReview(true);
            });
    connect(m_header, &HeaderBar::waitingClicked, this, [this] {
        m_inboxDock->show();
        if (m_requests.isEmpty() && !m_questions.isEmpty())
            m_inbox->focusQuestion(m_questions.first().id);
        else
            showNextRequest();
    });
    connect(m_header, &HeaderBar::agentChosen, this,
            [this](const QString &agent) { m_chosenAgents.insert(m_session, agent); });
}

void MainWindow::connectChanges()
{
    connect(m_changes, &Changes::ChangesPanel::changesWanted, &m_engine, &Engine::requestChanges);
    connect(m_changes, &Changes::ChangesPanel::changeWanted, &m_engine, &Engine::requestChange);
    connect(m_changes, &Changes::ChangesPanel::putBackWanted, &m_engine, &Engine::putBack);
    connect(m_changes, &Changes::ChangesPanel::undoWanted, &m_engine, &Engine::undoPutBack);
    connect(m_changes, &Changes::ChangesPanel::redoWanted, &m_engine, &Engine::redoPutBack);
    connect(m_changes, &Changes::ChangesPanel::closed, this, [this] {
        showChanges(false);
        m_composer->focusText();
    });
    connect(&m_engine, &Engine::changesLoaded, m_changes, &Changes::ChangesPanel::setChanges);
    connect(&m_engine, &Engine::changeLoaded, m_changes, &Changes::ChangesPanel::setChange);
    connect(&m_engine, &Engine::putBackEnded, m_changes, &Changes::ChangesPanel::setReport);
    connect(&m_engine, &Engine::changesRecorded, this, [this](const SessionId &session) {
        if (session == m_changes->session() && m_changes->isVisibleTo(this))
            m_changes->reload();
    });
}

void MainWindow::connectEngine()
{
    connect(&m_engine, &Engine::sessionsLoaded, this, [this](const QList<Session::Info> &sessions) {
        m_sessions->setSessions(sessions);
        for (const Session::Info &info : sessions) {
            m_titles.insert(info.id, info.title);
            m_inbox->setSessionTitle(info.id, info.title);
        }
    });
    connect(&m_engine, &Engine::sessionChanged, this, &MainWindow::onSessionChanged);
    connect(&m_engine, &Engine::historyLoaded, this,
            [this](const SessionId &session, const QList<Session::Message> &messages) {
                if (session != m_session)
                    return;
                forgetTokens();
                for (const Session::Message &message : messages)
                    countTokens(message);
                m_header->setTokens(m_inputTokens, m_outputTokens);
                m_conversation->conversation().setMessages(messages);
            });
    connect(&m_engine, &Engine::messageChanged, this,
            [this](const SessionId &session, const Session::Message &message) {
                if (session != m_session)
                    return;
                m_conversation->conversation().setMessage(message);
                countTokens(message);
                m_header->setTokens(m_inputTokens, m_outputTokens);
            });
    connect(&m_engine, &Engine::partChanged, this,
            [this](const SessionId &session, const MessageId &message, int index,
                   const Session::Part &part) {
                if (session == m_session)
                    m_conversation->conversation().setPart(message, index, part);
            });
    connect(&m_engine, &Engine::textAppended, this,
            [this](const SessionId &session, const MessageId &message, int index,
                   const QString &delta) {
                if (session == m_session)
                    m_conversation->conversation().appendText(message, index, delta);
            });
    connect(&m_engine, &Engine::asked, this, &MainWindow::onAsked);
    connect(&m_engine, &Engine::revised, this, &MainWindow::onRevised);
    connect(&m_engine, &Engine::notRevised, this,
            [this](const RequestId &request, const Error &why) {
                if (why.code != ErrorCode::NotFound) // It is answered by now.
                    m_review->cannotRevise(request, why.message);
            });
    connect(&m_engine, &Engine::replied, this, &MainWindow::onReplied);
    connect(&m_engine, &Engine::questionAsked, this, &MainWindow::onQuestion);
    connect(&m_engine, &Engine::questionEnded, this, &MainWindow::onQuestionEnded);
    connect(&m_engine, &Engine::todosChanged, this,
            [this](const SessionId &session, const QList<Todo> &todos) {
                if (session == m_session)
                    m_todos->setTodos(todos);
            });
    connect(&m_engine, &Engine::runEnded, this, &MainWindow::onRunEnded);
    connect(&m_engine, &Engine::failed, this,
            [this](const Error &error) { m_info->add(error.message, error.detail); });
}

SessionId MainWindow::begin(const QString &prompt)
{
    newSession();
    submit(prompt);
    return m_session;
}

void MainWindow::newSession()
{
    m_session = m_engine.createSession(m_header->agent());
    forgetTokens();
    m_header->setModel(m_engine.model());
    m_conversation->conversation().setMessages({});
    m_todos->setTodos({});
    m_composer->setSession(m_session);
    m_composer->setWorking(false);
    m_sessions->setCurrent(m_session);
    if (m_changes->isVisibleTo(this))
        m_changes->setSession(m_session);
}

void MainWindow::openSession(const Session::Info &session)
{
    m_session = session.id;
    m_header->setAgent(m_chosenAgents.value(session.id, session.agent));
    m_header->setModel(session.model.isEmpty() ? m_engine.model() : session.model);
    forgetTokens();
    m_conversation->conversation().setMessages({});
    m_todos->setTodos({});
    m_composer->setSession(session.id);
    m_composer->setWorking(session.status == Session::Status::Working
                           || session.status == Session::Status::Waiting);
    m_sessions->setCurrent(session.id);
    m_engine.requestHistory(session.id);
    if (m_changes->isVisibleTo(this))
        m_changes->setSession(session.id);
}

void MainWindow::submit(const QString &text)
{
    m_engine.prompt(m_session, text, m_header->agent());
}

void MainWindow::onSessionChanged(const Session::Info &session)
{
    m_titles.insert(session.id, session.title);
    m_sessions->setSession(session);
    m_inbox->setSessionTitle(session.id, session.title);
    if (session.id == m_session) {
        m_composer->setWorking(session.status == Session::Status::Working
                               || session.status == Session::Status::Waiting);
    }
}

void MainWindow::onRunEnded(const Session::RunEnded &ended)
{
    if (!ended.fault)
        return; // The conversation tells how it ended.
    m_info->add(
            tr("“%1” has stopped, because what it does could not be recorded in %2. %3 When that "
               "is mended, write to the session again.")
                    .arg(m_titles.value(ended.session), m_paths.data, ended.fault->message),
            ended.fault->detail);
}

void MainWindow::onAsked(const Permission::Request &request)
{
    m_requests.append(request);
    m_inbox->add(request);
    updateWaiting();
    // An empty review may fill; one that is being read is never taken away.
    if (m_review->current().isEmpty() && !m_changes->isVisibleTo(this))
        review(request.id);
    QApplication::alert(this);
}

void MainWindow::onRevised(const Permission::Request &request)
{
    for (Permission::Request &waiting : m_requests) {
        if (waiting.id == request.id)
            waiting = request;
    }
    m_inbox->setRequests(m_requests);
    m_review->revise(request);
}

void MainWindow::onReplied(const Permission::Replied &replied)
{
    m_requests.removeIf(
            [&](const Permission::Request &request) { return request.id == replied.id; });
    m_inbox->remove(replied.id);
    updateWaiting();
    if (m_review->current() != replied.id)
        return;
    // Who looks at the changes is not taken away from them.
    if (m_changes->isVisibleTo(this))
        m_review->clear();
    else
        showNextRequest();
}

void MainWindow::onQuestion(const Question::Request &question)
{
    m_questions.append(question);
    m_inbox->addQuestion(question);
    updateWaiting();
    QApplication::alert(this);
}

void MainWindow::onQuestionEnded(const Question::Ended &ended)
{
    m_questions.removeIf(
            [&](const Question::Request &question) { return question.id == ended.id; });
    m_inbox->removeQuestion(ended.id);
    updateWaiting();
}

/// The person wants to see what a waiting call of the shown session waits for.
void MainWindow::reviewCall(const CallId &call)
{
    const auto isIt = [&](const auto &waiting) {
        return waiting.inquiry.call == call && waiting.inquiry.session == m_session;
    };
    const auto request = std::find_if(m_requests.cbegin(), m_requests.cend(), isIt);
    if (request != m_requests.cend()) {
        review(request->id);
        return;
    }
    const auto question = std::find_if(m_questions.cbegin(), m_questions.cend(), isIt);
    if (question == m_questions.cend())
        return;
    m_inboxDock->show();
    m_inbox->focusQuestion(question->id);
}

void MainWindow::review(const RequestId &request)
{
    const auto found = std::find_if(m_requests.cbegin(), m_requests.cend(),
                                    [&](const Permission::Request &r) { return r.id == request; });
    if (found == m_requests.cend())
        return;
    m_review->show(*found);
    showReview(true);
}

void MainWindow::showNextRequest()
{
    if (m_requests.isEmpty()) {
        m_review->clear();
        showReview(false);
        return;
    }
    review(m_requests.first().id);
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

void MainWindow::updateWaiting()
{
    const int count = int(m_requests.size() + m_questions.size());
    m_header->setWaiting(count);
    const QString name = Theme::visibleText(m_engine.projectName());
    setWindowTitle(count == 0 ? tr("%1 – Countersign").arg(name)
                              : tr("(%n waiting) %1 – Countersign", nullptr, count).arg(name));
}

void MainWindow::countTokens(const Session::Message &message)
{
    auto &[input, output] = m_tokens[message.id];
    m_inputTokens += message.inputTokens - std::exchange(input, message.inputTokens);
    m_outputTokens += message.outputTokens - std::exchange(output, message.outputTokens);
}

void MainWindow::forgetTokens()
{
    m_tokens.clear();
    m_inputTokens = 0;
    m_outputTokens = 0;
    m_header->setTokens(0, 0);
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
