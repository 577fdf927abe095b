// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "storage/connection.h"
#include "storage/store.h"

#include <QVariant>

namespace Countersign::Storage {

namespace {

/// Qt binds a QString that is null as NULL; here NULL is only what is written as QVariant().
QVariant bindable(const QVariant &value)
{
    if (value.metaType() == QMetaType::fromType<QString>() && value.toString().isNull())
        return QString(QLatin1StringView(""));
    return value;
}

Result<void> runStatement(QSqlQuery &query, const QString &sql, const QVariantList &values,
                          const std::function<void(const QSqlQuery &)> &row)
{
    for (qsizetype i = 0; i < values.size(); ++i)
        query.bindValue(static_cast<int>(i), bindable(values.at(i)));
    if (!query.exec())
        return failure(sqlFailure(query.lastError(), sql));
    while (row && query.next())
        row(query);
    // A step that fails after the first row ends the loop like the last row does.
    if (query.lastError().isValid())
        return failure(sqlFailure(query.lastError(), sql));
    return {};
}

} // namespace

Result<void> execute(QSqlDatabase &database, const QString &sql, const QVariantList &values)
{
    return select(database, sql, values, {});
}

Result<void> select(QSqlDatabase &database, const QString &sql, const QVariantList &values,
                    const std::function<void(const QSqlQuery &)> &row)
{
    Connection *keeper = Connection::serving(database);
    QSqlQuery query(database);
    if (keeper) {
        query = keeper->takeStatement(sql);
    } else {
        query.setForwardOnly(true);
        query.prepare(sql);
    }
    if (query.lastError().isValid())
        return failure(sqlFailure(query.lastError(), sql));
    Result<void> result = runStatement(query, sql, values, row);
    query.finish(); // An unfinished statement would keep a transaction from being committed.
    if (keeper && result)
        keeper->keepStatement(sql, std::move(query));
    return result;
}

} // namespace Countersign::Storage
