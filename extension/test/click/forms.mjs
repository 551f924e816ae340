// Unfinished words stay in their form, whatever happens to their thread.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function forms(t) {
  const project = t.project({ "a.txt": "one\ntwo\nthree\nfour\nfive\nsix\n" });
  project.consider("add", "a.txt:2", "-m", "about two", "-l", "style", "--as", "human");
  project.consider("add", "a.txt:5", "-m", "about five", "-l", "bug", "--as", "human");
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  await ui.command(page, "Consider: Show All Comments");
  await ui.rows(page, "about two").waitFor();
  const two = ui.widget(page, "about two");
  const words = two.locator(".comment-form .view-line", { hasText: "half a" });
  const filter = async (label) => {
    await ui.command(page, "Consider: Filter by Label");
    await ui.choose(page, label);
  };

  // A filter that excludes the thread: the row disappears, the form stays until the words are sent.
  await ui.type(page, two, "half a");
  await filter("bug");
  await ui.rows(page, "about two").waitFor({ state: "detached" });
  await ui.rows(page, "about five").waitFor();
  await words.waitFor();
  await t.shot(page, "kept");
  await words.click();
  await page.keyboard.press("End");
  await page.keyboard.type(" reply");
  await ui.send(two, "Reply");
  await until("the reply is in the store", () => project.thread("about two").thread[0]?.body === "half a reply");
  await two.waitFor({ state: "detached" });
  assert.equal(String(await ui.markedLines(page)), "5");
  await ui.command(page, "Consider: Clear Filter");
  await two.waitFor();

  // Discarded words block nothing.
  await ui.type(page, two, "half a");
  await filter("bug");
  await ui.rows(page, "about two").waitFor({ state: "detached" });
  await words.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await two.waitFor({ state: "detached" });
  await ui.command(page, "Consider: Clear Filter");
  await two.waitFor();

  // The thread is deleted elsewhere: the person who is writing in it learns it when the words are sent, and keeps them.
  await ui.type(page, two, "half a");
  project.consider("delete", project.thread("about two").id, "--as", "human");
  await ui.rows(page, "about two").waitFor({ state: "detached" });
  await words.waitFor();
  await ui.send(two, "Reply");
  await ui.toast(page, "its text is kept in the thread");
  const kept = page.locator(".review-widget .edit-container .view-line", { hasText: "half a" });
  await kept.waitFor();
  await t.shot(page, "deleted");

  // After a reload there is no thread to answer: the words start a new one.
  await page.reload();
  await page.waitForSelector(".monaco-workbench");
  await kept.waitFor();
  await t.shot(page, "reloaded");
  await page
    .locator(".review-widget", { has: page.locator(".edit-container .view-line", { hasText: "half a" }) })
    .locator(".monaco-button", { hasText: "Save" })
    .click();
  await until("in a thread of their own", () => project.list().some((x) => x.body === "half a"));
  await kept.waitFor({ state: "detached" });
}
