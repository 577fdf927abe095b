// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tool/tool.h"

namespace Countersign {

using namespace Qt::StringLiterals;

Tool Tool::withCatalogAction(const QString &action) const
{
    auto parts = std::make_shared<Parts>(*m_parts);
    parts->catalogAction = action;
    return Tool(std::move(parts));
}

QString Tool::descriptionFor(const Permission::Ruleset &rules) const
{
    if (!m_parts->describeMore)
        return m_parts->description;
    return m_parts->description + m_parts->describeMore(rules);
}

Error invalidToolInput(const QString &tool, const Schema::Issues &issues)
{
    return {ErrorCode::InvalidInput,
            u"The input of the tool \"%1\" is not valid, so it did not run:\n%2"_s.arg(
                    tool, Schema::describe(issues)),
            {}};
}

Error invalidToolOutput(const QString &tool, const Schema::Issues &issues)
{
    return {ErrorCode::Internal,
            u"The tool \"%1\" ran, but its result does not fit its own output schema; what it did "
            "may have taken effect:\n%2"_s.arg(tool, Schema::describe(issues)),
            {}};
}

} // namespace Countersign
