// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/skillfiles.h"

#include <QDir>

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr int kDeepest = 8; ///< Folders below the skill's own.
constexpr int kMostFolders = 1000; ///< Read for one sample: empty ones give nothing and cost time.

class Sampler
{
public:
    Sampler(QString root, qsizetype most, std::stop_token stop)
        : m_root(std::move(root))
        , m_most(most)
        , m_stop(std::move(stop))
    {
    }
    void walk(const QString &folder, int depth);
    [[nodiscard]] QStringList take() { return std::move(m_files); }

private:
    [[nodiscard]] bool isOver() const
    {
        return m_files.size() >= m_most || m_folders >= kMostFolders || m_stop.stop_requested();
    }
    const QString m_root;
    const qsizetype m_most;
    const std::stop_token m_stop;
    QStringList m_files;
    int m_folders = 0;
};

void Sampler::walk(const QString &folder, int depth)
{
    ++m_folders;
    const QDir directory(folder.isEmpty() ? m_root : m_root + u'/' + folder);
    // A folder sorts as what is in it: by its name and a slash.
    QStringList names =
            directory.entryList(QDir::Files | QDir::Hidden | QDir::NoSymLinks, QDir::Unsorted);
    names.removeAll(u"SKILL.md"_s);
    const QStringList folders = directory.entryList(
            QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Unsorted);
    for (const QString &name : folders)
        names.append(name + u'/');
    std::sort(names.begin(), names.end());
    for (const QString &name : std::as_const(names)) {
        if (isOver())
            return;
        const QString path = folder.isEmpty() ? name : folder + u'/' + name;
        if (!name.endsWith(u'/'))
            m_files.append(path);
        else if (depth < kDeepest)
            walk(path.chopped(1), depth + 1);
    }
}

} // namespace

QStringList sampleFiles(const QString &directory, qsizetype most, std::stop_token stop)
{
    Sampler sampler(directory, most, std::move(stop));
    sampler.walk({}, 0);
    return sampler.take();
}

} // namespace Countersign
