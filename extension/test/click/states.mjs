// Resolve, reopen, edit, delete, and the toggles that apply to the tree, the editor and the Comments panel.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function states(t) {
  const project = t.project({ "a.txt": "one\ntwo\nthree\nfour\nfive\nsix\n", "b.txt": "alpha\nbeta\ngamma\n" });
  const human = (...args) => project.consider("add", ...args, "--as", "human");
  human("a.txt:2", "-m", "first remark", "-l", "style");
  human("a.txt:5", "-m", "second remark <b>no html</b> ![x](https://example.invalid/i.png)");
  human("b.txt:2", "-m", "about beta", "-l", "bug");
  project.write("b.txt", "nothing\nof\nit\nis left\n");
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  const first = ui.widget(page, "first remark");
  await first.waitFor();
  const second = ui.widget(page, "second remark");
  await ui.says(second, /no html/);
  assert.equal(await second.locator(".comment-body b, .comment-body img").count(), 0, "neither HTML nor pictures");

  // Edit, with cancel and with save.
  const edit = async (text) => {
    await first.locator(".review-comment").first().hover();
    await first.locator('.review-comment .action-label[aria-label^="Edit"]').first().click();
    const form = first.locator(".edit-container .monaco-editor").first();
    await form.click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text);
  };
  await edit("thrown away");
  await first.locator(".edit-container .monaco-button", { hasText: "Cancel" }).click();
  await until("the old words are back", async () => /first remark/.test(await first.innerText().catch(() => "")));
  await edit("first remark, edited");
  await t.shot(page, "edit");
  await first.locator(".edit-container .monaco-button", { hasText: "Save" }).click();
  await until("edited in the store", () => project.list().some((x) => x.body === "first remark, edited"));
  await page.locator(".review-comment", { hasText: "edited" }).first().waitFor();

  // An edit made elsewhere while the form is open is reported, and replaced only when Save is pressed again.
  await edit("first remark, edited here");
  project.consider("edit", project.thread("first remark").id, "-m", "first remark, edited elsewhere");
  const save = first.locator(".edit-container .monaco-button", { hasText: "Save" });
  await save.click();
  await page
    .locator(".notifications-toasts .notification-list-item", {
      hasText: "edited in the meantime: first remark, edited elsewhere",
    })
    .waitFor();
  await t.shot(page, "edited-elsewhere");
  assert.equal(project.thread("first remark").body, "first remark, edited elsewhere");
  const kept = first.locator(".edit-container .view-line").first();
  await ui.says(kept, /first.remark,.edited.here/);
  await save.click();
  await until("saved again", () => project.thread("first remark").body === "first remark, edited here");

  // Resolve folds it; a resolved thread says so and can be opened again.
  await ui.button(first, "Resolve").click();
  await until("resolved in the store", () => project.thread("first remark").workflowState === "resolved");
  await first.waitFor({ state: "hidden" });
  await ui.command(page, "Consider: Show All Comments");
  await ui.rows(page, "first remark").waitFor();
  await t.shot(page, "tree");
  await ui.says(ui.rows(page, "about beta"), /stale/);
  await ui.openRow(page, "first remark");
  await ui.says(first, /Resolved/);
  await t.shot(page, "resolved");
  await ui.button(first, "Reopen").click();
  await until("open again", () => project.thread("first remark").workflowState === "open");
  await ui.button(first, "Resolve").click();
  await until("resolved again", () => project.thread("first remark").workflowState === "resolved");

  // The toggles.
  const panel = (text) => page.locator(".comments-panel .monaco-list-row", { hasText: text });
  await ui.command(page, "Comments: Focus on Comments View");
  await panel("second remark").first().waitFor();
  await panel("first remark").first().waitFor();
  await t.shot(page, "panel");
  await ui.command(page, "Consider: Hide Resolved Threads");
  await ui.rows(page, "first remark").waitFor({ state: "detached" });
  await panel("first remark").first().waitFor({ state: "detached" });
  await until("no mark", async () => String(await ui.markedLines(page)) === "5");
  await ui.command(page, "Consider: Hide Stale Threads");
  await ui.rows(page, "about beta").waitFor({ state: "detached" });
  await panel("about beta").first().waitFor({ state: "detached" });
  await t.shot(page, "hidden");
  await ui.command(page, "Consider: Show Resolved Threads");
  await ui.rows(page, "first remark").waitFor();
  await until("both marks", async () => String(await ui.markedLines(page)) === "2,5");
  await ui.command(page, "Consider: Clear Filter");
  await ui.rows(page, "about beta").waitFor();
  await ui.command(page, "Consider: Filter by Label");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "style" }).click();
  await ui.rows(page, "second remark").waitFor({ state: "detached" });
  await ui.command(page, "Consider: Clear Filter");

  // Delete does not ask first, as it can be undone.
  await ui.rows(page, "second remark").waitFor();
  await second.waitFor();
  await ui.button(second, "Delete Thread").click();
  await t.shot(page, "delete");
  await until("deleted", () => !project.list().some((x) => /second remark/.test(x.body)));
  await ui.toast(page, "deleted", "Undo");
  await project.waitFor("second remark");
}
