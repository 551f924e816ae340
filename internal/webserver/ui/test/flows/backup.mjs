// A deleted store: the page says once that the backup has more, and one button restores it.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const p = new Project({ "a.txt": "one\ntwo\n" });
  p.write("a.txt", "ONE\ntwo\n");
  p.consider("add", "a.txt:1", "-m", "Come back.");
  const server = await t.serve(p);
  p.git("clean", "-fdxq");
  const allow = [/404 \(Not Found\)/, /409 \(Conflict\)/]; // for a while it has no store, and then one restore fails
  const barOf = (page) =>
    page.locator(".bar", { hasText: /^The backup is \d+ changes? ahead of this project \(last: / });
  const press = (page, name) => barOf(page).getByRole("button", { name }).click();

  // Before the page is opened.
  const page = await t.open(server, { allow });
  await ui.ready(page);
  const bar = barOf(page);
  await bar.waitFor();
  assert.match(await bar.innerText(), /^The backup is 1 change ahead of this project \(last: /);
  await ui.accessible(page, "the offer");
  await t.shot(page, "offer");
  const restore = async () => {
    const heard = await ui.news(page);
    await press(page, "Restore");
    await bar.waitFor({ state: "hidden" });
    // The server looks at the store from time to time. Only one that it has seen can be missing.
    await heard("the store is back", ({ name, data }) => name === "change" && data.cursor !== "");
  };
  await restore();
  await ui.thread(page, "Come back.").first().waitFor();

  // While two tabs are open, and one of them restores it.
  const other = await t.open(server, { sharing: page, path: "/review", allow });
  await ui.ready(other);
  p.git("clean", "-fdxq");
  await bar.waitFor();
  await barOf(other).waitFor();
  await restore();
  await press(other, "Restore");
  await other.locator(".toast", { hasText: "the backup has nothing that is missing here" }).waitFor();
  await barOf(other).waitFor({ state: "hidden" });
  await other.close();

  // A failure leaves the offer and the focus.
  p.git("clean", "-fdxq");
  await bar.waitFor();
  const busy = { ok: false, error: { kind: "busy", message: "the store is busy", hints: [] } };
  await page.route("**/api/fsck*", (route) => route.fulfill({ status: 409, json: busy }), { times: 1 });
  await bar.getByRole("button", { name: "Restore" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".toast", { hasText: "Could not restore the backup: the store is busy" }).waitFor();
  await ui.until("the button has the focus", () =>
    page.evaluate(() => document.activeElement.textContent === "Restore"),
  );

  // What was closed is not said again.
  await press(page, "Close");
  await bar.waitFor({ state: "hidden" });
  await page.reload();
  await ui.ready(page);
  assert.equal(await bar.isVisible(), false);
  p.consider("fsck", "--restore");
  await ui.thread(page, "Come back.").first().waitFor();
}
