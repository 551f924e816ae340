// Where no agent has a terminal, the person chooses how it gets the prompt: VS Code's own chat, the clipboard, or a new
// terminal with an agent that was set up. The prompt is typed there, and sent only by the person's Enter.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function chat(t) {
  const project = t.project({ "a.txt": "one\ntwo\nthree\n" });
  project.consider("add", "a.txt:2", "-m", "about `two` $(touch body)");
  // Two agents are set up, and one of them is installed.
  project.consider("setup", "claude", "codex", "--yes");
  const tools = project.path("../tools");
  const heard = project.path("../heard.txt");
  fs.mkdirSync(tools);
  fs.writeFileSync(path.join(tools, "claude"), `#!/bin/sh\nprintf '%s|' "$PWD" "$@" >${heard}\n`, { mode: 0o755 });
  const on = await t.server({
    extraSettings: { "chat.disableAIFeatures": false, "terminal.integrated.gpuAcceleration": "off" },
    // As if started from a shell: otherwise VS Code takes PATH from a login shell.
    env: { PATH: `${tools}:/usr/bin:/bin`, VSCODE_CLI: "1" },
  });
  const page = await t.open(project.folder, { on });
  await ui.openFile(page, "a.txt");
  await ui.widget(page, "about").waitFor();
  const choices = page.locator(".quick-input-widget .monaco-list-row");
  const choose = async (label) => {
    await ui.command(page, "Consider: Send to Agent");
    await choices.filter({ hasText: label }).click();
  };

  await ui.command(page, "Consider: Send to Agent");
  await choices.filter({ hasText: "Copy Prompt" }).waitFor();
  await t.shot(page, "ways");
  const offered = (await choices.allInnerTexts()).map((words) => words.replace("you press Enter there", "").trim());
  assert.deepEqual(offered, ["Open a Terminal with claude…", "Open in Chat", "Copy Prompt"]);
  await choices.filter({ hasText: "Copy Prompt" }).click();
  const clipboard = () => page.evaluate(() => window.navigator.clipboard.readText());
  await until("in the clipboard", async () => /consider-cli list/.test(await clipboard()));

  await choose("Open a Terminal with claude");
  const screen = page.locator(".terminal-wrapper.active .xterm");
  await screen.waitFor();
  const rows = page.locator(".terminal-wrapper.active .xterm-rows");
  const typed = async () => (await rows.innerText()).replace(/\s/g, "");
  await until("the command is typed", async () => /claude"Ileftreview.*-mTEXT\."/.test(await typed()));
  await t.shot(page, "typed");
  assert.ok(!fs.existsSync(heard), "nothing runs before Enter");
  await screen.click();
  await page.keyboard.press("Enter");
  await until("the agent has the prompt", () => fs.existsSync(heard) && fs.readFileSync(heard, "utf8").endsWith(".|"));
  const [at, prompt] = fs.readFileSync(heard, "utf8").split("|");
  assert.equal(at, project.folder);
  assert.match(prompt, /^I left review threads on the code\. Run \.consider\/bin\/consider-cli list, then/);
  assert.doesNotMatch(prompt, /about|body/, "no text of a thread");
  assert.equal(project.git("status", "--porcelain", "a.txt"), "");

  await choose("Open in Chat");
  const input = page.locator(".interactive-session .chat-input-container .view-lines").last();
  await input.waitFor();
  const words = async () => (await input.innerText()).replace(/\s/g, "");
  await until("the prompt is in the chat", async () => /^Ileftreviewthreads.*reply<id>-mTEXT`\.$/.test(await words()));
  assert.equal(await page.locator(".interactive-session .interactive-request").count(), 0, "it is not sent");
  await t.shot(page, "chat");
}
