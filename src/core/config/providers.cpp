// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/providers.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace Countersign::Config {

namespace {

bool isWebAddress(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    return url.isValid() && !url.host().isEmpty()
            && (url.scheme() == "http"_L1 || url.scheme() == "https"_L1);
}

class ProviderReader
{
public:
    ProviderReader(const Document &document, ProviderConfig &provider)
        : m_document(document)
        , m_provider(provider)
    {
    }

    QList<Problem> read(const QString &pointer, const QJsonValue &value)
    {
        if (!value.isObject()) {
            report(pointer, u"a provider must be an object with base_url, key and models"_s);
            return m_problems;
        }
        const QJsonObject object = value.toObject();
        readName(pointerTo(pointer, u"name"_s), object.value("name"_L1), m_provider.name);
        const QJsonValue api = object.value("api"_L1);
        readAddress(pointerTo(pointer, u"api"_s),
                    api.isObject() ? api.toObject().value("url"_L1) : api);
        readAddress(pointerTo(pointer, u"base_url"_s), object.value("base_url"_L1));
        readKey(pointerTo(pointer, u"key"_s), object.value("key"_L1));
        const QString options = pointerTo(pointer, u"options"_s);
        const QJsonObject theirs = object.value("options"_L1).toObject();
        readAddress(pointerTo(options, u"baseURL"_s), theirs.value("baseURL"_L1));
        readKey(pointerTo(options, u"apiKey"_s), theirs.value("apiKey"_L1));
        readVariables(pointerTo(pointer, u"env"_s), object.value("env"_L1));
        readModels(pointerTo(pointer, u"models"_s), object.value("models"_L1));
        const QJsonValue compat = object.value("compat"_L1);
        if (compat.isObject())
            m_provider.compat = compat.toObject();
        else if (!compat.isUndefined())
            report(pointerTo(pointer, u"compat"_s), u"compat must be an object of switches"_s);
        return m_problems;
    }

private:
    void report(const QString &at, const QString &message)
    {
        m_problems.append(m_document.problem(at, message));
    }

    void readName(const QString &at, const QJsonValue &value, QString &name)
    {
        if (value.isString())
            name = value.toString();
        else if (!value.isUndefined())
            report(at, u"a name must be a string"_s);
    }

    void readAddress(const QString &at, const QJsonValue &value)
    {
        if (value.isUndefined())
            return;
        if (isWebAddress(value.toString()))
            m_provider.baseUrl = value.toString();
        else
            report(at,
                   u"a provider's address must be a URL such as "
                   "\"https://api.example.com/v1\""_s);
    }

    void readKey(const QString &at, const QJsonValue &value)
    {
        if (value.isUndefined())
            return;
        static const QRegularExpression reference(u"^\\{env:([A-Za-z_][A-Za-z0-9_]*)\\}$"_s);
        const auto match = reference.match(value.toString());
        if (!match.hasMatch()) {
            // Never repeats the value: it may be the key itself.
            report(at,
                   u"a key is not kept in a file: write \"{env:NAME}\" and set the "
                   "environment variable NAME"_s);
            return;
        }
        addVariable(match.captured(1));
        m_provider.key = qEnvironmentVariable(match.captured(1).toLatin1().constData());
    }

    void readVariables(const QString &at, const QJsonValue &value)
    {
        if (value.isUndefined())
            return;
        if (!value.isArray()) {
            report(at, u"env must be a list of names of environment variables"_s);
            return;
        }
        const QJsonArray names = value.toArray();
        for (qsizetype i = 0; i < names.size(); ++i) {
            if (names.at(i).isString() && !names.at(i).toString().isEmpty())
                addVariable(names.at(i).toString());
            else
                report(pointerTo(at, QString::number(i)),
                       u"the name of an environment variable must be a string"_s);
        }
    }

    void addVariable(const QString &name)
    {
        if (!m_provider.keyVariables.contains(name))
            m_provider.keyVariables.append(name);
    }

    void readModels(const QString &at, const QJsonValue &value)
    {
        if (value.isUndefined())
            return;
        if (!value.isObject()) {
            report(at, u"models must be an object of model ids"_s);
            return;
        }
        const QJsonObject models = value.toObject();
        for (const QString &id : m_document.keys.value(at)) {
            const QString here = pointerTo(at, id);
            if (!models.value(id).isObject()) {
                report(here, u"a model must be an object; {} is enough"_s);
                continue;
            }
            const QJsonObject object = models.value(id).toObject();
            ModelConfig &model = m_provider.models[id];
            readName(pointerTo(here, u"name"_s), object.value("name"_L1), model.name);
            const QJsonObject limit = object.value("limit"_L1).toObject();
            const QString limits = pointerTo(here, u"limit"_s);
            readLimit(pointerTo(limits, u"context"_s), limit.value("context"_L1),
                      model.contextLimit);
            readLimit(pointerTo(limits, u"output"_s), limit.value("output"_L1), model.outputLimit);
        }
    }

    void readLimit(const QString &at, const QJsonValue &value, std::optional<qint64> &limit)
    {
        if (value.isUndefined())
            return;
        const qint64 number = value.toInteger(-1);
        if (number > 0)
            limit = number;
        else
            report(at, u"a limit must be a whole number of tokens above 0"_s);
    }

    const Document &m_document;
    ProviderConfig &m_provider;
    QList<Problem> m_problems;
};

} // namespace

QList<Problem> readProvider(const Document &document, const QString &pointer,
                            const QJsonValue &value, ProviderConfig &provider)
{
    return ProviderReader(document, provider).read(pointer, value);
}

void applyEnvironment(Settings &settings)
{
    const QString address = qEnvironmentVariable("COUNTERSIGN_BASE_URL");
    const QString key = qEnvironmentVariable("COUNTERSIGN_API_KEY");
    const QString model = qEnvironmentVariable("COUNTERSIGN_MODEL");
    const auto report = [&settings](const QString &message) {
        settings.problems.append({u"environment"_s, 0, 0, message});
    };
    const bool usable = isWebAddress(address);
    if (!address.isEmpty() && !usable) {
        report(u"COUNTERSIGN_BASE_URL is not used: it must be a URL such as "
               "\"https://api.example.com/v1\""_s);
    } else if (usable) {
        ProviderConfig provider;
        provider.id = u"env"_s;
        provider.name = u"Environment"_s;
        provider.baseUrl = address;
        provider.keyVariables = {u"COUNTERSIGN_API_KEY"_s};
        provider.key = key;
        settings.providers.insert(provider.id, provider);
    } else if (!key.isEmpty()) {
        report(u"COUNTERSIGN_API_KEY is not used: set COUNTERSIGN_BASE_URL, too"_s);
    }
    if (model.isEmpty())
        return;
    const qsizetype slash = model.indexOf(u'/');
    const bool known = slash > 0 && settings.providers.contains(model.left(slash));
    if (known || model.startsWith("scripted:"_L1)) {
        settings.model = model;
    } else if (usable) {
        settings.providers[u"env"_s].models.insert(model, {});
        settings.model = "env/"_L1 + model;
    } else if (slash > 0) {
        settings.model = model; // A provider that the program itself may know.
    } else {
        report(u"COUNTERSIGN_MODEL is not used: write \"provider/id\", or set "
               "COUNTERSIGN_BASE_URL, too"_s);
        return;
    }
    if (known && usable && model.startsWith("env/"_L1))
        settings.providers[u"env"_s].models.insert(model.mid(4), {});
}

} // namespace Countersign::Config
