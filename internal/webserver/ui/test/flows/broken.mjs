// When git fails, the page does not show an empty diff: it shows git's message, keeps what was written, and recovers by
// itself.
import assert from "node:assert/strict";
import fs from "node:fs";
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const text = (n) => Array.from({ length: n }, (_, i) => `line ${i + 1} of a file\n`).join("");
  const p = new Project({ "a.txt": text(30), "b.txt": text(5) });
  p.write("b.txt", text(6));
  p.consider("add", "b.txt:6", "-m", "Said before.");
  const index = p.path(".git/index");
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  await ui.comment(page, "b.txt", 4, "Not sent yet.");
  await ui.kept(page, "Not sent yet.", "kept-");

  // The diff on the page stays, and the page says that it is the last one.
  fs.renameSync(index, `${index}.kept`);
  fs.writeFileSync(index, "broken\n");
  await page.locator(".bar", { hasText: "index file smaller than expected" }).waitFor();
  await ui.thread(page, "Not sent yet.").waitFor();
  await t.shot(page, "index-bar");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.locator(".blank.failed", { hasText: "index file smaller than expected" }).waitFor();
  await page.locator(".blank.failed .hints code", { hasText: /^rm .* && git reset$/ }).waitFor();
  assert.equal(await page.locator("section.file").count(), 0, "no file is shown as new");
  assert.equal(await page.getByRole("button", { name: "Submit review" }).filter({ visible: true }).count(), 0);
  await t.shot(page, "index-page");

  // A page that is opened now says so too; it recovers when git does.
  const other = await t.open(await t.serve(p));
  await other.locator(".blank.failed", { hasText: "fatal:" }).waitFor();
  await t.shot(other, "index-opened");
  fs.renameSync(`${index}.kept`, index);
  for (const one of [page, other]) {
    await ui.number(one, "b.txt", 6).waitFor();
    await ui.thread(one, "Not sent yet.").waitFor();
    await ui.thread(one, "Said before.").waitFor();
  }
  assert.equal(p.threads().length, 1, "nothing was submitted");

  // Without the blob git cannot compare: the renamed file is shown as two, and the bar says why.
  p.git("mv", "a.txt", "moved.txt");
  p.write("moved.txt", text(31));
  const id = p.git("rev-parse", "HEAD:a.txt").trim();
  fs.unlinkSync(p.path(`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`));
  const lacking = await t.open(await t.serve(p));
  await lacking.locator(".bar", { hasText: `no such object: blob ${id}` }).waitFor();
  await lacking.locator(".bar", { hasText: "renamed" }).waitFor();
  const bar = await lacking.locator(".bar", { hasText: "renamed" }).innerText();
  assert.equal(bar.split(id).length, 2, `said once: ${bar}`);
  assert.equal(await ui.file(lacking, "a.txt").getByText("The file is empty").count(), 0, "it was not read");
  await t.shot(lacking, "blob");
}
