// Claude Code in its own sandbox, which is bubblewrap here: what it may write there, and what ours says where it may not.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

// missing is what keeps the sandbox from running on this machine; "" where nothing does.
export function missing() {
  for (const program of ["bwrap", "socat"]) if (spawnSync(program, ["--help"]).error) return `${program} is not installed`;
  const tried = spawnSync("bwrap", ["--dev-bind", "/", "/", "--unshare-user", "--unshare-net", "true"], { encoding: "utf8" });
  return tried.status === 0 ? "" : `bubblewrap may not run here: ${tried.stderr.trim()}`;
}

const outputs = ({ requests }) =>
  JSON.stringify(requests.flatMap((request) => (request.body.messages ?? []).flatMap((message) => (Array.isArray(message.content) ? message.content : []).filter((block) => block.type === "tool_result"))));

export async function sandboxed({ agent, project, turn, check, replied }) {
  const why = missing();
  if (why) {
    console.log(`--   claude: its sandbox is left out: ${why}`);
    return;
  }
  const p = project();
  const [first, below] = [p.add("first"), p.add("below")];
  p.run(p.consider, "setup", "claude", "--hooks", "mid-turn", "--mcp", "--yes", "--as", "human");
  fs.mkdirSync(path.join(p.dir, "internal"));
  const settings = { sandbox: { enabled: true, autoAllowBashIfSandboxed: true, allowUnsandboxedCommands: false } };
  const program = ".consider/bin/consider-cli";

  const one = await turn(agent, p, `RUN: touch ${p.home}/outside THEN ${program} list THEN ${program} reply ${first} --outcome answered -m fine THEN ${program} checkpoint create -m round THEN ${program} wait --timeout 1s`, { settings });
  const got = outputs(one);
  check("claude: its sandbox is on: the home folder may not be written", !fs.existsSync(path.join(p.home, "outside")) && /Read-only|denied|not permitted/.test(got), got);
  check("claude: in its sandbox threads are read and answered", got.includes(first) && replied(p, first, agent.name), got);
  const checkpoint = p.run(p.consider, "checkpoint", "show", "last", "--json");
  check("claude: a checkpoint made in its sandbox lists no file of the sandbox", !/\.bashrc|\.gitconfig|\.zshrc/.test(checkpoint), checkpoint);

  const two = await turn(agent, p, `RUN: ../${program} reply ${below} --outcome answered -m inner`, { settings, folder: "internal" });
  const wrote = replied(p, below, agent.name);
  check("claude: in its sandbox, from a folder below, a reply is stored or the sandbox is named", wrote || outputs(two).includes("in a sandbox, start the agent in the project root"), outputs(two));
  console.log(`     claude: in its sandbox, from a folder below, the reply was ${wrote ? "stored" : "refused"}`);
}
