// A thread stays on its line: under typing above it, a change behind VS Code's back, and a switch of branches.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const text = Array.from({ length: 30 }, (_, i) => `row ${i + 1} says ${(i * 7919) % 1000}`).join("\n") + "\n";

export default async function stays(t) {
  const project = t.project({ "rows.txt": text, "other.txt": "other\n" });
  project.consider("add", "rows.txt:10-11", "-m", "about row ten", "--as", "human");
  const page = await t.open(project.folder);
  await ui.openFile(page, "rows.txt");
  await ui.widget(page, "about row ten").waitFor();
  const on = (line, why) =>
    until(`the thread is on line ${line} ${why}`, async () => String(await ui.markedLines(page)) === String(line));
  await on(11, "at first"); // the mark is on the last line of the range
  await until("both its lines are coloured", async () => String(await ui.colouredLines(page)) === "10,11");
  await t.shot(page, "first");

  // Typing above. The store still has the old text; only the editor has the new one.
  await ui.goto(page, 2);
  await page.keyboard.press("Home");
  await page.keyboard.type("one\ntwo\nthree\n");
  await on(14, "after three lines typed above");
  project.agent("reply", project.thread("about row ten").id, "-m", "while you type");
  await page.locator(".review-comment", { hasText: "while you type" }).waitFor();
  await on(14, "after an answer came to a text that is not saved");
  await t.shot(page, "typed");
  await page.keyboard.press("Control+S");
  await until("saved", () => project.read("rows.txt").startsWith("row 1 says 0\none\n"));
  await page.locator(".tab.active.dirty").waitFor({ state: "detached" }); // on disk before VS Code is done with it
  await on(14, "after saving");
  assert.equal(project.thread("about row ten").placement.startLine, 13);

  // Behind VS Code's back.
  const changed = "a new head\nof two lines\n" + project.read("rows.txt");
  await until("VS Code has read the file that was changed from outside", async () => {
    project.write("rows.txt", changed); // again: its watcher may take the first write for its own
    await page
      .locator(".view-line", { hasText: "of two lines" })
      .waitFor({ timeout: 5000 })
      .catch(() => {});
    return page.locator(".view-line", { hasText: "of two lines" }).isVisible();
  });
  await on(16, "after the file was changed from outside");

  // Another branch, where the file is as it was at first, and back.
  project.git("stash", "-q");
  await on(11, "after git stash");
  project.git("checkout", "-q", "-b", "longer");
  project.write("rows.txt", Array.from({ length: 8 }, (_, i) => `new ${i}\n`).join("") + text);
  project.git("commit", "-qam", "longer");
  await on(19, "on the other branch");
  project.git("checkout", "-q", "main");
  await on(11, "back on main");
  await t.shot(page, "back");

  // A comment on unsaved text: its line is the editor's.
  await ui.goto(page, 1);
  await page.keyboard.press("Home");
  await page.keyboard.type("not saved\n");
  await on(12, "after one more line");
  await ui.clickPlus(page, 4);
  const fresh = ui.freshForm(page);
  await ui.writeComment(page, fresh, "on row three, unsaved", "Add Comment");
  const thread = await project.waitFor("on row three");
  assert.equal(thread.anchor.targetContent.trim(), "row 3 says 838");
  await until("both marks", async () => String(await ui.markedLines(page)) === "4,12");
  await t.shot(page, "unsaved");
  await page.keyboard.press("Escape");
}
