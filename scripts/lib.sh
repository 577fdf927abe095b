# SPDX-FileCopyrightText: 2026 The Countersign developers
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# What the scripts share; sourced, never run. Remarks go to standard error, so that standard
# output belongs to the program that a script starts.

ROOT=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
readonly ROOT

note() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# Ends the script: usage STATUS MESSAGE…
fail() {
  local status=$1
  shift
  note "$*"
  exit "$status"
}

# The comment at a script's head is its help.
help() { sed -n '5,/^$/s/^# \{0,1\}//p' "$0"; }

# Configures a preset quietly; what CMake said is shown when it fails.
configure() {
  local preset=$1 log
  log=$ROOT/build/$preset-configure.log
  mkdir -p -- "$ROOT/build"
  note "configuring build/$preset"
  (cd "$ROOT" && cmake --preset "$preset") >"$log" 2>&1 && return
  cat -- "$log" >&2
  fail 1 "configuring failed; the text above is also in $log"
}

# Builds targets of a preset (none named: all). A terminal sees progress; a log sees warnings and
# errors only.
build() {
  local preset=$1 targets=() options=()
  shift
  if (($#)); then targets=(--target "$@"); fi
  [[ -t 2 ]] || options=(-- --quiet)
  note "building ${*:-everything} in build/$preset"
  (cd "$ROOT" && cmake --build --preset "$preset" "${targets[@]}" "${options[@]}") >&2 ||
    fail 1 "building failed; the errors are above"
}
