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
  /** Holds back the next such request. */
  const hold = async (url) => {
    let go;
    const late = new Promise((done) => (go = done));
    const asked = (route) => late.then(() => route.continue());
    await page.route(url, asked, { times: 1 });
    return go;
  };
  const show = await hold("**/api/plan/show*");
  const choice = page.getByLabel("Version", { exact: true });
  await choice.selectOption("1");
  await page.waitForTimeout(300);
  await choice.selectOption("2");
  await page.locator(".plan-block", { hasText: "blue" }).waitFor();
  show();
  await page.waitForTimeout(2000);
  assert.equal(await page.locator(".plan-block", { hasText: "blue" }).count(), 1, "version 2 is still shown");
  await choice.selectOption("3");
  await page.locator(".plan-block", { hasText: "green" }).waitFor();

  const reply = await hold("**/api/reply*");
  await card.getByLabel("Reply").first().fill("For the bicycles.");
  const button = card.getByRole("button", { name: "Reply", exact: true });
  await button.click();
  await button.click({ force: true, timeout: 1000 }).catch(() => undefined);
  await page.waitForTimeout(300);
  reply();
  const said = card.locator(".said", { hasText: "For the bicycles." });
  await said.first().waitFor();
  await page.waitForTimeout(2000);
  assert.equal(await said.count(), 1, "it is sent once");
  assert.equal(await card.getByLabel("Reply").first().inputValue(), "");
}
