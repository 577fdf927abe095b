// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tour/tour.h"

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/screen.h"
#include "inbox/inboxpanel.h"
#include "review/reviewpanel.h"
#include "theme/states.h"
#include "theme/theme.h"
#include "window/mainwindow.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>

#include <algorithm>

namespace Countersign::Tour {

using namespace Qt::StringLiterals;

namespace {

/// Buttons take an answer 400 ms after they appear; they are looked at this often until they do.
constexpr int kLookMs = 50;
constexpr int kLooks = 200;

const QString kMaterial = u":/tour/"_s;

Result<QByteArray> readMaterial(const QString &name)
{
    QFile file(kMaterial + name);
    if (!file.open(QIODevice::ReadOnly)) {
        return failure(ErrorCode::Internal,
                       u"The tour's material %1 is not in the program."_s.arg(name));
    }
    return file.readAll();
}

Result<void> writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
        return failure(ErrorCode::Io, u"The tour cannot write %1."_s.arg(path), file.errorString());
    }
    return {};
}

} // namespace

Tour::Tour(Options options) : m_options(std::move(options)) { }

Tour::~Tour() = default;

void Tour::say(const QString &text) const
{
    Cli::out(text + u'\n');
}

Result<void> Tour::copySample()
{
    const QString sample = kMaterial + u"sample"_s;
    QDirIterator files(sample, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString from = files.next();
        const QString relative = from.mid(sample.size() + 1);
        const QString to = m_scratch.filePath(u"project/"_s + relative);
        QDir().mkpath(QFileInfo(to).path());
        const auto bytes = readMaterial(u"sample/"_s + relative);
        if (!bytes)
            return failure(bytes.error());
        if (const auto written = writeFile(to, *bytes); !written)
            return written;
    }
    for (const QString &name : {u"script.json"_s, u"answers.json"_s}) {
        const auto bytes = readMaterial(name);
        if (!bytes)
            return failure(bytes.error());
        if (const auto written = writeFile(m_scratch.filePath(name), *bytes); !written)
            return written;
    }
    return {};
}

Result<void> Tour::start()
{
    if (!m_scratch.isValid()) {
        return failure(ErrorCode::Io, u"The tour cannot make its scratch folder."_s,
                       m_scratch.errorString());
    }
    if (const auto copied = copySample(); !copied)
        return copied;
    auto answers = Cli::Answers::fromFile(m_scratch.filePath(u"answers.json"_s));
    if (!answers)
        return failure(answers.error());
    m_answers = std::move(*answers);
    const auto prompt = readMaterial(u"prompt.txt"_s);
    if (!prompt)
        return failure(prompt.error());

    EngineOptions options;
    options.paths = AppPaths::under(m_scratch.filePath(u"home"_s));
    options.directory = m_scratch.filePath(u"project"_s);
    options.model = u"scripted:"_s + m_scratch.filePath(u"script.json"_s);
    auto engine = Engine::open(options);
    if (!engine)
        return failure(engine.error());
    m_engine = std::move(*engine);
    m_window = std::make_unique<Window::MainWindow>(*m_engine, options.paths);
    m_review = m_window->findChild<Review::ReviewPanel *>();
    connect(m_review, &Review::ReviewPanel::ready, this, [this] {
        m_ready = m_review->current();
        // The same request may come on screen twice; its steps are walked once.
        if (m_busy && !m_waiting.isEmpty() && m_waiting.first().id == m_ready)
            beginSteps();
    });

    connect(m_engine.get(), &Engine::asked, this, [this](const Permission::Request &request) {
        say(u"  ◆ asked: "_s + Theme::headlineOf(request));
        m_waiting.append(request);
        // Calls of one turn ask together: the first picture of the inbox waits for both.
        QTimer::singleShot(m_answered == 0 ? 10 * kLookMs : kLookMs, this, &Tour::walkNext);
    });
    connect(m_engine.get(), &Engine::replied, this, [this](const Permission::Replied &replied) {
        m_waiting.removeIf([&](const Permission::Request &r) { return r.id == replied.id; });
        m_busy = false;
        walkNext();
    });
    connect(m_engine.get(), &Engine::failed, this,
            [this](const Error &error) { fail(error.message); });
    connect(m_engine.get(), &Engine::runEnded, this, &Tour::onRunEnded);
    connect(m_engine.get(), &Engine::partChanged, this,
            [this](const SessionId &, const MessageId &, int, const Session::Part &part) {
                onPart(part);
            });

    m_window->resize(1280, 800);
    m_window->show();
    const QString text = QString::fromUtf8(*prompt).trimmed();
    say(u"The tour: a scripted model works on a copy of a small project; a scripted person "
        u"answers.\n\n"
        "You: "_s
        + text);
    m_window->begin(text);
    return {};
}

void Tour::onPart(const Session::Part &part)
{
    const auto *call = std::get_if<Session::CallPart>(&part);
    if (!call || call->ended == 0)
        return;
    const Theme::StateLook look = Theme::lookOf(call->state);
    QString subject = call->input.value(u"path").toString();
    if (subject.isEmpty())
        subject = call->input.value(u"command").toString();
    if (subject.isEmpty())
        subject = call->input.value(u"pattern").toString();
    say(u"  %1 %2 %3 – %4"_s.arg(look.glyph, call->tool, Theme::visibleText(subject), look.word));
}

void Tour::walkNext()
{
    if (m_busy || m_ended || m_waiting.isEmpty())
        return;
    m_busy = true;
    walk(m_waiting.first());
}

void Tour::walk(const Permission::Request &request)
{
    const auto reply = m_answers->find(request);
    if (!reply) {
        fail(u"The tour has no answer for: "_s + Theme::headlineOf(request));
        return;
    }
    m_steps.clear();
    addPictureSteps(request);
    switch (reply->answer) {
    case Permission::Answer::Once:
        then([this] { say(u"  You press: Allow once"_s); });
        thenPress(u"allowOnce"_s);
        break;
    case Permission::Answer::Always:
        then([this] { say(u"  You press: Always…"_s); });
        thenPress(u"always"_s);
        then([this] { picture(u"always"_s); });
        then([this] { say(u"  You press: Save and allow"_s); });
        thenPress(u"saveAndAllow"_s);
        break;
    case Permission::Answer::Reject:
        then([this] { say(u"  You press: Reject…"_s); });
        thenPress(u"reject"_s);
        then([this, words = reply->message] {
            say(u"  You write: "_s + words);
            if (auto *field = m_review->findChild<QLineEdit *>(u"rejectWords"_s))
                field->setText(words);
        });
        then([this] { picture(u"reject-with-words"_s); });
        thenPress(u"rejectWithWords"_s);
        break;
    }
    // The steps begin when the change is on screen; the window may have put it there already.
    m_walking = false;
    if (m_ready == request.id)
        beginSteps();
    else
        m_window->review(request.id);
}

void Tour::addPictureSteps(const Permission::Request &request)
{
    const bool firstEdit = m_answered == 0 && !request.inquiry.proposal.isEmpty();
    ++m_answered;
    if (!firstEdit)
        return;
    if (m_waiting.size() < 2) {
        then([this] { fail(u"The tour expected two requests to wait at once."_s); });
        return;
    }
    then([this] { picture(u"inbox-two-requests"_s); });
    then([this] { m_review->setLayoutChoice(Review::ReviewPanel::Layout::SideBySide); });
    then([this] { picture(u"review-side-by-side"_s); });
    then([this] { m_review->setLayoutChoice(Review::ReviewPanel::Layout::Unified); });
    then([this] { picture(u"review-unified"_s); });
    then([this] { m_review->setLayoutChoice(Review::ReviewPanel::Layout::Auto); });
}

void Tour::then(Step step)
{
    m_steps.append(std::move(step));
}

void Tour::thenPress(const QString &name)
{
    m_steps.append([this, name] {
        auto *button = m_review->findChild<QPushButton *>(name);
        if (!button) {
            fail(u"The review has no button "_s + name);
            return;
        }
        m_pressing = true;
        whenEnabled(button, kLooks);
    });
}

void Tour::whenEnabled(QPushButton *button, int tries)
{
    if (button->isEnabled() && button->isVisible()) {
        button->click();
        QTimer::singleShot(kLookMs, this, &Tour::advance);
    } else if (tries == 0) {
        fail(u"The button %1 never took an answer."_s.arg(button->objectName()));
    } else {
        QTimer::singleShot(kLookMs, this,
                           [this, button, tries] { whenEnabled(button, tries - 1); });
    }
}

void Tour::beginSteps()
{
    if (!std::exchange(m_walking, true))
        advance();
}

void Tour::advance()
{
    if (m_steps.isEmpty() || m_ended)
        return;
    const Step step = m_steps.takeFirst();
    QTimer::singleShot(m_options.pauseMs, this, [this, step] {
        m_pressing = false;
        step();
        // A press goes on by itself, once the button has taken it.
        if (!m_pressing && !m_ended)
            QTimer::singleShot(kLookMs, this, &Tour::advance);
    });
}

void Tour::picture(const QString &name)
{
    if (m_options.pictures.isEmpty())
        return;
    const QString file = u"%1/%2-%3.png"_s.arg(m_options.pictures)
                                 .arg(++m_pictures, 2, 10, QChar(u'0'))
                                 .arg(name);
    if (m_window->grab().save(file))
        say(u"  picture: "_s + file);
    else
        fail(u"The picture %1 could not be written."_s.arg(file));
}

void Tour::onRunEnded(const Session::RunEnded &ended)
{
    if (ended.outcome != Session::Outcome::Done) {
        fail(u"The run ended differently than it should: "_s + ended.message);
        return;
    }
    // The last texts are painted within two frames.
    QTimer::singleShot(4 * kLookMs, this, [this] {
        picture(u"conversation"_s);
        if (m_ended)
            return;
        m_ended = true;
        say(u"\nThe tour is over. Every change above was on the desk before it was on disk."_s);
        Q_EMIT finished(Cli::kDone);
    });
}

void Tour::fail(const QString &text)
{
    if (std::exchange(m_ended, true))
        return;
    Cli::err(u"countersign: "_s + text + u'\n');
    Q_EMIT finished(Cli::kFailed);
}

} // namespace Countersign::Tour

namespace Countersign::Cli {

using namespace Qt::StringLiterals;

namespace {

/// How long a person has to look at each step when the tour plays on a real display.
constexpr int kPauseMs = 1500;

} // namespace

int tour(Arguments arguments)
{
    if (!hasScreen())
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const bool offscreen = qgetenv("QT_QPA_PLATFORM") == "offscreen";
    if (offscreen)
        Cli::quietOffscreen();

    QApplication application(arguments.argc, arguments.argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(
            u"Plays the guided tour: a scripted model works on a scratch copy of a sample project "
            u"and the "
            "window shows each step. Without a display it runs offscreen and writes pictures."_s);
    const QCommandLineOption pictures(u"screenshots"_s, u"Write pictures into this folder."_s,
                                      u"DIR"_s);
    const QCommandLineOption theme(u"theme"_s, u"light, dark or system."_s, u"NAME"_s, u"system"_s);
    parser.addOptions({pictures, theme});
    if (const auto ended = parse(parser, u"tour"_s, arguments.rest))
        return *ended;

    Tour::Tour::Options options;
    options.pauseMs = offscreen ? 0 : kPauseMs;
    if (parser.isSet(pictures)) {
        options.pictures = QDir::current().absoluteFilePath(parser.value(pictures));
    } else if (offscreen) {
        options.pictures = QDir::current().absoluteFilePath(u"countersign-tour"_s);
    }
    if (!options.pictures.isEmpty() && !QDir().mkpath(options.pictures))
        return complain(u"The folder %1 cannot be made."_s.arg(options.pictures), kFailed);
    const auto scheme = schemeFromName(parser.value(theme));
    if (!scheme)
        return complain(
                u"--theme is \"%1\"; write light, dark or system."_s.arg(parser.value(theme)),
                kUsage);
    installTranslations(application);
    Theme::Theme::install(application, *scheme);
    Tour::Tour guide(options);
    QObject::connect(
            &guide, &Tour::Tour::finished, &application,
            [](int code) { QCoreApplication::exit(code); }, Qt::QueuedConnection);
    if (const auto started = guide.start(); !started)
        return complain(started.error().message, kFailed);
    const int code = QApplication::exec();
    if (code == kDone && !options.pictures.isEmpty())
        out(u"The pictures are in "_s + options.pictures + u'\n');
    return code;
}

} // namespace Countersign::Cli
