// The server ends: the page says so, and nothing written is lost.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const server = await t.serve(p);
  const allow = [/ERR_CONNECTION|Failed to load resource/];
  const page = await t.open(server, { allow });
  await ui.ready(page);
  // The server ends when it has the comment, and before it deletes the draft of its form.
  const held = [];
  await page.route("**/api/drafts/open-*", (route) =>
    route.request().method() === "DELETE" ? held.push(route) : route.continue(),
  );
  await ui.comment(page, "src/server/handler.ts", 8, "Kept on the server.");
  await ui.kept(page, "Kept on the server.", "kept-");
  await ui.until("the draft is being deleted", () => held.length > 0);
  await server.stop("SIGKILL");
  for (const route of held) await route.abort();
  await page.unroute("**/api/drafts/open-*");
  const from = performance.now();
  await page.locator(".bar.bad", { hasText: "The server stopped" }).waitFor();
  t.say(`the bar is there after ${Math.round(performance.now() - from)} ms`);
  // The person goes on writing; a submit now fails with a message.
  await ui.comment(page, "src/server/handler.ts", 10, "Written without a server.");
  await ui.number(page, "src/server/handler.ts", 21).click({ position: { x: 60, y: 8 } });
  await ui.form(page).waitFor();
  await page.keyboard.insertText("Now!");
  await page.getByRole("button", { name: "Comment now" }).click();
  await page.locator(".form .problem", { hasText: "Your text is kept" }).waitFor();
  await page.locator(".bar.bad", { hasText: "Your comments (3) are saved" }).waitFor();
  await t.shot(page, "gone");
  await page.getByRole("button", { name: "Copy my comments" }).click();
  await ui.until("copied", async () =>
    /Kept on the server[^]*Written without a server/.test(await page.evaluate(() => navigator.clipboard.readText())),
  );
  // A mark that could not be stored is taken back: the count says what a reload will say.
  const guide = ui.file(page, "docs/guide.md");
  await guide.getByLabel("Viewed").click();
  await page.locator(".toast", { hasText: "Could not save the viewed status" }).waitFor();
  assert.equal(await guide.getByLabel("Viewed").isChecked(), false);
  assert.equal(await page.locator("section.file.closed, .leaf.viewed").count(), 0);
  await page.getByText("0 / 9 viewed").waitFor();
  await t.shot(page, "not-viewed");
  // Started again: what reached the server is there.
  const next = await t.serve(p);
  const again = await t.open(next, { allow });
  await ui.ready(again);
  await ui.thread(again, "Kept on the server.").waitFor();
  // On the same port, the browser restores the rest.
  await next.stop();
  const port = new URL(server.origin).port;
  const same = await p.review("--port", port);
  try {
    const back = await t.open({ ...same }, { sharing: page, allow });
    await ui.ready(back);
    await ui.thread(back, "Written without a server.").waitFor();
    // The first tab is still open: what is written there now comes too, and nothing comes twice.
    const form = (on) => ui.form(on);
    const has = (on, words) => ui.until(`the form has "${words}"`, async () => (await form(on).inputValue()) === words);
    await has(back, "Now!");
    await ui.thread(back, "Written without a server.").getByRole("button", { name: "Delete" }).click();
    await ui.thread(back, "Written without a server.").waitFor({ state: "detached" });
    await back.close();
    await form(page).fill("Now, and more!");
    const last = await t.open(same, { sharing: page, allow });
    await ui.ready(last);
    await has(last, "Now, and more!");
    await t.shot(last, "back");
    assert.equal(await last.getByText("Written without a server.").count(), 0);
  } finally {
    await same.stop();
  }
}
