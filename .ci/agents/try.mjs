// Real coding agents, each in a home of its own, set up by consider and answered by a model that says what it is
// told to (model.mjs). Nothing outside the loopback is needed.
//
//   node try.mjs CONSIDER MODULES [AGENT[/PART]...]
//
// CONSIDER is the program, MODULES the folder of the agents' packages, PART one of parts.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { asksClaude, asksCodex, asksOpenCode } from "./asks.mjs";
import { linked } from "./linked.mjs";
import { wakesCodex, wakesOpenCode } from "./others.mjs";
import { plans } from "./plan.mjs";
import { readsMany } from "./reads.mjs";
import { sandboxed } from "./sandbox.mjs";
import { wakes, wakesTwo } from "./wake.mjs";
import { turns } from "./turns.mjs";
import { inWorktree } from "./worktree.mjs";

const [consider, modules, ...chosen] = process.argv.slice(2).map((arg, i) => (i < 2 ? path.resolve(arg) : arg));
const here = path.dirname(fileURLToPath(import.meta.url));
const first = (...names) => names.map((name) => path.join(modules, name)).find((file) => fs.existsSync(file));

// Each agent: its program, and how it is started in a project against a model.
const agents = {
  claude: {
    name: "claude-code",
    program: first("@anthropic-ai/claude-code-linux-x64/claude"),
    start: (p, url, prompt, settings = {}) => ({
      args: ["-p", prompt, "--allowedTools", "Bash Skill", "--settings", JSON.stringify({ enableAllProjectMcpServers: true, ...settings })],
      env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "none", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" },
    }),
  },
  codex: {
    name: "codex",
    program: first("@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"),
    start(p, url, prompt) {
      fs.mkdirSync(path.join(p.home, ".codex"), { recursive: true });
      fs.writeFileSync(
        path.join(p.home, ".codex/config.toml"),
        `model = "script"
model_provider = "script"
approval_policy = "never"
sandbox_mode = "workspace-write"
[model_providers.script]
name = "script"
base_url = "${url}/v1"
wire_api = "responses"
[projects.${JSON.stringify(p.dir)}]
trust_level = "trusted"
`,
      );
      // A person looks at new hooks once; here nobody can.
      return { args: ["exec", "--dangerously-bypass-hook-trust", prompt], env: {} };
    },
  },
  opencode: {
    name: "opencode",
    program: first("opencode-linux-x64-baseline/bin/opencode", "opencode-linux-x64/bin/opencode"),
    start(p, url, prompt) {
      const file = path.join(p.home, ".config/opencode/opencode.json");
      fs.mkdirSync(path.dirname(file), { recursive: true });
      const provider = { npm: "@ai-sdk/openai-compatible", name: "script", options: { baseURL: `${url}/v1`, apiKey: "none" } };
      provider.models = { script: { name: "script", tool_call: true, limit: { context: 100000, output: 1000 } } };
      fs.writeFileSync(
        file,
        JSON.stringify({ autoupdate: false, share: "disabled", model: "script/script", small_model: "script/script", provider: { script: provider } }),
      );
      return { args: ["run", prompt], env: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" } };
    },
  },
  copilot: {
    name: "copilot",
    program: first("@github/copilot-linux-x64/copilot"),
    start: (p, url, prompt) => ({
      args: ["-p", prompt, "--allow-all-tools", "--trust-folder"],
      env: { COPILOT_PROVIDER_BASE_URL: `${url}/v1`, COPILOT_MODEL: "gpt-4.1", COPILOT_OFFLINE: "true", COPILOT_AUTO_UPDATE: "false" },
    }),
  },
  gemini: {
    name: "gemini",
    program: first("@google/gemini-cli/bundle/gemini.js"),
    start(p, url, prompt) {
      write(p.home, ".gemini/trustedFolders.json", { [p.dir]: "TRUST_FOLDER" });
      write(p.home, ".gemini/settings.json", { security: { auth: { selectedType: "gemini-api-key" } }, general: { disableAutoUpdate: true }, privacy: { usageStatisticsEnabled: false } });
      return { args: ["--yolo", "-p", prompt], env: { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: url, GEMINI_MODEL: "gemini-2.5-flash" } };
    },
  },
  qwen: {
    name: "qwen",
    program: first("@qwen-code/qwen-code/cli-entry.js"),
    start: (p, url, prompt) => ({
      args: ["--yolo", "--auth-type", "openai", "-p", prompt],
      env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "none", OPENAI_MODEL: "script" },
    }),
  },
  pi: {
    name: "pi",
    program: first("@mariozechner/pi-coding-agent/dist/cli.js"),
    start(p, url, prompt) {
      const model = { id: "script", contextWindow: 100000, maxTokens: 1000 };
      write(p.home, ".pi/agent/models.json", { providers: { script: { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "none", models: [model] } } });
      return { args: ["--provider", "script", "--model", "script", "-p", prompt], env: { PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1" } };
    },
  },
  cline: {
    name: "cline",
    offers: "Available skills: consider", // by name only
    program: first("@cline/cli-linux-x64/bin/cline"),
    start(p, url, prompt) {
      p.run(agents.cline.program, "auth", "-p", "openai", "-k", "none", "-m", "script", "-b", `${url}/v1`);
      return { args: ["-P", "openai-compatible", "-m", "script", "-t", "60", prompt], env: { CLINE_NO_AUTO_UPDATE: "1" } };
    },
  },
};

// taught are the agents that get the skill only: setup knows no hooks and no MCP of theirs.
const taught = ["qwen", "pi", "cline"];

// readsFromBelow are those that read a project's settings from a folder below it as well.
const readsFromBelow = ["claude", "codex", "opencode"];

function write(home, name, value) {
  const file = path.join(home, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(value));
}

let failed = 0;
function check(what, holds, otherwise = "") {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}${holds || !otherwise ? "" : `: ${String(otherwise).slice(-800)}`}`);
  if (!holds) failed++;
}

// temporary is not /tmp: with bubblewrap installed Codex puts another one there in its sandbox, and does not find its own
// program, which it links to in the home folder.
const temporary = process.env.TMPDIR ?? (fs.existsSync("/var/tmp") ? "/var/tmp" : os.tmpdir());

// project is a repository and a home folder, left to the system afterwards.
function project() {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(temporary, "consider-agents-")));
  const p = { dir: path.join(base, "project"), home: path.join(base, "home"), bin: path.join(base, "bin") };
  fs.mkdirSync(p.bin);
  fs.mkdirSync(p.dir);
  fs.mkdirSync(p.home);
  p.env = { PATH: `${p.bin}:${process.env.PATH}`, HOME: p.home, GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C.UTF-8", TERM: "dumb" };
  p.run = (command, ...args) => p.runAs({}, command, ...args);
  p.runAs = (more, command, ...args) => {
    const done = spawnSync(command, args, { cwd: p.dir, env: { ...p.env, ...more }, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.stdout}${done.stderr || done.error}`);
    return done.stdout;
  };
  p.consider = consider;
  p.add = (body, place = "auth.go:3") => JSON.parse(p.run(consider, "add", place, "-m", body, "--as", "human", "--json")).data.thread.id;
  p.run("git", "init", "-q");
  fs.writeFileSync(path.join(p.dir, "auth.go"), "package auth\n\nfunc Login() {}\n");
  p.run("git", "add", "-A");
  p.run("git", "-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "-qm", "first");
  return p;
}

// waitsFor has the person comment while the agent runs a command, which is returned: what an agent starts is the agent's.
function waitsFor(p, body) {
  const [asked, said] = ["asked", "said"].map((name) => path.join(p.dir, name));
  const looking = setInterval(() => {
    if (!fs.existsSync(asked)) return;
    clearInterval(looking);
    p.add(body);
    fs.writeFileSync(said, "");
  }, 50);
  return "touch asked; while [ ! -e said ]; do sleep 0.1; done; rm asked said";
}

const until = async (holds, seconds) => {
  for (let i = 0; i < seconds * 10; i++) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
};

// served has OpenCode do one thing in a server of its own. "opencode run" ends with the turn, and with it what
// was to come after; as people use it, it goes on.
async function served(agent, p, prompt, url, log) {
  const { env } = agent.start(p, url, prompt);
  const port = 20000 + Math.floor(Math.random() * 20000);
  const child = spawn(agent.program, ["serve", "--hostname", "127.0.0.1", "--port", String(port)], { cwd: p.dir, env: { ...p.env, ...env }, stdio: "ignore" });
  const ask = (name, body) =>
    fetch(`http://127.0.0.1:${port}${name}?directory=${encodeURIComponent(p.dir)}`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: AbortSignal.timeout(20_000),
    })
      .then((answer) => answer.json())
      .catch((error) => ({ error: String(error) }));
  let session = {};
  await until(async () => (session = await ask("/session", {})).id, 30);
  const message = { model: { providerID: "script", modelID: "script" }, parts: [{ type: "text", text: prompt }] };
  const answer = await ask(`/session/${session.id}/message`, message);
  await until(() => fs.readFileSync(log, "utf8").includes(fact), 20);
  await new Promise((resolve) => setTimeout(resolve, 1000)); // for one that goes on and on
  child.kill();
  return JSON.stringify([session, answer]);
}

// model starts one for a session that goes on; end ends it and the session's processes.
async function model(p) {
  const log = path.join(path.dirname(p.dir), `model-${Date.now()}.jsonl`);
  fs.writeFileSync(log, "");
  const run = `${log}.woken`;
  const child = spawn(process.execPath, [path.join(here, "model.mjs"), log, run], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise((resolve) => child.stdout.once("data", (text) => resolve(String(text).trim())));
  const woken = (command) => fs.writeFileSync(run, command);
  const end = (session) => {
    child.kill();
    try {
      process.kill(-session.pid, "SIGKILL");
    } catch {
      // it has ended
    }
  };
  return { log, url: `http://127.0.0.1:${port}`, end, woken };
}

// turn lets an agent do one thing, and returns what its model was shown.
async function turn(agent, p, prompt, { inServer = false, folder = ".", more = [], settings = {}, meanwhile } = {}) {
  const log = path.join(path.dirname(p.dir), `model-${Date.now()}.jsonl`);
  fs.writeFileSync(log, "");
  const model = spawn(process.execPath, [path.join(here, "model.mjs"), log], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise((resolve) => model.stdout.once("data", (text) => resolve(String(text).trim())));
  const url = `http://127.0.0.1:${port}`;
  const { args: usual, env } = agent.start(p, url, prompt, settings);
  const args = [...more, ...usual];
  void meanwhile?.(log);
  const said = inServer ? await served(agent, p, prompt, url, log) : await new Promise((resolve) => {
    let text = "";
    const child = spawn(agent.program, args, { cwd: path.join(p.dir, folder), env: { ...p.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    const limit = setTimeout(() => child.kill("SIGKILL"), 120_000);
    child.on("error", (error) => resolve(String(error)));
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
    child.on("close", (code) => {
      clearTimeout(limit);
      resolve(`exit ${code}\n${text}`);
    });
  });
  model.kill();
  const requests = fs.readFileSync(log, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  return { said, requests, shown: requests.map((request) => JSON.stringify(request.body)) };
}

const fact = "Consider: the developer left";
const told = (texts) => Math.max(0, ...texts.map((text) => text.split(fact).length - 1));

// tree is every file of a project and a home folder, with what is in it.
function tree(p) {
  const out = {};
  for (const [base, name] of [[p.dir, "project"], [p.home, "home"]]) {
    for (const entry of fs.readdirSync(base, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath ?? entry.path, entry.name);
      const below = path.relative(base, file);
      if (below === ".git" || below.startsWith(".git/") || below.startsWith(".consider")) continue;
      if (/^\.config(\/consider|$)/.test(below)) continue; // the account's key, which stays
      out[`${name}/${below}`] = entry.isFile() ? fs.readFileSync(file, "base64") : "folder";
    }
  }
  return JSON.stringify(out, Object.keys(out).sort());
}

// replied reports whether a thread has a reply of that name.
const replied = (p, thread, name) => p.run(consider, "get", thread, "--json").includes(`"authorName":"${name}"`);

// What setup writes is taken out to the byte before any agent has written something of its own.
function isGivenBack(id) {
  const p = project();
  const before = tree(p);
  p.run(consider, "setup", id, "--hooks", "mid-turn", "--mcp", "--allow", "--yes", "--as", "human");
  p.run(consider, "uninstall", "--mode", "full", "--yes", "--as", "human");
  check(`${id}: setup and uninstall leave every byte`, tree(p) === before);
}

// learns is what holds for every agent: the skill is seen, its commands run as written, the reply is the agent's own.
async function learns(id, agent, p, thread) {
  const one = await turn(agent, p, `RUN: .consider/bin/consider-cli reply ${thread} --outcome answered -m fine`);
  check(`${id}: the skill is offered to the model`, one.shown.some((text) => text.includes(agent.offers ?? "review threads that the developer left")), one.said);
  check(`${id}: the reply is recorded as ${agent.name}'s`, replied(p, thread, agent.name), one.said);
  const unread = p.add("not read yet");
  const wait = await turn(agent, p, "RUN: .consider/bin/consider-cli wait --timeout 60s && echo WAITED");
  const took = wait.shown.join("");
  check(`${id}: wait returns at once what is unread, and prints the cursor`, took.includes(unread) && took.includes("WAITED") && /wait --since [0-9a-f]{10}/.test(took), wait.said);
  p.run(consider, "resolve", "--as", "human", unread);
  return one;
}

async function run(id) {
  const agent = agents[id];
  if (!agent.program) {
    console.log(`--   ${id}: its program is not in ${modules}; left out`);
    return;
  }
  isGivenBack(id);
  const p = project();
  const thread = p.add("return an error here");
  const hooked = !taught.includes(id);
  p.run(consider, "setup", id, ...(hooked ? ["--hooks", "mid-turn", "--mcp"] : []), "--yes", "--as", "human");

  const one = await learns(id, agent, p, thread);
  if (!hooked) return;
  check(`${id}: the model is told with the prompt that a thread waits, once`, told(one.shown) === 1, one.said);
  check(`${id}: the registered MCP server is there`, one.shown.some((text) => /consider__list|consider_list|mcp__consider|consider-list/.test(text)), one.said);

  // The person comments while the agent works: the agent hears of it after the step.
  const two = await turn(agent, p, `RUN: ${waitsFor(p, "second")}`);
  check(`${id}: the model is told after a step, once`, told(two.shown) === 1, two.said);

  // From a folder below, the line names the program from there, and it runs.
  const below = p.add("from below");
  fs.mkdirSync(path.join(p.dir, "internal"), { recursive: true });
  const inner = await turn(agent, p, `RUN: ../.consider/bin/consider-cli reply ${below} --outcome answered -m inner`, { folder: "internal" });
  const wrote = replied(p, below, agent.name);
  if (told(inner.shown) > 0 || readsFromBelow.includes(id))
    check(`${id}: from a folder below, the line names the program that is there`, inner.shown.some((text) => text.includes("../.consider/bin/consider-cli list")), inner.said);
  else console.log(`--   ${id}: runs no hooks of the project from a folder below`);
  check(`${id}: from a folder below, a reply is stored or the sandbox is named`, wrote || inner.shown.some((text) => /start (it )?at the (project's )?root|sandbox/.test(text)), inner.said);
  console.log(`     ${id}: from a folder below the reply was ${wrote ? "stored" : "refused by the sandbox"}`);

  // Nobody tells it in between: it hears when it stops, and goes on once.
  p.run(consider, "resolve", "--as", "human", ...JSON.parse(p.run(consider, "list", "--json")).data.threads.map((t) => t.id));
  p.run(consider, "setup", "--hooks", "on-stop", "--yes", "--as", "human");
  const three = await turn(agent, p, `RUN: ${waitsFor(p, "third")}`, { inServer: id === "opencode" });
  check(`${id}: the model is told when it stops, and goes on once`, told(three.shown) === 1, three.said);

  if (id === "claude" || id === "opencode") {
    const four = await turn(agent, p, "SKILL: consider");
    check(`${id}: the skill can be loaded`, four.shown.some((text) => text.includes("Talk first")), four.said);
  }
  if (id === "codex") {
    const five = p.add("read only");
    const only = await turn(agent, p, `RUN: .consider/bin/consider-cli list --unseen; .consider/bin/consider-cli reply ${five} -m no`, { more: ["-c", 'sandbox_mode="read-only"'] });
    const got = JSON.stringify(only.requests.flatMap((r) => (r.body.input ?? []).filter((item) => item.type === "function_call_output")));
    check(`${id}: in a read-only sandbox threads are read, and a reply says what to do`, got.includes("read only") && got.includes("in a sandbox, start the agent in the project root") && !replied(p, five, agent.name), got);
  }
  fs.symlinkSync(agent.program, path.join(p.bin, id)); // OpenCode's are asked of its program
  const answers = JSON.parse(p.run(consider, "responses", "list", "--json")).data;
  check(`${id}: its answers are read`, answers.responses.some((r) => r.agent === agent.name && JSON.stringify(r).includes("done")), JSON.stringify(answers));

  p.run(consider, "uninstall", "--mode", "full", "--yes", "--as", "human");
  const left = p.run("git", "status", "--porcelain", "--ignored");
  for (const part of parts[id] ?? []) await part({ id, agent, project, turn, model, check, until, replied });
  check(`${id}: nothing is left after uninstall`, left === "" || /^(\?\?|!!) \.(opencode|claude|codex)\/\n$/.test(left) && !left.includes("consider"), left);
}

// parts are what is tried with one agent alone.
const parts = { claude: [inWorktree, linked, sandboxed, wakes, wakesTwo, asksClaude, plans, readsMany, turns], codex: [linked, wakesCodex, asksCodex, turns], opencode: [linked, wakesOpenCode, asksOpenCode, turns], gemini: [turns], copilot: [turns] };

const start = Date.now();
for (const name of chosen.length ? chosen : Object.keys(agents)) {
  const [id, part] = name.split("/");
  if (!part) await run(id);
  else await parts[id].find((each) => each.name === part)({ id, agent: agents[id], project, turn, model, check, until, replied });
}
console.log(`agents: ${failed ? `${failed} FAILED` : "passed"} in ${((Date.now() - start) / 1000).toFixed(1)}s`);
process.exit(failed ? 1 : 0);
