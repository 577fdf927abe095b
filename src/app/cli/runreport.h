// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/types.h"
#include "question/types.h"
#include "session/types.h"

#include <QHash>
#include <QObject>

class QJsonObject;

namespace Countersign {
class Engine;
}

namespace Countersign::Cli {

/// Prints what happens in one session: for people (the answer on standard output, everything else on
/// standard error) or as one JSON object a line.
class RunReport final : public QObject
{
    Q_OBJECT
public:
    enum class Format { Text, Json };

    RunReport(Engine &engine, Format format, QObject *parent = nullptr);

    /// Prints only this session's events from now on.
    void follow(const SessionId &session) { m_session = session; }
    void error(const QString &message);
    /// The last line: how the run ended.
    void done(const Session::RunEnded &ended, int exitCode);

private:
    void onMessage(const SessionId &session, const Session::Message &message);
    void onPart(const SessionId &session, const MessageId &message, int index,
                const Session::Part &part);
    void onText(const SessionId &session, const MessageId &message, int index,
                const QString &delta);
    void onAsked(const Permission::Request &request);
    void onReplied(const Permission::Replied &replied);
    void onQuestion(const Question::Request &request);
    void onQuestionEnded(const Question::Ended &ended);
    void onTodos(const SessionId &session, const QList<Todo> &todos);
    void flushText();
    void printCall(const Session::CallPart &call);

    const Format m_format;
    SessionId m_session;
    MessageId m_message; ///< The step being printed.
    QString m_text; ///< JSON: text of the step that has not been printed yet.
    bool m_lineOpen = false; ///< Text: the last thing on standard output was no line end.
    QHash<CallId, Session::CallState> m_states;
};

} // namespace Countersign::Cli
