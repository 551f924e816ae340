// A file is deleted while it is open: its thread stays in the editor that still shows it. After that is closed, the
// thread still has a place for its messages and its form. When the file is back, so is the thread.
import fs from "node:fs";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function gone(t) {
  const text = Array.from({ length: 20 }, (_, i) => `line ${i + 1}`).join("\n") + "\n";
  const project = t.project({ "a.txt": text });
  const id = project.consider("add", "a.txt:7", "-m", "about seven").thread.id;
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  const widget = ui.widget(page, "about seven");
  await widget.waitFor();
  await ui.command(page, "Consider: Show All Comments");
  fs.rmSync(project.path("a.txt"));
  await until("it is orphaned", async () => /orphaned/.test(await ui.rows(page, "about seven").innerText()));
  await widget.waitFor();
  await ui.openRow(page, "about seven");
  await t.shot(page, "open");

  // The file comes back while a form holds words: the thread is at its line once the words are gone.
  await ui.type(page, widget, "half a thought");
  project.git("checkout", "--", "a.txt");
  await until("it is anchored", async () => /:7/.test(await ui.rows(page, "about seven").innerText()));
  await ui.says(widget, /half.a.thought/);
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await until("its mark, when no words are left", async () => String(await ui.markedLines(page)) === "7");
  fs.rmSync(project.path("a.txt"));
  await until("it is orphaned again", async () => /orphaned/.test(await ui.rows(page, "about seven").innerText()));
  await ui.openRow(page, "about seven");

  await ui.command(page, "View: Close All Editors");
  await page.locator(".editor-group-container .tab").first().waitFor({ state: "detached" });
  await ui.openRow(page, "about seven");
  await t.shot(page, "closed");
  await ui.writeComment(page, widget, "and now?", "Reply");
  await until("said", () => project.consider("get", id).thread.thread.at(-1)?.body === "and now?");

  project.git("checkout", "--", "a.txt");
  await until("it is anchored", async () => /:7/.test(await ui.rows(page, "about seven").innerText()));
  await ui.openRow(page, "about seven");
  await page.locator('.tab.active[data-resource-name="a.txt"]').waitFor();
  await until("its mark", async () => String(await ui.markedLines(page)) === "7");
  await t.shot(page, "back");
}
