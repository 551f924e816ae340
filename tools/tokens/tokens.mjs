// tokens.mjs [PROGRAM]: what agents pay for consider, in tokens (o200k): the listing of its tools, its answers over
// MCP, and the skill. The project has 300 threads with bodies of 120 letters. Of an answer, that is counted which most
// clients give their model: the structured content where there is one, else the text.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const program = path.resolve(process.argv[2] ?? path.join(root, "bin/tests/consider"));
const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "consider-tokens-")));
const env = { PATH: process.env.PATH, HOME: path.join(base, "home"), GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C.UTF-8" };
fs.mkdirSync(env.HOME);

const words = "please return the error here and do not drop it because the caller can not tell an empty list from a failed read of disk".split(" ");
const bodyOf = (i) => `${i}: ${words.slice(i % 7).concat(words).join(" ")}`.slice(0, 120);
const lineOf = (i) => `\tv${i} := read(paths[${i}]) // the value of row ${i}`;

function run(dir, command, ...args) {
  const done = spawnSync(command, args, { cwd: dir, env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.stderr || done.error}`);
  return done.stdout;
}

// project is a repository with n threads of the human's, ten in each file.
function project(n) {
  const dir = path.join(base, `of${n}`);
  fs.mkdirSync(path.join(dir, "internal/store"), { recursive: true });
  run(dir, "git", "init", "-q");
  for (let i = 0; i < n; i++) {
    const file = `internal/store/rows${Math.floor(i / 10)}.go`;
    if (i % 10 === 0) fs.writeFileSync(path.join(dir, file), Array.from({ length: 40 }, (_, l) => lineOf(i + l)).join("\n") + "\n");
    run(dir, program, "add", `${file}:${(i % 10) * 4 + 1}`, "-m", bodyOf(i), "--as", "human", "--name", "Ann");
  }
  return dir;
}

// client speaks MCP to a server in dir; call resolves with what the server says to a request.
function client(dir) {
  const server = spawn(program, ["mcp"], { cwd: dir, env, stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  let last = 0;
  createInterface({ input: server.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  const ask = (method, params) => new Promise((resolve) => {
    waiting.set(++last, resolve);
    server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: last, method, params }) + "\n");
  });
  return { ask, end: () => server.stdin.end() };
}

// given is what a client gives its model of a result.
const given = ({ result }) => (result.structuredContent ? JSON.stringify(result.structuredContent) : result.content[0].text);

const rows = [];
const row = (what, text, rest = "") => rows.push([what, String(countTokens(text)), String(Buffer.byteLength(text)), rest]);

async function measure(n) {
  const dir = project(n);
  const threads = JSON.parse(run(dir, program, "list", "--json")).data.threads;
  const c = client(dir);
  await c.ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "claude-code", version: "1" } });
  if (n === 10) row("tools/list", JSON.stringify((await c.ask("tools/list", {})).result.tools));
  let answer = await c.ask("tools/call", { name: "list", arguments: { limit: n } });
  if (answer.result.isError) answer = await c.ask("tools/call", { name: "list", arguments: {} });
  const text = given(answer);
  const beside = threads.reduce((sum, t) => sum + countTokens((t.quote ?? []).join("\n")) + countTokens(t.body), 0);
  row(`list of ${n}`, text, `${((countTokens(text) - beside) / n).toFixed(1)} a thread beside quote and body`);
  if (n === 300) {
    row("list of 300, no limit named", given(await c.ask("tools/call", { name: "list", arguments: {} })));
    row("summary", given(await c.ask("tools/call", { name: "summary", arguments: {} })));
    const id = threads[14].id;
    const whole = JSON.parse(run(dir, program, "context", id, "--json")).data;
    const context = given(await c.ask("tools/call", { name: "context", arguments: { id } }));
    const own = countTokens(whole.thread.code.lines.join("\n")) + countTokens(whole.thread.body);
    row("context", context, `${countTokens(context) - own} beside code and body`);
    row("reply", given(await c.ask("tools/call", { name: "reply", arguments: { id, message: "done" } })));
  }
  c.end();
}

for (const n of [10, 30, 300]) await measure(n);
for (const file of fs.readdirSync(path.join(root, "skills/consider"))) {
  if (file.endsWith(".md")) row(file, fs.readFileSync(path.join(root, "skills/consider", file), "utf8"));
}
console.log("what".padEnd(32) + "tokens".padStart(8) + "bytes".padStart(9));
for (const [what, tokens, bytes, rest] of rows) console.log(what.padEnd(32) + tokens.padStart(8) + bytes.padStart(9) + (rest && "   " + rest));
fs.rmSync(base, { recursive: true });
