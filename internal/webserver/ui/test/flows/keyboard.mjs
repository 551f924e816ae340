// The whole flow without a mouse.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const server = await t.serve(p);
  const page = await t.open(server);
  await ui.ready(page);
  const press = async (...keys) => {
    for (const k of keys) await page.keyboard.press(k);
  };
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.tagName);
  await press("?");
  await page.locator("dialog.help[open]").waitFor();
  await t.shot(page, "help");
  await press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  // The first Tab offers to skip the bar.
  await page.evaluate(() => document.activeElement?.blur());
  // Caps Lock makes a capital of a letter, and not another key.
  const capital = (letter) =>
    page.evaluate((key) => {
      const event = new window.KeyboardEvent("keydown", { key, bubbles: true, modifierCapsLock: true });
      document.body.dispatchEvent(event);
    }, letter);
  await capital("G");
  await capital("D");
  await ui.until("a line is focused", async () => /^line \d/.test(await focused()));
  await capital("N");
  await ui.until("the first change is focused", async () => /^(added|removed) line/.test(await focused()));
  await press("c");
  await ui.form(page).waitFor();
  await page.keyboard.type("From the keys? xunsj");
  await press("Control+Enter");
  await ui.thread(page, "From the keys").waitFor();
  assert.equal(await page.locator("section.file.closed").count(), 0, "typing x marks nothing");

  // A range by Shift and the arrows.
  await press("n", "n");
  await press("Shift+ArrowDown", "Shift+ArrowDown");
  assert.ok((await page.locator("tr.chosen").count()) >= 2);
  await press("c");
  await ui.form(page).waitFor();
  assert.match(await page.locator(".form-title").last().innerText(), /lines \d+-\d+/);
  await page.keyboard.type("A range.");
  await press("Control+Enter");
  await ui.thread(page, "A range.").waitFor();

  // On the file, viewed, collapse, filter, layout.
  await press("f");
  await ui.form(page).waitFor();
  await page.keyboard.type("The file.");
  await press("Control+Enter");
  await ui.thread(page, "The file.").waitFor();
  await press("u");
  await page.locator("table.split").first().waitFor();
  await press("u");
  await press("j", "j");
  await press("x");
  await page.locator(".leaf.viewed").waitFor();
  await press("x");
  await page.locator(".leaf.viewed").waitFor({ state: "detached" });
  await press("e");
  await page.locator("section.file.closed").first().waitFor();
  await press("e");
  await press("t");
  await page.keyboard.type("store");
  await press("ArrowDown", "ArrowDown");
  await press("Escape");
  await page.locator(".tree input").focus();
  await press("Escape");

  // Submit, then answer and resolve.
  await press("s");
  await page.locator("dialog.submit-dialog[open]").waitFor();
  await page.keyboard.type("All by keys.");
  await press("Control+Enter");
  await page.locator(".submitted:not([hidden])").waitFor();
  assert.equal(p.threads().length, 4);
  await press("]");
  await ui.until("a thread has the focus", async () => /^Thread by/.test(await focused()));
  await press("r");
  await ui.until("the reply has the focus", async () => /^Reply to/.test(await focused()));
  await page.keyboard.type("An answer.");
  await press("Control+Enter");
  await ui.until("the answer is in the store", () => p.threads().some((x) => x.thread.length === 1));
  await ui.until("the thread has the focus again", async () => /^Thread by/.test(await focused()));
  await press("d");
  await page.locator("article.thread.resolved").waitFor();
  await press("l");
  await page.locator(".panel:visible").waitFor();
}
