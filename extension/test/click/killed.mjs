// The back end is killed: it restarts, and no words are lost.
import assert from "node:assert/strict";
import fs from "node:fs";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

/** The back ends of this folder, found by program and folder, so that no other process is killed. */
function backEnds(folder) {
  return fs
    .readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return (
          fs.readlinkSync(`/proc/${pid}/cwd`) === folder &&
          /consider\0serve/.test(fs.readFileSync(`/proc/${pid}/cmdline`, "utf8"))
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

export default async function killed(t) {
  const project = t.project({ "a.txt": "one\ntwo\nthree\nfour\n" });
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  const [old] = await until("a back end", () => {
    const p = backEnds(project.folder);
    return p.length === 1 && p;
  });

  // The back end dies while a comment is half written in its form.
  await ui.clickPlus(page, 2);
  const fresh = page.locator(".review-widget").last();
  await fresh.locator(".comment-form .monaco-editor").click();
  await page.keyboard.type("half a thought");
  process.kill(old, "SIGKILL");
  await until("another back end", () => backEnds(project.folder).find((p) => p !== old));
  await page.keyboard.type(" and the rest");
  await fresh.locator(".comment-form-container .monaco-button", { hasText: "Add Comment" }).click();
  const thread = await project.waitFor("half a thought and the rest");
  await page.locator(".review-comment", { hasText: "half a thought and the rest" }).waitFor();
  project.agent("reply", thread.id, "-m", "heard after the restart");
  await page.locator(".review-comment", { hasText: "heard after the restart" }).waitFor();

  // It dies while it handles a reply. The extension cannot know whether the reply was saved, so the words stay in the
  // form and the user decides. If it dies before it received the reply, the next one gets it and saves the words: then
  // try once more.
  const words = await until("words that were on their way", async () => {
    const now = (await until("a back end", () => backEnds(project.folder).length === 1 && backEnds(project.folder)))[0];
    const words = `words on their way ${now}`;
    process.kill(now, "SIGSTOP");
    await ui.writeComment(page, fresh, words, "Reply");
    await until("the reply is on its way", () => ui.isAsking(page));
    process.kill(now, "SIGKILL");
    const kept = fresh.locator(".edit-container .monaco-editor", { hasText: words });
    const saved = () => project.thread("half a thought").thread.some((r) => r.body === words);
    await until("kept or saved", async () => (await kept.isVisible()) || saved());
    return (await kept.isVisible()) && words;
  });
  await ui.toast(page, "its text is kept in the thread");
  const before = project.thread("half a thought").thread.length;
  await t.shot(page, "kept");

  // They survive a reload of the window, too.
  await page.reload();
  await page.waitForSelector(".monaco-workbench");
  const again = page.locator(".review-widget", { hasText: "half a thought" });
  await again.locator(".edit-container .monaco-editor", { hasText: words }).waitFor();
  await t.shot(page, "reloaded");
  await again.locator(".edit-container .monaco-button", { hasText: "Save" }).click();
  await until("saved once", () => project.thread("half a thought").thread.filter((r) => r.body === words).length === 1);
  await again.locator(".edit-container .monaco-editor").waitFor({ state: "detached" });
  assert.equal(project.thread("half a thought").thread.length, before + 1);
  await t.shot(page, "saved");
}
