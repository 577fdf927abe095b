// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/catalog.h"

#include "provider/openaichat.h"
#include "provider/scripted.h"

#include <QUrl>

namespace Countersign::Provider {

using namespace Qt::StringLiterals;

namespace {

QString keyOf(const Config::ProviderConfig &config)
{
    if (!config.key.isEmpty())
        return config.key;
    for (const QString &name : config.keyVariables) {
        const QString value = qEnvironmentVariable(name.toLocal8Bit().constData());
        if (!value.isEmpty())
            return value;
    }
    return {};
}

tl::unexpected<Error> about(const Config::ProviderConfig &config, Error error)
{
    error.message = u"The provider \"%1\" cannot be used. "_s.arg(config.id) + error.message;
    return failure(std::move(error));
}

} // namespace

Result<ModelName> parseModelName(const QString &name)
{
    const QString scripted = u"scripted:"_s;
    if (name.startsWith(scripted) && name.size() > scripted.size())
        return ModelName{u"scripted"_s, name.sliced(scripted.size())};
    const qsizetype slash = name.indexOf(u'/');
    if (slash <= 0 || slash == name.size() - 1) {
        return failure(ErrorCode::InvalidInput,
                       u"\"%1\" does not name a model; write provider/model, for example "
                       u"openai/gpt-5, or scripted:FILE."_s.arg(name));
    }
    return ModelName{name.first(slash), name.sliced(slash + 1)};
}

Result<std::shared_ptr<Provider>> makeProvider(const Config::ProviderConfig &config,
                                               Net::HttpClient &http)
{
    ChatOptions options;
    options.baseUrl = config.baseUrl;
    options.key = keyOf(config);
    const auto compat = ChatCompat::known(QUrl(config.baseUrl)).with(config.compat);
    if (!compat)
        return about(config, compat.error());
    options.compat = *compat;
    for (auto it = config.models.begin(); it != config.models.end(); ++it) {
        if (it.value().outputLimit)
            options.outputLimits.insert(it.key(), *it.value().outputLimit);
    }
    auto made = OpenAIChat::make(options, http);
    if (!made)
        return about(config, made.error());
    return std::shared_ptr<Provider>(*std::move(made));
}

Result<std::shared_ptr<Provider>> openModel(const ModelName &model,
                                            const QMap<QString, Config::ProviderConfig> &providers,
                                            Net::HttpClient &http)
{
    if (model.provider == u"scripted"_s && !providers.contains(model.provider)) {
        auto script = Scripted::load(model.id);
        if (!script)
            return failure(script.error());
        return std::shared_ptr<Provider>(*std::move(script));
    }
    const auto found = providers.find(model.provider);
    if (found == providers.end()) {
        const QStringList names = providers.keys();
        const QString there =
                names.isEmpty() ? u"none is configured"_s : u"there are "_s + names.join(u", "_s);
        return failure(ErrorCode::NotFound,
                       u"There is no provider \"%1\": %2. Add it to \"providers\" in the "
                       u"configuration, or set COUNTERSIGN_BASE_URL."_s.arg(model.provider, there));
    }
    return makeProvider(*found, http);
}

} // namespace Countersign::Provider
