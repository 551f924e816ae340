// A person's actions on the page.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import { until } from "./lib.mjs";
import { settled } from "./settled.mjs";

export { settled, until };

const require = createRequire(import.meta.url);
const axeSource = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** The cell with the number of a line, on a side of a file. */
export function number(page, file, n, side = "new") {
  const section = `//section[@aria-label=${quoted(file)}]`;
  const cell = side === "old" ? 1 : 2;
  const unified = `${section}//tr[@data-r][td[1]/div[@class="line-num${cell}"][normalize-space(.)="${n}"]]/td[1]`;
  const split = `${section}//tr[@data-r]/td[${side === "old" ? 1 : 3}][contains(@class,"d2h-code-side-linenumber")][normalize-space(.)="${n}"]`;
  return page.locator(`xpath=${unified} | ${split}`).first();
}

function quoted(text) {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}

export const file = (page, name) => page.locator(`section.file[aria-label=${JSON.stringify(name)}]`);
export const thread = (page, text) => page.locator("article.thread", { hasText: text });
export const form = (page) => page.locator(".form textarea").last();

/**
 * Waits until the diff is there, and the news of the server reach the page. A tab to which no other one passes the token
 * within a second says that it is closed, and loads again when it has it.
 */
export async function ready(page) {
  await page.locator("tr[data-r], .blank:not(.closed)").first().waitFor();
  await until("the page hears news", () => page.evaluate(() => window.hears()));
}

/**
 * Holds back the answer to the next such request, or with `before` the request itself. `asked` resolves when it was made;
 * `go` lets it pass.
 */
export async function hold(page, url, { before = false } = {}) {
  let go, made;
  const late = new Promise((done) => (go = done));
  const asked = new Promise((done) => (made = done));
  await page.route(
    url,
    async (route) => {
      const response = before ? undefined : await route.fetch();
      made();
      await late;
      await (before ? route.continue() : route.fulfill({ response }));
    },
    { times: 1 },
  );
  return { asked, go };
}

/** Notes the news that reach the page from now on. The result waits until there is such a one. */
export async function news(page) {
  await page.evaluate(() => {
    window.news = [];
    const channel = new BroadcastChannel(`consider-${sessionStorage.getItem("consider.token").slice(0, 8)}`);
    channel.addEventListener("message", (e) => window.news.push({ name: e.data.name, data: JSON.parse(e.data.data) }));
  });
  return (what, fits) => until(what, async () => (await page.evaluate(() => window.news)).some(fits));
}

/** Keys that belong together. They are pressed at once, as the page waits only a second for the next one. */
export const chord = (page, ...keys) => Promise.all(keys.map((key) => page.keyboard.press(key)));

/** Turns the wheel, and waits until the page is at rest: the browser scrolls with a delay. */
export async function wheel(page, y) {
  const top = () => page.evaluate(() => window.scrollY);
  const before = await top();
  await page.mouse.wheel(0, y);
  await until("the page scrolls", async () => (await top()) !== before);
  await page.evaluate(async () => {
    for (let last = NaN, same = 0; same < 5; last = window.scrollY) {
      await new Promise((go) => requestAnimationFrame(go));
      same = window.scrollY === last ? same + 1 : 0;
    }
  });
  await settled(page);
}

/** Opens the form on a line, types, and adds it to the review. */
export async function comment(page, name, n, text, side = "new") {
  await number(page, name, n, side).click({ position: { x: 10, y: 8 } });
  await form(page).waitFor();
  await page.keyboard.insertText(text);
  await page.keyboard.press("Control+Enter");
  await thread(page, text.split("\n")[0]).waitFor();
}

/** Checks that the thread or form is directly below this line. */
export async function below(page, name, n, text, side = "new") {
  const got = await number(page, name, n, side).evaluate((cell, words) => {
    for (let tr = cell.closest("tr").nextElementSibling; tr?.matches(".attached"); tr = tr.nextElementSibling) {
      if (tr.textContent.includes(words)) return true;
    }
    return false;
  }, text);
  assert.ok(got, `"${text}" is not below line ${n} of ${name}`);
}

export async function submit(page, { note, verdict } = {}) {
  await page.locator(".review-button").click();
  const dialog = page.locator("dialog[open]");
  await dialog.waitFor();
  if (note) await page.keyboard.insertText(note);
  if (verdict) await dialog.getByText(verdict, { exact: true }).click();
  await dialog.getByRole("button", { name: "Submit review" }).click();
  await page.locator(".submitted:not([hidden])").waitFor();
}

/** Selects a file by its name in the tree. */
export async function choose(page, name) {
  await page.locator(".tree input").fill(name);
  await page.locator(".tree input").press("Enter");
  await file(page, name).waitFor();
}

/** Makes the page wait for a click before it shows a new diff. */
export async function stopFollowing(page) {
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("checkbox", { name: "Follow changes" }).uncheck();
  await page.keyboard.press("Escape");
}

export const openPanel = (page) => page.locator(".panel-button").click();

/** Fails if axe has a serious or critical finding. Returns all findings. */
export async function accessible(page, what) {
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const result = await window.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return result.violations.map(
      (v) =>
        `${v.impact} ${v.id}: ${v.nodes.length}× ${v.nodes[0]?.html.slice(0, 160)} ${v.nodes[0]?.failureSummary ?? ""}`,
    );
  });
  const bad = found.filter((f) => /^(serious|critical)/.test(f));
  assert.deepEqual(bad, [], `axe: ${what}`);
  return found;
}

export const scrollTop = (page) => page.evaluate(() => Math.round(window.scrollY));

/** Waits until the server has a draft with these words; a comment that was added has a key that begins with "kept-". */
export function kept(page, words, key = "") {
  return until("the draft is with the server", () =>
    page.evaluate(
      async ([body, start]) => {
        const token = sessionStorage.getItem("consider.token");
        const answer = await fetch("/api/drafts", { headers: { "X-Consider-Token": token } });
        return (await answer.json()).drafts.some((d) => d.body === body && d.key.startsWith(start));
      },
      [words, key],
    ),
  );
}
