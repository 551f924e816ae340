// For every state of the folder: the page works, or says what to do.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const text = (n) => Array.from({ length: n }, (_, i) => `line ${i + 1}\n`).join("");
  const files = (page) =>
    page.locator("section.file").evaluateAll((all) => all.map((f) => f.getAttribute("aria-label")));

  // Nothing changed: the page says so and what to do next; the first change appears by itself.
  const clean = new Project({ "a.txt": text(5) });
  const page = await t.open(await t.serve(clean));
  await page.locator(".blank.clean", { hasText: "Nothing has changed" }).waitFor();
  clean.write("a.txt", text(6));
  await ui.number(page, "a.txt", 6).waitFor();
  // So does a comparison with a round.
  clean.consider("checkpoint", "create", "first");
  const since = await t.open(await t.serve(clean, "--since", "last"));
  await since.locator(".blank.clean", { hasText: "Nothing to review (Changes since first)." }).waitFor();

  // No commit yet: every file is new.
  const young = new Project({ "a.txt": text(3), "staged.txt": text(2) }, { commit: false });
  young.git("add", "staged.txt");
  const first = await t.open(await t.serve(young));
  await ui.ready(first);
  assert.deepEqual(await files(first), ["a.txt", "staged.txt"]);
  await ui.comment(first, "a.txt", 2, "Even here.");
  await ui.submit(first);
  assert.equal(young.threads().length, 1);
  assert.match(young.git("status", "--porcelain"), /^A {2}staged\.txt\n\?\? a\.txt\n$/);

  // Not a repository: the page says so.
  const none = new Project({ "a.txt": text(3) }, { git: false });
  const bare = await t.open(await t.serve(none));
  await bare.locator(".blank.no_git", { hasText: "not a git repository" }).waitFor();
  await t.shot(bare, "no-git");
  await bare.getByRole("button", { name: "Copy consider add FILE:LINE -m TEXT" }).click();
  await ui.until("the command is copied", () =>
    bare.evaluate(async () => (await navigator.clipboard.readText()) === "consider add FILE:LINE -m TEXT"),
  );

  // Detached HEAD, a merge in progress, a linked worktree, a sparse checkout.
  const p = new Project({ "a.txt": text(9), "b/c.txt": text(3), "d/e.txt": text(3) });
  p.write("a.txt", text(9).replace("line 5", "ours"));
  p.commit("ours");
  p.git("checkout", "-q", "-b", "side", "HEAD~1");
  p.write("a.txt", text(9).replace("line 5", "theirs"));
  p.commit("theirs");
  p.git("checkout", "-q", "--detach", "main");
  p.write("b/c.txt", text(4));
  const detached = await t.open(await t.serve(p));
  await ui.ready(detached);
  assert.deepEqual(await files(detached), ["b/c.txt"]);
  p.git("checkout", "-q", "b/c.txt");
  try {
    p.git("merge", "side");
  } catch {}
  const merging = await t.open(await t.serve(p));
  await ui.ready(merging);
  assert.deepEqual(await files(merging), ["a.txt"]);
  assert.match(await ui.file(merging, "a.txt").innerText(), /<<<<<<< HEAD/);
  await t.shot(merging, "merging");
  p.git("merge", "--abort");
  const linked = path.join(path.dirname(p.folder), "linked");
  p.git("worktree", "add", "-q", linked, "side");
  fs.writeFileSync(path.join(linked, "d/e.txt"), text(4));
  const tree = Object.assign(Object.create(Project.prototype), { folder: linked });
  const other = await t.open(await t.serve(tree));
  await ui.ready(other);
  assert.deepEqual(await files(other), ["d/e.txt"]);
  p.git("sparse-checkout", "set", "b");
  p.write("b/c.txt", text(5));
  const sparse = await t.open(await t.serve(p));
  await ui.ready(sparse);
  assert.deepEqual(await files(sparse), ["b/c.txt"], "what is not checked out is not deleted");
}
