// The threads of other worktrees are in the list, by worktree, and are answered there. A thread that an agent works on says
// so, until it is released.
import assert from "node:assert/strict";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { plain, program, Project } from "../lib.mjs";

export default async function (t, ui) {
  const p = new Project({ "a.ts": "let a = 1;\nlet b = 2;\n" });
  p.write("a.ts", "let a = 2;\nlet b = 3;\n");
  for (const name of ["two", "three"]) p.git("worktree", "add", "-q", path.join(p.folder, "..", name), "-b", name);
  const add = (name, ...args) =>
    spawnSync(program, ["add", ...args, "--as", "human"], { cwd: path.join(p.folder, "..", name), env: plain });
  const { id } = p.consider("add", "a.ts:1", "-m", "In this worktree.").thread;
  add("two", "a.ts:2", "-m", "In the second worktree.");
  add("two", "--review", "-m", "On all of the second.");
  add("three", "a.ts:2", "-m", "In the third worktree.");
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  await ui.settled(page);
  assert.equal(await page.locator("article.thread").count(), 1, "the diff has the threads of this worktree");
  assert.match(await page.locator(".panel-button").innerText(), /1/);
  if ((await page.locator(".panel-button").getAttribute("aria-pressed")) !== "true")
    await page.locator(".panel-button").click();
  await page.locator(".panel h3", { hasText: "Worktree two (2)" }).waitFor();
  for (const [name, words] of [
    ["", "In this worktree."],
    ["two", "In the second worktree."],
    ["three", "In the third worktree."],
  ]) {
    const item = page.locator(".panel .item", { hasText: words });
    await item.locator(".item-head").click();
    const thread = name === "" ? page.locator(`#t-${id}`) : item;
    await thread.getByRole("button", { name: "Reply…" }).click();
    await page.keyboard.insertText("Answered from here.");
    await page.keyboard.press("Control+Enter");
    await ui.until("the reply is stored", () => p.thread(words).thread.length === 1);
    assert.equal(p.thread(words).worktree ?? "", name);
  }
  await ui.accessible(page, "worktrees");
  await t.shot(page, "worktrees");

  p.run({ CLAUDE_CODE_SESSION_ID: "one" }, ["show", "--take", id]);
  const receipt = page.locator(`#t-${id} .receipt`);
  await ui.until("it is in progress", async () =>
    (await receipt.allInnerTexts()).join().includes("claude-code is working on it"),
  );
  await t.shot(page, "in progress");
  await receipt.getByRole("button", { name: "Release" }).click();
  await ui.until("it is released", async () =>
    (await receipt.allInnerTexts()).join().startsWith("Read by claude-code"),
  );
}
