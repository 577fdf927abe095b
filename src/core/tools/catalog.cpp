// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/catalog.h"

#include "tools/applypatchtool.h"
#include "tools/bashtool.h"
#include "tools/edittool.h"
#include "tools/globtool.h"
#include "tools/greptool.h"
#include "tools/questiontool.h"
#include "tools/readtool.h"
#include "tools/skilltool.h"
#include "tools/todowritetool.h"
#include "tools/webfetchtool.h"
#include "tools/websearchtool.h"
#include "tools/writetool.h"

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

QList<ToolRegistry::Named> builtinTools(const ToolServices &services)
{
    QList<ToolRegistry::Named> tools{
            {u"apply_patch"_s, makeApplyPatchTool(services)},
            {u"bash"_s, makeBashTool(services)},
            {u"edit"_s, makeEditTool(services)},
            {u"glob"_s, makeGlobTool(services)},
            {u"grep"_s, makeGrepTool(services)},
            {u"read"_s, makeReadTool(services)},
            {u"skill"_s, makeSkillTool(services)},
            {u"todowrite"_s, makeTodoWriteTool(services)},
            {u"write"_s, makeWriteTool(services)},
    };
    if (services.questions)
        tools.append({u"question"_s, makeQuestionTool(services)});
    if (services.web) {
        tools.append({u"webfetch"_s, makeWebfetchTool(services)});
        tools.append({u"websearch"_s, makeWebsearchTool(services)});
    }
    std::sort(tools.begin(), tools.end(),
              [](const auto &a, const auto &b) { return a.name < b.name; });
    return tools;
}

} // namespace Countersign
