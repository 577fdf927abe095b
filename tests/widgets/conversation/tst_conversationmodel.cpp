// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/conversationmodel.h"
#include "widgets/samples.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Conversation;
using namespace Countersign::Session;
using namespace Qt::StringLiterals;
using Test::callOf;
using Test::messageOf;

namespace {

/// Every row on a line: who begins to speak, what it says.
QStringList printed(const ConversationModel &model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row);
        const QString speaker = index.data(ConversationModel::SpeakerRole).toString();
        lines.append((speaker.isEmpty() ? QString() : u'[' + speaker + u"] "_s)
                     + index.data(Qt::AccessibleTextRole).toString());
    }
    return lines;
}

} // namespace

class tst_ConversationModel : public QObject
{
    Q_OBJECT
private:
    ConversationModel *m_model = nullptr;

private Q_SLOTS:
    void init()
    {
        m_model = new ConversationModel(this);
        new QAbstractItemModelTester(m_model, QAbstractItemModelTester::FailureReportingMode::Fatal,
                                     m_model);
    }
    void cleanup() { delete m_model; }

    void everyKindOfRow()
    {
        auto failed = callOf(u"c2"_s, u"bash"_s, {{u"command"_s, u"make\nmake install"_s}},
                             CallState::Error);
        failed.error = u"exit code 2"_s;
        auto interrupted = messageOf(u"m3"_s, Session::Role::Assistant, {});
        interrupted.interrupted = true;
        auto notice = messageOf(u"m4"_s, Session::Role::Notice, {});
        notice.error = u"No model is configured."_s;
        m_model->setMessages(
                {messageOf(u"m1"_s, Session::Role::User, {TextPart{u"Fix it"_s}}),
                 messageOf(
                         u"m2"_s, Session::Role::Assistant,
                         {ReasoningPart{u"Hm"_s, {}}, TextPart{}, TextPart{u"I\u202Ewill"_s},
                          callOf(u"c1"_s, u"read"_s, {{u"path"_s, u"a.txt"_s}}, CallState::Asking),
                          failed}),
                 interrupted, notice});
        QCOMPARE(printed(*m_model),
                 (QStringList{u"[You] You: Fix it"_s, u"[Agent] Thought: Hm"_s,
                              u"Agent: I⟨U+202E⟩will"_s, u"read a.txt – waiting for you"_s,
                              u"bash make⏎make install – failed\nexit code 2"_s,
                              u"The turn was interrupted."_s,
                              u"[Countersign] No model is configured."_s}));
    }

    void streamingIsCoalesced()
    {
        m_model->setMessage(messageOf(u"m1"_s, Session::Role::Assistant, {TextPart{u"a"_s}}));
        QSignalSpy changed(m_model, &QAbstractItemModel::dataChanged);
        for (int i = 0; i < 100; ++i)
            m_model->appendText(MessageId(u"m1"_s), 0, u"b"_s);
        QCOMPARE(changed.size(), 0);
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(printed(*m_model), QStringList(u"[Agent] Agent: a"_s + QString(100, u'b')));
    }

    void onlyWhatGrewIsNew()
    {
        QString text;
        for (int i = 0; i < 400; ++i)
            text += u"Paragraph "_s + QString(60, u'x') + u"\n\n"_s;
        m_model->setMessage(messageOf(u"m1"_s, Session::Role::Assistant,
                                      {ReasoningPart{u"Hm"_s, {}}, TextPart{text}}));
        const int rows = m_model->rowCount();
        QVERIFY(rows > 3);
        QList<int> before;
        for (int row = 0; row < rows; ++row)
            before.append(m_model->index(row).data(ConversationModel::RevisionRole).toInt());
        QSignalSpy changed(m_model, &QAbstractItemModel::dataChanged);
        m_model->appendText(MessageId(u"m1"_s), 1, u"and more"_s);
        QTRY_VERIFY(!changed.isEmpty());
        for (int row = 1; row < rows - 1; ++row)
            QCOMPARE(m_model->index(row).data(ConversationModel::RevisionRole).toInt(),
                     before.at(row));
        QVERIFY(m_model->index(rows - 1).data(ConversationModel::RevisionRole).toInt()
                > before.last());
        // Storing the same message at its end changes nothing on screen.
        QTRY_VERIFY(printed(*m_model).last().endsWith(u"and more"_s));
        changed.clear();
        m_model->setMessage(
                messageOf(u"m1"_s, Session::Role::Assistant,
                          {ReasoningPart{u"Hm"_s, {}}, TextPart{QString(text + u"and more"_s)}}));
        QCOMPARE(changed.size(), 0);
    }

    void aMessageIsReplaced()
    {
        m_model->setMessage(messageOf(u"m1"_s, Session::Role::User, {TextPart{u"Hi"_s}}));
        m_model->setMessage(messageOf(u"m2"_s, Session::Role::Assistant,
                                      {TextPart{u"one"_s}, TextPart{u"two"_s}}));
        m_model->setMessage(messageOf(u"m2"_s, Session::Role::Assistant, {TextPart{u"1"_s}}));
        QCOMPARE(printed(*m_model), (QStringList{u"[You] You: Hi"_s, u"[Agent] Agent: 1"_s}));
    }

    void partsOutOfOrder()
    {
        m_model->setMessage(messageOf(u"m1"_s, Session::Role::Assistant, {}));
        m_model->setMessage(messageOf(u"m2"_s, Session::Role::User, {TextPart{u"Go on"_s}}));
        const QPersistentModelIndex next = m_model->index(0);
        m_model->setPart(MessageId(u"m1"_s), 2, TextPart{u"three"_s});
        m_model->setPart(MessageId(u"m1"_s), 0, TextPart{u"one"_s});
        const QPersistentModelIndex last = m_model->index(1);
        m_model->setPart(MessageId(u"m1"_s), 1, callOf(u"c"_s, u"read"_s, {}, CallState::Running));
        QCOMPARE(printed(*m_model),
                 (QStringList{u"[Agent] Agent: one"_s, u"read  – working"_s, u"Agent: three"_s,
                              u"[You] You: Go on"_s}));
        QCOMPARE(last.row(), 2); // A row keeps its identity when another comes before it.
        QCOMPARE(next.row(), 3);
    }

    void whatIsNotShownIsIgnored()
    {
        m_model->setMessage(messageOf(u"m1"_s, Session::Role::Assistant, {TextPart{u"a"_s}}));
        m_model->setPart(MessageId(u"other"_s), 0, TextPart{u"b"_s});
        m_model->setPart(MessageId(u"m1"_s), -1, TextPart{u"b"_s});
        m_model->appendText(MessageId(u"m1"_s), 7, u"b"_s);
        m_model->setExpanded(9, true);
        QCOMPARE(printed(*m_model), QStringList(u"[Agent] Agent: a"_s));
    }

    void copyingTakesTheWholeAnswer()
    {
        const QString text = QString(u"Words "_s + QString(90, u'x') + u"\n\n"_s).repeated(300);
        m_model->setMessage(messageOf(u"m1"_s, Session::Role::Assistant, {TextPart{text}}));
        QVERIFY(m_model->rowCount() > 1);
        QCOMPARE(m_model->copyText(1), text);
    }
};

QTEST_GUILESS_MAIN(tst_ConversationModel)
#include "tst_conversationmodel.moc"
