// An agent waits with a plan: VS Code announces it once and shows it, and the person's decision reaches the waiting
// agent, whether it requests changes or approves. If the agent's hook is killed, the person is no longer asked and
// nothing is decided.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { program, until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const first = "# The shed\n\nWe build a shed.\n\n- paint it red\n- add a door\n\n```go\nfunc build() {}\n```\n";

export default async function plans(t) {
  const project = t.project({ "a.txt": "one\n" });
  project.consider("add", "a.txt:1", "-m", "a thread, so that there is a store");
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  await ui.widget(page, "a thread, so that").waitFor();
  const item = page
    .locator("#consider\\.consider\\.consider\\.status, .statusbar-item", { hasText: "awaiting you" })
    .first();
  const toasts = page.locator(".notifications-toasts .notification-list-item", {
    hasText: "is waiting for your verdict",
  });
  const stateOf = (title) => project.consider("plan", "list").plans.find((p) => p.title.includes(title)).state;

  // Version 1: a comment on a passage, and changes requested.
  let agent = waits(project, first);
  await toasts.first().waitFor({ timeout: 20_000 });
  await item.waitFor();
  assert.equal(await toasts.count(), 1);
  await ui.command(page, "Consider: Show All Comments");
  const row = page.locator(".monaco-list-row", { hasText: "Plan: The shed" });
  await row.waitFor();
  await ui.says(row, /awaiting you/);
  await t.shot(page, "told");
  await toasts.getByRole("button", { name: "Show" }).click();
  let plan = await inside(page);
  await plan.getByRole("button", { name: "Approve…" }).waitFor();
  await t.shot(page, "shown");
  const block = plan.locator(".plan-block", { hasText: "paint it red" }).first();
  await block.hover();
  await block.getByRole("button", { name: /^Comment on/ }).click();
  await plan.locator(".form textarea").fill("blue, please");
  await plan.locator(".form").getByRole("button", { name: "Comment", exact: true }).click();
  await plan.locator("article.thread", { hasText: "blue, please" }).waitFor();
  await t.shot(page, "commented");
  await plan.getByRole("button", { name: "Request changes…" }).click();
  await plan.getByRole("textbox", { name: "Note" }).fill("smaller");
  await t.shot(page, "verdict");
  await plan.locator("dialog").getByRole("button", { name: "Request changes", exact: true }).click();
  const denied = await agent.answer();
  assert.equal(denied.behavior, "deny");
  for (const words of ["blue, please", "smaller"]) assert.ok(denied.message.includes(words), denied.message);
  await item.waitFor({ state: "detached" });
  await row.waitFor({ state: "detached" });

  // Version 2, in the editor that is open: the comment is on its passage; approved with a note.
  agent = waits(project, first.replace("red", "blue"));
  await item.waitFor();
  await plan.locator("article.thread", { hasText: "Not answered" }).waitFor();
  await plan.getByRole("button", { name: "Approve with notes…" }).click();
  await plan.getByRole("textbox", { name: "Note" }).fill("mind the roof");
  await plan.locator("dialog").getByRole("button", { name: "Approve", exact: true }).click();
  const allowed = await agent.answer();
  assert.equal(allowed.behavior, "allow");
  assert.ok(allowed.updatedInput.plan.includes("mind the roof"), allowed.updatedInput.plan);
  await item.waitFor({ state: "detached" });

  // The hook is killed while a comment is being written: a message says so, and nothing is decided.
  agent = waits(project, "# The garden\n\nA tree.\n");
  await ui.toast(page, "The garden", "Show");
  plan = await inside(page, "The garden");
  await plan.getByRole("button", { name: "Decide in the terminal" }).waitFor();
  await plan.getByRole("button", { name: "Comment on the whole plan" }).click();
  await plan.locator(".form textarea").fill("begun and not sent");
  agent.child.kill("SIGKILL");
  await plan.getByText("The agent is no longer waiting").waitFor();

  // The page is closed as soon as it says so. The unfinished comment is there when the plan is shown again.
  const tabs = page.locator(".tab", { hasText: "Plan" });
  const open = await tabs.count();
  await page.locator(".tab.active").click({ button: "middle" });
  await until("the page is closed", async () => (await tabs.count()) === open - 1);
  await item.waitFor({ state: "detached" });
  assert.equal(stateOf("garden"), "waiting", "nothing was decided");
  agent = waits(project, "# The garden\n\nA tree.\n");
  await item.waitFor();
  await item.click();
  plan = await inside(page, "The garden");
  const begun = plan.locator(".form textarea").first();
  await begun.waitFor();
  assert.equal(await begun.inputValue(), "begun and not sent");
  await t.shot(page, "again");

  // Left to the terminal: the page closes, the person is no longer asked, and the agent's own dialog decides.
  await plan.getByRole("button", { name: "Decide in the terminal" }).click();
  await item.waitFor({ state: "detached" });
  await until("the page is closed", async () => (await tabs.count()) === open - 1);
  assert.equal(agent.child.exitCode, null, "the hook waits still, beside the agent's own dialog");
  assert.equal(stateOf("garden"), "waiting", "nothing was decided");
  agent.child.kill("SIGKILL");
  assert.equal(await agent.said(), "", "and it has said nothing");
}

/** Claude Code's hook, which waits for a decision on a plan. There is no browser. */
function waits(project, plan) {
  const child = spawn(program, ["hook", "claude", "PermissionRequest"], {
    cwd: project.folder,
    env: { PATH: "/usr/bin:/bin", HOME: path.dirname(project.folder), CLAUDECODE: "1" },
  });
  let out = "";
  child.stdout.on("data", (d) => (out += d));
  const closed = new Promise((done) => child.on("close", done));
  child.stdin.end(
    JSON.stringify({
      session_id: "s1",
      cwd: project.folder,
      permission_mode: "plan",
      hook_event_name: "PermissionRequest",
      tool_name: "ExitPlanMode",
      tool_input: { plan },
    }),
  );
  const said = () => closed.then(() => out);
  return { child, said, answer: async () => JSON.parse(await said()).hookSpecificOutput.decision };
}

/** The frame of a plan's page. */
async function inside(page, title = "The shed") {
  const frames = page.locator("iframe.webview.ready");
  return await until(`the plan “${title}”`, async () => {
    for (let i = 0; i < (await frames.count()); i++) {
      const frame = frames.nth(i).contentFrame().locator("#active-frame").contentFrame();
      if ((await frame.locator("body[data-plan] .what strong", { hasText: title }).count()) > 0) return frame;
    }
    return undefined;
  });
}
