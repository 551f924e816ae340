// The threads of other worktrees are in the list, by worktree, and are answered there. A thread that an agent works on says
// so, until it is released.
import assert from "node:assert/strict";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { plain, program, Project } from "../lib.mjs";

export default async function (t, ui) {
  const p = new Project({ "a.ts": "let a = 1;\nlet b = 2;\n" });
  p.write("a.ts", "let a = 2;\nlet b = 3;\n");
  const two = path.join(p.folder, "../two");
  p.git("worktree", "add", "-q", two, "-b", "two");
  const inTwo = (env, ...args) => {
    const { stdout } = spawnSync(program, [...args, "--json"], {
      cwd: two,
      encoding: "utf8",
      env: { ...plain, ...env },
    });
    return JSON.parse(stdout).data;
  };
  const { id } = p.consider("add", "a.ts:1", "-m", "In this worktree.").thread;
  inTwo({}, "add", "a.ts:2", "-m", "In the other worktree.", "--as", "human");
  inTwo({}, "add", "--review", "-m", "On all of the other.", "--as", "human");
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  await ui.settled(page);
  assert.equal(await page.locator("article.thread").count(), 1, "the diff has the threads of this worktree");
  assert.match(await page.locator(".panel-button").innerText(), /1/);
  if ((await page.locator(".panel-button").getAttribute("aria-pressed")) !== "true")
    await page.locator(".panel-button").click();
  await page.locator(".panel h3", { hasText: "Worktree two (2)" }).waitFor();
  const item = page.locator(".panel .item", { hasText: "In the other worktree." });
  await item.locator(".item-head").click();
  await item.getByRole("button", { name: "Reply…" }).click();
  await page.keyboard.insertText("Answered from here.");
  await page.keyboard.press("Control+Enter");
  await ui.until("the reply is stored", () => p.thread("In the other worktree.").thread.length === 1);
  assert.equal(p.thread("In the other worktree.").worktree, "two");
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
