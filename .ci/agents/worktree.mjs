// Claude Code in a worktree of its own (claude --worktree): with setup --worktrees it has the program and the skill there, sees the
// main worktree's threads, and replies to them. With the settings file listed too, its hooks tell it of the answer.
import fs from "node:fs";
import path from "node:path";

export async function inWorktree({ agent, project, turn, check, until, replied }) {
  const p = project();
  const thread = p.add("rename Login");
  p.run(p.consider, "setup", "claude", "--hooks", "mid-turn", "--allow", "--worktrees", "--yes", "--as", "human");
  fs.appendFileSync(path.join(p.dir, ".worktreeinclude"), "/.claude/settings.local.json\n");
  const folder = path.join(p.dir, ".claude/worktrees/one");
  const [asked, said] = ["asked", "said"].map((name) => path.join(folder, name));
  void until(() => fs.existsSync(asked), 60).then((is) => {
    if (is) p.run(p.consider, "reply", thread, "-m", "to SignIn", "--as", "human");
    fs.writeFileSync(said, "");
  });
  const program = ".consider/bin/consider-cli";
  const steps = [`${program} show ${thread}`, `${program} reply ${thread} -m which --outcome answered`, "touch asked; while [ ! -e said ]; do sleep 0.1; done; rm asked said"];
  const one = await turn(agent, p, `RUN: ${steps.join(" THEN ")}`, { more: ["--worktree", "one"] });
  const shown = one.shown.join("");
  check("claude: in a worktree that it made, the main one's thread is shown", shown.includes("rename Login"), one.said);
  check("claude: in a worktree, the skill is offered", shown.includes("review threads that the developer left"), one.said);
  check("claude: in a worktree, its reply is in the main one's thread", replied(p, thread, agent.name), one.said);
  check("claude: in a worktree, it is told of the answer", shown.includes("Consider: the developer left 1 review thread"), one.said);
  const dirty = p.run("git", "-C", folder, "status", "--porcelain");
  check("claude: git sees nothing of it in the worktree", !/consider|settings/.test(dirty), dirty);
}
