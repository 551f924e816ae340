// Agents flag places: a key leads through them, in their order, and they leave the route with the round.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  const bar = page.getByRole("region", { name: "Flagged by agents" });
  assert.equal(await bar.isVisible(), false);
  p.agent("add", "docs/guide.md:2", "--flag", "look", "--step", "2", "-m", "then this");
  p.agent("add", "docs/guide.md:1", "--flag", "unsure", "--step", "1", "-m", "I doubt this");
  await bar.getByText("Agents flagged 2 locations. These are claims: read the rest, too.").waitFor();
  await ui.thread(page, "I doubt this").getByText("flagged: unsure").waitFor();
  await ui.accessible(page, "a route");
  const here = (words) =>
    ui.until(words, () =>
      page.evaluate((w) => document.activeElement?.closest("article.thread")?.textContent.includes(w), words),
    );
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("o");
  await here("I doubt this");
  await page.keyboard.press("o");
  await here("then this");
  await page.keyboard.press("o");
  await here("I doubt this");
  await bar.getByText("1 of 2 flagged").waitFor();

  // What is resolved leaves the route, and so does all with the end of the round.
  p.consider("resolve", p.thread("then this").id);
  await bar.getByText("1 of 1 flagged").waitFor();
  p.consider("checkpoint");
  await ui.until("the route has ended", async () => !(await bar.isVisible()));
  assert.equal(await ui.thread(page, "I doubt this").count(), 1, "the thread stays");
}
