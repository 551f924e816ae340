// Projects to review, and the command line as a person or an agent runs it.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
export const top = path.resolve(here, "../..");
export const out = process.env.TEST_OUT ? path.resolve(process.env.TEST_OUT) : path.join(here, "out");
export const program = path.join(top, "bin/tests", process.platform === "win32" ? "consider.exe" : "consider");

export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

/**
 * The longest time, in ms, that anything may take. It is long because the machine may be busy; only failures wait that
 * long.
 */
export const patience = 90_000;

/** Calls ask until the result is truthy. */
export async function until(what, ask, limit = patience) {
  const end = Date.now() + limit;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await sleep(30);
  }
}

export function median(numbers) {
  return percentile(numbers, 0.5);
}

export function percentile(numbers, p) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))];
}

export const plain = {
  PATH: "/usr/bin:/bin",
  HOME: os.tmpdir(),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ann",
  GIT_AUTHOR_EMAIL: "ann@example.invalid",
  GIT_COMMITTER_NAME: "Ann",
  GIT_COMMITTER_EMAIL: "ann@example.invalid",
};

/** A git repository with some files, in a temporary folder. */
export class Project {
  constructor(files, name = "project") {
    this.folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "cr-")), name);
    fs.mkdirSync(this.folder);
    for (const [file, text] of Object.entries(files)) this.write(file, text);
    this.git("init", "-q", "-b", "main");
    this.git("config", "user.name", "Ann");
    this.git("config", "user.email", "ann@example.invalid");
    this.git("add", "-A");
    this.git("commit", "-qm", "begin");
  }

  path(file) {
    return path.join(this.folder, file);
  }
  read(file) {
    return fs.readFileSync(this.path(file), "utf8");
  }
  write(file, text) {
    fs.mkdirSync(path.dirname(this.path(file)), { recursive: true });
    fs.writeFileSync(this.path(file), text);
  }
  remove() {
    fs.rmSync(path.dirname(this.folder), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  git(...args) {
    return execFileSync("git", args, { cwd: this.folder, encoding: "utf8", env: plain });
  }

  /** The command line as a person's script runs it. Returns the answer's data, and throws when it fails. */
  consider(...args) {
    return this.run({}, args.includes("--as") ? args : [...args, "--as", "human"]);
  }
  /** Runs Claude Code's hook of an event. */
  hook(event, input) {
    const stdin = JSON.stringify({ session_id: "one", hook_event_name: event, cwd: this.folder, ...input });
    const r = spawnSync(program, ["hook", "claude", event], { cwd: this.folder, input: stdin, env: plain });
    if (r.status !== 0) throw new Error(`the hook ${event} failed`);
  }

  /** The command line in the shell of an agent. */
  agent(...args) {
    return this.run({ CLAUDECODE: "1" }, args);
  }

  run(env, args) {
    const r = spawnSync(program, [...args, "--json"], {
      cwd: this.folder,
      encoding: "utf8",
      env: { ...plain, ...env },
      maxBuffer: 1 << 28,
    });
    if (r.error) throw r.error;
    const answer = JSON.parse(r.stdout);
    if (!answer.ok) throw new Error(`consider ${args.join(" ")}: ${r.stdout}`);
    return answer.data;
  }

  list(...args) {
    try {
      return this.consider("list", "--workflow", "all", ...args).threads;
    } catch (error) {
      if (error.message.includes("no_store")) return []; // there are no comments yet
      throw error;
    }
  }
  /** The only thread whose first message contains this text. */
  thread(text) {
    const found = this.list().filter((t) => t.body.includes(text));
    assert.equal(found.length, 1, `threads with "${text}" in the store`);
    return this.consider("get", found[0].id).thread;
  }
  waitFor(text) {
    return until(`"${text}" is in the store`, () => this.list().some((t) => t.body.includes(text))).then(() =>
      this.thread(text),
    );
  }
}

/** A project with n threads in the original tool's form, five lines apart. */
export function manyThreads(n, files) {
  const texts = {},
    comments = [],
    per = Math.ceil(n / files);
  for (let f = 0; f < files; f++) {
    const file = `src/part${String(f).padStart(2, "0")}/unit.txt`;
    const lines = Array.from({ length: per * 5 }, (_, i) => `line ${i + 1} of unit ${f}`);
    texts[file] = lines.join("\n") + "\n";
    for (let i = 0; i < per && comments.length < n; i++) {
      const at = i * 5 + 2,
        id = String(comments.length).padStart(8, "0");
      comments.push({
        id: `c_${id}`,
        file,
        workflowState: i % 5 === 4 ? "resolved" : "open",
        anchorState: "anchored",
        anchor: {
          startLine: at + 1,
          endLine: at + 1,
          contextBefore: lines.slice(Math.max(0, at - 3), at),
          targetContent: lines[at],
          contextAfter: lines.slice(at + 1, at + 4),
          contentHash: "0",
        },
        createdAt: "2026-01-15T10:30:00Z",
        author: "human",
        body: `remark ${i} on unit ${f}`,
        labels: [`batch${i % 3}`],
        thread:
          i % 4 === 0 ? [{ id: `r_${id}`, author: "agent", body: "an answer", createdAt: "2026-01-15T10:32:00Z" }] : [],
      });
    }
  }
  return { texts, store: JSON.stringify({ version: 1, comments }) };
}
