// Small page helpers over a running VS Code workbench.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { patience, until } from "./lib.mjs";
import { browserPath, chromiumArgs } from "./server.mjs";

export async function launch() {
  return chromium.launch({ executablePath: browserPath(), args: chromiumArgs });
}

/** The server and the folder of each window. */
const windows = new WeakMap();

export async function open(ctx, srv, folder, payload = [], { onConsole } = {}) {
  const page = await ctx.newPage();
  windows.set(page, { srv, folder });
  page.setDefaultTimeout(patience);
  const outside = [];
  page.on("request", (r) => {
    const u = new URL(r.url());
    // A view's own files have a special address, which the workbench's service worker answers.
    if (u.hostname.endsWith(".vscode-resource.vscode-cdn.net")) return;
    if (/^http/.test(u.protocol) && u.origin !== srv.url) outside.push(r.url());
  });
  if (onConsole) page.on("console", onConsole);
  const answer = await page.goto(srv.page(folder, [["skipWelcome", "true"], ...payload]));
  if (!answer.ok()) throw new Error(`workbench page: HTTP ${answer.status()} ${(await answer.text()).slice(0, 400)}`);
  await page.waitForSelector(".monaco-workbench", { timeout: patience });
  await page.waitForFunction(
    () => window.driver === undefined || window.driver.whenWorkbenchRestored().then(() => true),
    null,
    { timeout: patience },
  );
  if (folder.endsWith(".code-workspace")) await withFolders(page);
  return { page, outside };
}

/**
 * Tries until it works. One try is short, so that a failed one costs little. All together have the same limit as
 * everything else, because many fail on a busy machine.
 */
async function again(attempt, between = () => {}) {
  for (const end = Date.now() + patience; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await between();
    }
  }
}

/**
 * Waits for the folders of a workspace. VS Code reads the workspace file once, when the server first answers. If that
 * fails, the window shows "No Folder Opened" and stays so; a person would load it again.
 */
const withFolders = (page) =>
  again(
    () => page.locator(".explorer-folders-view .monaco-list-row").first().waitFor({ timeout: 20_000 }),
    () => page.reload().then(() => page.waitForSelector(".monaco-workbench")),
  );

/** Waits until the element's text matches: VS Code draws its parts one after the other. */
export async function says(element, pattern) {
  let text = "";
  const matches = async () => pattern.test((text = await element.innerText().catch(() => "")));
  await until("it says", matches).catch(() => assert.match(text, pattern));
}

/** Waits until there are n of them. */
export async function counts(elements, n) {
  await until("counted", async () => (await elements.count()) === n).catch(async () =>
    assert.equal(await elements.count(), n),
  );
}

export function command(page, title) {
  return again(
    async () => {
      await page.keyboard.press("F1");
      const input = page.locator(".quick-input-widget .quick-input-filter input");
      await input.waitFor({ state: "visible", timeout: 10_000 });
      await input.fill(">" + title, { timeout: 10_000 });
      const row = page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();
      await row.waitFor({ timeout: 10_000 });
      await row.click({ timeout: 10_000 });
    },
    () => page.keyboard.press("Escape"),
  );
}

/** Waits until nothing fades or moves any more, for a picture. What moves for ever, such as a cursor, does not count. */
export const still = (page) =>
  page.evaluate(async () => {
    const ends = (a) => Number.isFinite(a.effect?.getComputedTiming().endTime ?? Infinity);
    const frame = () => new Promise((done) => window.requestAnimationFrame(done));
    for (let quiet = 0; quiet < 2; quiet++) {
      await frame();
      const moving = document.getAnimations().filter((a) => a.playState === "running" && ends(a));
      if (moving.length > 0) quiet = -1;
      await Promise.all(moving.map((a) => a.finished.catch(() => {})));
    }
  });

/** Asks the extension rest/ in a window's newest extension host. */
async function ask(page, what) {
  const { srv, folder } = windows.get(page);
  const tmp = path.join(srv.home, "tmp");
  const newest = () =>
    fs
      .readdirSync(tmp)
      .filter((name) => /^rest-\d+\.json$/.test(name))
      .map((name) => JSON.parse(fs.readFileSync(path.join(tmp, name), "utf8") || "{}"))
      .filter((report) => report.folder === folder)
      .sort((a, b) => b.at - a.at)[0];
  const { port } = await until("the window reports whether it is at rest", newest);
  return (await fetch(`http://127.0.0.1:${port}/${what}`)).text();
}

/** Waits until the extension is at rest, and all that it has drawn is on the screen. */
export async function settled(page) {
  const busy = await ask(page, "rest");
  if (busy) throw new Error(`the extension never came to rest: ${busy}`);
  await still(page);
}

/** Whether a request of the extension to the back end is on its way. */
export const isAsking = async (page) => Number(await ask(page, "requests")) > 0;

/** Types into the box that asks for text. */
export async function answer(page, text) {
  const input = page.locator(
    ".quick-input-widget .quick-input-filter input, .quick-input-widget .quick-input-box input",
  );
  await input.first().waitFor({ state: "visible" });
  await page.locator(".quick-input-widget .quick-input-list .monaco-list-row").first().waitFor({ state: "hidden" });
  await input.first().fill(text);
  await input.first().press("Enter");
}

/** Picks a row of the list that is open. */
export async function choose(page, text) {
  await page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().click();
}

export async function openFile(page, name) {
  await again(
    async () => {
      await page.keyboard.press("Control+P");
      const input = page.locator(".quick-input-widget .quick-input-filter input");
      await input.waitFor({ state: "visible", timeout: 10_000 });
      await input.fill(name, { timeout: 10_000 });
      await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click({ timeout: 10_000 });
      // The list may have been drawn again under the mouse: then it was another file.
      const tab = page.locator(`.editor-group-container .tab[data-resource-name="${name}"]`);
      await tab.first().waitFor({ timeout: 20_000 });
    },
    () => page.keyboard.press("Escape"),
  );
}

// The gutter of one line (1-based), found by its line number.
export async function gutter(page, line) {
  const n = page
    .locator(".editor-group-container .margin-view-overlays .line-numbers", { hasText: new RegExp(`^${line}$`) })
    .first();
  await n.waitFor();
  return n.boundingBox();
}

// Click the '+' that commenting ranges show in the gutter of a line. The editor may be redrawn in between, when a
// thread arrives or the window settles: then try again.
export function clickPlus(page, line) {
  const form = page.locator(".review-widget .comment-form-container .monaco-button", { hasText: "Add Comment" });
  return again(async () => {
    const glyph = page.locator(".editor-group-container .comment-range-glyph.comment-diff-added").first();
    await glyph.waitFor();
    const [box, g] = [await gutter(page, line), await glyph.boundingBox()];
    const [x, y] = [g.x + Math.min(g.width, 14) / 2, box.y + box.height / 2];
    await page.mouse.move(x + 60, y);
    await page.mouse.move(x, y, { steps: 3 });
    await page.locator(".comment-range-glyph.line-hover").first().waitFor({ timeout: 5000 });
    await page.mouse.click(x, y);
    await form.last().waitFor({ timeout: 10_000 });
  });
}

export const widget = (page, text) => page.locator(".review-widget", { hasText: text });

// Type into the form of a thread, which unfolds when its button is pressed; a widget that was just drawn has neither.
export async function type(page, scope, text) {
  const form = scope.locator(".comment-form").last();
  const reply = scope.locator(".review-thread-reply-button").last();
  await until("the form of the thread", async () => {
    if (await form.locator(".monaco-editor").isVisible()) return true;
    if (await reply.isVisible()) await reply.click({ timeout: 2000 }).catch(() => {});
    return false;
  });
  await form.locator(".monaco-editor").click();
  await page.keyboard.type(text, { delay: 5 });
}

// Press the button of a thread's form.
export const send = (scope, button) =>
  scope.locator(".comment-form-container .monaco-button", { hasText: new RegExp(`^${button}$`) }).click();

export async function writeComment(page, scope, text, button) {
  await type(page, scope, text);
  await send(scope, button);
}

// The lines (1-based) that have an element beside them in the active editor.
const linesBeside = (page, selector) =>
  page.evaluate((selector) => {
    const editor = document.querySelector(".editor-group-container.active .monaco-editor") ?? document;
    const box = (e) => e.getBoundingClientRect();
    const numbers = [...editor.querySelectorAll(".margin-view-overlays .line-numbers")];
    const at = (m) => numbers.find((n) => Math.abs(box(n).top - box(m).top) < 6)?.textContent?.trim();
    const seen = [...editor.querySelectorAll(selector)].filter((e) => box(e).width > 1);
    const lines = seen.map(at).filter(Boolean).map(Number);
    return [...new Set(lines)].sort((a, b) => a - b);
  }, selector);

/** Watches how many comments with a text are on the screen at once; the answer is the most so far. */
export async function mostAtOnce(page, text) {
  await page.evaluate((text) => {
    window.most = 0;
    const count = () => {
      const there = [...document.querySelectorAll(".review-comment")].filter((c) => c.textContent.includes(text));
      window.most = Math.max(window.most, there.length);
    };
    new window.MutationObserver(count).observe(document.body, { childList: true, subtree: true });
  }, text);
  return () => page.evaluate(() => window.most);
}

// The lines (1-based) with a thread's mark in the gutter of the editor.
export const markedLines = (page) =>
  linesBeside(page, ".comment-range-glyph.comment-thread, .comment-range-glyph.comment-thread-unresolved");

// The lines (1-based) that are coloured as a thread's lines.
export const colouredLines = (page) => linesBeside(page, ".view-overlays .comment-thread-range");

// The buttons in the head line of a thread's widget.
export const button = (widget, title) => widget.locator(`.review-actions [aria-label^="${title}"]`).first();

/**
 * Puts the cursor on a line of the active editor. The line is chosen by a click: an Enter would get into the code if the
 * box closed just before it.
 */
export function goto(page, line) {
  const input = page.locator(".quick-input-widget .quick-input-filter input");
  const there = page.locator('[id="status.editor.selection"]', { hasText: new RegExp(`^Ln ${line}\\b`) });
  return again(
    async () => {
      await page.keyboard.press("Control+G");
      await input.waitFor({ state: "visible", timeout: 10_000 });
      await input.fill(":" + line, { timeout: 10_000 });
      const row = page.locator(".quick-input-list .monaco-list-row", { hasText: `go to line ${line}` });
      await row.first().click({ timeout: 10_000 });
      await input.waitFor({ state: "hidden", timeout: 10_000 });
      await there.waitFor({ timeout: 10_000 });
    },
    () => page.keyboard.press("Escape"),
  );
}

// Rows of the side bar, except those in the list of changes, which repeats the threads.
export const rows = (page, text) =>
  page.locator(
    '.sidebar .pane:not(:has(.pane-header[aria-label^="Changes"])) .monaco-list-row',
    text ? { hasText: text } : {},
  );

// Opens a thread from its row. Rows move when the list is redrawn, and the click may hit another one: then try again.
export function openRow(page, text) {
  const opened = widget(page, text);
  return again(async () => {
    await rows(page, text).first().click();
    await opened.first().waitFor({ timeout: 5000 });
    return opened;
  });
}

// An entry of a row's context menu, or of its submenu More. The menu closes when its row is drawn again: then open it
// again. For a moment, a new menu ignores clicks, but no keys.
export function menu(page, row, title, more = false) {
  const entry = (words) =>
    page.locator(".context-view .action-label, .monaco-menu .action-label", { hasText: words }).first();
  const item = entry(title);
  return again(
    async () => {
      await row.first().click({ button: "right" });
      if (more) await entry("More").hover({ timeout: 5000 });
      await item.hover({ timeout: 5000 });
      await page.keyboard.press("Enter");
      await item.waitFor({ state: "hidden", timeout: 3000 });
    },
    () => page.keyboard.press("Escape"),
  );
}

// The button of a notification.
export async function toast(page, text, button) {
  const item = page.locator(".notifications-toasts .notification-list-item", { hasText: text }).first();
  await item.waitFor();
  if (button) await item.locator(".monaco-button", { hasText: button }).click();
  return item;
}

// A modal question.
export async function dialog(page, button) {
  const box = page.locator(".monaco-dialog-box");
  await box.waitFor();
  await box.locator(".monaco-button", { hasText: button }).click();
  await box.waitFor({ state: "hidden" });
}

// The form of a thread without a comment.
export const freshForm = (page) =>
  page
    .locator(".review-widget", {
      has: page.locator(".comment-form-container .monaco-button", { hasText: "Add Comment" }),
    })
    .last();

/**
 * Begins to look for an element with a text inside the page, because Playwright looks only every tenth of a second.
 * Returns a function that waits for it and returns the time when it was there, by Date.now().
 */
export async function watchFor(page, selector, text) {
  const seen = await page.evaluateHandle(
    ([selector, source]) => {
      const text = new RegExp(source);
      const isThere = () => [...document.querySelectorAll(selector)].some((e) => text.test(e.textContent));
      const at = new Promise((resolve) => {
        const observer = new window.MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          resolve(Date.now());
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      });
      return { at };
    },
    [selector, text.source],
  );
  return () => seen.evaluate(({ at }) => at);
}
