// Questions, receipts, triage and a plan, once in each kind of theme and with a narrow side bar, as pictures to look
// at. It asserts that the choices have names for a screen reader and can be read in full in a narrow editor.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { program, until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const text = Array.from({ length: 30 }, (_, i) => `line ${i + 1}`).join("\n") + "\n";
const plan =
  "# The shed\n\nWe build a shed.\n\n## Steps\n\n- paint it red\n- add a door\n\n| part | cost |\n|---|---|\n| door | 10 |\n\n```go\nfunc build() {}\n```\n";

export default async function looks(t) {
  const project = t.project({ "a.txt": text, "src/store.go": text });
  const one = project.consider("add", "a.txt:2", "-m", "Is this needed?").thread.id;
  project.agent(
    "reply",
    one,
    "-m",
    "By two callers. Shall I drop it?",
    "--ask",
    "Drop it|Keep it for now|Ask the team",
  );
  project.consider("add", "a.txt:6", "-m", "And who calls it?");
  project.agent("add", "src/store.go:3", "-m", "An error is not looked at");
  project.agent("add", "src/store.go:9", "-m", "A name that says nothing");
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  await ui.widget(page, "Shall I drop it?").locator("a", { hasText: "Keep it for now" }).waitFor();
  await ui.command(page, "Consider: Show All Comments");
  await ui.rows(page, "Questions for you").waitFor();

  const is = (kind) =>
    until(String(kind), async () => kind.test((await page.locator(".monaco-workbench").getAttribute("class")) ?? ""));
  const themes = [
    ["light", /\bvs\b/, () => {}],
    ["dark", /\bvs-dark\b/, () => ui.command(page, "Preferences: Toggle between Light/Dark Themes")],
    ["contrast", /\bhc-black\b/, () => highContrast(page)],
  ];
  const inAll = async (what) => {
    for (const [name, kind, choose] of themes) {
      await choose();
      await is(kind);
      await ui.still(page);
      await t.shot(page, `${what}-${name}`);
    }
  };
  await inAll("delivery");

  // A narrow side bar and a narrow window.
  await page.setViewportSize({ width: 640, height: 800 });
  const links = ui.widget(page, "Shall I drop it?").locator(".review-comment:last-child a");
  await until("all choices", async () => (await links.count()) === 3);
  for (const link of await links.all()) {
    const box = await link.boundingBox();
    assert.ok(box && box.x + box.width <= 640, "a choice is not cut off");
    assert.match((await link.getAttribute("title")) ?? "", /as you/);
  }
  await t.shot(page, "delivery-narrow");
  await page.setViewportSize({ width: 1280, height: 900 });
  await ui.command(page, "Consider: Triage Agent Findings");
  await ui.widget(page, "An error is not looked at").waitFor();
  await t.shot(page, "triage-contrast");

  const hook = spawn(program, ["hook", "claude", "PermissionRequest"], {
    cwd: project.folder,
    env: { PATH: "/usr/bin:/bin", HOME: path.dirname(project.folder), CLAUDECODE: "1" },
  });
  hook.stdin.end(
    JSON.stringify({
      ...{ session_id: "s1", cwd: project.folder, permission_mode: "plan", hook_event_name: "PermissionRequest" },
      ...{ tool_name: "ExitPlanMode", tool_input: { plan } },
    }),
  );
  try {
    await ui.toast(page, "is waiting for your verdict", "Show");
    const frame = page.locator("iframe.webview.ready").last().contentFrame().locator("#active-frame").contentFrame();
    await frame.getByRole("button", { name: "Approve…" }).waitFor();
    const block = frame.locator(".plan-block", { hasText: "paint it red" }).first();
    await block.hover();
    await block.getByRole("button", { name: /^Comment on/ }).click();
    await frame.locator(".form textarea").fill("blue, please");
    await frame.locator(".form").getByRole("button", { name: "Comment", exact: true }).click();
    await frame.locator("article.thread", { hasText: "blue, please" }).waitFor();
    await t.shot(page, "plan-contrast");
    await page.setViewportSize({ width: 640, height: 800 });
    await t.shot(page, "plan-narrow");
    await page.setViewportSize({ width: 1280, height: 900 });
    await pick(page, "Dark Modern", /\bvs-dark\b/);
    await t.shot(page, "plan-dark");
    await pick(page, "Light Modern", /\bvs\b/);
    await t.shot(page, "plan-light");
  } finally {
    hook.kill("SIGKILL");
  }

  async function pick(page, name, kind) {
    await ui.command(page, "Preferences: Color Theme");
    await page.locator(".quick-input-widget .quick-input-filter input").fill(name);
    await ui.choose(page, name);
    await is(kind);
    await ui.still(page);
  }
}

async function highContrast(page) {
  await ui.command(page, "Preferences: Color Theme");
  await page.locator(".quick-input-widget .quick-input-filter input").fill("Dark High Contrast");
  await ui.choose(page, "Dark High Contrast");
}
