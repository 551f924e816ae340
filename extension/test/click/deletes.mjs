// The words of one reply are deleted, and Undo restores them; if it cannot, it says so. An agent's replies and the first
// message have no such button. In messages, an agent's words are no links.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function deletes(t) {
  const project = t.project({ "a.txt": "one\ntwo\nthree\n" });
  const { id } = project.consider("add", "a.txt:2", "-m", "why two?").thread;
  project.agent("reply", id, "-m", "as it was");
  project.consider("reply", id, "-m", "said in haste");
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  const comment = (words) => page.locator(".review-comment", { hasText: words });
  const trash = (words) => comment(words).locator('.comment-title [aria-label^="Delete Comment"]');
  await comment("said in haste").hover();
  await trash("said in haste").waitFor();
  assert.equal(await trash("why two?").count(), 0);
  assert.equal(await trash("as it was").count(), 0);
  await t.shot(page, "button");
  await trash("said in haste").click();
  await comment("(comment deleted)").waitFor();
  await ui.counts(comment("said in haste"), 0);
  await trash("(comment deleted)").waitFor({ state: "detached" }); // VS Code draws the words first, then the buttons
  await t.shot(page, "deleted");
  await ui.toast(page, "comment deleted", "Undo");
  await comment("said in haste").waitFor();
  await until("it is stored", () => project.thread("why two?").thread.at(-1).deletedAt === undefined);
  assert.deepEqual(
    project.thread("why two?").thread.map((r) => r.body),
    ["as it was", "said in haste"],
  );

  // Another undo was faster. What cannot be restored is said.
  await comment("said in haste").hover();
  await trash("said in haste").click();
  await comment("(comment deleted)").waitFor();
  project.consider("delete", id);
  await ui.toast(page, "comment deleted", "Undo");
  await ui.toast(page, "undo: ");
  await t.shot(page, "not-restored");

  // VS Code makes links of what looks like one in a message, even links that run commands.
  project.agent("add", "a.txt:1", "-m", "[see](command:workbench.action.closeWindow) it");
  await ui.button(ui.widget(page, "see it"), "Delete Thread").click();
  const said = await ui.toast(page, "closeWindow");
  await t.shot(page, "no-link");
  assert.equal(await said.locator("a[href], a.monaco-link, .notification-list-item-message a").count(), 0);
}
