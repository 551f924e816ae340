// Two folders in one window, each with a store of its own, or of one project; one of two folders is not there; a window
// of a project's subfolder.
import assert from "node:assert/strict";
import path from "node:path";
import fs from "node:fs";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function roots(t) {
  await two(t);
  await missing(t);
  await below(t);
  await packages(t);
}

async function two(t) {
  const shop = t.project({ "shop.txt": "one\ntwo\nthree\n", "same.txt": "a\nb\n" }, "shop");
  const bank = t.project({ "bank.txt": "red\ngreen\nblue\n", "same.txt": "a\nb\n" }, "bank");
  shop.consider("add", "same.txt:1", "-m", "said in the shop", "--as", "human");
  bank.consider("add", "same.txt:2", "-m", "said in the bank", "--as", "human");
  const both = path.join(path.dirname(shop.folder), "both.code-workspace");
  fs.writeFileSync(both, JSON.stringify({ folders: [{ path: shop.folder }, { path: bank.folder }] }));

  const page = await t.open(both);
  await ui.command(page, "Consider: Show All Comments");
  await ui.rows(page, "said in the shop").waitFor();
  await ui.rows(page, "said in the bank").waitFor();
  const files = (await ui.rows(page, "same.txt").allInnerTexts()).join(" ");
  assert.match(files, /shop/);
  assert.match(files, /bank/);
  await ui.openRow(page, "said in the bank");
  await ui.widget(page, "said in the bank").waitFor();
  assert.equal(await ui.widget(page, "said in the shop").count(), 0, "the file of the same name has its own");

  // A comment on a file goes to its folder's store.
  await ui.openFile(page, "bank.txt");
  await ui.clickPlus(page, 2);
  await ui.writeComment(page, ui.freshForm(page), "why green?", "Add Comment");
  const thread = await bank.waitFor("why green?");
  assert.equal(thread.file, "bank.txt");
  assert.equal(shop.list().length, 1);
  await ui.rows(page, "why green?").waitFor();
  await page.locator(".statusbar-item", { hasText: /\b3\b/ }).first().waitFor();
  await t.shot(page, "both");

  // A command without a place applies to the editor's folder; without an editor it asks.
  await ui.command(page, "Consider: Create Checkpoint");
  await ui.answer(page, "of-the-bank");
  await until("in the bank", () => bank.consider("checkpoint", "list").checkpoints.length === 1);
  await ui.command(page, "View: Close All Editors");
  await page.locator(".editor-group-container .tab").first().waitFor({ state: "detached" });
  await ui.command(page, "Consider: Create Checkpoint");
  await ui.choose(page, "shop");
  await ui.answer(page, "of-the-shop");
  await until("in the shop", () => shop.consider("checkpoint", "list").checkpoints[0]?.name === "of-the-shop");
  assert.equal(bank.consider("checkpoint", "list").checkpoints.length, 1);
}

/** A folder that is gone from the disk is named, and the other one works in full. */
async function missing(t) {
  const text = "the first\nthe second of the words\nthe third\nthe fourth\n";
  const shop = t.project({ "shop.txt": text }, "shop");
  shop.consider("add", "shop.txt:2", "-m", "said in the shop");
  shop.write("shop.txt", text.replace("of the words", "of all the words"));
  const nowhere = path.join(path.dirname(shop.folder), "nowhere");
  const both = path.join(path.dirname(shop.folder), "both.code-workspace");
  fs.writeFileSync(both, JSON.stringify({ folders: [{ path: shop.folder }, { path: nowhere }] }));

  const page = await t.open(both);
  const toast = await ui.toast(page, "Consider cannot start");
  await ui.says(toast, /folder .*nowhere.* does not exist/);
  await t.shot(page, "missing");
  await ui.openFile(page, "shop.txt");
  await ui.button(ui.widget(page, "said in the shop"), "Compare with Original Code").click();
  const original = page.locator(".monaco-diff-editor .editor.original .view-lines");
  await original.locator(".view-line", { hasText: /second.of.the/ }).waitFor();
  await t.shot(page, "missing-compared");
}

/** Paths in messages are those of the project, also when a folder in it is opened. */
async function below(t) {
  const project = t.project({ "note.txt": "a\nb\n", "sub/note.txt": "c\nd\n", "sub/code.txt": "one\ntwo\n" });
  project.consider("add", "sub/code.txt:2", "-m", "As note.txt:2 says, and sub/note.txt:1.");
  const page = await t.open(project.path("sub"));
  await ui.openFile(page, "code.txt");
  const widget = ui.widget(page, "says");
  await widget.waitFor();
  await t.shot(page, "below");
  const links = widget.locator(".comment-body a");
  const to = await links.evaluateAll((all) => all.map((a) => a.dataset.href ?? a.href));
  assert.deepEqual(
    to.map((href) => href.slice(href.indexOf(project.folder) + project.folder.length)),
    ["/note.txt#L2", "/sub/note.txt#L1"],
  );
}

/** Two folders of one project are one project: nothing is there twice, and nothing goes with one of them. */
async function packages(t) {
  const project = t.project({ "front/page.txt": "one\ntwo\n", "back/data.txt": "red\ngreen\n" });
  project.consider("add", "front/page.txt:2", "-m", "said in front", "--as", "human");
  const both = path.join(path.dirname(project.folder), "packages.code-workspace");
  const open = (...names) =>
    fs.writeFileSync(both, JSON.stringify({ folders: names.map((n) => ({ path: project.path(n) })) }));
  open("front", "back");

  const page = await t.open(both);
  await ui.command(page, "Consider: Show All Comments");
  await ui.openFile(page, "data.txt");
  const most = await ui.mostAtOnce(page, "why red?");
  await ui.clickPlus(page, 1);
  await ui.writeComment(page, ui.freshForm(page), "why red?", "Add Comment");
  await project.waitFor("why red?");
  await ui.rows(page, "why red?").first().waitFor();
  await page.locator(".statusbar-item", { hasText: /\b2\b/ }).first().waitFor();
  for (const words of ["said in front", "why red?"]) await ui.counts(ui.rows(page, words), 1);
  assert.equal(await most(), 1, "the comment is never drawn twice");
  await ui.openFile(page, "page.txt");
  await ui.widget(page, "said in front").waitFor();
  await ui.counts(ui.widget(page, "said in front"), 1);
  await t.shot(page, "packages");

  // The first folder of a window cannot be closed without a restart of all extensions, the others can.
  for (const [left, gone] of [
    ["front", "back"],
    ["back", "front"],
  ]) {
    open(left);
    await ui.command(page, "View: Show Explorer");
    await page.locator(".explorer-folders-view .monaco-list-row", { hasText: gone }).waitFor({ state: "detached" });
    await ui.command(page, "Consider: Show All Comments");
    for (const words of ["said in front", "why red?"]) await ui.rows(page, words).waitFor();
  }
}
