// A round as a diff: an agent's changes since the last one in VS Code's diff editors, with the threads in them, files
// marked as viewed, the change that answered a thread one click away, and the round finished. Twelve files, eight
// threads.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const files = 12;
const name = (i) => `src/part${String(i).padStart(2, "0")}.go`;
const text = (i) =>
  ["package part", "", ...Array.from({ length: 30 }, (_, n) => `// line ${n + 3} of part ${i}`)].join("\n") + "\n";

export default async function changes(t) {
  const project = t.project(Object.fromEntries(Array.from({ length: files }, (_, i) => [name(i), text(i)])));
  const ask = (place, words) => project.consider("add", place, "-m", words).thread.id;
  const ids = Array.from({ length: 8 }, (_, i) => ask(`${name(i)}:20`, `question ${i}`));
  project.consider("checkpoint", "create", "round-1");

  // The agent's turn: a change in each file, one of them in a commit; all threads addressed or answered.
  for (let i = 0; i < files; i++)
    project.write(
      name(i),
      text(i)
        .replace(`line 20 of part ${i}`, `line 20 of part ${i}, mended`)
        .replace("// line 5 of", "// fifth line of"),
    );
  project.git("add", name(3));
  project.git("commit", "-qm", "the agent's");
  for (const [i, id] of ids.entries())
    project.agent("reply", id, "-m", `done in part ${i}`, "--outcome", i < 6 ? "addressed" : "answered");
  project.write("src/extra.go", "package extra\n");

  const page = await t.open(project.folder);
  let keys = 0;
  const press = async (key) => {
    keys++;
    await page.keyboard.press(key);
  };

  // The view: all changes since the round, committed or not, and which files were viewed.
  await ui.command(page, "Consider: Show All Comments");
  const pane = page.locator('.pane:has(.pane-header[aria-label^="Changes"])');
  const row = (words) => pane.locator(".monaco-list-row", { hasText: words });
  await row("part00.go").first().waitFor();
  await pane.locator(".pane-header", { hasText: `since round-1 · 0 of ${files + 1} viewed` }).waitFor();
  await t.shot(page, "view");

  // One click on the thread that was addressed: the diff of its file, at the change.
  await row("question 2").first().click();
  await page.locator('.tab.active[aria-label*="part02.go"]').waitFor();
  await page.locator(".statusbar-item", { hasText: "Ln 20," }).waitFor();
  const side = (which) => page.locator(`.monaco-diff-editor .editor.${which} .view-lines`);
  await side("original")
    .locator(".view-line", { hasText: /line.20.of.part.2$/ })
    .waitFor();
  await side("modified")
    .locator(".view-line", { hasText: /mended/ })
    .waitFor();
  const answered = page.locator(".monaco-diff-editor .review-widget", { hasText: "done in part 2" });
  await answered.waitFor();
  await t.shot(page, "answered");

  // The right side is the file: a thread is resolved, another begun, and the code edited, there.
  await ui.button(answered, "Resolve").click();
  await until("resolved", () => project.thread("question 2").workflowState === "resolved");

  // All of it in one editor, where the threads are too.
  await ui.command(page, "Consider: Open All Changes");
  await page.locator(".multiDiffEntry", { hasText: "part00.go" }).waitFor();
  await page.locator(".multiDiffEntry .review-widget", { hasText: "done in part 0" }).first().waitFor();
  await t.shot(page, "all");

  // A box ticked here is ticked in the browser too, and no longer applies when the file changes.
  const viewed = (n) => pane.locator(".pane-header", { hasText: `${n} of ${files + 1} viewed` });
  await until("a box is ticked", async () => {
    if (await viewed(1).isVisible()) return true;
    const box = row("part00.go").first().locator(".custom-view-tree-node-item-checkbox, .monaco-custom-toggle");
    await box
      .first()
      .click({ timeout: 2000 })
      .catch(() => {}); // rows move while they are redrawn
    return await viewed(1)
      .waitFor({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      );
  });
  project.write(name(0), project.read(name(0)) + "// more\n");
  await viewed(0).waitFor();

  // File by file with the keyboard: view one, go to the next.
  await row("part00.go").first().click();
  await page.locator('.tab.active[aria-label*="part00.go"]').waitFor();
  await page.locator(".monaco-diff-editor .editor.modified").click();
  const counted = keys;
  for (let i = 0; i <= files; i++) {
    await press("Control+k");
    await press("Control+Alt+v");
    await viewed(i + 1).waitFor();
  }
  t.say(`${files + 1} files viewed with ${keys - counted} key presses, no click`);
  await t.shot(page, "viewed");

  // A file is written while the person decides: the round does not end, and the comment is kept for the next try.
  await ui.command(page, "Consider: Finish Round");
  await page.locator(`.quick-input-widget input[placeholder="All files viewed"]`).waitFor();
  await t.shot(page, "verdict");
  await ui.choose(page, "Approve");
  project.write(name(0), project.read(name(0)) + "// late\n");
  await ui.answer(page, "Good work.");
  await ui.toast(page, "files changed while you were reviewing");
  await viewed(files).waitFor();

  // The round ends with a verdict and a comment, and the list starts again.
  await ui.command(page, "Consider: Finish Round");
  await page.locator(`.quick-input-widget input[placeholder="1 file not viewed yet"]`).waitFor();
  await ui.choose(page, "Approve");
  const box = page.locator(".quick-input-widget .quick-input-box input").first();
  await until("the comment is still there", async () => (await box.inputValue()) === "Good work.");
  await page.keyboard.press("Enter");
  await ui.toast(page, "round finished (approve). Saved as round-2.");
  await pane.locator(".pane-header", { hasText: "since round-2" }).waitFor();
  const last = project.consider("checkpoint", "list").checkpoints.at(-1);
  assert.equal(last.name, "round-2");
  assert.ok(project.list().some((x) => x.body === "Good work." && x.target === "review"));
  const submitted = project.consider("log").events.find((e) => e.verdict);
  assert.equal(submitted.verdict, "approve");
  await t.shot(page, "finished");
  assert.equal(project.git("diff", "--stat", "--", name(3)), "", "nothing was written but by the agent");
}
