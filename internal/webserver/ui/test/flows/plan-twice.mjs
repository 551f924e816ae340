// The page of a plan: a reply on its way is sent once, and the version that was chosen last is shown.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  p.consider("add", "docs/guide.md:1", "-m", "there is a store");
  for (const colour of ["red", "blue", "green"]) {
    p.write("plan.md", `# A shed\n\nPaint the roof ${colour}.\n`);
    p.agent("plan", "plan.md");
  }
  p.consider("plan", "comment", "--quote", "# A shed", "-m", "Why a shed?");
  const server = await t.serve(p);
  const review = await t.open(server);
  await ui.ready(review);
  const page = await t.open(server, { sharing: review, path: "/plan" });
  const card = page.locator("article.thread", { hasText: "Why a shed?" });
  await card.waitFor();
  const show = await ui.hold(page, "**/api/plan/show*", { before: true });
  const choice = page.getByLabel("Version", { exact: true });
  await choice.selectOption("1");
  await show.asked;
  await choice.selectOption("2");
  await page.locator(".plan-block", { hasText: "blue" }).waitFor();
  show.go();
  await ui.settled(page);
  assert.equal(await page.locator(".plan-block", { hasText: "blue" }).count(), 1, "version 2 is still shown");
  await choice.selectOption("3");
  await page.locator(".plan-block", { hasText: "green" }).waitFor();

  const reply = await ui.hold(page, "**/api/reply*", { before: true });
  await card.getByRole("button", { name: "Reply…" }).click();
  await card.getByRole("textbox", { name: "Reply to the thread on line 1" }).fill("For the bicycles.");
  const button = card.getByRole("button", { name: "Reply", exact: true });
  await button.dblclick();
  await reply.asked;
  await ui.settled(page, { held: 1 });
  reply.go();
  const said = card.locator(".said", { hasText: "For the bicycles." });
  await said.first().waitFor();
  await ui.settled(page);
  assert.equal(await said.count(), 1, "it is sent once");
  assert.equal(await card.locator("textarea").count(), 0, "the form is closed");

  // A draft that the server gets after the reply does not come back.
  const draft = await ui.hold(page, "**/api/drafts/*", { before: true });
  await card.getByRole("button", { name: "Reply…" }).click();
  await card.getByRole("textbox", { name: "Reply to the thread on line 1" }).fill("A ladder, too.");
  await draft.asked;
  await button.click();
  await card.locator(".said", { hasText: "A ladder, too." }).waitFor();
  await ui.settled(page, { held: 1 });
  draft.go();
  await ui.settled(page);
  await page.reload();
  await card.waitFor();
  await ui.settled(page);
  assert.equal(await card.locator("textarea").count(), 0, "the draft is gone");

  // A reply that is being written is there after a reload.
  await card.getByRole("button", { name: "Reply…" }).click();
  await page.keyboard.type("And for the");
  await ui.kept(page, "And for the");
  await page.reload();
  await card.locator("textarea").waitFor();
  assert.equal(await card.locator("textarea").inputValue(), "And for the");
  assert.equal(await page.locator(".form").count(), 0, "it is no comment");

  // The card has the parts of the review's card: people, a button to fold it, and the tick of the button to resolve.
  await card.getByText("Reply and resolve").click();
  await card.locator(".thread-head", { hasText: "Resolved" }).waitFor();
  assert.match(await card.innerText(), /Show$/);
  await card.getByRole("button", { name: "Show" }).click();
  await card.locator(".said", { hasText: "And for the" }).waitFor();
  await card.getByRole("button", { name: "Reopen" }).click();
  await card.locator(".resolve .icon-check").waitFor();
  assert.match(await card.locator(".people").innerText(), /\w/);
}
