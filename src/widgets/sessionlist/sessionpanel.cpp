// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "sessionlist/sessionpanel.h"

#include "actions/registry.h"
#include "sessionlist/sessionmodel.h"
#include "theme/states.h"
#include "theme/theme.h"

#include <QDateTime>
#include <QListView>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace Countersign::SessionList {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

QString ageText(qint64 updated)
{
    const QDateTime then = QDateTime::fromMSecsSinceEpoch(updated);
    const qint64 seconds = then.secsTo(QDateTime::currentDateTime());
    if (seconds < 60)
        return SessionPanel::tr("just now");
    if (seconds < 3600)
        return SessionPanel::tr("%n min ago", nullptr, int(seconds / 60));
    if (seconds < 24 * 3600)
        return SessionPanel::tr("%n h ago", nullptr, int(seconds / 3600));
    return QLocale().toString(then.date(), QLocale::ShortFormat);
}

/// Two lines: the state's sign and the title, then the state in words and the age.
class SessionDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &) const override
    {
        return {100, option.fontMetrics.height() * 2 + Space::m + Space::xs};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        const Theme::Theme &theme = Theme::Theme::instance();
        const auto status = Session::Status(index.data(SessionModel::StatusRole).toInt());
        const Theme::StateLook look = Theme::lookOf(status);
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRect rect = option.rect.adjusted(Space::xs, 1, -Space::xs, -1);
        if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
            QColor fill = theme.color(Token::Accent);
            fill.setAlphaF(selected ? 0.14F : 0.06F);
            painter->setPen(option.state.testFlag(QStyle::State_HasFocus) && selected
                                    ? QPen(theme.color(Token::Accent), 1)
                                    : QPen(Qt::NoPen));
            painter->setBrush(fill);
            painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5),
                                     Theme::kControlRadius, Theme::kControlRadius);
        }
        const int icon = 14;
        const int line = option.fontMetrics.height();
        const QRect text =
                rect.adjusted(Space::s + icon + Space::s, Space::xs, -Space::s, -Space::xs);
        theme.icon(look.icon, look.token)
                .paint(painter,
                       QRect(rect.left() + Space::s, text.top() + (line - icon) / 2, icon, icon));
        painter->setFont(theme.baseFont());
        painter->setPen(theme.color(Token::Text));
        painter->drawText(text, Qt::AlignTop,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight,
                                                            text.width()));
        painter->setFont(theme.smallFont());
        painter->setPen(theme.color(status == Session::Status::Idle ? Token::Muted : look.token));
        const QString age = ageText(index.data(SessionModel::UpdatedRole).toLongLong());
        const QString below = status == Session::Status::Idle ? age : look.word + u" · "_s + age;
        painter->drawText(text, Qt::AlignBottom,
                          painter->fontMetrics().elidedText(below, Qt::ElideRight, text.width()));
        painter->restore();
    }
};

} // namespace

SessionPanel::SessionPanel(Actions::Registry &actions, QWidget *parent)
    : QWidget(parent)
    , m_model(new SessionModel(this))
    , m_list(new QListView(this))
{
    m_list->setObjectName(u"sessions"_s);
    m_list->setAccessibleName(tr("Sessions"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new SessionDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);

    QAction *create = actions.add(this,
                                  {u"session.new"_s,
                                   tr("New Session"),
                                   tr("Begin a new session"),
                                   {QKeySequence::New},
                                   u"new"_s,
                                   Qt::WindowShortcut});
    auto *button = new QPushButton(create->icon(), create->text(), this);
    button->setObjectName(u"newSession"_s);
    Actions::Registry::showTip(button, create);
    button->setMinimumHeight(Theme::kHitTarget);
    connect(button, &QPushButton::clicked, create, &QAction::trigger);
    connect(create, &QAction::triggered, this, &SessionPanel::newRequested);

    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, Space::s, 0, 0);
    layout->setSpacing(Space::s);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(Space::s, 0, Space::s, 0);
    top->addWidget(button);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);

    const auto choose = [this](const QModelIndex &index) {
        if (!index.isValid())
            return;
        const Session::Info info = m_model->at(index.row());
        if (info.id == m_current)
            return;
        m_current = info.id;
        Q_EMIT chosen(info);
    };
    connect(m_list, &QListView::clicked, this, choose);
    connect(m_list, &QListView::activated, this, choose);
}

void SessionPanel::setSessions(const QList<Session::Info> &sessions)
{
    m_model->setSessions(sessions);
    setCurrent(m_current);
}

void SessionPanel::setSession(const Session::Info &session)
{
    // Who goes through the list by keyboard is not taken back to the session shown.
    const bool known = m_model->rowOf(session.id) >= 0;
    m_model->setSession(session);
    if (!known && session.id == m_current)
        setCurrent(m_current);
}

void SessionPanel::setCurrent(const SessionId &session)
{
    m_current = session;
    const int row = m_model->rowOf(session);
    if (row >= 0)
        m_list->setCurrentIndex(m_model->index(row));
    else
        m_list->clearSelection();
}

} // namespace Countersign::SessionList
