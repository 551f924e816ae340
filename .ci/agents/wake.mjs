// An idle session of Claude Code, in a terminal of its own, is woken by "watch --brief" as a monitor of a plugin: one turn
// for a burst, none for what the session does itself, and afterwards a person is told that no session listens.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const program = ".consider/bin/consider-cli";

// plugin puts a plugin whose monitor is our watcher into a folder of its own, and into the person's settings of the project.
function plugin(p) {
  const put = (name, value) => {
    const file = path.join(p.dir, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, JSON.stringify(value));
  };
  const market = ".claude/consider-wake";
  put(`${market}/.claude-plugin/marketplace.json`, { name: "consider-local", owner: { name: "Consider" }, plugins: [{ name: "consider-wake", source: "./wake", description: "Tells of review threads." }] });
  put(`${market}/wake/.claude-plugin/plugin.json`, { name: "consider-wake", version: "1.0.0", description: "Tells of review threads." });
  put(`${market}/wake/monitors/monitors.json`, [{ name: "consider", command: `${program} watch --for agent --brief --coalesce 5s`, description: "review threads of the developer" }]);
  const settings = ".claude/settings.local.json";
  const before = JSON.parse(fs.readFileSync(path.join(p.dir, settings), "utf8"));
  const extraKnownMarketplaces = { "consider-local": { source: { source: "directory", path: path.join(p.dir, market) } } };
  put(settings, { ...before, extraKnownMarketplaces, enabledPlugins: { "consider-wake@consider-local": true } });
}

// settled is what Claude Code asks a person once.
function settled(p) {
  const project = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] };
  fs.writeFileSync(path.join(p.home, ".claude.json"), JSON.stringify({ hasCompletedOnboarding: true, theme: "dark", projects: { [p.dir]: project }, customApiKeyResponses: { approved: ["none"], rejected: [] } }));
}

export async function wakes({ agent, project, model, check, until }) {
  if (spawnSync("script", ["--version"]).error) return console.log("--   claude: waking is left out: script(1) is not installed");
  const p = project();
  p.run(p.consider, "setup", "claude", "--allow", "--yes", "--as", "human");
  settled(p);
  plugin(p);
  const { log, url, end } = await model(p);
  const { env } = agent.start(p, url, "");
  const terminal = spawn("script", ["-qfc", `stty rows 50 cols 160; exec '${agent.program}'`, "/dev/null"], { cwd: p.dir, env: { ...p.env, ...env, TERM: "xterm-256color" }, stdio: ["pipe", "pipe", "pipe"], detached: true });
  let screen = "";
  terminal.stdout.on("data", (part) => (screen += part));
  const turns = () => fs.readFileSync(log, "utf8").split("\n").filter((text) => text.includes("task-notification") && text.includes('"name":"Bash"'));
  const listeners = () => JSON.parse(p.run(p.consider, "summary", "--json", "--as", "human")).data;

  p.add("first of all");
  const there = await until(() => (listeners().listeners ?? []).length > 0, 40);
  check("claude: an idle session's watcher is there to hear", there, screen.slice(-3000));
  if (!there) return end(terminal);
  const began = Date.now();
  for (let i = 0; i < 5; i++) {
    p.add(`secret words ${i}`);
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
  const woken = await until(() => turns().length > 0, 30);
  console.log(`     claude: woken ${((Date.now() - began) / 1000).toFixed(1)} s after the first of five comments in 8 s`);
  check("claude: it starts a turn by itself, with the ids and no words of the threads", woken && /5 new|left \d+ review threads/.test(turns()[0]) && !turns()[0].includes("secret words"), screen.slice(-3000));
  await new Promise((resolve) => setTimeout(resolve, 8000));
  const told = new Set(turns().flatMap((text) => text.match(/left \d+ review threads? in this project/g) ?? []));
  check("claude: a burst is one line and one turn", told.size === 1 && turns().length === 1, `${[...told].join()}; ${turns().length} requests`);
  p.add("answer this");
  await until(() => turns().length > 1, 30);
  const before = turns().length;
  const [thread] = JSON.parse(p.run(p.consider, "list", "--json", "--as", "human")).data.threads;
  p.runAs({ CLAUDECODE: "1" }, p.consider, "reply", thread.id, "-m", "done", "--outcome", "addressed");
  await new Promise((resolve) => setTimeout(resolve, 8000));
  check("claude: the next comment is another turn, and the agent's own reply is none", before === 2 && turns().length === 2, `${before}, then ${turns().length} requests`);
  const states = JSON.parse(p.run(p.consider, "list", "--json", "--as", "human")).data.threads.map((thread) => thread.receipt.state);
  check("claude: the person sees that it was told", states.filter((state) => state === "told" || state === "read").length >= 5 && states.includes("answered"), states.join());
  end(terminal);
  check("claude: after its end no session listens", await until(() => !(listeners().listeners ?? []).length, 20), JSON.stringify(listeners()));
}
