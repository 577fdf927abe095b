// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT
//
// Plays the same calls in OpenCode and in Countersign, in two copies of a tree, and compares what
// became of them. Started by scripts/differential, which says how.

import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { isDeepStrictEqual } from "node:util"
import { cases as casesOn, verdicts } from "./cases.mjs"
import { playCountersign, toolsOfCountersign, verdictsOfCountersign } from "./countersign.mjs"
import { essenceOf } from "./essence.mjs"
import { playOpenCode, startOpenCode, verdictsOfOpenCode } from "./opencode.mjs"
import { startModel, startPages } from "./services.mjs"
import { filesOf, makeWorld, withoutWorld, withWorld } from "./world.mjs"

const [opencode, countersign, page, ...wanted] = process.argv.slice(2)
const isWanted = (name) => !wanted.length || wanted.some((one) => name.startsWith(one))
const verbose = process.env.DIFFERENTIAL_VERBOSE === "1"
/** Every action asks, so that what is asked for is compared as well. */
const kAskAll = { "*": "ask" }

// The first column of the page's section; each row has to be shown by a case.
const section = /## Differences from OpenCode[^]*?(?=\n## |$)/.exec(fs.readFileSync(page, "utf8"))?.[0] ?? ""
const documented = new Set([...section.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map((row) => row[1]))
const used = new Set()
const counts = { same: 0, listed: 0, different: 0 }

function row(where, aspect, verdict, detail = "") {
  counts[verdict]++
  console.log(`${verdict.padEnd(9)} ${where.padEnd(44)} ${aspect.padEnd(7)} ${detail}`)
}

const kShown = 160
function shown(value, from = 0) {
  const text = JSON.stringify(value) ?? "nothing"
  const begin = verbose ? 0 : Math.max(0, from - 30)
  const end = verbose ? text.length : begin + kShown
  return (begin > 0 ? "…" : "") + text.slice(begin, end) + (end < text.length ? "…" : "")
}

/** Where two values begin to differ, as JSON. */
function firstDifference(a, b) {
  const [left, right] = [JSON.stringify(a) ?? "", JSON.stringify(b) ?? ""]
  let at = 0
  while (at < left.length && left[at] === right[at]) ++at
  return at
}

/** One comparison; a listed difference has to be there, and its row in the page, too. */
function compare(where, aspect, theirs, ours, listed) {
  const same = isDeepStrictEqual(theirs, ours)
  if (listed) used.add(listed)
  if (listed && !documented.has(listed)) row(where, aspect, "different", `"${listed}" has no row in ${path.basename(page)}`)
  else if (same && listed) row(where, aspect, "different", `there is no difference any more; take "${listed}" away`)
  else if (same) row(where, aspect, "same")
  else row(where, aspect, listed ? "listed" : "different", `${listed ?? ""}\n    OpenCode:    ${shown(theirs, firstDifference(theirs, ours))}\n    Countersign: ${shown(ours, firstDifference(theirs, ours))}`)
}

const askedOf = (result) => result.asked.map(({ action, resources }) => ({ action, resources }))
const statusOf = (result) => (result.ok === undefined ? "not settled" : result.ok ? "good" : "failed")

async function compareCase(one, world, servers) {
  const { permission = kAskAll } = one
  const server = await servers.serverFor(permission)
  const theirs = await playOpenCode(server, world.their, one.name, callsOf(one, world.their))
  const ours = await playCountersign(countersign, world.our, permission, callsOf(one, world.our))
  one.calls.forEach(({ tool, input, differs }, index) => {
    const where = `${one.name} ${index + 1} ${tool} ${Object.values(input).map(String).join(" ")}`.replace(/\s+/g, " ").slice(0, 44)
    const their = withoutWorld(theirs[index], world.their)
    const our = withoutWorld(ours[index], world.our)
    if (verbose) console.log(`    OpenCode:    ${shown(their)}\n    Countersign: ${shown(our)}`)
    compare(where, "status", statusOf(their), statusOf(our), differs.status)
    if (their.ok && our.ok)
      compare(where, "result", essenceOf("opencode", tool, their), essenceOf("countersign", tool, our), differs.result)
    compare(where, "asks", askedOf(their), askedOf(our), differs.asks)
  })
  compare(one.name, "files", filesOf(world.their), filesOf(world.our), one.differs?.files)
}

async function compareVerdicts(one, world, servers) {
  const probesIn = ({ home }) => one.probes.map(([action, resource]) => [action, resource.replace("@home", home)])
  const server = await servers.serverFor(one.permission)
  const theirs = await verdictsOfOpenCode(server, world.their, probesIn(server))
  const ours = await verdictsOfCountersign(countersign, world.our, one.permission, probesIn(world.our))
  one.probes.forEach(([action, resource, listed], index) => compare(`${one.name} ${action} ${resource}`, "effect", theirs[index], ours[index], listed))
}

/** The calls of a case as the model makes them in `world`. */
function callsOf(one, world) {
  return one.calls.map(({ tool, input }, index) => ({ id: `call_${index}`, name: tool, input: withWorld(input, world) }))
}

/** Two copies of the tree of a case. */
function worldsOf(one) {
  const make = (program) => makeWorld(path.join(scratch, one.name, program), one.files ?? {})
  return { their: make("opencode"), our: make("countersign") }
}

/** One server of OpenCode for each configuration: it takes seconds to start. */
function serversOn(modelUrl) {
  const servers = new Map()
  return {
    serverFor(permission) {
      const key = JSON.stringify(permission)
      if (!servers.has(key)) servers.set(key, startOpenCode(opencode, path.join(scratch, `home-${servers.size}`), scratch, modelUrl, permission))
      return servers.get(key)
    },
    stop: () => Promise.all([...servers.values()].map(async (server) => (await server).stop())),
  }
}

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "countersign-differential-"))
const pages = await startPages()
const tools = await toolsOfCountersign(countersign, makeWorld(path.join(scratch, "tools"), {}))
const played = []
for (const one of casesOn(pages.url).filter(({ name }) => isWanted(name))) {
  const lacking = one.calls.find(({ tool }) => tool !== "nosuchtool" && !tools.includes(tool))
  if (lacking) row(one.name, "tool", "different", `Countersign has no ${lacking.tool}`)
  else played.push({ one, world: worldsOf(one) })
}
const model = await startModel(new Map(played.map(({ one, world }) => [one.name, callsOf(one, world.their)])))
const servers = serversOn(model.url)
try {
  for (const { one, world } of played) await compareCase(one, world, servers)
  for (const one of verdicts.filter(({ name }) => isWanted(name))) await compareVerdicts(one, worldsOf(one), servers)
  if (!wanted.length)
    for (const key of documented) if (!used.has(key)) row(key, "page", "different", "no case shows this difference")
} finally {
  await Promise.all([servers.stop(), model.stop(), pages.stop()])
  fs.rmSync(scratch, { recursive: true, force: true })
}
console.log(`${counts.same} the same, ${counts.listed} different as listed in ${path.basename(page)}, ${counts.different} different`)
process.exitCode = counts.different ? 1 : 0
