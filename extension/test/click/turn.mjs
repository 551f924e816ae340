// A turn of an agent as a comparison in VS Code: who changed what, a file that no thread asked for, a line of the person's that
// was undone, and a file that the person saved in the editor meanwhile.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const code = "package shop\n\nfunc price(cents int) int {\n\tif cents > 0 {\n\t\treturn cents\n\t}\n\treturn 0\n}\n";

export default async function turn(t) {
  const project = t.project({ "shop.go": code, "notes.txt": "one\n" });
  const { id } = project.consider("add", "shop.go:4", "-m", "What about 0?").thread;
  const edit = { tool_name: "Edit", tool_input: { file_path: "shop.go" }, tool_use_id: "1" };
  const run = { tool_name: "Bash", tool_input: { command: "make" }, tool_use_id: "2" };
  const log = path.join(project.folder, ".consider/run/turns/main.jsonl");
  const recorded = (word) => until(`${word} is recorded`, () => fs.readFileSync(log, "utf8").includes(word));

  const page = await t.open(project.folder);
  await ui.command(page, "Consider: Show All Comments");
  await page.locator(".monaco-list-row", { hasText: "What about 0?" }).first().waitFor(); // from here on saves are reported
  project.hook("UserPromptSubmit");
  project.agent("show", id);
  project.hook("PreToolUse", edit);
  project.write("shop.go", code.replace("cents > 0", "cents >= 0"));
  project.hook("PostToolUse", edit);
  await ui.openFile(page, "notes.txt");
  await page.locator(".view-line").first().click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("typed ");
  await page.keyboard.press("Control+S");
  await recorded('"saved"');
  project.write("shop.go", code.replace("cents > 0", "cents >= 0").replace("return 0", "return -1"));
  project.hook("PreToolUse", run);
  project.write("shop.go", code.replace("cents > 0", "cents >= 0"));
  project.write("made.txt", "made\n");
  project.hook("PostToolUse", run);
  project.agent("reply", id, "-m", "Fixed.", "--outcome", "addressed");
  project.hook("Stop");
  await recorded('"found"');

  await ui.command(page, "Consider: Choose Changes…");
  await page.locator(".quick-input-widget .monaco-list-row", { hasText: "Last turn of claude-code" }).waitFor();
  await page.keyboard.type("Last turn of claude-code");
  await page.keyboard.press("Enter");
  const toast = page.locator(".notification-toast", { hasText: "claude-code undid lines of yours" });
  await toast.waitFor();
  const pane = page.locator('.pane:has(.pane-header[aria-label^="Changes"])');
  const row = (file, words) =>
    pane.locator(".monaco-list-row", { hasText: file }).filter({ hasText: words }).first().waitFor();
  await pane.getByText("1 file that no thread asked for; undid 1 line of yours").waitFor();
  await row("made.txt", "during its command");
  await row("notes.txt", "by you");
  await row("shop.go", `by several, for ${id}`);
  await t.shot(page, "chosen");
  await toast.getByText("Show Lines").click();
  const side = (of, words) => page.locator(`.editor.${of} .view-line`, { hasText: words }).first();
  await side("original", /return\s+-1/).waitFor();
  await side("modified", /return\s+0/).waitFor();
  const tab = page.locator(".tab.active", { hasText: "shop.go (your lines that claude-code undid)" });
  await tab.waitFor();
  await t.shot(page, "undone");
  assert.equal(await page.locator(".tab.dirty").count(), 0, "nothing to save");
  await ui.command(page, "View: Close Editor");
  await tab.waitFor({ state: "detached" });
  await pane.locator(".monaco-list-row", { hasText: "shop.go" }).first().click();
  await side("original", /cents\s+>\s+0/).waitFor();
  await side("modified", /cents\s+>=\s+0/).waitFor();
  await t.shot(page, "one file of the turn");
  assert.equal(fs.readFileSync(path.join(project.folder, "notes.txt"), "utf8"), "typed one\n");
}
