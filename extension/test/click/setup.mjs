// The first start: one question that does nothing by itself; the setup panel; the walkthrough.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function setup(t) {
  const project = t.project({ "a.txt": "one\n", ".gemini/settings.json": "{}\n" });
  const on = await t.server(); // with a home folder that has no agent
  const page = await t.open(project.folder, { on });
  const prompt = await ui.toast(page, "Run setup so that agents can reply");
  await t.shot(page, "prompt");
  assert.ok(!fs.existsSync(project.path(".consider")), "the question writes nothing");
  await prompt.locator(".monaco-button", { hasText: "Set Up" }).click();
  const panel = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  await panel.locator("h1", { hasText: "Set up Consider" }).waitFor();
  await t.shot(page, "panel");
  assert.ok(await panel.locator("#gitignore").isChecked(), "the line in .gitignore is recommended");
  // The agents are those that the program knows; one found here is ticked, and nothing is done before the button is
  // pressed.
  for (const agent of ["claude", "opencode", "codex", "copilot", "cursor", "qwen", "pi", "cline"])
    assert.ok(!(await panel.locator(`#${agent}`).isChecked()), agent);
  assert.ok(await panel.getByRole("checkbox", { name: "Gemini CLI" }).isChecked(), "it is found");
  await panel.locator("tr", { hasText: "Gemini CLI" }).getByText("detected").waitFor();
  await panel.getByRole("combobox", { name: "Location for Gemini CLI" }).waitFor();
  const { y, height } = await panel.locator("#go").boundingBox();
  const status = await page.locator(".statusbar").first().boundingBox();
  assert.ok(y + height < status.y, "the button is in sight without scrolling");
  await panel.locator("#gemini").uncheck();
  assert.ok(!fs.existsSync(project.path(".consider")), "the panel writes nothing either");
  // First it shows what it would do, and then it does it.
  const said = (text) => panel.locator("#said", { hasText: text }).waitFor();
  const skill = ".claude/skills/consider/SKILL.md";
  const home = path.join(on.home, "home");
  const homes = () => fs.readdirSync(home, { recursive: true }).filter((f) => f.endsWith("SKILL.md"));
  assert.equal(await panel.locator("#claude-scope").isVisible(), false, "only ticked agents have a location");
  await panel.locator("#claude").check();
  await panel.locator("#claude-scope").waitFor();
  await panel.locator("#codex").check();
  await panel.locator("#codex-scope").selectOption({ label: "in your home folder" });
  await panel.locator("#try").click();
  await said(/Would change:/);
  assert.ok(!fs.existsSync(project.path(skill)) && homes().length === 0, "it is only said");
  await panel.locator("#go").click();
  await said(/^\s*Done:/);
  await t.shot(page, "answer");
  assert.match(project.read(skill), /^---\nname: consider/);
  assert.equal(homes().length, 1, "one skill in the home folder");
  assert.match(project.read(".gitignore"), /^\.consider\/$/m);
  assert.ok(await panel.locator("#force").isHidden());

  // A skill that was edited by hand is kept until its replacement is requested.
  fs.appendFileSync(project.path(skill), "\nOur own rule.\n");
  await panel.locator("#go").click();
  await said("edited");
  assert.match(project.read(skill), /Our own rule/);
  await t.shot(page, "kept");
  await panel.locator("#force").click();
  await until("replaced", () => !/Our own rule/.test(project.read(skill)));

  // When opened again, the panel has the former choices.
  await ui.command(page, "View: Close All Editors");
  await ui.command(page, "Consider: Set Up");
  await panel.locator("tr", { hasText: "Codex" }).getByText("set up").waitFor();
  assert.ok((await panel.locator("#claude").isChecked()) && (await panel.locator("#codex").isChecked()));
  assert.equal(await panel.locator("#codex-scope").inputValue(), ":home");
  assert.ok(!(await panel.locator("#gemini").isChecked()), "it was not wanted");
  await t.shot(page, "again");

  // Both kinds of uninstall.
  const id = project.consider("add", "a.txt:1", "-m", "kept", "--as", "human").thread.id;
  const uninstall = async (what) => {
    await ui.command(page, "Consider: Uninstall");
    await panel.locator("legend", { hasText: "Notifications" }).click(); // the choice stays open, whatever takes the focus
    await ui.choose(page, what);
    await page.locator(".monaco-dialog-box", { hasText: `Remove ${what.toLowerCase()}?` }).waitFor();
    await t.shot(page, "uninstall");
    await ui.dialog(page, "Remove");
  };
  await uninstall("Skills only");
  await until("the skills are gone", () => !fs.existsSync(project.path(skill)) && homes().length === 0);
  assert.equal(project.thread("kept").id, id);
  await uninstall("Everything");
  await until("all of it is gone", () => !fs.existsSync(project.path(".consider")));
  const left = `?? ${skill}.yours\n`; // files edited by hand belong to the user
  assert.equal(project.git("status", "--porcelain", "-uall"), left, "and git sees nothing of it");

  // The walkthrough, from the other answer to the question.
  const another = t.project({ "b.txt": "one\n" });
  const second = await t.open(another.folder, { on });
  await ui.toast(second, "Run setup so that agents can reply", "Show Me How");
  const guide = second.locator(".gettingStartedContainer");
  for (const step of ["Comment on a line", "Set up your agents", "Read the replies", "Finish the round"])
    await guide.locator(".step-title", { hasText: step }).first().waitFor();
  await t.shot(second, "walkthrough");
}
