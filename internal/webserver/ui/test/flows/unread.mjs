// A thread whose line cannot be shown is at the top of its file, and at its line as soon as that is there.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

const text = Array.from({ length: 60 }, (_, i) => `line ${i + 1}\n`).join("");

export default async function (t, ui) {
  const p = new Project({ "a.txt": text, "b.txt": "one\ntwo\n" });
  p.write("a.txt", text.replace("line 3\n", "line three\n"));
  p.write("b.txt", "one\n  two\n");
  p.consider("add", "a.txt:45", "-m", "In hidden lines.");
  p.consider("add", "b.txt:2", "-m", "On white space.");
  const server = await t.serve(p);
  const page = await t.open(server, { allow: [/503/] });
  await page.route("**/api/lines/*", (route) => route.fulfill({ status: 503, json: { error: "busy" } }));
  await page.reload();
  await ui.ready(page);
  const top = (name, words) => ui.file(page, name).locator(".file-top article.thread", { hasText: words });
  await top("a.txt", "In hidden lines.").waitFor();
  await page.locator(".toast", { hasText: "Could not show the lines" }).waitFor();
  await t.shot(page, "lines");
  await page.unroute("**/api/lines/*");
  await ui.file(page, "a.txt").locator("button[data-expand]").last().click();
  await ui.number(page, "a.txt", 20).waitFor();
  await ui.file(page, "a.txt").locator("button[data-expand]").last().click();
  await ui.number(page, "a.txt", 45).waitFor();
  await ui.settled(page);
  await ui.below(page, "a.txt", 45, "In hidden lines.");
  assert.equal(await ui.thread(page, "In hidden lines.").count(), 1);

  // A file in which only white space changed has no lines while such changes are hidden.
  await ui.below(page, "b.txt", 2, "On white space.");
  const space = async () => {
    await page.getByRole("button", { name: "View" }).first().click();
    await page.getByText("Hide whitespace changes").click();
    await page.keyboard.press("Escape");
    await ui.settled(page);
  };
  await space();
  await ui.file(page, "b.txt").getByText("Only whitespace changed.").waitFor();
  assert.equal(await top("b.txt", "On white space.").count(), 1, "the thread is still there");
  await t.shot(page, "space");
  await space();
  await ui.below(page, "b.txt", 2, "On white space.");
}
