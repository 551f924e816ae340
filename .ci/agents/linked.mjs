// An agent in a linked worktree that was set up, once where it may write to the main worktree's store and once in a sandbox where
// it may only read it: it is told of the threads there, reads and takes one, replies to it, and is told of the person's answer, who
// is in the main one.
import fs from "node:fs";
import path from "node:path";
import { fact } from "./others.mjs";
import { missing } from "./sandbox.mjs";

const program = ".consider/bin/consider-cli";

/** What starts a program where the main worktree's store may only be read. */
function confined(p, agent) {
  const file = path.join(p.bin, "confined");
  const store = path.join(p.dir, ".consider");
  const mounts = `mount --bind '${store}' '${store}' && mount -o remount,bind,ro '${store}' && exec '${agent.program}' "$@"`;
  fs.writeFileSync(file, `#!/bin/sh\nexec unshare --mount ${process.getuid() ? "--map-root-user " : ""}sh -c '${mounts.replaceAll("'", `'"'"'`)}' sh "$@"\n`, { mode: 0o755 });
  return { ...agent, program: file };
}

const claudes = { settings: { sandbox: { enabled: true, autoAllowBashIfSandboxed: true, allowUnsandboxedCommands: false } } };

/** How each agent is started, by what it may write. */
const modes = {
  claude: { open: {}, sandboxed: { ...claudes, missing } },
  codex: { open: { more: ["-c", 'sandbox_mode="danger-full-access"'] }, sandboxed: {} },
  opencode: { open: {}, sandboxed: { confined } },
};

export const linked = async ({ id, agent, project, turn, check, until, replied }) => {
  for (const [mode, { missing, confined, ...options }] of Object.entries(modes[id])) {
    const why = missing?.();
    if (why) {
      console.log(`--   ${id}: its sandbox in a linked worktree is left out: ${why}`);
      continue;
    }
    const p = project();
    const side = path.join(path.dirname(p.dir), "side");
    const inSide = (...args) => p.run("sh", "-c", 'cd ../side && exec "$@"', "sh", ...args);
    p.run("git", "worktree", "add", "-q", "../side");
    for (const run of [p.run, inSide]) run(p.consider, "setup", id, "--hooks", "mid-turn", "--allow", "--yes", "--as", "human");
    const thread = JSON.parse(inSide(p.consider, "add", "auth.go:3", "-m", "rename Login", "--as", "human", "--json")).data.thread.id;
    p.run(p.consider, "add", "--review", "-m", "not for the side", "--as", "human");

    const [asked, said] = ["asked", "said"].map((name) => path.join(side, name));
    let stored = false;
    void until(() => fs.existsSync(asked), 60).then((is) => {
      stored = is && replied(p, thread, agent.name);
      if (is) p.run(p.consider, "reply", thread, "-m", "to SignIn", "--as", "human");
      fs.writeFileSync(said, "");
    });
    const steps = [`${program} list --unseen`, `${program} show --take ${thread}`, `${program} reply ${thread} -m which --outcome answered`, "touch asked; while [ ! -e said ]; do sleep 0.1; done; rm asked said"];
    const one = await turn(confined ? confined(p, agent) : agent, p, `RUN: ${steps.join(" THEN ")}`, { ...options, folder: "../side" });
    const shown = one.shown.join("");
    const told = Math.max(0, ...one.shown.map((text) => text.split(fact).length - 1));
    const where = `${id}: in a linked worktree, ${mode}`;
    check(`${where}, it is told of the thread there, and later of the answer`, told === 2, `${told} times: ${one.said}`);
    check(`${where}, it reads and takes that thread and no other one`, shown.includes("rename Login") && !shown.includes("not for the side"), one.said);
    check(`${where}, the person reads its reply in the main one at once`, stored, one.said);
    check(`${where}, it may ${mode === "open" ? "" : "not "}write to the main one's store`, fs.existsSync(path.join(side, ".consider/refs")) === (mode !== "open"), one.said);
    const dirty = p.run("git", "status", "--porcelain") + inSide("git", "status", "--porcelain");
    check(`${where}, git sees no file of the set-up but .gitignore`, !/settings|config|hooks|plugin/.test(dirty), dirty);
  }
};
