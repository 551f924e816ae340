// V4: submit, and see the files; the agent has them, and an import gives the same threads; a second round.
import assert from "node:assert/strict";
import path from "node:path";
import { Project, someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const server = await t.serve(p);
  const page = await t.open(server);
  await ui.ready(page);
  await ui.comment(page, "src/server/handler.ts", 8, "Add error handling here.");
  await ui.comment(page, "src/server/handler.ts", 7, "The old call.", "old");
  await ui.file(page, "docs/guide.md").getByRole("button", { name: "Comment on file" }).click();
  await page.keyboard.insertText("This file repeats another.");
  await page.keyboard.press("Control+Enter");
  await ui.thread(page, "repeats another").waitFor();
  // A comment that is still being written is submitted too.
  await ui.number(page, "src/new/feature.ts", 2).click({ position: { x: 60, y: 8 } });
  await ui.form(page).waitFor();
  await page.keyboard.insertText("Still writing this.");
  await page.locator(".review-button").click();
  await page.locator("dialog[open]", { hasText: "4 comments will be sent, including 1 still being written" }).waitFor();
  await t.shot(page, "dialog");
  await page.keyboard.press("Escape");
  await page.evaluate(() => window.scrollTo(0, 500));
  await ui.submit(page, { note: "Nice progress, a few things.", verdict: "Request changes" });
  assert.ok((await ui.scrollTop(page)) > 300, "the reader stays");
  await t.shot(page, "submitted");

  // The result is small; the names of the files are folded.
  const done = page.locator(".submitted");
  assert.match(await done.innerText(), /^Review submitted: Request changes, 4 comments and a note\./);
  assert.ok((await done.boundingBox()).height < 90);
  assert.equal(await done.locator("button").count(), 2);
  await done.getByText("Saved files").click();
  const shown = await done.innerText();
  const md = /\S*comments_[0-9a-f]{8}\.md/.exec(shown)[0];
  const json = md.replace(/md$/, "json");
  assert.ok(shown.includes(json));
  await ui.until("the terminal names both", () => server.text.includes(`Wrote comments to ${json} and ${md}`));
  await page.getByRole("button", { name: "Copy for the agent" }).click();
  await ui.until("copied", async () => (await page.evaluate(() => navigator.clipboard.readText())).includes(md));
  const text = p.read(md);
  assert.match(text, /^# Code Review Comments\n/);
  assert.ok(text.indexOf("Nice progress") < text.indexOf("## docs/guide.md"));
  assert.match(text, /> \+ {4}log\.debug\(`fetched \$\{url\}`\);\n\nComment:\n\n> .*Add error handling here\./);
  const doc = JSON.parse(p.read(json));
  assert.equal(doc.globalComment, "Nice progress, a few things.");
  assert.deepEqual(doc.comments.map((c) => [c.file, c.startLine, c.endLine, c.side, c.body]).toSorted(), [
    ["docs/guide.md", null, null, "right", "This file repeats another."],
    ["src/new/feature.ts", 2, 2, "right", "Still writing this."],
    ["src/server/handler.ts", 7, 7, "left", "The old call."],
    ["src/server/handler.ts", 8, 8, "right", "Add error handling here."],
  ]);
  const threads = p.threads();
  assert.equal(threads.length, 5);
  assert.equal(await page.locator(".form").count(), 0, "the form that was sent is closed");
  assert.equal(p.git("status", "--porcelain", "--", ".consider"), "", "git does not see it");

  // Imported into another project: the same threads.
  const other = new Project(
    Object.fromEntries(["src/server/handler.ts", "docs/guide.md"].map((f) => [f, p.git("show", `HEAD:${f}`)])),
  );
  for (const f of ["src/server/handler.ts", "docs/guide.md", "src/new/feature.ts"]) other.write(f, p.read(f));
  other.consider("import", path.resolve(p.folder, json), "--as", "human");
  const key = (x) => [x.target, x.file ?? "", x.side ?? "", x.anchor?.startLine ?? 0, x.body].join("|");
  assert.deepEqual(other.threads().map(key).toSorted(), threads.map(key).toSorted());

  // A review without comments, and an approval without a word, are valid answers.
  await page.locator(".submitted").getByRole("button", { name: "Close" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.id), "main", "the keys stay with the diff");
  const first = p.agent("wait", "--timeout", "0", "--for", "any", "--since", p.consider("log").events.at(-1).cursor);
  await ui.submit(page, { verdict: "Approve" });
  const log = JSON.stringify(p.consider("log"));
  assert.match(log, /approve/);
  assert.ok(first.events.length > 0);
  const rounds = p.consider("checkpoint", "list").checkpoints.filter((c) => !c.auto);
  assert.equal(rounds.length, 2, "each submit ends a round");

  // An approval with words is a thread, and waits for nothing.
  await page.locator(".submitted").getByRole("button", { name: "Close" }).click();
  await ui.submit(page, { note: "Good.", verdict: "Approve" });
  await ui.until("stored", () => p.threads().length === 6);
  await page.getByRole("button", { name: "All threads, 5 open" }).waitFor();
  assert.equal(p.consider("summary").open, 5);

  // Only what changed since then.
  p.write("docs/guide.md", "# Guide\n\nChanged after the round.\n");
  const next = await t.serve(p, "--since", "last");
  const again = await t.open(next);
  await ui.ready(again);
  assert.deepEqual(
    await again.locator("section.file").evaluateAll((all) => all.map((f) => f.getAttribute("aria-label"))),
    ["docs/guide.md"],
  );
}
