// An idle session of OpenCode or Codex, in a terminal of its own and set up with --hooks wake, begins a turn by itself when a person
// has left words; as in wake.mjs, with Claude Code. Killed, nobody listens.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { terminal } from "./wake.mjs";

const program = ".consider/bin/consider-cli";
export const fact = "Consider: the developer left";

// patience is how long an agent may take for a step, in seconds: they are slow to begin where much else runs.
export const patience = 120;

// wakesOther plays it. It speaks with the agent once, as a session begins with that. says are the texts of a request's new messages,
// idle tells how often the agent has ended a turn.
async function wakesOther(tools, { id, args, keys = async () => true, says, idle, alone, ended }) {
  const { agent, project, model, check, until } = tools;
  if (spawnSync("script", ["--version"]).error) return console.log(`--   ${id}: waking is left out: script(1) is not installed`);
  const p = project();
  p.run(p.consider, "setup", id, "--hooks", "wake", "--yes", "--as", "human");
  const { log, url, end, woken } = await model(p);
  const session = terminal(p, agent, url, args(p, agent));
  const requests = () => fs.readFileSync(log, "utf8").split("\n").filter((text) => text.includes(fact)).map((text) => JSON.parse(text).body).filter((body) => body.tools?.length);
  const turns = () => requests().map(says).filter((text) => text.includes(fact));
  const data = (...words) => JSON.parse(p.run(p.consider, ...words, "--json", "--as", "human")).data;
  const listeners = () => data("summary").listeners ?? [];
  const replied = (thread) => JSON.stringify(data("get", thread)).includes(`"authorName":"${agent.name}"`);
  const receipt = (thread) => /"receipt":\{"state":"(\w+)"/.exec(JSON.stringify(data("get", thread)))?.[1];

  const there = (await keys(session, until)) && (await until(() => idle(p, session) === 1 && listeners().some((each) => each.agent === agent.name), patience));
  check(`${id}: an idle session is there to hear`, there, `${JSON.stringify(data("summary"))} ${session.screen.slice(-3000)}`);
  if (!there) {
    end(session);
    return ended?.(p);
  }

  woken(`${program} show <id>; ${program} reply <id> -m done --outcome addressed`);
  const began = Date.now();
  const burst = [];
  for (let i = 0; i < 5; i++) {
    burst.push(p.add(`secret words ${i}`));
    await new Promise((resolve) => setTimeout(resolve, 800));
  }
  const first = await until(() => turns().length > 0, patience);
  console.log(`     ${id}: woken ${((Date.now() - began) / 1000).toFixed(1)} s after the first of five comments in 4 s`);
  const line = first ? turns()[0] : "";
  check(`${id}: it begins a turn by itself, with the ids and no words of the threads`, /5 new/.test(line) && burst.every((thread) => line.includes(thread)) && !line.includes("secret words"), line || session.screen.slice(-3000));
  check(`${id}: its reply stands, made in that turn`, await until(() => burst.some(replied) && idle(p, session) === 2, patience), session.screen.slice(-3000));

  const at = Date.now();
  const second = p.add("and this");
  const again = await until(() => turns().length > 1, patience);
  console.log(`     ${id}: woken ${((Date.now() - at) / 1000).toFixed(1)} s after a comment`);
  check(`${id}: a comment begins a turn, and is answered in it`, again && (await until(() => replied(second) && receipt(second) === "answered" && idle(p, session) === 3, patience)), `${receipt(second)} ${session.screen.slice(-2000)}`);
  await new Promise((resolve) => setTimeout(resolve, 7000)); // longer than a burst: whatever would wake it has
  check(`${id}: each was told once beside its hooks, and its own replies are silent`, turns().length === 2 && JSON.stringify(requests().at(-1)).split(fact).length === 3, `${turns().length} turns, ${JSON.stringify(turns()).slice(-1500)}`);
  await alone?.({ p, requests, check });

  end(session);
  await ended?.(p);
  check(`${id}: killed, no session listens`, await until(() => listeners().length === 0, 30), JSON.stringify(listeners()));
  const unheard = p.add("is anybody there?");
  check(`${id}: and where words wait, a person is told that nobody listens`, data("summary").nobodyListens === true && receipt(unheard) === "waiting", JSON.stringify(data("summary")));
}

// newest are the messages of a request after the model's last.
const newest = (messages) => JSON.stringify(messages.slice(messages.findLastIndex((message) => message.role === "assistant" || message.type === "function_call") + 1));

// count is how often something stands in a text; read, a file's, which may not be there yet.
const count = (text, what) => (text.match(what) ?? []).length;
const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "");

// held are the processes of Codex that outlive its terminal.
const held = ({ home }) => ["daemon-updater.pid", "daemon.pid"].map((name) => /\d+/.exec(read(path.join(home, ".codex/app-server-daemon", name)))?.[0]).filter(Boolean);

// others are how each agent is spoken with: what it is started with, the keys that it wants first, the newest texts of a request, how
// often it has ended a turn, and what is left to end.
export const others = {
  opencode: {
    id: "opencode",
    args: () => ["--prompt", "hello"],
    says: ({ messages }) => newest(messages),
    idle: ({ home }) => count(read(path.join(home, ".local/share/opencode/log/opencode.log")), /"exiting loop"/g),
  },
  codex: {
    id: "codex",
    args: (p, agent) => {
      fs.symlinkSync(agent.program, path.join(p.bin, "codex")); // as it is found where it is installed
      return ["hello"];
    },
    // Codex asks a person once whether it may run hooks.
    keys: async (session, until) => {
      session.stdout.on("data", (part) => {
        if (String(part).includes("\x1b[6n")) session.stdin.write("\x1b[1;1R"); // where its cursor is, which a terminal tells
      });
      const plainly = () => session.screen.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, " ");
      const works = () => session.screen.includes("state=working:app=codex");
      const trusted = await until(() => /Trust\W+all/.test(plainly()), patience);
      for (let i = 0; trusted && !works() && i < 5; i++) {
        session.stdin.write("2"); // a dialog that is just being drawn takes no key
        if (await until(works, 3)) break;
        session.stdin.write("\r");
        await until(works, 20);
      }
      return trusted && works();
    },
    says: ({ input }) => newest(input),
    idle: (_, session) => count(session.screen, /state=done:app=codex/g),
    ended: async (p) => {
      for (const pid of held(p)) process.kill(Number(pid), "SIGKILL");
    },
  },
};

// OpenCode is spoken with in its plan mode: the turn that begins by itself is in it too.
export const wakesOpenCode = (tools) =>
  wakesOther(tools, {
    ...others.opencode,
    args: () => ["--agent", "plan", "--prompt", "hello"],
    alone: ({ requests, check }) => check("opencode: it stays in the mode that the person spoke in", /[Pp]lan mode/.test(newest(requests().at(-1).messages)) || requests().every((body) => /[Pp]lan mode/.test(JSON.stringify(body.messages))), JSON.stringify(requests().at(-1)?.messages).slice(-1500)),
  });

export const wakesCodex = (tools) => wakesOther(tools, others.codex);
