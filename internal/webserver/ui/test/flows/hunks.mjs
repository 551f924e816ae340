// Changes are viewed one by one. The marks stay while the lines are the same; only what is new comes back.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

const text = (changes = {}) => Array.from({ length: 60 }, (_, i) => `${changes[i + 1] ?? `line ${i + 1}`}\n`).join("");

export default async function (t, ui) {
  const p = new Project({ "a.txt": text(), "b.txt": text() });
  p.write("a.txt", text({ 10: "ten", 50: "fifty" }));
  p.write("b.txt", text({ 30: "thirty" }));
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  const a = ui.file(page, "a.txt");
  const viewed = (n) => ui.until(`${n} viewed changes`, async () => (await page.locator("tr.fold").count()) === n);
  const read = (words) => ui.until(words, async () => (await page.locator(".progress").innerText()).includes(words));
  await read("0 of 6 lines read");

  // The button in the row above a change, and the key.
  await a.locator("button.view").first().click();
  await viewed(1);
  await read("2 of 6 lines read");
  await ui.number(page, "a.txt", 50).waitFor();
  assert.equal(await ui.number(page, "a.txt", 10).count(), 0);
  await ui.accessible(page, "a viewed change");
  await page.reload();
  await ui.ready(page);
  await viewed(1);

  // A rebase keeps it; a new line brings it back, and a change elsewhere does not.
  p.write("a.txt", `new above\n${text({ 10: "ten", 50: "fifty" })}`);
  await ui.until("the new diff", async () => (await page.locator(".progress").innerText()).includes("of 7 lines"));
  await viewed(1);
  await read("2 of 7 lines read");
  p.write("a.txt", `new above\n${text({ 10: "ten\nand more", 50: "fifty" })}`);
  await ui.number(page, "a.txt", 12).waitFor();
  await read("2 of 8 lines read");
  await viewed(0);

  await page.evaluate(() => {
    document.activeElement?.blur();
    window.scrollTo(0, 0);
  });
  await page.keyboard.press("n");
  await page.keyboard.press("X");
  await viewed(1);
  await read("3 of 8 lines read");

  // With its last change, a file is viewed.
  await ui.file(page, "b.txt").locator("button.view").first().click();
  await page.locator(".leaf.viewed").waitFor();
  assert.equal(await ui.file(page, "b.txt").getByRole("checkbox", { name: "Viewed" }).isChecked(), true);
  await read("5 of 8 lines read");
}
