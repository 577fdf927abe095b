// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT
//
// What both programs talk to, on the loopback interface: a scripted model and a few pages.

import http from "node:http"

async function listen(handler) {
  const server = http.createServer(handler)
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  const stop = () => new Promise((resolve) => {
    server.closeAllConnections()
    server.close(resolve)
  })
  return { url: `http://127.0.0.1:${server.address().port}`, stop }
}

const textOf = (content) => (typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("\n"))

/**
 * A model that speaks the streaming chat protocol. The prompt "case:NAME" chooses turns.get(NAME), a
 * list of {id, name, input}; each turn makes one call, and after the last one the model is done.
 */
export async function startModel(turns) {
  return listen(async (request, response) => {
    let text = ""
    for await (const piece of request) text += piece
    const body = text ? JSON.parse(text) : {}
    const messages = body.messages ?? []
    const prompt = messages.filter((message) => message.role === "user").map((message) => /case:(\S+)/.exec(textOf(message.content))).find(Boolean)
    // Requests without tools are for titles and summaries.
    const calls = prompt && body.tools?.length ? (turns.get(prompt[1]) ?? []) : []
    const call = calls[messages.filter((message) => message.role === "assistant").length]
    const delta = call
      ? { tool_calls: [{ index: 0, id: call.id, type: "function", function: { name: call.name, arguments: JSON.stringify(call.input) } }] }
      : { content: "Done." }
    const chunk = (choice) => ({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "fake", choices: [{ index: 0, finish_reason: null, ...choice }] })
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    response.writeHead(200, { "content-type": "text/event-stream" })
    for (const one of [chunk({ delta: { role: "assistant" } }), chunk({ delta }), chunk({ delta: {}, finish_reason: call ? "tool_calls" : "stop" }), { ...chunk({}), choices: [], usage }])
      response.write(`data: ${JSON.stringify(one)}\n\n`)
    response.end("data: [DONE]\n\n")
  })
}

const page = "<!doctype html><html><head><title>T</title><style>p{}</style><script>var x</script></head><body><h1>Head</h1><p>One <b>two</b> <a href=\"/x\">three</a>.</p><ul><li>a</li><li>b</li></ul></body></html>"

/** Pages for webfetch. */
export async function startPages() {
  return listen((request, response) => {
    const [status, type, body] = {
      "/page.html": [200, "text/html; charset=utf-8", page],
      "/plain.txt": [200, "text/plain", "plain\ntext\n"],
      "/latin.txt": [200, "text/plain; charset=iso-8859-1", Buffer.from("caf\xE9\n", "latin1")],
      "/data.json": [200, "application/json", '{"a":1}'],
      "/moved": [302, "text/plain", ""],
    }[request.url] ?? [404, "text/plain", "not here\n"]
    response.writeHead(status, { "content-type": type, ...(status === 302 ? { location: "/plain.txt" } : {}) })
    response.end(body)
  })
}
