// Words typed at once after a command that opens a form, before the form has the focus: all of them get into the form,
// and the file on disk is as before, with only what another program added to it meanwhile. Files are saved automatically
// here.
import assert from "node:assert/strict";
import fs from "node:fs";
import { sleep, until } from "../lib.mjs";
import { hosts } from "../server.mjs";
import * as ui from "../ui.mjs";

const next = "0.txt"; // has the threads that wait, in the first rows of the list
const text = Array.from({ length: 90 }, (_, i) => `row ${i + 1} (of this file)`).join("\n") + "\n";
const files = ["a.txt", "b.js", "c.txt", "d.md"];

/** What is done in each file. */
const acts = [
  { how: "Add Comment on the Whole File" },
  { how: "Add Comment", line: 10, select: 2 },
  { how: "key", line: 30, select: 3 },
  { how: "key", line: 50 },
  { how: "next", line: 70, select: 1 },
];
/** The tries in which no extension runs for a second, or until VS Code no longer waits for them and saves the words. */
const stopped = new Set([1, 7, 12, 14, 16, 17, 18]);
/** The tries in which another program writes to the file, and when. */
const othersWrite = {
  1: "unsaved",
  6: "unsaved",
  12: "unsaved",
  16: "saved", // with the words
  17: "over", // without the words, as it had read the file before
  18: "again", // the words, while more of them are unsaved
};

export default async function early(t) {
  const project = t.project(Object.fromEntries([...files, next].map((file) => [file, text])));
  const extraSettings = {
    "files.autoSave": "afterDelay",
    "files.autoSaveDelay": 100,
    "[markdown]": { "files.autoSaveDelay": 1100 }, // up to a second, a tab does not show whether it is saved
  };
  const srv = await t.server({ extraSettings });
  const page = await t.open(project.folder, { on: srv });
  const group = page.locator(".editor-group-container.active");
  const form = page.locator(".review-widget .comment-form .monaco-editor.focused");
  const palette = page.locator(".quick-input-widget .quick-input-filter input");
  const unsaved = page.locator(".tab.active.dirty");
  const selection = () => page.locator('[id="status.editor.selection"]').innerText();
  const threads = page.locator(".pane-body [role=treeitem]");
  await ui.command(page, "Consider: Show All Comments");
  const signal = (name) => {
    const pids = hosts(srv.pid);
    assert.ok(pids.length > 0, "extensions run somewhere");
    for (const pid of pids) process.kill(pid, name);
  };

  /** Gives the command, up to the key that runs it. */
  const prepare = async ({ how }) => {
    if (how === "key" || how === "next") {
      await page.keyboard.press("Control+K");
      return how === "key" ? "Control+Alt+M" : "Control+Alt+N";
    }
    await page.keyboard.press("F1");
    await palette.waitFor({ state: "visible" });
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
  /** The words in the form that has the focus. A box takes them until it is open. */
  const written = async () => (await form.allInnerTexts())[0]?.replaceAll("\u00a0", " ").trim();
  let opened;
  const attempt = async (n) => {
    const file = files[Math.floor(n / acts.length)];
    const act = acts[n % acts.length];
    if (file !== opened) {
      opened = file;
      await ui.openFile(page, file);
      await group.locator(".comment-range-glyph").first().waitFor({ state: "attached" });
    }
    const isNext = act.how === "next";
    if (isNext) {
      const { id } = project.consider("add", `${next}:${n}`, "-m", `question ${n}`).thread;
      project.agent("reply", id, "-m", "an answer");
      await threads.filter({ hasText: new RegExp(`question ${n}1 · `) }).waitFor(); // so the key finds it
    }
    await ui.goto(page, act.line ?? 3); // it also gives the focus back, which a slow view may have taken
    await page.keyboard.press("Home");
    for (let i = 0; i < (act.select ?? 0); i++) await page.keyboard.press("Shift+ArrowDown");
    await until("it is selected", async () =>
      (await selection()).includes(`Ln ${(act.line ?? 3) + (act.select ?? 0)},`),
    );
    const selected = await selection();
    let words = `Is this (try ${n}) wanted?`;
    const before = project.read(file);
    const more = n in othersWrite ? `written by another program (${n})\n` : "";
    const expected = before + more;
    const last = await prepare(act);
    if (stopped.has(n)) signal("SIGSTOP");
    try {
      await page.keyboard.press(last);
      await palette.waitFor({ state: "hidden" }); // it takes the keys until then, and they are nowhere afterwards
      await page.keyboard.type(words);
      if (["saved", "over", "again"].includes(othersWrite[n])) {
        await until("the words are saved", () => project.read(file).includes(words));
        await unsaved.waitFor({ state: "detached" });
      } else if (stopped.has(n)) await sleep(1000);
      if (othersWrite[n] === "again") {
        await page.keyboard.type(" Or not?");
        words += " Or not?";
        await unsaved.waitFor();
      }
      if (othersWrite[n] === "over") project.write(file, expected);
      else if (more) fs.appendFileSync(project.path(file), more);
    } finally {
      if (stopped.has(n)) signal("SIGCONT");
    }
    await until(`try ${n}: all words are in the form`, async () => (await written()) === words);
    await until(`try ${n}: the file is as it was`, () => project.read(file) === expected);
    if (n < acts.length || stopped.has(n)) await t.shot(page, `try${n}`);
    await page.keyboard.press("Control+Enter");
    await page.locator(".review-comment", { hasText: words }).waitFor({ state: "attached" });
    if (isNext) await until("the reply is stored", () => project.thread(`question ${n}`).thread.at(-1)?.body === words);
    else {
      const { placement, target, body } = await project.waitFor(words);
      assert.equal(body, words);
      const { line, select = 1 } = act;
      if (line === undefined) assert.equal(target, "file");
      else assert.deepEqual([placement.startLine, placement.endLine], [line, line + select - 1]);
      await until(`try ${n}: the selection is as it was`, async () => (await selection()) === selected);
    }
    await ui.settled(page); // and nothing more is written
    assert.equal(project.read(file), expected, "the file stays as it was");
    assert.equal(project.read(next), text, "so does the one with the thread");
    assert.equal(await page.locator(".tab.dirty").count(), 0, "nothing is unsaved");
    assert.equal(await page.locator(".notification-list-item", { hasText: "Failed to save" }).count(), 0);
  };

  const all = Array.from({ length: files.length * acts.length }, (_, n) => n);
  // Each act, and each way in which others write; the rest waits for make nightly.
  const tries = process.env.NIGHTLY ? all : all.filter((n) => n < acts.length || n in othersWrite);
  if (tries.length < all.length) t.say(`only in make nightly: ${all.length - tries.length} more tries`);
  for (const n of tries) await attempt(n);
  t.say(`${tries.length} tries left every byte as it was`);
}
