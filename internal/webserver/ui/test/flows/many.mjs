// A thousand files and more: the size of the page does not grow with them, and each can be reached.
import assert from "node:assert/strict";
import { many } from "../changes.mjs";

const files = 3500;
const grouped = files.toLocaleString("en");

export default async function (t, ui) {
  const p = many(files);
  const page = await t.open(await t.serve(p, "--range", "HEAD~1..HEAD"));
  await ui.ready(page);
  assert.ok((await page.locator(".top .scope").innerText()).includes(`${grouped} files`));
  await ui.accessible(page, `${grouped} files`);
  const nodes = () => page.evaluate(() => document.getElementsByTagName("*").length);
  const leaf = page.locator(".tree .leaf");
  await leaf.first().waitFor();
  let most = await nodes();
  for (let i = 0; i < 15; i++) {
    await page.mouse.move(700, 500);
    await ui.wheel(page, 3000);
    most = Math.max(most, await nodes());
    if (i === 9) await ui.accessible(page, `${grouped} files, scrolled ${i + 1} times`);
  }
  await t.shot(page, "scrolled");
  await page.emulateMedia({ colorScheme: "dark" });
  await ui.accessible(page, `${grouped} files, dark`);
  await t.shot(page, "scrolled-dark");
  t.say(`${most} nodes at most`);
  assert.ok(most < 8000, `${most} nodes`);
  assert.ok((await leaf.count()) < 120, "the tree has the rows of the screen only");

  // The tree, the diff and the keys have one order: the last leaf is the last file.
  const list = page.locator(".tree-list");
  await list.locator('[tabindex="0"]').focus();
  await page.keyboard.press("End");
  const title = await page.locator(".tree .leaf:focus").getAttribute("title");
  const name = title.replace(/: .*/, "");
  await page.keyboard.press("Enter");
  await ui.file(page, name).locator("tr[data-r]").first().waitFor();
  await ui.until("it is on the screen", () =>
    ui.file(page, name).evaluate((e) => Math.abs(e.getBoundingClientRect().top) < window.innerHeight),
  );
  assert.equal(
    await page.locator("section.file").last().getAttribute("aria-label"),
    name,
    "no file is below the last one of the tree",
  );
  await t.shot(page, "last");

  // The filter and the buttons below it.
  await page.locator(".tree input").fill(`unit${files - 1}.`);
  await ui.until("one leaf", async () => (await leaf.count()) === 1);
  await page.locator(".tree input").press("Enter");
  await page
    .locator(`section.file[aria-label*="unit${files - 1}."] tr[data-r]`)
    .first()
    .waitFor();
  await page.keyboard.press("x");
  await page.locator(".leaf.viewed").waitFor();
  await page.getByRole("button", { name: "Unviewed" }).click();
  await page.locator(".tree .none:visible").waitFor();
  await page.locator(".tree input").fill("");
  await ui.settled(page);
  assert.ok((await page.locator(".tree-rows").evaluate((e) => e.clientHeight)) > (files - 1) * 28);

  // A comment on a file far away appears when the person goes there.
  const far = "src/area0/part0/unit0.ts";
  const thread = p.consider("add", far, "-m", "Far from here.");
  assert.ok(thread);
  await ui.openPanel(page);
  await page.locator(".item-head", { hasText: "Far from here." }).click();
  await ui.thread(page, "Far from here.").last().waitFor();
}
