// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellprograms.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

constexpr std::array kPrograms{
        ShellProgram{"."_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"ack"_L1, ShellShape::ScriptThenReads, "ABCm"_L1},
        ShellProgram{"ag"_L1, ShellShape::ScriptThenReads, "ABCGm"_L1},
        ShellProgram{"awk"_L1, ShellShape::ScriptThenReads, "Fvf"_L1},
        ShellProgram{"b2sum"_L1, ShellShape::Reads, "l"_L1},
        ShellProgram{"base32"_L1, ShellShape::Reads, "w"_L1},
        ShellProgram{"base64"_L1, ShellShape::Reads, "w"_L1},
        ShellProgram{"basenc"_L1, ShellShape::Reads, "w"_L1},
        ShellProgram{"basename"_L1, ShellShape::Looks, "s"_L1},
        ShellProgram{"bat"_L1, ShellShape::Reads, "rlH"_L1},
        ShellProgram{"batcat"_L1, ShellShape::Reads, "rlH"_L1},
        ShellProgram{"bunzip2"_L1, ShellShape::Writes, ""_L1},
        ShellProgram{"bzcat"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"bzip2"_L1, ShellShape::Writes, ""_L1},
        ShellProgram{"cat"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"chgrp"_L1, ShellShape::ModeThenWrites, ""_L1},
        ShellProgram{"chmod"_L1, ShellShape::ModeThenWrites, ""_L1},
        ShellProgram{"chown"_L1, ShellShape::ModeThenWrites, ""_L1},
        ShellProgram{"cksum"_L1, ShellShape::Reads, "a"_L1},
        ShellProgram{"cmp"_L1, ShellShape::Reads, "in"_L1},
        ShellProgram{"column"_L1, ShellShape::Reads, "cNosR"_L1},
        ShellProgram{"comm"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"cp"_L1, ShellShape::Copies, "StZ"_L1},
        ShellProgram{"cut"_L1, ShellShape::Reads, "bcdf"_L1},
        ShellProgram{"diff"_L1, ShellShape::Reads, "CUxXI"_L1},
        ShellProgram{"dirname"_L1, ShellShape::Looks, ""_L1},
        ShellProgram{"du"_L1, ShellShape::Looks, "dBtX"_L1},
        ShellProgram{"egrep"_L1, ShellShape::ScriptThenReads, "efmABC"_L1},
        ShellProgram{"expand"_L1, ShellShape::Reads, "t"_L1},
        ShellProgram{"fgrep"_L1, ShellShape::ScriptThenReads, "efmABC"_L1},
        ShellProgram{"file"_L1, ShellShape::Looks, "fFmP"_L1},
        ShellProgram{"fmt"_L1, ShellShape::Reads, "w"_L1},
        ShellProgram{"fold"_L1, ShellShape::Reads, "w"_L1},
        ShellProgram{"gawk"_L1, ShellShape::ScriptThenReads, "Fvfi"_L1},
        ShellProgram{"grep"_L1, ShellShape::ScriptThenReads, "efmABC"_L1},
        ShellProgram{"gunzip"_L1, ShellShape::Writes, "S"_L1},
        ShellProgram{"gzip"_L1, ShellShape::Writes, "S"_L1},
        ShellProgram{"head"_L1, ShellShape::Reads, "nc"_L1},
        ShellProgram{"hexdump"_L1, ShellShape::Reads, "efns"_L1},
        ShellProgram{"iconv"_L1, ShellShape::Reads, "fto"_L1},
        ShellProgram{"install"_L1, ShellShape::Copies, "gmostS"_L1},
        ShellProgram{"join"_L1, ShellShape::Reads, "aeijotv12"_L1},
        ShellProgram{"jq"_L1, ShellShape::ScriptThenReads, "fL"_L1},
        ShellProgram{"less"_L1, ShellShape::Reads, "bhjkoOpPtTxyz"_L1},
        ShellProgram{"link"_L1, ShellShape::Links, ""_L1},
        ShellProgram{"ln"_L1, ShellShape::Links, "tS"_L1},
        ShellProgram{"ls"_L1, ShellShape::Looks, "ITw"_L1},
        ShellProgram{"mawk"_L1, ShellShape::ScriptThenReads, "Fvf"_L1},
        ShellProgram{"md5sum"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"mkdir"_L1, ShellShape::Writes, "mZ"_L1},
        ShellProgram{"mkfifo"_L1, ShellShape::Writes, "m"_L1},
        ShellProgram{"more"_L1, ShellShape::Reads, "n"_L1},
        ShellProgram{"mv"_L1, ShellShape::Moves, "St"_L1},
        ShellProgram{"nl"_L1, ShellShape::Reads, "bdfhilnsvw"_L1},
        ShellProgram{"od"_L1, ShellShape::Reads, "AjNStw"_L1},
        ShellProgram{"paste"_L1, ShellShape::Reads, "d"_L1},
        ShellProgram{"pr"_L1, ShellShape::Reads, "DehiloNnSsWw"_L1},
        ShellProgram{"readlink"_L1, ShellShape::Looks, ""_L1},
        ShellProgram{"realpath"_L1, ShellShape::Looks, ""_L1},
        ShellProgram{"rev"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"rg"_L1, ShellShape::ScriptThenReads, "efgmtTABCErjM"_L1},
        ShellProgram{"rm"_L1, ShellShape::Removes, ""_L1},
        ShellProgram{"rmdir"_L1, ShellShape::Removes, ""_L1},
        ShellProgram{"rsync"_L1, ShellShape::Copies, "efBMT"_L1},
        ShellProgram{"scp"_L1, ShellShape::Copies, "cFiJloPS"_L1},
        ShellProgram{"sed"_L1, ShellShape::ScriptThenReads, "efl"_L1},
        ShellProgram{"sha1sum"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"sha224sum"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"sha256sum"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"sha384sum"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"sha512sum"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"shred"_L1, ShellShape::Writes, "ns"_L1},
        ShellProgram{"shuf"_L1, ShellShape::Reads, "ion"_L1},
        ShellProgram{"sort"_L1, ShellShape::Reads, "koSTt"_L1},
        ShellProgram{"source"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"sponge"_L1, ShellShape::Writes, ""_L1},
        ShellProgram{"stat"_L1, ShellShape::Looks, "cf"_L1},
        ShellProgram{"strings"_L1, ShellShape::Reads, "ent"_L1},
        ShellProgram{"sum"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"tac"_L1, ShellShape::Reads, "s"_L1},
        ShellProgram{"tail"_L1, ShellShape::Reads, "nc"_L1},
        ShellProgram{"tee"_L1, ShellShape::Writes, ""_L1},
        ShellProgram{"touch"_L1, ShellShape::Writes, "drt"_L1},
        ShellProgram{"tree"_L1, ShellShape::Looks, "LIPo"_L1},
        ShellProgram{"truncate"_L1, ShellShape::Writes, "rs"_L1},
        ShellProgram{"unexpand"_L1, ShellShape::Reads, "t"_L1},
        ShellProgram{"uniq"_L1, ShellShape::Copies, "fsw"_L1},
        ShellProgram{"unlink"_L1, ShellShape::Removes, ""_L1},
        ShellProgram{"unxz"_L1, ShellShape::Writes, ""_L1},
        ShellProgram{"wc"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"xxd"_L1, ShellShape::Copies, "cglos"_L1},
        ShellProgram{"xz"_L1, ShellShape::Writes, "T"_L1},
        ShellProgram{"xzcat"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"yq"_L1, ShellShape::ScriptThenReads, ""_L1},
        ShellProgram{"zcat"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"zgrep"_L1, ShellShape::ScriptThenReads, "efmABC"_L1},
        ShellProgram{"zless"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"zmore"_L1, ShellShape::Reads, ""_L1},
        ShellProgram{"zstdcat"_L1, ShellShape::Reads, ""_L1},
};

struct FileOption
{
    QLatin1StringView program;
    QLatin1StringView option;
    ShellAccess access;
};

constexpr std::array kFileOptions{
        FileOption{"awk"_L1, "-f"_L1, ShellAccess::Read},
        FileOption{"cp"_L1, "-t"_L1, ShellAccess::Write},
        FileOption{"cp"_L1, "--target-directory"_L1, ShellAccess::Write},
        FileOption{"grep"_L1, "-f"_L1, ShellAccess::Read},
        FileOption{"install"_L1, "-t"_L1, ShellAccess::Write},
        FileOption{"ln"_L1, "-t"_L1, ShellAccess::Write},
        FileOption{"mv"_L1, "-t"_L1, ShellAccess::Write},
        FileOption{"mv"_L1, "--target-directory"_L1, ShellAccess::Write},
        FileOption{"iconv"_L1, "-o"_L1, ShellAccess::Write},
        FileOption{"jq"_L1, "-f"_L1, ShellAccess::Read},
        FileOption{"rg"_L1, "-f"_L1, ShellAccess::Read},
        FileOption{"sed"_L1, "-f"_L1, ShellAccess::Read},
        FileOption{"shuf"_L1, "-o"_L1, ShellAccess::Write},
        FileOption{"shuf"_L1, "--output"_L1, ShellAccess::Write},
        FileOption{"sort"_L1, "-o"_L1, ShellAccess::Write},
        FileOption{"sort"_L1, "--output"_L1, ShellAccess::Write},
        FileOption{"tree"_L1, "-o"_L1, ShellAccess::Write},
};

struct NamedOption
{
    QLatin1StringView program;
    QLatin1StringView option;
};

constexpr std::array kOutputOptions{
        NamedOption{"as"_L1, "-o"_L1},         NamedOption{"aria2c"_L1, "-o"_L1},
        NamedOption{"c++"_L1, "-o"_L1},        NamedOption{"cc"_L1, "-o"_L1},
        NamedOption{"clang"_L1, "-o"_L1},      NamedOption{"clang++"_L1, "-o"_L1},
        NamedOption{"dot"_L1, "-o"_L1},        NamedOption{"g++"_L1, "-o"_L1},
        NamedOption{"gcc"_L1, "-o"_L1},        NamedOption{"go"_L1, "-o"_L1},
        NamedOption{"gpg"_L1, "-o"_L1},        NamedOption{"ld"_L1, "-o"_L1},
        NamedOption{"ltrace"_L1, "-o"_L1},     NamedOption{"openssl"_L1, "-out"_L1},
        NamedOption{"pandoc"_L1, "-o"_L1},     NamedOption{"rustc"_L1, "-o"_L1},
        NamedOption{"ssh-keygen"_L1, "-f"_L1}, NamedOption{"strace"_L1, "-o"_L1},
        NamedOption{"time"_L1, "-o"_L1},       NamedOption{"zstd"_L1, "-o"_L1},
};

constexpr std::array kInPlaceOptions{
        NamedOption{"autopep8"_L1, "-i"_L1},  NamedOption{"black"_L1, ""_L1},
        NamedOption{"chattr"_L1, ""_L1},      NamedOption{"clang-format"_L1, "-i"_L1},
        NamedOption{"dos2unix"_L1, ""_L1},    NamedOption{"ed"_L1, ""_L1},
        NamedOption{"eslint"_L1, "--fix"_L1}, NamedOption{"ex"_L1, ""_L1},
        NamedOption{"fallocate"_L1, ""_L1},   NamedOption{"gofmt"_L1, "-w"_L1},
        NamedOption{"goimports"_L1, "-w"_L1}, NamedOption{"isort"_L1, ""_L1},
        NamedOption{"mac2unix"_L1, ""_L1},    NamedOption{"prettier"_L1, "--write"_L1},
        NamedOption{"rustfmt"_L1, ""_L1},     NamedOption{"shfmt"_L1, "-w"_L1},
        NamedOption{"strip"_L1, ""_L1},       NamedOption{"unix2dos"_L1, ""_L1},
        NamedOption{"yapf"_L1, "-i"_L1},
};

template<std::size_t N>
std::optional<QLatin1StringView> optionOf(const std::array<NamedOption, N> &options,
                                          const QString &program)
{
    const auto found =
            std::find_if(options.begin(), options.end(),
                         [&program](const NamedOption &one) { return program == one.program; });
    return found == options.end() ? std::nullopt : std::optional(found->option);
}

} // namespace

std::optional<QLatin1StringView> shellOutputOption(const QString &program)
{
    return optionOf(kOutputOptions, program);
}

std::optional<QLatin1StringView> shellInPlaceOption(const QString &program)
{
    return optionOf(kInPlaceOptions, program);
}

std::optional<ShellProgram> shellProgram(const QString &name)
{
    const auto found = std::find_if(kPrograms.begin(), kPrograms.end(),
                                    [&name](const ShellProgram &one) { return name == one.name; });
    return found == kPrograms.end() ? std::nullopt : std::optional(*found);
}

std::optional<ShellAccess> shellFileOption(QLatin1StringView program, const QString &option)
{
    for (const FileOption &file : kFileOptions) {
        if (file.program == program && option == file.option)
            return file.access;
    }
    return {};
}

} // namespace Countersign::Permission
