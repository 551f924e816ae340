// Another plan comes while a comment on the first one is being written: its words stay with the plan they are on.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  p.consider("add", "docs/guide.md:1", "-m", "there is a store");
  p.write("shed.md", "# A shed\n\nWe build a shed of wood.\n");
  const { plan } = p.agent("plan", "shed.md");
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  await page.goto(new URL("/plan", page.url()).href);
  await page.locator(".plan-block", { hasText: "a shed of wood" }).getByRole("button").click();
  await page.keyboard.type("Rather ");
  await ui.kept(page, "Rather ");
  p.write("house.md", "# A house\n\nWe build a house of stone.\n");
  p.agent("plan", "house.md");
  await page.locator(".plan-block", { hasText: "a house of stone" }).waitFor();
  await page.getByText("Your drafts on “A shed” are kept").waitFor();
  await page.locator(".whole .form-title", { hasText: "another plan, “A shed”" }).waitFor();
  await page.locator(".form textarea").press("End");
  await page.keyboard.type("stone.");
  await ui.kept(page, "Rather stone.");
  const drafts = await page.evaluate(async () => {
    const token = sessionStorage.getItem("consider.token");
    const answer = await fetch("/api/drafts", { headers: { "X-Consider-Token": token } });
    return (await answer.json()).drafts.map((d) => [d.thread, d.body]);
  });
  assert.deepEqual(drafts, [[plan.id ?? plan, "Rather stone."]]);
  await t.shot(page, "two-plans");
}
