// The page of responses looks like the same product as the review: its bar, theme, help and keys. The other responses
// and the agent's feedback are beside the text when there is room.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { plain, someChanges } from "../lib.mjs";
import { Agent } from "../../../../../extension/test/transcript.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const home = fs.mkdtempSync(path.join(p.folder, "../home-"));
  const agent = new Agent(path.join(home, ".claude"), p.folder);
  agent.hear("How do we store the seeds?");
  agent.say("## Storage\n\nKeep one map of all seeds.\n\n- A cache is not needed.\n\n## Order\n\nSort them.");
  agent.hear("And then?");
  agent.say("## Second answer\n\nDone with *all* of it.");
  const was = plain.HOME;
  plain.HOME = home;
  let server;
  try {
    server = await t.serve(p);
  } finally {
    plain.HOME = was;
  }
  const review = await t.open(server, { viewport: { width: 1440, height: 900 } });
  await ui.ready(review);
  const page = await t.open(server, { sharing: review, path: "/responses" });
  await page.locator("article.answer", { hasText: "Done with all" }).waitFor();

  await page.locator("header h1", { hasText: "project" }).waitFor();
  assert.match(await page.title(), /project/);
  await page.getByRole("link", { name: "Review" }).waitFor();
  await page.keyboard.press("?");
  await page.locator("dialog[open]", { hasText: "drop the selection" }).waitFor();
  await ui.accessible(page, "the help");
  await page.keyboard.press("Escape");
  const top = page.locator("header.top");
  assert.match((await top.innerText()).replace(/\s+/g, " ").trim(), /^project Review Responses .*1 of 2.* Live$/);
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByLabel("Theme").selectOption("dark");
  await ui.until("dark, here and in the review", async () => {
    const dark = (one) => one.evaluate(() => document.documentElement.dataset.theme === "dark");
    return (
      (await dark(page)) &&
      (await review.evaluate(() => localStorage.getItem("consider.review.prefs") ?? "")).includes("dark")
    );
  });
  await ui.accessible(page, "answers, dark");
  await review.keyboard.press("w");
  const kept = await review.evaluate(() => JSON.parse(localStorage.getItem("consider.review.prefs")));
  assert.deepEqual([kept.theme, kept.wrap], ["dark", false], "another setting of the review leaves it dark");
  await page.getByLabel("Theme").selectOption("auto");

  // The outline: both responses, and the headings of the shown one.
  const outline = page.getByRole("navigation", { name: "Outline" });
  await outline.locator(".answer-item", { hasText: "Storage" }).click();
  await page.locator("article.answer", { hasText: "Keep one map" }).waitFor();
  assert.deepEqual(await outline.locator(".part").allInnerTexts(), ["Storage", "Order"]);

  // Keep and Drop have labels, and the feedback is beside the text as it will be pasted.
  await page.locator("article.answer").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const bar = page.getByRole("toolbar");
  assert.match(await bar.innerText(), /Keep\s+Drop/);
  await t.shot(page, "toolbar");
  await bar.getByRole("button", { name: "Drop" }).click();
  const beside = page.locator(".beside pre");
  await beside.waitFor();
  const text = await beside.innerText();
  await page.getByRole("button", { name: "Copy feedback" }).click();
  await page.locator(".said.good").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(text.trim(), copied.trim(), "what is shown is what is copied");
  assert.match(text, /Keep one map/);
  await ui.accessible(page, "answers with feedback");
  await t.shot(page, "wide");

  // A mark has whole words, and the choice to copy it is next to what it copies.
  await page.evaluate(() => {
    const text = document.querySelector("article.answer li").firstChild;
    window.getSelection().setBaseAndExtent(text, 4, text, 13);
  });
  await page.keyboard.press("k");
  await page.locator("mark[data-mark]", { hasText: /^cache is not$/ }).waitFor();
  await page.locator(".beside").getByLabel("Copy automatically").waitFor();
  await page.locator(".marks", { hasText: "1 kept, 1 dropped" }).waitFor();
  await page.setViewportSize({ width: 400, height: 800 });
  await ui.settled(page);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 400);
  const name = await top.locator("h1").boundingBox();
  const gear = await top.getByRole("button", { name: "View", exact: true }).boundingBox();
  assert.ok(gear.y < name.y + name.height, "the settings are next to the pages");
  await page.locator(".beside").getByLabel("Copy automatically").waitFor();
  await ui.accessible(page, "answers, narrow");
  await t.shot(page, "narrow");
}
