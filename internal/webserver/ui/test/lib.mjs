// Projects to review, `consider review` running in them, and a browser that displays it.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const here = import.meta.dirname;
export const top = path.resolve(here, "../../../..");
export const out = process.env.TEST_OUT ? path.resolve(process.env.TEST_OUT) : path.join(here, "../out");
export const program =
  process.env.PROGRAM ?? path.join(top, "bin/tests", process.platform === "win32" ? "consider.exe" : "consider");

export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

/** How long a flow waits for what never comes: ms. Nothing waits that long when it comes, also on a busy machine. */
export const patience = 60_000;

/** Calls ask until the result is truthy; after limit ms it throws an error that names what. */
export async function until(what, ask, limit = patience) {
  const end = Date.now() + limit;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await sleep(20);
  }
}

/** An environment without an agent, and without settings of this machine. */
export const plain = {
  PATH: process.env.PATH,
  HOME: os.tmpdir(),
  GIT_CONFIG_GLOBAL: os.devNull,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ann",
  GIT_AUTHOR_EMAIL: "ann@example.invalid",
  GIT_COMMITTER_NAME: "Ann",
  GIT_COMMITTER_EMAIL: "ann@example.invalid",
};

const made = [];
const running = new Set();

/** A git repository in a temporary folder. files maps names to texts or buffers. */
export class Project {
  constructor(files = {}, { commit = true, git = true, name = "project" } = {}) {
    const parent = fs.mkdtempSync(path.join(os.tmpdir(), "consider-web-"));
    made.push(parent);
    this.folder = path.join(parent, name);
    fs.mkdirSync(this.folder);
    for (const [file, text] of Object.entries(files)) this.write(file, text);
    if (!git) return;
    this.git("init", "-q", "-b", "main");
    this.git("config", "user.name", "Ann");
    this.git("config", "user.email", "ann@example.invalid");
    if (commit) this.commit("begin");
  }

  path(file) {
    return path.join(this.folder, file);
  }
  write(file, text) {
    fs.mkdirSync(path.dirname(this.path(file)), { recursive: true });
    fs.writeFileSync(this.path(file), text);
  }
  read(file) {
    return fs.readFileSync(this.path(file), "utf8");
  }
  remove(file) {
    fs.unlinkSync(this.path(file));
  }
  commit(message) {
    this.git("add", "-A");
    this.git("commit", "-qm", message, "--allow-empty");
  }
  git(...args) {
    return this.gitWith({}, ...args);
  }
  gitWith(env, ...args) {
    const options = {
      cwd: this.folder,
      encoding: "utf8",
      env: { ...plain, ...env },
      stdio: "pipe",
      maxBuffer: 1 << 28,
    };
    return execFileSync("git", args, options);
  }

  /** The command line as a person runs it; agent() runs it as an agent. Returns the answer's data. */
  consider(...args) {
    return this.run({}, args.includes("--as") ? args : [...args, "--as", "human"]);
  }
  agent(...args) {
    return this.run({ CLAUDECODE: "1" }, args);
  }
  run(env, args) {
    const r = spawnSync(program, [...args, "--json"], {
      cwd: this.folder,
      encoding: "utf8",
      env: { ...plain, ...env },
    });
    if (r.error) throw r.error;
    const answer = JSON.parse(r.stdout);
    if (!answer.ok) throw new Error(`consider ${args.join(" ")}: ${r.stdout}`);
    return answer.data;
  }
  /** Runs Claude Code's hook of an event. */
  hook(event, input) {
    const stdin = JSON.stringify({ session_id: "one", hook_event_name: event, cwd: this.folder, ...input });
    const r = spawnSync(program, ["hook", "claude", event], { cwd: this.folder, input: stdin, env: plain });
    if (r.status !== 0) throw new Error(`the hook ${event} failed`);
  }
  threads() {
    try {
      return JSON.parse(this.consider("export", "--format", "json").text).threads;
    } catch (error) {
      if (error.message.includes("no_store")) return [];
      throw error;
    }
  }
  thread(words) {
    const found = this.threads().filter((t) => t.body.includes(words));
    assert.equal(found.length, 1, `threads with "${words}"`);
    return found[0];
  }

  /** Starts consider review, and waits until it has printed its address. */
  async review(...args) {
    const child = spawn(program, ["review", "--no-open", "--port", "0", "--as", "human", ...args], {
      cwd: this.folder,
      env: plain,
    });
    running.add(child);
    const server = { child, text: "", started: performance.now() };
    const take = (chunk) => (server.text += chunk);
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    server.ended = new Promise((r) => child.on("exit", (code) => r(code)));
    const printed = () => server.text.match(/http:\/\/\S+(?=\n)/g)?.at(-1);
    let used;
    /** An address that admits a visitor. Each works once, and then the next one is printed. */
    server.address = async () =>
      (used = await until("an address of the review", () => {
        if (child.exitCode !== null) throw new Error(`consider review ended: ${server.text}`);
        return printed() !== used && printed();
      }));
    server.url = await until("the address of the review", () => {
      if (child.exitCode !== null) throw new Error(`consider review ended: ${server.text}`);
      return printed();
    });
    server.listening = performance.now() - server.started;
    server.origin = new URL(server.url).origin;
    server.stop = async (signal = "SIGTERM") => {
      child.kill(signal);
      await server.ended;
      running.delete(child);
    };
    return server;
  }
}

export async function cleanUp() {
  for (const child of running) child.kill("SIGKILL");
  for (const folder of made) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

export function browserPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const p of ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]) {
    if (fs.existsSync(p)) return p;
  }
  throw new Error("no Chromium: install Debian's package chromium, or set CHROMIUM");
}

export function launch() {
  const args = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--force-color-profile=srgb",
    "--host-resolver-rules=MAP *.localhost ~NOTFOUND", // not every system resolves these names
  ];
  return chromium.launch({ executablePath: browserPath(), args });
}

/** A small project with most kinds of changes. */
export function someChanges() {
  const lines = (n, f) => Array.from({ length: n }, (_, i) => f(i + 1)).join("\n") + "\n";
  const p = new Project({
    "src/server/handler.ts": handler,
    "src/server/store.go": lines(80, (i) => (i % 9 === 0 ? "" : `\tvalue${i} := compute(${i}) // step ${i}`)),
    "src/old/legacy.ts": lines(12, (i) => `export const old${i} = ${i};`),
    "src/util/names.py": lines(30, (i) => `def name_${i}(value):\n    return value + ${i}\n`),
    "docs/guide.md": "# Guide\n\nSome words about the thing.\n\n- one\n- two\n",
    "run.sh": "#!/bin/sh\necho run\n",
    "logo.bin": Buffer.from([0, 1, 2, 3, 255, 0, 9]),
    "package-lock.json": '{"lockfileVersion": 3}\n',
  });
  p.write(
    "src/server/handler.ts",
    handler
      .replace(
        "const result = await fetch(url);",
        "const result = await fetch(url, { signal });\n    log.debug(`fetched ${url}`);",
      )
      .replace("return null;", "throw new NotFound(url);")
      .replace('if (user.role === "admin") {', 'if (user.role === "admin" || user.isOwner) {\n    grantAll(user);'),
  );
  p.write(
    "src/server/store.go",
    p
      .read("src/server/store.go")
      .replace("compute(40)", "computeAll(40, 41)")
      .replace(/\tvalue7 .*\n/, ""),
  );
  p.remove("src/old/legacy.ts");
  p.git("mv", "src/util/names.py", "src/util/naming.py");
  p.write("src/util/naming.py", p.read("src/util/naming.py").replace("return value + 3", "return str(value) + '3'"));
  p.write("docs/guide.md", "# Guide\n\nSome better words about the thing.\n\n- one\n- two\n- three");
  fs.chmodSync(p.path("run.sh"), 0o755);
  p.write("logo.bin", Buffer.from([0, 1, 2, 3, 255, 0, 9, 10, 11]));
  p.write("package-lock.json", '{"lockfileVersion": 3, "packages": {}}\n');
  p.write("src/new/feature.ts", "export function feature(): string {\n  return `new ${1 + 1}`;\n}\n");
  return p;
}

const handler = `import { log } from "./log";
import type { User } from "./user";

/** Answers a request for a user. */
export async function handle(url: string, signal?: AbortSignal) {
  try {
    const result = await fetch(url);
    if (!result.ok) {
      return null;
    }
    const user = (await result.json()) as User;
    return allow(user);
  } catch (error) {
    log.warn("no answer", error);
    return undefined;
  }
}

function allow(user: User): User {
  if (user.role === "admin") {
    user.rights = ["read", "write"];
  }
  return user;
}

${Array.from({ length: 40 }, (_, i) => `export const limit${i} = ${i * 10};`).join("\n")}

function grantAll(user: User) {
  user.rights = ["*"];
}
`;
