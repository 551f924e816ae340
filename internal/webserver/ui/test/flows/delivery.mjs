// An agent's question comes first, and one click answers it; the person can follow what was said: waiting, told, read,
// answered.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { plain, program, someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const name = "src/server/handler.ts";
  p.consider("add", `${name}:8`, "-m", "Is this needed?");
  const server = await t.serve(p);
  const page = await t.open(server, { colorScheme: "light" });
  await ui.ready(page);
  const card = ui.thread(page, "Is this needed?");
  const receipt = card.locator(".receipt");
  const says = (words) =>
    ui.until(`the receipt says ${words}`, async () => words.test((await receipt.allInnerTexts()).join()));
  const titled = (n) =>
    ui.until(`the title counts ${n}`, async () => (await page.title()).startsWith(n ? `(${n}) ` : "project"));
  // That no agent is running is in the bar, once, with the prompt for one. The card says only that it waits.
  await says(/^Waiting$/);
  await page.locator(".top").getByRole("button", { name: "1 waiting: copy prompt" }).click();
  await ui.until("the prompt is copied", () =>
    page.evaluate(async () => (await navigator.clipboard.readText()) === "Look at my comments."),
  );
  await titled(0);
  await card.scrollIntoViewIfNeeded();
  await t.shot(page, "waiting");

  // A session that watches is listening.
  const watch = spawn(program, ["watch", "--for", "agent", "--brief"], {
    cwd: p.folder,
    env: { ...plain, CLAUDECODE: "1" },
    stdio: "ignore",
  });
  try {
    await ui.until("it listens", async () => p.consider("list").listeners?.length === 1);
    p.consider("reply", p.thread("needed").id, "-m", "And who calls it?");
    await says(/^(Waiting; claude-code is running|Notified: claude-code)/);
    await page.locator(".top .waiting button").waitFor({ state: "detached" });
    await t.shot(page, "listening");
    await says(/^Notified: claude-code/);
    await t.shot(page, "told");
  } finally {
    watch.kill();
  }
  p.agent("get", p.thread("needed").id);
  await says(/^Read by claude-code · just now/);
  await t.shot(page, "read");
  p.agent("reply", p.thread("needed").id, "-m", "Two callers.", "--outcome", "answered");
  await says(/^Answered by claude-code · just now/);
  await titled(1);
  await t.shot(page, "answered");
  const icon = () => page.locator('link[rel="icon"]').getAttribute("href");
  const quiet = await icon();

  // Once the person has enabled them, the system shows notifications of news while the page does not have the focus.
  await page.evaluate(() => {
    window.said = [];
    window.Notification = class extends window.EventTarget {
      static permission = "default";
      static requestPermission = async () => (this.permission = window.allow ? "granted" : "denied");
      constructor(title, { body, tag }) {
        super();
        window.said.push({ title, body, tag, click: () => this.dispatchEvent(new Event("click")) });
      }
      close() {}
    };
    document.hasFocus = () => window.focused;
  });
  await page.getByRole("button", { name: "View", exact: true }).click();
  const wanted = page.getByLabel("Notify me when agents ask questions");
  await wanted.click();
  await page.locator(".toast", { hasText: "Notifications are blocked" }).waitFor();
  assert.ok(!(await wanted.isChecked()));
  await page.evaluate(() => (window.allow = true));
  await wanted.click();
  await ui.until("it may", () => page.evaluate(() => window.Notification.permission === "granted"));
  await ui.settled(page);
  assert.ok(await wanted.isChecked());
  await t.shot(page, "view-menu");
  await page.keyboard.press("Escape");

  // A question, on a thread further down than the screen.
  const store = "src/server/store.go";
  p.agent("add", `${store}:2`, "-m", "Shall I **drop** the cache?", "--ask", "Drop it|Keep it|<b>Both</b>");
  const bar = page.locator(".bar.question");
  await bar.getByText("claude-code asks:").waitFor();
  await titled(2);
  await page.locator(".tree .asks", { hasText: "store.go" }).waitFor();
  await ui.settled(page);
  assert.notEqual(await icon(), quiet);
  const told = await page.evaluate(() => window.said.map(({ title, body, tag }) => ({ title, body, tag })));
  assert.deepEqual(told, [
    {
      title: `claude-code has a question in project`,
      body: "Shall I drop the cache?",
      tag: `consider ${p.thread("the cache?").id}`,
    },
  ]);
  await page.evaluate(() => {
    window.said[0].click();
    window.focused = true;
  });
  await ui.thread(page, "the cache?").getByRole("button", { name: "Keep it" }).waitFor();
  await t.shot(page, "asks");
  await ui.accessible(page, "a question");
  await ui.openPanel(page);
  const first = page.locator(".panel-list > *").first();
  assert.match(await first.innerText(), /Questions for you \(1\)/i);
  await page.locator(".panel .segmented button", { hasText: "Awaiting you" }).click();
  await ui.until("two wait", async () => (await page.locator(".panel .item").count()) === 2);
  await t.shot(page, "list");
  await ui.accessible(page, "the list with a question");
  await bar.getByRole("button", { name: "src/server/store.go:2" }).click();
  const asked = ui.thread(page, "the cache?");
  await asked.getByRole("button", { name: "Keep it" }).waitFor();
  await t.shot(page, "card");
  const height = (of) => of.evaluate((e) => e.getBoundingClientRect().height);
  assert.ok((await height(asked.locator(".badge.ask"))) < 26, "the badge is a badge");
  // For ten seconds, a choice can be undone.
  await asked.getByRole("button", { name: "Keep it" }).click();
  await bar.waitFor({ state: "hidden" });
  await page.locator(".toast", { hasText: "Chose “Keep it”." }).getByRole("button", { name: "Undo" }).click();
  await bar.getByRole("button", { name: "Keep it" }).waitFor();
  await asked.getByRole("button", { name: "Keep it" }).waitFor();
  assert.equal(p.thread("the cache?").thread.length, 0);
  await titled(2);
  const waits = spawn(program, ["wait", "--thread", p.thread("the cache?").id, "--json"], {
    cwd: p.folder,
    env: { ...plain, CLAUDECODE: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let heard = "";
  waits.stdout.on("data", (text) => (heard += text));

  // Another window, dark and narrow, sees it too.
  const small = await t.open(server, { viewport: { width: 400, height: 800 }, colorScheme: "dark" });
  await ui.ready(small);
  await small.locator(".bar.question").getByRole("button", { name: "Keep it" }).waitFor();
  assert.ok((await small.evaluate(() => document.documentElement.scrollWidth)) <= 401);
  await ui.accessible(small, "a question, narrow");
  await t.shot(small, "narrow-dark");

  await asked.getByRole("button", { name: "Keep it" }).click();
  await bar.waitFor({ state: "hidden" });
  await small.locator(".bar.question").waitFor({ state: "hidden" });
  await asked.locator(".badge.good", { hasText: "Chosen" }).waitFor();
  await ui.settled(page);
  assert.equal(await page.locator(".tree .asks").count(), 0);
  assert.equal(p.thread("the cache?").thread.at(-1).choice, "Keep it");
  await ui.until("the agent that waits is given the choice", async () => /"choice":"Keep it"/.test(heard));
  assert.equal(await asked.locator(".choices").count(), 0);
  await titled(1);
  await t.shot(page, "chosen");
  // From the bar alone, with one click.
  p.agent("reply", p.thread("the cache?").id, "-m", "And the file?", "--ask", "Yes|No");
  await page.locator(".panel .item-body", { hasText: "And the file?" }).waitFor();
  await asked.getByRole("button", { name: "No", exact: true }).waitFor();
  assert.equal(await asked.locator(".receipt").count(), 0, "no receipt of an older message below a question");
  await bar.getByRole("button", { name: "No", exact: true }).click();
  await ui.settled(page);
  assert.equal(await page.evaluate(() => window.said.length), 1, "what is in sight is not notified of");
  await ui.until("it is answered", async () => p.thread("the cache?").thread.at(-1).choice === "No");
  await bar.waitFor({ state: "hidden" });
  // A long question on a phone: two lines of it, all of it when asked, or one line when folded.
  const long = `${"Shall this stay? ".repeat(40)}\n\n${"- a reason\n".repeat(60)}\nThe last words.`;
  p.agent("add", `${name}:5`, "-m", long, "--ask", `Keep it ${"for now ".repeat(8)}|Drop it`);
  const phone = await t.open(server, { viewport: { width: 390, height: 844 } });
  await ui.ready(phone);
  const folds = phone.locator(".bar.question");
  const text = folds.locator(".asked");
  await text.getByText("The last words.").waitFor();
  await folds.getByRole("button", { name: "Show more" }).waitFor();
  assert.ok((await height(text)) <= 40, "two lines");
  assert.ok((await phone.evaluate(() => document.documentElement.scrollWidth)) <= 391);
  await ui.accessible(phone, "a long question");
  await t.shot(phone, "phone");
  await folds.getByRole("button", { name: "Show more" }).press("Enter");
  await ui.until("more lines", async () => (await height(text)) > 100);
  assert.ok((await height(folds)) < 844 * 0.7, "it leaves room for the diff");
  await ui.accessible(phone, "a whole question");
  await folds.locator("summary").press("Enter");
  await folds.locator(".choices").waitFor({ state: "hidden" });
  assert.ok((await height(folds)) < 80, "one or two lines");
  await t.shot(phone, "phone-folded");
  await folds.locator("summary").press("Enter");
  await folds.getByRole("button", { name: "Drop it" }).click();
  await folds.waitFor({ state: "hidden" });
  await phone.close();
  // Resolved: the receipts are gone.
  await card.getByRole("button", { name: "Resolve" }).click();
  await ui.until("no receipt", async () => (await receipt.count()) === 0);
  await titled(0);
}
