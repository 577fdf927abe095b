// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/keymap.h"

#include "actions/keyrules.h"
#include "actions/registry.h"
#include "config/keys.h"

#include <QAction>

#include <algorithm>

namespace Countersign::Actions {

using namespace Qt::StringLiterals;

namespace {

QString at(const QString &file, const Config::Place &place, const QString &words)
{
    return place.line > 0 ? u"%1:%2:%3: %4"_s.arg(file).arg(place.line).arg(place.column).arg(words)
                          : u"%1: %2"_s.arg(file, words);
}

} // namespace

Keymap::Keymap(Registry &registry, QString file, QObject *parent)
    : QObject(parent)
    , m_registry(registry)
    , m_file(std::move(file))
{
}

QStringList Keymap::load()
{
    QStringList problems;
    const Config::KeysFile read = Config::readKeysFile(m_file);
    for (const Config::Problem &problem : read.problems)
        problems.append(at(m_file, {problem.line, problem.column}, problem.message));
    Bindings keys;
    const QList<QAction *> all = m_registry.all();
    for (QAction *action : all)
        keys.insert(action, m_registry.builtInKeys(action));
    QHash<QAction *, qsizetype> order; // Of the entries that hold.
    for (qsizetype i = 0; i < read.bound.size(); ++i) {
        const Config::BoundKeys &bound = read.bound.at(i);
        QAction *action = m_registry.find(bound.action);
        if (!action) {
            problems.append(at(m_file, bound.place,
                               tr("“%1” is no action that is known here, so its keys are kept and "
                                  "do nothing.")
                                       .arg(bound.action)));
            continue;
        }
        QString wrong;
        QList<QKeySequence> own;
        for (const QString &text : bound.keys) {
            const QKeySequence key = writtenKey(text);
            wrong = key.isEmpty()
                    ? tr("“%1” is no key; write it as F8, N or Ctrl+Shift+K.").arg(text)
                    : refusal(m_registry, action, key);
            if (!wrong.isEmpty())
                break;
            if (!own.contains(key))
                own.append(key);
        }
        if (!wrong.isEmpty()) {
            problems.append(at(
                    m_file, bound.place,
                    tr("%1 “%2” keeps its built-in keys (%3).")
                            .arg(wrong, action->text(), textOf(m_registry.builtInKeys(action)))));
            continue;
        }
        keys.insert(action, own);
        order.insert(action, i);
    }
    // Each round takes one entry back, and the built-in keys do not clash among themselves.
    for (SharedKey shared = sharedKey(m_registry, keys); shared.one;
         shared = sharedKey(m_registry, keys)) {
        const qsizetype one = order.value(shared.one, -1);
        const qsizetype other = order.value(shared.other, -1);
        if (one < 0 && other < 0)
            break;
        QAction *loser = one > other ? shared.one : shared.other;
        QAction *winner = one > other ? shared.other : shared.one;
        keys.insert(loser, m_registry.builtInKeys(loser));
        problems.append(
                at(m_file, read.bound.at(std::max(one, other)).place,
                   tr("%1 is the key of “%2” already, so “%3” keeps its built-in keys (%4).")
                           .arg(shared.key.toString(QKeySequence::NativeText), winner->text(),
                                loser->text(), textOf(m_registry.builtInKeys(loser)))));
        order.remove(loser);
    }
    for (QAction *action : all) {
        if (action->shortcuts() != keys.value(action))
            m_registry.setKeys(action, keys.value(action));
    }
    Q_EMIT changed();
    return problems;
}

Result<void> Keymap::bind(QAction *action, const QList<QKeySequence> &keys)
{
    Bindings next;
    for (const Clash &clash : clashes(m_registry, action, keys)) {
        QList<QKeySequence> left = next.value(clash.holder, clash.holder->shortcuts());
        left.removeAll(clash.key);
        next.insert(clash.holder, left);
    }
    next.insert(action, keys);
    return apply(next);
}

Result<void> Keymap::resetAll()
{
    Bindings next;
    const QList<QAction *> all = m_registry.all();
    for (QAction *action : all)
        next.insert(action, m_registry.builtInKeys(action));
    return apply(next);
}

Keymap::Bindings Keymap::bindings() const
{
    Bindings now;
    const QList<QAction *> all = m_registry.all();
    for (QAction *action : all)
        now.insert(action, action->shortcuts());
    return now;
}

Result<void> Keymap::restore(const Bindings &bindings)
{
    return apply(bindings);
}

Result<void> Keymap::apply(const Bindings &bindings)
{
    Config::KeyChanges changes;
    for (auto it = bindings.cbegin(); it != bindings.cend(); ++it) {
        QAction *action = it.key();
        if (action->shortcuts() != it.value())
            m_registry.setKeys(action, it.value());
        std::optional<QStringList> &entry = changes[action->objectName()];
        if (!m_registry.isRebound(action))
            continue;
        QStringList texts;
        for (const QKeySequence &key : it.value())
            texts.append(key.toString(QKeySequence::PortableText));
        entry = texts;
    }
    Q_EMIT changed();
    return Config::changeKeysFile(m_file, changes);
}

} // namespace Countersign::Actions
