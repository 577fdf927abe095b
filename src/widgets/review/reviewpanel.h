// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/types.h"

#include <QWidget>

#include <chrono>
#include <memory>

namespace Countersign::Actions {
class Registry;
}

namespace Countersign::Review {

/// Shows one request's proposed changes (or its command, for requests without files) and takes the
/// answer. Never takes focus by itself. Diffs are computed off the GUI thread.
class ReviewPanel final : public QWidget
{
    Q_OBJECT
public:
    enum class Layout { Auto, Unified, SideBySide };

    explicit ReviewPanel(Actions::Registry &actions, QWidget *parent = nullptr);
    ~ReviewPanel() override;

    void show(const Permission::Request &request); ///< Replaces what is shown.
    /// The change of the request that is shown was computed again (see recomputeWanted): shows it, says
    /// what moved, and keeps what the person decided where it still fits. Others are ignored.
    void revise(const Permission::Request &request);
    /// It cannot be, with the reason.
    void cannotRevise(const RequestId &request, const QString &why);
    /// Shows the change of a request that has ended, with what became of it; nothing can be answered.
    void read(const Permission::PastRequest &past);
    void clear();
    [[nodiscard]] RequestId current() const; ///< Empty when nothing is shown.
    void setLayoutChoice(Layout layout); ///< Remembered.
    void setWrapped(bool wrapped); ///< Remembered.
    /// How long an appearing question takes no answer; for tests. 400 ms unless told.
    /// What covered it is gone: no answer before the delay.
    void rearm();
    void setArmDelay(std::chrono::milliseconds delay);

Q_SIGNALS:
    /// The person answered. The id is that of the request the buttons were painted with.
    void answered(const Countersign::RequestId &request,
                  const Countersign::Permission::Reply &reply);
    /// A file has changed on disk since the change was computed: what it comes to now is wanted.
    void recomputeWanted(const Countersign::RequestId &request);
    void ready(); ///< The diff of the request is on screen.
    void colored(); ///< The shown file has its syntax colours, or gets none.
    /// Escape in the first step: the request stays pending. Also when the person has read what had ended.
    void putAside();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace Countersign::Review
