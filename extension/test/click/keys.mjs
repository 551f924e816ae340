// A whole round with the keyboard alone, and what a screen reader is told about our elements.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function keys(t) {
  const text = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join("\n") + "\n";
  const project = t.project({ "a.txt": text, "src/payments.go": "package src\n\nfunc Pay() {}\n" });
  project.consider("checkpoint", "create", "round-1");
  const older = project.consider("add", "src/payments.go:3", "-m", "who calls this?").thread.id;
  project.agent("reply", older, "-m", "nobody");
  const page = await t.open(project.folder);
  await page.locator(".statusbar-item .statusbar-item-label", { hasText: "1 1" }).waitFor(); // it runs
  const press = (...all) => all.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  const pick = async (key, words) => {
    await press(key);
    const box = page.locator(".quick-input-widget .quick-input-filter input");
    await box.waitFor({ state: "visible" });
    await page.keyboard.type(words);
    await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: words }).waitFor();
    await press("Enter");
    if (key !== "F1") await box.waitFor({ state: "hidden" }); // a command may ask in the same place
  };
  const focused = (selector) =>
    until(`the focus is in ${selector}`, () => page.evaluate((s) => !!document.activeElement?.closest(s), selector));
  const inThread = (words) =>
    until(`the focus is in the thread “${words}”`, () =>
      page.evaluate((w) => document.activeElement?.closest(".review-widget")?.textContent.includes(w), words),
    );
  const form = ".review-widget .comment-form";
  const suggested = (words) => page.locator(".suggest-widget.visible .monaco-list-row", { hasText: words }).first();

  // A comment on two lines, in which the names of a file and of a thread are completed.
  await pick("Control+P", "a.txt");
  await page.locator('.tab.active[data-resource-name="a.txt"]').waitFor();
  await page.locator(".comment-range-glyph").first().waitFor({ state: "attached" });
  await ui.goto(page, 4);
  await press("Shift+ArrowDown", "Shift+End", "Control+k", "Control+Alt+m");
  await focused(form);
  await page.keyboard.type("not as in @PAY", { delay: 30 });
  await suggested("payments.go").waitFor();
  await t.shot(page, "file");
  await press("Tab");
  await page.keyboard.type(", see #who", { delay: 30 });
  await suggested("who calls this?").waitFor();
  await t.shot(page, "thread");
  await press("Tab");
  await press("Control+Enter");
  const begun = await project.waitFor("not as in");
  assert.equal(begun.body, `not as in src/payments.go, see ${older}`);
  assert.deepEqual([begun.placement.startLine, begun.placement.endLine], [4, 5]);
  await page.locator(".review-comment", { hasText: "not as in" }).waitFor();

  // The agent answers; the person goes through the waiting threads until none is left.
  project.agent("reply", begun.id, "-m", "as you say");
  await page.locator(".review-comment", { hasText: "as you say" }).waitFor();
  await press("Control+k", "Control+Alt+n");
  await page.locator('.tab.active[data-resource-name="payments.go"]').waitFor();
  await page.locator(".review-comment", { hasText: "nobody" }).waitFor();
  await inThread("who calls this?");
  await focused(form);
  await page.keyboard.type("then it goes");
  await press("Control+Shift+Enter");
  await until("said", () => project.consider("get", older).thread.thread.at(-1)?.body === "then it goes");
  await page.locator('.tab.active[data-resource-name="a.txt"]').waitFor();
  await inThread("not as in");
  await focused(form);
  await t.shot(page, "next");

  // Resolved at the cursor.
  await press("Control+k", "Control+Alt+r");
  await until("resolved", () => project.thread("not as in").workflowState === "resolved");

  // The list, by its key; a row opens its thread.
  await press("Control+k", "Control+Alt+t");
  await ui.rows(page, "who calls this?").waitFor();
  await focused(".sidebar .monaco-list");
  const row = page.locator(".sidebar .monaco-list-row.focused", { hasText: "who calls this?" });
  await until("the row has the focus", async () => {
    if (await row.isVisible()) return true;
    await press("ArrowDown");
    return await row.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    );
  });
  await press("Enter");
  await page.locator('.tab.active[data-resource-name="payments.go"]').waitFor();
  await page.locator(".review-comment", { hasText: "then it goes" }).waitFor();
  await ui.settled(page);
  assert.equal(await page.locator(form, { hasText: "then" }).count(), 0, "what was sent is not in the form again");

  // The end of the round.
  await pick("F1", "Consider: Finish Round");
  await page.locator('.quick-input-widget input[placeholder="All files viewed"]').waitFor();
  await press("Enter");
  await page.locator(".quick-input-widget:visible .quick-input-title", { hasText: "Finish Round: " }).waitFor();
  await page.keyboard.type("thanks");
  await press("Enter");
  await until("the round ended", () => project.list().some((x) => x.body === "thanks"));
  assert.equal(project.git("status", "--porcelain"), "", "and git sees nothing of it");

  // What a screen reader reads.
  for (const [what, selector] of [
    ["button of the views", ".sidebar .pane-header .action-label"],
    ["button of a thread", ".review-widget .action-label"],
    ["row", ".sidebar .monaco-list-row"],
  ]) {
    const all = page.locator(selector);
    const names = await all.evaluateAll((list) => list.map((e) => e.getAttribute("aria-label") || e.innerText.trim()));
    assert.ok(names.length > 0 && names.every(Boolean), `each ${what} has a name: ${JSON.stringify(names)}`);
  }
}
