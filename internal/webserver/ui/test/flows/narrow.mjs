// Little room, with names and words that take much of it: the list of threads lies over the diff and moves nothing.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

const long = `${"a".repeat(120)}/${"b".repeat(200)}.ts`;

export default async function (t, ui) {
  const p = new Project({ [long]: "x\n", "gone.ts": "one\ntwo\n", "a.ts": "let a = 1;\n", "ספר.txt": "שלום\n" });
  p.consider("add", `${long}:1`, "-m", "on a long name");
  p.consider("add", "gone.ts:2", "-m", "on a file that goes");
  p.consider("add", "a.ts:1", "-m", "x".repeat(5000));
  p.consider("add", "ספר.txt:1", "-m", "שלום (abc) 123");
  p.write(long, "y\n");
  p.write("a.ts", "let a = 1;\nlet b = 2;\n");
  p.write("ספר.txt", "שלום לך\n");
  p.remove("gone.ts");
  const server = await t.serve(p);
  for (const width of [320, 400, 640, 1280]) {
    const page = await t.open(server, { viewport: { width, height: 800 } });
    await ui.ready(page);
    await ui.settled(page);
    const main = page.locator("main");
    const before = (await main.boundingBox()).width;
    await ui.openPanel(page);
    await page.locator(".panel .item-head", { hasText: "on a long name" }).waitFor();
    await ui.settled(page);
    const after = (await main.boundingBox()).width;
    if (width <= 900) assert.equal(after, before, `the diff keeps its width beside the list, ${width} px`);
    else assert.equal(after, before - 340);
    const heights = await page
      .locator(".panel .item-place .badge")
      .evaluateAll((all) => all.map((b) => b.offsetHeight));
    assert.ok(Math.max(...heights) <= 24, `badges are one line high: ${heights}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${width} px`);
    // A thread on a deleted file is in the list with its messages, and can be answered there.
    await page.locator(".panel .item-head", { hasText: "on a file that goes" }).click();
    await page.locator(".panel article.thread", { hasText: "on a file that goes" }).waitFor();
    await ui.accessible(page, `the list of threads, ${width} px`);
    await t.shot(page, `${width}`);
    const heads = await page.locator(".file-head").evaluateAll((all) => all.map((e) => e.offsetHeight));
    if (width <= 900) assert.ok(Math.max(...heads) <= 46, `heads of one row: ${heads}`);
    // Neither a file's head nor a comment is wider than the file, also while long lines are not wrapped.
    const inside = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".file-head > *, .file article.thread")]
          .filter((e) => e.getClientRects().length > 0)
          .filter((e) => e.getBoundingClientRect().right > e.closest(".file").getBoundingClientRect().right + 1)
          .map((e) => e.className),
      );
    assert.deepEqual(await inside(), [], `wrapped, ${width} px`);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("w");
    await ui.settled(page);
    assert.deepEqual(await inside(), [], `not wrapped, ${width} px`);
    const words = page.locator(".file article.thread .receipt").first();
    assert.equal(
      await words.evaluate((e) => getComputedStyle(e).whiteSpaceCollapse + getComputedStyle(e).textWrapMode),
      "collapsewrap",
    );
    await t.shot(page, `${width}-long-lines`);
    await page.keyboard.press("w");
    if (width > 900) continue;
    // What lies over the diff is closed by Escape.
    const panel = page.locator(".panel");
    const tree = page.locator("nav.tree");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    await page.keyboard.press("t");
    await tree.waitFor();
    await page.keyboard.type("a.ts");
    await t.shot(page, `${width}-files`);
    await page.keyboard.press("Escape");
    await tree.waitFor({ state: "hidden" });
    await page.keyboard.press("l");
    await panel.waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
  }
}
