// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "scenes.h"

#include "actions/registry.h"
#include "composer/composer.h"
#include "conversation/conversationview.h"
#include "inbox/inboxpanel.h"
#include "inbox/questioncard.h"
#include "inbox/questionitem.h"
#include "sessionlist/sessionpanel.h"
#include "talk.h"
#include "todo/todopanel.h"
#include "widgets/samples.h"
#include "window/headerbar.h"
#include "window/infobar.h"

#include <QAbstractButton>
#include <QDateTime>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Countersign::Pictures {

namespace {

void conversation(Camera &camera)
{
    Actions::Registry actions;
    Conversation::ConversationView view(actions);
    view.setEmptyText(
            u"Say what should be done. Every change and command comes to your desk first."_s);
    camera.take(view, u"conversation-empty"_s, {700, 300});
    view.conversation().setMessages(everyKind());
    camera.take(view, u"conversation"_s, {760, 1250});
    camera.take(view, u"conversation-narrow"_s, {380, 800});
    for (int row = view.conversation().rowCount() - 1; row >= 0; --row)
        view.conversation().setExpanded(row, true);
    view.scrollToTop();
    view.conversation().setMessage(Test::messageOf(u"m5"_s, Session::Role::Assistant,
                                                   {Session::TextPart{u"New words."_s}}));
    camera.take(view, u"conversation-open"_s, {760, 1100});
}

void composer(Camera &camera)
{
    Actions::Registry actions;
    Composer::Composer field(actions);
    camera.take(field, u"composer-empty"_s, {760, field.sizeHint().height()});
    field.findChild<QPlainTextEdit *>()->setPlainText(
            u"Fix the failing test\nand say what you did\nthird line"_s);
    field.setWorking(true);
    camera.take(field, u"composer"_s, {760, field.sizeHint().height()});
}

void sessionList(Camera &camera)
{
    Actions::Registry actions;
    SessionList::SessionPanel list(actions);
    list.setSessions(sessions());
    list.setCurrent(SessionId(u"s1"_s));
    camera.take(list, u"sessions"_s, {220, 360});
}

void header(Camera &camera)
{
    QWidget top;
    auto *layout = new QVBoxLayout(&top);
    layout->setContentsMargins({});
    auto *bar = new Window::HeaderBar;
    bar->setProject(u"countersign"_s, u"/home/ada/countersign"_s);
    bar->setAgents({{u"build"_s, {}}, {u"plan"_s, {}}}, u"build"_s);
    bar->setModel(u"local/qwen3-coder"_s);
    bar->setTokens(128'400, 3'120);
    bar->setWaiting(2);
    auto *info = new Window::InfoBar;
    info->add(u"countersign.jsonc:3:5: “permission” takes rules, not a number."_s);
    info->add(u"The session could not be read from the database."_s,
              u"SQLite: disk I/O error (10)"_s);
    info->add(u"The session could not be read from the database."_s,
              u"SQLite: disk I/O error (10)"_s);
    layout->addWidget(bar);
    layout->addWidget(info);
    layout->addStretch(1);
    camera.take(top, u"header"_s, {900, 160});
}

void question(Camera &camera)
{
    Actions::Registry actions;
    Inbox::InboxPanel inbox(actions);
    inbox.setArmDelay(std::chrono::milliseconds(0));
    Question::Request request;
    request.id = QuestionId(u"que_1"_s);
    request.asked = QDateTime::currentMSecsSinceEpoch() - 65'000;
    request.inquiry.session = SessionId(u"s1"_s);
    request.inquiry.agent = u"build"_s;
    request.inquiry.items = questions();
    inbox.setSessionTitle(SessionId(u"s1"_s), u"Fix the failing parser test"_s);
    inbox.addQuestion(request);
    camera.take(inbox, u"question"_s, {320, 760});
    inbox.activateWindow();
    auto *card = inbox.findChild<Inbox::QuestionCard *>();
    const auto forms = card->findChildren<Inbox::QuestionItem *>();
    forms.at(0)->choices().at(0)->setChecked(true);
    forms.at(1)->choices().at(0)->setChecked(true);
    forms.at(1)->choices().at(1)->setChecked(true);
    forms.at(2)->findChild<QLineEdit *>()->setText(u"SessionStore"_s);
    forms.at(0)->choices().at(1)->setFocus(Qt::TabFocusReason);
    card->findChild<QPushButton *>(u"questionDismiss"_s)->click();
    camera.take(inbox, u"question-dismiss"_s, {300, 860});
}

void todoList(Camera &camera)
{
    Actions::Registry actions;
    Todos::TodoPanel panel(actions);
    panel.setTodos(todos());
    camera.take(panel, u"todos"_s, {560, panel.sizeHint().height()});
    panel.setFolded(true);
    camera.take(panel, u"todos-folded"_s, {560, panel.sizeHint().height()});
}

} // namespace

QList<Scene> panelScenes()
{
    return {{u"conversation"_s, conversation}, {u"composer"_s, composer},
            {u"sessions"_s, sessionList},      {u"header"_s, header},
            {u"question"_s, question},         {u"todos"_s, todoList}};
}

} // namespace Countersign::Pictures
