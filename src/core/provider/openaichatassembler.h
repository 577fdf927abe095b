// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "provider/modelfailure.h"
#include "provider/provider.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>

namespace Countersign::Provider {

/// Puts the chunks of a chat completion together: text and reasoning go out as they come, tool calls
/// when the whole answer has ended in order. Pure; one object for one answer.
///
/// Servers differ in how they cut a call: see the table of the tests for each rule.
class ChatAssembler
{
public:
    /// `requiresFinishReason`: [DONE] without a finish reason counts as a cut answer.
    explicit ChatAssembler(Sink sink, bool requiresFinishReason = false)
        : m_sink(std::move(sink))
        , m_requiresFinishReason(requiresFinishReason)
    {
    }

    /// What an answer says of itself that is no part of an answer.
    struct Trouble
    {
        ServerWords words; ///< The server's error; with an empty message and kind …
        QString unreadable; ///< … the start of something that is no JSON at all.
    };

    /// The data of one event (with its name, which may be empty), "[DONE]" included. What follows
    /// [DONE] is ignored.
    [[nodiscard]] std::optional<Trouble> feed(const QByteArray &data, const QByteArray &name = {});

    /// A whole completion, as servers send that do not stream. Ends the answer.
    [[nodiscard]] std::optional<Trouble> feedWhole(const QJsonObject &completion);

    /// [DONE] was seen.
    [[nodiscard]] bool done() const { return m_done; }
    /// Nothing is missing: a lost connection does not matter any more.
    [[nodiscard]] bool ended() const;
    /// Delivers usage and the calls, and says how the answer ended. Call only when ended().
    [[nodiscard]] Finish finish();

private:
    /// A tool call under construction.
    struct Draft
    {
        int index = -1;
        QString wireId; ///< As the server gave it; may stay empty.
        CallId id; ///< Unique within the answer.
        QString name;
        QString arguments;
        QJsonObject opaque;
        bool announced = false;
        qsizetype unsent = 0; ///< Where the arguments begin that were not announced yet.
        qsizetype repeats = -1; ///< Position of an earlier call with the same id.
    };

    [[nodiscard]] std::optional<Trouble> chunk(const QJsonObject &object);
    void delta(const QJsonObject &message);
    void content(const QJsonValue &value);
    void reasoning(const QJsonObject &message);
    void text(const QString &piece);
    void thought(const QString &piece);
    void callFragment(const QJsonObject &fragment);
    [[nodiscard]] Draft &draftFor(const QJsonObject &fragment, const QString &id,
                                  const QString &name, const QString &arguments);
    [[nodiscard]] Draft &newDraft(int index, const QString &id);
    void announce(Draft &draft);
    void usage(const QJsonObject &object);
    void flushText();
    void deliverCalls(bool lastIsCut);
    [[nodiscard]] bool isRepeat(const Draft &draft) const;

    Sink m_sink;
    bool m_requiresFinishReason;
    QList<Draft> m_drafts;
    QString m_finish; ///< The first reason given.
    std::optional<Usage> m_usage;
    QJsonArray m_reasoningDetails;
    QString m_heldText; ///< Half of a surrogate pair whose other half is still to come.
    QString m_heldThought;
    bool m_done = false;
    bool m_whole = false;
};

/// The arguments of a call as a JSON object. Empty text is the empty object; a JSON text within a
/// JSON string is opened once. The failure says what is wrong, for the model.
[[nodiscard]] tl::expected<QJsonObject, QString> parseArguments(const QString &text);

} // namespace Countersign::Provider
