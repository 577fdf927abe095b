// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QObject>

/// Declared apart from its rows: moc cannot read the raw strings they are written in.
class TestOpenAIChatAssembler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void text_data();
    void text();
    void usage_data();
    void usage();
    void toolCalls_data();
    void toolCalls();
    void brokenArguments();
    void errors_data();
    void errors();
    void nullErrorIsNone();
    void finishReasonRequired();
    void parsesArguments_data();
    void parsesArguments();
    void wholeCompletion();
};
