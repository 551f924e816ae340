// The page is reloaded after a comment or a reply was stored, and before it heard of that: the words do not come back
// into a form, from which they would be sent twice.
import assert from "node:assert/strict";
import fs from "node:fs";
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const p = new Project({ "a.ts": "let a = 1;\nlet b = 2;\n" });
  p.write("a.ts", "let a = 2;\nlet b = 3;\n");
  const { id } = p.consider("add", "a.ts:2", "-m", "As it was.").thread;
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  const card = page.locator(`#t-${id}`);
  const forms = () => page.locator("article.thread textarea, .form textarea").count();

  /** Sends what is typed, and reloads the page once the server has it, while the page does not know that. */
  const sendAndReload = async (verb, keys) => {
    const sent = await ui.hold(page, `**/api/${verb}?*`);
    await page.keyboard.press(keys);
    await sent.asked;
    await page.reload();
    sent.go();
    await ui.ready(page);
    await ui.settled(page);
  };
  await card.getByRole("button", { name: "Reply…" }).click();
  await page.keyboard.insertText("A reply.");
  await ui.kept(page, "A reply.");
  await sendAndReload("reply", "Control+Enter");
  assert.equal(await forms(), 0, "the reply is in a form again");
  assert.deepEqual(
    p.threads()[0].thread.map((r) => r.body),
    ["A reply."],
  );
  // Its draft is deleted, so that it does not come back when the reply is edited.
  await ui.until("the draft is deleted", () => fs.readdirSync(p.path(".consider/private/drafts")).length === 0);

  // Nor if it was closed before it heard that the server has the draft.
  await card.getByRole("button", { name: "Reply…" }).click();
  const saved = await ui.hold(page, "**/api/drafts/reply*");
  await page.keyboard.insertText("A second.");
  await saved.asked;
  await sendAndReload("reply", "Control+Enter");
  for (let i = 0; i < 2; i++) {
    assert.equal(await forms(), 0, "the second reply is in a form again");
    await ui.until("its draft is deleted", () => fs.readdirSync(p.path(".consider/private/drafts")).length === 0);
    await page.reload();
    await ui.ready(page);
    await ui.settled(page);
  }

  await ui.number(page, "a.ts", 1).click({ position: { x: 10, y: 8 } });
  await ui.form(page).waitFor();
  await page.keyboard.insertText("A comment.");
  await ui.kept(page, "A comment.");
  await sendAndReload("add", "Control+Shift+Enter");
  assert.equal(await forms(), 0, "the comment is in a form again");
  assert.equal(p.threads().filter((thread) => thread.body === "A comment.").length, 1);

  // A reply after it is another one, from a form of its own.
  await card.getByRole("button", { name: "Reply…" }).click();
  await page.keyboard.insertText("A reply.");
  await page.keyboard.press("Control+Enter");
  await ui.until("both replies are stored", () => p.threads().find((x) => x.id === id)?.thread.length === 3);
}
