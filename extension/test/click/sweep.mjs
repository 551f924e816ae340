// Runs every command of the package by a separate key, with the cursor in the code, and types words after those that
// ask for some: nothing gets into the user's files, which are saved automatically.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { top, until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const { commands } = JSON.parse(fs.readFileSync(path.join(top, "extension/package.json"), "utf8")).contributes;
/** Commands that open something to write in. */
const ask = ["choose", "addComment", "addFileComment", "checkpointCreate", "label", "memoryNew", "finishRound"];
/** Last, because they change the thread. */
const late = ["reanchorHere", "confirmPlace", "rejectPlace", "resolve", "reopen", "archiveResolved", "delete"];
const rank = (name) => late.indexOf(name) + 1;

export default async function sweep(t) {
  const text = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join("\n") + "\n";
  const project = t.project({ "a.txt": text, "b.txt": "one\n" });
  project.consider("checkpoint", "create", "round-1");
  const id = project.consider("add", "a.txt:4-5", "-m", "about four", "-l", "style").thread.id;
  project.agent("reply", id, "-m", "as you say");
  project.agent("add", "b.txt:1", "-m", "one or two?", "--ask", "One|Two");
  const names = commands.map((c) => c.command.replace("consider.", "")).sort((a, b) => rank(a) - rank(b));
  assert.ok(names.length > 50, "the commands are read");
  const srv = await t.server({ extraSettings: { "files.autoSave": "afterDelay", "files.autoSaveDelay": 50 } });
  const chord = (i) => `ctrl+alt+shift+f${Math.floor(i / 26) + 1} ${String.fromCharCode(97 + (i % 26))}`;
  const bound = [...names.map((n) => `consider.${n}`), "workbench.action.focusFirstEditorGroup", "cursorTop"];
  fs.writeFileSync(
    path.join(srv.data, "User", "keybindings.json"),
    JSON.stringify(bound.map((command, i) => ({ command, key: chord(i) }))),
  );
  const page = await t.open(project.folder, { on: srv });
  page.context().on("page", (other) => other !== page && void other.close()); // the review in the browser
  await ui.openFile(page, "a.txt");
  await ui.widget(page, "about four").waitFor();
  const run = async (i) => {
    const [first, second] = chord(i).split(" ");
    await page.keyboard.press(first.replace("ctrl+alt+shift+f", "Control+Alt+Shift+F"));
    await page.keyboard.press(second);
  };
  const inCode = async () => {
    for (const end = Date.now() + 90_000; Date.now() < end;) {
      for (let i = 0; i < 3; i++) await page.keyboard.press("Escape");
      // An older VS Code asks when Escape closes a thread with a form in it.
      const discard = page.locator(".monaco-dialog-box .monaco-button", { hasText: "Discard" });
      if (await discard.isVisible()) await discard.click();
      if (!(await page.locator('.tab.active[aria-label="a.txt"]').isVisible())) await ui.openFile(page, "a.txt");
      await run(names.length);
      const active = await page.evaluate(
        () => document.activeElement?.closest(".editor-group-container.active .editor-instance") !== null,
      );
      if (active) return;
    }
    throw new Error("the focus is not in the code");
  };
  const outOfCode = () =>
    page.evaluate(
      () => !document.activeElement?.closest(".editor-instance") || !!document.activeElement.closest(".review-widget"),
    );
  for (const [i, name] of names.entries()) {
    await inCode();
    await run(names.length + 1);
    for (let k = 0; k < 3; k++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await run(i);
    if (ask.includes(name)) {
      // A person types once there is something to write in; if nothing opened, the words would go into the code.
      await until(name, outOfCode, 10_000).catch(() => t.say(`${name} has opened nothing`));
      await page.keyboard.type("words", { delay: 20 });
      await ui.settled(page);
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
    }
    await ui.settled(page);
    for (let k = 0; k < 3; k++) await page.keyboard.press("Escape");
    const closed = page.locator(".monaco-dialog-box, .quick-input-widget:visible");
    await until(`${name} is put away`, async () => {
      if ((await closed.count()) === 0) return true;
      await page.keyboard.press("Escape");
      return false;
    });
    assert.equal(await page.locator(".tab.dirty").count(), 0, `${name}: nothing is unsaved`);
    assert.equal(project.git("status", "--porcelain"), "", `${name}: git sees nothing`);
    assert.equal(project.read("a.txt"), text, `${name}: the file is as it was`);
  }
  t.say(`${names.length} commands; the file and git's view of the project as before`);
  assert.ok(fs.existsSync(project.path(".consider")), "the store is still there");
}
