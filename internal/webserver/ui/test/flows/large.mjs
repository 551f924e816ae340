// 300 files and 60,000 changed lines: all are there, and the page stays small and fast.
import assert from "node:assert/strict";
import { large, totals } from "../changes.mjs";

export default async function (t, ui) {
  const p = large();
  const want = totals(p);
  const status = p.git("status", "--porcelain=v2", "-uall");
  const server = await t.serve(p);
  const page = await t.open(server);
  await ui.ready(page);
  const words = await page.locator(".top .scope").innerText();
  t.say(words);
  assert.ok(words.includes(`${want.files} files`), words);
  assert.ok(
    words.includes(`+${want.added.toLocaleString("en")}`) && words.includes(`−${want.removed.toLocaleString("en")}`),
    `${words} is not ${JSON.stringify(want)}`,
  );
  assert.ok(want.files >= 300 && want.added + want.removed >= 50000, JSON.stringify(want));
  const nodes = () => page.evaluate(() => document.getElementsByTagName("*").length);
  const first = await nodes();
  assert.ok(first < 15000, `${first} nodes`);
  // Scrolling down: parts that were passed are removed again.
  let most = 0;
  for (let i = 0; i < 40; i++) {
    await ui.wheel(page, 4000);
    most = Math.max(most, await nodes());
  }
  t.say(`${first} nodes at first, ${most} at most on the way`);
  assert.ok(most < 15000, `${most} nodes`);
  // Straight to the file of 8,000 changed lines, and a comment deep in it.
  await ui.choose(page, "src/big/table.ts"); // it is shown although it is folded for its size
  await ui.number(page, "src/big/table.ts", 1).waitFor();
  p.consider("add", "src/big/table.ts:7002", "-m", "Deep down.");
  await ui.openPanel(page);
  await page.locator(".item-head", { hasText: "Deep down." }).click();
  await ui.thread(page, "Deep down.").last().waitFor();
  await ui.below(page, "src/big/table.ts", 7002, "Deep down.");
  await ui.until("it is on the screen", () =>
    page.locator(".file article.thread", { hasText: "Deep down." }).evaluate((e) => {
      const box = e.getBoundingClientRect();
      return box.top > 0 && box.top < window.innerHeight;
    }),
  );
  await t.shot(page, "deep");
  // Unusual names and unusual lines.
  for (const [name, what] of [
    ["odd/日本語.md", /二/],
    ["odd/no newline.txt", /no newline at end of file/],
    ["win/lf_to_crlf.py", /LF → CRLF/],
    ["odd/latin1.txt", /windows-1252/],
    ["dist/app.min.js", /lines are truncated/],
  ]) {
    await ui.choose(page, name);
    const section = ui.file(page, name);
    await ui.until(`${name} says ${what}`, async () => what.test(await section.innerText()));
  }
  await ui.file(page, "dist/app.min.js").locator("tr[data-r]").first().waitFor();
  assert.equal(p.git("status", "--porcelain=v2", "-uall"), status);
}
