// The first time: one question that does nothing by itself; the setup panel; the walkthrough.
import assert from "node:assert/strict";
import fs from "node:fs";
import * as ui from "../ui.mjs";

export default async function setup(t) {
  const project = t.project({ "a.txt": "one\n" });
  const page = await t.open(project.folder);
  const prompt = await ui.toast(page, "Setup teaches the agents");
  await t.shot(page, "prompt");
  assert.ok(!fs.existsSync(project.path(".consider")), "the question writes nothing");
  await prompt.locator(".monaco-button", { hasText: "Set Up" }).click();
  const panel = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  await panel.locator("h1", { hasText: "Set up Consider" }).waitFor();
  await t.shot(page, "panel");
  assert.ok(await panel.locator("#gitignore").isChecked(), "the line in .gitignore is recommended");
  for (const agent of ["claude", "opencode", "codex", "copilot", "cursor", "gemini"])
    assert.ok(!(await panel.locator(`#${agent}`).isChecked()), `${agent} is opt-in`);
  assert.ok(!fs.existsSync(project.path(".consider")), "the panel writes nothing either");
  await panel.locator("#go").click();
  await panel.locator("#said:not(:empty)", { hasNotText: "…" }).waitFor();
  t.say("setup says:", (await panel.locator("#said").innerText()).slice(0, 120).replaceAll("\n", " "));
  await t.shot(page, "answer");
  await ui.command(page, "Consider: Uninstall");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Skills only" }).waitFor();
  await t.shot(page, "uninstall");
  await page.keyboard.press("Escape");

  // The walkthrough, from the other answer to the question.
  const another = t.project({ "b.txt": "one\n" });
  const second = await t.open(another.folder);
  await ui.toast(second, "Setup teaches the agents", "Show Me How");
  const guide = second.locator(".gettingStartedContainer");
  for (const step of ["Comment on a line", "Teach your agents", "Read the answers", "Close the round"])
    await guide.locator(".step-title", { hasText: step }).first().waitFor();
  await t.shot(second, "walkthrough");
}
