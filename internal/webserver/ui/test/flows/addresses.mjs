// Each file, line and thread has an address. Links open there, back and forward go there, and a reload keeps the line
// at the top of the screen.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const text = (mark) => Array.from({ length: 400 }, (_, i) => `line ${i + 1} ${mark}\n`).join("");
  p.write("zz/long name & more.txt", text("now"));
  const { id } = p.consider("add", "src/server/store.go:40", "-m", "Linked thread.");
  const thread = id ?? p.thread("Linked thread.").id;
  const server = await t.serve(p);
  const page = await t.open(server);
  await ui.ready(page);
  const hash = () => page.evaluate(() => location.hash);
  const inSight = (locator) =>
    ui.until("it is in sight", () =>
      locator.evaluate((e) => {
        const { top, bottom } = e.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      }),
    );

  // Who types before the browser has the time to draw the list of files gets there as well.
  const busy = await page.context().newPage();
  await busy.addInitScript(() => (window.requestIdleCallback = () => 0));
  await busy.goto(await server.address());
  await busy.locator("tr[data-r]").first().waitFor();
  await ui.choose(busy, "zz/long name & more.txt");
  await busy.waitForFunction(() => location.hash.startsWith("#file=zz/"));
  await busy.close();

  // The tree, then a thread: two steps.
  await ui.choose(page, "zz/long name & more.txt");
  await ui.until("the file is in the address", async () =>
    /^#file=zz\/long%20name%20%26%20more\.txt/.test(await hash()),
  );
  await ui.openPanel(page);
  await page.locator(".item-head", { hasText: "Linked thread." }).click();
  await ui.until("the thread is in the address", async () => (await hash()).includes(`thread=${thread}`));
  await inSight(ui.thread(page, "Linked thread.").first());
  await page.goBack();
  await ui.until("back at the file", async () => (await hash()).startsWith("#file=zz/"));
  await inSight(ui.number(page, "zz/long name & more.txt", 1));
  await page.goForward();
  await inSight(ui.thread(page, "Linked thread.").first());
  await ui.settled(page);

  // Links, from the card and from the keyboard, open in another tab of the browser.
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const opened = async (link) => {
    assert.ok(link.startsWith(`${server.origin}/review#`), link);
    assert.ok(!link.includes("ticket"), "no way in for others");
    const tab = await t.open(server, { sharing: page, path: link.slice(server.origin.length) });
    await ui.ready(tab);
    return tab;
  };
  await ui.thread(page, "Linked thread.").first().getByRole("button", { name: "Copy a link to this thread" }).click();
  await ui.until("the link is copied", async () => (await copied()).includes(thread));
  const one = await opened(await copied());
  await inSight(ui.thread(one, "Linked thread.").first());
  await page.keyboard.press("Escape");
  await ui.choose(page, "zz/long name & more.txt");
  await inSight(ui.number(page, "zz/long name & more.txt", 1));
  await ui.settled(page);
  for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("y");
  await ui.until("the line's link is copied", async () => /&line=\d+/.test(await copied()));
  const link = (await copied()).replace(/&line=\d+/, "&line=250").replace("view=unified", "view=split");
  const two = await opened(link);
  await inSight(ui.number(two, "zz/long name & more.txt", 250));
  assert.equal(await two.locator(".top .segmented [aria-pressed=true]").innerText(), "Split");
  const gone = await opened(`${link}&scope=${encodeURIComponent("from=round-9&to=")}`);
  await gone.locator(".toast", { hasText: "not available" }).waitFor();
  // A message says that a line no longer exists, and the file is shown; letters in place of a number are not a line.
  const short = await opened(link.replace("&line=250", "&line=99999999"));
  await short.locator(".toast", { hasText: "more.txt has no line 99999999." }).waitFor();
  await inSight(ui.number(short, "zz/long name & more.txt", 1));
  const huge = await opened(link.replace("&line=250", `&line=${"9".repeat(400)}`));
  await inSight(ui.number(huge, "zz/long name & more.txt", 1));
  await ui.settled(huge);
  assert.equal(await huge.locator(".toast").count(), 0, "a number that is too large is not a line");

  // A reload keeps the line to the pixel, and the address does not scroll the reader elsewhere.
  await two.mouse.move(640, 500);
  await ui.wheel(two, 1234);
  const at = () =>
    two.evaluate(() => {
      const tr = document.elementFromPoint(640, 400).closest("tr[data-r]");
      return tr && [tr.innerText.trim(), Math.round(tr.getBoundingClientRect().top)];
    });
  const before = await at();
  assert.match(before?.[0] ?? "", /line \d+ now/);
  await two.reload();
  await ui.ready(two);
  await ui.until(`the same line, ${before}`, async () => {
    const now = await at().catch(() => null);
    return now && now[0] === before[0] && Math.abs(now[1] - before[1]) <= 2;
  });
  await t.shot(two, "reloaded");
}
