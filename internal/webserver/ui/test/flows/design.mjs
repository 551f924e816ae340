// Findings of a review of the page's design: repeated words, noise, and elements that took the room of others.
import assert from "node:assert/strict";
import { Project, someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  p.consider("add", "src/server/handler.ts:9", "-m", "**Why** is this `logged`?");
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  assert.equal(await page.getByRole("button", { name: "Submit review" }).filter({ visible: true }).count(), 1);

  // Progress is a bar that fills, and one key goes to what is left.
  const bar = page.getByRole("progressbar", { name: "Files viewed" });
  assert.equal(await bar.evaluate((e) => e.value / e.max), 0);
  await ui.choose(page, "docs/guide.md");
  await page.keyboard.press("x");
  await ui.until("one of nine", () => bar.evaluate((e) => e.value === 1 && e.max === 9));
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const inSight = (name) => ui.file(page, name).evaluate((e) => Math.abs(e.getBoundingClientRect().top) < 200);
  await ui.choose(page, "run.sh");
  await page.keyboard.press("v");
  await ui.until("the first that is not viewed", () => inSight("src/new/feature.ts"));

  // The list has words, not marks; a thread's head has lines and people.
  await ui.openPanel(page);
  assert.equal(await page.locator(".panel .item-body").first().innerText(), "Why is this logged?");
  await ui.openPanel(page);
  const head = ui.thread(page, "Why is this").first().locator(".thread-head");
  assert.match(await head.innerText(), /^Line 9\s+Ann/);
  const ground = await head.evaluate((e) => [
    getComputedStyle(e.closest("td")).backgroundColor,
    getComputedStyle(e.closest("section")).backgroundColor,
  ]);
  assert.equal(ground[0], ground[1], "a card floats on the ground of the file");
  const widths = await head.evaluate((e) => [e.closest("article").offsetWidth, e.closest("td").clientWidth]);
  assert.equal(widths[0], widths[1] - 24, "a card is as wide as the file");

  // Three verdicts are one control, by keyboard too.
  await page.locator(".review-button").click();
  const dialog = page.locator("dialog[open]");
  const tops = await dialog
    .locator(".verdicts label")
    .evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top));
  assert.equal(new Set(tops).size, 1, `${tops}`);
  await dialog.getByRole("radio", { name: "Comment" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await dialog.getByRole("radio", { name: "Approve" }).isChecked(), true);
  await dialog.getByText("The changes are fine", { exact: false }).waitFor();
  await ui.accessible(page, "the dialog");
  await t.shot(page, "verdicts");
  await page.keyboard.press("Escape");

  // Narrow: a bar of one row, numbers in one column.
  await page.setViewportSize({ width: 400, height: 800 });
  await ui.until("a bar of one row", () =>
    page.locator(".top").evaluate((e) => e.getBoundingClientRect().height <= 56),
  );
  const numbers = await ui.number(page, "src/server/handler.ts", 9).evaluate((cell) => ({
    width: cell.getBoundingClientRect().width,
    seen: [...cell.children].filter((c) => getComputedStyle(c).display !== "none").map((c) => c.textContent.trim()),
  }));
  assert.ok(numbers.width <= 50, `${numbers.width} px`);
  assert.deepEqual(numbers.seen, ["9"]);
  // The buttons of a form are in one row, the main one first.
  await ui.number(page, "src/server/handler.ts", 9).click({ position: { x: 10, y: 8 } });
  await ui.form(page).waitFor();
  const buttons = await page
    .locator(".form .editor-foot button")
    .evaluateAll((all) => all.map((b) => ({ name: b.textContent, at: b.getBoundingClientRect().toJSON() })));
  assert.equal(new Set(buttons.map((b) => b.at.top)).size, 1, JSON.stringify(buttons));
  assert.equal(buttons.toSorted((a, b) => a.at.left - b.at.left)[0].name, "Add to review");
  await t.shot(page, "narrow-form");
  await page.keyboard.press("Escape");
  // Where a scroll bar takes up room, the page is narrower than the window.
  const room = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.equal(room[0], room[1], "it scrolls sideways");
  await t.shot(page, "narrow");

  // Without changes, the page has a sentence and one button, which offers other comparisons.
  const empty = await t.open(await t.serve(new Project({ "a.txt": "a\n" })));
  await empty.locator(".blank", { hasText: "No uncommitted changes" }).waitFor();
  assert.equal(await empty.locator(".blank button").count(), 1);
  assert.equal(await empty.locator(".blank .hints").count(), 0);
  await ui.accessible(empty, "the empty page");
  await empty.getByRole("button", { name: "Compare something else" }).click();
  const others = empty.getByRole("group", { name: "Comparisons" });
  await others.getByRole("button", { name: "Staged changes" }).first().waitFor();
  await t.shot(empty, "empty");
}
