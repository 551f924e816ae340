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
}
