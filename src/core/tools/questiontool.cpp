// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/questiontool.h"

#include "question/form.h"
#include "tools/asking.h"

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

struct QuestionInput
{
    QList<Question::Item> questions;
};

struct QuestionOutput
{
    Question::Answers answers;
};

Result<QuestionOutput> ask(const ToolServices &services, const QuestionInput &input,
                           const ToolContext &context)
{
    // A form that cannot be asked is the agent's mistake: no person hears of it.
    if (auto good = Question::checkItems(input.questions); !good)
        return failure(good.error());
    const auto allowed = services.permission.require(
            inquiryOf(context, QString::fromUtf16(Permission::Action::question), {u"*"_s}, {},
                      {{u"questions"_s, input.questions.size()},
                       {u"first"_s, input.questions.first().question}}),
            context.stop);
    if (!allowed)
        return failure(allowed.error());
    auto answers = services.questions->ask(
            {context.session, context.agent, context.message, context.call, input.questions},
            context.stop);
    if (!answers)
        return failure(answers.error());
    return QuestionOutput{std::move(*answers)};
}

QString textFor(const QuestionInput &input, const QuestionOutput &output)
{
    QStringList lines{u"The user answered:"_s};
    for (qsizetype i = 0; i < input.questions.size(); ++i) {
        const QStringList &given = output.answers.at(i);
        QStringList quoted;
        for (const QString &answer : given)
            quoted.append(u'"' + answer + u'"');
        lines.append(u"- "_s + input.questions.at(i).question.simplified() + u" → "_s
                     + (given.isEmpty() ? u"(unanswered)"_s : quoted.join(u", "_s)));
    }
    return lines.join(u'\n');
}

} // namespace

Tool makeQuestionTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<QuestionInput, QuestionOutput>{
            u"Asks the person one or more questions and waits for the answers. Use it when a "
            u"choice "
            "is theirs to make and the project does not show the answer; not for permission, which "
            "is asked for by itself. Offer clear options, the one you recommend first; the person "
            "can always write an answer of their own, leave a question unanswered, or dismiss the "
            "form, which is no answer."_s,
            Schema::object<QuestionInput>()
                    .field(u"questions"_s, &QuestionInput::questions,
                           Schema::list(Question::itemCodec())
                                   .described(u"One to %1 questions."_s.arg(Question::kMostItems)))
                    .codec(),
            Schema::object<QuestionOutput>()
                    .field(u"answers"_s, &QuestionOutput::answers,
                           Schema::list(Schema::list(Schema::string())))
                    .codec(),
            [services](const QuestionInput &input, const ToolContext &context) {
                return ask(services, input, context);
            },
            [](const QuestionInput &input, const QJsonValue &, const QuestionOutput &output)
                    -> Content { return {TextContent{textFor(input, output)}}; },
            {},
            QString::fromUtf16(Permission::Action::question)});
}

} // namespace Countersign
