// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/types.h"

#include <array>
#include <utility>

namespace Countersign::Permission {

namespace {

// The wire names, in one place for both directions.
constexpr std::array kEffects{std::pair(Effect::Allow, u"allow"), std::pair(Effect::Ask, u"ask"),
                              std::pair(Effect::Deny, u"deny")};
constexpr std::array kAnswers{std::pair(Answer::Once, u"once"),
                              std::pair(Answer::Always, u"always"),
                              std::pair(Answer::Reject, u"reject")};

template<class Table, class Value>
QString nameIn(const Table &table, Value value)
{
    for (const auto &[known, name] : table) {
        if (known == value)
            return QString::fromUtf16(name);
    }
    Q_UNREACHABLE();
}

template<class Value, class Table>
std::optional<Value> valueIn(const Table &table, QStringView name)
{
    for (const auto &[value, known] : table) {
        if (QStringView(known) == name)
            return value;
    }
    return {};
}

} // namespace

QString effectName(Effect effect)
{
    return nameIn(kEffects, effect);
}

std::optional<Effect> effectFromName(QStringView name)
{
    return valueIn<Effect>(kEffects, name);
}

QString answerName(Answer answer)
{
    return nameIn(kAnswers, answer);
}

std::optional<Answer> answerFromName(QStringView name)
{
    return valueIn<Answer>(kAnswers, name);
}

} // namespace Countersign::Permission
