// V2: click a line number, type, see it below the line; delete it; add another.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const server = await t.serve(p);
  const page = await t.open(server);
  await ui.ready(page);
  await ui.number(page, "src/server/handler.ts", 8).click({ position: { x: 60, y: 8 } });
  await ui.form(page).waitFor();
  assert.ok(await ui.form(page).evaluate((e) => e === document.activeElement), "the form has the focus");
  await ui.below(page, "src/server/handler.ts", 8, "Comment on line 8");
  await page.keyboard.insertText("Is **this** needed? `yes`");
  await page.locator(".form").getByRole("tab", { name: "Preview" }).click();
  await page.locator(".preview strong", { hasText: "this" }).waitFor();
  await t.shot(page, "preview");
  await page.locator(".form").getByRole("tab", { name: "Write" }).click();
  await page.keyboard.press("Control+Enter");
  await ui.thread(page, "needed?").locator(".markdown strong").waitFor();
  await ui.below(page, "src/server/handler.ts", 8, "needed?");
  assert.match(await page.locator(".review-button").innerText(), /1/);

  // Edit, delete, undo, delete for good.
  await ui.thread(page, "needed?").getByRole("button", { name: "Edit" }).click();
  await ui.form(page).fill("Is this wanted?");
  await page.keyboard.press("Control+Enter");
  await ui.thread(page, "wanted?").waitFor();
  await ui.thread(page, "wanted?").getByRole("button", { name: "Delete" }).click();
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await ui.thread(page, "wanted?").waitFor();
  await ui.thread(page, "wanted?").getByRole("button", { name: "Delete" }).click();
  await ui.thread(page, "wanted?").waitFor({ state: "detached" });
  await ui.comment(page, "src/server/handler.ts", 10, "Another one.");

  // Typed text survives a reload, saved or not.
  await ui.number(page, "src/server/handler.ts", 7, "old").click({ position: { x: 10, y: 8 } });
  await ui.form(page).waitFor();
  await page.keyboard.type("half a thou", { delay: 5 });
  await ui.kept(page, "half a thou");
  await page.reload();
  await ui.thread(page, "Another one.").waitFor();
  await ui.until(
    "the form is back",
    async () =>
      (await ui
        .form(page)
        .inputValue()
        .catch(() => "")) === "half a thou",
  );
  await ui.below(page, "src/server/handler.ts", 7, "before the change", "old");
  // Escape asks first, because there is text.
  await ui.form(page).focus();
  await page.keyboard.press("Escape");
  await page.locator(".discard").getByRole("button", { name: "Keep writing" }).click();
  assert.equal(await ui.form(page).inputValue(), "half a thou");
  await page.keyboard.press("Escape");
  await page.locator(".discard").getByRole("button", { name: "Discard" }).click();
  await ui.form(page).waitFor({ state: "detached" });
  await t.shot(page, "pending");

  // A comment posted at once, without a review: a thread of the store, to be answered, edited and resolved.
  await ui.number(page, "src/server/handler.ts", 21).click({ position: { x: 60, y: 8 } });
  await ui.form(page).waitFor();
  await page.keyboard.insertText("Right now.");
  await page.getByRole("button", { name: "Comment now" }).click();
  const card = ui.thread(page, "Right now.");
  await card.getByRole("button", { name: /^Copy the ID / }).waitFor();
  assert.equal(p.thread("Right now.").placement.startLine, 21);
  await card.getByRole("button", { name: "Reply…" }).click();
  await page.keyboard.insertText("And an answer.");
  await page.keyboard.press("Control+Enter");
  await card.locator(".said", { hasText: "And an answer." }).waitFor();
  assert.equal(p.thread("Right now.").thread.length, 1);
  await card.getByRole("button", { name: "Resolve" }).click();
  await page.locator("article.thread.resolved").waitFor();
  assert.equal(p.thread("Right now.").workflowState, "resolved");
  await card.getByRole("button", { name: "Show" }).click();
  await card.getByRole("button", { name: "Reopen" }).click();
  await card.getByRole("button", { name: "Resolve" }).waitFor();
  await card.getByRole("button", { name: "Delete" }).click();
  await card.waitFor({ state: "detached" });
  await page.locator(".toast").getByRole("button", { name: "Undo" }).last().click();
  await card.waitFor();
}
