// An uncertain place is marked as such; one click confirms it, another rejects it.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

const item = "  - name: item\n    size: large enough\n    kind: file on disk\n";

export default async function (t, ui) {
  const p = new Project({ "list.yml": `list:\n${item.repeat(3)}` });
  p.consider("add", "list.yml:5", "-m", "about the size");
  p.write("list.yml", `list:\n${item.repeat(2)}`); // the text does not tell which of the three is gone
  const page = await t.open(await t.serve(p), { colorScheme: "light" });
  await ui.ready(page);
  const card = ui.thread(page, "about the size");
  const state = () => p.thread("about the size").placement;
  await card.locator(".badge", { hasText: "Uncertain location" }).waitFor();
  assert.equal(state().perhaps, true);
  await t.shot(page, "perhaps");
  await ui.accessible(page, "a place that is not sure");
  await card.getByRole("button", { name: "Reject location" }).click();
  // It leaves the diff for the list, and the line that it was on has the focus.
  await card.waitFor({ state: "detached" });
  await ui.settled(page);
  assert.deepEqual(await page.locator(".toast").allInnerTexts(), [], "nothing failed");
  assert.ok(await page.evaluate(() => document.activeElement.matches("tr[data-r] td")));
  assert.equal(state().anchorState, "stale");
  await ui.openPanel(page);
  await page.locator(".panel .item .badge", { hasText: "Stale" }).waitFor();
  p.consider("reanchor", p.thread("about the size").id, "--undo");
  await card.getByRole("button", { name: "Confirm location" }).click();
  await card.locator(".badge", { hasText: "Uncertain location" }).waitFor({ state: "detached" });
  assert.equal(state().method, "manual");
}
