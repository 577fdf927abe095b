// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/ids.h"
#include "session/reason.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <sys/types.h>

namespace Countersign::Session {

/// What a name in a folder stood for.
enum class ImageKind {
    Missing,
    File,
    Link, ///< A symbolic link; its content is where it leads to.
    Unkept, ///< Something that could not be kept.
};

/// One name at one moment: what it was, and under which hash its content is kept.
struct Image
{
    ImageKind kind = ImageKind::Missing;
    mode_t mode = 0; ///< Permission bits; of files only.
    QByteArray hash; ///< SHA-256 of the content; empty when missing or not kept.
    qint64 size = 0;
    friend bool operator==(const Image &, const Image &) = default;
};

/// What a change set did to one name.
struct ImageChange
{
    QString path; ///< Canonical and absolute.
    QString resource; ///< As rules name it.
    Image before;
    Image after;
    /// The file has this name since (canonical). The set has a change of that name, too.
    QString movedTo = {};
    Reason problem = {}; ///< Why an image was not kept.
    friend bool operator==(const ImageChange &, const ImageChange &) = default;
};

enum class SetKind {
    Write, ///< By a tool that knew every byte.
    Command, ///< Found by comparing the folder before and after a command.
    PutBack, ///< By the person: changes were taken back.
    Undo, ///< The person took a PutBack back.
    Redo, ///< And did it once more.
};

/// What one call, or one act of the person, changed.
struct ChangeSet
{
    qint64 id = 0;
    SessionId session;
    MessageId message; ///< The assistant's, which holds the call; empty for the person's.
    CallId call;
    QString root; ///< The folder that was opened; canonical.
    SetKind kind = SetKind::Write;
    qint64 time = 0; ///< Milliseconds since the epoch.
    qint64 about = 0; ///< Of Undo and Redo: the PutBack.
    bool undone = false; ///< Of a PutBack: it has been taken back.
    QList<Reason> notes; ///< What was not recorded, and why.
    QList<ImageChange> changes;
    friend bool operator==(const ChangeSet &, const ChangeSet &) = default;
};

} // namespace Countersign::Session
