// The focus stays with the thread or the line after each act by keys: on the page's body, the next key would do nothing.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

const handler = "src/server/handler.ts";

export default async function (t, ui) {
  const p = someChanges();
  const page = await t.open(await t.serve(p), { allow: [/status of 500/] });
  await ui.ready(page);
  const press = async (...keys) => {
    for (const k of keys) await page.keyboard.press(k);
  };
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      const row = at.closest("tr[data-r]");
      return row
        ? row.querySelector(".line-num2").textContent
        : at.matches("article, .fold, .resolve")
          ? at.className
          : at.tagName;
    });
  const is = (what, wanted) => ui.until(`${what}: the focus is on ${wanted}`, async () => (await focused()) === wanted);
  const begin = async (line, words) => {
    await ui.number(page, handler, line).click({ position: { x: 10, y: 8 } });
    await ui.form(page).waitFor();
    await page.keyboard.type(words);
  };
  const button = async (within, name) => {
    await within.getByRole("button", { name, exact: true }).focus();
    await press("Enter");
  };

  // Forms on a line.
  await begin(5, "");
  await press("Escape");
  await is("an empty form was left", "5");
  await begin(6, "Discarded.");
  await press("Escape");
  await button(page.locator(".discard"), "Discard");
  await is("words were discarded", "6");
  let answer;
  const held = new Promise((go) => (answer = go));
  await page.route("**/api/drafts/kept-*", (route) => held.then(() => route.continue()));
  await begin(7, "Added.");
  await press("Control+Enter");
  await is("a comment was added", "thread pending");
  const pending = page.locator("article.pending");
  const edit = pending.getByRole("button", { name: "Edit" });
  await edit.focus();
  const saved = page.waitForResponse("**/api/drafts/kept-*");
  answer();
  await saved;
  await page.unroute("**/api/drafts/kept-*");
  await ui.settled(page);
  assert.ok(
    await edit.evaluate((b) => b === document.activeElement),
    "the focus stays on a button while the words are saved",
  );
  await press("Enter");
  await press("Escape");
  await is("its form was left", "thread pending");
  await button(pending, "Delete");
  await is("it was deleted", "7");

  // A thread.
  await begin(5, "A thread.");
  await press("Control+Shift+Enter");
  await is("a thread was made", "thread");
  const thread = ui.thread(page, "A thread.");
  await press("r", "Escape");
  await is("a reply was left", "thread");
  await press("r");
  await page.keyboard.type("Half a reply");
  await press("Escape");
  await button(page.locator(".discard"), "Discard");
  await is("a reply was discarded", "thread");
  await button(thread, "Edit");
  await press("Escape");
  await is("an edit was left", "thread");
  await button(thread, "Edit");
  await page.keyboard.type(" More.");
  await press("Control+Enter");
  await ui.thread(page, "A thread. More.").waitFor();
  await is("an edit was saved", "thread");
  await button(thread, "Hide");
  await is("the thread was folded", "link fold");
  await press("Enter");
  await thread.locator(".bodies").waitFor();
  await is("the thread was unfolded", "link fold");
  await button(thread, "Resolve");
  await is("the thread was resolved", "thread resolved");
  await press("d");
  await is("the thread was reopened by the next key", "thread");

  // Resolved elsewhere, while a reply is being written: the form stays, and what is typed is not taken for keys.
  const { id } = p.thread("A thread.");
  await press("r");
  await page.keyboard.type("I am ");
  p.consider("resolve", id);
  await page.locator("article.thread.resolved").waitFor();
  await page.keyboard.type("next to last");
  assert.equal(await thread.locator("textarea").inputValue(), "I am next to last");
  await t.shot(page, "resolved-elsewhere");
  await ui.accessible(page, "a resolved thread with a reply that is being written");
  await page.reload();
  await ui.ready(page);
  await ui.until("the words are there again", async () => {
    return (await thread.locator("textarea").inputValue()) === "I am next to last";
  });
  await thread.locator("textarea").focus();
  p.consider("unresolve", id);
  await page.locator("article.thread.resolved").waitFor({ state: "detached" });
  await press("Control+Enter");
  await ui.thread(page, "next to last").waitFor();
  await is("the reply was sent", "thread");

  // Replied, but not resolved: the page says just that, and does not offer the stored words again.
  const failure = { ok: false, error: { kind: "io", message: "no room left" } };
  await page.route("**/resolve?*", (route) => route.fulfill({ status: 500, json: failure }));
  await press("r");
  await page.keyboard.type("Said once.");
  await press("Control+Shift+Enter");
  await page.locator(".toast", { hasText: "Could not resolve: no room left" }).waitFor();
  await ui.thread(page, "Said once.").waitFor();
  assert.equal(await thread.locator("textarea").count(), 0, "the form with words that are stored is closed");
  await is("the reply was sent", "thread");
  await page.unroute("**/resolve?*");

  await button(thread, "Delete");
  await thread.waitFor({ state: "detached" });
  await is("the thread was deleted", "5");
}
