// Search in the whole diff, drawn or not; a small diff is drawn whole, so that the browser's own search finds it too.
import assert from "node:assert/strict";
import { many } from "../changes.mjs";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const small = await t.open(await t.serve(someChanges()));
  await ui.ready(small);
  await ui.until("the last line of the last file is found by the browser", () =>
    small.evaluate(() => window.find("def name_30(value)") || window.find("return str(value) + '3'")),
  );

  const p = many(300);
  p.consider("add", "--review", "-m", "A word that only a thread has: zanzibar.");
  const page = await t.open(await t.serve(p, "--range", "HEAD~1..HEAD"));
  await ui.ready(page);
  await ui.thread(page, "zanzibar").first().waitFor();
  const search = page.locator(".search");
  const count = search.locator('[role="status"]');
  const says = (words) => ui.until(words, async () => (await count.innerText()) === words);
  const lines = p
    .git("diff", "-M", "HEAD~1..HEAD")
    .split("\n")
    .filter((l) => /^[ +-](?!\+\+ |-- )/.test(l));
  for (const [words, want] of [
    ["added 5290-", lines.filter((l) => l.includes("added 5290-")).length],
    ["unit297.", 1],
    ["zanzibar", 1],
    ["nowhere at all", 0],
  ]) {
    await page.keyboard.press("/");
    await page.keyboard.type(words);
    await says(want === 1 ? "1 match" : `${want} matches`);
    await page.keyboard.press("Escape");
    await search.waitFor({ state: "hidden" });
  }
  const want = lines.filter((l) => l.includes("added 5290-")).length;
  assert.ok(want > 3, `${want} lines`);
  await page.keyboard.press("/");
  await page.keyboard.type("added 5290-");
  await page.keyboard.press("Enter");
  await says(`1 of ${want}`);
  const here = page.locator("tr.cursor", { hasText: "added 5290-" });
  await here.waitFor();
  await page.keyboard.press("n");
  await says(`2 of ${want}`);
  await page.keyboard.press("N");
  await page.keyboard.press("N");
  await says(`${want} of ${want}`);
  await here.waitFor();
  await t.shot(page, "match");
}
