// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "location/location.h"
#include "tool/tool.h"

#include <QList>
#include <QString>

#include <utility>

namespace Countersign {

/// Keeps what calls change on the disk, so that the person can put it back. Tools tell it before they
/// change something and when they have. Thread-safe; blocking.
class ChangeRecorder
{
public:
    virtual ~ChangeRecorder() = default;

    /// A call is about to make `writes`; `moves` are canonical paths, from and to. What the files hold
    /// now is durable on return. The result goes to wrote().
    [[nodiscard]] virtual Result<qint64>
    willWrite(const ToolContext &context, const QList<FileWrite> &writes,
              const QList<std::pair<QString, QString>> &moves) = 0;
    /// All of the writes were made, or none.
    virtual void wrote(qint64 record, bool done) = 0;

    /// A call is about to run a program that may change anything below the Location.
    [[nodiscard]] virtual Result<qint64> willRun(const ToolContext &context) = 0;
    /// The program has ended, however it did.
    virtual void ran(qint64 record) = 0;
};

} // namespace Countersign
