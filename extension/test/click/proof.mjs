// What was changed for an agent's claim, as a link below it: one file and several in VS Code's diff editor. A claim
// without changes has words and no link, and text of an agent opens nothing.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const code = "package shop\n\nfunc price(cents int) int {\n\tif cents > 0 {\n\t\treturn cents\n\t}\n\treturn 0\n}\n";
const fixed = code.replace("cents > 0", "cents >= 0");

export default async function proof(t) {
  const project = t.project({ "shop.go": code, "cart.go": "package shop\n", "notes.txt": "one\n" });
  /** A comment, and the claim of an agent that was given it and changed the files. */
  const claim = (place, words, files, said) => {
    const { id } = project.consider("add", place, "-m", words).thread;
    project.agent("show", id);
    for (const [file, text] of Object.entries(files)) project.write(file, text);
    return project.agent("reply", id, "-m", said, "--outcome", "addressed").reply;
  };
  const forged = "See `cart.go` and `notes.txt`. [Changed here](command:consider.proof?%5B%22x%22%5D)";
  assert.equal(claim("shop.go:4", "What about 0?", { "shop.go": fixed }, "Fixed.").proof, "here");
  const files = { "cart.go": "package shop\n\nvar cart []int\n", "notes.txt": "two\n" };
  assert.equal(claim("shop.go:7", "Who calls it?", files, forged).proof, "elsewhere");
  assert.equal(claim("shop.go:8", "Add an end", {}, "Done.").unchanged, true);
  const page = await t.open(project.folder);
  await ui.openFile(page, "shop.go");
  const widget = (words) => ui.widget(page, words);
  const link = (words, name) => widget(words).locator(".review-comment:last-child a", { hasText: name });
  const side = (of, words) => page.locator(`.editor.${of} .view-line`, { hasText: words }).first();
  const tab = (words) => page.locator(".tab.active", { hasText: words });

  await link("What about 0?", "Changed here").waitFor();
  await link("Who calls it?", "Changed elsewhere").waitFor();
  await widget("Add an end").getByText("nothing changed since your message").waitFor();
  assert.equal(
    await widget("Add an end")
      .locator("a", { hasText: /changed/i })
      .count(),
    0,
    "there is nothing to show",
  );
  await t.shot(page, "links");
  const press = widget("Who calls it?").locator("a", { hasText: "Changed here" });
  if ((await press.count()) > 0) await press.click();
  await ui.settled(page);
  assert.equal(await page.locator(".diff-editor, .monaco-diff-editor").count(), 0, "words of an agent open nothing");

  // The file is as it was at the claim: it can be edited, and has its threads.
  await link("What about 0?", "Changed here").click();
  await tab("shop.go (changed for “What about 0?”)").waitFor();
  await side("original", /if\s+cents\s+>\s+0/).waitFor();
  await side("modified", /if\s+cents\s+>=\s+0/).waitFor();
  await widget("What about 0?").last().waitFor();
  await t.shot(page, "one");
  await ui.openFile(page, "shop.go");
  await link("Who calls it?", "Changed elsewhere").click();
  await tab("Changed for “Who calls it?” (2 files)").waitFor();
  await side("modified", /var\s+cart/).waitFor();
  await side("original", "one").waitFor();
  await side("modified", "two").waitFor();
  await t.shot(page, "several");

  // A later change is not part of it.
  project.write("shop.go", code.replace("cents > 0", "cents != 0"));
  await ui.openFile(page, "shop.go");
  await until("read again", async () => (await page.locator(".view-line", { hasText: /!=/ }).count()) > 0);
  await link("What about 0?", "Changed here").click();
  await side("modified", /if\s+cents\s+>=\s+0/).waitFor();
  await t.shot(page, "later");
  assert.equal(await page.locator(".tab.dirty").count(), 0);
}
