// A file over 8 MiB is said not to be compared, and takes a comment.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const big = "one line of a file that is too large to be compared\n".repeat(180_000);
  const p = new Project({ "big.txt": big, "a.txt": "one\n" });
  p.write("big.txt", `changed\n${big}`);
  p.write("a.txt", "two\n");
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  const section = ui.file(page, "big.txt");
  assert.equal(await section.locator(".stat").innerText(), "not compared (9.4 MB)");
  assert.match(await section.innerText(), /Not compared: the file is 9\.4 MB.*git diff -- big\.txt/s);
  assert.equal(await section.getByRole("button", { name: "Load diff" }).count(), 0);
  assert.match(await page.locator(".top .scope").innerText(), /2 files \+1 −1, 1 file not compared$/);
  await page.keyboard.press("/");
  await page.keyboard.type("changed");
  await ui.until("the search says so", async () =>
    (await page.locator(".search [role=status]").innerText()).endsWith("0 matches, 1 file not compared"),
  );
  await page.keyboard.press("Escape");
  await section
    .getByRole("button", { name: /comment on/i })
    .first()
    .click();
  await ui.form(page).waitFor();
  await page.keyboard.insertText("Why so large?");
  await page.keyboard.press("Control+Enter");
  await t.shot(page, "not-compared");
  await ui.submit(page);
  assert.equal(p.thread("Why so large?").file, "big.txt");
  await opened(t, ui);
}

/** A folded file that is opened is not drawn whole either, and the page stays light. */
async function opened(t, ui) {
  const text = (word) => Array.from({ length: 5_000 }, (_, i) => `${word} ${i}`).join("\n") + "\n";
  const p = new Project({ "f.txt": text("old"), "other.ts": "const a = 1;\n" });
  p.write("f.txt", text("new"));
  p.write("other.ts", "const a = 2;\n");
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  const section = ui.file(page, "f.txt");
  await section.getByRole("button", { name: "Load diff" }).click();
  await section.locator("td", { hasText: "old 0" }).first().waitFor();
  // Ctrl+F draws a small diff whole, a part in each pause of the browser; this gives it 200 pauses.
  await page.keyboard.press("Control+f");
  const n = await page.evaluate(async () => {
    for (let i = 0; i < 200; i++) await new Promise((go) => window.requestIdleCallback(go, { timeout: 500 }));
    return document.getElementsByTagName("*").length;
  });
  t.say(`nodes with an opened file of 5,000 changed lines: ${n}`);
  assert.ok(n <= 15_000, `${n} nodes`);
  await page.keyboard.press("End");
  await section.locator("td", { hasText: "new 4999" }).first().waitFor();
  await t.shot(page, "opened");
}
