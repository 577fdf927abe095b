// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT
//
// Drives Countersign through its command line.

import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"

/** Runs the program; a home of its own keeps the configuration, which is the one that OpenCode has. */
async function run(binary, world, permission, args) {
  const folder = path.join(world.home, "opencode")
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, "opencode.json"), JSON.stringify({ permission }))
  const env = { PATH: process.env.PATH, HOME: world.home, LANG: "C.UTF-8", COUNTERSIGN_HOME: world.home, QT_QPA_PLATFORM: "offscreen" }
  const child = spawn(binary, args, { cwd: world.project, env, stdio: ["ignore", "pipe", "pipe"] })
  let out = ""
  let errors = ""
  child.stdout.setEncoding("utf8").on("data", (piece) => (out += piece))
  child.stderr.setEncoding("utf8").on("data", (piece) => (errors += piece))
  const code = await new Promise((resolve) => child.once("close", resolve))
  return { code, out, errors }
}

/** The names of the built-in tools. */
export async function toolsOfCountersign(binary, world) {
  const { out } = await run(binary, world, {}, ["tool", "list"])
  return out.split("\n").map((line) => line.split(/\s/)[0]).filter(Boolean)
}

/** As playOpenCode(). */
export async function playCountersign(binary, world, permission, calls) {
  const script = path.join(world.home, "script.json")
  fs.writeFileSync(script, JSON.stringify({ turns: [...calls.map(({ name, input }) => ({ tools: [{ name, input }] })), { text: "Done." }] }))
  const { code, out, errors } = await run(binary, world, permission, ["run", "--auto", "--format", "json", "--model", `scripted:${script}`, "go"])
  const results = calls.map(() => ({ ok: undefined, text: "", structured: undefined, asked: [] }))
  for (const line of out.split("\n").filter(Boolean)) {
    const event = JSON.parse(line)
    // The scripted model's ids: call_TURN_INDEX.
    const result = results[Number(/^call_(\d+)_/.exec(event.call ?? event.id ?? "")?.[1])]
    if (event.type === "asked") result?.asked.push({ action: event.action, resources: event.resources, save: event.save.map((offer) => offer.resource) })
    else if (event.type === "tool" && event.state === "completed")
      Object.assign(result, { ok: true, text: event.output, structured: event.metadata?.structured })
    else if (event.type === "tool" && (event.state === "error" || event.state === "refused")) Object.assign(result, { ok: false, text: event.error })
  }
  if (code !== 0) throw new Error(`countersign run ended with ${code}: ${errors}${out.slice(-500)}`)
  return results
}

/** As verdictsOfOpenCode(). */
export async function verdictsOfCountersign(binary, world, permission, probes) {
  const effects = []
  for (const [action, resource] of probes) {
    const { out, errors } = await run(binary, world, permission, ["permissions", "--json", "check", action, resource])
    try {
      effects.push(JSON.parse(out).effect)
    } catch {
      throw new Error(`countersign permissions check ${action} ${resource} said: ${out}${errors}`)
    }
  }
  return effects
}
