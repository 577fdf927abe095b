// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT
//
// What a result says, apart from how it says it: the two programs word their results differently on
// purpose, so what is compared is the information.

const lines = (text) => text.split("\n").map((line) => line.replace(/\r$/, ""))
const sorted = (list) => [...list].sort()
const inProject = (name) => name.replace(/^@project\//, "").replace(/^\.\.\/outside\//, "@outside/")

/** For each tool a reading of {text, structured} of each program. */
const readings = {
  read: {
    opencode: ({ structured: s, text }) => {
      if (s?.entries) return sorted(s.entries.map((entry) => inProject((entry.path ?? entry.name ?? entry).replace(/\/$/, ""))))
      if (typeof s?.content !== "string") return text
      if (s.encoding === "base64") return { file: s.mime }
      return s.content === "" ? [] : lines(s.content.replace(/\r?\n$/, ""))
    },
    countersign: ({ structured: s, text }) => {
      if (s?.type === "directory") return sorted(lines(text).slice(1).map((line) => line.replace(/^\d+: /, "").replace(/\/$/, "")))
      if (s?.type === "file") return { file: s.mime }
      return lines(text).slice(1).filter((line) => /^\d+: /.test(line)).map((line) => line.replace(/^\d+: /, ""))
    },
  },
  bash: {
    opencode: ({ structured: s, text }) => ({ output: text.replace(/\n?Command exited with code \d+\.$/, "").replace(/^\(no output\)$/, "").trimEnd(), exit: s?.exit, timeout: s?.timeout ?? false }),
    countersign: ({ structured: s, text }) => ({ output: text.replace(/\n?Exit code \d+\.$/, "").replace(/^\(?[Nn]o output\.?\)?$/, "").trimEnd(), exit: s?.exit, timeout: s?.timeout ?? false }),
  },
  glob: {
    opencode: ({ structured: s }) => sorted((s?.value ?? []).map((one) => inProject(one.path))),
    countersign: ({ structured: s }) => sorted((s?.files ?? []).map(inProject)),
  },
  grep: {
    opencode: ({ structured: s }) => sorted((s?.value ?? []).map((one) => `${inProject(one.entry.path)}:${one.line}:${one.text.replace(/\r?\n$/, "")}`)),
    countersign: ({ structured: s }) => sorted((s?.matches ?? []).map((one) => `${inProject(one.path)}:${one.line}:${one.text}`)),
  },
  todowrite: {
    opencode: ({ structured: s }) => s?.todos,
    countersign: ({ structured: s }) => s?.todos,
  },
  webfetch: {
    opencode: ({ text }) => text.trim(),
    countersign: ({ text }) => text.replace(/^[^]*?\n\n/, "").trim(), // Without what is said about the page.
  },
}

/** The information of a good result of `tool`; of tools that change files that is in the files. */
export function essenceOf(program, tool, result) {
  return readings[tool]?.[program](result) ?? "done"
}
