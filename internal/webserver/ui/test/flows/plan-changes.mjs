// The page of plans when no agent waits: reached from the other pages, empty at first; it shows what changed between
// two versions, unified or split, with the threads in it, and an outline of where.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

const steps = Array.from({ length: 30 }, (_, i) => `${i + 1}. Step number ${i + 1} of the work\n`).join("");
const first = `# A shed\n\nWe build a shed of wood, by hand.\n\n## Steps\n\n${steps}\n## Paint\n\nPaint the roof red.\n\n## When\n\nIt is done in May.\n`;
const second = first
  .replace("a shed of wood, by hand", "a shed of stone, by hand")
  .replace("roof red", "roof blue")
  .replace("\nIt is done in May.\n", "");

export default async function (t, ui) {
  const p = someChanges();
  p.consider("add", "docs/guide.md:1", "-m", "there is a store");
  const server = await t.serve(p);
  const review = await t.open(server, { viewport: { width: 1360, height: 900 } });
  await ui.ready(review);

  // The bar has the same parts in the same order on all pages.
  const parts = (page) =>
    page
      .locator("header.top")
      .locator("h1, nav.pages, .live, .menu-holder, [aria-label='Keyboard shortcuts'], .primary")
      .evaluateAll((all) => all.map((e) => e.className || e.tagName));

  // Without a plan there is no link to the page, and the page says what to do.
  const links = (page) => page.getByRole("navigation", { name: "Pages" });
  await links(review).getByRole("link", { name: "Responses" }).waitFor();
  await ui.settled(review);
  assert.equal(await links(review).getByRole("link", { name: "Plan" }).count(), 0);
  const page = await t.open(server, { sharing: review, path: "/plan" });
  await page.getByRole("heading", { name: "No plan to review yet" }).waitFor();
  await page.getByText("consider setup claude --plans").waitFor();
  await ui.accessible(page, "no plan");
  await t.shot(page, "none");

  // A new plan appears by itself, here and in the bar of the review.
  p.write("plan.md", first);
  const { plan } = p.agent("plan", "plan.md");
  await page.locator(".plan-block").first().waitFor();
  await links(review).getByRole("link", { name: "Plan" }).waitFor();
  const order = ["H1", "pages", "live on", "menu-holder", "icon-button", "primary"];
  assert.deepEqual(await parts(page), order);
  assert.deepEqual(await parts(review), [...order.slice(0, -1), "primary review-button"]);
  await t.shot(review, "review-bar");
  p.consider("plan", "comment", "--quote", "Paint the roof red.", "-m", "Blue, please.");
  p.consider("plan", "comment", "--quote", "It is done in May.", "-m", "Rather June.");
  p.consider("plan", "comment", "--lines", "20", "-m", "Is this one needed?");
  await page.locator("article.thread", { hasText: "Is this one needed?" }).waitFor();

  // The next version arrives while a comment is being written: the comment stays on the version on which it was begun.
  await page.locator(".plan-block", { hasText: "It is done in May" }).getByRole("button").click();
  await page.keyboard.type("Or in ");
  p.write("plan.md", second);
  p.agent("plan", "plan.md");
  await page.getByRole("status").getByText("Now showing version 2").waitFor();
  await page.keyboard.type("July.");
  const form = page.locator(".form", { hasText: "(version 1)" });
  assert.equal(await form.locator("textarea").inputValue(), "Or in July.");
  await ui.kept(page, "Or in July.");
  await page.reload();
  await form.waitFor();
  assert.equal(await form.locator("textarea").inputValue(), "Or in July.");
  await form.locator("textarea").press("Control+Enter");
  await page.locator(".lost article.thread", { hasText: "Or in July." }).waitFor();
  assert.equal(JSON.parse(p.consider("export", "--format", "json").text).threads.length, 5);

  // The outline says where something changed, and where threads are open.
  const outline = page.getByRole("navigation", { name: "Outline" });
  const entry = (name) => outline.getByRole("button", { name });
  assert.match(await entry("A shed").innerText(), /changed/);
  assert.doesNotMatch(await entry("Steps").innerText(), /changed/);
  assert.match(await entry("Steps").innerText(), /1/);
  assert.match(await entry("Paint").innerText(), /changed\s*1/);
  assert.equal(await page.locator(".plan-block.changed").count(), 3);
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /roof blue/);
  await t.shot(page, "text");

  // The changes as they read: the deleted passages are in their places, with their threads.
  await page.keyboard.press("d");
  const old = page.locator(".plan-block.old");
  await old.filter({ hasText: "It is done in May" }).waitFor();
  assert.equal(await old.count(), 3);
  const beneath = (words) =>
    page
      .locator("article.thread", { hasText: words })
      .evaluate((card) => card.closest(".md-notes")?.previousElementSibling?.textContent ?? "");
  assert.match(await beneath("Blue, please."), /Paint the roof blue/);
  assert.match(await beneath("Rather June."), /It is done in May/);
  assert.equal(await page.locator(".lost article.thread").count(), 0);
  await ui.accessible(page, "changes, rendered");
  await t.shot(page, "rendered");

  // The changes line by line: words are marked, and threads are below their lines, also below a removed line.
  await page.keyboard.press("m");
  await page.locator(".plan-changes .word", { hasText: "stone" }).waitFor();
  await page.locator(".plan-changes .word", { hasText: "wood" }).waitFor();
  const under = (words) =>
    page.locator("article.thread", { hasText: words }).evaluate((card) => {
      let tr = card.closest("tr.attached")?.previousElementSibling;
      while (tr?.matches(".attached")) tr = tr.previousElementSibling;
      return tr?.textContent ?? "";
    });
  assert.match(await under("Blue, please."), /Paint the roof blue/);
  assert.match(await under("Rather June."), /It is done in May/);
  assert.match(await under("Is this one needed?"), /Step number 14/);
  await t.shot(page, "unified");
  await ui.accessible(page, "changes, unified");
  await page.keyboard.press("u");
  await page.locator(".plan-changes table.split").first().waitFor();
  assert.match(await under("Rather June."), /It is done in May/);
  await t.shot(page, "split");
  await ui.accessible(page, "changes, split");

  // A comment on a removed line is on the older version, one on another line is on this version. By keys and by clicks.
  await page.locator("td.d2h-code-side-linenumber.d2h-del", { hasText: /^\s*3\s*$/ }).click();
  await page.keyboard.type("Why not wood?");
  await page.keyboard.press("Control+Enter");
  await page.locator("article.thread", { hasText: "Why not wood?" }).waitFor();
  assert.equal(p.thread("Why not wood?").placement?.version ?? 1, 1);
  await page.locator("body").press("n");
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "Comment on line 3", exact: true }).waitFor();
  await page.keyboard.type("Stone it is.");
  await page.keyboard.press("Control+Enter");
  await page.locator("article.thread", { hasText: "Stone it is." }).waitFor();
  assert.match(await under("Stone it is."), /shed of stone/);
  const said = p.run({}, ["plan", "show", plan.id, "--as", "human"]).threads;
  const version = (words) => said.find((one) => one.body === words).version;
  assert.deepEqual([version("Why not wood?"), version("Stone it is.")], [1, 2]);
  await page.keyboard.press("]");
  assert.ok(await page.evaluate(() => document.activeElement.matches("article.thread")));

  // The layout is remembered; without room for two columns there is one.
  await page.reload();
  await page.locator(".plan-block").first().waitFor();
  await page.keyboard.press("d");
  await page.locator(".plan-changes table.split").first().waitFor();
  await page.emulateMedia({ colorScheme: "dark" });
  await ui.until("the page follows the system", () =>
    page.evaluate(() => document.documentElement.dataset.theme === "dark"),
  );
  await t.shot(page, "split-dark");
  await ui.accessible(page, "changes, dark");
  await page.setViewportSize({ width: 400, height: 800 });
  await page.locator(".plan-changes table.unified").first().waitFor();
  await ui.settled(page);
  assert.equal(await page.locator(".plan-changes table.split").count(), 0);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  await t.shot(page, "narrow-dark");
  // The buttons of the verdict are in one row, the main one first.
  const acts = await page
    .locator(".verdict button")
    .evaluateAll((all) => all.map((b) => ({ name: b.textContent, at: b.getBoundingClientRect().toJSON() })));
  assert.equal(new Set(acts.map((b) => b.at.top)).size, 1, JSON.stringify(acts));
  assert.match(acts.toSorted((a, b) => a.at.left - b.at.left)[0].name, /^Approve/);
  await ui.accessible(page, "changes, narrow");
  await page.emulateMedia({ colorScheme: "light" });
  await t.shot(page, "narrow");

  // Hidden lines are shown on request.
  await page.setViewportSize({ width: 1280, height: 900 });
  await ui.settled(page);
  const rows = () => page.locator(".plan-changes tr[data-r]").count();
  const before = await rows();
  await page.locator(".plan-changes button[data-expand]").first().click();
  await ui.settled(page);
  assert.ok((await rows()) > before);
  await page.keyboard.press("d");
  await page.locator(".plan-block").first().waitFor();

  // The answers link there too.
  const answers = await t.open(server, { sharing: review, path: "/responses" });
  await links(answers).getByRole("link", { name: "Plan" }).waitFor();
  await t.shot(answers, "answers-bar");
}
