// The back end is killed: it comes back, and no word is lost.
import assert from "node:assert/strict";
import fs from "node:fs";
import { sleep, until } from "../lib.mjs";
import * as ui from "../ui.mjs";

/** The back ends whose folder this is: by what they run and where, so that nobody else's are meant. */
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

  // Half a comment is in its form while the back end dies.
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

  // It dies with a reply in its hands. Whether it was saved nobody knows, so the words stay and the user decides.
  // When it dies before it had the reply in its hands, the next one is asked, and the words are saved: then once more.
  const words = await until("words that were on their way", async () => {
    const now = (await until("a back end", () => backEnds(project.folder).length === 1 && backEnds(project.folder)))[0];
    const words = `words on their way ${now}`;
    process.kill(now, "SIGSTOP");
    await ui.writeComment(page, fresh, words, "Reply");
    await sleep(300);
    process.kill(now, "SIGKILL");
    const kept = fresh.locator(".edit-container .monaco-editor", { hasText: words });
    const saved = () => project.thread("half a thought").thread.some((r) => r.body === words);
    await until("kept or saved", async () => (await kept.isVisible()) || saved());
    return (await kept.isVisible()) && words;
  });
  await ui.toast(page, "its text is kept in the thread");
  const before = project.thread("half a thought").thread.length;
  await t.shot(page, "kept");

  // Also over a reload of the window.
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
