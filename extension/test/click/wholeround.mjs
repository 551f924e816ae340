// A round in VS Code's multi-file diff: twelve files that an agent changed, eight threads. It counts the keys and
// clicks of each step, after the agent's last change and until the round is finished; docs/internals/extension.md compares them
// with those of a pull request's page.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const files = 12;
const name = (i) => `src/part${String(i).padStart(2, "0")}.go`;
const text = (i) =>
  ["package part", "", ...Array.from({ length: 12 }, (_, n) => `// line ${n + 3} of part ${i}`)].join("\n") + "\n";

export default async function wholeround(t) {
  const project = t.project(Object.fromEntries(Array.from({ length: files }, (_, i) => [name(i), text(i)])));
  const ids = Array.from(
    { length: 8 },
    (_, i) => project.consider("add", `${name(i)}:8`, "-m", `question ${i}`).thread.id,
  );
  project.consider("checkpoint", "create", "round-1");
  for (let i = 0; i < files; i++) project.write(name(i), text(i).replace("line 8 of", "line 8, mended, of"));
  for (const [i, id] of ids.entries()) project.agent("reply", id, "-m", `done ${i}`, "--outcome", "addressed");

  const page = await t.open(project.folder);
  const counts = { clicks: 0, keys: 0 };
  const total = { clicks: 0, keys: 0 };
  const click = async (locator, options) => {
    counts.clicks++;
    await locator.click(options);
  };
  const press = async (...all) => {
    for (const key of all) {
      counts.keys++;
      await page.keyboard.press(key);
    }
  };
  const act = (what, times = 1) => {
    t.say(`${what}: ${counts.clicks} clicks, ${counts.keys} keys${times > 1 ? ` (${times} times)` : ""}`);
    for (const key of ["clicks", "keys"]) {
      total[key] += counts[key];
      counts[key] = 0;
    }
  };

  await ui.command(page, "Consider: Show All Comments");
  const pane = page.locator('.pane:has(.pane-header[aria-label^="Changes"])');
  const viewed = (n) => pane.locator(".pane-header", { hasText: `${n} of ${files} viewed` });
  await viewed(0).waitFor();
  await pane.locator(".pane-header").hover();
  await click(pane.locator('.pane-header .action-label[aria-label^="Open All Changes"]'));
  const entry = (n) => page.locator(".multiDiffEntry", { hasText: `part${String(n).padStart(2, "0")}.go` });
  const thread = (n) => page.locator(".multiDiffEntry .review-widget", { hasText: `question ${n}` }).first();
  await entry(0).first().waitFor();
  await thread(0).waitFor();
  act("all changes open");
  await t.shot(page, "open");
  // What is below the screen counts as unread, though VS Code calls its editor visible.
  await page.locator('.pane-header[aria-label^="Threads"]', { hasText: "8 open, 7 unread" }).waitFor();

  // A comment of the person's own on a line of the right side, by its key.
  const line = (words, n = 0) => entry(n).locator(".editor.modified .view-line", { hasText: words }).first();
  await click(line("line 10"));
  await press("Control+K", "Control+Alt+M");
  const form = page.locator(".review-widget .comment-form .monaco-editor.focused");
  await page.keyboard.type("begun in the diff", { delay: 20 });
  await form.filter({ hasText: "begun in the diff" }).waitFor(); // until then a box has the words
  await press("Control+Enter");
  const begun = await project.waitFor("begun in the diff");
  assert.deepEqual([begun.file, begun.placement.startLine], [name(0), 10]);
  act("a comment begun");
  await page.locator(".multiDiffEntry .review-comment", { hasText: "begun in the diff" }).first().waitFor();
  await t.shot(page, "begun");

  // The next change and the next thread, by VS Code's keys.
  await click(line("line 5"));
  counts.clicks = 0; // only to put the focus at the top
  const at = () =>
    page.evaluate(() => {
      const e = document.activeElement?.closest(".multiDiffEntry");
      return `${e?.querySelector(".title, .file-path")?.textContent ?? "elsewhere"} ${document.activeElement?.closest(".review-widget") ? "in a thread" : ""}`;
    });
  const status = () => page.locator('[id="status.editor.selection"]').innerText();
  await press("Alt+F5", "Alt+F5");
  await until("the cursor is in the next file", async () => (await at()).includes("part01.go"));
  await until("at its change", async () => /Ln 8\b/.test(await status()));
  act("two changes on");
  await t.shot(page, "next");

  // One thread is resolved in its place, the others by the key, at the change that answered them. Each file is marked
  // as viewed from inside, which goes to the next file.
  await click(ui.button(thread(1), "Resolve"));
  await until("resolved", () => project.thread("question 1").workflowState === "resolved");
  act("a thread resolved by its button");
  await click(line("line 5", 1));
  counts.clicks = 0; // only because a button had the focus
  for (let i = 1; i < files; i++) {
    if (i > 1 && i < 8) {
      await press("Control+K", "Control+Alt+R");
      await until("resolved", () => project.thread(`question ${i}`).workflowState === "resolved");
    }
    await press("Control+K", "Control+Alt+V");
    await viewed(i).waitFor();
    if (i < files - 1) {
      await until("the cursor is in the next file", async () => (await at()).includes(name(i + 1).slice(4)));
      await until("at its change", async () => /Ln 8\b/.test(await status()));
    }
  }
  assert.match(await page.locator(".tab.active").getAttribute("aria-label"), /^Changes since round-1/, "in one editor");
  act("six threads resolved and eleven files viewed");
  await t.shot(page, "viewed");

  // The round ends: a button, a verdict, a comment.
  await pane.locator(".pane-header").hover();
  await click(pane.locator('.pane-header .action-label[aria-label^="Finish Round"]'));
  await page.locator('.quick-input-widget input[placeholder="1 file not viewed yet"]').waitFor();
  await click(page.locator(".quick-input-list .monaco-list-row", { hasText: "Approve" }).first());
  await page.locator(".quick-input-widget:visible .quick-input-title", { hasText: "Finish Round: Approve" }).waitFor();
  await page.keyboard.type("Good.");
  await press("Enter");
  await pane.locator(".pane-header", { hasText: "since round-2" }).waitFor();
  act("the round finished");
  t.say(`in all: ${total.clicks} clicks, ${total.keys} keys`);
  assert.equal(project.consider("log").events.find((e) => e.verdict).verdict, "approve");
  assert.equal(project.list().filter((x) => x.workflowState === "open" && x.target === "lines").length, 2);

  // The words of the approval are on no changed file, and ask for nothing until there is a reply to them.
  const open = (n) => page.locator('.pane-header[aria-label^="Threads"]', { hasText: `${n} open` }).waitFor();
  await open(2);
  await ui.rows(page, "Whole review").filter({ hasText: "0 of 1" }).waitFor();
  assert.doesNotMatch(await ui.rows(page, "Good.").innerText(), /waiting/i);
  project.write(name(3), text(3));
  await pane.locator(".monaco-list-row", { hasText: "part03.go" }).waitFor();
  const word = await ui.openRow(page, "Good.");
  await page.locator('.tab.active[data-resource-name="Comment on round-2"]').waitFor();
  await page.locator(".view-line", { hasText: "Comment on round-2" }).waitFor();
  await t.shot(page, "word");
  assert.equal(await pane.locator(".monaco-list-row", { hasText: "Good." }).count(), 0, "it is below no file");
  await ui.writeComment(page, word, "One more thing.", "Reply");
  await until("said", () => project.thread("Good.").thread.at(-1)?.body === "One more thing.");
  await open(3);
  await ui.button(word, "Resolve").click();
  await until("resolved", () => project.thread("Good.").workflowState === "resolved");
  await open(2);
}
