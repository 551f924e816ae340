// An answer counts as read once it was unfolded on the screen, and not before.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function unread(t) {
  const lines = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`);
  const project = t.project({ "a.txt": lines.join("\n") + "\n", "b.txt": "one\n" });
  // More threads than are unfolded automatically.
  const ids = lines
    .slice(0, 14)
    .map((_, i) => project.consider("add", `a.txt:${2 * i + 2}`, "-m", `remark ${i}.`).thread.id);
  project.agent("reply", ids[2], "-m", "the early answer");
  const page = await t.open(project.folder);
  const status = (text) => page.locator(".statusbar-item .statusbar-item-label", { hasText: text });
  const badge = page.locator('.activitybar .action-item:has([aria-label*="Consider"]) .badge-content');
  await status("14 1").waitFor();
  await ui.says(badge, /^\s*1\s*$/); // the badge is drawn after the status bar
  await ui.openFile(page, "a.txt");
  await page.locator(".comment-range-glyph.comment-thread-unresolved").first().waitFor();
  await ui.settled(page);
  assert.equal(await page.locator(".review-widget:visible").count(), 0, "all are folded");
  await t.shot(page, "folded");

  // An answer in the open file unfolds its thread; the threads beside it stay as they are.
  project.agent("reply", ids[0], "-m", "the late answer");
  await page.locator(".review-comment", { hasText: "the late answer" }).waitFor();
  await ui.counts(page.locator(".review-widget:visible"), 1);
  await t.shot(page, "unfolded");
  const isUnread = (id) => project.list().find((thread) => thread.id === id).unread === true;
  await until("it was read", () => !isUnread(ids[0]));
  assert.ok(isUnread(ids[2]), "what was folded the whole time was not");
  await status("14 1").waitFor();

  // The other one counts when it is unfolded by a click.
  await ui.command(page, "Comments: Expand All Comments");
  await page.locator(".review-comment", { hasText: "the early answer" }).waitFor();
  await status(/14$/).waitFor();
  await badge.waitFor({ state: "hidden" });
  await t.shot(page, "read");
}
