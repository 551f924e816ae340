// In an untrusted folder only the bundled program is run. Also: a package without a program.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function trust(t) {
  const project = t.project({ "a.txt": "one\ntwo\nthree\n" });
  project.consider("add", "a.txt:2", "-m", "about two", "--as", "human");
  // A program of the user's own: a copy of the bundled one that leaves a mark when it is run.
  const mark = path.join(path.dirname(project.folder), "was-run");
  const own = path.join(path.dirname(project.folder), "own-consider");
  const srv = await t.server({ trust: true });
  const bundled = fs.readdirSync(srv.exts).find((f) => f.startsWith("consider.consider-"));
  const program = path.join(srv.exts, bundled, "bin", "consider");
  fs.writeFileSync(own, `#!/bin/sh\necho "$@" >>'${mark}'\nexec '${program}' "$@"\n`, { mode: 0o755 });
  srv.set({ "consider.path": own });
  fs.mkdirSync(project.path(".vscode"));
  project.write(".vscode/settings.json", JSON.stringify({ "consider.path": "/nowhere" }));

  const page = await t.open(project.folder, { on: srv });
  // An older VS Code asks at once, and lets nothing else be done before.
  const asks = page.locator(".monaco-dialog-box", { hasText: "Do you trust the authors" });
  await page.addLocatorHandler(asks, () => asks.locator(".monaco-button", { hasText: "don't trust" }).click());
  await page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor();
  await ui.openFile(page, "a.txt");
  // Opened while the extension starts, the thread may be drawn twice at first (see forms.ts).
  await until("the thread is drawn once", async () => (await ui.widget(page, "about two").count()) === 1);
  await t.shot(page, "restricted");
  assert.ok(!fs.existsSync(mark), "the setting is not used where nothing is trusted");

  await ui.command(page, "Workspaces: Manage Workspace Trust");
  await page.locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" }).first().click();
  await until("the user's own program", () => fs.existsSync(mark) && /^serve$/m.test(fs.readFileSync(mark, "utf8")));
  project.agent("reply", project.thread("about two").id, "-m", "heard by the other");
  await ui.openFile(page, "a.txt");
  await page.locator(".review-comment", { hasText: "heard by the other" }).waitFor();
  await t.shot(page, "trusted");
}
