// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/chatcompat.h"

#include <QStringList>

namespace Countersign::Provider {

using namespace Qt::StringLiterals;

namespace {

struct Flag
{
    QLatin1StringView name;
    bool ChatCompat::*member;
};
constexpr Flag kFlags[] = {
        {QLatin1StringView("supportsDeveloperRole"), &ChatCompat::supportsDeveloperRole},
        {QLatin1StringView("supportsStreamOptions"), &ChatCompat::supportsStreamOptions},
        {QLatin1StringView("supportsParallelFlag"), &ChatCompat::supportsParallelFlag},
        {QLatin1StringView("supportsCacheKey"), &ChatCompat::supportsCacheKey},
        {QLatin1StringView("supportsFiles"), &ChatCompat::supportsFiles},
        {QLatin1StringView("requiresFinishReason"), &ChatCompat::requiresFinishReason},
};

struct Choice
{
    QLatin1StringView name;
    QString ChatCompat::*member;
    const char *values; ///< Separated by blanks.
};
constexpr Choice kChoices[] = {
        {QLatin1StringView("reasoningField"), &ChatCompat::reasoningField,
         "none reasoning_content reasoning reasoning_details"},
        {QLatin1StringView("toolIdFormat"), &ChatCompat::toolIdFormat, "any alnum9"},
        {QLatin1StringView("maxTokensField"), &ChatCompat::maxTokensField,
         "max_tokens max_completion_tokens"},
};

bool isHost(const QString &host, QLatin1StringView domain)
{
    return host == domain || host.endsWith(u'.' + domain);
}

/// Sets one switch; the error says how to write it.
Result<void> set(ChatCompat &compat, const QString &name, const QJsonValue &value)
{
    for (const Flag &flag : kFlags) {
        if (name != flag.name)
            continue;
        if (!value.isBool()) {
            return failure(ErrorCode::InvalidInput,
                           u"The compat switch \"%1\" must be true or false."_s.arg(name));
        }
        compat.*flag.member = value.toBool();
        return {};
    }
    for (const Choice &choice : kChoices) {
        if (name != choice.name)
            continue;
        const QStringList values = QString::fromLatin1(choice.values).split(u' ');
        if (!values.contains(value.toString())) {
            return failure(ErrorCode::InvalidInput,
                           u"The compat switch \"%1\" must be one of: %2."_s.arg(
                                   name, values.join(u", "_s)));
        }
        compat.*choice.member = value == "none"_L1 ? QString() : value.toString();
        return {};
    }
    if (name == u"extraBody"_s) {
        if (!value.isObject()) {
            return failure(ErrorCode::InvalidInput,
                           u"The compat switch \"extraBody\" must be an object."_s);
        }
        compat.extraBody = value.toObject();
        return {};
    }
    QStringList names;
    for (const Flag &flag : kFlags)
        names.append(flag.name);
    for (const Choice &choice : kChoices)
        names.append(choice.name);
    names.append(u"extraBody"_s);
    return failure(ErrorCode::InvalidInput,
                   u"There is no compat switch \"%1\"; the known ones are %2."_s.arg(
                           name, names.join(u", "_s)));
}

} // namespace

ChatCompat ChatCompat::known(const QUrl &baseUrl)
{
    const QString host = baseUrl.host().toLower();
    ChatCompat compat;
    if (isHost(host, "openai.com"_L1)) {
        compat.supportsDeveloperRole = true;
        compat.supportsParallelFlag = true;
        compat.supportsCacheKey = true;
        compat.supportsFiles = true;
        compat.maxTokensField = u"max_completion_tokens"_s;
    } else if (isHost(host, "deepseek.com"_L1)) {
        compat.reasoningField = u"reasoning_content"_s;
    } else if (isHost(host, "openrouter.ai"_L1)) {
        compat.reasoningField = u"reasoning_details"_s;
        compat.supportsFiles = true;
    } else if (isHost(host, "mistral.ai"_L1)) {
        compat.toolIdFormat = u"alnum9"_s;
    }
    return compat;
}

Result<ChatCompat> ChatCompat::with(const QJsonObject &switches) const
{
    ChatCompat compat = *this;
    for (auto it = switches.begin(); it != switches.end(); ++it) {
        if (const auto ok = set(compat, it.key(), it.value()); !ok)
            return failure(ok.error());
    }
    return compat;
}

} // namespace Countersign::Provider
