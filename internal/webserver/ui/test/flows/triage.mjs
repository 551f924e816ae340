// Thirty findings of a linter are handled with keys alone: accepted, dismissed, several at once.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

const lines = (n, change) => Array.from({ length: n }, (_, i) => `export const value${i} = ${i}${change};\n`).join("");

export default async function (t, ui) {
  const p = new Project({ "src/a.ts": lines(60, ""), "src/b.ts": lines(20, ""), "src/calm.ts": lines(20, "") });
  p.write("src/a.ts", lines(60, " * 2"));
  p.write("src/b.ts", lines(20, " * 2"));
  p.consider("add", "src/a.ts:3", "-m", "a person's own");
  const results = Array.from({ length: 30 }, (_, i) => {
    const uri = i < 20 ? "src/a.ts" : i < 28 ? "src/b.ts" : "src/calm.ts";
    const startLine = i < 20 ? 5 + 2 * i : 1 + 2 * (i - 20);
    return {
      ruleId: `rule-${i}`,
      level: i % 3 ? "warning" : "error",
      message: { text: `Finding number ${i}: this value could be another one.` },
      locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine } } }],
    };
  });
  p.write(
    "../lint.sarif",
    JSON.stringify({ version: "2.1.0", runs: [{ tool: { driver: { name: "tslint", rules: [] } }, results }] }),
  );
  p.consider("import", p.path("../lint.sarif"));
  const server = await t.serve(p);
  const page = await t.open(server, { viewport: { width: 1440, height: 900 } });
  await ui.ready(page);
  const filter = page.getByLabel("Filter threads");
  const left = (n) =>
    ui.until(`${n} are left`, async () => {
      const [word] = await filter.locator("option:checked").allTextContents();
      return word === (n > 0 ? `To triage ${n}` : "To triage");
    });

  // By keys: the list opens, the first finding has the focus, and each decision moves to the next.
  const started = Date.now();
  await ui.chord(page, "g", "t");
  await left(30);
  const focused = () =>
    page.evaluate(
      () => document.activeElement.closest("article.thread, .item")?.textContent.match(/Finding number \d+/)?.[0],
    );
  await ui.until("the first has the focus", async () => (await focused()) === "Finding number 0");
  await t.shot(page, "first");
  await ui.accessible(page, "triage");
  // A linter is not an agent.
  await ui
    .thread(page, "Finding number 0:")
    .locator(".badge.agent", { hasText: /^linter$/ })
    .waitFor();
  assert.equal(await filter.locator("option", { hasText: "By agents" }).count(), 0);
  // A key that is pressed before the threads have come waits for them.
  const reading = await ui.hold(page, "**/api/threads?*");
  await page.reload();
  await reading.asked;
  await ui.chord(page, "g", "t");
  await page.keyboard.press("a");
  reading.go();
  await left(29);
  for (let i = 1; i < 20; i++) await page.keyboard.press(i % 2 ? "i" : "a"); // faster than the server answers
  await left(10);
  await ui.until("the next has the focus", async () => (await focused()) === "Finding number 20");

  // Several at once, selected in the list.
  await page.locator(".panel .item", { hasText: "Finding number 20" }).locator(".choose").check();
  await page.locator(".panel .item", { hasText: "Finding number 22" }).locator(".choose").check();
  await page.getByText("2 selected").waitFor();
  await t.shot(page, "chosen");
  const resolving = await ui.hold(page, "**/api/triage*");
  await page.keyboard.press("i");
  await resolving.asked;
  await left(8);
  await page.locator(".triage label input").check();
  await page.getByText("8 selected").waitFor();
  resolving.go(); // its answer leaves what was selected meanwhile
  await ui.until(
    "both are resolved",
    () => p.threads().filter((one) => /number 2[02]:/.test(one.body) && one.workflowState === "resolved").length === 2,
  );
  await ui.settled(page);
  await page.getByText("8 selected").waitFor();
  await page.locator(".triage").getByRole("button", { name: "Accept" }).click();
  await left(0);
  t.say(`30 findings in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  await page.getByText("No agent findings are waiting for you.").waitFor();
  await t.shot(page, "done");

  // In the store: an accepted one is open with the person's reply, a dismissed one is resolved and declined.
  const threads = p.threads().filter((one) => one.body.includes("Finding number"));
  const last = (n) => {
    const one = threads.find((f) => f.body.includes(`Finding number ${n}:`));
    const { author, body, outcome } = one.thread.at(-1);
    return [one.workflowState, author, body, outcome ?? "", one.unseen];
  };
  assert.deepEqual(last(0), ["open", "human", "accepted", "", true]);
  assert.deepEqual(last(1), ["resolved", "human", "dismissed", "declined", true]);
  assert.deepEqual(last(22).slice(0, 4), ["resolved", "human", "dismissed", "declined"]);
  assert.deepEqual(last(21).slice(0, 4), ["open", "human", "accepted", ""]);
  assert.equal(threads.filter((one) => one.workflowState === "resolved").length, 12);
  assert.equal(p.thread("a person's own").thread.length, 0);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 420, height: 800 });
  p.agent("add", "src/b.ts:2", "-m", "One more finding.");
  await ui.openPanel(page);
  await filter.selectOption("findings");
  await page.locator(".panel .item .choose").waitFor();
  await t.shot(page, "narrow-dark");
  await ui.accessible(page, "triage, narrow and dark");
}
