// Two folders in one window, each with a store of its own.
import assert from "node:assert/strict";
import path from "node:path";
import fs from "node:fs";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function roots(t) {
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
