// A suggestion is written from the lines, and applied in the editor's text. The editor's undo reverses it; it is
// recorded when the file is saved, and not if the file is closed without saving.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const block = (...lines) => ["```suggestion", ...lines, "```"].join("\n");

export default async function apply(t) {
  const text = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join("\n") + "\n";
  const project = t.project({ "a.txt": text, "b.txt": text, "c.txt": text });
  const add = (place, words) => project.consider("add", place, "-m", words).thread.id;
  const detail = (id) => project.consider("get", id).thread;
  const isApplied = (id) => detail(id).suggestions.some((s) => s.applied);
  const [saved, unsaved] = [add("a.txt:3", "call it three"), add("a.txt:8-9", "one line is enough")];
  project.agent("reply", saved, "-m", `Like so:\n\n${block("three", "and a half")}`);
  project.agent("reply", unsaved, "-m", block("eight and nine"));
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  const comment = (words) => page.locator(".review-comment", { hasText: words });
  const press = async (words, title) => {
    await comment(words).hover();
    await comment(words).locator(`[aria-label="${title}"]`).click();
  };
  const line = (words) =>
    page.locator(".editor-instance .view-line", { hasText: new RegExp(`^${words.replaceAll(" ", "\\s")}$`) }).first();

  // A saved file stays saved: it has the lines, and the suggestion is recorded.
  await comment("Like so").waitFor();
  // Above the lines: shown as a diff, which writes nothing, and hidden for this person.
  const lens = (title) => page.locator(".codelens-decoration a", { hasText: new RegExp(`^${title}$`) });
  await lens("Show Diff").nth(1).waitFor();
  await ui.counts(lens("Apply and Resolve"), 2);
  await t.shot(page, "suggested");
  await lens("Show Diff").first().click();
  const diff = page.locator(".monaco-diff-editor");
  await diff.locator(".editor.modified .view-line", { hasText: "and a half" }).waitFor();
  await diff.locator(".editor.original .view-line", { hasText: /^line.3$/ }).waitFor();
  await t.shot(page, "diff");
  await ui.command(page, "View: Close Editor");
  await lens("Hide").nth(1).click();
  await until("one is left", async () => (await lens("Hide").count()) === 1);
  await t.shot(page, "hidden");
  assert.equal(project.read("a.txt"), text, "nothing is written");
  assert.deepEqual(detail(unsaved).workflowState, "open", "and nothing answered");
  await press("Like so", "Apply Suggestion");
  await until("noted", () => isApplied(saved));
  assert.equal(project.read("a.txt"), text.replace("line 3", "three\nand a half"));
  await comment("suggestion applied").waitFor();
  await t.shot(page, "applied");
  await ui.counts(comment("Like so").locator('[aria-label="Apply Suggestion"]'), 0); // once is enough
  const at = detail(saved).placement;
  assert.deepEqual([at.startLine, at.endLine], [3, 4], "the thread is on what was put there");
  // Undone and saved, the thread is on its own lines and the suggestion can be applied once more; redone, it is applied.
  await line("and a half").click();
  await page.keyboard.press("Control+z");
  await line("line 3").waitFor();
  await page.keyboard.press("Control+s");
  await until("taken back", () => !isApplied(saved) && detail(saved).placement.endLine === 3);
  await comment("suggestion applied").waitFor({ state: "detached" });
  await comment("Like so").locator('[aria-label="Apply Suggestion"]').waitFor({ state: "attached" });
  await t.shot(page, "taken-back");
  await page.keyboard.press("Control+Shift+z");
  await line("and a half").waitFor();
  await page.keyboard.press("Control+s");
  await until("applied again", () => isApplied(saved) && detail(saved).placement.endLine === 4);
  await comment("suggestion applied").waitFor();

  // With unsaved changes: the suggestion joins them, and the file on disk is left alone.
  await ui.goto(page, 1);
  await page.keyboard.type("typed ");
  await line("typed line 1").waitFor();
  const disk = project.read("a.txt");
  await press("eight and nine", "Apply Suggestion and Resolve");
  await line("eight and nine").waitFor();
  await page.locator(".statusbar-item", { hasText: "not recorded until you save" }).waitFor();
  await t.shot(page, "unsaved");
  // Undo reverses it in one step, redo applies it again.
  await line("typed line 1").click();
  await page.keyboard.press("Control+z");
  await line("line 9").waitFor();
  await page.keyboard.press("Control+Shift+z");
  await line("eight and nine").waitFor();
  assert.equal(project.read("a.txt"), disk, "nothing was written");
  assert.ok(!isApplied(unsaved), "and nothing noted");
  // Closed without saving: nothing is recorded.
  await ui.command(page, "View: Revert and Close Editor");
  await page.locator('.tab[data-resource-name="a.txt"]').waitFor({ state: "detached" });
  await ui.openFile(page, "a.txt");
  await comment("eight and nine").waitFor();
  assert.ok(!isApplied(unsaved), "nothing noted");
  assert.equal(detail(unsaved).workflowState, "open");
  assert.equal(project.read("a.txt"), disk);
  // Once more, and saved together with other words: recorded and resolved.
  await ui.goto(page, 1);
  await page.keyboard.type("typed ");
  await press("eight and nine", "Apply Suggestion and Resolve");
  await line("eight and nine").waitFor();
  // The window is reloaded before the save; VS Code keeps the unsaved text, and so the suggestion is still recorded
  // later.
  await until("the text is kept", () => backups(t.srv.data).some((b) => b.includes("eight and nine")));
  await page.reload();
  await line("eight and nine").waitFor();
  await comment("Like so").waitFor();
  assert.equal(project.read("a.txt"), disk, "nothing was written");
  assert.ok(!isApplied(unsaved), "and nothing noted");
  await line("typed line 1").click();
  await page.keyboard.press("Control+s");
  await until("noted and resolved", () => isApplied(unsaved) && detail(unsaved).workflowState === "resolved");
  assert.match(project.read("a.txt"), /^typed line 1\n[\s\S]*\nline 7\neight and nine\nline 10\n/);

  // The lines changed since: the result of a merge is shown first, and Cancel changes nothing.
  const older = add("b.txt:3-6", "rename");
  project.agent("reply", older, "-m", block("LINE 3", "line 4", "line 5", "line 6"));
  await ui.settled(page); // it is drawn unfolded, which it would not be after its lines have changed
  project.write("b.txt", text.replace("line 6", "line six"));
  await ui.openFile(page, "b.txt");
  await comment("LINE 3").waitFor();
  await page.locator(".review-comment", { hasText: "lines changed since" }).waitFor();
  await press("LINE 3", "Apply Suggestion");
  await page.locator(".monaco-dialog-box", { hasText: "+LINE 3" }).waitFor();
  await t.shot(page, "merge");
  await ui.dialog(page, "Cancel");
  assert.ok(!isApplied(older));
  await press("LINE 3", "Apply Suggestion");
  await ui.dialog(page, "Merge and Apply");
  await until("merged and noted", () => isApplied(older));
  assert.match(project.read("b.txt"), /\nLINE 3\nline 4\nline 5\nline six\n/);

  // Several from the tree, in a file that is not open.
  const two = [add("c.txt:2", "first of two"), add("c.txt:10", "second of two")];
  project.agent("context", ...two); // what was not read is not answered
  project.agent("reply", two[0], "-m", block("second line", "and one more"));
  project.agent("reply", two[1], "-m", block());
  await ui.command(page, "Consider: Show All Comments");
  // A row's command takes what the row shows, so both rows have to show their suggestions first.
  for (const words of [/first of two.*answered/, /second of two.*answered/]) await ui.rows(page, words).waitFor();
  await ui.settled(page);
  await ui.menu(page, ui.rows(page, "c.txt"), "Apply Suggestions");
  await until("both are applied", () => two.every(isApplied));
  assert.equal(project.read("c.txt"), text.replace("line 2\n", "second line\nand one more\n").replace("line 10\n", ""));
  await t.shot(page, "batch");

  // Written in VS Code: the form contains the lines, to be changed there.
  await ui.openFile(page, "c.txt");
  await ui.clickPlus(page, 6);
  const fresh = ui.freshForm(page);
  await ui.type(page, fresh, "Shorter?");
  await fresh.locator(".comment-form-container .monaco-button", { hasText: "Suggest a Change" }).click();
  const form = page.locator(".review-widget .edit-container", { hasText: "suggestion" });
  await form.waitFor();
  await t.shot(page, "form");
  await form.locator(".view-line", { hasText: "line 5" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(", shorter");
  await form.locator(".monaco-button", { hasText: "Save" }).click();
  const made = await project.waitFor("Shorter?");
  assert.equal(made.body, `Shorter?\n\n${block("line 5, shorter")}`);
  await press("Shorter?", "Apply Suggestion");
  await until("applied", () => isApplied(made.id));
  assert.match(project.read("c.txt"), /\nline 5, shorter\n/);
  await t.shot(page, "made");
}

/** The unsaved texts that VS Code keeps. */
function backups(data) {
  const folder = path.join(data, "User", "Backups");
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), "utf8"));
}
