// The status of the person's messages is shown beside them and in their row: waiting, and whether any agent listens;
// told, which the store does not record; read; answered. A session that was killed does not listen.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { plain, program, until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function receipts(t) {
  const text = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join("\n") + "\n";
  const project = t.project({ "a.txt": text });
  const id = project.consider("add", "a.txt:3", "-m", "Is this needed?").thread.id;
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  const widget = ui.widget(page, "Is this needed?");
  await widget.waitFor();
  await ui.command(page, "Consider: Show All Comments");
  const row = ui.rows(page, "Is this needed?");
  const view = page.locator('.pane:has(.pane-header[aria-label^="Threads"])');
  const says = (words) => until(`the receipt says ${words}`, async () => words.test(await widget.innerText()));
  const listed = (word) => until(`the row says ${word}`, async () => word.test(await row.innerText()));
  const advice = view.getByText("No agent is running. Start one and say “look at my comments”.");

  await says(/Waiting: no agent has been notified; no agent is running/);
  await listed(/:3 Is this needed\?\s*waiting/);
  await advice.waitFor();
  await t.shot(page, "nobody");

  // A watching session: it listens, is told after a pause, and is killed. The store records none of this.
  const watch = (cwd = project.folder) =>
    spawn(program, ["watch", "--for", "agent", "--brief", "--coalesce", "6s"], {
      cwd,
      env: { PATH: "/usr/bin:/bin", HOME: "/tmp", CLAUDECODE: "1", GIT_CONFIG_GLOBAL: "/dev/null" },
      stdio: "ignore",
    });
  const session = watch();
  try {
    await says(/Waiting: no agent has been notified; claude-code is running/);
    await advice.waitFor({ state: "hidden" });
    await t.shot(page, "listening");
    await ui.writeComment(page, widget, "And who calls it?", "Reply");
    await says(/And who calls it\?/);
    await says(/Notified: claude-code, \d/);
    await listed(/notified/);
    await t.shot(page, "told");
  } finally {
    session.kill("SIGKILL");
  }
  project.agent("get", id);
  await says(/Read by claude-code, \d/);
  await listed(/read/);
  await t.shot(page, "read");
  project.agent("reply", id, "-m", "Two callers.", "--outcome", "answered");
  await says(/Answered by claude-code, \d/);
  await listed(/2 · answered/);
  await t.shot(page, "answered");

  // The next words: the session is gone, and the receipt is for these words.
  await ui.writeComment(page, widget, "Which ones?", "Reply");
  await says(/Waiting: no agent has been notified; no agent is running/);
  assert.doesNotMatch(await widget.innerText(), /Answered by/);
  await advice.waitFor();
  await listed(/3 · waiting/);

  // An agent takes the thread, and the person releases it.
  project.run({ CLAUDE_CODE_SESSION_ID: "one" }, ["show", "--take", id]);
  await says(/claude-code is working on it/);
  await listed(/3 · in progress/);
  await t.shot(page, "in-progress");
  await widget.locator('.action-label[aria-label="Release Thread from Agent"]').click();
  await says(/Read by claude-code, \d/);

  // Threads of other worktrees are listed under the name of each, and answered here.
  const others = {};
  for (const name of ["two", "three"]) {
    const cwd = path.join(project.folder, "..", name);
    project.git("worktree", "add", "-q", cwd, "-b", name);
    const args = ["add", "a.txt:5", "-m", `Asked in ${name}.`, "--as", "human", "--json"];
    const { stdout } = spawnSync(program, args, { cwd, encoding: "utf8", env: plain });
    others[name] = JSON.parse(stdout).data.thread.id;
  }
  const group = ui.rows(page, "Worktree two");
  await group.waitFor();
  assert.doesNotMatch(await group.innerText(), /running/);
  const elsewhere = watch(path.join(project.folder, "../two"));
  try {
    await until("the group names the agent", async () => /claude-code is running/.test(await group.innerText()));
    await t.shot(page, "worktree-agent");
  } finally {
    elsewhere.kill("SIGKILL");
  }
  await until("it is gone", async () => !/running/.test(await group.innerText()));
  for (const [name, other] of Object.entries(others)) {
    const there = await ui.openRow(page, `Asked in ${name}.`);
    await t.shot(page, `worktree-${name}`);
    await ui.writeComment(page, there, "Answered from here.", "Reply");
    await until("it is stored", () => project.consider("get", other).thread.thread.length === 1);
  }
}
