// VS Code draws threads twice when it begins to draw a file's threads again too early; they are on the screen once soon.
import fs from "node:fs";
import path from "node:path";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

// Each second toggle lets VS Code draw all threads of the file again.
const toggles = (key, n) => ({
  key,
  command: "runCommands",
  args: { commands: Array(2 * n).fill("workbench.action.toggleCommenting") },
});

export default async function twice(t) {
  const keys = path.join(t.srv.data, "User", "keybindings.json");
  fs.writeFileSync(keys, JSON.stringify([toggles("ctrl+alt+2", 2), toggles("ctrl+alt+3", 3)]));
  const project = t.project({ "a.txt": "one\ntwo\nthree\nfour\n" });
  for (const line of [1, 2, 3]) project.consider("add", `a.txt:${line}`, "-m", `about line ${line}`, "--as", "human");
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  const widgets = page.locator(".review-widget", { hasText: "about line" });
  await until("all threads, each once", async () => (await widgets.count()) === 3);
  await ui.mostAtOnce(page, "about line 2");
  for (const key of ["Control+Alt+2", "Control+Alt+3"]) {
    await page.evaluate(() => void (window.most = 0));
    await page.keyboard.press(key);
    await page.waitForFunction(() => window.most > 1); // without this the test would show nothing
    await until("each thread once", async () => (await widgets.count()) === 3);
  }
  fs.rmSync(keys);
}
