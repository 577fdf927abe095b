// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/scriptfile.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QStringList>

namespace Countersign::Provider {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLongestDelay = 600'000; // Ten minutes: more is a slip of the pen.

/// Reads the values of one script, remembering the first mistake.
class Reader
{
public:
    explicit Reader(QString file) : m_file(std::move(file)) { }

    [[nodiscard]] const std::optional<Error> &problem() const { return m_problem; }

    void wrong(const QString &place, const QString &what)
    {
        if (!m_problem) {
            m_problem = Error{ErrorCode::InvalidInput,
                              u"The script %1 is wrong at %2: %3."_s.arg(m_file, place, what),
                              {}};
        }
    }

    void onlyKeys(const QJsonObject &object, const QString &place, const QStringList &keys)
    {
        for (auto it = object.begin(); it != object.end(); ++it) {
            if (!keys.contains(it.key())) {
                wrong(place + u'.' + it.key(),
                      u"there is no such key, only "_s + keys.join(u", "_s));
            }
        }
    }

    QString string(const QJsonObject &object, const QString &key, const QString &place)
    {
        const QJsonValue value = object.value(key);
        if (!value.isUndefined() && !value.isString())
            wrong(place + u'.' + key, u"write a string"_s);
        return value.toString();
    }

    ScriptedTurn turn(const QJsonValue &value, const QString &place)
    {
        ScriptedTurn turn;
        if (!value.isObject()) {
            wrong(place, u"write an object like {\"text\": \"Hello.\"}"_s);
            return turn;
        }
        const QJsonObject object = value.toObject();
        onlyKeys(object, place, {u"text"_s, u"reasoning"_s, u"tools"_s, u"delay_ms"_s, u"fault"_s});
        turn.text = string(object, u"text"_s, place);
        turn.reasoning = string(object, u"reasoning"_s, place);
        delay(object, place, turn);
        tools(object.value(u"tools"_s), place + u".tools"_s, turn);
        fault(string(object, u"fault"_s, place), place + u".fault"_s, turn);
        return turn;
    }

private:
    void delay(const QJsonObject &object, const QString &place, ScriptedTurn &turn)
    {
        const QJsonValue value = object.value(u"delay_ms"_s);
        if (value.isUndefined())
            return;
        const int ms = value.toInt(-1); // -1 also for fractions.
        if (ms < 0 || ms > kLongestDelay) {
            wrong(place + u".delay_ms"_s,
                  u"write a whole number of milliseconds from 0 to %1"_s.arg(kLongestDelay));
            return;
        }
        turn.delay = std::chrono::milliseconds(ms);
    }

    void tools(const QJsonValue &value, const QString &place, ScriptedTurn &turn)
    {
        if (value.isUndefined())
            return;
        if (!value.isArray())
            wrong(place, u"write a list of {\"name\": \"read\", \"input\": {}}"_s);
        const QJsonArray list = value.toArray();
        for (qsizetype i = 0; i < list.size(); ++i) {
            const QString here = place + u'[' + QString::number(i) + u']';
            const QJsonObject object = list.at(i).toObject();
            const QJsonValue input = object.value(u"input"_s);
            onlyKeys(object, here, {u"name"_s, u"input"_s});
            const QString name = string(object, u"name"_s, here);
            if (name.isEmpty())
                wrong(here, u"a call needs a \"name\""_s);
            if (!input.isUndefined() && !input.isObject())
                wrong(here + u".input"_s, u"write an object, the tool's input"_s);
            turn.tools.append({name, input.toObject()});
        }
    }

    void fault(const QString &text, const QString &place, ScriptedTurn &turn)
    {
        using Fault = ScriptedTurn::Fault;
        if (text.isEmpty())
            return;
        bool number = false;
        const int status = text.startsWith(u"error:"_s) ? text.sliced(6).toInt(&number) : 0;
        if (text == u"disconnect"_s) {
            turn.fault = Fault::Disconnect;
        } else if (text == u"malformed"_s) {
            turn.fault = Fault::Malformed;
            if (turn.tools.isEmpty())
                wrong(place, u"\"malformed\" needs a call in \"tools\" that it can spoil"_s);
        } else if (number && status >= 400 && status <= 599) {
            turn.fault = Fault::Refused;
            turn.status = status;
        } else {
            wrong(place,
                  u"write \"disconnect\", \"malformed\" or \"error:STATUS\" with a status from 400 "
                  u"to 599"_s);
        }
    }

    QString m_file;
    std::optional<Error> m_problem;
};

} // namespace

Result<QList<ScriptedTurn>> parseScript(const QByteArray &json, const QString &file)
{
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    if (problem.error != QJsonParseError::NoError) {
        const QByteArray before = json.first(qBound(0, problem.offset, int(json.size())));
        return failure(
                ErrorCode::InvalidInput,
                u"The script %1 is no JSON: %2 in line %3."_s.arg(file, problem.errorString())
                        .arg(before.count('\n') + 1));
    }
    Reader reader(file);
    const QJsonObject root = document.object();
    reader.onlyKeys(root, u"the top"_s, {u"turns"_s});
    if (!root.value(u"turns"_s).isArray())
        reader.wrong(u"the top"_s, u"write {\"turns\": [{\"text\": \"Hello.\"}]}"_s);
    QList<ScriptedTurn> turns;
    const QJsonArray list = root.value(u"turns"_s).toArray();
    for (qsizetype i = 0; i < list.size(); ++i)
        turns.append(reader.turn(list.at(i), u"turns["_s + QString::number(i) + u']'));
    if (reader.problem())
        return failure(*reader.problem());
    return turns;
}

} // namespace Countersign::Provider
