// An agent asks with choices: announced once, first in the tree, counted, and answered by one click in the thread, in
// the message, or by keys. An agent's text does nothing when it is clicked, and a choice is shown as it is written.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { program, until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const text = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join("\n") + "\n";

export default async function questions(t) {
  const project = t.project({ "a.txt": text, "b.txt": text });
  const ask = (place, words) => project.consider("add", place, "-m", words).thread.id;
  const [one, two] = [ask("a.txt:3", "make it faster"), ask("b.txt:4", "about b")];
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  const widget = ui.widget(page, "make it faster");
  await widget.waitFor();
  const toasts = page.locator(".notifications-toasts .notification-list-item", { hasText: "has a question on" });
  const item = page.locator(".statusbar-item", { hasText: "awaiting you" }).first();
  const badge = page.locator('.activitybar .action-item:has([aria-label^="Consider"]) .badge-content').first();
  const chosen = (id) => project.consider("get", id).thread.thread.at(-1)?.choice;

  // In the open file: no message; the choices are in the thread, and a click gives the answer for which the agent
  // waits.
  project.agent("reply", one, "-m", "With a cache, or without?", "--ask", "With a cache|Without one");
  const choice = (words) => widget.locator("a", { hasText: words });
  await choice("Without one").waitFor();
  await item.waitFor();
  await ui.says(widget, /Question for you/);
  await ui.says(widget, /Choices[\s\S]*awaiting you/);
  await ui.command(page, "Consider: Show All Comments");
  const first = ui.rows(page).first();
  await until("first in the tree", async () => /Questions for you/.test(await first.innerText()));
  const row = ui.rows(page, "With a cache, or without?");
  await until("it says so", async () => /awaiting you\s+claude-code\s+a\.txt:3/.test(await row.innerText()));
  await until("counted", async () => (await badge.innerText()) === "1");
  assert.equal(await toasts.count(), 0, "it is on the screen");
  await t.shot(page, "asked");
  const waiting = waits(project, one);
  await choice("Without one").click();
  const heard = await waiting;
  assert.match(JSON.stringify(heard), /"choice":"Without one"/);
  assert.equal(chosen(one), "Without one");
  await widget.locator(".review-comment", { hasText: "Chosen" }).waitFor();
  await choice("Without one").waitFor({ state: "detached" });
  await row.waitFor({ state: "detached" });
  await item.waitFor({ state: "detached" });
  await t.shot(page, "answered");

  // Elsewhere: a message with the choices.
  project.agent("reply", two, "-m", "Keep b?", "--ask", "Keep it|Drop it");
  await toasts.first().waitFor();
  await t.shot(page, "told");
  await toasts.getByRole("button", { name: "“Drop it”" }).click();
  await until("answered", () => chosen(two) === "Drop it");
  await item.waitFor({ state: "detached" });

  // By keys alone: the status bar's entry leads to the same list.
  const three = project.agent("add", "b.txt:9", "-m", "Shall nine go?", "--ask", "Yes|No|Later").thread.id;
  await toasts.first().waitFor();
  await item.waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Control+Alt+q");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Later" }).waitFor();
  await t.shot(page, "list");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await until("answered", () => chosen(three) === "Later");

  await hostile(t, page, project);
}

/** Text that would be a link, a picture, an icon or another command: it is shown as written, and does nothing. */
async function hostile(t, page, project) {
  const command = "command:workbench.action.newWindow";
  const choices = [
    `[a](${command})`,
    `](${command}) [x`,
    "$(trash) <b>bold</b>",
    "&lt;img src=x&gt; `c` **b**",
    "https://example.invalid/x",
  ];
  const body = `Well? [press here](command:consider.choose?%5B%22x%22%5D) <${command}> ![p](https://example.invalid/i.png)`;
  const id = project.agent("add", "a.txt:8", "-m", body, "--ask", choices.join("|")).thread.id;
  const widget = ui.widget(page, "Well?");
  const links = widget.locator(".review-comment:last-child a");
  await until("each choice once", async () => (await links.count()) === choices.length);
  const shown = (await links.allInnerTexts()).map((w) => w.replaceAll("\u200b", ""));
  assert.deepEqual(shown, choices);
  const addresses = await widget
    .locator("a")
    .evaluateAll((all) => all.map((a) => a.dataset.href ?? a.getAttribute("href") ?? ""));
  const ours = addresses.filter((a) => a.startsWith("command:"));
  assert.equal(ours.filter((a) => a.startsWith("command:consider.choose?")).length, choices.length, String(addresses));
  assert.equal(await widget.locator(".comment-body img, .comment-body b, .comment-body strong").count(), 0);
  await t.shot(page, "hostile");
  const press = widget.locator("a", { hasText: "press here" });
  if ((await press.count()) > 0) await press.click();
  // VS Code runs commands in their order: the one of a choice comes after one that these words might run.
  await links.nth(1).click();
  await until("answered", () => project.consider("get", id).thread.thread.at(-1)?.choice === choices[1]);
  assert.equal(project.consider("get", id).thread.thread.length, 1, "words of an agent answer nothing");
  assert.equal(page.context().pages().length, 1);
}

/** The answer of `wait` to the agent. */
function waits(project, id) {
  const child = spawn(program, ["wait", "--thread", id, "--timeout", "60s", "--json"], {
    cwd: project.folder,
    env: { PATH: "/usr/bin:/bin", HOME: "/tmp", CLAUDECODE: "1", GIT_CONFIG_GLOBAL: "/dev/null" },
  });
  let out = "";
  child.stdout.on("data", (d) => (out += d));
  return new Promise((done) => child.on("close", () => done(JSON.parse(out))));
}
