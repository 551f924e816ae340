// V3: ranges by Shift-click and by dragging, either side, comments on a file, suggestions.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const server = await t.serve(p);
  const page = await t.open(server);
  await ui.ready(page);
  const name = "src/server/handler.ts";
  await ui.file(page, name).scrollIntoViewIfNeeded();
  const at = { position: { x: 60, y: 8 } };
  await ui.number(page, name, 5).click(at);
  await ui.form(page).waitFor();
  await page.keyboard.insertText("From five ");
  await ui.number(page, name, 8).click({ ...at, modifiers: ["Shift"] });
  await page.locator(".form-title", { hasText: "lines 5-8" }).waitFor();
  assert.equal(await ui.form(page).inputValue(), "From five ", "the form grows and keeps its words");
  await page.keyboard.insertText("to eight.");
  await page.keyboard.press("Control+Enter");
  await ui.below(page, name, 8, "From five to eight.");
  assert.match(await ui.thread(page, "From five").innerText(), /Lines 5-8/);
  assert.ok((await ui.file(page, name).locator("td.about").count()) >= 4, "the rows are marked");

  // Dragging, from the bottom up.
  await ui.number(page, name, 22).scrollIntoViewIfNeeded();
  await ui.wheel(page, 200);
  const low = await ui.number(page, name, 22).boundingBox(),
    high = await ui.number(page, name, 20).boundingBox();
  await page.mouse.move(low.x + 60, low.y + 8);
  await page.mouse.down();
  await page.mouse.move(high.x + 60, high.y + 8, { steps: 5 });
  assert.ok((await page.locator("tr.chosen").count()) >= 3, "the chosen rows are shown");
  await t.shot(page, "drag");
  await page.mouse.up();
  await page.locator(".form-title", { hasText: "lines 20-22" }).waitFor();
  await page.keyboard.insertText("Dragged.");
  await page.getByRole("button", { name: "Suggestion" }).click();
  assert.match(await ui.form(page).inputValue(), /```suggestion\nfunction allow\(user: User\): User \{\n/);
  await ui.form(page).evaluate((e) => {
    e.value = e.value.replace("isOwner", "owns(url)");
    e.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.keyboard.press("Control+Enter");
  const card = ui.thread(page, "Dragged.");
  await card.locator(".suggestion tr.ins", { hasText: "owns(url)" }).waitFor();
  assert.equal(await card.locator(".suggestion tr.del").count(), 1);
  await t.shot(page, "suggestion");

  // In split view, on the old side.
  await page.getByRole("button", { name: "Split", exact: true }).click();
  await ui.number(page, "src/old/legacy.ts", 2, "old").scrollIntoViewIfNeeded();
  await ui.number(page, "src/old/legacy.ts", 2, "old").click();
  await ui.number(page, "src/old/legacy.ts", 4, "old").click({ modifiers: ["Shift"] });
  await page.locator(".form-title", { hasText: "lines 2-4 (before the change)" }).waitFor();
  await page.keyboard.insertText("Why is this gone?");
  await page.keyboard.press("Control+Enter");
  await ui.below(page, "src/old/legacy.ts", 4, "Why is this gone?", "old");
  await t.shot(page, "split-old");
  await page.getByRole("button", { name: "Unified", exact: true }).click();

  // On a file, including a renamed one and one without lines.
  for (const f of ["src/util/naming.py", "logo.bin"]) {
    await ui.file(page, f).getByRole("button", { name: "Comment on file" }).click();
    await page.locator(".form-title", { hasText: "Comment on the file" }).waitFor();
    await page.keyboard.insertText(`About ${f}.`);
    await page.keyboard.press("Control+Enter");
    await ui
      .file(page, f)
      .locator(".file-top article", { hasText: `About ${f}.` })
      .waitFor();
  }
  assert.match(await page.locator(".review-button").innerText(), /5/);
  await ui.submit(page);
  const threads = p.threads();
  const places = threads.map((x) =>
    [
      x.file,
      x.side ?? "new",
      x.target === "file" ? 0 : x.anchor.startLine,
      x.target === "file" ? 0 : x.anchor.endLine,
    ].join(" "),
  );
  assert.deepEqual(places.toSorted(), [
    "logo.bin new 0 0",
    "src/old/legacy.ts old 2 4",
    "src/server/handler.ts new 20 22",
    "src/server/handler.ts new 5 8",
    "src/util/naming.py new 0 0",
  ]);
  // All comments are shown where they were written.
  await ui.below(page, name, 8, "From five to eight.");
  await ui.below(page, "src/old/legacy.ts", 4, "Why is this gone?", "old");
  assert.equal(await page.locator("article.thread.pending").count(), 0);
}
