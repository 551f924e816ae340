// A burst of answers to files that are not open gives one message; places that an answer names are links; and the
// prompt is put into the terminal of an agent while it runs there, and nowhere else.
import assert from "node:assert/strict";
import fs from "node:fs";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

/** Reports whether a program with only this name as its command line runs in a folder. */
const isRunning = (name, folder) =>
  fs
    .readdirSync("/proc")
    .filter((d) => /^\d+$/.test(d))
    .some((pid) => {
      try {
        const [line, cwd] = [fs.readFileSync(`/proc/${pid}/cmdline`, "utf8"), fs.readlinkSync(`/proc/${pid}/cwd`)];
        return line === `${name}\0` && cwd === folder;
      } catch {
        return false; // it has just ended
      }
    });

export default async function news(t) {
  const text = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join("\n") + "\n";
  const project = t.project({ "a.txt": text, "src/b.go": "package b\n\nfunc B() {}\n", "c.txt": text });
  const ask = (place, words) => project.consider("add", place, "-m", words).thread.id;
  const [open, one, two] = [
    ask("a.txt:2", "in the open file"),
    ask("src/b.go:3", "about b"),
    ask("c.txt:4", "about c"),
  ];
  // The terminal's text is elements of the page, so that it can be read.
  const on = await t.server({ extraSettings: { "terminal.integrated.gpuAcceleration": "off" } });
  const page = await t.open(project.folder, { on });
  await ui.openFile(page, "a.txt");
  await ui.settled(page); // VS Code may draw a thread twice while extensions start, until the forms are counted
  await ui.widget(page, "in the open file").waitFor();
  const toasts = page.locator(".notifications-toasts .notification-list-item", { hasText: "replied" });

  // In the open file the answer is shown in its thread, with its places as links and its code coloured.
  project.agent(
    "reply",
    open,
    "-m",
    "As in src/b.go:3 and `c.txt:4`, not gone.go:4:\n\n```go\nfunc B() { return nil }\n```",
  );
  const said = page.locator(".review-comment", { hasText: "As in" });
  await said.waitFor();
  assert.deepEqual(await said.locator("a").allInnerTexts(), ["src/b.go:3", "c.txt:4"]);
  const colours = new Set(
    await said
      .locator("pre span, code span, .monaco-tokenized-source span")
      .evaluateAll((all) => all.map((e) => getComputedStyle(e).color)),
  );
  t.say(`colours in the code of an answer: ${colours.size}`);
  await t.shot(page, "links");
  await said.locator("a", { hasText: "src/b.go:3" }).click();
  await page.locator('.tab.active[data-resource-name="b.go"]').waitFor();
  await page.locator(".statusbar-item", { hasText: "Ln 3," }).waitFor();
  await ui.openFile(page, "a.txt");
  assert.equal(await toasts.count(), 0, "it was on the screen");

  // Two answers elsewhere give one message, which leads to them.
  project.agent("reply", one, "-m", "answer on b");
  project.agent("reply", two, "-m", "answer on c");
  await toasts
    .filter({ hasText: /claude-code replied .*(b\.go|c\.txt)/ })
    .first()
    .waitFor();
  await t.shot(page, "toast");
  assert.equal(await toasts.count(), 1);
  await toasts.first().getByRole("button", { name: "Show", exact: true }).click();
  await page
    .locator(".review-comment", { hasText: /answer on [bc]/ })
    .first()
    .waitFor();

  // No agent in a terminal: the person chooses, here to copy the prompt.
  const clipboard = () => page.evaluate(() => window.navigator.clipboard.readText());
  const why = page.locator('input[placeholder*="no agent is running in a terminal here"]');
  const ways = page.locator(".quick-input-widget", { has: why });
  const copy = ways.locator(".monaco-list-row", { hasText: "Copy Prompt" });
  await ui.command(page, "Consider: Send to Agent");
  await copy.click();
  await until("in the clipboard", async () => /consider"? list/.test(await clipboard()));

  // An agent controls a terminal: the prompt is typed there, but not sent.
  const heard = project.path("../heard.txt");
  const agent = project.path("../agent.sh");
  fs.writeFileSync(agent, `exec -a claude cat >${heard}\n`);
  await ui.command(page, "Terminal: Create New Terminal");
  const screen = page.locator(".terminal-wrapper.active .xterm");
  await screen.waitFor();
  const inShell = async (line, done) => {
    await screen.click();
    await page.keyboard.type(`${line}\n`, { delay: 5 });
    await until(line, done);
  };
  const touched = (file) => inShell(`touch ${file}`, () => fs.existsSync(file)); // the shell controls the terminal
  await touched(project.path("../begun.txt"));
  await inShell(`bash --norc ${agent}`, () => isRunning("claude", project.folder));
  await ui.command(page, "Consider: Send to Agent");
  await page.locator(".statusbar-item", { hasText: "Prompt written for claude-code" }).waitFor();
  const typed = async () => (await screen.locator(".xterm-rows").innerText()).replace(/\s/g, "");
  await until("the prompt is typed", async () => /Ileftreviewthreadsonthecode/.test(await typed()));
  assert.equal(fs.readFileSync(heard, "utf8"), "", "it is not sent before Enter");
  await t.shot(page, "sent");
  await screen.click();
  await page.keyboard.press("Enter");
  await until("heard", () =>
    /I left review threads on the code\. Run `.*consider list`/.test(fs.readFileSync(heard, "utf8")),
  );
  assert.equal(fs.readFileSync(heard, "utf8").trim().split("\n").length, 1, "one line");

  // The agent ends: nothing is typed at the shell's prompt.
  await page.keyboard.press("Control+d");
  await until("it ended", () => !isRunning("claude", project.folder));
  await touched(project.path("../ended.txt"));
  await ui.command(page, "Consider: Send to Agent");
  await copy.waitFor();
  await page.keyboard.press("Escape");
  await screen.click();
  await page.keyboard.type("echo $((6*7)) > ../after.txt\n", { delay: 5 });
  await until(
    "the shell's line was empty",
    () =>
      fs.existsSync(project.path("../after.txt")) && fs.readFileSync(project.path("../after.txt"), "utf8") === "42\n",
  );
  assert.equal(project.git("status", "--porcelain"), "", "nothing of the project was touched");
}
