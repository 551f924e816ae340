// What is gone to is what is shown, in a review of 300 files, while the files above it get their lines. ACTS (9) is the
// number of acts; with FILES, they are played on so many files of a range; with WAIT, it looks so many ms after each act.
import assert from "node:assert/strict";
import { large, many } from "../changes.mjs";

const acts = Number(process.env.ACTS ?? 9);
const files = Number(process.env.FILES ?? 0);
const wait = Number(process.env.WAIT ?? 0);

export default async function (t, ui) {
  const p = files > 0 ? many(files) : large();
  const range = files > 0 ? ["--range", "HEAD~1..HEAD"] : [];
  const diff = (...args) => p.git("diff", ...(files > 0 ? ["HEAD~1", "HEAD"] : ["HEAD"]), ...args);
  const changed = diff("--numstat", "--no-renames");
  const [code, whole] = [[], []];
  for (const line of changed.trim().split("\n")) {
    const [added, removed, name] = line.split("\t");
    if (/unit\d+\.\w+$/.test(name) && Number(added) > 0) (Number(removed) > 0 ? code : whole).push(name);
  }
  let seed = 7;
  const random = (n) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % n;
  const any = (list) => list[random(list.length)];
  const threads = Array.from({ length: 8 }, (_, i) => {
    const name = any(code);
    return p.consider("add", `${name}:${9 + random(30)}`, "-m", `Said as number ${i}.`).thread;
  });
  const server = await t.serve(p, ...range);
  const page = await t.open(server);
  await ui.ready(page);
  await ui.openPanel(page);

  const section = (name) => ({ css: `section.file[aria-label="${name}"]` });
  const card = (id) => ({ css: `.files #t-${id}` });
  const cursor = { css: "tr.cursor" };
  const filter = async (name) => {
    await page.keyboard.press("Escape");
    await page.locator(".tree input").fill(name);
  };
  const address = async (hash) => {
    const tab = await t.open(server, { sharing: page, path: `/review#${hash}` });
    await ui.ready(tab);
    return tab;
  };
  const search = async (words) => {
    await page.locator("main").focus();
    await page.keyboard.press("/");
    await page.locator(".search input").fill(words);
    await page.keyboard.press("Enter");
  };
  /** A line that was added to a file. */
  const line = (name) => {
    const added = diff("-U0", "--", name).match(/^\+.{20,}$/gm);
    return any(added).slice(1).trim();
  };
  const kinds = {
    async filter() {
      const name = any(code);
      await filter(name);
      await page.locator(".tree input").press("Enter");
      return section(name);
    },
    async thread() {
      const { id, body } = any(threads);
      await page.locator(".item-head", { hasText: body }).click();
      return card(id);
    },
    async "file's address"() {
      const name = any(code);
      return { ...section(name), page: await address(`file=${name}`) };
    },
    async search() {
      await search(line(any(code)));
      return cursor;
    },
    async click() {
      await filter("");
      await page.locator(".tree-rows").evaluate(
        (rows, part) => {
          const list = rows.closest(".tree-list") ?? rows.parentElement;
          list.scrollTop = (list.scrollHeight * part) / 10;
        },
        1 + random(8),
      );
      const row = page.locator(".tree-rows [role=treeitem]:not([aria-expanded])").nth(10 + random(6));
      await row.click();
      const hash = await page.evaluate(() => location.hash);
      return section(new URLSearchParams(hash.slice(1)).get("file"));
    },
    async "next hit"() {
      await search("return");
      for (let i = 0; i < 3; i++) await page.keyboard.press("Enter");
      return cursor;
    },
    async "thread's address"() {
      const { id } = any(threads);
      return { ...card(id), page: await address(`thread=${id}`) };
    },
    async "line's address"() {
      const tab = await address(`file=${any(code)}&line=${20 + random(30)}`);
      return { ...cursor, page: tab };
    },
    async change() {
      await page.keyboard.press("Escape");
      await page.locator("main").focus();
      for (let i = 0; i < 4; i++) await page.keyboard.press(any(["n", "n", "p"]));
      return { ...cursor, anywhere: true };
    },
  };
  const names = Object.keys(kinds);
  const off = [];
  for (let i = 0; i < acts; i++) {
    const name = names[i % names.length];
    const { css, page: tab = page, anywhere } = await kinds[name]();
    const target = tab.locator(css).first();
    await target.waitFor();
    if (wait > 0)
      await tab.waitForTimeout(wait); // for whoever wants to see that it also stays later
    else await ui.settled(tab);
    const at = await target.evaluate((e) => ({
      top: Math.round(e.getBoundingClientRect().top),
      bottom: document.documentElement.scrollHeight - window.scrollY - window.innerHeight,
      height: window.innerHeight,
    }));
    const on = at.top > 0 && at.top < at.height;
    if (anywhere ? !on : !(at.top > 0 && at.top < 200) && !(on && at.bottom < 2)) off.push(`${i} ${name}: ${at.top}`);
    if (wait > 0) t.say(`${i} ${name}: at ${at.top}`);
    if (tab !== page) await tab.close();
  }
  // It also stays while the window is resized, and while somebody comments on the files above it. It does not when the
  // reader scrolls.
  const [above, name] = await page.evaluate(
    (all) =>
      [...document.querySelectorAll("section.file")]
        .map((e) => [e.previousElementSibling?.ariaLabel, e.ariaLabel])
        .findLast((pair) => pair.every((one) => all.includes(one))),
    code,
  );
  await filter(name);
  await page.locator(".tree input").press("Enter");
  const top = () => ui.file(page, name).evaluate((e) => Math.round(e.getBoundingClientRect().top));
  await page.setViewportSize({ width: 900, height: 700 });
  p.consider("add", above, "-m", "Said above.");
  await page.locator(".files article.thread", { hasText: "Said above." }).waitFor({ state: "attached" });
  await ui.settled(page);
  if ((await top()) > 200) off.push(`resized, with threads above: ${await top()}`);
  await page.mouse.move(450, 400);
  await ui.wheel(page, 300);
  p.consider("add", "--review", "-m", "On the whole.");
  await ui.thread(page, "On the whole.").first().waitFor({ state: "attached" });
  await ui.settled(page);
  if ((await top()) > -100) off.push(`scrolled: ${await top()}`);
  assert.deepEqual(off, [], `${off.length} of ${acts} acts show something else`);
}
