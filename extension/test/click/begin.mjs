// A comment on a whole file, and on lines, by the keyboard: the person types at once, without a click, and none of the
// words gets into the source, which is saved automatically here.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const text = Array.from({ length: 200 }, (_, i) => `row ${i + 1}`).join("\n") + "\n";
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export default async function begin(t) {
  const files = ["a.txt", "b.txt", "readonly.txt", "split.txt", "diff.txt", "lines.txt"];
  const project = t.project(Object.fromEntries(files.map((file) => [file, text])));
  project.write("picture.png", Buffer.from(picture, "base64"));
  project.write("diff.txt", `new\n${text}`);
  const sources = () => project.git("status", "--porcelain") + project.git("diff");
  const before = sources();
  const extraSettings = {
    "files.autoSave": "afterDelay",
    "files.autoSaveDelay": 100,
    "files.readonlyInclude": { "readonly.txt": true },
  };
  const page = await t.open(project.folder, { on: await t.server({ extraSettings }) });
  const group = page.locator(".editor-group-container.active");
  const forms = group.locator(".review-widget .comment-form .monaco-editor:visible");
  const focused = page.locator(".review-widget .comment-form .monaco-editor.focused");
  const box = page.locator(
    ".quick-input-widget:has(.quick-input-title:text('Comment on')) .quick-input-box input:visible",
  );
  const selected = /^Ln 152, Col 1 \(16 selected\)$/;
  const selection = () => page.locator('[id="status.editor.selection"]').innerText();

  /** Opens a file and selects some of its lines, which typing would replace. */
  const select = async (file) => {
    await ui.openFile(page, file);
    await group.locator(".comment-range-glyph").first().waitFor();
    await ui.goto(page, 150);
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await until("lines are selected", async () => selected.test(await selection()));
  };
  const onFile = () => ui.command(page, "Consider: Add Comment on the Whole File");
  /** The form has the focus, and the box that took the words until then is gone. */
  const settled = () =>
    until("a form with the focus", async () => (await focused.isVisible()) && !(await box.isVisible()));
  /** Once more, with a form open: it may be the same form, or replace the other one. */
  const again = async () => {
    await onFile();
    await ui.settled(page);
    await settled();
    assert.equal(await forms.count(), 1, "no second form");
  };
  /** Types as soon as there is a place for the words, even without the focus, and checks where they went. */
  const say = async (words, file, key, all = words) => {
    await forms.or(box).first().waitFor();
    await page.keyboard.type(words, { delay: 20 });
    // The box gives its words to the form when there is one.
    const shown = () => (key === "Enter" ? box.evaluateAll((x) => x.map((e) => e.value)) : focused.allInnerTexts());
    const there = async () => (await shown()).some((x) => x.replaceAll("\u00a0", " ").trim() === all);
    await until("the words are where the key sends them", async () => sources() !== before || (await there()));
    await page.keyboard.press(key);
    const said = () => project.list().some((x) => x.body === all);
    await until("the words are stored", () => sources() !== before || said());
    assert.equal(sources(), before, "the source is as it was");
    const thread = project.thread(all);
    assert.deepEqual([thread.target, thread.file], ["file", file], all);
    await group.locator(".review-comment", { hasText: all }).first().waitFor();
  };

  // Far down in a file, with lines selected.
  await select("a.txt");
  await onFile();
  await say("Split this file.", "a.txt", "Control+Enter");
  assert.match(await selection(), selected, "the selection is as it was");
  await t.shot(page, "saved");

  // Once more: at a thread VS Code opens no second form, so a box takes the words.
  await select("a.txt");
  await onFile();
  await t.shot(page, "box");
  await say("And the tests too.", "a.txt", "Enter");

  // The form is above line 1, on the screen. When it is opened twice without typing there is still only one, also after
  // a click into the code, and words in it stay.
  await select("b.txt");
  await onFile();
  await settled();
  await t.shot(page, "form");
  const [form, editor] = [await forms.boundingBox(), await group.locator(".editor-container").first().boundingBox()];
  assert.ok(form.y >= editor.y && form.y + form.height <= editor.y + editor.height, "the form is on the screen");
  await again();
  await group.locator(".view-line", { hasText: /^row.9$/ }).click();
  await again();
  await page.keyboard.type("half a");
  await again();
  await say(" word", "b.txt", "Control+Enter", "half a word");

  // In the active half of a split editor; in a read-only file; beside HEAD's version.
  await select("split.txt");
  await page.keyboard.press("Control+Backslash");
  await until("it is split", async () => (await page.locator(".editor-group-container").count()) === 2);
  await group.locator(".comment-range-glyph").first().waitFor();
  await onFile();
  await t.shot(page, "split");
  await say("In one half.", "split.txt", "Control+Enter");
  await ui.command(page, "View: Close All Editors");
  await select("readonly.txt");
  await onFile();
  await say("Who writes this?", "readonly.txt", "Control+Enter");
  await ui.openFile(page, "diff.txt");
  await ui.command(page, "Git: Open Changes");
  await group.locator(".modified .comment-range-glyph").first().waitFor();
  await onFile();
  await t.shot(page, "diff");
  await say("Why is it new?", "diff.txt", "Control+Enter");

  // Lines: the selection stays, and all of them are coloured. The second time they have a thread, so again a box opens.
  const onLines = async (words, key) => {
    await page.keyboard.press("Control+K");
    await page.keyboard.press("Control+Alt+M");
    await focused.or(box).first().waitFor();
    await page.keyboard.type(words);
    if (key !== "Enter") await focused.filter({ hasText: words }).waitFor(); // until then the box has them
    await page.keyboard.press(key);
    const { placement } = await project.waitFor(words);
    assert.deepEqual([placement.startLine, placement.endLine], [150, 151]);
    await until("the selection is as it was", async () => selected.test(await selection()));
    assert.equal(sources(), before);
  };
  await select("lines.txt");
  await onLines("These two?", "Control+Enter");
  await until("coloured to the last", async () => String(await ui.colouredLines(page)) === "150,151");
  await t.shot(page, "lines");
  await select("lines.txt");
  await onLines("Both of them?", "Enter");

  // If there is no text to comment on, a message says so.
  await ui.openFile(page, "picture.png");
  await ui.command(page, "Consider: Add Comment on the Whole File");
  await ui.toast(page, "“picture.png” is not open in a text editor");
  await t.shot(page, "picture");
}
