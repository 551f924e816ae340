// A machine so busy that extensions do not respond for a while: their process is stopped while the comment's key is
// pressed and words are typed. The words are in the form afterwards, and not in the code. VS Code's own command is tested
// in the same way, for comparison.
import assert from "node:assert/strict";
import { sleep, until } from "../lib.mjs";
import { hosts } from "../server.mjs";
import * as ui from "../ui.mjs";

const text = Array.from({ length: 40 }, (_, i) => `row ${i + 1}`).join("\n") + "\n";

export default async function busy(t) {
  const files = ["key.txt", "own.txt", "slow.txt"];
  const project = t.project(Object.fromEntries(files.map((file) => [file, text])));
  const page = await t.open(project.folder);
  const group = page.locator(".editor-group-container.active");
  const code = () =>
    group.locator(".view-line").evaluateAll((lines) =>
      lines
        .filter((e) => !e.closest(".review-widget"))
        .map((e) => [Math.round(e.getBoundingClientRect().y), e.textContent])
        .sort(([a], [b]) => a - b)
        .slice(0, 12)
        .map(([, text]) => text)
        .join("\n"),
    );
  const focused = page.locator(".review-widget .comment-form .monaco-editor.focused");
  const box = page.locator(".quick-input-widget .quick-input-box input:visible");
  const select = async (file) => {
    await ui.openFile(page, file);
    await group.locator(".comment-range-glyph").first().waitFor({ state: "attached" });
    await ui.goto(page, 10);
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await until("lines are selected", async () =>
      (await page.locator('[id="status.editor.selection"]').innerText()).includes("selected"),
    );
  };
  /** Opens a file, acts and types while the extensions are stopped, and resumes them. Returns the code before that. */
  const stopped = async (file, ask) => {
    await select(file);
    const before = await code();
    const pids = hosts(t.srv.pid);
    assert.ok(pids.length > 0, "extensions run somewhere");
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    try {
      await ask();
      await page.keyboard.type("early words\n", { delay: 20 });
      await sleep(500);
    } finally {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
    return before;
  };
  const press = (...keys) => keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  const ours = () => press("Control+K", "Control+Alt+M");

  const own = await stopped("own.txt", () => press("Control+K", "Control+Alt+C"));
  await ui.settled(page);
  t.say(`VS Code's own command: ${(await code()) === own ? "the code is as it was" : "the words are in the code"}`);

  // More words come behind those; the second time at the same lines it is a box.
  for (const [words, key] of [
    ["Late words.", "Control+Enter"],
    ["Later words.", "Enter"],
  ]) {
    const before = await stopped("key.txt", ours);
    await until("the code is as it was", async () => (await code()) === before);
    await focused.or(box).first().waitFor();
    await page.keyboard.type(words, { delay: 20 });
    if (key !== "Enter") await focused.filter({ hasText: words }).waitFor(); // until then the box has them
    await t.shot(page, words.split(" ")[0]);
    await page.keyboard.press(key);
    const { placement, body } = await project.waitFor(words);
    assert.ok(body.startsWith("early words"), "what was typed first is first");
    assert.deepEqual([placement.startLine, placement.endLine], [10, 11]);
  }
  // Extensions that run only now and then: the box comes when the form has just opened. Once there is a place for the
  // words, every letter arrives.
  await select("slow.txt");
  const pids = hosts(t.srv.pid);
  let isSlow = true;
  const slow = (async () => {
    for (; isSlow; await sleep(8)) {
      for (const pid of pids) process.kill(pid, "SIGSTOP");
      await sleep(120);
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
  })();
  try {
    await ours();
    await focused.or(box).first().waitFor();
    await page.keyboard.type("Every letter of these words, one after the other.", { delay: 40 });
  } finally {
    isSlow = false;
    await slow;
  }
  await until("the words are in one place", async () => (await box.isVisible()) !== (await focused.isVisible()));
  await t.shot(page, "slow");
  await page.keyboard.press((await box.isVisible()) ? "Enter" : "Control+Enter");
  assert.equal((await project.waitFor("of these")).body, "Every letter of these words, one after the other.");

  // After a box is closed, the focus is in the code, as before.
  await select("key.txt");
  await ours();
  await box.waitFor();
  await page.keyboard.press("Escape");
  const inCode = () => page.evaluate(() => !!document.activeElement?.closest(".editor-instance"));
  await until("the focus is in the code", inCode);
  assert.equal(project.git("status", "--porcelain", "key.txt"), "", "the file is as it was");
}
