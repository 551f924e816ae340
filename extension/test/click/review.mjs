// The review in the browser, opened from the palette: the same threads.
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function review(t) {
  const project = t.project({ "a.txt": "one\ntwo\nthree\n" });
  project.consider("add", "a.txt:2", "-m", "about two", "--as", "human");
  project.write("a.txt", "one\ntwo\nthree\nfour\n"); // the page shows what changed
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  await ui.widget(page, "about two").waitFor();
  const opened = page.context().waitForEvent("page", { timeout: 90_000 });
  await ui.command(page, "Consider: Open Review in Browser");
  // VS Code asks before it follows an address that it does not know.
  const ask = page.locator(".monaco-dialog-box .monaco-button", { hasText: "Open" }).first();
  let shown;
  void opened.then((p) => (shown = p));
  await until("a page", async () => {
    if (await ask.isVisible()) await ask.click().catch(() => {});
    return shown;
  });
  await shown.getByText("about two").first().waitFor();
  await t.shot(shown, "page");
  await shown.close();
}
