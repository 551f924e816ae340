// A comment on a whole file; a stale thread put on its line by hand; the text for an agent; a labelled thread.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const clipboard = (page) => page.evaluate(() => window.navigator.clipboard.readText());

export default async function places(t) {
  const project = t.project({ "a.txt": "one\ntwo\nthree\nfour\nfive\nsix\n" });
  project.consider("add", "a.txt:3", "-m", "about three", "--as", "human");
  project.write("a.txt", "alpha\nbeta\ngamma\ndelta\nepsilon\nzeta\n");
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  await ui.command(page, "Consider: Show All Comments");
  await until("it is stale", async () => /stale/.test(await ui.rows(page, "about three").innerText()));

  // A comment on the file as a whole: the stale thread is above it, and VS Code opens no form beside that.
  await page.locator(".tab.active").click();
  await ui.command(page, "Consider: Add Comment on the Whole File");
  await ui.answer(page, "What is this file for?");
  const whole = await project.waitFor("What is this file for?");
  assert.deepEqual([whole.target, whole.file, whole.placement.startLine], ["file", "a.txt", undefined]);
  await page.locator(".review-comment", { hasText: "What is this file for?" }).waitFor();
  await t.shot(page, "on-the-file");

  // The stale one is opened from its row, and put on the cursor's line.
  const stale = await ui.openRow(page, "about three");
  await ui.says(stale, /Stale, was line 3/);
  assert.equal(String(await ui.markedLines(page)), "", "on no line, as none is known");
  await ui.goto(page, 4);
  await ui.button(stale, "Move Thread Here").click();
  await until("anchored", () => project.thread("about three").anchorState === "anchored");
  assert.equal(project.thread("about three").placement.startLine, 4);
  await until("its mark", async () => String(await ui.markedLines(page)) === "4");
  await until("it is not stale", async () => !/Stale/.test(await stale.innerText()));
  await ui.toast(page, "“about three” is now on a.txt, line 4", "Undo");
  await until("where it was", () => project.thread("about three").anchorState === "stale");
  await ui.goto(page, 4);
  await ui.button(stale, "Move Thread Here").click();
  await until("anchored again", () => project.thread("about three").anchorState === "anchored");
  await t.shot(page, "anchored");

  // For the agent: all threads of a file, and one, from the menus of their rows.
  await ui.menu(page, ui.rows(page, "a.txt"), "Copy for Agent");
  const { id } = project.thread("about three");
  await until("all of them", async () =>
    (await clipboard(page)).includes(`- ${whole.id} a.txt: What is this file for?`),
  );
  assert.match(await clipboard(page), new RegExp(`- ${id} a\\.txt:4: about three`));
  await ui.menu(page, ui.rows(page, "about three"), "Copy for Agent");
  await until("one of them", async () => (await clipboard(page)).includes(`consider context ${id}`));
  await ui.menu(page, ui.rows(page, "about three"), "Copy Thread ID", true);
  await until("its id", async () => (await clipboard(page)) === id);

  // Labels: a new one is typed, also an invalid one; existing ones are picked.
  await ui.menu(page, ui.rows(page, "about three"), "Change Labels", true);
  const box = page.locator(".quick-input-widget .quick-input-filter input");
  await box.fill("style, later");
  await box.press("Enter");
  await until("labelled", () => String(project.thread("about three").labels) === "later,style");
  await until("the row says so", async () => /later, style/.test(await ui.rows(page, "about three").innerText()));
  await ui.menu(page, ui.rows(page, "about three"), "Change Labels", true);
  const list = page.locator(".quick-input-list .monaco-list-row");
  const selected = page.locator(".quick-input-widget .quick-input-count");
  // For a moment, the list and the count are those of the last picker, with the labels in the order in which they were typed.
  await until("the labels that exist", async () => String(await list.allInnerTexts()) === "later,style");
  await until("both are selected", async () => /^2\b/.test(await selected.innerText()));
  await list.filter({ hasText: "style" }).click();
  await until("one of two is selected", async () => /^1\b/.test(await selected.innerText()));
  await t.shot(page, "labels");
  await box.press("Enter");
  await until("one less", () => String(project.thread("about three").labels) === "later");
}
