// Findings of agents are handled: filtered, visited by keys with the code beside them, accepted or dismissed, one or
// many at once.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function triage(t) {
  const text = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`).join("\n") + "\n";
  const project = t.project({ "a.txt": text, "b.txt": text, "c.txt": text });
  const finds = (place, words) => project.agent("add", place, "-m", words).thread.id;
  const places = ["a.txt:3", "a.txt:30", "b.txt:4", "b.txt:9", "b.txt:12", "c.txt:2", "c.txt:8", "c.txt:20"];
  const ids = places.map((place, i) => finds(place, `finding ${i} there`));
  project.consider("add", "a.txt:5", "-m", "a person's own");
  const page = await t.open(project.folder);
  await ui.openFile(page, "c.txt");
  await ui.widget(page, "finding 5 there").waitFor();
  const rows = ui.rows(page, "there");
  const own = ui.rows(page, "a person's own");
  const selected = page.locator(".sidebar .monaco-list-row.selected");
  const is = (n) =>
    until(`finding ${n} is selected`, async () =>
      (await selected.allInnerTexts()).join().includes(`finding ${n} there`),
    );
  const said = (words) => page.locator(".statusbar-item", { hasText: words }).waitFor();
  const of = (n) => project.consider("get", ids[n]).thread;
  const accepted = (n) => {
    const { workflowState, thread } = of(n);
    const last = thread.at(-1);
    return workflowState === "open" && last?.author === "human" && last.body === "accepted";
  };
  const dismissed = (n) => {
    const { workflowState, thread } = of(n);
    return workflowState === "resolved" && thread.at(-1)?.outcome === "declined" && thread.at(-1)?.body === "dismissed";
  };

  // Filtered; the first one is on the screen.
  await ui.command(page, "Consider: Show All Comments");
  await own.waitFor();
  await ui.command(page, "Consider: Triage Agent Findings");
  await own.waitFor({ state: "detached" });
  await is(0);
  await ui.widget(page, "finding 0 there").waitFor();
  await page.locator('.tab.active[data-resource-name="a.txt"]').waitFor();
  await ui.counts(rows, ids.length);
  await t.shot(page, "begun");

  // By keys: accept, dismiss, skip one, go back, several at once.
  await page.keyboard.press("a");
  await is(1);
  await until("accepted", () => accepted(0));
  await said("Accepted: 1. 7 findings left.");
  await page.keyboard.press("i");
  await is(2);
  await until("dismissed", () => dismissed(1));
  await page.keyboard.press("ArrowDown");
  await is(3);
  await ui.widget(page, "finding 3 there").waitFor();
  await t.shot(page, "walked");
  await page.keyboard.press("k");
  await is(2);
  await page.keyboard.press("Shift+ArrowDown");
  await until("two are selected", async () => (await selected.count()) === 2);
  await t.shot(page, "two");
  await page.keyboard.press("i");
  await is(4);
  await until("both dismissed", () => dismissed(2) && dismissed(3));
  await said("Dismissed: 2. 4 findings left.");

  // All of a file by its row, and one in its thread; then none is left, and all threads are listed again.
  await ui.menu(page, ui.rows(page, "c.txt"), "Accept Finding");
  await until("all three", () => accepted(5) && accepted(6) && accepted(7));
  await said("Accepted: 3. 1 finding left.");
  await ui.openFile(page, "b.txt");
  const last = ui.widget(page, "finding 4 there");
  await last.waitFor();
  await t.shot(page, "thread");
  await ui.button(last, "Dismiss Finding").click();
  await until("dismissed", () => dismissed(4));
  await said("Dismissed: 1. No findings left.");
  await own.waitFor();
  assert.equal(
    project.agent("list", "--unseen").threads.length,
    5,
    "the agent hears of what was accepted, and of the person's own",
  );
}
