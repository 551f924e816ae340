// A rendered Markdown file beside its source: a comment on a block is on its lines, and nothing in it runs.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";
import { hostile } from "../markdown.mjs";

const filler = (n) => Array.from({ length: n }, (_, i) => `Words that stay, number ${i + 1}.\n\n`).join("");

export default async function (t, ui) {
  const before = `# Plan\n\n${filler(8)}## Steps\n\n1. first\n2. second\n   with a second line\n3. third\n\nOne more\nparagraph of\nthree lines.\n\n${filler(8)}End.\n`;
  const after = before
    .replace("2. second", "2. another")
    .replace("End.", "| a | b |\n|---|---|\n| 1 | `code` |\n\n```js\nconst a = 1;\n```");
  const p = new Project({ "plan.md": before, "code.ts": "const a = 1;\n", "gone.md": "# Gone\n" });
  p.write("plan.md", after);
  p.write("code.ts", "const a = 2;\n");
  p.write("hostile.md", hostile.join("\n\n"));
  p.remove("gone.md");
  const lineOf = (words) => after.split("\n").findIndex((l) => l.includes(words)) + 1;
  p.consider("add", `plan.md:${lineOf("2. another") + 1}`, "-m", "from the terminal");
  const server = await t.serve(p);
  const page = await t.open(server);
  await ui.ready(page);
  const plan = ui.file(page, "plan.md");
  const toggle = (name) => ui.file(page, name).locator("button.read");
  assert.equal(await ui.file(page, "code.ts").locator("button.read").count(), 0, "only Markdown reads otherwise");
  await toggle("plan.md").click();
  const block = (words) => plan.locator(".md-row", { hasText: words });

  // The old text precedes the new one; the rest is folded, except the heading above a change.
  await block("another").waitFor();
  const rows = await plan.locator(".md-row").evaluateAll((all) => all.map((e) => `${e.className}: ${e.ariaLabel}`));
  const step = lineOf("2. another");
  const end = lineOf("| a | b |");
  assert.deepEqual(rows, [
    `md-row new: Line ${lineOf("## Steps")}`,
    `md-row new: Line ${step - 1}`,
    `md-row old changed: Lines ${step}-${step + 1}, before the change`,
    `md-row new changed: Lines ${step}-${step + 1}, changed`,
    `md-row new: Line ${step + 2}`,
    `md-row new: Line ${end - 2}`,
    `md-row old changed: Line ${end}, before the change`,
    `md-row new changed: Lines ${end}-${end + 2}, changed`,
    `md-row new changed: Lines ${end + 4}-${end + 6}, changed`,
  ]);
  assert.equal(await plan.locator(".md-row ol").first().getAttribute("start"), "1");
  assert.deepEqual(await block("another").locator(".md-source div").allInnerTexts(), [
    `${step}+ 2. another`,
    `${step + 1}     with a second line`,
  ]);
  const box = (e) => e.evaluate((x) => x.getBoundingClientRect().toJSON());
  const [left, right] = [
    await box(block("another").locator(".md-source")),
    await box(block("another").locator(".markdown")),
  ];
  assert.ok(left.right <= right.left && left.top === right.top, "beside its source");

  // A thread by another author is below the block that contains its line, and below the line in the source.
  const stands = (words) =>
    ui.until(`a thread below "${words}"`, () =>
      block(words).evaluate((e) => e.nextElementSibling.matches(".md-notes:has(article.thread)")),
    );
  await stands("another");

  // A comment on a block is on its lines. All of them can be replaced by a suggestion, even if the diff hides them.
  await plan
    .getByRole("button", { name: /^Show \d+ unchanged/ })
    .nth(1)
    .click();
  await block("paragraph of").hover();
  await block("paragraph of")
    .getByRole("button", { name: /^Comment on lines/ })
    .click();
  await ui.form(page).waitFor();
  await page.keyboard.insertText("on the block");
  await toggle("plan.md").click();
  await ui.number(page, "plan.md", lineOf("paragraph of")).waitFor();
  assert.equal(await ui.form(page).inputValue(), "on the block", "what is written goes along");
  await toggle("plan.md").click();
  await block("paragraph of").waitFor();
  await ui.form(page).focus();
  await page.getByRole("button", { name: /sugg/i }).first().click();
  assert.match(await ui.form(page).inputValue(), /One more\nparagraph of\nthree lines\./);
  await page.keyboard.press("Control+Enter");
  await stands("paragraph of");
  // By the keyboard, and on the old text.
  const old = plan.locator(".md-row.old", { hasText: "second" }).first();
  await old.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await ui.form(page).waitFor();
  await page.keyboard.insertText("why not second");
  await page.keyboard.press("Control+Enter");
  await ui.thread(page, "why not second").waitFor();
  await t.shot(page, "beside");
  await ui.accessible(page, "rendered");
  await ui.submit(page);
  const first = lineOf("One more");
  const place = ({ side, anchor }) => [side, anchor.startLine, anchor.endLine];
  assert.deepEqual(place(p.thread("on the block")), ["new", first, first + 2]);
  assert.deepEqual(place(p.thread("why not second")), ["old", step, step + 1]);
  await ui.until("three threads", async () => (await plan.locator(".md-notes article.thread").count()) === 3);

  // In another diff the file is still rendered, and the threads are at their blocks.
  p.write("plan.md", `Above.\n\n${after}`);
  await plan.locator(".md-row.changed", { hasText: "Above" }).waitFor();
  await stands("paragraph of");
  // Later the source is drawn, too: the threads stay.
  await ui.settled(page);
  await stands("paragraph of");
  await stands("another");
  await ui.openPanel(page);
  await page.locator(".panel").getByText("on the block").click();
  await ui.settled(page);
  assert.ok(await toggle("plan.md").evaluate((e) => e.ariaPressed === "true"), "a thread is gone to as it reads");
  await toggle("plan.md").click();
  await ui.below(page, "plan.md", first + 4, "on the block");

  // A removed file, and a hostile one.
  await toggle("gone.md").click();
  await ui.file(page, "gone.md").locator(".md-row.old.changed h1").waitFor();
  await toggle("hostile.md").click();
  const evil = ui.file(page, "hostile.md").locator(".rendered");
  await evil.waitFor();
  const made = await evil.evaluate((e) => ({
    elements: [...new Set([...e.querySelectorAll(".markdown *")].map((x) => x.localName))].sort(),
    attributes: [...new Set([...e.querySelectorAll(".markdown *")].flatMap((x) => x.getAttributeNames()))].sort(),
    links: [...e.querySelectorAll("a")].map((a) => a.protocol).filter((x) => !/^(?:https?|mailto):$/.test(x)),
  }));
  for (const name of made.elements)
    assert.match(
      name,
      /^(a|blockquote|br|code|del|em|h[1-6]|hr|input|li|ol|p|pre|span|strong|table|tbody|td|th|thead|tr|ul)$/,
    );
  for (const name of made.attributes)
    assert.match(name, /^(align|aria-label|checked|class|disabled|href|rel|start|tabindex|target|title|type)$/);
  assert.deepEqual(made.links, []);
  assert.equal(await page.evaluate(() => window.pwned), undefined, "something ran");
  assert.ok(!/[\u202e\u2066]/.test(await evil.innerText()), "a character turns the text around");
  await evil.scrollIntoViewIfNeeded();
  await t.shot(page, "hostile");
  await ui.accessible(page, "hostile Markdown");

  // Without room beside it, a key shows the source.
  await page.setViewportSize({ width: 400, height: 800 });
  await toggle("plan.md").click();
  await block("Above").waitFor();
  assert.equal(await block("Above").locator(".md-source").isVisible(), false);
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  assert.ok(await wide(), "it scrolls sideways");
  await t.shot(page, "narrow");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 1280, height: 860 });
  await t.shot(page, "dark");
  await ui.accessible(page, "rendered, dark");
}
