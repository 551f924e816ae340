// The page renews itself while nobody uses it: nothing moves under the pointer, and what is new is marked, counted, and
// asked about before a verdict. While somebody writes or selects, the bar only offers the new diff.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

const lines = (n, first = 1) => Array.from({ length: n }, (_, i) => `line ${first + i}\n`).join("");
const changed = (...above) =>
  above.map((words) => `${words}\n`).join("") + lines(60).replace(/line (\d*[05])\n/g, "changed $1\n");

export default async function (t, ui) {
  const p = new Project({ "a.ts": lines(60), "b.ts": "one\n", "c.ts": lines(60), "new/kept.ts": "kept\n" });
  p.write("a.ts", changed());
  p.write("b.ts", "two\n");
  p.write("c.ts", changed());
  p.write("new/made.ts", lines(40, 100));
  p.consider("add", "b.ts:1", "-m", "Why two?");
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  await ui.settled(page);
  const bar = page.getByRole("region", { name: "Changed files" });
  const row = (name, words) =>
    ui.file(page, name).locator("tr[data-r]", { has: page.getByText(words, { exact: true }) });
  const added = (name) => ui.file(page, name).locator("td.d2h-ins .d2h-code-line-ctn").allInnerTexts();
  const shows = (name, words) =>
    ui.until(`${name} shows "${words}"`, async () => (await added(name)).some((line) => line.includes(words)));
  const topOf = async (it) => Math.round((await it.boundingBox()).y);
  const toTop = async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await ui.settled(page);
  };
  const offered = () => bar.getByText("Files have changed since this diff was made.").waitFor();

  // The line under the pointer stays while lines come above it in the same file, also in one that is all new, and in a file
  // above. Lines that were expanded in a file that is as before stay, too.
  await ui.file(page, "c.ts").locator("button[data-expand]").first().click();
  await row("c.ts", "line 1").waitFor();
  for (const [name, words, write] of [
    ["a.ts", "changed 25", () => p.write("a.ts", changed("first", "second"))],
    ["new/made.ts", "line 120", () => p.write("new/made.ts", `first\n${lines(40, 100)}`)],
    ["c.ts", "changed 25", () => p.write("a.ts", changed("first", "second", "third"))],
  ]) {
    await row(name, words).scrollIntoViewIfNeeded();
    await row(name, words).hover();
    await ui.settled(page);
    const before = await topOf(row(name, words));
    write();
    await shows(name === "c.ts" ? "a.ts" : name, name === "c.ts" ? "third" : "first");
    await ui.settled(page);
    assert.ok(Math.abs((await topOf(row(name, words))) - before) <= 1, `${name} moved`);
    await row("c.ts", "line 1").waitFor();
    if (name !== "c.ts") await bar.waitFor({ state: "hidden" }); // the change was on the screen
  }

  // What was not on the screen is counted and marked, under the agent's name while its turn is running.
  const c = ui.file(page, "c.ts");
  const viewed = c.getByRole("checkbox", { name: "Viewed" });
  await viewed.check();
  await row("a.ts", "changed 25").scrollIntoViewIfNeeded();
  await bar.waitFor({ state: "hidden" }); // a.ts was on the screen
  await toTop();
  p.hook("UserPromptSubmit");
  const first = await topOf(ui.file(page, "a.ts").locator("tr[data-r]:not(.gap)").nth(8));
  p.write("c.ts", changed("by the agent"));
  await bar.getByText("claude-code changed 1 file.").waitFor();
  await ui.settled(page);
  assert.ok(Math.abs((await topOf(ui.file(page, "a.ts").locator("tr[data-r]:not(.gap)").nth(8))) - first) <= 1);
  await page.locator(".leaf.unseen", { hasText: "c.ts" }).waitFor();
  assert.equal(await viewed.isChecked(), false);
  await ui.accessible(page, "news");
  await t.shot(page, "news");
  await page.setViewportSize({ width: 400, height: 800 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "too wide");
  await t.shot(page, "narrow");
  await page.setViewportSize({ width: 1280, height: 860 });
  await bar.getByRole("button", { name: "Show first" }).click();
  await bar.waitFor({ state: "hidden" });
  assert.equal(await page.locator(".leaf.unseen").count(), 0);
  assert.ok((await topOf(c)) < 250, "it was gone to");
  p.hook("Stop");

  // A verdict while something is unseen: the dialog says so, and asks once.
  await toTop();
  p.write("c.ts", changed("by nobody known"));
  await bar.getByText("1 file changed.").waitFor();
  await page.locator(".review-button").click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByText("1 changed file has not been on screen since it changed.").waitFor();
  await dialog.getByRole("button", { name: "Submit review" }).click();
  await ui.accessible(page, "asked");
  await dialog.getByRole("button", { name: "Submit anyway" }).click();
  const submitted = page.locator(".submitted:not([hidden])");
  await submitted.getByRole("button", { name: "Close" }).click();

  // An open form: only the bar changes. When it is closed, the page renews itself.
  await ui.number(page, "a.ts", 6).click({ position: { x: 10, y: 8 } });
  await ui.form(page).waitFor();
  p.write("b.ts", "three\n");
  await offered();
  assert.deepEqual(await added("b.ts"), ["two"]);
  await t.shot(page, "form");
  await ui.form(page).focus();
  await page.keyboard.press("Escape");
  await shows("b.ts", "three");

  // A selection, too. Following is off by one click.
  await row("a.ts", "changed 5").evaluate((tr) => window.getSelection().selectAllChildren(tr));
  p.write("b.ts", "four\n");
  await offered();
  await bar.getByRole("button", { name: "Stop following" }).click();
  await page.evaluate(() => window.getSelection().removeAllRanges());
  const told = await ui.news(page);
  p.write("b.ts", "five\n");
  await told("the change", ({ name }) => name === "files");
  await ui.settled(page);
  assert.deepEqual(await added("b.ts"), ["three"]);
  await bar.getByRole("button", { name: "Follow changes" }).click();
  await shows("b.ts", "five");

  // The row of the keyboard stays on its line when its file changes.
  await ui.choose(page, "a.ts");
  for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowDown");
  const focused = () =>
    page.evaluate(() => document.activeElement.closest("tr.cursor")?.querySelector(".d2h-code-line-ctn").textContent);
  const line = await focused();
  assert.ok(line, "a row has the focus");
  p.write("a.ts", changed("first", "second", "third", "fourth"));
  await shows("a.ts", "fourth");
  await ui.until("the row has the focus again", async () => (await focused()) === line);

  // However often files change, the page renews itself once a second, and announces that once in ten.
  const boots = [];
  page.on("request", (r) => /\/api\/boot\?left=/.test(r.url()) && boots.push(Date.now()));
  await page.evaluate(() => {
    window.said = [];
    const polite = document.querySelector(".sr[role=status]");
    new MutationObserver(() => polite.textContent && window.said.push([Date.now(), polite.textContent])).observe(
      polite,
      {
        childList: true,
      },
    );
  });
  let left = "";
  for (let i = 0; i < 30; i++) {
    p.write("b.ts", `fast ${i}\n`);
    left = await page.evaluate(async (shown) => {
      const headers = { "X-Consider-Token": sessionStorage.getItem("consider.token") };
      return (await (await fetch(`/api/boot?by=test&left=${shown}`, { headers })).json()).snapshot;
    }, left);
  }
  await shows("b.ts", "fast 29");
  const gaps = boots.slice(1).map((at, i) => at - boots[i]);
  assert.ok(boots.length > 0 && gaps.every((ms) => ms > 900), `renewed after ${gaps.join(", ")} ms`);
  const said = (await page.evaluate(() => window.said)).filter(([, words]) => /chang/.test(words));
  for (const [i, [at]] of said.slice(1).entries()) assert.ok(at - said[i][0] > 9000, `announced: ${said.join("; ")}`);
}
