// The threads that wait for the user, one after the other by the keyboard; the last message with Reply and Resolve; a
// thread whose file is gone.
import assert from "node:assert/strict";
import fs from "node:fs";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function inbox(t) {
  const text = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join("\n") + "\n";
  const project = t.project({ "a.txt": text, "b.txt": text, "gone.txt": text });
  const ask = (place, words) => project.consider("add", place, "-m", words).thread.id;
  const ids = [ask("a.txt:2-4", "first question"), ask("a.txt:9", "second question"), ask("b.txt:3", "third question")];
  const lost = ask("gone.txt:5-6", "about what is gone");
  for (const id of ids) project.agent("reply", id, "-m", `answer on ${id}`);
  fs.rmSync(project.path("gone.txt"));
  const page = await t.open(project.folder);
  const said = (i) => project.consider("get", ids[i]).thread.thread.map((r) => r.body);
  await ui.openFile(page, "a.txt");
  await ui.settled(page); // VS Code may draw a thread twice while extensions start, until the forms are counted
  const first = ui.widget(page, "first question");
  await first.waitFor();
  await until("its place and who speaks", async () => /^Lines 2 to 4 · Ann, claude-code/.test(await first.innerText()));

  // Reply and Resolve.
  await ui.openFile(page, "b.txt");
  await ui.writeComment(page, ui.widget(page, "third question"), "the last word", "Reply and Resolve");
  await until("resolved", () => project.thread("third question").workflowState === "resolved");
  assert.equal(said(2).at(-1), "the last word");

  // The file is gone; the thread still has its code, its words and its form.
  await ui.command(page, "Consider: Show All Comments");
  const there = await ui.openRow(page, "about what is gone");
  await until("it says so", async () => /Orphaned, was lines 5-6/.test(await there.innerText()));
  await page.locator(".view-line", { hasText: "line 5" }).waitFor();
  await t.shot(page, "gone");
  await ui.writeComment(page, there, "good riddance", "Reply");
  await until("said", () => project.consider("get", lost).thread.thread.at(-1)?.body === "good riddance");
  await ui.button(there, "Resolve").click();
  await until("resolved", () => project.thread("about what is gone").workflowState === "resolved");

  // Ctrl+Shift+Enter sends, and goes to the next one, also in another file.
  project.agent("reply", ask("b.txt:7", "fourth question"), "-m", "answer to the fourth");
  await ui.openFile(page, "a.txt");
  await ui.type(page, first, "to the first");
  await t.shot(page, "form");
  await page.keyboard.press("Control+Shift+Enter");
  await until("said once", () => said(0).at(-1) === "to the first");
  await page.locator(".statusbar-item", { hasText: "Ln 9," }).waitFor();
  await ui.type(page, ui.widget(page, "second question"), "to the second");
  await page.keyboard.press("Control+Shift+Enter");
  await page.locator('.tab.active[data-resource-name="b.txt"]').waitFor();
  await until("said once", () => said(1).at(-1) === "to the second");
  await t.shot(page, "next");
}
