// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "net/httpstream.h"
#include "net/lookup.h"
#include "tools/searchaccount.h"

namespace Countersign {

/// What the tools for the web work with. What it refers to outlives them.
struct WebServices
{
    Net::HttpClient &http;
    Net::LookUp lookUp = Net::lookUp;
    /// Whom websearch asks; the reason when there is nobody.
    Result<SearchAccount> search = searchAccountFor({});
};

} // namespace Countersign
