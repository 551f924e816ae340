// Rounds are compared in place: they are points on a line, any two can be chosen, and changes since a file was viewed
// are marked.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

const lines = (n) => Array.from({ length: n }, (_, i) => `line ${i + 1}\n`).join("");

export default async function (t, ui) {
  const p = new Project({ "a.ts": lines(30), "b.ts": "one\n" });
  const base = p.read("a.ts");
  const first = base.replace("line 3\n", "line three\n");
  p.write("a.ts", first);
  const server = await t.serve(p);
  const page = await t.open(server);
  await ui.ready(page);
  const bar = page.getByRole("navigation", { name: "Rounds" });
  assert.equal(await bar.isVisible(), false, "without a round there is nothing to choose");
  await ui.comment(page, "a.ts", 3, "said in the first round");
  await ui.submit(page);
  await bar.waitFor();
  const point = (name) => bar.getByRole("button", { name, exact: true });
  const pressed = () => bar.locator("[aria-pressed=true]").allInnerTexts();
  assert.deepEqual(await pressed(), ["HEAD", "Now"]);

  // Two more rounds, by the terminal.
  const second = first.replace("line 20\n", "line twenty\n");
  p.write("a.ts", second);
  p.write("b.ts", "two\n");
  p.consider("checkpoint", "create", "polish");
  const third = second.replace("line 28\n", "");
  p.write("a.ts", third);
  await point("polish").waitFor();

  const added = () => page.locator("td.d2h-ins .d2h-code-line-ctn").allInnerTexts();
  const removed = () => page.locator("td.d2h-del .d2h-code-line-ctn").allInnerTexts();
  const shows = (label, plus, minus) =>
    ui.until(`${label}: +${plus} -${minus}`, async () => {
      const [scope, a, b] = [await page.locator(".scope").innerText(), await added(), await removed()];
      return scope.startsWith(label) && a.join() === plus.join() && b.join() === minus.join();
    });
  const choose = async (a, b) => {
    await point(a).click();
    await point(b).click();
  };
  await choose("polish", "round-1");
  await shows("Changes from round-1 to polish", ["line twenty", "two"], ["line 20", "one"]);
  assert.deepEqual(await pressed(), ["round-1", "polish"]);
  await page.getByRole("region", { name: "Changed files" }).waitFor({ state: "hidden" }); // b.ts was on the screen
  await t.shot(page, "two");
  await ui.accessible(page, "rounds");
  // On a phone it is folded.
  await page.setViewportSize({ width: 390, height: 800 });
  await point("polish").waitFor({ state: "hidden" });
  await ui.accessible(page, "rounds, folded");
  await bar.getByText("Compare rounds").click();
  await point("polish").waitFor();
  await t.shot(page, "narrow");
  await page.setViewportSize({ width: 1280, height: 860 });
  await point("polish").waitFor();
  await choose("polish", "Now");
  await shows("Changes since polish", [], ["line 28"]);
  // A reload shows what was chosen, even before the turns of agents are known; a newly opened page shows what the server
  // was started for.
  await page.route("**/api/turn/list*", () => undefined);
  await choose("HEAD", "round-1");
  await shows("Changes up to round-1", ["line three"], ["line 3"]);
  await page.unroute("**/api/turn/list*");
  await page.reload();
  await ui.ready(page);
  await shows("Changes up to round-1", ["line three"], ["line 3"]);
  assert.deepEqual(await pressed(), ["HEAD", "round-1"]);
  const other = await t.open(server, { sharing: page });
  await ui.ready(other);
  await ui.until("another page", async () => /^Uncommitted/.test(await other.locator(".scope").innerText()));
  await shows("Changes up to round-1", ["line three"], ["line 3"]);
  await ui.thread(page, "said in the first round").first().waitFor();

  // Changes of files are shown only where the current state is.
  p.write("b.ts", "three\n");
  await other.locator("td.d2h-ins .d2h-code-line-ctn", { hasText: /^three$/ }).waitFor();
  await ui.settled(page);
  assert.equal(await page.getByRole("region", { name: "Changed files" }).count(), 0);
  await shows("Changes up to round-1", ["line three"], ["line 3"]);
  await other.close();
  // By the keyboard; Escape deselects the first point.
  await point("polish").focus();
  await page.keyboard.press("Enter");
  assert.deepEqual(await pressed(), ["polish"]);
  await page.keyboard.press("Escape");
  assert.deepEqual(await pressed(), ["HEAD", "round-1"]);
  await choose("polish", "Now");
  await shows("Changes since polish", ["three"], ["line 28", "two"]);
  p.write("b.ts", "four\n");
  await shows("Changes since polish", ["four"], ["line 28", "two"]);
  // A comment that is written on a round is on its line.
  await ui.comment(page, "b.ts", 1, "since the last round");
  await bar.getByRole("button", { name: "All changes" }).click();
  await shows("Uncommitted changes", ["line three", "line twenty", "four"], ["line 3", "line 20", "line 28", "one"]);
  await ui.below(page, "b.ts", 1, "since the last round");

  // A file that is no longer viewed says what is new in it: compared with what was viewed, not with the commit.
  const a = ui.file(page, "a.ts");
  const marked = () =>
    a
      .locator("td.since-new, td.since-gone")
      .evaluateAll((all) =>
        all.map(
          (e) =>
            `${e.className.match(/since-\w+/g).join("+")} ${e.closest("tr").innerText.replace(/\s+/g, " ").trim()}`,
        ),
      );
  await a.getByRole("checkbox", { name: "Viewed" }).check();
  assert.equal(await a.locator(".news").isVisible(), false);
  p.write("a.ts", third.replace("line 22\n", "line twenty-two\n").replace("line 5\n", ""));
  await a.locator(".news", { hasText: "Changed since last view" }).waitFor();
  assert.match(
    await a.locator(".file-note.since").innerText(),
    /^Since you viewed this file: 1 line changed, lines removed in 1 place\.$/,
  );
  await ui.until("the lines are marked", async () => (await marked()).length === 2);
  const [gone, fresh] = await marked();
  assert.match(gone, /^since-gone 6 5 line 6/);
  assert.match(fresh, /^since-new 21 \+ ?line twenty-two/);
  // Nothing is hidden under the bar of the rounds.
  const under = await page.evaluate(() => {
    const bottom = document.querySelector(".rounds").getBoundingClientRect().bottom;
    const tops = [".tree input", ".tree"].map((x) => document.querySelector(x).getBoundingClientRect().top);
    return tops.filter((y) => y < bottom - 1);
  });
  assert.deepEqual(under, []);
  await t.shot(page, "since-viewed");
  await ui.accessible(page, "since viewed");
  await page.keyboard.press("u");
  await ui.until("in split view too", async () => (await marked()).length === 2);
  await page.reload();
  await ui.ready(page);
  await ui.until("and after a reload", async () => (await marked()).length === 2);
  await a.getByRole("checkbox", { name: "Viewed" }).check();
  await a.getByRole("checkbox", { name: "Viewed" }).uncheck();
  await a.locator("tr[data-r]").first().waitFor();
  await ui.until("nothing is new in what was viewed", async () => (await marked()).length === 0);
  assert.equal(await a.locator(".news").isVisible(), false);

  // A round that was deleted in the meantime does not leave the page empty.
  await choose("HEAD", "polish");
  await shows("Changes up to polish", ["line three", "line twenty", "two"], ["line 3", "line 20", "one"]);
  p.consider("checkpoint", "delete", "polish");
  await page.reload();
  await ui.ready(page);
  await ui.until("all changes", async () => /^Uncommitted/.test(await page.locator(".scope").innerText()));
  await page.reload();
  await ui.ready(page);
  assert.deepEqual(await pressed(), ["HEAD", "Now"]);
}
