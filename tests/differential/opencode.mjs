// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT
//
// Drives the V2 tools and the V2 permission service of OpenCode through its HTTP interface (/api).

import { spawn } from "node:child_process"
import fs from "node:fs"
import http from "node:http"
import path from "node:path"

const kReadyMs = 60_000
const kCaseMs = 90_000

function request(url, method, body) {
  return new Promise((resolve, reject) => {
    const data = body === undefined ? undefined : JSON.stringify(body)
    const sent = http.request(url, { method, headers: data ? { "content-type": "application/json", "content-length": Buffer.byteLength(data) } : {} }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (piece) => (text += piece))
      response.on("end", () => {
        if (response.statusCode >= 400) return reject(new Error(`${method} ${url} answered ${response.statusCode}: ${text.slice(0, 300)}`))
        resolve(text ? JSON.parse(text) : {})
      })
    })
    sent.on("error", reject)
    sent.end(data)
  })
}

/** A server whose configuration and data lie in `home`. `permission` is the configuration's key. */
export async function startOpenCode(binary, home, cwd, modelUrl, permission) {
  const config = {
    model: "fake/fake", autoupdate: false, share: "disabled", snapshot: false, permission,
    provider: { fake: { npm: "@ai-sdk/openai-compatible", name: "Fake", options: { baseURL: `${modelUrl}/v1`, apiKey: "x" }, models: { fake: { name: "Fake", limit: { context: 1000000, output: 10000 } } } } },
  }
  const folder = path.join(home, ".config/opencode")
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, "opencode.json"), JSON.stringify(config))
  const env = { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8", NO_COLOR: "1", OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_LSP_DOWNLOAD: "1" }
  const child = spawn(binary, ["serve", "--port", "0", "--hostname", "127.0.0.1"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`OpenCode did not start: ${said}`)), kReadyMs)
    const see = (piece) => {
      said += piece
      const found = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said)
      if (found) resolve(found[1]), clearTimeout(timer)
    }
    child.stdout.on("data", see)
    child.stderr.on("data", see)
    child.once("exit", (code) => reject(new Error(`OpenCode ended with ${code}: ${said}`)))
  })
  const listeners = new Set()
  const stream = http.get(`${url}/api/event`, { headers: { accept: "text/event-stream" }, agent: false }, (response) => {
    let held = ""
    response.setEncoding("utf8")
    response.on("data", (piece) => {
      held += piece
      for (let end; (end = held.indexOf("\n\n")) >= 0; held = held.slice(end + 2)) {
        const data = held.slice(0, end).split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n")
        if (data) for (const listener of listeners) listener(JSON.parse(data))
      }
    })
  })
  stream.on("error", () => {}) // It ends with the server.
  return {
    home,
    api: (method, where, body) => request(`${url}/api${where}`, method, body),
    listeners,
    stop: () => new Promise((resolve) => {
      child.removeAllListeners("exit")
      child.once("exit", resolve)
      stream.destroy()
      child.kill("SIGTERM")
      setTimeout(() => child.kill("SIGKILL"), 4000).unref()
    }),
  }
}

const openSession = async (server, world) =>
  (await server.api("POST", "/session", { model: { id: "fake", providerID: "fake" }, location: { directory: world.project } })).data.id

/** Plays a case; gives for each call {ok, text, structured, asked: [{action, resources, save}]}. */
export async function playOpenCode(server, world, name, calls) {
  const results = new Map(calls.map((call) => [call.id, { ok: undefined, text: "", structured: undefined, asked: [] }]))
  const session = await openSession(server, world)
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish(reject, new Error(`OpenCode did not finish the case ${name}`)), kCaseMs)
    const finish = (settle, value) => {
      clearTimeout(timer)
      server.listeners.delete(see)
      settle(value)
    }
    const see = ({ type, data }) => {
      if (data?.sessionID !== session) return
      const result = results.get(data.callID ?? data.source?.callID)
      if (type === "permission.v2.asked") {
        result?.asked.push({ action: data.action, resources: data.resources, save: data.save })
        server.api("POST", `/session/${session}/permission/${data.id}/reply`, { reply: "once" }).catch((error) => finish(reject, error))
      } else if (type === "session.next.tool.success") {
        Object.assign(result, { ok: true, structured: data.structured, text: data.content.map((part) => part.text ?? "").join("\n") })
      } else if (type === "session.next.tool.failed") {
        Object.assign(result, { ok: false, text: data.error.message })
      } else if (type === "session.next.step.failed" || (type === "session.next.step.ended" && data.finish !== "tool-calls")) {
        finish(resolve)
      }
    }
    server.listeners.add(see)
    server.api("POST", `/session/${session}/prompt`, { prompt: { text: `case:${name}` } }).catch((error) => finish(reject, error))
  })
  return calls.map((call) => results.get(call.id))
}

/** The effect ("allow", "ask", "deny") of each [action, resource]. */
export async function verdictsOfOpenCode(server, world, probes) {
  const session = await openSession(server, world)
  const effects = []
  for (const [action, resource] of probes)
    effects.push((await server.api("POST", `/session/${session}/permission`, { action, resources: [resource] })).data.effect)
  return effects
}
