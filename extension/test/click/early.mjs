// Words typed at once after a command that opens a form, before the form has the focus: all of them get into the form,
// and the file is the same on disk, with what another program wrote to it meanwhile. Files are saved automatically here.
import assert from "node:assert/strict";
import fs from "node:fs";
import { sleep, until } from "../lib.mjs";
import { hosts } from "../server.mjs";
import * as ui from "../ui.mjs";

const text = Array.from({ length: 90 }, (_, i) => `row ${i + 1} (of this file)`).join("\n") + "\n";
const files = ["a.txt", "b.js", "c.txt", "d.txt"];

/** What is done in each file; the second comment on the whole file has its thread in the way, and is asked for in a box. */
const acts = [
  { how: "Add Comment on the Whole File" },
  { how: "Add Comment", line: 10, select: 2 },
  { how: "key", line: 30, select: 3 },
  { how: "key", line: 50 },
  { how: "Add Comment on the Whole File", line: 70, select: 1 },
];
const stopped = new Set([1, 7, 14, 15, 18]);
const othersWrite = new Set([1, 6, 12, 18]);

export default async function early(t) {
  const project = t.project(Object.fromEntries(files.map((file) => [file, text])));
  const extraSettings = { "files.autoSave": "afterDelay", "files.autoSaveDelay": 100 };
  const srv = await t.server({ extraSettings });
  const page = await t.open(project.folder, { on: srv });
  const group = page.locator(".editor-group-container.active");
  const form = page.locator(".review-widget .comment-form .monaco-editor.focused");
  const box = page.locator(".quick-input-widget:visible .quick-input-box input");
  const selection = () => page.locator('[id="status.editor.selection"]').innerText();
  const signal = (name) => {
    const pids = hosts(srv.pid);
    assert.ok(pids.length > 0, "extensions run somewhere");
    for (const pid of pids) process.kill(pid, name);
  };

  /** Gives the command, up to the key that runs it. */
  const prepare = async ({ how }) => {
    if (how === "key") {
      await page.keyboard.press("Control+K");
      return "Control+Alt+M";
    }
    await page.keyboard.press("F1");
    await page.locator(".quick-input-widget .quick-input-filter input").waitFor({ state: "visible" });
    await page.keyboard.type(`Consider: ${how}`);
    const row = page.locator(".quick-input-list .monaco-list-row.focused");
    await until("it is chosen", async () => {
      const [label] = await row.locator(".label-name").allInnerTexts();
      if (label?.replaceAll("\u00a0", " ") === `Consider: ${how}`) return true;
      if (label !== undefined) await page.keyboard.press("ArrowDown");
      return false;
    });
    return "Enter";
  };
  /** The words in the form or in the box, whichever has the focus. */
  const written = async () => {
    const inForm = (await form.allInnerTexts())[0]?.replaceAll("\u00a0", " ").trim();
    if (inForm !== undefined) return { words: inForm, key: "Control+Enter" };
    const [words] = await box.evaluateAll((all) => all.map((e) => e.value));
    const [before] = await page.locator(".quick-input-widget:visible .quick-input-message").allInnerTexts();
    return { words: (/“([^”]*)”/.exec(before ?? "")?.[1] ?? "") + (words ?? ""), key: "Enter" };
  };
  const attempt = async (n) => {
    const file = files[Math.floor(n / acts.length)];
    const act = acts[n % acts.length];
    if (n % acts.length === 0) {
      await ui.openFile(page, file);
      await group.locator(".comment-range-glyph").first().waitFor({ state: "attached" });
    }
    await ui.goto(page, act.line ?? 3);
    await page.keyboard.press("Home");
    for (let i = 0; i < (act.select ?? 0); i++) await page.keyboard.press("Shift+ArrowDown");
    await until("it is selected", async () =>
      (await selection()).includes(`Ln ${(act.line ?? 3) + (act.select ?? 0)},`),
    );
    const selected = await selection();
    const words = `Is this (try ${n}) wanted?`;
    let expected = project.read(file);
    const last = await prepare(act);
    if (stopped.has(n)) signal("SIGSTOP");
    try {
      await page.keyboard.press(last);
      await page.keyboard.type(words, { delay: 15 });
      if (othersWrite.has(n)) {
        await sleep(200); // what was typed is saved now
        fs.appendFileSync(project.path(file), `written by another program (${n})\n`);
        expected += `written by another program (${n})\n`;
      }
      if (stopped.has(n)) await sleep(1000);
    } finally {
      if (stopped.has(n)) signal("SIGCONT");
    }
    await until(`try ${n}: all words are in one place`, async () => (await written()).words === words);
    await until(`try ${n}: the file is as it was`, () => project.read(file) === expected);
    if (n < acts.length || stopped.has(n)) await t.shot(page, `try${n}`);
    await page.keyboard.press((await written()).key);
    const { placement, target } = await project.waitFor(words);
    if (act.how.includes("Whole")) assert.equal(target, "file");
    else
      assert.deepEqual(
        [placement.startLine, placement.endLine],
        [act.line, act.line + Math.max(0, (act.select ?? 0) - 1)],
      );
    await until(`try ${n}: the selection is as it was`, async () => (await selection()) === selected);
    await sleep(300); // nothing should be written in this time
    assert.equal(project.read(file), expected, "the file stays as it was");
    assert.equal(await page.locator(".tab.dirty").count(), 0, "nothing is unsaved");
  };

  const n = files.length * acts.length;
  for (let i = 0; i < n; i++) await attempt(i);
  t.say(`${n} of ${n} tries left every byte as it was`);
}
