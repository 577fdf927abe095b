// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/catalog.h"

#include "tools/applypatchtool.h"
#include "tools/bashtool.h"
#include "tools/edittool.h"
#include "tools/globtool.h"
#include "tools/greptool.h"
#include "tools/readtool.h"
#include "tools/writetool.h"

namespace Countersign {

using namespace Qt::StringLiterals;

QList<ToolRegistry::Named> builtinTools(const ToolServices &services)
{
    return {
            {u"apply_patch"_s, makeApplyPatchTool(services)},
            {u"bash"_s, makeBashTool(services)},
            {u"edit"_s, makeEditTool(services)},
            {u"glob"_s, makeGlobTool(services)},
            {u"grep"_s, makeGrepTool(services)},
            {u"read"_s, makeReadTool(services)},
            {u"write"_s, makeWriteTool(services)},
    };
}

} // namespace Countersign
