// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/jsonc.h"

#include <QJsonArray>
#include <QStringDecoder>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Countersign::Config {

namespace {

// Configuration nests about six deep; a hostile file must not exhaust the stack.
constexpr int kDeepest = 64;

/// One pass over the text by recursive descent; stops at the first thing that is not JSON.
class Reader
{
public:
    Reader(const QString &text, Document &document) : m_text(text), m_document(document) { }

    bool readAll()
    {
        if (!skipSpace())
            return false;
        if (!at(u'{'))
            return fail(u"the file must hold one object: start it with {"_s);
        QJsonValue value;
        if (!readValue(value, {}, 0) || !skipSpace())
            return false;
        if (m_at < m_text.size())
            return fail(u"nothing may follow the closing } of the file"_s);
        m_document.root = value.toObject();
        return true;
    }
    [[nodiscard]] const QString &message() const { return m_message; }
    [[nodiscard]] Place place() const { return {m_line, column(m_at)}; }

private:
    [[nodiscard]] int column(qsizetype index) const
    {
        return static_cast<int>(index - m_lineStart) + 1;
    }
    [[nodiscard]] bool at(QChar c) const { return m_at < m_text.size() && m_text[m_at] == c; }
    [[nodiscard]] bool atText(QStringView word) const
    {
        return QStringView(m_text).mid(m_at).startsWith(word);
    }
    bool fail(const QString &message)
    {
        m_message = message;
        return false;
    }

    void step()
    {
        // "\r\n" counts once, at its line feed; a lone carriage return ends no line.
        if (m_text[m_at++] == u'\n') {
            ++m_line;
            m_lineStart = m_at;
        }
    }

    bool skipSpace()
    {
        while (m_at < m_text.size()) {
            const QChar c = m_text[m_at];
            if (c == u' ' || c == u'\t' || c == u'\n' || c == u'\r') {
                step();
            } else if (atText(u"//")) {
                while (m_at < m_text.size() && !at(u'\n'))
                    step();
            } else if (atText(u"/*")) {
                const qsizetype end = m_text.indexOf("*/"_L1, m_at + 2);
                if (end < 0)
                    return fail(u"this comment never ends: close it with */"_s);
                while (m_at < end + 2)
                    step();
            } else {
                break;
            }
        }
        return true;
    }

    bool readValue(QJsonValue &value, const QString &pointer, int depth)
    {
        if (depth > kDeepest)
            return fail(u"the values are nested more than %1 deep"_s.arg(kDeepest));
        m_document.places.insert(pointer, place());
        if (at(u'{'))
            return readObject(value, pointer, depth);
        if (at(u'['))
            return readArray(value, pointer, depth);
        if (at(u'"')) {
            QString text;
            if (!readString(text))
                return false;
            value = text;
            return true;
        }
        for (const auto &[word, known] :
             {std::pair<QStringView, QJsonValue>(u"true", true),
              std::pair<QStringView, QJsonValue>(u"false", false),
              std::pair<QStringView, QJsonValue>(u"null", QJsonValue())}) {
            if (atText(word)) {
                m_at += word.size();
                value = known;
                return true;
            }
        }
        return readNumber(value);
    }

    bool readObject(QJsonValue &value, const QString &pointer, int depth)
    {
        QJsonObject object;
        QStringList names;
        step();
        while (true) {
            if (!skipSpace())
                return false;
            if (at(u'}'))
                break;
            QString key;
            if (!at(u'"'))
                return fail(u"a key in double quotes, or }, must stand here"_s);
            if (!readString(key) || !skipSpace())
                return false;
            if (!at(u':'))
                return fail(u"a colon must stand after the key \"%1\""_s.arg(key));
            step();
            QJsonValue member;
            const QString child = pointerTo(pointer, key);
            if (!skipSpace() || !readValue(member, child, depth + 1))
                return false;
            // As rules go by order, a key that comes again counts where it stands last.
            if (names.removeOne(key))
                m_document.repeated.append(child);
            names.append(key);
            object.insert(key, member);
            if (!skipSpace())
                return false;
            if (at(u','))
                step();
            else if (!at(u'}'))
                return fail(u"a comma or } must stand after the value of \"%1\""_s.arg(key));
        }
        step();
        m_document.keys.insert(pointer, names);
        value = object;
        return true;
    }

    bool readArray(QJsonValue &value, const QString &pointer, int depth)
    {
        QJsonArray array;
        step();
        while (true) {
            if (!skipSpace())
                return false;
            if (at(u']'))
                break;
            QJsonValue member;
            if (!readValue(member, pointerTo(pointer, QString::number(array.size())), depth + 1))
                return false;
            array.append(member);
            if (!skipSpace())
                return false;
            if (at(u','))
                step();
            else if (!at(u']'))
                return fail(u"a comma or ] must stand after this entry of the list"_s);
        }
        step();
        value = array;
        return true;
    }

    bool readString(QString &text)
    {
        step();
        while (m_at < m_text.size() && !at(u'"')) {
            if (m_text[m_at].unicode() < 0x20)
                return fail(u"a string must end with a double quote on its own line, and hold "
                            "control characters as escapes"_s);
            if (at(u'\\')) {
                if (!readEscape(text))
                    return false;
            } else {
                text.append(m_text[m_at]);
                step();
            }
        }
        if (m_at >= m_text.size())
            return fail(u"this string never ends: close it with a double quote"_s);
        step();
        return true;
    }

    bool readEscape(QString &text)
    {
        static constexpr QStringView kLetters = u"\"\\/bfnrt";
        static constexpr QStringView kMeanings = u"\"\\/\b\f\n\r\t";
        const QChar letter = m_at + 1 < m_text.size() ? m_text[m_at + 1] : QChar();
        if (const qsizetype known = kLetters.indexOf(letter); known >= 0 && !letter.isNull()) {
            text.append(kMeanings[known]);
            m_at += 2;
            return true;
        }
        if (letter == u'u') {
            bool valid = false;
            const QStringView digits = QStringView(m_text).mid(m_at + 2, 4);
            const auto allHex = std::all_of(digits.begin(), digits.end(), [](QChar c) {
                return (c >= u'0' && c <= u'9') || (c.toLower() >= u'a' && c.toLower() <= u'f');
            });
            const ushort unit = digits.toUShort(&valid, 16);
            if (valid && allHex && digits.size() == 4) {
                text.append(QChar(unit));
                m_at += 6;
                return true;
            }
        }
        return fail(u"this escape is not known: after \\ may stand one of \" \\ / b f n r t, or u "
                    "and four hexadecimal digits"_s);
    }

    bool readNumber(QJsonValue &value)
    {
        const qsizetype start = m_at;
        const auto digits = [this] {
            const qsizetype first = m_at;
            while (m_at < m_text.size() && m_text[m_at] >= u'0' && m_text[m_at] <= u'9')
                ++m_at;
            return m_at > first;
        };
        const auto refuse = [&](const QString &message) {
            m_at = start;
            return fail(message);
        };
        const QString notAValue =
                u"a value must stand here: a string, a number, true, false, null, "
                "a list or an object"_s;
        if (at(u'-'))
            ++m_at;
        const bool leadingZero = at(u'0');
        const qsizetype whole = m_at;
        if (!digits())
            return refuse(notAValue);
        bool valid = !leadingZero || m_at - whole == 1;
        bool isWhole = true;
        if (at(u'.')) {
            ++m_at;
            isWhole = false;
            valid = digits() && valid;
        }
        if (at(u'e') || at(u'E')) {
            ++m_at;
            isWhole = false;
            if (at(u'+') || at(u'-'))
                ++m_at;
            valid = digits() && valid;
        }
        const QStringView text = QStringView(m_text).mid(start, m_at - start);
        bool fits = false;
        const qint64 integer = text.toLongLong(&fits);
        if (isWhole && fits)
            value = integer;
        else
            value = text.toDouble(&fits);
        return valid && fits ? true : refuse(u"\"%1\" is not a JSON number"_s.arg(text));
    }

    const QString &m_text;
    Document &m_document;
    qsizetype m_at = 0;
    qsizetype m_lineStart = 0;
    int m_line = 1;
    QString m_message;
};

} // namespace

QString pointerTo(const QString &parent, const QString &key)
{
    QString token = key;
    token.replace(u'~', "~0"_L1).replace(u'/', "~1"_L1);
    return parent + u'/' + token;
}

Problem Document::problem(const QString &pointer, const QString &message) const
{
    QString known = pointer;
    while (!known.isEmpty() && !places.contains(known))
        known.truncate(known.lastIndexOf(u'/'));
    const Place place = places.value(known);
    return {file, place.line, place.column, message};
}

QString Document::source(const QString &shownName, const QString &pointer) const
{
    return shownName + u':' + QString::number(places.value(pointer).line);
}

tl::expected<Document, Problem> readDocument(const QByteArray &text, const QString &file)
{
    QStringDecoder decoder(QStringDecoder::Utf8); // Leaves out a byte order mark.
    const QString decoded = decoder.decode(text);
    if (decoder.hasError()) {
        return tl::unexpected(
                Problem{file, 0, 0, u"the file is not UTF-8: save it in that encoding"_s});
    }
    Document document;
    document.file = file;
    Reader reader(decoded, document);
    if (!reader.readAll())
        return tl::unexpected(
                Problem{file, reader.place().line, reader.place().column, reader.message()});
    return document;
}

tl::expected<QJsonObject, Problem> parseJsonc(const QByteArray &text, const QString &file)
{
    auto document = readDocument(text, file);
    if (!document)
        return tl::unexpected(document.error());
    return document->root;
}

} // namespace Countersign::Config
