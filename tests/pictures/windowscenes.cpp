// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "scenes.h"

#include "support/desk.h"
#include "talk.h"
#include "window/mainwindow.h"

#include <QAbstractButton>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;

namespace Countersign::Pictures {

namespace {

/// The whole window with a list of tasks and a question that waits.
void questionAndTasks(Camera &camera)
{
    Test::Scratch scratch;
    Test::Desk desk(scratch);
    QJsonArray items;
    for (const Question::Item &item : questions().first(2)) {
        QJsonArray options;
        for (const Question::Option &option : item.options)
            options.append(QJsonObject{{u"label"_s, option.label},
                                       {u"description"_s, option.description}});
        items.append(QJsonObject{{u"question"_s, item.question},
                                 {u"header"_s, item.header},
                                 {u"options"_s, options},
                                 {u"multiple"_s, item.multiple}});
    }
    const QJsonObject list{{u"name"_s, u"todowrite"_s},
                           {u"input"_s, QJsonObject{{u"todos"_s, toJson(todos())}}}};
    const QJsonObject ask{{u"name"_s, u"question"_s},
                          {u"input"_s, QJsonObject{{u"questions"_s, items}}}};
    desk.setScript({QJsonObject{{u"text"_s, u"I write down what there is to do."_s},
                                {u"tools"_s, QJsonArray{list}}},
                    QJsonObject{{u"text"_s, u"Before I begin I need to know two things."_s},
                                {u"tools"_s, QJsonArray{ask}}}});
    desk.open();
    Window::MainWindow window(*desk.engine, desk.paths());
    window.resize(1280, 800);
    window.show();
    window.begin(u"Fix the failing parser test"_s);
    if (!QTest::qWaitFor([&] { return desk.questions.size() == 1; }, 15000))
        qFatal("nobody was asked");
    QTest::qWait(800);
    camera.take(window, u"window-talk"_s, {1280, 800});
    window.resize(900, 600);
    QTest::qWait(300);
    camera.take(window, u"window-talk-narrow"_s, {900, 600});
    window.close();
    auto *leave = window.findChild<QMessageBox *>();
    if (!leave)
        qFatal("quitting while an agent works was not asked");
    QTest::qWait(300);
    camera.take(*leave, u"window-quit"_s, leave->size());
}

/// The whole window with two requests that wait, one of them under review.
void requests(Camera &camera)
{
    Test::Scratch scratch;
    scratch.write(
            u"project/src/parser.cpp"_s,
            "#include <string>\n\nbool parse(const std::string &text)\n{\n    if (text.empty())\n"
            "        return true;\n    return text.front() == '{';\n}\n");
    Test::Desk desk(scratch);
    desk.setConfig(
            {{u"permissions"_s,
              QJsonArray{QJsonObject{
                      {u"action"_s, u"*"_s}, {u"resource"_s, u"*"_s}, {u"effect"_s, u"ask"_s}}}}});
    const QJsonObject edit{
            {u"name"_s, u"edit"_s},
            {u"input"_s,
             QJsonObject{{u"path"_s, u"src/parser.cpp"_s},
                         {u"oldString"_s, u"        return true;\n"_s},
                         {u"newString"_s, u"        return false; // Nothing is no object.\n"_s}}}};
    const QJsonObject bash{
            {u"name"_s, u"bash"_s},
            {u"input"_s, QJsonObject{{u"command"_s, u"ctest --output-on-failure"_s}}}};
    desk.setScript({QJsonObject{
            {u"text"_s,
             u"The parser takes an *empty* text for an object. I change that and run the tests."_s},
            {u"tools"_s, QJsonArray{edit, bash}}}});
    desk.open();
    Window::MainWindow window(*desk.engine, desk.paths());
    window.resize(1280, 800);
    window.show();
    window.begin(u"Fix the failing parser test"_s);
    if (!QTest::qWaitFor([&] { return desk.asked.size() == 2; }, 15000))
        qFatal("nobody was asked");
    for (const Permission::Request &request : std::as_const(desk.asked)) {
        if (request.inquiry.action == Permission::Action::edit)
            window.review(request.id);
    }
    QTest::qWait(1200); // Diff, syntax colours and the buttons' delay.
    camera.take(window, u"window"_s, {1280, 800});
    window.resize(900, 600);
    QTest::qWait(300);
    camera.take(window, u"window-narrow"_s, {900, 600});
}

/// What a session changed, with what the person changed since.
void sessionChanges(Camera &camera)
{
    Test::Scratch scratch;
    QByteArray text = "// The parser of the desk.\n#include <string>\n\n";
    for (int i = 1; i <= 30; ++i)
        text += "int rule" + QByteArray::number(i) + "(const std::string &text);\n";
    scratch.write(u"project/src/parser.cpp"_s, text);
    scratch.write(u"project/src/old.cpp"_s, "int old();\n");
    Test::Desk desk(scratch);
    const auto edit = [](const QString &from, const QString &to) {
        return QJsonObject{{u"name"_s, u"edit"_s},
                           {u"input"_s,
                            QJsonObject{{u"path"_s, u"src/parser.cpp"_s},
                                        {u"oldString"_s, from},
                                        {u"newString"_s, to}}}};
    };
    const auto turn = [](const QJsonObject &call) {
        return QJsonObject{{u"text"_s, u"I do it."_s}, {u"tools"_s, QJsonArray{call}}};
    };
    const QJsonObject done{{u"text"_s, u"Done."_s}};
    desk.setScript(
            {turn(edit(u"int rule3(const"_s, u"bool rule3(const"_s)),
             turn(edit(u"int rule24("_s, u"bool rule24("_s)), done,
             turn({{u"name"_s, u"bash"_s},
                   {u"input"_s,
                    QJsonObject{{u"command"_s,
                                 u"git init -q nested; rm src/old.cpp; echo x > src/new.cpp"_s}}}}),
             done});
    desk.open();
    const SessionId session =
            desk.run(u"Make the rules that answer a question return bool, please"_s).session;
    desk.run(u"Now tidy up the folder"_s, session);
    scratch.write(u"project/src/parser.cpp"_s,
                  scratch.read(u"project/src/parser.cpp"_s)
                          .replace("bool rule3(const", "[[nodiscard]] bool rule3(const"));
    Window::MainWindow window(*desk.engine, desk.paths());
    window.resize(1280, 800);
    window.show();
    Session::Info info;
    info.id = session;
    window.openSession(info);
    window.findChild<QAbstractButton *>(u"changes"_s)->click();
    QTest::qWait(1200);
    window.findChild<QPushButton *>(u"putBackPlace"_s)->click();
    QTest::qWait(800);
    window.findChild<QPushButton *>(u"undoPutBack"_s)->click();
    QTest::qWait(800);
    camera.take(window, u"changes"_s, {1280, 800});
    window.resize(900, 600);
    QTest::qWait(300);
    camera.take(window, u"changes-narrow"_s, {900, 600});
    window.resize(1280, 800);
    window.findChild<QListWidget *>(u"changedFiles"_s)->setCurrentRow(2);
    QTest::qWait(800);
    camera.take(window, u"changes-drifted"_s, {1280, 800});
}

} // namespace

QList<Scene> windowScenes()
{
    return {{u"window"_s, requests},
            {u"window-talk"_s, questionAndTasks},
            {u"changes"_s, sessionChanges}};
}

} // namespace Countersign::Pictures
