// Search in the whole diff, including the parts that are not drawn; a small diff is drawn completely, so that the
// browser's search works on it too.
import assert from "node:assert/strict";
import { many, small as eightFiles } from "../changes.mjs";

export default async function (t, ui) {
  const few = eightFiles();
  const small = await t.open(await t.serve(few));
  await ui.ready(small);
  await small.keyboard.press("Control+f");
  await ui.until("all of a small diff is on the page", () =>
    small.evaluate(() => {
      const [files, chunks] = [".file-lines", ".chunk"].map((x) => [...document.querySelectorAll(x)]);
      return [...files, ...chunks].every((f) => f.querySelector("tr[data-r]"));
    }),
  );
  await ui.settled(small);
  const rest = await small.evaluate(() => {
    const far = [...document.querySelectorAll(".chunk.far")];
    return { far: far.length, coloured: far.filter((c) => c.querySelector("[class^=hljs]")).length };
  });
  assert.ok(rest.far > 3, `${rest.far} chunks are far`);
  assert.equal(rest.coloured, 0, "what nobody has seen costs no colours");
  const shown = few.git("diff", "HEAD").match(/^[+-](?![+-])\s*\S.{8,}$/gm);
  const words = shown.map((l) => l.slice(1).trim()).filter((l) => !/["\s]{2}|\t/.test(l));
  const lost = await small.evaluate((all) => {
    const found = (w) => (window.getSelection().removeAllRanges(), window.find(w, true));
    return all.filter((w) => !found(w));
  }, words);
  assert.ok(words.length > 150, `${words.length} lines to look for`);
  assert.deepEqual(lost, [], "each line of a small diff is found by the browser");
  await ui.until("what was found far away is seen with its colours", () =>
    small.evaluate(() => {
      const chunk = window.getSelection().anchorNode?.parentElement?.closest(".chunk");
      return chunk && !chunk.classList.contains("far");
    }),
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
    await ui.settled(page); // the words before may have had as many
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
  // The words are marked, also after the line got its colours.
  const marked = () => page.evaluate(() => [...(globalThis.CSS.highlights.get("found") ?? [])].map(String).join());
  await ui.until("the words are marked", async () => (await marked()) === "added 5290-");
  await ui.settled(page);
  assert.equal(await marked(), "added 5290-");
  await page.keyboard.press("n");
  await says(`2 of ${want}`);
  await page.keyboard.press("N");
  await page.keyboard.press("N");
  await says(`${want} of ${want}`);
  await here.waitFor();
  await t.shot(page, "match");
  await page.keyboard.press("/");
  await page.keyboard.type("zanzibar");
  await page.keyboard.press("Enter");
  await ui.until("the word in a thread is marked", async () => (await marked()) === "zanzibar");
  await page.keyboard.press("Escape");
  await search.waitFor({ state: "hidden" });
  assert.equal(await marked(), "");

  // A filter of the tree that no file matches says so below it.
  await page.keyboard.press("t");
  await page.keyboard.type("no such file");
  await page.locator(".tree .none").waitFor();
  const head = await page.locator(".tree-head").boundingBox();
  const none = await page.locator(".tree .none").boundingBox();
  assert.ok(Math.abs(none.y - head.y - head.height) < 4, "it is below the filter");
}
