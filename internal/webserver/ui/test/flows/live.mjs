// Two tabs, the command line and an agent write at the same time, and files change while the page is open.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const name = "src/server/handler.ts";
  const server = await t.serve(p);
  const one = await t.open(server);
  await ui.ready(one);
  const two = await t.open(server, { sharing: one, path: "/review" });
  await ui.ready(two);
  await ui.comment(one, name, 8, "From the first tab.");
  await ui.submit(one);
  // The server stores the thread before it deletes the draft, and reports both.
  await two.locator("article.pending").waitFor({ state: "detached" });
  await ui.thread(two, "From the first tab.").waitFor();
  const id = p.thread("From the first tab.").id;

  // A mark in one tab appears in the other, and so does its removal.
  const marked = two.locator("section.file.closed[aria-label='docs/guide.md']");
  for (const now of ["attached", "detached"]) {
    await ui.file(one, "docs/guide.md").locator(".viewed").click();
    await marked.waitFor({ state: now });
    await ui.until(
      "the tree says so",
      async () => (await two.locator(".leaf.viewed").count()) === (now === "attached" ? 1 : 0),
    );
  }

  // A mark set and taken back at once: slow answers about the first neither bring it back nor are stored last.
  const box = ui.file(one, "docs/guide.md").getByRole("checkbox", { name: "Viewed" });
  const told = await ui.news(one);
  const set = await ui.hold(one, "**/api/viewed");
  await box.check();
  await told("the mark", ({ name, data }) => name === "viewed" && data.viewed);
  await ui.settled(one, { held: 1 });
  const unset = await ui.hold(one, "**/api/viewed", { before: true });
  await box.uncheck();
  await box.evaluate((e) => {
    window.came = 0; // how often the mark was there again
    window.looks = setInterval(() => (window.came += e.checked), 5);
  });
  set.go();
  await unset.asked;
  await ui.settled(one, { held: 1 });
  unset.go();
  await told("its removal", ({ name, data }) => name === "viewed" && !data.viewed);
  await ui.settled(one);
  assert.equal(await one.evaluate(() => (clearInterval(window.looks), window.came)), 0, "it stays as it was set last");
  // Marks that were read before one was set do not take it back.
  const reading = await ui.hold(one, "**/api/viewed?*");
  await ui.file(two, "run.sh").getByRole("checkbox", { name: "Viewed" }).check();
  await reading.asked;
  await box.check();
  reading.go();
  await one.locator("section.file.closed[aria-label='run.sh']").waitFor();
  assert.ok(await box.isChecked());
  await box.uncheck();
  await ui.file(two, "run.sh").getByRole("checkbox", { name: "Viewed" }).uncheck();
  await one.locator("section.file.closed[aria-label='run.sh']").waitFor({ state: "detached" });
  await ui.settled(one);
  const three = await t.open(server, { sharing: one, path: "/review" });
  await ui.ready(three);
  await ui.settled(three);
  assert.equal(await three.locator(".leaf.viewed").count(), 0);
  await three.close();

  // An answer appears in both at once, and moves neither the page nor the focus.
  await one.locator(".submitted").getByRole("button", { name: "Close" }).click();
  await ui.number(one, name, 22).scrollIntoViewIfNeeded();
  await ui.number(one, name, 22).click({ position: { x: 60, y: 8 } });
  await ui.form(one).waitFor();
  await one.keyboard.insertText("In the middle of");
  const stays = () =>
    one.evaluate(() => {
      const area = document.querySelector(".form textarea");
      return [document.activeElement === area, area.value, Math.round(area.getBoundingClientRect().top)];
    });
  await ui.settled(one);
  const before = await stays();
  const asked = performance.now();
  p.agent("reply", id, "-m", "Done, see the new branch.", "--outcome", "addressed");
  const written = performance.now();
  await ui.thread(one, "see the new branch").waitFor();
  const seen = performance.now();
  t.say(`an answer is seen ${Math.round(seen - written)} ms after the command (${Math.round(written - asked)} ms)`);
  await ui.thread(two, "see the new branch").waitFor();
  await ui.settled(one);
  assert.deepEqual(await stays(), before, "focus, words and place stay");
  assert.match(await one.locator('[role="status"].sr').innerText(), /claude-code replied on handler\.ts line 8/);
  await one.locator("article.thread.fresh").waitFor();

  // The answer was on the screen, so it no longer counts as new elsewhere.
  await ui.until("the answer counts as read", () => p.consider("list", "--unseen").threads.length === 0);
  await t.shot(one, "answer");

  // All of them write at once; nothing is lost.
  await one.keyboard.press("Control+Enter");
  const reply = async (page, text) => {
    const card = page.locator(`#t-${id}`);
    await card.getByRole("button", { name: "Reply…" }).click();
    await page.keyboard.insertText(text);
    await page.keyboard.press("Control+Enter");
  };
  await Promise.all([
    reply(one, "first tab"),
    reply(two, "second tab"),
    (async () => {
      for (let i = 0; i < 5; i++) p.agent("reply", id, "-m", `agent ${i}`);
    })(),
  ]);
  await ui.until("seven answers more", () => p.thread("From the first tab.").thread.length === 8);
  for (const page of [one, two]) {
    await ui.until("all are shown", async () => (await page.locator(`#t-${id} .said`).count()) === 9);
  }
  // Resolved by the command line.
  p.consider("resolve", id, "--as", "human");
  await two.locator(`#t-${id}.resolved`).waitFor();

  // Files change: a page that does not follow moves nothing without a request; then comments move with their lines.
  for (const page of [two, one]) {
    await page.bringToFront();
    await ui.stopFollowing(page);
  }
  p.consider("add", `${name}:21`, "-m", "On a line that will go.");
  await ui.thread(one, "will go").waitFor();
  p.write(
    name,
    "// a new first line\n" +
      p.read(name).replace(/.*isOwner.*\n.*grantAll\(user\);\n/, "  something.entirely = different;\n"),
  );
  await one.locator(".bar", { hasText: "Files have changed" }).waitFor();
  assert.match(await ui.thread(one, "In the middle of").innerText(), /Line 22/);
  await t.shot(one, "changed");
  // An answer arrives now: the page still shows the diff with which it was opened, and its lines.
  p.agent("reply", p.thread("will go").id, "-m", "There is a line above now.");
  await ui.thread(one, "a line above now").waitFor();
  await ui.below(one, name, 8, "From the first tab.");
  // Two forms are still open: the line of one moves, that of the other is deleted.
  for (const [line, words] of [
    [10, "Not done with"],
    [22, "Lost while"],
  ]) {
    await ui.number(one, name, line).click({ position: { x: 10, y: 8 } });
    await ui.form(one).waitFor();
    await one.keyboard.insertText(words);
  }
  await one.getByRole("button", { name: "Show the new diff" }).click();
  await ui.file(one, name).locator("tr", { hasText: "a new first line" }).waitFor();
  // The line of the resolved thread moved by one, and so did the line of the form.
  await ui.below(one, name, 9, "From the first tab.");
  await ui.below(one, name, 11, "Comment on line 11");
  assert.equal(
    await one.getByRole("textbox", { name: "Comment on line 11 of handler.ts" }).inputValue(),
    "Not done with",
  );
  assert.equal(await one.locator(".form").count(), 1, "the other form has no line any more");
  // The second tab still shows the older diff, with threads on its lines.
  p.consider("unresolve", id);
  p.agent("reply", id, "-m", "For both tabs.");
  await ui.thread(one, "For both tabs").waitFor();
  await ui.thread(two, "For both tabs").waitFor();
  await ui.below(two, name, 8, "From the first tab.");
  await ui.below(one, name, 9, "From the first tab.");
  // It shows the new diff while lines of the older one are on their way: they do not take the threads along.
  let arrived;
  const late = new Promise((go) => (arrived = go));
  await two.route("**/api/lines/*", async (route) => {
    const response = await route.fetch();
    await late;
    await route.fulfill({ response });
  });
  const lines = two.waitForResponse("**/api/lines/*");
  await ui.file(two, name).locator("button[data-expand]").first().click();
  await two.getByRole("button", { name: "Show the new diff" }).click();
  await ui.file(two, name).locator("tr", { hasText: "a new first line" }).waitFor();
  await ui.below(two, name, 9, "From the first tab.");
  arrived();
  await lines;
  await ui.settled(two);
  await ui.below(two, name, 9, "From the first tab.");
  await two.unroute("**/api/lines/*");
  // A file changes while the new diff is on its way: that there is a newer one stays told.
  const newer = two.getByRole("button", { name: "Show the new diff" });
  p.write(name, `// second\n${p.read(name)}`);
  await newer.waitFor();
  const text = p.read(name);
  const heard = await ui.news(two);
  await two.route("**/api/boot*", async (route) => {
    const response = await route.fetch();
    const { snapshot } = await response.json();
    p.write(name, `// third\n${text}`);
    await heard("another diff", (note) => note.name === "files" && note.data.snapshot !== snapshot);
    await route.fulfill({ response });
  });
  await newer.click();
  await ui.file(two, name).locator("tr", { hasText: "// second" }).waitFor();
  await two.unroute("**/api/boot*");
  await newer.click();
  await ui.file(two, name).locator("tr", { hasText: "// third" }).waitFor();
  await newer.waitFor({ state: "hidden" });
  p.write(name, text.replace("// second\n", ""));
  // Threads without lines are in a separate list, with their code then and now.
  await ui.openPanel(one);
  const lost = one.locator(".panel .item", { hasText: "will go" });
  await one.locator(".panel h3", { hasText: "Stale or orphaned" }).first().waitFor();
  await lost.locator(".item-head").click();
  await lost.getByRole("button", { name: "Compare with original" }).click();
  await lost.locator(".mini-diff, .suggestion").first().waitFor();
  assert.match(await lost.locator(".then").innerText(), /isOwner/);
  assert.match(
    await one.locator(".panel").innerText(),
    /Pending comments \(\d+\)[^]*, was line[^]*Stale[^]*Lost while/i,
  );
  await t.shot(one, "out-of-place");
}
