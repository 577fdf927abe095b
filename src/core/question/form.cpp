// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "question/form.h"

#include <algorithm>
#include <optional>

namespace Countersign::Question {

using namespace Qt::StringLiterals;

namespace {

struct WrittenOption
{
    QString label;
    std::optional<QString> description;
};

struct WrittenItem
{
    QString question;
    std::optional<QString> header;
    std::optional<QList<Option>> options;
    std::optional<bool> multiple;
};

Schema::Codec<Option> optionCodec()
{
    const auto written =
            Schema::object<WrittenOption>()
                    .field(u"label"_s, &WrittenOption::label,
                           Schema::string().described(u"The answer, in one to five words."_s))
                    .field(u"description"_s, &WrittenOption::description,
                           Schema::string().described(u"What choosing it means."_s))
                    .codec();
    return {[written](const QJsonValue &value, const QString &path) -> Schema::Decoded<Option> {
                auto read = written.decode(value, path);
                if (!read)
                    return tl::unexpected<Schema::Issues>(read.error());
                return Option{read->label.trimmed(), read->description.value_or(QString())};
            },
            [written](const Option &option, const QString &path) {
                return written.encode({option.label, option.description}, path);
            },
            written.jsonSchema()};
}

QString numbered(qsizetype index)
{
    return u"question %1"_s.arg(index + 1);
}

Result<void> fits(const QString &what, const QString &text, qsizetype longest)
{
    if (text.size() <= longest)
        return {};
    return failure(ErrorCode::InvalidInput,
                   u"The %1 has %2 characters; write at most %3."_s.arg(what)
                           .arg(text.size())
                           .arg(longest));
}

Result<void> checkItem(const Item &item, const QString &name)
{
    if (item.question.trimmed().isEmpty())
        return failure(ErrorCode::InvalidInput,
                       u"The text of %1 is empty; ask something."_s.arg(name));
    if (item.options.size() > kMostOptions)
        return failure(ErrorCode::InvalidInput,
                       u"There are %1 options for %2; offer at most %3."_s.arg(item.options.size())
                               .arg(name)
                               .arg(kMostOptions));
    if (auto good = fits(u"text of "_s + name, item.question, kLongestQuestion); !good)
        return good;
    if (auto good = fits(u"header of "_s + name, item.header, kLongestHeader); !good)
        return good;
    QStringList labels;
    for (const Option &option : item.options) {
        if (option.label.isEmpty())
            return failure(ErrorCode::InvalidInput,
                           u"An option of %1 has an empty label; name the answer."_s.arg(name));
        if (labels.contains(option.label))
            return failure(ErrorCode::InvalidInput,
                           u"Two options of %1 have the label \"%2\"; give each its own."_s.arg(
                                   name, option.label));
        labels.append(option.label);
        if (auto good = fits(u"label of an option of "_s + name, option.label, kLongestLabel);
            !good)
            return good;
        if (auto good = fits(u"description of an option of "_s + name, option.description,
                             kLongestDescription);
            !good)
            return good;
    }
    return {};
}

} // namespace

Schema::Codec<Item> itemCodec()
{
    const auto written =
            Schema::object<WrittenItem>()
                    .field(u"question"_s, &WrittenItem::question,
                           Schema::string().described(u"The whole question."_s))
                    .field(u"header"_s, &WrittenItem::header,
                           Schema::string().described(u"What it is about, in a few words."_s))
                    .field(u"options"_s, &WrittenItem::options,
                           Schema::list(optionCodec())
                                   .described(
                                           u"Answers to choose from; the person can always write "
                                           u"another one."_s))
                    .field(u"multiple"_s, &WrittenItem::multiple,
                           Schema::boolean().described(u"True when several may be chosen."_s))
                    .alias(u"multiSelect"_s)
                    .codec();
    return {[written](const QJsonValue &value, const QString &path) -> Schema::Decoded<Item> {
                auto read = written.decode(value, path);
                if (!read)
                    return tl::unexpected<Schema::Issues>(read.error());
                return Item{read->question, read->header.value_or(QString()).trimmed(),
                            read->options.value_or(QList<Option>()),
                            read->multiple.value_or(false)};
            },
            [written](const Item &item, const QString &path) {
                return written.encode({item.question, item.header, item.options, item.multiple},
                                      path);
            },
            written.jsonSchema()};
}

Result<void> checkItems(const QList<Item> &items)
{
    if (items.isEmpty())
        return failure(ErrorCode::InvalidInput, u"There is no question; ask at least one."_s);
    if (items.size() > kMostItems)
        return failure(ErrorCode::InvalidInput,
                       u"There are %1 questions; ask at most %2 at once."_s.arg(items.size())
                               .arg(kMostItems));
    for (qsizetype i = 0; i < items.size(); ++i) {
        if (auto good = checkItem(items.at(i), numbered(i)); !good)
            return good;
    }
    return {};
}

Result<Answers> checkAnswers(const QList<Item> &items, const Answers &answers)
{
    if (answers.size() != items.size())
        return failure(
                ErrorCode::InvalidInput,
                u"There are answers to %1 questions, but the form has %2."_s.arg(answers.size())
                        .arg(items.size()));
    Answers clean;
    for (qsizetype i = 0; i < items.size(); ++i) {
        QStringList given;
        for (const QString &answer : answers.at(i)) {
            const QString text = answer.trimmed();
            if (!text.isEmpty() && !given.contains(text))
                given.append(text);
            if (auto good = fits(u"answer to "_s + numbered(i), text, kLongestAnswer); !good)
                return failure(good.error());
        }
        if (given.size() > 1 && !items.at(i).multiple)
            return failure(ErrorCode::InvalidInput,
                           u"There are %1 answers to %2, which takes one."_s.arg(given.size())
                                   .arg(numbered(i)));
        clean.append(given);
    }
    if (std::all_of(clean.cbegin(), clean.cend(), [](const auto &one) { return one.isEmpty(); }))
        return failure(ErrorCode::InvalidInput,
                       u"No question is answered: answer one, or dismiss the form."_s);
    return clean;
}

Error dismissalOf(const Reply &reply)
{
    const QString words = reply.message.trimmed();
    const bool person = reply.by == Permission::Answerer::Person;
    const QString what = person ? u"The user dismissed the question"_s
            : reply.by == Permission::Answerer::Automatic
            ? u"The question was dismissed by a prepared answer"_s
            : u"The question needs a person and nobody could be asked"_s;
    if (words.isEmpty())
        return {ErrorCode::Declined, what + u'.', {}};
    return {ErrorCode::Denied, what + (person ? u" and said: "_s : u": "_s) + words, {}};
}

Error interruption()
{
    return {ErrorCode::Cancelled, u"The run was stopped before the question was answered."_s, {}};
}

} // namespace Countersign::Question
