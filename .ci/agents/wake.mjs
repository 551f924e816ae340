// An idle session of Claude Code, in a terminal of its own, begins a turn by itself when a person has left words: in the
// terminal, on the page or in the editor. It is set up with --hooks wake, and has the public plugin as well: it is told once. Its model
// answers in the thread, asks the person a question and sees what the person chose. Killed, nobody listens.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { missing } from "./sandbox.mjs";
import { editor, page } from "./surfaces.mjs";

const program = ".consider/bin/consider-cli";

// settled is what Claude Code asks a person once.
export function settled(p) {
  const project = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] };
  fs.writeFileSync(path.join(p.home, ".claude.json"), JSON.stringify({ hasCompletedOnboarding: true, theme: "dark", projects: { [p.dir]: project }, customApiKeyResponses: { approved: ["none"], rejected: [] } }));
}

// terminal starts Claude Code in a terminal of its own.
export function terminal(p, agent, url, args = [], more = {}) {
  const { env } = agent.start(p, url, "");
  const child = spawn("script", ["-qfc", ["stty rows 50 cols 160; exec", agent.program, ...args].map((word, i) => (i ? `'${word}'` : word)).join(" "), "/dev/null"], { cwd: p.dir, env: { ...p.env, ...env, ...more, TERM: "xterm-256color" }, stdio: ["pipe", "pipe", "pipe"], detached: true });
  child.screen = "";
  child.stdout.on("data", (part) => (child.screen += part));
  return child;
}

// titles are what Claude Code has said of itself in its terminal's title: true while it was idle.
const titles = (session) => [...session.screen.matchAll(/\x1b\]0;([^\x07\x1b]*)/g)].map((title) => title[1].startsWith("✳"));
export const idle = (session) => titles(session).at(-1);

// endings is how often it went from work to idleness.
export const endings = (session) => titles(session).filter((now, i, all) => now && all[i - 1] === false).length;

const told = /left \d+ review threads? in this project/g;

export async function wakes({ agent, project, model, check, until }) {
  if (spawnSync("script", ["--version"]).error) return console.log("--   claude: waking is left out: script(1) is not installed");
  const p = project();
  const said = p.run(p.consider, "setup", "claude", "--hooks", "wake", "--allow", "--yes", "--as", "human");
  check("claude: setup says what a person will be asked", said.includes("wakes sessions only in trusted folders"), said);
  settled(p);
  fs.symlinkSync(p.consider, path.join(p.bin, "consider")); // the public plugin finds it there
  const { log, url, end, woken } = await model(p);
  const session = terminal(p, agent, url, ["--plugin-dir", path.resolve("skills")]);
  // turns are what the model was asked after it was woken, without its tools' results.
  const requests = () => fs.readFileSync(log, "utf8").split("\n").filter((text) => text.includes("task-notification") && text.includes('"name":"Bash"')).map((text) => JSON.parse(text));
  const last = ({ body }) => JSON.stringify(body.messages.slice(body.messages.findLastIndex((message) => message.role === "assistant") + 1));
  const turns = () => requests().filter((request) => last(request).includes("task-notification"));
  const lines = () => (JSON.stringify(requests().at(-1)?.body.messages ?? []).match(told) ?? []).length;
  const data = (...args) => JSON.parse(p.run(p.consider, ...args, "--json", "--as", "human")).data;
  const listeners = () => data("summary").listeners ?? [];
  const replied = (id) => JSON.stringify(data("get", id)).includes('"authorName":"claude-code"');
  const receipt = (id) => /"receipt":\{"state":"(\w+)"/.exec(JSON.stringify(data("get", id)))?.[1];
  const surfaces = [];
  const finish = () => {
    for (const surface of surfaces) surface.end();
    end(session);
  };

  p.runAs({ CLAUDECODE: "1" }, p.consider, "context", p.add("read before it began"));
  const there = await until(() => listeners().length > 1, 40);
  check("claude: an idle session is there to hear, by setup and by the plugin", there, session.screen.slice(-3000));
  if (!there) return finish();

  // Five comments in a burst: one line, one turn.
  woken(`${program} show <id>; ${program} reply <id> -m done --outcome addressed`);
  const began = Date.now();
  const burst = [];
  for (let i = 0; i < 5; i++) {
    burst.push(p.add(`secret words ${i}`));
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  const first = await until(() => turns().length > 0, 30);
  console.log(`     claude: woken ${((Date.now() - began) / 1000).toFixed(1)} s after the first of five comments in 4 s`);
  const line = first ? last(turns()[0]) : "";
  check("claude: it begins a turn by itself, with the ids and no words of the threads", /5 new/.test(line) && burst.every((id) => line.includes(id)) && !line.includes("secret words"), line || session.screen.slice(-3000));
  check("claude: its reply stands, made in that turn", await until(() => burst.some(replied), 20), session.screen.slice(-3000));

  // From each surface, with nobody at the agent's keyboard.
  const web = await page(p);
  const code = await editor(p);
  surfaces.push(web, code);
  const write = { place: "auth.go:3", message: "from elsewhere" };
  const ways = {
    terminal: async () => p.add("from the terminal"),
    page: async () => (await web.post("/api/add", write)).data.thread.id,
    editor: async () => (await code.call("add", write)).data.thread.id,
  };
  let count = turns().length;
  for (const [name, say] of Object.entries(ways)) {
    await until(() => idle(session), 20);
    count = turns().length;
    const at = Date.now();
    const id = await say();
    const heard = await until(() => turns().length > count, 30);
    const seconds = ((Date.now() - at) / 1000).toFixed(1);
    console.log(`     claude: woken ${seconds} s after a comment from the ${name}`);
    check(`claude: a comment from the ${name} begins a turn, and is answered in it`, heard && (await until(() => replied(id) && receipt(id) === "answered", 20)), `${receipt(id)} ${session.screen.slice(-2000)}`);
  }

  // The agent asks and ends its turn; the person chooses B on the page; the agent is woken and reads it.
  await until(() => idle(session), 20);
  woken(`${program} reply <id> -m which --outcome blocked --ask "this one|the other"`);
  const question = p.add("make it so");
  check("claude: it asks the person, and ends its turn", await until(() => JSON.stringify(data("get", question)).includes("the other"), 30), session.screen.slice(-2000));
  await until(() => idle(session), 20);
  woken(`${program} context <id>`);
  await web.post("/api/reply", { id: question, choose: "the other" });
  const chosen = () => requests().map((request) => last(request)).some((text) => text.includes('"tool_result"') && /chose \\+"the other/.test(text) && text.includes(question));
  check("claude: the person chooses on the page, it is woken, and its model reads the choice", await until(chosen, 30), requests().map(last).at(-1));

  await until(() => last(requests().at(-1)).includes('"tool_result"'), 20);
  await new Promise((resolve) => setTimeout(resolve, 7000)); // longer than a burst: whatever would wake it has
  check("claude: each was told once, though setup and the plugin both watch, and its own replies are silent", turns().length === 6 && lines() === 6, `${turns().length} turns and ${lines()} lines, want 6`);

  end(session);
  check("claude: after its end no session listens", await until(() => listeners().length === 0, 20), JSON.stringify(listeners()));
  const unheard = p.add("is anybody there?");
  check("claude: and where words wait, a person is told that nobody listens", data("summary").nobodyListens === true && receipt(unheard) === "waiting", JSON.stringify(data("summary")));
  finish();
}

// Two sessions in one project, each set up with --hooks wake and with the public plugin beside it, one of them in Claude Code's own
// sandbox: a comment is told to each once, and its words to neither.
export async function wakesTwo({ agent, project, model, check, until }) {
  if (spawnSync("script", ["--version"]).error) return console.log("--   claude: two sessions are left out: script(1) is not installed");
  const why = missing();
  const p = project();
  p.run(p.consider, "setup", "claude", "--hooks", "wake", "--allow", "--yes", "--as", "human");
  settled(p);
  fs.symlinkSync(p.consider, path.join(p.bin, "consider"));
  const settings = { sandbox: { enabled: true, autoAllowBashIfSandboxed: true, allowUnsandboxedCommands: false } };
  if (why) console.log(`--   claude: neither of the two sessions is in its sandbox: ${why}`);
  const sessions = [];
  for (const more of [[], why ? [] : ["--settings", JSON.stringify(settings)]]) {
    const { log, url, end, woken } = await model(p);
    sessions.push({ log, end, woken, session: terminal(p, agent, url, ["--plugin-dir", path.resolve("skills"), ...more]) });
  }
  const listeners = () => JSON.parse(p.run(p.consider, "summary", "--json", "--as", "human")).data.listeners ?? [];
  const said = ({ log }) => fs.readFileSync(log, "utf8");
  const lines = (one) => JSON.stringify(said(one).split("\n").filter((text) => text.includes("task-notification") && text.includes('"name":"Bash"')).at(-1) ?? "").match(told) ?? [];
  const there = await until(() => listeners().length === 4, 60);
  check("claude: two sessions are there to hear, each by setup and by the plugin", there, JSON.stringify(listeners()));
  // The second one tries to leave its sandbox, which shows that it is in one, and answers from there.
  sessions[1].woken(`touch ${p.home}/outside; ${program} reply <id> -m done --outcome addressed`);
  const id = there ? p.add("secret words") : "";
  check("claude: both begin a turn by themselves", there && (await until(() => sessions.every((one) => lines(one).length > 0), 60)), sessions[1].session.screen.slice(-2000));
  const answered = await until(() => p.run(p.consider, "get", id, "--json", "--as", "human").includes('"authorName":"claude-code"'), 60);
  check(`claude: the one in its sandbox answers${why ? " (without a sandbox here)" : ""}`, answered && (why || !fs.existsSync(path.join(p.home, "outside"))), sessions[1].session.screen.slice(-2000));
  await new Promise((resolve) => setTimeout(resolve, 7000)); // longer than a burst: whatever would tell it again has
  check("claude: each was told once, and no word of the thread", sessions.every((one) => lines(one).length === 1 && !said(one).includes("secret words")), sessions.map((one) => lines(one).length).join());
  for (const one of sessions) one.end(one.session);
}
