// The list of threads: its filters, the pending comments of the reader, and a list that stays small with many threads.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

const many = 600;
const lines = (n, value) => Array.from({ length: n }, (_, i) => `export const value${i} = ${value};\n`).join("");

export default async function (t, ui) {
  const p = new Project({ "src/app/a.ts": lines(40, 1), "src/b.ts": lines(10, 1), "src/calm.ts": lines(many, 1) });
  p.write("src/app/a.ts", lines(40, 2));
  p.write("src/b.ts", lines(10, 2));
  p.consider("add", "src/app/a.ts:3", "-m", "On a line.");
  p.consider("add", "--review", "-m", "On all of it.");
  p.consider("add", "src/b.ts:2", "-m", "Done with.");
  p.consider("resolve", p.thread("Done with.").id);
  const page = await t.open(await t.serve(p), { viewport: { width: 1440, height: 900 } });
  await ui.ready(page);
  await ui.openPanel(page);
  const panel = page.locator(".panel");
  const tab = (name) => panel.locator(".segmented button", { hasText: name });
  const items = panel.locator(".item");
  const item = (words) => panel.locator(".item", { hasText: words });
  const counts = (name, words) =>
    ui.until(`the filter says ${words}`, async () => (await tab(name).innerText()) === words);

  // Three filters are in sight, the others are in a list, and none says zero.
  await counts("Open", "Open 2");
  await counts("Awaiting you", "Awaiting you");
  await counts("Resolved", "Resolved 1");
  const others = page.getByLabel("Filter threads").locator("option");
  assert.deepEqual(await others.allTextContents(), ["Filter", "By you 3", "All 3"]);
  assert.deepEqual(await panel.locator("h3").allInnerTexts(), ["Comments on the whole review (1)", "In the code (1)"]);
  assert.match(await item("On a line.").locator(".item-place").innerText(), /^a\.ts line 3\s+src\/app\/$/);
  assert.match(await item("On a line.").locator("time").innerText(), /^just now$|ago$/);
  await tab("Resolved").click();
  await item("Done with.").waitFor();
  assert.equal(await items.count(), 1);
  assert.ok(await tab("Resolved").evaluate((e) => e === document.activeElement && e.ariaPressed === "true"));
  await ui.accessible(page, "the list of threads");
  // A filter without threads offers all of them, and the focus stays in the panel.
  await tab("Awaiting you").click();
  await panel.getByRole("button", { name: "Show all threads" }).press("Enter");
  await ui.until("all are listed", async () => (await items.count()) === 3);
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Filter threads");
  await tab("Open").click();

  // A pending comment is in the list, and so is one that is being written. A click goes there.
  await ui.comment(page, "src/b.ts", 4, "A pending comment.");
  await ui.number(page, "src/app/a.ts", 30).click({ position: { x: 10, y: 8 } });
  await ui.form(page).waitFor();
  await page.keyboard.insertText("Half a sentence");
  await panel.locator("h3", { hasText: "Pending comments (2)" }).waitFor();
  await item("A pending comment.").getByRole("button").click();
  const focused = (what, fits) => ui.until(`the focus is on ${what}`, () => page.evaluate(fits));
  await focused("the comment", () => document.activeElement.matches("article.pending"));
  await item("Still being written").getByRole("button").click();
  await focused("the form", () => document.activeElement.value === "Half a sentence");
  await t.shot(page, "pending");
  // Without its file in the diff, it can be read here, and deleted.
  p.write("src/b.ts", lines(10, 1));
  await page.getByRole("button", { name: "Show the new diff" }).click();
  await item("A pending comment.").getByRole("button", { name: "Delete" }).click();
  await item("A pending comment.").waitFor({ state: "detached" });
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await item("A pending comment.").waitFor();
  await t.shot(page, "no-lines");

  // Only what is near the screen is drawn.
  const results = Array.from({ length: many }, (_, i) => ({
    ruleId: "rule",
    level: "warning",
    message: { text: `Finding number ${i}.` },
    locations: [{ physicalLocation: { artifactLocation: { uri: "src/calm.ts" }, region: { startLine: i + 1 } } }],
  }));
  const runs = [{ tool: { driver: { name: "tslint", rules: [] } }, results }];
  p.write("../lint.sarif", JSON.stringify({ version: "2.1.0", runs }));
  p.consider("import", p.path("../lint.sarif"));
  await counts("Open", `Open ${many + 2}`);
  await ui.settled(page);
  assert.ok((await items.count()) <= 200, `${await items.count()} items`);
  const list = panel.locator(".panel-list");
  await ui.until("the last one is there", async () => {
    await list.evaluate((e) => e.scrollTo(0, e.scrollHeight));
    return (await items.count()) === many + 4; // with the pending comments
  });
  assert.equal(await panel.getByRole("button", { name: /^Show .* more$/ }).count(), 0);
  await item(`Finding number ${many - 1}.`)
    .getByRole("button")
    .click();
  await panel.locator("article.thread", { hasText: `Finding number ${many - 1}.` }).waitFor();
  await t.shot(page, "many");
}
