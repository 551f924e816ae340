// Agents' memory in the side bar: changes appear by themselves, and the person controls it.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function memory(t) {
  const project = t.project({ "a.go": "package a\n" });
  const remembered = () => project.consider("memory", "list").files.map((f) => f.path);
  const page = await t.open(project.folder);
  await ui.command(page, "Consider: Show All Comments");
  const section = (name) => page.locator(".sidebar .pane-header", { hasText: name });
  await section("Threads").waitFor();
  assert.equal(await section(/^Memory/).count(), 0, "what was never used is not in the way");

  // An agent writes, another is refused: both appear without a click.
  project.agent("memory", "create", "/memories/build.md", "-m", "make test takes 20 minutes");
  project.agent("memory", "create", "/memories/notes/style.md", "-m", "tabs");
  assert.throws(() => project.agent("memory", "view", "/memories/../a.go"), /escape/);
  await section(/^Memory Activity/).waitFor();
  for (const name of [/^Memory Activity/, /^Memory(?! Activity)/]) {
    if ((await section(name).getAttribute("aria-expanded")) !== "true") await section(name).click();
  }
  await ui.rows(page, "build.md").first().waitFor();
  await ui.rows(page, "claude-code: create notes/style.md").waitFor();
  await ui.rows(page, "claude-code: view").waitFor();
  await t.shot(page, "agents-write");

  // A read changes no file, but is shown too.
  project.agent("memory", "view", "/memories/build.md");
  await ui.rows(page, "claude-code: view build.md").waitFor();

  // Pinned: it comes first, here and for agents.
  const style = ui.rows(page, /^style\.md/).first();
  await until("pinned", async () => {
    if (remembered()[0] === "/memories/notes/style.md") return true;
    const pin = style.locator('[aria-label="Pin Memory File"]'); // one that has just appeared ignores a click
    await style.hover();
    await pin.click({ timeout: 2000 }).catch(() => {});
    return false;
  });
  await until("first in the view", async () => /^style\.md/.test(await ui.rows(page, /\.md/).first().innerText()));
  assert.match(project.agent("memory", "view").text, /\n4B\t\/memories\/notes\/style\.md\n/);
  await t.shot(page, "pinned");

  // Edited in the editor.
  await ui
    .rows(page, /^build\.md/)
    .first()
    .click();
  const line = (text) => page.locator(".editor-group-container .view-line", { hasText: text });
  await line("20\u00a0minutes").or(line("20 minutes")).first().waitFor();
  await page.locator(".editor-group-container .monaco-editor .view-lines").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" or so");
  await page.keyboard.press("Control+S");
  await until("saved", () => /20 minutes or so/.test(project.consider("memory", "get", "/memories/build.md").text));
  await ui.rows(page, "save build.md").waitFor();
  await t.shot(page, "edited");

  // Cleared, and restored by undo.
  await ui.command(page, "Consider: Clear Memory");
  await until("nothing is left", () => remembered().length === 0);
  await ui.toast(page, "2 files removed", "Undo");
  await until("all there again", () => remembered().length === 2);
  assert.equal(project.git("status", "--porcelain"), "", "git sees nothing of it");

  // An agent did something since: only the person's own change is undone.
  await ui.command(page, "Consider: Clear Memory");
  await until("nothing is left again", () => remembered().length === 0);
  project.agent("memory", "create", "/memories/late.md", "-m", "learned since");
  await ui.toast(page, "2 files removed", "Undo");
  await until("all there once more", () => remembered().length === 3);
  project.agent("undo");
  assert.equal(remembered().length, 2);

  // Another backend: the files move with it.
  await ui.command(page, "Consider: Choose Memory Location");
  await ui.choose(page, "Disk");
  await page.locator(".monaco-dialog-box", { hasText: "Move 2 memory files from Workspace to Disk?" }).waitFor();
  await ui.dialog(page, /^Move$/);
  await until("on disk", () => {
    const { backend, files } = project.consider("memory", "list");
    return backend === "disk" && files.length === 2;
  });
  assert.match(project.read(".vscode/memory/build.md"), /or so/);
  await ui.command(page, "Consider: Show All Comments");
  await ui
    .rows(page, /^build\.md/)
    .first()
    .waitFor();
  // Files that were cleared and restored are not shown as deleted.
  await page.locator(".tabs-container .tab", { hasText: "build.md" }).waitFor();
  await page.locator(".tabs-container .strikethrough").waitFor({ state: "detached" });
  await t.shot(page, "on-disk");
}
