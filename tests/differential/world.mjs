// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT
//
// Scratch folders with the same files for each program, and what became of them.

import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"

/**
 * Makes `folder/project` with `files`: {"a/b": text or Buffer, "l": {link: target}, "d": {folder: true}}.
 * "@outside" at the beginning of a name or in a link's target is the folder beside the project. The
 * project is a git repository, so that ignore files count and each one is a project of its own.
 */
export function makeWorld(folder, files) {
  const world = { project: path.join(folder, "project"), outside: path.join(folder, "outside"), home: path.join(folder, "home") }
  for (const made of Object.values(world)) fs.mkdirSync(made, { recursive: true })
  for (const [name, what] of Object.entries(files)) {
    const file = name.startsWith("@outside") ? name.replace("@outside", world.outside) : path.join(world.project, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    if (typeof what === "string" || Buffer.isBuffer(what)) fs.writeFileSync(file, what)
    else if (what.folder) fs.mkdirSync(file, { recursive: true })
    else fs.symlinkSync(what.link.replace("@outside", world.outside), file)
  }
  const git = (...args) => spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main", ...args], { cwd: world.project })
  git("init", "-q", ".")
  git("commit", "-q", "--allow-empty", "-m", "start")
  return world
}

/** {"name": "content in Latin-1" or "-> target"} of the project and of what is beside it, without .git. */
export function filesOf(world) {
  const found = {}
  const walk = (folder, prefix) => {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === ".git") continue
      const file = path.join(folder, entry.name)
      const name = prefix + entry.name
      if (entry.isSymbolicLink()) found[name] = "-> " + withoutWorld(fs.readlinkSync(file), world)
      else if (entry.isDirectory()) walk(file, name + "/")
      else found[name] = fs.readFileSync(file, "latin1")
    }
  }
  walk(world.project, "")
  walk(world.outside, "@outside/")
  return found
}

/** `value` (any JSON) with the world's own folders replaced by @project and @outside. */
export function withoutWorld(value, world) {
  if (typeof value === "string") return value.replaceAll(world.project, "@project").replaceAll(world.outside, "@outside")
  if (Array.isArray(value)) return value.map((one) => withoutWorld(one, world))
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutWorld(one, world)]))
  return value
}

/** The opposite, for inputs of calls. */
export function withWorld(value, world) {
  if (typeof value === "string") return value.replaceAll("@project", world.project).replaceAll("@outside", world.outside)
  if (Array.isArray(value)) return value.map((one) => withWorld(one, world))
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withWorld(one, world)]))
  return value
}
