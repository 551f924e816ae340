// axe finds nothing serious in any state, light and dark; the page is usable when narrow and zoomed.
import assert from "node:assert/strict";
import { Project, someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  p.consider("add", "src/server/handler.ts:8-9", "-m", "Look **here**.\n\n```suggestion\nx\n```");
  p.consider("add", "src/server/handler.ts:21", "-m", "Resolved one.");
  p.consider("resolve", p.thread("Resolved").id, "--as", "human");
  p.consider("add", "docs/guide.md", "-m", "On the file.");
  p.consider("add", "src/new/feature.ts:2", "-m", "Will be lost.");
  p.consider("add", "--review", "-m", "On all.");
  p.agent("reply", p.thread("Look").id, "-m", "Done.", "--outcome", "addressed");
  p.write("src/new/feature.ts", "entirely\ndifferent\n");
  // Words that changed inside a comment, a keyword, a string.
  p.write(
    "src/words.ts",
    "// the old words of a comment\nexport const kept = false; // said\nlet text = `one ${two}`;\n",
  );
  p.git("add", "src/words.ts");
  p.git("commit", "-qm", "words", "src/words.ts");
  p.write("src/words.ts", "// the new words of a comment\nexport let kept = true; // sung\nlet text = `six ${two}`;\n");
  const server = await t.serve(p);
  for (const colorScheme of ["light", "dark"]) {
    const page = await t.open(server, { colorScheme, reducedMotion: "reduce" });
    await ui.ready(page);
    await ui.thread(page, "On all.").waitFor();
    await ui.file(page, "src/words.ts").scrollIntoViewIfNeeded(); // only what is near the screen gets colours
    await page.locator(".hljs-keyword").first().waitFor();
    await page.locator(".word.hljs-comment").first().waitFor();
    await page.locator(".word.hljs-keyword").first().waitFor();
    const minor = await ui.accessible(page, `${colorScheme}, unified`);
    if (minor.length) t.say(colorScheme, minor.join("\n"));
    await ui.number(page, "src/server/handler.ts", 22).click({ position: { x: 60, y: 8 } });
    await ui.form(page).waitFor();
    await page.keyboard.insertText("A form.");
    await ui.openPanel(page);
    await page.locator(".panel .item-head", { hasText: "Will be lost" }).click();
    await page.locator(".panel").getByRole("button", { name: "Compare with original" }).click();
    await page.locator(".then :is(.mini-diff, .suggestion)").first().waitFor();
    await ui.accessible(page, `${colorScheme}, a form and the list`);
    await t.shot(page, `${colorScheme}-list`);
    await page.locator(".form textarea").focus();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Split", exact: true }).click();
    await ui.accessible(page, `${colorScheme}, split`);
    await t.shot(page, `${colorScheme}-split`);
    await page.locator(".review-button").click();
    await ui.accessible(page, `${colorScheme}, the dialog`);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await ui.accessible(page, `${colorScheme}, the help`);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Unified", exact: true }).click();
  }
  // 320 px wide is 1280 px at 400 %.
  const small = await t.open(server, { viewport: { width: 320, height: 640 } });
  await ui.ready(small);
  await ui.settled(small);
  const wide = await small.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 321, `the page is ${wide} px wide`);
  await small.locator(".tree-button").click();
  await t.shot(small, "narrow");
  await ui.accessible(small, "narrow");
  // On a narrow page the tree covers the diff, and only on request; with more room that is forgotten.
  const seen = () => small.locator(".tree").isVisible();
  await small.locator(".tree .leaf").first().click();
  assert.equal(await seen(), false, "the tree goes when a file was chosen");
  await small.setViewportSize({ width: 1200, height: 700 });
  await ui.until("the tree is beside the diff", seen);
  await small.setViewportSize({ width: 900, height: 700 });
  await ui.until("the tree is gone again", async () => !(await seen()));
  const clean = await t.open(await t.serve(new Project({ a: "1\n" })));
  await clean.locator(".blank.clean").waitFor();
  await ui.accessible(clean, "nothing changed");
  await t.shot(clean, "clean");
}
