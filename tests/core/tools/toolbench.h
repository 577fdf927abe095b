// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "location/location.h"
#include "permission/service.h"
#include "storage/store.h"
#include "habitualperson.h"
#include "support/scratch.h"
#include "tool/settlement.h"
#include "tools/toolservices.h"

#include <functional>
#include <memory>
#include <optional>

namespace Countersign::Test {

/// One tool in a real Location ("project" of the scratch folder), behind a real permission gate that
/// asks for everything but reading, with a person who allows everything.
class ToolBench
{
public:
    using Make = std::function<Tool(const ToolServices &)>;
    ToolBench(const QString &name, Make make);

    /// Calls the tool. Blocking.
    [[nodiscard]] Settled call(const QJsonObject &input, std::stop_token stop = {});
    /// What the model reads; "ERROR: " and the message on failure.
    [[nodiscard]] QString text(const QJsonObject &input);
    void setShell(const QString &shell);
    /// Names of the managed files.
    [[nodiscard]] QStringList managedFiles() const;

    Scratch scratch;
    std::unique_ptr<Storage::Store> store;
    std::optional<Location> location;
    std::optional<OutputStore> outputs;
    std::unique_ptr<Permission::Service> service;
    std::optional<HabitualPerson> person;

private:
    QString m_name;
    Make m_make;
    QString m_shell = QStringLiteral("/bin/sh");
};

} // namespace Countersign::Test
