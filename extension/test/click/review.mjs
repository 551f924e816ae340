// The review in the browser, opened from the palette: the same threads.
import assert from "node:assert/strict";
import { patience, until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function review(t) {
  const project = t.project({ "a.txt": "one\ntwo\nthree\n" });
  project.consider("add", "a.txt:2", "-m", "about two", "--as", "human");
  project.write("a.txt", "one\ntwo\nthree\nfour\n"); // the page shows what changed
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  await ui.widget(page, "about two").waitFor();
  // This acts as a forwarded port: an address of the editor's server leads to the port of this machine.
  await page.context().route(/\/proxy\/\d+\//, (route) => {
    const [, port, rest] = /\/proxy\/(\d+)(\/.*)/.exec(route.request().url());
    return route.fulfill({ status: 302, headers: { location: `http://127.0.0.1:${port}${rest}` } });
  });
  const shown = await follow(page);
  await shown.getByText("about two").first().waitFor();
  await t.shot(shown, "page");

  // A reply there is the person's, and appears in the editor at once.
  await shown.getByRole("button", { name: "Reply…" }).first().click();
  await shown.keyboard.insertText("from the browser");
  await shown.keyboard.press("Control+Enter");
  await ui.widget(page, "from the browser").waitFor();
  assert.equal(project.thread("about two").thread.at(-1).author, "human");

  // A second request opens the same review.
  const again = await follow(page);
  await again.getByText("from the browser").first().waitFor();
  assert.equal(new URL(again.url()).origin, new URL(shown.url()).origin);
}

/** Opens the review, and returns the page that the browser then shows. */
async function follow(page) {
  const opened = page.context().waitForEvent("page", { timeout: patience });
  let shown;
  void opened.then((p) => (shown = p));
  await ui.command(page, "Consider: Open Review in Browser");
  // VS Code asks before it follows an unknown address.
  const ask = page.locator(".monaco-dialog-box .monaco-button", { hasText: "Open" }).first();
  await until("a page", async () => {
    if (await ask.isVisible()) await ask.click().catch(() => {});
    return shown;
  });
  return shown;
}
