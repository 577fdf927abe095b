// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "bench.h"

#include <QApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace Countersign::Bench {

namespace {

double rounded(double value)
{
    return std::round(value * 1000) / 1000;
}

} // namespace

void report(const Figure &figure)
{
    QJsonObject json{
            {u"name"_s, figure.name},
            {u"value"_s, rounded(figure.value)},
            {u"unit"_s, figure.unit},
            {u"against"_s, figure.against.isEmpty() ? QJsonValue() : QJsonValue(figure.against)},
            {u"ratio"_s,
             figure.reference > 0 ? QJsonValue(rounded(figure.value / figure.reference))
                                  : QJsonValue()}};
    std::fputs(QJsonDocument(json).toJson(QJsonDocument::Compact).constData(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

bool isWanted(const QStringList &names)
{
    const QStringList asked = QCoreApplication::arguments().mid(1);
    return asked.isEmpty() || std::any_of(names.cbegin(), names.cend(), [&](const QString &name) {
               return asked.contains(name);
           });
}

} // namespace Countersign::Bench

int main(int argc, char **argv)
{
    // The widgets are painted, but nowhere.
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    Countersign::Bench::benchProcess();
    Countersign::Bench::benchCalls();
    Countersign::Bench::benchChanges();
    Countersign::Bench::benchEdits();
    Countersign::Bench::benchFiles();
    Countersign::Bench::benchPermission();
    Countersign::Bench::benchSearch();
    Countersign::Bench::benchSessions();
    Countersign::Bench::benchBash();
    Countersign::Bench::benchDiff();
    Countersign::Bench::benchReview();
    return 0;
}
