// A thread that cannot be read: the page says so, and shows the others.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const p = new Project({ "a.txt": "one\ntwo\nthree\n" });
  p.write("a.txt", "ONE\ntwo\nthree\n");
  const bad = p.consider("add", "a.txt:2", "-m", "not to be read").thread.id;
  p.consider("add", "a.txt:1", "-m", "sound");
  const blob = p.git("--git-dir=.consider", "rev-parse", `HEAD:threads/${bad[2]}/${bad}.json`).trim();
  p.remove(`.consider/objects/${blob.slice(0, 2)}/${blob.slice(2)}`);

  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  await page.locator(".toast", { hasText: "Some threads cannot be read" }).waitFor();
  await page.locator("article", { hasText: "sound" }).first().waitFor();
  await page.locator(".panel-button").click();
  const panel = page.locator(".panel-list");
  await panel.locator("h3", { hasText: "Unreadable (1)" }).waitFor();
  await panel.locator("p", { hasText: `threads/${bad[2]}/${bad}.json` }).waitFor();
  assert.equal(await panel.locator(".item").count(), 1);
  await t.shot(page, "panel");
}
