// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "base/uniquefd.h"

#include <QByteArray>
#include <QString>

#include <sys/stat.h>

namespace Countersign {

/// Why a file could not be written, as an error with advice. `step` names the system call, `shown`
/// the file as the person knows it.
[[nodiscard]] tl::unexpected<Error> writeFailure(int error, const char *step, const QString &shown);

/// Makes what happened to the names in a directory durable. `shown` is a file in it.
[[nodiscard]] Result<void> syncDirectory(int directory, const QString &shown);

/// A name beside a file that nothing else has: ".countersign-….tmp".
[[nodiscard]] QByteArray temporaryName();

/// The new contents of a file before they have its name: a file without any name where the file system
/// can (a crash leaves nothing behind), else one with a name of its own, removed unless it was moved.
/// Blocking; one thread at a time.
class FileDraft
{
public:
    /// `directory` is not owned and outlives the draft.
    FileDraft(int directory, QString shown);
    ~FileDraft();
    FileDraft(FileDraft &&other) noexcept;
    FileDraft &operator=(FileDraft &&) = delete;
    FileDraft(const FileDraft &) = delete;
    FileDraft &operator=(const FileDraft &) = delete;

    [[nodiscard]] Result<void> create(mode_t mode);
    [[nodiscard]] Result<void> write(const QByteArray &bytes);
    /// Owner and group of `old` where the system lets us, its mode, and the extended attributes with
    /// the access list of the file that `name` in `directory` names now, which is `old`. What a foreign owner or
    /// group would newly gain is taken away instead.
    [[nodiscard]] Result<void> takeAttributes(int directory, const QByteArray &name,
                                              const struct stat &old, mode_t mode);
    [[nodiscard]] Result<void> setMode(mode_t mode);
    [[nodiscard]] Result<void> sync();

    /// Gives the contents the name `name`, which must be free.
    [[nodiscard]] Result<void> publishNew(const QByteArray &name);
    /// Puts the contents in the place of what `name` names now.
    [[nodiscard]] Result<void> publishOver(const QByteArray &name);
    /// Puts the contents in the place of what `name` names now and gives that the name that is
    /// returned, which the caller then looks after.
    [[nodiscard]] Result<QByteArray> exchangeWith(const QByteArray &name);

    /// Closes the file, which has a name from then on: for one of very many drafts. Nothing is written
    /// to it any more.
    [[nodiscard]] Result<void> close();

    [[nodiscard]] int descriptor() const { return m_file.get(); }

private:
    [[nodiscard]] Result<void> link(const QByteArray &name);
    [[nodiscard]] Result<void> takeName();
    void removeName();

    int m_directory; ///< Not owned.
    QString m_shown;
    UniqueFd m_file;
    QByteArray m_name; ///< Empty while it has none.
};

} // namespace Countersign
