// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT
//
// What is played in both programs. A case is a tree and calls in it, one after the other. Where the
// programs differ on purpose, `differs` names, for "status", "result" or "asks" of a call and for
// "files" of a case, the row of "Differences from OpenCode" in docs/tools.md that says why.

const latin1 = (text) => Buffer.from(text, "latin1")
const utf16 = (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")])
const bom = (text) => "\uFEFF" + text
const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")
const numbered = (count) => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join("")
const patch = (...body) => `*** Begin Patch\n${body.join("\n")}\n*** End Patch`

const call = (tool, input, differs = {}) => ({ tool, input, differs })
const read = (path, differs) => call("read", { path }, differs)
const edit = (path, oldString, newString, differs, more = {}) => call("edit", { path, oldString, newString, ...more }, differs)
const write = (path, content, differs) => call("write", { path, content }, differs)
const bash = (command, differs, more = {}) => call("bash", { command, ...more }, differs)
const glob = (pattern, differs, more = {}) => call("glob", { pattern, ...more }, differs)
const grep = (pattern, differs, more = {}) => call("grep", { pattern, ...more }, differs)
const apply = (differs, ...body) => call("apply_patch", { patchText: patch(...body) }, differs)

const source = { "a.txt": "one\ntwo\nthree\n", "src/b.js": "let needle = 1\n", "src/deep/c.js": "// needle\nx\n", ".hidden/d.js": "needle\n", ".gitignore": "built/\n*.log\n", "built/e.js": "needle\n", "run.log": "needle\n" }

/** Both fail; OpenCode has asked first. */
const unasked = { asks: "fails-unasked" }
/** OpenCode searches outside without a question. */
const outside = { asks: "search-outside" }
const refusedOutside = { status: "search-outside", asks: "search-outside" }

/** grep leaves out what a rule does not simply let it read. */
const readable = { "*": "ask", read: "allow" }

/** A page on the loopback interface, which asks for itself here. */
const fetchedFrom = (pages) => (path, format, result) => call("webfetch", { url: pages + path, format }, { asks: "private-network", result })

export const cases = (pages, fetched = fetchedFrom(pages)) => [
  { name: "read-text", files: { "a.txt": "one\ntwo\n", "b.txt": "no end", "c.txt": "x\r\ny\r\n", "empty.txt": "", "n.txt": numbered(30) },
    calls: [read("a.txt"), read("b.txt"), read("c.txt"), read("empty.txt"), read("@project/a.txt"), call("read", { path: "n.txt", offset: 11, limit: 5 }), call("read", { path: "n.txt", offset: 99 }, {}), read("missing.txt")] },
  { name: "read-long", files: { "long.txt": "x".repeat(3000) + "\nend\n", "many.txt": numbered(2500) },
    calls: [read("long.txt", { result: "read-pages" }), read("many.txt", { result: "read-pages" })] },
  { name: "read-encodings", files: { "bom.txt": bom("one\n"), "wide.txt": utf16("one\n"), "latin.txt": latin1("caf\xe9\n") },
    calls: [read("bom.txt"), read("wide.txt", { status: "read-encodings" }), read("latin.txt")] },
  { name: "read-kinds", files: { ...source, "p.png": png, "bin.dat": Buffer.from([0, 1, 2, 3, 0, 255]) },
    calls: [read("."), read("src"), read("p.png"), read("bin.dat"), read("/dev/zero")] },
  { name: "read-links", files: { "a.txt": "in\n", "@outside/o.txt": "out\n", in: { link: "a.txt" }, out: { link: "@outside/o.txt" }, gone: { link: "@outside/none" } },
    calls: [read("in"), read("out"), read("@outside/o.txt"), read("../outside/o.txt"), read("gone")] },
  { name: "read-secrets", files: { ".env": "K=1\n", ".env.example": "K=\n" }, permission: {},
    calls: [read(".env"), read(".env.example"), grep("K=", { result: "protected-lines" }), grep("K=", { asks: "protected-lines" }, { path: ".env" })] },

  { name: "write", files: { "a.txt": "old\n", "crlf.txt": "x\r\ny\r\n", "bom.txt": bom("x\n"), "wide.txt": utf16("x\n"), d: { folder: true }, in: { link: "a.txt" } },
    calls: [write("new/deep/n.txt", "new\n"), write("a.txt", "new\n"), write("bom.txt", "y\n"), write("empty.txt", ""), write("d", "x", unasked), write("in", "through\n")] },
  { name: "write-crlf", differs: { files: "line-ends-kept" }, files: { "crlf.txt": "x\r\ny\r\n" }, calls: [write("crlf.txt", "x\nz\n")] },
  { name: "write-utf16", differs: { files: "encoding-kept" }, files: { "wide.txt": utf16("x\n") }, calls: [write("wide.txt", "y\n")] },
  { name: "write-outside", files: { "@outside/o.txt": "out\n", out: { link: "@outside/o.txt" } },
    calls: [write("@outside/o.txt", "new\n"), write("../outside/p.txt", "new\n"), write("out", "new\n")] },
  { name: "write-dangling", differs: { files: "dangling-link" }, files: { "@outside/x": "", gone: { link: "@outside/none" } }, calls: [write("gone", "made\n", { status: "dangling-link", asks: "dangling-link" })] },

  { name: "edit", files: { "a.txt": "one\ntwo\none\n", "b.txt": "x\n" },
    calls: [edit("a.txt", "two", "2"), edit("a.txt", "one", "1", unasked), edit("a.txt", "one", "1", {}, { replaceAll: true }), edit("a.txt", "nothing like it", "x", unasked), edit("b.txt", "x", "x"), edit("b.txt", "", "y"), edit("missing.txt", "a", "b", unasked)] },
  { name: "edit-dollar", differs: { files: "literal-text" }, files: { "a.txt": "price\n" }, calls: [edit("a.txt", "price", "$& $1 $$ $`")] },
  { name: "edit-crlf", files: { "a.txt": "one\r\ntwo\r\nthree\r\n" }, calls: [edit("a.txt", "one\ntwo", "1\n2")] },
  { name: "edit-mixed", differs: { files: "line-ends-kept" }, files: { "a.txt": "one\r\ntwo\nthree\r\n" }, calls: [edit("a.txt", "two", "2\n2")] },
  { name: "edit-bytes", differs: { files: "encoding-kept" }, files: { "a.txt": latin1("caf\xe9\nx\n"), "bom.txt": bom("x\n"), "wide.txt": utf16("x\n") }, calls: [edit("a.txt", "x", "y"), edit("bom.txt", "x", "y"), edit("wide.txt", "x", "y")] },
  { name: "edit-spaces", differs: { files: "tolerant-edit" }, files: { "a.js": "if (x) {\n    y()\n}\n" }, calls: [edit("a.js", "if (x) {\n  y()\n}", "if (x) {\n  z()\n}", { status: "tolerant-edit" })] },

  { name: "patch", files: { "a.txt": "one\ntwo\nthree\n", "c.txt": "gone\n" },
    calls: [apply({}, "*** Update File: a.txt", "@@", "-two", "+2", "*** Add File: n/new.txt", "+fresh", "*** Delete File: c.txt"), apply(unasked, "*** Update File: missing.txt", "@@", "-x", "+y"), call("apply_patch", { patchText: "nonsense" })] },
  { name: "patch-move", differs: { files: "patch-move" }, files: { "a.txt": "one\ntwo\n" }, calls: [apply({ status: "patch-move", asks: "patch-move" }, "*** Update File: a.txt", "*** Move to: b.txt", "@@", "-one", "+1")] },
  { name: "patch-hunks", files: { "a.txt": numbered(20) }, calls: [apply({}, "*** Update File: a.txt", "@@", "-line 3", "+three", "@@", "-line 15", "+fifteen")] },
  { name: "patch-twice", differs: { files: "patch-chain" }, files: { "a.txt": "one\ntwo\n" }, calls: [apply({ status: "patch-chain" }, "*** Update File: a.txt", "@@", "-one", "+1", "*** Update File: a.txt", "@@", "-two", "+2")] },
  { name: "patch-rollback", files: { "a.txt": "one\n", "b.txt": "two\n" }, calls: [apply(unasked, "*** Update File: a.txt", "@@", "-one", "+1", "*** Update File: b.txt", "@@", "-absent", "+2")] },
  { name: "patch-add-over", differs: { files: "patch-add-over" }, files: { "a.txt": "old\n" }, calls: [apply({ status: "patch-add-over" }, "*** Add File: a.txt", "+new")] },
  { name: "patch-crlf", differs: { files: "line-ends-kept" }, files: { "a.txt": "one\r\ntwo\r\n" }, calls: [apply({}, "*** Update File: a.txt", "@@", "-two", "+2")] },
  { name: "patch-outside", files: { "@outside/o.txt": "out\n" }, calls: [apply({}, "*** Update File: @outside/o.txt", "@@", "-out", "+changed")] },

  { name: "bash", files: { "a.txt": "x\n", "sub/b.txt": "y\n" },
    calls: [bash("echo out"), bash("echo err 1>&2", { asks: "bash-commands" }), bash("exit 3"), bash("true"), bash("ls", {}, { workdir: "sub" }), bash("cat"), bash("nosuchprogram"), bash("echo x", unasked, { workdir: "missing" })] },
  { name: "bash-end", files: {}, calls: [bash("echo before; sleep 5", { result: "output-kept", asks: "bash-commands" }, { timeout: 700 }), bash("kill -9 $$", { status: "output-kept" })] },
  { name: "bash-line", files: { "a.txt": "x\n" }, calls: [bash("cat a.txt | wc -l && echo y > new.txt", { asks: "bash-commands" })] },

  { name: "glob", files: source,
    calls: [glob("a.txt"), glob("src/*.js"), glob("**/*.{js,ts}", { result: "hidden-files" }), glob("*.rs"), glob("*.js", {}, { path: "src" }), glob("*", unasked, { path: "missing" }), glob("{a", { status: "search-errors" }), glob(".hidden/*", { result: "hidden-files" })] },
  { name: "glob-ignored", files: source, calls: [glob("**/*", { result: "ignored-files" }), glob("built/**/*.js", { result: "ignored-files" }), glob("*.log")] },
  { name: "glob-outside", files: { "@outside/o.txt": "", out: { link: "@outside" } }, calls: [glob("*.txt", outside, { path: "@outside" }), glob("*.txt", refusedOutside, { path: "../outside" }), glob("*.txt", refusedOutside, { path: "out" })] },

  { name: "grep", permission: readable, files: { ...source, "crlf.txt": "one needle\r\n" },
    calls: [grep("needle"), grep("needle", {}, { include: "*.js" }), grep("^let", {}, { path: "src/b.js" }), grep("nothing like it"), grep("needle("), grep("needle", { status: "search-errors", asks: "fails-unasked" }, { path: "missing" }), grep("a\\nb", { status: "search-errors" }), grep("--help")] },
  { name: "grep-bytes", permission: readable, files: { "latin.txt": latin1("caf\xe9 needle\n") }, calls: [grep("needle", { status: "every-match" })] },
  { name: "grep-long", permission: readable, files: { "min.js": "x".repeat(100_000) + "needle\n" }, calls: [grep("needle", { status: "every-match" })] },
  { name: "grep-outside", permission: readable, files: { "@outside/o.txt": "needle\n", out: { link: "@outside/o.txt" } }, calls: [grep("needle"), grep("needle", outside, { path: "@outside" }), grep("needle", refusedOutside, { path: "../outside" }), grep("needle", refusedOutside, { path: "out" })] },

  { name: "todowrite", files: {}, calls: [call("todowrite", { todos: [{ content: "a", status: "in_progress", priority: "high" }, { content: "b", status: "pending", priority: "low" }] }), call("todowrite", { todos: [] }), call("todowrite", { todos: "none" })] },
  { name: "webfetch", files: {},
    calls: [fetched("/plain.txt", "text"), fetched("/page.html", "text", "page-text"), fetched("/page.html", "markdown", "page-text"), fetched("/page.html", "html"), fetched("/latin.txt", "text", "page-charset"), fetched("/data.json", "markdown"), fetched("/moved", "text"), call("webfetch", { url: `${pages}/none`, format: "text" }, { asks: "private-network" }), call("webfetch", { url: "ftp://127.0.0.1/x" })] },
  { name: "calls", files: { "a.txt": "x\n" }, calls: [call("nosuchtool", {}), call("read", {}), call("read", { path: 7 }), call("read", { path: "a.txt", extra: true }), call("glob", { pattern: "*", limit: 0 })] },
]

/** Verdicts of the permission service: one configuration, and [action, resource, differs?]. */
export const verdicts = [
  { name: "verdicts-defaults", permission: {}, probes: [["read", "a.txt"], ["read", ".env"], ["read", "sub/.env"], ["read", ".env.local"], ["read", ".env.example"], ["edit", "a.txt"], ["bash", "rm -rf x"], ["external_directory", "/etc/*"], ["question", "*"], ["plan_enter", "*"], ["webfetch", "https://example.invalid/"]] },
  { name: "verdicts-last-wins", permission: { edit: { "*": "ask", "src/*": "allow", "src/secret/*": "deny" }, bash: { "*": "deny", "git *": "allow", "git push *": "ask" } },
    probes: [["edit", "a.txt"], ["edit", "src/a"], ["edit", "src/deep/a"], ["edit", "src/secret/a"], ["bash", "ls"], ["bash", "git"], ["bash", "git status"], ["bash", "git push"], ["bash", "git push origin"], ["bash", "gitk"]] },
  { name: "verdicts-wildcards", permission: { edit: { "*": "deny", "a?c": "allow", "x*z": "allow", "dir/**": "allow", "A.TXT": "ask", "[ab]": "allow" } },
    probes: [["edit", "abc"], ["edit", "ac"], ["edit", "a/c"], ["edit", "xyz"], ["edit", "x/y/z"], ["edit", "dir/a/b"], ["edit", "dir"], ["edit", "a.txt"], ["edit", "A.TXT"], ["edit", "a"], ["edit", "[ab]"]] },
  { name: "verdicts-home", permission: { external_directory: { "~/code/*": "allow" }, read: { "$HOME/x": "deny" } }, probes: [["external_directory", "@home/code/*"], ["external_directory", "@home/other/*"], ["read", "@home/x"], ["read", "~/x"]] },
  { name: "verdicts-actions", permission: { "*": "deny", glob: "allow", "web*": "ask" }, probes: [["glob", "x"], ["grep", "x"], ["webfetch", "x"], ["websearch", "x"], ["read", "a"], ["unknown", "x"]] },
]
